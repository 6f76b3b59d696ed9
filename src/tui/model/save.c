/* Records are saved as files that do not exist yet: nothing of the person's is ever written
 * over. */
#define _POSIX_C_SOURCE 200809L
#include "tui/model/save.h"

#include <errno.h>
#include <stdio.h>

enum { FILES_MAX = 10000 };

/* What could not be written whole is taken away again. */
static bool write_new(const char *path, const ff_buffer *text) {
    FILE *file = fopen(path, "wx"); /* x: it fails where there is such a file */
    if (!file)
        return false;
    bool good = fwrite(text->data, 1, text->size, file) == text->size;
    int why = errno; /* the first failure's: closing and removing may change it */
    if (fclose(file) == 0 && good)
        return true;
    why = good ? errno : why;
    remove(path);
    errno = why;
    return false;
}

bool save_record(const char *wish, const ff_buffer *text, char path[SAVE_PATH]) {
    bool good = false;
    if (wish && *wish) {
        snprintf(path, SAVE_PATH, "%s", wish);
        return write_new(path, text);
    }
    errno = EEXIST;
    for (int number = 1; number < FILES_MAX && !good && errno == EEXIST; number++) {
        snprintf(path, SAVE_PATH, "flagfall-%d.ffr", number);
        good = write_new(path, text);
    }
    return good;
}
