/* The store alone: what is committed is there for the next one to open it, what is
 * not never was, and a store that fails says so and loses nothing. */
#define _XOPEN_SOURCE 700

#include "server/store.h"

#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH_SIZE = 128, LOG_SIZE = 1024 };

typedef struct fixture {
    char folder[64];
    char path[PATH_SIZE];
    ff_store *store;
} fixture;

static const ff_guest ann = {{1}}, bob = {{2}};

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    ff_error error;
    snprintf(f->folder, sizeof f->folder, "/tmp/flagfall-store-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/games.db", f->folder);
    f->store = store_open(f->path, &error);
    *state = f;
    return f->store ? 0 : -1;
}

static int tear_down(void **state) {
    static const char *const ends[] = {"", "-wal", "-shm"};
    fixture *f = *state;
    store_close(f->store);
    for (int i = 0; i < 3; i++) {
        char path[PATH_SIZE + 8];
        snprintf(path, sizeof path, "%s%s", f->path, ends[i]);
        unlink(path);
    }
    rmdir(f->folder);
    free(f);
    return 0;
}

static void open_again(fixture *f) {
    ff_error error;
    store_close(f->store);
    f->store = store_open(f->path, &error);
    assert_non_null(f->store);
}

static store_game game_of(const char *id, const ff_guest *owner) {
    store_game row = {.owner = *owner,
                      .edition = "tournament",
                      .opponent = "random",
                      .seat = FF_BLUE,
                      .memory = true,
                      .seed = UINT64_MAX - 5,
                      .created = 1234567890123};
    snprintf(row.id, sizeof row.id, "%s", id);
    return row;
}

static bool add_game(ff_store *store, const char *id, const ff_guest *owner) {
    store_game row = game_of(id, owner);
    return store_add_game(store, &row);
}

static bool add_move(ff_store *store, const char *id, unsigned number, const char *text) {
    store_game row = game_of(id, &ann);
    store_act act = {.kind = ACT_MOVE, .seat = number % 2};
    row.phase = PHASE_PLAY;
    row.plies = (uint16_t)(number + 1);
    snprintf(act.text, sizeof act.text, "%s", text);
    return store_add_act(store, &row, number, &act);
}

static bool note_act(void *context, const store_act *act) {
    char *log = context;
    snprintf(log + strlen(log), LOG_SIZE - strlen(log), "%u%u%s ", act->kind, act->seat, act->text);
    return true;
}

static const char *log_of(ff_store *store, const char *id) {
    static char log[LOG_SIZE];
    log[0] = 0;
    assert_true(store_visit_acts(store, id, note_act, log));
    return log;
}

static bool note_game(void *context, const store_game *row) {
    char *list = context;
    snprintf(list + strlen(list), 256 - strlen(list), "%s ", row->id);
    return true;
}

static void what_is_committed_is_there_for_the_next_one(void **state) {
    fixture *f = *state;
    store_game found;
    assert_true(add_game(f->store, "one", &ann));
    assert_true(add_move(f->store, "one", 0, "a4-a5"));
    assert_true(store_commit(f->store));
    open_again(f);
    assert_int_equal(store_find_game(f->store, ff_span_of("one"), &ann, &found), STORE_FOUND);
    store_game expected = game_of("one", &ann);
    assert_string_equal(found.edition, expected.edition);
    assert_string_equal(found.opponent, expected.opponent);
    assert_memory_equal(&found.owner, &ann, sizeof ann);
    assert_true(found.seed == expected.seed && found.created == expected.created);
    assert_int_equal(found.seat, FF_BLUE);
    assert_true(found.memory);
    assert_int_equal(found.phase, PHASE_PLAY);
    assert_int_equal(found.plies, 1);
    assert_string_equal(log_of(f->store, "one"), "10a4-a5 ");
}

static void what_is_not_committed_never_was(void **state) {
    fixture *f = *state;
    store_game found;
    assert_true(add_game(f->store, "one", &ann));
    assert_true(store_commit(f->store));
    assert_true(add_game(f->store, "two", &ann));
    assert_true(add_move(f->store, "one", 0, "a4-a5"));
    open_again(f);
    assert_int_equal(store_find_game(f->store, ff_span_of("two"), &ann, &found), STORE_NONE);
    assert_string_equal(log_of(f->store, "one"), "");
}

static void a_game_is_its_owners_alone(void **state) {
    fixture *f = *state;
    store_game found;
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
    assert_int_equal(store_find_game(f->store, ff_span_of("one"), &bob, &found), STORE_NONE);
    assert_int_equal(store_find_game(f->store, ff_span_of("on"), &ann, &found), STORE_NONE);
    assert_int_equal(store_find_game(f->store, (ff_span){"one\0", 4}, &ann, &found), STORE_NONE);
    assert_int_equal(store_find_any_game(f->store, "one", &found), STORE_FOUND);
}

static void games_are_listed_newest_first(void **state) {
    fixture *f = *state;
    char list[256] = "";
    unsigned all, open;
    static const char *const ids[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++)
        assert_true(add_game(f->store, ids[i], &ann));
    assert_true(add_game(f->store, "bobs", &bob));
    store_game over = game_of("b", &ann);
    store_act act = {.kind = ACT_END, .text = "resign"};
    over.phase = PHASE_OVER;
    assert_true(store_add_act(f->store, &over, 0, &act));
    snprintf(over.id, sizeof over.id, "c");
    assert_true(store_add_act(f->store, &over, 0, &act));
    assert_true(store_commit(f->store));
    assert_true(store_visit_games(f->store, &ann, 1, note_game, list));
    assert_string_equal(list, "d c a "); /* one of those that are over */
    assert_true(store_count_games(f->store, &ann, &all, &open));
    assert_int_equal(all, 4);
    assert_int_equal(open, 2);
}

static void a_computer_that_owes_something_is_waited_for(void **state) {
    fixture *f = *state;
    char list[256] = "";
    assert_true(add_game(f->store, "army", &ann)); /* the guest is Blue, Red is the computer */
    assert_true(add_game(f->store, "blue", &ann));
    assert_true(add_game(f->store, "red", &ann));
    assert_true(add_move(f->store, "blue", 0, "a4-a5"));
    assert_true(add_move(f->store, "red", 0, "a4-a5"));
    assert_true(add_move(f->store, "red", 1, "a7-a6"));
    assert_true(store_commit(f->store));
    assert_true(store_visit_waiting(f->store, note_game, list));
    assert_string_equal(list, "army red ");
}

static void the_same_ply_is_not_written_twice(void **state) {
    fixture *f = *state;
    assert_true(add_game(f->store, "one", &ann));
    assert_true(add_move(f->store, "one", 0, "a4-a5") && store_commit(f->store));
    assert_false(add_move(f->store, "one", 0, "b4-b5"));
    assert_false(add_move(f->store, "one", 1, "b7-b6")); /* the whole turn is spoilt */
    assert_false(store_commit(f->store));
    assert_string_equal(log_of(f->store, "one"), "10a4-a5 ");
    assert_true(add_move(f->store, "one", 1, "b7-b6") && store_commit(f->store));
    assert_true(store_is_working(f->store));
}

static void a_probe_does_not_mend_a_spoilt_turn(void **state) {
    fixture *f = *state;
    assert_true(add_game(f->store, "one", &ann));
    assert_false(add_game(f->store, "one", &ann));
    store_probe(f->store);
    assert_false(store_commit(f->store));
    assert_true(store_probe(f->store));
    assert_true(store_is_working(f->store));
}

static void a_locked_store_fails_and_mends(void **state) {
    fixture *f = *state;
    sqlite3 *other;
    assert_int_equal(sqlite3_open(f->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(add_game(f->store, "one", &ann));
    assert_false(store_commit(f->store));
    assert_false(store_is_working(f->store));
    assert_false(store_probe(f->store));
    assert_non_null(strstr(store_trouble(f->store), "locked"));
    sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(other);
    assert_true(store_probe(f->store));
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
}

/* Every size at which the disk may be full: each turn stands or falls as a whole. */
static void a_full_disk_loses_only_what_was_refused(void **state) {
    fixture *f = *state;
    struct rlimit before, full;
    char expected[LOG_SIZE] = "";
    unsigned number = 0, refused = 0;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
    for (rlim_t limit = 1000; limit < 200000; limit += 7919) {
        full = (struct rlimit){limit, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &full);
        bool stored = add_move(f->store, "one", number, "a4-a5");
        stored = store_commit(f->store) && stored;
        setrlimit(RLIMIT_FSIZE, &before);
        refused += !stored;
        if (stored)
            snprintf(expected + strlen(expected), 16, "1%ua4-a5 ", number % 2);
        number += stored;
        assert_string_equal(log_of(f->store, "one"), expected);
        open_again(f);
        assert_string_equal(log_of(f->store, "one"), expected);
    }
    assert_true(refused > 0 && number > 0);
}

static void a_file_that_is_gone_is_no_store(void **state) {
    fixture *f = *state;
    char away[PATH_SIZE + 8];
    snprintf(away, sizeof away, "%s-away", f->path);
    assert_int_equal(rename(f->path, away), 0);
    assert_true(add_game(f->store, "one", &ann));
    assert_false(store_commit(f->store));
    assert_int_equal(rename(away, f->path), 0);
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
}

static void check_refused(const fixture *f, const char *sql, const char *word) {
    sqlite3 *db;
    ff_error error;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    assert_null(store_open(f->path, &error));
    assert_non_null(strstr(error.message, word));
}

static void a_newer_store_is_refused(void **state) {
    fixture *f = *state;
    store_close(f->store);
    f->store = NULL;
    check_refused(f, "PRAGMA user_version = 2", "newer");
}

static void somebody_elses_database_is_refused(void **state) {
    fixture *f = *state;
    store_close(f->store);
    f->store = NULL;
    check_refused(f, "PRAGMA application_id = 0", "not a Flagfall store");
    check_refused(f, "PRAGMA application_id = 7", "not a Flagfall store");
}

static void a_file_of_anything_is_refused(void **state) {
    fixture *f = *state;
    ff_error error;
    store_close(f->store);
    f->store = NULL;
    FILE *file = fopen(f->path, "wb");
    for (int i = 0; i < 5000; i++)
        fputc(i * 7, file);
    fclose(file);
    assert_null(store_open(f->path, &error));
    assert_non_null(strstr(error.message, "not a database"));
    assert_null(store_open("/nowhere/at/all/games.db", &error));
}

static void the_journal_is_written_ahead(void **state) {
    fixture *f = *state;
    sqlite3 *db;
    sqlite3_stmt *mode;
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA journal_mode", -1, &mode, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(mode), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(mode, 0), "wal");
    sqlite3_finalize(mode);
    sqlite3_close(db);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_committed_is_there_for_the_next_one),
        TEST(what_is_not_committed_never_was),
        TEST(a_game_is_its_owners_alone),
        TEST(games_are_listed_newest_first),
        TEST(a_computer_that_owes_something_is_waited_for),
        TEST(the_same_ply_is_not_written_twice),
        TEST(a_probe_does_not_mend_a_spoilt_turn),
        TEST(a_locked_store_fails_and_mends),
        TEST(a_full_disk_loses_only_what_was_refused),
        TEST(a_file_that_is_gone_is_no_store),
        TEST(a_newer_store_is_refused),
        TEST(somebody_elses_database_is_refused),
        TEST(a_file_of_anything_is_refused),
        TEST(the_journal_is_written_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
