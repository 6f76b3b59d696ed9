/* One server a store. What must hold: two processes never write to one file. The claim is a lock
 * that the kernel keeps for the open file (flock): it goes with the process, so that none is
 * left behind by one that was killed. */
#define _DEFAULT_SOURCE

#include "server/database/store_claim.h"

#include "server/database/engine.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

/* The lock is of the kind that SQLite does not use, so that copies can be made and
 * looked at while the server runs. The descriptor must outlive SQLite's own: closing it
 * would take SQLite's locks along. */
bool store_claim(const char *path, int *claim, ff_error *error) {
    *claim = -1;
    if (engine_of(path) != &engine_sqlite)
        return true; /* its own connection claims it */
    *claim = open(path, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (*claim < 0 || flock(*claim, LOCK_EX | LOCK_NB) == 0)
        return true;
    bool taken = errno == EWOULDBLOCK;
    store_release(*claim);
    *claim = -1;
    return !taken ||
           ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "another server is running on this store");
}

void store_release(int claim) {
    if (claim >= 0)
        close(claim);
}
