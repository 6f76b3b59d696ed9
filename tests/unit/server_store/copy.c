/* A store that is copied to another place is there as it was, or not at all: between files, and
 * where FLAGFALL_POSTGRESQL names a database (tests/support/with_postgresql) by way of that. */
#define _XOPEN_SOURCE 700

#include "hub_world.h"
#include "server/database/sqlite.h"
#include "server/database/store_claim.h"
#include "server/play/inspection.h"
#include "server/store/store_host.h"
#include "server/store/store_schema.h"
#include "server/transfer/store_copy.h"
#include "server/transfer/table_list.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH_SIZE = 128 };

typedef struct fixture {
    char folder[64];
    char first[PATH_SIZE], last[PATH_SIZE], file[PATH_SIZE];
    const char *between; /* the file, or the URI of a database */
} fixture;

static void run_on(const char *path, const char *sql) {
    sqlite3 *db = NULL;
    char *message = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, sql, NULL, NULL, &message);
    if (message)
        fail_msg("%s: %s", sql, message);
    sqlite3_close(db);
}

/* With some games, one of which is over. */
static void make_store(const char *path) {
    ff_error error;
    struct store *store = store_open(path, &error);
    assert_non_null(store);
    assert_true(world_add_games(store) && store_set_notice(store, "hello") && store_commit(store));
    store_close(store);
}

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    snprintf(f->folder, sizeof f->folder, "/tmp/flagfall-copy-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    snprintf(f->first, sizeof f->first, "%s/first.db", f->folder);
    snprintf(f->last, sizeof f->last, "%s/last.db", f->folder);
    snprintf(f->file, sizeof f->file, "%s/between.db", f->folder);
    f->between = test_store_new(f->file);
    *state = f;
    make_store(f->first);
    return 0;
}

static int tear_down(void **state) {
    fixture *f = *state;
    char command[PATH_SIZE];
    snprintf(command, sizeof command, "rm -r %s", f->folder);
    assert_int_equal(system(command), 0);
    free(f);
    return 0;
}

/* ---- copied ---- */

static unsigned problems;

static void hear_problem(void *context, const char *line) {
    (void)context, (void)line;

    problems++;
}

static void hear_no_progress(void *context, const char *unit, uint64_t count, uint64_t total) {
    (void)context, (void)unit, (void)count, (void)total;
}

static const store_copy_hears silent = {{NULL, inspection_fault, hear_problem, NULL},
                                        hear_no_progress};

static store_copy_report copy(const char *from, const char *to) {
    store_copy_report report;
    ff_error error;
    if (!store_copy(from, to, &silent, &report, &error))
        fail_msg("%s", error.message);
    assert_true(report.whole && report.tables > 20 && report.rows > 0);
    return report;
}

static void check_refused(const char *from, const char *to, const store_copy_hears *hears,
                          const char *word) {
    store_copy_report report;
    ff_error error;
    assert_false(store_copy(from, to, hears, &report, &error));
    assert_false(report.whole);
    if (!strstr(error.message, word))
        fail_msg("'%s' does not say '%s'", error.message, word);
}

/* A row in each table, whatever its columns are: numbers are all `number`, so that what refers to
 * another row finds it. */
static void fill_tables(sqlite3 *db, int64_t number, const char *text) {
    static const char sql[] =
        "SELECT 'INSERT OR IGNORE INTO \"' || t.name || '\" (' || group_concat('\"' || c.name || "
        "'\"')"
        " || ') VALUES (' || group_concat(CASE c.type WHEN 'INTEGER' THEN '?1'"
        " WHEN 'REAL' THEN '?1 / 10.0' WHEN 'TEXT' THEN '?2' ELSE 'CAST(''a'' || char(0, 92, 10) ||"
        " ?2 AS BLOB)' END) || ')' FROM sqlite_schema t JOIN pragma_table_info(t.name) c"
        " WHERE t.type = 'table' GROUP BY t.name";
    sqlite3_stmt *tables, *insert;
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &tables, NULL), SQLITE_OK);
    while (sqlite3_step(tables) == SQLITE_ROW) {
        assert_int_equal(
            sqlite3_prepare_v2(db, (const char *)sqlite3_column_text(tables, 0), -1, &insert, NULL),
            SQLITE_OK);
        for (int i = sqlite3_bind_parameter_count(insert); i > 0; i--)
            assert_int_equal(i == 1 ? sqlite3_bind_int64(insert, 1, number)
                                    : sqlite3_bind_text(insert, i, text, -1, SQLITE_STATIC),
                             SQLITE_OK);
        assert_int_equal(sqlite3_step(insert), SQLITE_DONE);
        assert_int_equal(sqlite3_changes(db), 1);
        sqlite3_finalize(insert);
    }
    sqlite3_finalize(tables);
}

static void fill(const char *path) {
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL), SQLITE_OK);
    fill_tables(db, 1001, "tab\t line\n return\r \\ \\N \\. \"'{} \xc3\xa9 \xf0\x9f\x9a\xa9 %s");
    fill_tables(db, INT64_MIN, "");
    fill_tables(db, INT64_MAX, "\\.");
    sqlite3_close(db);
}

static int check_empty(void *context, int columns, char **values, char **names) {
    (void)columns, (void)names;
    *(int *)context += 1;
    print_error("table %s: %s rows differ\n", values[0], values[1]);
    return 0;
}

/* Each row of each table, both ways. */
static void check_same(const char *one, const char *other) {
    sqlite3 *db = NULL;
    sqlite3_stmt *tables;
    char sql[512];
    int differ = 0, count = 0;
    assert_int_equal(sqlite3_open(one, &db), SQLITE_OK);
    snprintf(sql, sizeof sql, "ATTACH '%s' AS b", other);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db,
                                        "SELECT name FROM main.sqlite_schema WHERE type = 'table'",
                                        -1, &tables, NULL),
                     SQLITE_OK);
    for (; sqlite3_step(tables) == SQLITE_ROW; count++) {
        const char *name = (const char *)sqlite3_column_text(tables, 0);
        snprintf(sql, sizeof sql,
                 "SELECT '%s', count(*) FROM (SELECT * FROM (SELECT * FROM main.%s EXCEPT SELECT *"
                 " FROM b.%s) UNION ALL SELECT * FROM (SELECT * FROM b.%s EXCEPT SELECT * FROM"
                 " main.%s)) HAVING count(*) > 0",
                 name, name, name, name, name);
        assert_int_equal(sqlite3_exec(db, sql, check_empty, &differ, NULL), SQLITE_OK);
    }
    sqlite3_finalize(tables);
    sqlite3_close(db);
    assert_true(count > 20);
    assert_int_equal(differ, 0);
}

static void each_row_comes_over_as_it_was(void **state) {
    fixture *f = *state;
    fill(f->first);
    store_copy_report there = copy(f->first, f->between), back = copy(f->between, f->last);
    assert_int_equal(there.rows, back.rows);
    check_same(f->first, f->last);
}

static bool find_count(void *context, const char *edition, unsigned which, uint64_t count) {
    (void)edition;
    if (which == PHASE_SETUP)
        *(uint64_t *)context = count;
    return true;
}

/* The server goes on there, and what it counts by the way is counted on. */
static void play_goes_on_in_the_copy(void **state) {
    fixture *f = *state;
    ff_error error;
    char text[NOTICE_SIZE];
    uint64_t before = 0, after = 0;
    store_game row = world_row("GGGGGGGGGGGGGGGGGGGGGG", BOB);
    store_report sound;
    assert_true(store_check(f->first, &silent.check, &sound, &error));
    store_copy_report report = copy(f->first, f->between);
    assert_int_equal(report.check.games, 6);
    assert_int_equal(report.check.problems, sound.problems);
    struct store *store = store_open(f->between, &error);
    assert_non_null(store);
    assert_true(store_read_notice(store, text));
    assert_string_equal(text, "hello");
    assert_true(store_visit_counts(store, find_count, &before));
    assert_true(world_add_row(store, &row) && store_commit(store));
    assert_true(store_visit_counts(store, find_count, &after));
    assert_true(before > 0);
    assert_int_equal(after, before + 1);
    store_close(store);
    copy(f->between, f->last);
}

static void a_damaged_game_is_told_of_and_copied(void **state) {
    fixture *f = *state;
    copy(f->first, f->last);
    run_on(f->first, "UPDATE act SET time = time + 1 WHERE game = 2");
    store_report sound;
    ff_error error;
    assert_true(store_check(f->last, &silent.check, &sound, &error));
    problems = 0;
    store_copy_report report = copy(f->first, f->between);
    assert_int_equal(report.check.damaged, sound.damaged + 1);
    assert_int_equal(report.check.problems, problems);
}

static void an_older_store_is_brought_up_to_date(void **state) {
    fixture *f = *state;
    run_on(f->last, store_migrations[0].sql);
    run_on(f->last, "PRAGMA application_id = 1179012145; PRAGMA user_version = 1;"
                    "INSERT INTO game VALUES ('AAAAAAAAAAAAAAAAAAAAAA', x'01', 'duel', 'random', 0,"
                    " 0, 7, 1000, 0, 0, 0)");
    store_copy_report report = copy(f->last, f->between);
    assert_int_equal(report.check.games, 1);
}

/* Reads all rows, and adds up what makes them different. */
static uint64_t sum_rows(const char *path) {
    ff_error error;
    const struct value *values;
    uint64_t sum = 0;
    table_list *list = calloc(1, sizeof *list);
    struct store *store = store_open(path, &error);
    assert_true(store && list && table_list_read(store, list));
    for (int i = 0; i < list->count; i++) {
        table_reader reader;
        assert_true(table_reader_open(&reader, store, &list->table[i]));
        while (table_reader_next(&reader, &values) == STORE_FOUND)
            continue;
        assert_false(reader.failed);
        table_reader_close(&reader);
        sum += list->table[i].sum;
    }
    store_close(store);
    free(list);
    return sum;
}

/* By which a copy is compared: of whatever order, and of each value. */
static void a_value_that_is_another_is_seen(void **state) {
    fixture *f = *state;
    fill(f->first);
    uint64_t sum = sum_rows(f->first);
    run_on(f->first, "CREATE TABLE old AS SELECT * FROM notice; DELETE FROM notice;"
                     "INSERT INTO notice SELECT * FROM old ORDER BY text DESC; DROP TABLE old");
    assert_int_equal(sum_rows(f->first), sum);
    static const char *const changes[] = {
        "UPDATE chat SET text = text || ' ' WHERE game = 1001",
        "UPDATE rating SET rating = rating + 1e-9 WHERE games = 1001",
        "UPDATE gap SET ended = -ended - 1 WHERE began = 1001",
        "UPDATE game SET code = NULL WHERE number = 1001",
        "UPDATE puzzle_solver SET streak = streak - 1 WHERE best = 1001",
        "DELETE FROM notice",
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        run_on(f->first, changes[i]);
        uint64_t changed = sum_rows(f->first);
        assert_int_not_equal(changed, sum);
        sum = changed;
    }
}

/* ---- refused ---- */

static void what_is_not_empty_is_not_copied_to(void **state) {
    fixture *f = *state;
    make_store(f->last);
    check_refused(f->first, f->last, &silent, "there is a store already");
    check_refused(f->first, f->first, &silent, "not copied to itself");
    unlink(f->last);
    run_on(f->last, "CREATE TABLE mine (a)");
    check_refused(f->first, f->last, &silent, "not a Flagfall store");
    copy(f->first, f->between);
    check_refused(f->first, f->between, &silent, "there is a store already");
}

/* Who else has been at the store. */
static void check_added(const fixture *f, const char *sql, const char *word) {
    unlink(f->first);
    make_store(f->first);
    run_on(f->first, sql);
    check_refused(f->first, f->between, &silent, word);
}

static void what_is_not_ours_is_not_copied(void **state) {
    fixture *f = *state;
    char sql[2048];
    check_added(f, "CREATE TABLE mine (a)", "table mine is not the same in both");
    check_added(f, "CREATE TABLE \"mi\"\"ne\" (a PRIMARY KEY REFERENCES \"mi\"\"ne\")",
                "table mi\"ne is not the same in both");
    size_t size = (size_t)snprintf(sql, sizeof sql, "CREATE TABLE mine (c0");
    for (int i = 1; i < 100; i++)
        size += (size_t)snprintf(sql + size, sizeof sql - size, ", c%d", i);
    snprintf(sql + size, sizeof sql - size, ")");
    check_added(f, sql, "table mine is not the same in both");
    size = 0;
    for (int i = 10; i < 70; i++)
        size += (size_t)snprintf(sql + size, sizeof sql - size, "CREATE TABLE z%d (a);", i);
    check_added(f, sql, "table z10 is not the same in both");
}

static void what_is_no_store_is_not_copied(void **state) {
    fixture *f = *state;
    char none[PATH_SIZE];
    snprintf(none, sizeof none, "%s/none.db", f->folder);
    check_refused(none, f->last, &silent, "there is no such file");
    run_on(none, "");
    if (test_postgresql())
        check_refused(f->between, f->last, &silent, "there is no store");
    assert_int_equal(access(f->last, F_OK), -1);
    run_on(f->first, "PRAGMA user_version = 1000");
    check_refused(f->first, f->between, &silent, "newer");
    assert_int_equal(access(f->file, F_OK), -1);
}

static void nothing_is_copied_while_a_server_runs(void **state) {
    fixture *f = *state;
    int claim;
    ff_error error;
    assert_true(store_claim(f->first, &claim, &error));
    check_refused(f->first, f->between, &silent, "another server is running on this store");
    store_release(claim);
    copy(f->first, f->between);
    assert_true(store_claim(f->between, &claim, &error));
    struct store *store = store_open(f->between, &error);
    assert_non_null(store);
    check_refused(f->between, f->last, &silent, "another server is running on this store");
    store_close(store);
    store_release(claim);
    copy(f->between, f->last);
}

/* ---- cut short ---- */

static void let_files_grow_to(rlim_t bytes) {
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void a_full_disk_leaves_nothing(void **state) {
    fixture *f = *state;
    signal(SIGXFSZ, SIG_IGN);
    copy(f->first, f->between);
    let_files_grow_to(100000);
    check_refused(f->between, f->last, &silent, "last.db: ");
    let_files_grow_to(RLIM_INFINITY);
    assert_int_equal(access(f->last, F_OK), -1);
    copy(f->between, f->last);
}

/* As an administrator ends a session: once the rows are about to be copied. */
static void cut_sessions(void *context, const char *unit, uint64_t count, uint64_t total) {
    (void)context, (void)total;
    if (count == 0 && strcmp(unit, "rows") == 0)
        assert_true(test_store_run(test_postgresql(),
                                   "DO $$ BEGIN PERFORM pg_terminate_backend(pid, 5000)"
                                   " FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                                   " AND usename = current_user; END $$"));
}

static void a_database_that_goes_away_leaves_nothing(void **state) {
    fixture *f = *state;
    const store_copy_hears cutting = {silent.check, cut_sessions};
    if (!test_postgresql())
        skip();
    check_refused(f->first, f->between, &cutting, "PostgreSQL is away");
    copy(f->first, f->between);
    check_refused(f->between, f->last, &cutting, "PostgreSQL is away");
    assert_int_equal(access(f->last, F_OK), -1);
    copy(f->between, f->last);
    check_same(f->first, f->last);
}

/* What its nodes kept for as long as they ran stays behind. */
static void a_store_that_several_served_is_copied(void **state) {
    fixture *f = *state;
    ff_error error;
    if (!test_postgresql())
        skip();
    copy(f->first, f->between);
    struct store *node = store_open_node(f->between, &error);
    assert_non_null(node);
    store_close(node);
    copy(f->between, f->last);
    check_same(f->first, f->last);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(each_row_comes_over_as_it_was),
        TEST(play_goes_on_in_the_copy),
        TEST(a_damaged_game_is_told_of_and_copied),
        TEST(an_older_store_is_brought_up_to_date),
        TEST(a_value_that_is_another_is_seen),
        TEST(what_is_not_empty_is_not_copied_to),
        TEST(what_is_not_ours_is_not_copied),
        TEST(what_is_no_store_is_not_copied),
        TEST(nothing_is_copied_while_a_server_runs),
        TEST(a_full_disk_leaves_nothing),
        TEST(a_database_that_goes_away_leaves_nothing),
        TEST(a_store_that_several_served_is_copied),
    };
    return sodium_init() < 0 || cmocka_run_group_tests(tests, NULL, NULL);
}
