/* flagfall store: a server's store as a whole, while no server runs on it. */
#define _POSIX_C_SOURCE 200809L

#include "cli/arguments.h"
#include "cli/line.h"
#include "commands.h"
#include "server/database/engine.h"
#include "server/transfer/store_copy.h"
#include "store_listener.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

static void print_progress(void *context, const char *unit, uint64_t count, uint64_t total) {
    store_listener *l = context;
    if (count == 0) {
        progress_end(&l->progress);
        progress_begin(&l->progress, unit, 0, (double)total, PROGRESS_TERMINAL);
    }
    progress_at(&l->progress, (double)count, -1, NULL);
}

static int copy(const char *from, const char *to, bool json) {
    store_listener l = {.json = json};
    const store_copy_hears who = {store_listener_begin(&l), print_progress};
    store_copy_report report;
    ff_error error;
    umask(077);               /* a store knows every army */
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like a full disk */
    bool done = store_copy(from, to, &who, &report, &error);
    progress_end(&l.progress);
    if (!done)
        return complain("%s%s", report.whole ? "the copy is there, but not checked: " : "",
                        error.message);
    line_print(json, NULL, "tables=%u rows=%llu", report.tables, (unsigned long long)report.rows);
    return store_report_print(&report.check, json);
}

int store_run_command(int argc, char **argv) {
    bool json = false;
    const option options[] = {
        {"--json", NULL, "a JSON object a line", .flag = &json},
        {.name = NULL},
    };
    const arguments spec = {
        "store [OPTION...] COMMAND FILE FILE",
        "A server's store as a whole, while no server runs on it. A store is a file, or\n"
        "a database in PostgreSQL by its URI, postgresql://USER@HOST/DATABASE:\n\n"
        "  copy FROM TO    copies a store to a place that is empty, which may be of the\n"
        "                  other kind. It is there whole or not at all; the rows of both\n"
        "                  are compared, and each game is looked at\n\n"
        "Exit status 0: done; 1: done, and games are damaged, as they were before; 2: not\n"
        "done.",
        options, 3, 3};
    int status = arguments_parse(&spec, &argc, argv);
    if (status != GO_ON)
        return status;
    if (strcmp(argv[1], "copy") != 0)
        return complain("'store' has no command '%s'; it has: copy", argv[1]);
    for (int i = 2; i < 4; i++)
        if (!location_is_good(argv[i]))
            return complain("a store is the path of a file or postgresql://.., not '%s'", argv[i]);
    return copy(argv[2], argv[3], json);
}
