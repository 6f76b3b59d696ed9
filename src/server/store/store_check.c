/* The file is looked at as SQLite sees it, then each game as a player would have it. A game
 * is read in one transaction, so that a server that writes meanwhile does not make it look
 * damaged. SQLite's own look at the whole file is one long transaction: what a server writes
 * meanwhile stays in its journal, which grows until the look is over. */
#define _POSIX_C_SOURCE 200809L

#include "server/store/store_check.h"

#include "server/store/store_open.h"
#include "server/store/store_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PROGRESS_EVERY = 1000, FILE_PROBLEMS_MAX = 100 };

typedef struct checking {
    struct store *store;
    const store_check_hears *hears;
    store_report *report;
} checking;

static void tell(const checking *at, const char *line) {
    at->report->problems++;
    at->hears->problem(at->hears->context, line);
}

/* The rows of a pragma, each a problem; `good` is the row that is none. */
static void run_pragma(const checking *at, const char *sql, const char *prefix, const char *good) {
    sqlite3_stmt *statement = NULL;
    char line[512];
    int step = sqlite3_prepare_v2(at->store->db, sql, -1, &statement, NULL);
    while (step == SQLITE_OK || step == SQLITE_ROW) {
        step = sqlite3_step(statement);
        const char *text =
            step == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        snprintf(line, sizeof line, "%s%s\"", prefix, text ? text : "?");
        if (step == SQLITE_ROW && (!text || strcmp(text, good) != 0))
            tell(at, line);
    }
    if (step != SQLITE_DONE) {
        snprintf(line, sizeof line, "%s%s\"", prefix, sqlite3_errmsg(at->store->db));
        tell(at, line);
    }
    sqlite3_finalize(statement);
}

static const char *fault_of(const checking *at, int64_t number, store_game *game) {
    store_answer answer = store_find_number(at->store, number, game);
    if (answer == STORE_DAMAGED)
        return "row";
    if (answer == STORE_FAILED)
        return "store";
    return answer == STORE_FOUND ? at->hears->inspect(at->store, game) : NULL;
}

/* Would nobody find it by its id? */
static const char *index_fault_of(const checking *at, const store_game *game) {
    store_game again;
    if (!game->id[0])
        return NULL; /* deleted since it was listed */
    store_answer found = store_find_game(at->store, ff_span_of(game->id), &again);
    if (found == STORE_FAILED)
        return "store";
    return found == STORE_FOUND && again.number == game->number ? NULL : "index";
}

/* The store failed, or memory is out: nothing is known of the game. */
static bool is_unknown(const char *fault) {
    return strcmp(fault, "store") == 0 || strcmp(fault, "memory") == 0;
}

static void check_game(const checking *at, int64_t number) {
    store_game game;
    char line[128];
    sqlite3_exec(at->store->db, "BEGIN", NULL, NULL, NULL);
    const char *fault = fault_of(at, number, &game);
    if (!fault)
        fault = index_fault_of(at, &game);
    sqlite3_exec(at->store->db, "COMMIT", NULL, NULL, NULL);
    at->report->games++;
    if (!fault)
        return;
    at->report->damaged += !is_unknown(fault);
    if (game.id[0])
        snprintf(line, sizeof line, "game=%s problem=%s", game.id, fault);
    else
        snprintf(line, sizeof line, "game=? number=%lld problem=%s", (long long)number, fault);
    tell(at, line);
}

/* The next game's number, 0 where there is none. */
static int64_t next_number(const checking *at, sqlite3_stmt *next, int64_t number) {
    int64_t found = 0;
    char line[160];
    sqlite3_bind_int64(next, 1, number);
    int step = sqlite3_step(next);
    if (step == SQLITE_ROW)
        found = sqlite3_column_int64(next, 0);
    else if (step != SQLITE_DONE) {
        snprintf(line, sizeof line, "file problem=\"no game after number %lld can be listed\"",
                 (long long)number);
        tell(at, line);
    }
    sqlite3_reset(next);
    return found;
}

static void check_games(const checking *at) {
    static const char sql[] = "SELECT number FROM game WHERE number > ?1 ORDER BY number LIMIT 1";
    sqlite3_stmt *next = NULL;
    if (sqlite3_prepare_v2(at->store->db, sql, -1, &next, NULL) != SQLITE_OK)
        return tell(at, "file problem=\"games cannot be listed\"");
    for (int64_t number = 0; (number = next_number(at, next, number)) != 0;) {
        check_game(at, number);
        if (at->hears->progress && at->report->games % PROGRESS_EVERY == 0)
            at->hears->progress(at->hears->context, at->report->games);
    }
    sqlite3_finalize(next);
}

bool store_check(const char *path, const store_check_hears *hears, store_report *report,
                 ff_error *error) {
    *report = (store_report){0};
    struct store *store = sodium_init() < 0 ? NULL : store_open_reader(path, error);
    checking at = {store, hears, report};
    if (!store)
        return false;
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA integrity_check(%d)", FILE_PROBLEMS_MAX);
    run_pragma(&at, sql, "file problem=\"", "ok");
    run_pragma(&at, "PRAGMA foreign_key_check", "file problem=\"what belongs to no game, in table ",
               "");
    check_games(&at);
    store_close(store);
    return true;
}

/* ---- backups ---- */

/* A reader of its own: it sees one moment of the file, and no writer waits for it. */
static bool copy_to(const char *path, const char *copy, ff_error *error) {
    sqlite3 *db = NULL;
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
                sqlite3_busy_timeout(db, 5000) == SQLITE_OK &&
                sqlite3_prepare_v2(db, "VACUUM INTO ?1", -1, &statement, NULL) == SQLITE_OK;
    if (good) {
        store_bind_text(statement, 1, copy);
        good = sqlite3_step(statement) == SQLITE_DONE;
    }
    if (!good)
        store_fail(db, sqlite3_errmsg(db), error);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return good;
}

static bool reach_disk(const char *path) {
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0)
        close(fd);
    return good;
}

/* Under a name that is not there yet, until it is whole: a link takes no other's place. */
bool store_back_up(const char *path, const char *copy, const store_check_hears *hears,
                   store_report *report, ff_error *error) {
    char part[4096];
    if (snprintf(part, sizeof part, "%s-part", copy) >= (int)sizeof part)
        return ff_fail(error, FF_ERROR_RANGE, 0, 0, "the name is too long");
    if (access(copy, F_OK) == 0 || access(part, F_OK) == 0)
        return ff_fail(error, FF_ERROR_CONFLICT, 0, 0,
                       "the file, or one of that name and '-part', exists");
    bool good = copy_to(path, part, error) && store_check(part, hears, report, error);
    if (good && (!reach_disk(part) || link(part, copy) != 0))
        good = ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", strerror(errno));
    unlink(part);
    return good;
}
