#define _POSIX_C_SOURCE 200809L

#include "server/store/store_host.h"

#include "server/store/store_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { CLEAR_NOTICE, SET_NOTICE, READ_NOTICE, BAN, UNBAN, FIND_BAN, LIST_BANS, COUNTS, STATEMENTS };

static const char *const statements[STATEMENTS] = {
    [CLEAR_NOTICE] = "DELETE FROM notice",
    [SET_NOTICE] = "INSERT INTO notice (text) VALUES (?1)",
    [READ_NOTICE] = "SELECT text FROM notice",
    [BAN] = "INSERT OR REPLACE INTO ban (address, time) VALUES (?1, ?2)",
    [UNBAN] = "DELETE FROM ban WHERE address = ?1",
    [FIND_BAN] = "SELECT 1 FROM ban WHERE address = ?1",
    [LIST_BANS] = ("SELECT address, 0 FROM ban UNION ALL SELECT name, 1 FROM account WHERE banned"
                   " ORDER BY 2, 1"),
    [COUNTS] = "SELECT edition, phase, games FROM going WHERE games > 0",
};

const store_part store_part_host = {statements, STATEMENTS};

static sqlite3_stmt *statement_of(struct store *store, int index) {
    return store->statement[PART_HOST][index];
}

bool store_set_notice(struct store *store, const char *text) {
    if (!store_begin(store) || !store_run(store, statement_of(store, CLEAR_NOTICE)))
        return false;
    store_bind_text(statement_of(store, SET_NOTICE), 1, text);
    return !text[0] || store_run(store, statement_of(store, SET_NOTICE));
}

bool store_read_notice(struct store *store, char text[NOTICE_SIZE]) {
    sqlite3_stmt *statement = statement_of(store, READ_NOTICE);
    store_answer answer = store_step(store, statement, "reading the notice");
    text[0] = 0;
    if (answer == STORE_FOUND)
        store_column_text(statement, 0, text, NOTICE_SIZE);
    store_reset(statement);
    return answer != STORE_FAILED;
}

bool store_ban_address(struct store *store, const char *address, int64_t now_ms) {
    sqlite3_stmt *statement = statement_of(store, BAN);
    store_bind_text(statement, 1, address);
    sqlite3_bind_int64(statement, 2, now_ms);
    return store_begin(store) && store_run(store, statement);
}

bool store_unban_address(struct store *store, const char *address) {
    store_bind_text(statement_of(store, UNBAN), 1, address);
    return store_begin(store) && store_run(store, statement_of(store, UNBAN));
}

store_answer store_find_ban(struct store *store, const char *address) {
    sqlite3_stmt *statement = statement_of(store, FIND_BAN);
    store_bind_text(statement, 1, address);
    store_answer answer = store_step(store, statement, "reading bans");
    store_reset(statement);
    return answer;
}

bool store_visit_bans(struct store *store, store_ban_visitor *visit, void *context) {
    sqlite3_stmt *statement = statement_of(store, LIST_BANS);
    store_answer answer;
    bool going = true;
    while (going && (answer = store_step(store, statement, "reading bans")) == STORE_FOUND) {
        char whom[128];
        store_column_text(statement, 0, whom, sizeof whom);
        going = visit(context, whom, sqlite3_column_int(statement, 1) != 0);
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

bool store_visit_counts(struct store *store, store_count_visitor *visit, void *context) {
    sqlite3_stmt *statement = statement_of(store, COUNTS);
    store_answer answer;
    bool going = true;
    while (going && (answer = store_step(store, statement, "counting games")) == STORE_FOUND) {
        char edition[32];
        store_column_text(statement, 0, edition, sizeof edition);
        going = visit(context, edition, (unsigned)sqlite3_column_int(statement, 1),
                      (uint64_t)sqlite3_column_int64(statement, 2));
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

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
        ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", db ? sqlite3_errmsg(db) : "out of memory");
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
