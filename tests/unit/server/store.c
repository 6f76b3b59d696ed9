/* The store alone, a file or in PostgreSQL: what is committed is there for the next one to open it,
 * what is not never was, and a store that fails says so and loses nothing. */
#define _DEFAULT_SOURCE /* syscall */

#include "flagfall/edition_text.h"
#include "server/people/people_rows.h"
#include "server/store/store_accounts.h"
#include "server/store/store_chat.h"
#include "server/store/store_erase.h"
#include "server/store/store_guests.h"
#include "server/store/store_host.h"
#include "server/store/store_open.h"
#include "server/store/store_push.h"
#include "test_store.h"

#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { PATH_SIZE = 128, LOG_SIZE = 1024 };

typedef struct fixture {
    char folder[64];
    char path[PATH_SIZE];
    const char *location; /* the path, or the URI of a database */
    struct store *store;
} fixture;

static const struct person ann = {{1}}, bob = {{2}};

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    ff_error error;
    snprintf(f->folder, sizeof f->folder, "/tmp/flagfall-store-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/games.db", f->folder);
    f->location = test_store_new(f->path);
    f->store = store_open(f->location, &error);
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
    f->store = store_open(f->location, &error);
    assert_non_null(f->store);
}

static store_game game_of(const char *id, const struct person *owner) {
    store_game row = {
        .edition = "tournament",
        .terms = {.timed = true, .clock = {.bank = 900, .increment = 3}, .memory = true},
        .seat =
            {{.kind = SEAT_COMPUTER, .name = "random", .rating = STORE_NULL, .change = STORE_NULL},
             {.kind = SEAT_GUEST,
              .person = *owner,
              .rating = 1500,
              .change = STORE_NULL,
              .salt = "5a17",
              .commitment = "ab"}},
        .by = FF_BLUE,
        .rematch = FF_NOBODY,
        .seed = UINT64_MAX - 5,
        .created = 1234567890123,
        .phase = PHASE_SETUP};
    snprintf(row.id, sizeof row.id, "%s", id);
    return row;
}

static bool add_game(struct store *store, const char *id, const struct person *owner) {
    store_game row = game_of(id, owner);
    return store_add_game(store, &row, ff_span_of("rules"));
}

static store_game find(struct store *store, const char *id) {
    store_game row;
    assert_int_equal(store_find_game(store, ff_span_of(id), &row), STORE_FOUND);
    return row;
}

static bool add_move(struct store *store, const char *id, unsigned number, const char *text) {
    store_game row = {0};
    store_act act = {.kind = ACT_MOVE, .seat = number % 2, .time = 1000 + number, .left = 5000};
    if (store_find_game(store, ff_span_of(id), &row) != STORE_FOUND)
        return false;
    row.phase = PHASE_PLAY;
    row.plies = (uint16_t)(number + 1);
    snprintf(act.text, sizeof act.text, "%s", text);
    return store_add_act(store, &row, number, &act);
}

static void check_unknown(struct store *store, const char *id) {
    store_game row;
    assert_int_equal(store_find_game(store, ff_span_of(id), &row), STORE_NONE);
}

static bool note_act(void *context, const store_act *act) {
    char *log = context;
    snprintf(log + strlen(log), LOG_SIZE - strlen(log), "%u%u%s ", act->kind, act->seat, act->text);
    return true;
}

static const char *log_of(struct store *store, const char *id) {
    static char log[LOG_SIZE];
    log[0] = 0;
    store_game row = find(store, id);
    store_log at = {0};
    assert_int_equal(store_visit_acts(store, &row, &at, note_act, log), STORE_NONE);
    return log;
}

static bool note_game(void *context, const store_game *row) {
    char *list = context;
    snprintf(list + strlen(list), 256 - strlen(list), "%s ", row->id);
    return true;
}

static void what_is_committed_is_there_for_the_next_one(void **state) {
    fixture *f = *state;
    ff_buffer rules = {0};
    assert_true(add_game(f->store, "one", &ann));
    assert_true(add_move(f->store, "one", 0, "a4-a5"));
    assert_true(store_commit(f->store));
    open_again(f);
    store_game expected = game_of("one", &ann), found = find(f->store, "one");
    assert_string_equal(found.edition, expected.edition);
    assert_true(found.terms.timed && found.terms.clock.bank == 900 &&
                found.terms.clock.increment == 3);
    assert_true(found.terms.memory && !found.terms.hints && !found.terms.watch);
    assert_int_equal(found.seat[FF_RED].kind, SEAT_COMPUTER);
    assert_string_equal(found.seat[FF_RED].name, "random");
    assert_true(found.seat[FF_RED].rating == STORE_NULL);
    assert_int_equal(found.seat[FF_BLUE].kind, SEAT_GUEST);
    assert_memory_equal(&found.seat[FF_BLUE].person, &ann, sizeof ann);
    assert_true(found.seat[FF_BLUE].rating == 1500);
    assert_string_equal(found.seat[FF_BLUE].salt, "5a17");
    assert_string_equal(found.seat[FF_BLUE].commitment, "ab");
    assert_true(found.seed == expected.seed && found.created == expected.created);
    assert_true(found.by == FF_BLUE && found.rematch == FF_NOBODY && !found.started);
    assert_int_equal(found.phase, PHASE_PLAY);
    assert_int_equal(found.plies, 1);
    assert_int_equal(store_find_rules(f->store, &found, &rules), STORE_FOUND);
    assert_true(ff_span_equals((ff_span){rules.data, rules.size}, "rules"));
    ff_buffer_free(&rules);
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
    assert_int_equal(store_find_game(f->store, ff_span_of("two"), &found), STORE_NONE);
    assert_string_equal(log_of(f->store, "one"), "");
}

static bool see_none(void *context, const store_game *game) {
    (void)context, (void)game;
    fail();
    return false;
}

/* As many finished games as one may have: to see that none goes on takes as long as to read some.
 */
static void what_looks_at_much_and_finds_nothing_costs_too(void **state) {
    enum { GAMES = 2000, LEAST = GAMES / 16, MOST = GAMES };
    fixture *f = *state;
    unsigned all, open;
    if (test_postgresql()) /* which does it in its own time */
        skip();
    for (unsigned i = 0; i < GAMES; i++) {
        char id[GAME_ID_SIZE];
        snprintf(id, sizeof id, "game%u", i);
        store_game row = game_of(id, &ann);
        row.phase = PHASE_OVER;
        assert_true(store_add_game(f->store, &row, ff_span_of("rules")));
    }
    assert_true(store_commit(f->store));
    uint64_t before = store_rows(f->store);
    assert_true(store_visit_open(f->store, &ann, 10, see_none, NULL));
    assert_in_range(store_rows(f->store) - before, LEAST, MOST);
    before = store_rows(f->store);
    assert_true(store_count_games(f->store, &ann, &all, &open) && all == GAMES && open == 0);
    assert_in_range(store_rows(f->store) - before, LEAST / 4, MOST);
}

static void a_game_is_found_by_its_whole_id(void **state) {
    fixture *f = *state;
    store_game found;
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
    assert_int_equal(store_find_game(f->store, ff_span_of("on"), &found), STORE_NONE);
    assert_int_equal(store_find_game(f->store, (ff_span){"one\0", 4}, &found), STORE_NONE);
    found = find(f->store, "one");
    assert_int_equal(game_seat_of(&found, &ann), FF_BLUE);
    assert_int_equal(game_seat_of(&found, &bob), FF_NOBODY);
    assert_int_equal(game_seat_of(&found, &(struct person){{0}}), FF_NOBODY);
}

static void what_happens_to_a_game_and_its_seats_is_kept(void **state) {
    fixture *f = *state;
    char next[GAME_ID_SIZE];
    assert_true(add_game(f->store, "one", &ann));
    store_game row = find(f->store, "one");
    row.seat[FF_RED] = (store_seat){
        .kind = SEAT_ACCOUNT, .person = bob, .name = "Bob", .rating = 1700, .change = -4};
    row.rematch = FF_RED;
    row.started = 5;
    row.ended = 6;
    row.phase = PHASE_OVER;
    assert_true(store_update_game(f->store, &row) && store_update_seat(f->store, &row, FF_RED));
    assert_int_equal(store_find_next(f->store, &row, next), STORE_NONE);
    store_game second = game_of("two", &ann);
    snprintf(second.previous, sizeof second.previous, "one");
    assert_true(store_add_game(f->store, &second, ff_span_of("rules")) && store_commit(f->store));
    store_game found = find(f->store, "one");
    assert_string_equal(found.seat[FF_RED].name, "Bob");
    assert_true(found.seat[FF_RED].change == -4 && found.rematch == FF_RED);
    assert_true(found.started == 5 && found.ended == 6 && found.phase == PHASE_OVER);
    assert_int_equal(game_seat_of(&found, &bob), FF_RED);
    assert_int_equal(store_find_next(f->store, &row, next), STORE_FOUND);
    assert_string_equal(next, "two");
}

static void games_are_listed_newest_first(void **state) {
    fixture *f = *state;
    char list[256] = "";
    unsigned all, open;
    static const char *const ids[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++)
        assert_true(add_game(f->store, ids[i], &ann));
    assert_true(add_game(f->store, "bobs", &bob));
    store_act act = {.kind = ACT_END, .text = "resign"};
    for (int i = 1; i <= 2; i++) {
        store_game over = find(f->store, ids[i]);
        over.phase = PHASE_OVER;
        assert_true(store_add_act(f->store, &over, 0, &act));
    }
    assert_true(store_commit(f->store));
    assert_true(store_visit_open(f->store, &ann, 9, note_game, list));
    assert_string_equal(list, "d a ");
    store_page page = {INT64_MAX, 1};
    assert_true(store_visit_over(f->store, &ann, &page, note_game, list));
    assert_string_equal(list, "d a c ");
    page = (store_page){find(f->store, "c").number, 10};
    assert_true(store_visit_over(f->store, &ann, &page, note_game, list));
    assert_string_equal(list, "d a c b ");
    assert_true(store_count_games(f->store, &ann, &all, &open));
    assert_int_equal(all, 4);
    assert_int_equal(open, 2);
}

/* In the order in which they ended, a page after the other, whatever numbers they have. */
static void finished_games_are_listed_as_they_ended(void **state) {
    static const int64_t ended[] = {700, 300, 500, 500, 0, 900};
    static const char *const pages[] = {"1 2 ", "3 0 ", ""};
    fixture *f = *state;
    store_ended at = {0};
    for (int i = 0; i < 6; i++) {
        store_game game = game_of((char[]){(char)('0' + i), 0}, &ann);
        game.phase = ended[i] ? PHASE_OVER : PHASE_PLAY;
        game.ended = ended[i];
        assert_true(store_add_game(f->store, &game, ff_span_of("rules")));
    }
    assert_true(store_commit(f->store));
    for (int i = 0; i < 3; i++) {
        char list[256] = "";
        assert_true(store_visit_ended(f->store, &at, 900, 2, note_game, list));
        assert_string_equal(list, pages[i]);
    }
    assert_int_equal(at.time, 700);
}

static bool note_count(void *context, const char *edition, unsigned which, uint64_t count) {
    char *list = context;
    snprintf(list + strlen(list), 256 - strlen(list), "%s %u: %u, ", edition, which,
             (unsigned)count);
    return true;
}

static void check_counts(fixture *f, const char *expected) {
    char list[256] = "";
    assert_true(store_visit_counts(f->store, note_count, list));
    assert_string_equal(list, expected);
}

/* For the host; a turn that is taken back is not counted. */
static void games_that_go_on_are_counted(void **state) {
    fixture *f = *state;
    check_counts(f, "");
    assert_true(add_game(f->store, "one", &ann) && add_game(f->store, "two", &ann));
    check_counts(f, "tournament 1: 2, ");
    assert_true(store_commit(f->store));
    assert_true(add_move(f->store, "one", 0, "a4-a5"));
    check_counts(f, "tournament 1: 1, tournament 2: 1, ");
    store_roll_back(f->store);
    check_counts(f, "tournament 1: 2, ");
    assert_true(add_move(f->store, "one", 0, "a4-a5"));
    store_game over = find(f->store, "one"), gone = find(f->store, "two");
    over.phase = PHASE_OVER;
    assert_true(store_update_game(f->store, &over) && store_drop_game(f->store, &gone));
    assert_true(store_commit(f->store));
    check_counts(f, "");
}

static void games_that_go_on_are_found_after_a_start(void **state) {
    fixture *f = *state;
    char list[256] = "";
    static const uint8_t phases[] = {PHASE_WAITING, PHASE_SETUP, PHASE_PLAY, PHASE_OVER};
    static const char *const ids[] = {"waiting", "setup", "play", "over"};
    for (int i = 0; i < 4; i++) {
        assert_true(add_game(f->store, ids[i], &ann));
        store_game row = find(f->store, ids[i]);
        row.phase = phases[i];
        assert_true(store_update_game(f->store, &row));
    }
    assert_true(store_commit(f->store));
    assert_true(store_visit_going(f->store, 0, UINT32_MAX, note_game, list));
    assert_string_equal(list, "setup play ");
}

/* A file as the first Flagfall wrote it. */
static void check_guests(fixture *f, int64_t origin, uint64_t all, uint64_t own) {
    uint64_t seats, of_origin;
    assert_true(store_count_guests(f->store, origin, &seats, &of_origin));
    assert_int_equal(seats, all);
    assert_int_equal(of_origin, own);
}

/* Whatever comes and goes, and whatever is taken back. */
static void guests_seats_are_counted_with_the_turn(void **state) {
    fixture *f = *state;
    int64_t here = store_origin_of(f->store, "192.0.2.1"),
            there = store_origin_of(f->store, "2001:db8::");
    assert_true(here != there && here != 0 && there != 0);
    check_guests(f, here, 0, 0);
    store_game game = {.rematch = FF_NOBODY, .edition = "duel", .id = "a"};
    game.seat[FF_RED] = (store_seat){.kind = SEAT_GUEST, .person = ann, .origin = here};
    assert_true(store_add_game(f->store, &game, ff_span_of("rules")));
    check_guests(f, here, 1, 1);
    store_roll_back(f->store);
    check_guests(f, here, 0, 0);
    assert_true(store_add_game(f->store, &game, ff_span_of("rules")));
    assert_true(store_commit(f->store));
    game.seat[FF_BLUE] = (store_seat){.kind = SEAT_GUEST, .person = bob, .origin = there};
    assert_true(store_update_seat(f->store, &game, FF_BLUE));
    check_guests(f, here, 2, 1);
    check_guests(f, there, 2, 1);
    store_game found = find(f->store, "a");
    assert_true(found.seat[FF_RED].origin == here && found.seat[FF_BLUE].origin == there);
    game.seat[FF_RED].kind = SEAT_ACCOUNT;
    assert_true(store_update_seat(f->store, &game, FF_RED));
    check_guests(f, here, 1, 0);
    assert_true(store_forget_origins(f->store, game.created + 1));
    check_guests(f, there, 1, 0);
    assert_true(store_drop_game(f->store, &game));
    check_guests(f, here, 0, 0);
    assert_true(store_commit(f->store));
    check_guests(f, there, 0, 0);
}

/* An address can register many accounts, each with many games, and erase them all. */
static void seats_that_are_nobodys_any_more_are_no_guests(void **state) {
    fixture *f = *state;
    int64_t here = store_origin_of(f->store, "192.0.2.1");
    store_game game = {.rematch = FF_NOBODY, .edition = "duel", .id = "a"};
    game.seat[FF_RED] = (store_seat){.kind = SEAT_ACCOUNT, .person = ann, .name = "Ann"};
    game.seat[FF_BLUE] = (store_seat){.kind = SEAT_GUEST, .person = bob, .origin = here};
    assert_true(store_add_game(f->store, &game, ff_span_of("rules")));
    check_guests(f, here, 1, 1);
    assert_true(store_leave_game(f->store, &game, &ann) && store_commit(f->store));
    game = find(f->store, "a");
    check_guests(f, here, 1, 1);
    assert_true(store_leave_game(f->store, &game, &bob) && store_commit(f->store));
    check_guests(f, here, 1, 1); /* its address has taken it still */
    assert_true(store_forget_origins(f->store, game.created + 1));
    check_guests(f, here, 0, 0);
    assert_true(store_drop_game(f->store, &game) && store_commit(f->store));
    check_guests(f, here, 0, 0);
}

static int pages_of(const char *path) {
    struct stat file;
    assert_int_equal(stat(path, &file), 0);
    return (int)(file.st_size / 4096);
}

/* A few pages in each turn, so that nobody waits. */
static void space_of_what_is_gone_is_given_back(void **state) {
    fixture *f = *state;
    store_game game = {.rematch = FF_NOBODY, .edition = "duel", .id = "a"};
    store_line line = {.person = ann};
    memset(line.text, 'x', sizeof line.text - 1);
    assert_true(store_add_game(f->store, &game, ff_span_of("rules")));
    for (int i = 0; i < 5000; i++)
        assert_true(store_add_line(f->store, &game, &line));
    assert_true(store_commit(f->store));
    assert_true(store_drop_game(f->store, &game));
    assert_true(store_commit(f->store));
    open_again(f); /* all of it is in the file itself */
    int before = pages_of(f->path), turns = 0;
    for (int at = before, last = -1; at != last; turns++) {
        last = at;
        assert_true(store_give_back(f->store));
        assert_true(store_commit(f->store));
        open_again(f);
        at = pages_of(f->path);
        assert_true(last - at <= 40);
    }
    assert_true(turns > 10);
    assert_true(pages_of(f->path) < before / 2);
}

static const char first_schema[] =
    "CREATE TABLE game ("
    " id TEXT NOT NULL UNIQUE, owner BLOB NOT NULL, edition TEXT NOT NULL, opponent TEXT NOT NULL,"
    " seat INTEGER NOT NULL, memory INTEGER NOT NULL, seed INTEGER NOT NULL,"
    " created INTEGER NOT NULL, phase INTEGER NOT NULL, result INTEGER NOT NULL,"
    " plies INTEGER NOT NULL) STRICT;"
    "CREATE INDEX game_owner ON game (owner, phase);"
    "CREATE INDEX game_open ON game (phase) WHERE phase < 2;"
    "CREATE TABLE act ("
    " game TEXT NOT NULL REFERENCES game (id), number INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL,"
    " PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe (id INTEGER PRIMARY KEY, time INTEGER NOT NULL) STRICT;"
    "PRAGMA application_id = 1179012145; PRAGMA user_version = 1;"
    "INSERT INTO game VALUES"
    " ('one', x'0100000000000000000000000000000000000000000000000000000000000000', 'travel-en',"
    "  'random', 1, 1, 77, 5000, 1, 0, 1),"
    " ('two', x'0200000000000000000000000000000000000000000000000000000000000000', 'duel',"
    "  'picket', 0, 0, 78, 6000, 2, 2, 0);"
    "INSERT INTO act VALUES ('one', 0, 0, 0, 'ARMY', 7), ('one', 1, 0, 1, 'YMRA', 8),"
    " ('one', 2, 1, 0, 'a4-a5', 9), ('two', 0, 2, 0, 'resign', 11);";

static void games_of_the_first_schema_go_on(void **state) {
    fixture *f = *state;
    sqlite3 *db;
    ff_error error;
    ff_buffer rules = {0};
    ff_edition edition;
    store_close(f->store);
    f->store = NULL;
    unlink(f->path);
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, first_schema, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    f->store = store_open(f->path, &error);
    assert_non_null(f->store);
    store_game one = find(f->store, "one"), two = find(f->store, "two");
    assert_int_equal(game_seat_of(&one, &ann), FF_BLUE);
    assert_int_equal(one.seat[FF_RED].kind, SEAT_COMPUTER);
    assert_string_equal(one.seat[FF_RED].name, "random");
    assert_true(one.phase == PHASE_PLAY && one.plies == 1 && one.terms.memory && one.seed == 77);
    assert_true(one.created == 5000 && !one.terms.timed && one.started && !one.ended);
    assert_string_equal(log_of(f->store, "one"), "00ARMY 01YMRA 10a4-a5 ");
    assert_int_equal(game_seat_of(&two, &bob), FF_RED);
    assert_true(two.phase == PHASE_OVER && two.result == FF_BLUE_WINS);
    assert_true(two.ending == FF_BY_RESIGN && two.ended == 11000);
    assert_int_equal(store_find_rules(f->store, &one, &rules), STORE_FOUND);
    assert_true(ff_edition_read((ff_span){rules.data, rules.size}, &edition, NULL));
    assert_string_equal(edition.id, "travel-en");
    ff_buffer_free(&rules);
    open_again(f);
    assert_string_equal(log_of(f->store, "two"), "20resign ");
}

/* What the schemas since have added. */
#define AFTER_SCHEMA_15                                                                            \
    "DROP TABLE profile; DROP TABLE follow;"                                                       \
    "DROP TABLE tournament_game; DROP TABLE tournament_player; DROP TABLE tournament;"             \
    "DROP TABLE chat_report; DROP TABLE agreement;"                                                \
    "DROP TABLE puzzle; DROP TABLE puzzle_try; DROP TABLE puzzle_solver;"                          \
    "DROP INDEX push_origin; DROP INDEX push_origin_time; ALTER TABLE push DROP COLUMN origin;"    \
    "ALTER TABLE game DROP COLUMN delay; DROP TABLE vacation; DROP TABLE guest_ban;"

/* As schema 14 had it. */
static const char push_of_schema_14[] = AFTER_SCHEMA_15
    "DROP TABLE push; DROP TABLE push_guests;"
    "CREATE TABLE push (endpoint TEXT PRIMARY KEY, person BLOB NOT NULL, cookie BLOB NOT NULL,"
    " point BLOB NOT NULL, secret BLOB NOT NULL, guest INTEGER NOT NULL, time INTEGER NOT NULL)"
    " STRICT, WITHOUT ROWID;"
    "CREATE INDEX push_person ON push (person);"
    "CREATE INDEX push_cookie ON push (cookie);"
    "CREATE INDEX push_guest ON push (guest) WHERE guest = 1;"
    "CREATE INDEX push_time ON push (time);"
    "INSERT INTO push VALUES ('https://a', zeroblob(32), zeroblob(32), zeroblob(65),"
    " x'01020304050607080910111213141516', 1, 5),"
    " ('https://b', zeroblob(32), zeroblob(32), zeroblob(65), zeroblob(16), 0, 6);"
    "PRAGMA user_version = 14;";

static void check_push_guests(const fixture *f, const char *expected) {
    sqlite3 *db;
    sqlite3_stmt *count;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count FROM push_guests", -1, &count, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(count), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(count, 0), expected);
    assert_int_equal(sqlite3_step(count), SQLITE_DONE);
    sqlite3_finalize(count);
    sqlite3_close(db);
}

static void subscriptions_of_an_older_schema_are_kept_and_counted(void **state) {
    fixture *f = *state;
    sqlite3 *db;
    store_push push;
    store_close(f->store);
    f->store = NULL;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, push_of_schema_14, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    for (int opened = 0; opened < 2; opened++) { /* the second time there is nothing to do */
        open_again(f);
        check_push_guests(f, "1");
    }
    assert_int_equal(store_find_push(f->store, "https://a", &push), STORE_FOUND);
    assert_true(push.guest && push.time == 5 && push.secret[15] == 0x16);
    push.guest = false; /* the guest has made an account */
    assert_true(store_put_push(f->store, &push) && store_commit(f->store));
    check_push_guests(f, "0");
    push.guest = true;
    assert_true(store_put_push(f->store, &push) && store_put_push(f->store, &push) &&
                store_commit(f->store));
    check_push_guests(f, "1");
    assert_true(store_drop_push_by(f->store, &push.cookie) && store_commit(f->store));
    check_push_guests(f, "0");
}

static void an_account_of_before_profiles_shows_nothing(void **state) {
    fixture *f = *state;
    const store_account old = {.person = ann, .name = "Annie"},
                        young = {.person = bob, .name = "Bobby"};
    profile_shows shows;
    sqlite3 *db;
    assert_true(store_add_account(f->store, &old, "annie", NULL) && store_commit(f->store));
    store_close(f->store);
    f->store = NULL;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, AFTER_SCHEMA_15 "PRAGMA user_version = 15;", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    open_again(f);
    assert_true(store_add_account(f->store, &young, "bobby", NULL) && store_commit(f->store));
    assert_int_equal(people_find_shows(f->store, &ann, &shows), STORE_FOUND);
    assert_int_equal(shows, SHOWS_NOTHING);
    assert_int_equal(people_find_shows(f->store, &bob, &shows), STORE_FOUND);
    assert_int_equal(shows, SHOWS_RESULTS);
}

static void put_pushes(const fixture *f, unsigned count, int64_t origin, int64_t time) {
    store_push push = {.guest = true, .origin = origin, .time = time};
    for (unsigned i = 0; i < count; i++) {
        snprintf(push.endpoint, sizeof push.endpoint, "https://%lld/%u", (long long)origin, i);
        push.person.key[0] = (uint8_t)i;
        push.person.key[1] = (uint8_t)origin;
        assert_true(store_put_push(f->store, &push));
    }
    assert_true(store_commit(f->store));
}

static void guests_of_one_address_have_a_share_of_the_subscriptions(void **state) {
    fixture *f = *state;
    int64_t here = store_origin_of(f->store, "192.0.2.1"),
            there = store_origin_of(f->store, "2001:db8::");
    put_pushes(f, STORE_PUSH_SHARE - 1, here, 5);
    assert_int_equal(store_has_push_share(f->store, here), STORE_FOUND);
    put_pushes(f, STORE_PUSH_SHARE, here, 5); /* the first ones again, and one more */
    assert_int_equal(store_has_push_share(f->store, here), STORE_NONE);
    assert_int_equal(store_has_push_share(f->store, there), STORE_FOUND);
    assert_int_equal(store_has_push_room(f->store), STORE_FOUND);
    open_again(f);
    assert_int_equal(store_has_push_share(f->store, here), STORE_NONE);
    assert_true(store_forget_push_origins(f->store, 5) && store_commit(f->store));
    assert_int_equal(store_has_push_share(f->store, here), STORE_NONE);
    for (int swept = 0; swept < 2; swept++)
        assert_true(store_forget_push_origins(f->store, 6) && store_commit(f->store));
    check_push_guests(f, "100");                                         /* they are still woken, */
    assert_int_equal(store_has_push_share(f->store, here), STORE_FOUND); /* and count no more */
}

static void a_snapshot_is_of_one_moment(void **state) {
    fixture *f = *state;
    ff_error error;
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
    struct store *snapshot = store_open_snapshot(f->location, &error);
    assert_non_null(snapshot);
    find(snapshot, "one");
    assert_true(add_game(f->store, "two", &ann) && store_commit(f->store));
    check_unknown(snapshot, "two");
    assert_false(add_game(snapshot, "three", &ann));
    store_close(snapshot);
    snapshot = store_open_snapshot(f->location, &error);
    find(snapshot, "two");
    store_close(snapshot);
    check_unknown(f->store, "three");
}

/* An engine may say so at once, or by the commit. */
static void the_same_ply_is_not_written_twice(void **state) {
    fixture *f = *state;
    assert_true(add_game(f->store, "one", &ann));
    assert_true(add_move(f->store, "one", 0, "a4-a5") && store_commit(f->store));
    assert_true(add_game(f->store, "two", &ann)); /* the whole turn is spoilt */
    add_move(f->store, "one", 0, "b4-b5");
    assert_false(store_commit(f->store));
    check_unknown(f->store, "two");
    assert_string_equal(log_of(f->store, "one"), "10a4-a5 ");
    assert_true(add_move(f->store, "one", 1, "b7-b6") && store_commit(f->store));
    assert_true(store_is_working(f->store));
}

/* By who has read the game before the other's change. */
static bool add_stale_move(struct store *store, store_game before, const char *text) {
    store_act act = {.kind = ACT_MOVE, .seat = FF_RED, .time = 1000, .left = 5000};
    snprintf(act.text, sizeof act.text, "%s", text);
    before.phase = PHASE_PLAY;
    before.plies = 1;
    return store_add_act(store, &before, 0, &act);
}

static void what_somebody_else_has_changed_is_not_written_over(void **state) {
    fixture *f = *state;
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
    store_game before = find(f->store, "one"), seated = before;
    assert_true(add_move(f->store, "one", 0, "a4-a5") && store_commit(f->store));
    assert_false(store_has_conflicted(f->store));
    add_stale_move(f->store, before, "b4-b5");
    assert_false(store_commit(f->store));
    assert_true(store_has_conflicted(f->store));
    assert_true(store_is_working(f->store)); /* there is nothing to wait for */
    seat_leave(&seated.seat[FF_BLUE]);
    store_update_seat(f->store, &seated, FF_BLUE);
    assert_false(store_commit(f->store));
    assert_string_equal(log_of(f->store, "one"), "10a4-a5 ");
    assert_int_equal(find(f->store, "one").seat[FF_BLUE].person.key[0], ann.key[0]);
    assert_true(add_move(f->store, "one", 1, "b7-b6") && store_commit(f->store));
    assert_false(store_has_conflicted(f->store));
}

static void a_rated_game_counts_on_what_is_there(void **state) {
    fixture *f = *state;
    store_rating one = {.group = "full", .glicko = {1520, 80, 0.06}, .games = 1}, read;
    assert_true(store_set_rating(f->store, &ann, &one) && store_commit(f->store));
    store_rating other = {.group = "full", .glicko = {1480, 80, 0.06}, .games = 1};
    store_set_rating(f->store, &ann, &other);
    assert_false(store_commit(f->store));
    assert_true(store_has_conflicted(f->store));
    assert_int_equal(store_find_rating(f->store, &ann, "full", &read), STORE_FOUND);
    assert_true(read.glicko.rating > 1500);
    one.games = 2;
    assert_true(store_set_rating(f->store, &ann, &one) && store_commit(f->store));
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

static void a_turn_for_which_something_is_missing_is_taken_back(void **state) {
    fixture *f = *state;
    store_game game;
    assert_true(add_game(f->store, "one", &ann));
    assert_false(store_spoil(f->store));
    assert_false(store_commit(f->store));
    assert_int_equal(store_find_game(f->store, ff_span_of("one"), &game), STORE_NONE);
    assert_true(store_probe(f->store));
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
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

static unsigned sleeps;

static int count_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs, (void)microseconds;
    sleeps++;
    return microseconds;
}

/* Many connections are served by the thread that writes: it tries again in a later turn. */
static void nobody_waits_for_a_locked_store(void **state) {
    fixture *f = *state;
    sqlite3 *other;
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL), counting = *usual;
    counting.zName = "counting";
    counting.xSleep = count_sleep;
    sqlite3_vfs_register(&counting, 1);
    open_again(f);
    assert_int_equal(sqlite3_open(f->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    sleeps = 0;
    for (int i = 0; i < 20; i++) {
        assert_false(add_game(f->store, "one", &ann));
        assert_false(store_commit(f->store));
        assert_false(store_probe(f->store));
    }
    assert_int_equal(sleeps, 0);
    sqlite3_close(other);
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
    sqlite3_vfs_register(usual, 1);
    open_again(f);
    sqlite3_vfs_unregister(&counting);
    find(f->store, "one");
}

/* ---- who has the lock when a batch begins ---- */

/* Somebody who lets the lock go at the `releases`-th turn that others are given, 0: never; each
 * such turn takes `turn_us` on a clock that stands still otherwise. */
static struct {
    sqlite3 *db;
    unsigned turns, releases;
    int64_t turn_us, now_us;
} holder;

/* In the place of the system's. */
int sched_yield(void) {
    holder.now_us += holder.turn_us;
    if (++holder.turns == holder.releases)
        sqlite3_exec(holder.db, "ROLLBACK", NULL, NULL, NULL);
    return 0;
}

/* In the place of the system's: where somebody holds the lock, the steady clock is the holder's. */
int clock_gettime(clockid_t which, struct timespec *now) {
    if (which != CLOCK_MONOTONIC || !holder.db)
        return (int)syscall(SYS_clock_gettime, which, now);
    *now = (struct timespec){holder.now_us / 1000000, holder.now_us % 1000000 * 1000};
    return 0;
}

static void close_holder(void) {
    sqlite3_close(holder.db);
    holder.db = NULL;
}

static void hold_lock(const fixture *f, unsigned releases, int64_t turn_us) {
    memset(&holder, 0, sizeof holder);
    assert_int_equal(sqlite3_open(f->path, &holder.db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(holder.db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    holder.releases = releases;
    holder.turn_us = turn_us;
}

/* A thread that begins to read may have it, which is no reason to refuse a batch. */
static void a_lock_that_is_held_for_a_moment_refuses_nothing(void **state) {
    fixture *f = *state;
    static const int64_t turn_us[] = {1, 30000}; /* on a quiet machine, and on a busy one */
    static const char *const id[] = {"one", "two"};
    for (size_t i = 0; i < 2; i++) {
        hold_lock(f, 3, turn_us[i]);
        assert_true(add_game(f->store, id[i], &ann) && store_commit(f->store));
        assert_int_equal(holder.turns, 3);
        close_holder();
        find(f->store, id[i]);
    }
}

/* Where the machine is busy each turn of the others is a long one: the loop goes on after a few,
 * and where it is not, after so many tries. */
static void a_lock_that_is_held_for_longer_is_not_waited_for(void **state) {
    fixture *f = *state;
    static const struct {
        int64_t turn_us;
        unsigned least, most;
    } loads[] = {{3000, 3, 5}, {1, 10, 1000}};
    for (size_t i = 0; i < 2; i++) {
        hold_lock(f, 0, loads[i].turn_us);
        assert_false(add_game(f->store, "one", &ann));
        assert_false(store_commit(f->store));
        assert_in_range(holder.turns, loads[i].least, loads[i].most);
        holder.turns = 0;
        assert_false(add_game(f->store, "one", &ann)); /* it is known by now */
        assert_false(store_commit(f->store));
        assert_int_equal(holder.turns, 0);
        close_holder();
        assert_true(store_probe(f->store));
    }
}

static long journal_size(const fixture *f) {
    char path[PATH_SIZE + 8];
    struct stat journal;
    snprintf(path, sizeof path, "%s-wal", f->path);
    assert_int_equal(stat(path, &journal), 0);
    return (long)journal.st_size;
}

/* A page of the log and one of the game's row: no list has to be written anew. */
static void a_move_writes_no_more_than_two_pages(void **state) {
    enum { PAGE = 4096 + 24 }; /* with its head in the journal */
    fixture *f = *state;
    assert_true(add_game(f->store, "one", &ann) && store_commit(f->store));
    assert_true(add_move(f->store, "one", 0, "a4-a5") && store_commit(f->store)); /* play begins */
    long before = journal_size(f);
    assert_true(add_move(f->store, "one", 1, "a7-a6") && store_commit(f->store));
    assert_in_range(journal_size(f) - before, PAGE, 2 * PAGE);
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
    check_refused(f, "PRAGMA user_version = 1000", "newer");
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
    const struct CMUnitTest everywhere[] = {
        TEST(what_is_committed_is_there_for_the_next_one),
        TEST(what_is_not_committed_never_was),
        TEST(a_game_is_found_by_its_whole_id),
        TEST(what_looks_at_much_and_finds_nothing_costs_too),
        TEST(what_happens_to_a_game_and_its_seats_is_kept),
        TEST(games_are_listed_newest_first),
        TEST(finished_games_are_listed_as_they_ended),
        TEST(games_that_go_on_are_counted),
        TEST(games_that_go_on_are_found_after_a_start),
        TEST(guests_seats_are_counted_with_the_turn),
        TEST(seats_that_are_nobodys_any_more_are_no_guests),
        TEST(a_snapshot_is_of_one_moment),
        TEST(the_same_ply_is_not_written_twice),
        TEST(what_somebody_else_has_changed_is_not_written_over),
        TEST(a_rated_game_counts_on_what_is_there),
        TEST(a_probe_does_not_mend_a_spoilt_turn),
        TEST(a_turn_for_which_something_is_missing_is_taken_back),
    };
    const struct CMUnitTest in_a_file[] = {
        TEST(space_of_what_is_gone_is_given_back),
        TEST(games_of_the_first_schema_go_on),
        TEST(subscriptions_of_an_older_schema_are_kept_and_counted),
        TEST(guests_of_one_address_have_a_share_of_the_subscriptions),
        TEST(an_account_of_before_profiles_shows_nothing),
        TEST(a_locked_store_fails_and_mends),
        TEST(nobody_waits_for_a_locked_store),
        TEST(a_lock_that_is_held_for_a_moment_refuses_nothing),
        TEST(a_lock_that_is_held_for_longer_is_not_waited_for),
        TEST(a_move_writes_no_more_than_two_pages),
        TEST(a_full_disk_loses_only_what_was_refused),
        TEST(a_file_that_is_gone_is_no_store),
        TEST(a_newer_store_is_refused),
        TEST(somebody_elses_database_is_refused),
        TEST(a_file_of_anything_is_refused),
        TEST(the_journal_is_written_ahead),
    };
    int failed = cmocka_run_group_tests(everywhere, NULL, NULL);
    return failed || test_postgresql() ? failed : cmocka_run_group_tests(in_a_file, NULL, NULL);
}
