/* The file is read from end to end by a thread, while games go on, so that damage is found before
 * somebody needs what it was. What must hold: the thread shares nothing with the others but the
 * log, whose lines are whole: it ends when the file has been read, or when it is interrupted. */
#define _POSIX_C_SOURCE 200809L

#include "server/database/file_check.h"

#include "server/database/engine.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct file_check {
    sqlite3 *db;
    const struct log *log;
    pthread_t thread;
    atomic_bool done;
};

static void *run(void *context) {
    struct file_check *check = context;
    sqlite3_stmt *rows = NULL;
    unsigned problems = 0;
    char quoted[LOG_QUOTED];
    int step = sqlite3_prepare_v2(check->db, "PRAGMA quick_check(20)", -1, &rows, NULL);
    while (step == SQLITE_OK || step == SQLITE_ROW) {
        step = sqlite3_step(rows);
        const char *text = step == SQLITE_ROW ? (const char *)sqlite3_column_text(rows, 0) : "ok";
        if (text && strcmp(text, "ok") == 0)
            continue;
        problems++;
        log_event(check->log, LOG_ERROR, "file-damaged", "problem=%s",
                  log_quote(quoted, text ? text : "?"));
    }
    if (step != SQLITE_DONE && step != SQLITE_INTERRUPT)
        log_event(check->log, LOG_ERROR, "file-damaged", "problem=%s",
                  log_quote(quoted, sqlite3_errmsg(check->db)));
    else if (step == SQLITE_DONE && problems == 0)
        log_event(check->log, LOG_INFO, "file-sound", "by=quick_check");
    sqlite3_finalize(rows);
    atomic_store(&check->done, true);
    return NULL;
}

struct file_check *file_check_begin(const char *path, const struct log *log) {
    /* PostgreSQL looks after its own files (data checksums). */
    struct file_check *check = engine_of(path) == &engine_sqlite ? calloc(1, sizeof *check) : NULL;
    if (!check)
        return NULL;
    check->log = log;
    if (sqlite3_open_v2(path, &check->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_FULLMUTEX, NULL) ==
            SQLITE_OK &&
        pthread_create(&check->thread, NULL, run, check) == 0)
        return check;
    sqlite3_close(check->db);
    free(check);
    return NULL;
}

void file_check_end(struct file_check *check) {
    if (!check)
        return;
    /* An interrupt is for a statement that runs: it may not have begun. */
    while (!atomic_load(&check->done)) {
        sqlite3_interrupt(check->db);
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    pthread_join(check->thread, NULL);
    sqlite3_close(check->db);
    free(check);
}
