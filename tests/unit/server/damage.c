/* A bit that turns over in the store costs the game that it belongs to, and no other: that
 * one is told of and refused, and never played from what is left of it. */
#define _XOPEN_SOURCE 700

#include "hub_world.h"
#include "server/api/admin.h"
#include "server/database/sqlite.h"
#include "server/database/wal_check.h"
#include "server/play/inspection.h"
#include "server/session/batch.h"
#include "server/session/erasing.h"
#include "server/session/resume.h"
#include "server/store/store_chat.h"
#include "server/store/store_open.h"
#include "server/store/store_parts.h"
#include "server/store/store_seal.h"
#include "server/transfer/store_check.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct fixture {
    char folder[64];
    char path[80];
    hub_world world;
} fixture;

static int set_up(void **state) {
    fixture *f = calloc(1, sizeof *f);
    ff_error error;
    *state = f;
    snprintf(f->folder, sizeof f->folder, "/tmp/flagfall-damage-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/games.db", f->folder);
    struct store *store = store_open(f->path, &error);
    bool made = store && world_add_games(store);
    store_close(store);
    return made ? 0 : -1;
}

static int tear_down(void **state) {
    fixture *f = *state;
    world_close(&f->world);
    static const char *const files[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s%s", f->path, files[i]);
        unlink(path);
    }
    int left = rmdir(f->folder);
    free(f);
    return left;
}

static void change(const fixture *f, const char *sql) {
    sqlite3 *db;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(db));
    assert_true(sqlite3_total_changes(db) > 0);
    sqlite3_close(db);
}

static void open_world(fixture *f) {
    assert_true(world_open(&f->world, f->path));
    assert_true(world_join(&f->world));
}

/* ---- the journal ---- */

static void copy_file(const char *from, const char *to) {
    char line[512];
    size_t size;
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    while ((size = fread(line, 1, sizeof line, in)) > 0)
        assert_int_equal(fwrite(line, 1, size, out), size);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

enum { BATCHES = 6, JOURNAL_HEADER = 32, JOURNAL_FRAME = 24 + 4096 };

/* A store of one table as a kill leaves it: BATCHES rows, each stored by itself, in its journal. */
static void make_killed(const char *path) {
    char live[96], from[112], to[112];
    sqlite3 *db;
    snprintf(live, sizeof live, "%s-live", path);
    assert_int_equal(sqlite3_open(live, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA page_size = 4096; PRAGMA journal_mode = WAL;"
                                  "PRAGMA synchronous = FULL; CREATE TABLE t (a);"
                                  "PRAGMA wal_checkpoint(RESTART);",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    for (int i = 0; i < BATCHES; i++)
        assert_int_equal(sqlite3_exec(db, "INSERT INTO t VALUES (1)", NULL, NULL, NULL), SQLITE_OK);
    snprintf(from, sizeof from, "%s-wal", live);
    snprintf(to, sizeof to, "%s-wal", path);
    copy_file(live, path);
    copy_file(from, to);
    sqlite3_close(db);
    unlink(live);
}

static void flip(const char *path, long at) {
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    fseek(file, at, SEEK_SET);
    int byte = fgetc(file);
    fseek(file, at, SEEK_SET);
    fputc(byte ^ 4, file);
    assert_int_equal(fclose(file), 0);
}

static int rows_of(const char *path) {
    sqlite3 *db;
    sqlite3_stmt *count;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, "SELECT count(*) FROM t", -1, &count, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(count), SQLITE_ROW);
    int rows = sqlite3_column_int(count, 0);
    sqlite3_finalize(count);
    sqlite3_close(db);
    return rows;
}

/* Each place of the journal: SQLite loses what is behind without a word, and it is told of; but for
 * the last batch, of which nobody can say whether its writing was cut short. */
static void a_bit_that_turns_over_in_the_journal_is_told_of(void **state) {
    fixture *f = *state;
    static const long places[] = {0, 5, 9, 17, 24, 3000}; /* page, mark, salt, sum, content */
    char path[96], wal[112];
    uint64_t at = 0;
    snprintf(path, sizeof path, "%s/killed", f->folder);
    snprintf(wal, sizeof wal, "%s-wal", path);
    assert_int_equal(wal_count_lost(path, &at), 0); /* no such file */
    make_killed(path);
    assert_int_equal(wal_count_lost(path, &at), 0);
    for (int batch = 0; batch < BATCHES; batch++)
        for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
            long begin = JOURNAL_HEADER + (long)batch * JOURNAL_FRAME, place = places[i];
            make_killed(path);
            flip(wal, begin + place);
            unsigned lost = wal_count_lost(path, &at);
            assert_int_equal(lost, BATCHES - 1 - batch);
            if (lost)
                assert_int_equal(at, begin);
            assert_int_equal(rows_of(path), batch);
        }
    for (long place = 0; place < JOURNAL_HEADER; place += 3) {
        make_killed(path);
        flip(wal, place);
        assert_int_equal(wal_count_lost(path, &at), BATCHES - 1);
        assert_int_equal(at, 0);
    }
    make_killed(path);
    assert_int_equal(truncate(wal, JOURNAL_HEADER + 3 * JOURNAL_FRAME + 99), 0); /* cut short */
    assert_int_equal(wal_count_lost(path, &at), 0);
    unlink(path);
    unlink(wal);
}

/* A loss of power may let the end of a batch come to the disk and not its begin, where a frame of
 * before still stands, with a mark of its own. */
static void a_batch_that_power_has_cut_is_no_damage(void **state) {
    fixture *f = *state;
    char path[96], wal[112];
    uint64_t at = 0;
    snprintf(path, sizeof path, "%s/killed", f->folder);
    snprintf(wal, sizeof wal, "%s-wal", path);
    make_killed(path);
    FILE *file = fopen(wal, "r+b");
    assert_non_null(file);
    fseek(file, JOURNAL_HEADER + (BATCHES - 2) * JOURNAL_FRAME, SEEK_SET);
    for (int i = 0; i < JOURNAL_FRAME; i++)
        fputc(0x55, file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(wal_count_lost(path, &at), 0);
    assert_int_equal(rows_of(path), BATCHES - 2);
    unlink(path);
    unlink(wal);
}

/* The reason with which a message is refused, or "" */
static const char *refusal_of(fixture *f, int guest, const char *message) {
    static char reason[32];
    world_say(&f->world, guest, message);
    hub_end_batch(f->world.hub);
    reason[0] = 0;
    for (json_t *heard; (heard = world_hear(&f->world, guest)); json_decref(heard))
        if (!reason[0] && json_is_string(json_object_get(heard, "reason")))
            snprintf(reason, sizeof reason, "%s",
                     json_string_value(json_object_get(heard, "reason")));
    return reason;
}

#define OPEN(id) "{\"type\":\"open\",\"game\":\"" id "\"}"
#define MOVE(id) "{\"type\":\"move\",\"game\":\"" id "\",\"ply\":2,\"from\":\"e5\",\"to\":\"e6\"}"
#define OF_GAME " WHERE game = (SELECT number FROM game WHERE id = '" WORLD_GAME "')"
#define THE_GAME " WHERE id = '" WORLD_GAME "'"

static void whatever_of_a_game_is_changed_it_is_refused(void **state) {
    static const char *const changes[] = {
        "UPDATE act SET text = 'e4-d4'" OF_GAME " AND kind = 1 AND seat = 0",
        "UPDATE act SET kind = 3" OF_GAME " AND number = 2",
        "UPDATE act SET seat = 1" OF_GAME " AND number = 2",
        "UPDATE act SET time = time + 1" OF_GAME " AND number = 3",
        "UPDATE act SET seat = 200" OF_GAME " AND number = 2",
        "UPDATE act SET kind = 99" OF_GAME " AND number = 2",
        "UPDATE act SET remains = 1" OF_GAME " AND number = 3",
        "UPDATE act SET remains = -1" OF_GAME " AND number = 2",
        "UPDATE act SET remains = 9223372036854775807" OF_GAME " AND number = 2",
        "UPDATE act SET number = 4" OF_GAME " AND number = 3",
        "DELETE FROM act" OF_GAME " AND number = 3",
        "INSERT INTO act SELECT game, 4, kind, seat, 'e5-e4', time, remains FROM act" OF_GAME
        " AND number = 3",
        "UPDATE seat SET person = x'00'" OF_GAME " AND seat = 0",
        "UPDATE seat SET name = 'Eve'" OF_GAME " AND seat = 0",
        "UPDATE seat SET kind = 77" OF_GAME " AND seat = 1",
        "UPDATE seat SET rating = 9000" OF_GAME " AND seat = 0",
        "UPDATE seat SET salt = 'ab'" OF_GAME " AND seat = 1",
        "DELETE FROM seat" OF_GAME " AND seat = 1",
        "UPDATE game SET edition = 'duel'" THE_GAME,
        "UPDATE game SET memory = 1" THE_GAME,
        "UPDATE game SET clock_bank = 1, clock_free = 0" THE_GAME,
        "UPDATE game SET seed = seed + 1" THE_GAME,
        "UPDATE game SET phase = 200" THE_GAME,
        "UPDATE game SET phase = 3, result = 2, ending = 4" THE_GAME,
        "UPDATE game SET plies = 7" THE_GAME,
        "UPDATE game SET created = created + 1" THE_GAME,
        "UPDATE game SET rules = 99" THE_GAME,
        "UPDATE game SET previous = 'x'" THE_GAME,
        "UPDATE game SET log = log + 1" THE_GAME,
        "UPDATE game SET seal = seal + 1" THE_GAME,
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct table *table;
        change(f, changes[i]);
        open_world(f);
        const char *reason = refusal_of(f, ANN, OPEN(WORLD_GAME));
        if (strcmp(reason, "damaged") != 0)
            fail_msg("%s: %s", changes[i], reason);
        assert_string_equal(refusal_of(f, ANN, MOVE(WORLD_GAME)), "damaged");
        assert_string_equal(refusal_of(f, BOB, OPEN(WORLD_BOBS_GAME)), "");
        assert_string_equal(refusal_of(f, ANN, OPEN(WORLD_OLD_GAME)), "");
        assert_int_equal(
            tables_find(f->world.hub->tables, ff_span_of(WORLD_GAME), NULL, NULL, &table),
            STORE_DAMAGED);
        world_close(&f->world);
        unlink(f->path);
        ff_error error;
        struct store *store = store_open(f->path, &error);
        assert_true(store && world_add_games(store));
        store_close(store);
    }
}

static void lists_go_on_with_a_damaged_game_among_them(void **state) {
    fixture *f = *state;
    change(f, "UPDATE game SET plies = 9, phase = 1" THE_GAME);
    open_world(f);
    messages_welcome(f->world.hub, f->world.client[ANN], "");
    hub_end_batch(f->world.hub);
    json_t *welcome = world_hear(&f->world, ANN), *row;
    size_t i, damaged = 0;
    assert_string_equal(json_string_value(json_object_get(welcome, "type")), "welcome");
    assert_int_equal(json_array_size(json_object_get(welcome, "games")), 4);
    json_array_foreach(json_object_get(welcome, "games"), i, row) damaged +=
        strcmp(json_string_value(json_object_get(row, "phase")), "damaged") == 0;
    assert_int_equal(damaged, 1);
    json_decref(welcome);
    assert_true(hub_resume(f->world.hub));
}

static void neither_clock_nor_sweep_ends_a_damaged_game(void **state) {
    fixture *f = *state;
    struct table *table;
    int64_t when;
    store_game row;
    change(f, "UPDATE act SET time = 5" OF_GAME " AND number = 3");
    open_world(f);
    assert_true(hub_resume(f->world.hub));
    world_pass(INT64_C(1000) * 86400000);
    adjudicator_sweep(f->world.hub);
    adjudicator_flag(f->world.hub);
    assert_true(hub_end_batch(f->world.hub));
    assert_null(tables_next_out(f->world.hub->tables, &when));
    assert_int_equal(tables_find(f->world.hub->tables, ff_span_of(WORLD_GAME), NULL, NULL, &table),
                     STORE_DAMAGED);
    assert_int_equal(store_find_game(f->world.store, ff_span_of(WORLD_GAME), &row), STORE_FOUND);
    assert_int_equal(row.phase, PHASE_PLAY);
}

/* Many games share the text of their rules; the program knows those of its own editions. */
static void damaged_rules_of_a_built_in_edition_are_known_again(void **state) {
    fixture *f = *state;
    change(f, "UPDATE rules SET text = replace(text, 'e', 'f')");
    open_world(f);
    assert_string_equal(refusal_of(f, ANN, OPEN(WORLD_GAME)), "");
    world_leave(&f->world);
    world_close(&f->world);
    change(f, "UPDATE rules SET text = 'nothing' || id, seal = 5");
    open_world(f);
    assert_string_equal(refusal_of(f, ANN, OPEN(WORLD_GAME)), "damaged");
}

static unsigned count_damaged(fixture *f) {
    unsigned count = 0;
    while (tables_next_damaged(f->world.hub->tables))
        count++;
    return count;
}

static void damage_is_told_of_once(void **state) {
    fixture *f = *state;
    struct table *table;
    change(f, "UPDATE game SET plies = 9" THE_GAME);
    open_world(f);
    for (int i = 0; i < 3; i++)
        assert_int_equal(
            tables_find(f->world.hub->tables, ff_span_of(WORLD_GAME), NULL, NULL, &table),
            STORE_DAMAGED);
    assert_int_equal(count_damaged(f), 1);
    tables_end_batch(f->world.hub->tables, true, NULL, NULL);
    assert_int_equal(tables_find(f->world.hub->tables, ff_span_of(WORLD_GAME), NULL, NULL, &table),
                     STORE_DAMAGED);
    assert_int_equal(count_damaged(f), 0);
}

/* To the end; how many turns could not be stored meanwhile. */
static unsigned erase_all(fixture *f) {
    unsigned spoilt = !hub_end_batch(f->world.hub);
    for (int i = 0; i < 20; i++) {
        erasing_go_on(f->world.hub);
        spoilt += !hub_end_batch(f->world.hub);
        store_probe(f->world.store);
    }
    assert_false(erasing_go_on(f->world.hub));
    return spoilt;
}

/* Whoever deletes all data goes out of a damaged game too, and it stays damaged. */
static void leaving_does_not_seal_damage(void **state) {
    fixture *f = *state;
    store_game row;
    change(f, "UPDATE game SET plies = 9" THE_GAME);
    open_world(f);
    assert_true(erasing_begin(f->world.hub, &world_guests[ANN]));
    assert_true(erase_all(f) == 0);
    assert_int_equal(store_find_game(f->world.store, ff_span_of(WORLD_GAME), &row), STORE_DAMAGED);
    assert_true(person_is_nobody(&row.seat[FF_RED].person));
    assert_int_equal(store_find_game(f->world.store, ff_span_of(WORLD_PAIR), &row), STORE_FOUND);
    assert_true(person_is_nobody(&row.seat[FF_RED].person));
    assert_null(inspection_fault(f->world.store, &row));
}

static const char *fault_of(fixture *f, const char *id) {
    store_game row;
    store_find_game(f->world.store, ff_span_of(id), &row);
    return inspection_fault(f->world.store, &row);
}

static void a_game_that_can_be_read_can_be_mended(void **state) {
    fixture *f = *state;
    ff_error error;
    change(f, "UPDATE game SET plies = 9, phase = 3" THE_GAME);
    open_world(f);
    assert_string_equal(fault_of(f, WORLD_GAME), "row");
    assert_null(fault_of(f, WORLD_PAIR));
    assert_true(inspection_mend(f->world.store, ff_span_of(WORLD_GAME), &error));
    assert_true(store_commit(f->world.store));
    assert_null(fault_of(f, WORLD_GAME));
    assert_string_equal(refusal_of(f, ANN, OPEN(WORLD_GAME)), "");
    assert_string_equal(refusal_of(f, ANN, MOVE(WORLD_GAME)), "");
    assert_false(inspection_mend(f->world.store, ff_span_of("nothing"), &error));
}

static void what_no_rules_allow_cannot_be_mended(void **state) {
    fixture *f = *state;
    ff_error error;
    store_game row;
    change(f, "UPDATE act SET text = 'a1-k9'" OF_GAME " AND number = 2");
    open_world(f);
    assert_string_equal(fault_of(f, WORLD_GAME), "log");
    assert_false(inspection_mend(f->world.store, ff_span_of(WORLD_GAME), &error));
    assert_non_null(strstr(error.message, "replay"));
    assert_int_equal(store_find_game(f->world.store, ff_span_of(WORLD_GAME), &row), STORE_FOUND);
    row.log = 1; /* sealed all the same, it is not sound */
    assert_true(store_update_game(f->world.store, &row) && store_commit(f->world.store));
    assert_string_equal(fault_of(f, WORLD_GAME), "log");
}

/* ---- a page that is malformed, where it is written ---- */

static void meet_damage(sqlite3_context *context, int count, sqlite3_value **values) {
    (void)count, (void)values;
    sqlite3_result_error_code(context, SQLITE_CORRUPT);
}

/* No act of the game can be written, as if its page were malformed. */
static void break_writing(fixture *f) {
    sqlite3 *db = sqlite_of(f->world.store);
    assert_int_equal(
        sqlite3_create_function(db, "damage", 0, SQLITE_UTF8, NULL, meet_damage, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "CREATE TEMP TRIGGER broken BEFORE INSERT ON act"
                                  " WHEN NEW.game = (SELECT number FROM game" THE_GAME ")"
                                  " BEGIN SELECT damage(); END",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
}

static void mend_writing(fixture *f) {
    sqlite3_exec(sqlite_of(f->world.store), "DROP TRIGGER broken", NULL, NULL, NULL);
}

#define BOBS_MOVE                                                                                  \
    "{\"type\":\"move\",\"game\":\"" WORLD_BOBS_GAME "\",\"ply\":2,\"from\":\"e5\",\"to\":\"e6\"}"

static void who_plays_beside_a_damaged_game_is_not_damaged(void **state) {
    fixture *f = *state;
    open_world(f);
    break_writing(f);
    world_say(&f->world, ANN, MOVE(WORLD_GAME));
    assert_string_equal(refusal_of(f, BOB, BOBS_MOVE), "store");
    for (json_t *heard; (heard = world_hear(&f->world, ANN));)
        json_decref(heard);
    assert_string_equal(refusal_of(f, ANN, OPEN(WORLD_GAME)), "damaged");
    assert_string_equal(refusal_of(f, BOB, OPEN(WORLD_BOBS_GAME)), "");
    assert_string_equal(refusal_of(f, BOB, BOBS_MOVE), "");
}

/* By hand: the game is sound, its page could not be written for a while. */
static void a_sound_game_is_closed_and_not_deleted(void **state) {
    static const char words[] = "close\0" WORLD_GAME;
    fixture *f = *state;
    ff_buffer out = {0};
    ff_error error;
    store_game row;
    open_world(f);
    break_writing(f);
    assert_string_equal(refusal_of(f, ANN, MOVE(WORLD_GAME)), "store");
    assert_string_equal(refusal_of(f, ANN, OPEN(WORLD_GAME)), "damaged");
    mend_writing(f);
    assert_true(admin_do(f->world.hub, (ff_span){words, sizeof words}, &out, &error));
    ff_buffer_free(&out);
    assert_true(hub_end_batch(f->world.hub));
    assert_int_equal(store_find_game(f->world.store, ff_span_of(WORLD_GAME), &row), STORE_FOUND);
    assert_int_equal(row.phase, PHASE_OVER);
    assert_int_equal(row.ending, FF_BY_ABORT);
}

static void a_damaged_game_is_closed_by_deleting_it(void **state) {
    static const char words[] = "close\0" WORLD_GAME;
    fixture *f = *state;
    ff_buffer out = {0};
    ff_error error;
    store_game row;
    change(f, "UPDATE act SET text = 'a1-k9'" OF_GAME " AND number = 2");
    open_world(f);
    assert_true(admin_do(f->world.hub, (ff_span){words, sizeof words}, &out, &error));
    ff_buffer_free(&out);
    assert_true(hub_end_batch(f->world.hub));
    assert_int_equal(store_find_game(f->world.store, ff_span_of(WORLD_GAME), &row), STORE_NONE);
}

/* ---- one bit, anywhere ---- */

enum { FLIPS = 100, GAMES_MADE = 6 };

static const char *const made[GAMES_MADE] = {WORLD_NEW_GAME,  WORLD_GAME, WORLD_OLD_GAME,
                                             WORLD_BOBS_GAME, WORLD_PAIR, WORLD_OFFER};

static void read_seals(fixture *f, int64_t seals[GAMES_MADE]) {
    for (int i = 0; i < GAMES_MADE; i++) {
        struct table *table;
        store_answer found =
            tables_find(f->world.hub->tables, ff_span_of(made[i]), NULL, NULL, &table);
        seals[i] = found == STORE_FOUND ? seal_game(&table->row) : 0;
    }
}

static void ignore_problem(void *context, const char *line) {
    (void)context, (void)line;
}

/* A whole file. */
typedef struct file_bytes {
    uint8_t *data;
    size_t size;
} file_bytes;

static file_bytes read_file(const fixture *f) {
    FILE *file = fopen(f->path, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    file_bytes bytes = {NULL, (size_t)ftell(file)};
    rewind(file);
    bytes.data = malloc(bytes.size);
    assert_non_null(bytes.data);
    assert_int_equal(fread(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    return bytes;
}

/* The store with one bit turned over, and no journal. */
static void write_file(const fixture *f, const file_bytes *bytes, uint64_t bit) {
    static const char *const ends[] = {"-wal", "-shm"};
    for (int i = 0; i < 2; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s%s", f->path, ends[i]);
        unlink(path);
    }
    bytes->data[bit / 8] ^= (uint8_t)(1 << bit % 8);
    FILE *file = fopen(f->path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes->data, 1, bytes->size, file), bytes->size);
    fclose(file);
    bytes->data[bit / 8] ^= (uint8_t)(1 << bit % 8);
}

/* Does the store open with that bit turned over? Then `lost` is how many games are refused;
 * those that are not are what they were. */
static bool look(fixture *f, const int64_t before[GAMES_MADE], unsigned *lost) {
    int64_t seals[GAMES_MADE];
    bool opened = world_open(&f->world, f->path);
    *lost = 0;
    if (opened) {
        hub_resume(f->world.hub);
        read_seals(f, seals);
        for (int i = 0; i < GAMES_MADE; i++) {
            assert_true(!seals[i] || seals[i] == before[i]);
            *lost += !seals[i];
        }
        hub_end_batch(f->world.hub);
    }
    world_close(&f->world);
    return opened;
}

/* Of a byte that is not 0: most of the file is room. */
static uint64_t pick_bit(ff_rng *rng, const file_bytes *bytes) {
    uint64_t bit;
    do
        bit = ff_rng_next(rng) % (8 * bytes->size);
    while (!bytes->data[bit / 8]);
    return bit;
}

static void whatever_bit_turns_over_no_game_becomes_another(void **state) {
    fixture *f = *state;
    int64_t seals[GAMES_MADE];
    unsigned lost, some = 0, one = 0;
    ff_rng rng;
    ff_error error;
    store_report report;
    const store_check_hears hears = {NULL, inspection_fault, ignore_problem, NULL};
    open_world(f);
    read_seals(f, seals);
    world_close(&f->world);
    file_bytes bytes = read_file(f);
    ff_rng_seed(&rng, 11);
    for (int i = 0; i < FLIPS; i++) {
        write_file(f, &bytes, pick_bit(&rng, &bytes));
        bool checked = store_check(f->path, &hears, &report, &error);
        if (!look(f, seals, &lost) || lost == 0)
            continue;
        assert_true(!checked || report.problems > 0);
        some++;
        one += lost == 1;
    }
    free(bytes.data);
    assert_true(some > 0 && one > 0);
}

/* No name can be taken out of the game. */
static void break_leaving(fixture *f) {
    sqlite3 *db = sqlite_of(f->world.store);
    assert_int_equal(
        sqlite3_create_function(db, "damage", 0, SQLITE_UTF8, NULL, meet_damage, NULL, NULL),
        SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "CREATE TEMP TRIGGER broken BEFORE UPDATE ON seat"
                                  " WHEN NEW.game = (SELECT number FROM game" THE_GAME ")"
                                  " BEGIN SELECT damage(); END",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
}

static bool sits(fixture *f, const char *id) {
    store_game row;
    assert_int_equal(store_find_game(f->world.store, ff_span_of(id), &row), STORE_FOUND);
    return game_seat_of(&row, &world_guests[ANN]) != FF_NOBODY;
}

/* One page that is malformed keeps nobody from being forgotten, but for what is on it: that is
 * tried again when the store is opened again. No more than one turn is lost by it. */
static void who_is_erased_is_kept_by_no_malformed_page(void **state) {
    fixture *f = *state;
    unsigned said;
    store_game row;
    open_world(f);
    assert_int_equal(store_find_game(f->world.store, ff_span_of(WORLD_GAME), &row), STORE_FOUND);
    assert_true(store_add_line(f->world.store, &row,
                               &(store_line){.person = world_guests[ANN], .text = "hello"}));
    assert_true(store_commit(f->world.store));
    break_leaving(f);
    assert_true(erasing_begin(f->world.hub, &world_guests[ANN]));
    assert_int_equal(erase_all(f), 1);
    assert_true(sits(f, WORLD_GAME));
    assert_true(store_count_said(f->world.store, &world_guests[ANN], -1, &said) && said == 0);
    world_close(&f->world);
    open_world(f);
    assert_int_equal(erase_all(f), 0);
    assert_false(sits(f, WORLD_GAME));
    assert_null(fault_of(f, WORLD_GAME));
    world_close(&f->world);
    open_world(f);
    assert_false(erasing_go_on(f->world.hub));
}

/* From the first game on the file cannot be read, as where a disk goes away. */
static int stop(void *context) {
    (void)context;
    return 1;
}

static const char *inspect_and_break(struct store *store, const store_game *game) {
    const char *fault = inspection_fault(store, game);
    sqlite3_progress_handler(sqlite_of(store), 1, stop, NULL);
    return fault;
}

static void note_problem(void *context, const char *line) {
    strncat(context, line, 1000);
    strcat(context, "\n");
}

static void what_could_not_be_read_is_not_told_to_be_sound(void **state) {
    fixture *f = *state;
    char lines[4096] = "";
    const store_check_hears hears = {lines, inspect_and_break, note_problem, NULL};
    store_report report;
    ff_error error;
    assert_true(store_check(f->path, &hears, &report, &error));
    assert_non_null(strstr(lines, " problem=store\n"));
    assert_int_equal(report.games, 1);
    assert_int_equal(report.damaged, 0);
    assert_true(report.problems >= 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        TEST(a_bit_that_turns_over_in_the_journal_is_told_of),
        TEST(a_batch_that_power_has_cut_is_no_damage),
        TEST(who_is_erased_is_kept_by_no_malformed_page),
        TEST(what_could_not_be_read_is_not_told_to_be_sound),
        TEST(whatever_of_a_game_is_changed_it_is_refused),
        TEST(lists_go_on_with_a_damaged_game_among_them),
        TEST(neither_clock_nor_sweep_ends_a_damaged_game),
        TEST(damaged_rules_of_a_built_in_edition_are_known_again),
        TEST(damage_is_told_of_once),
        TEST(leaving_does_not_seal_damage),
        TEST(a_game_that_can_be_read_can_be_mended),
        TEST(what_no_rules_allow_cannot_be_mended),
        TEST(who_plays_beside_a_damaged_game_is_not_damaged),
        TEST(a_sound_game_is_closed_and_not_deleted),
        TEST(a_damaged_game_is_closed_by_deleting_it),
        TEST(whatever_bit_turns_over_no_game_becomes_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
