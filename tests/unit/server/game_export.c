/* Every game that ends on the server becomes a record in which everything is proved: the
 * rules find nothing wrong with it, and both armies are those that were promised. Whoever asks
 * for one is served by a thread. */
#define _GNU_SOURCE

#include "hub_talk.h"

#include "flagfall/notation.h"
#include "flagfall/replay.h"
#include "server/api/routes.h"
#include "server/play/game_export.h"
#include "server/session/batch.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static struct table *begin(hub_world *world, const char *edition) {
    store_game row = world_row(WORLD_GAME, ANN);
    snprintf(row.id, sizeof row.id, "%.22s", edition);
    snprintf(row.edition, sizeof row.edition, "%s", edition);
    struct table *table = tables_add(world->hub->tables, &row, NULL);
    assert_non_null(table);
    return table;
}

static void give_armies(hub_world *world, struct table *table, ff_rng *rng) {
    ff_setup setup;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        store_act act = {.kind = ACT_SETUP, .seat = (uint8_t)seat};
        ff_setup_random(&setup, &table->edition, rng);
        ff_setup_write(&setup, &table->edition, act.text);
        assert_int_equal(tables_set_up(world->hub->tables, table, &act, (ff_span){NULL, 0}, NULL),
                         ACT_DONE);
    }
}

static bool play_one(hub_world *world, struct table *table, ff_rng *rng) {
    ff_view view;
    ff_move moves[FF_MOVES_MAX];
    table_view(table, FF_NOBODY, &view);
    if (view.ending != FF_BY_NOTHING)
        return false;
    ff_seat turn = (ff_seat)view.turn;
    table_view(table, turn, &view);
    size_t count = ff_view_moves(&view, moves);
    store_act act = {.kind = ACT_MOVE, .seat = (uint8_t)turn};
    ff_move_write(moves[ff_rng_below(rng, (uint32_t)count)], false, act.text);
    assert_int_equal(tables_play(world->hub->tables, table, &act, NULL), ACT_DONE);
    return true;
}

static void end_by_draw(hub_world *world, struct table *table) {
    store_act act = {.kind = ACT_END, .seat = FF_NOBODY, .text = "agreement"};
    if (table_phase(table) != PHASE_OVER)
        assert_int_equal(tables_play(world->hub->tables, table, &act, NULL), ACT_DONE);
}

/* A number for each move that is a ply, and none while the game goes on. */
static void times_must_fit(const struct table *table, const ff_record *record) {
    const char *times = ff_record_tag_value(record, "MoveTimes");
    unsigned count = times ? 1 : 0;
    for (const char *c = times; c && *c; c++)
        count += *c == ' ';
    assert_int_equal(count, table_plies(table));
    assert_true(count == 0 || table_times(table));
}

static void must_be_proved(const struct table *table) {
    ff_record record = {0};
    ff_history history = {0};
    ff_replay replay;
    assert_true(game_export_record(table, &record));
    assert_true(ff_replay_record(&replay, &record, NULL, &history));
    assert_int_equal(replay.verdict, FF_REPLAY_OK);
    times_must_fit(table, &record);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        bool red = seat == FF_RED;
        struct commitment promised = {
            ff_record_tag_value(&record, "Edition"), red ? "red" : "blue",
            ff_span_of(ff_record_tag_value(&record, red ? "RedSetup" : "BlueSetup")),
            ff_span_of(ff_record_tag_value(&record, red ? "RedSalt" : "BlueSalt"))};
        const char *hash = ff_record_tag_value(&record, red ? "RedCommitment" : "BlueCommitment");
        assert_int_equal(commitment_verify(&promised, ff_span_of(hash)), COMMITMENT_OK);
    }
    free(history.moves);
    ff_record_free(&record);
}

static void every_game_that_ends_is_a_record_that_proves_itself(void **state) {
    hub_world *world = *state;
    ff_rng rng;
    ff_rng_seed(&rng, 5);
    for (size_t i = 0; i < ff_edition_count(); i++) {
        struct table *table = begin(world, ff_edition_at(i)->id);
        ff_record none = {0};
        give_armies(world, table, &rng);
        assert_false(game_export_record(table, &none)); /* it goes on */
        for (int ply = 0; ply < 300 && play_one(world, table, &rng); ply++)
            assert_true(table_phase(table) == PHASE_OVER || !table_times(table));
        end_by_draw(world, table);
        must_be_proved(table);
        ff_record_free(&none);
        assert_true(hub_end_batch(world->hub));
    }
}

static void a_game_without_two_armies_is_no_record(void **state) {
    hub_world *world = *state;
    ff_record record = {0};
    struct table *table = begin(world, "duel");
    end_by_draw(world, table);
    assert_false(game_export_record(table, &record));
    ff_record_free(&record);
}

/* ---- a finished game by GET ---- */

enum { SHARE = 2, PLACES = SHARE * WORKERS_SHARE };

typedef struct asking {
    char folder[64], path[96];
    hub_world world;
    struct site site;
    char id[GAME_ID_SIZE];
} asking;

static int set_up_asking(void **state) {
    asking *f = calloc(1, sizeof *f);
    ff_rng rng;
    *state = f;
    ff_rng_seed(&rng, 7);
    snprintf(f->folder, sizeof f->folder, "/tmp/flagfall-export-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    snprintf(f->path, sizeof f->path, "%s/store.db", f->folder);
    if (!world_open(&f->world, f->path) || !world_join(&f->world))
        return -1;
    struct table *table = begin(&f->world, "duel");
    give_armies(&f->world, table, &rng);
    end_by_draw(&f->world, table);
    memcpy(f->id, table->row.id, sizeof f->id);
    f->site = (struct site){
        .hub = f->world.hub, .store = f->world.store, .readers = workers_new(0, PLACES)};
    limits_init(&f->site.reads, 3, 1);
    return f->site.readers ? 0 : -1;
}

static int tear_down_asking(void **state) {
    asking *f = *state;
    char path[112];
    workers_free(f->site.readers);
    world_close(&f->world);
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", f->path, ends[i]);
        remove(path);
    }
    remove(f->folder);
    free(f);
    return 0;
}

static void ask_from(asking *f, const char *address, const char *suffix, struct arena *memory,
                     http_reply *reply) {
    char path[64];
    http_request request = {.method = HTTP_GET};
    assert_true(address_parse(ff_span_of(address), &request.address));
    snprintf(path, sizeof path, "%s%s%s", *suffix ? "/game/" : "/api/game/", f->id, suffix);
    request.path = ff_span_of(path);
    *reply = (http_reply){.memory = memory, .from = request.address};
    if (*suffix)
        route_games_file(&f->site, &request, reply);
    else
        route_games_review(&f->site, &request, reply);
}

static void ask(asking *f, const char *suffix, struct arena *memory, http_reply *reply) {
    ask_from(f, "192.0.2.1", suffix, memory, reply);
}

/* Does what has been asked for; its status. */
static unsigned work(asking *f, http_reply *reply) {
    assert_int_equal(reply->state, REPLY_LATER);
    assert_true(workers_work(f->site.readers));
    job *done = workers_take(f->site.readers);
    http_job *taken = (http_job *)done;
    assert_non_null(done);
    taken->tell(taken, &f->site);
    reply_from_job(reply, taken);
    done->free(done);
    return reply->status;
}

static unsigned status_of(asking *f, const char *suffix) {
    struct arena memory = {0};
    http_reply reply;
    ask(f, suffix, &memory, &reply);
    unsigned status = reply.state == REPLY_WHOLE ? reply.status : work(f, &reply);
    arena_free(&memory);
    return status;
}

/* The event loop looks at the row alone, so whoever asks for a long game keeps nobody waiting. */
static void a_finished_game_is_replayed_by_a_thread(void **state) {
    asking *f = *state;
    static const char *const suffixes[] = {".ffr", ""};
    assert_int_equal(status_of(f, ".ffr"), 404); /* its end is not stored yet */
    assert_true(hub_end_batch(f->world.hub));
    for (size_t i = 0; i < 2; i++) {
        struct arena memory = {0};
        http_reply reply;
        uint64_t rows = store_rows(f->world.store);
        ask(f, suffixes[i], &memory, &reply);
        assert_in_range(store_rows(f->world.store) - rows, 1, 1);
        assert_int_equal(work(f, &reply), 200);
        assert_true(reply.body.size > 0);
        arena_free(&memory);
    }
    assert_int_equal(status_of(f, ".ffr"), 429); /* it was the fourth */
}

/* An address that asks for many gets no more than its share of the places, and another that comes
 * after it is served between its first game and its second. */
static void one_address_does_not_keep_the_others_waiting(void **state) {
    asking *f = *state;
    struct arena memory = {0};
    http_reply first[SHARE + 1], other;
    assert_true(hub_end_batch(f->world.hub));
    for (int i = 0; i <= SHARE; i++) {
        ask(f, ".ffr", &memory, &first[i]);
        assert_int_equal(first[i].state, i < SHARE ? REPLY_LATER : REPLY_WHOLE);
    }
    assert_int_equal(first[SHARE].status, 503);
    ask_from(f, "192.0.2.2", ".gsn", &memory, &other);
    assert_int_equal(other.state, REPLY_WHOLE); /* which this server has not: no place is taken */
    ask_from(f, "192.0.2.2", "", &memory, &other);
    assert_int_equal(work(f, &first[0]), 200);
    assert_int_equal(work(f, &other), 200);
    assert_string_equal(other.type, "application/json");
    assert_int_equal(work(f, &first[1]), 200);
    arena_free(&memory);
}

static void more_games_than_wait_at_once_are_refused(void **state) {
    asking *f = *state;
    struct arena memory = {0};
    http_reply reply;
    char address[ADDRESS_TEXT];
    assert_true(hub_end_batch(f->world.hub));
    for (int i = 0; i <= PLACES; i++) {
        snprintf(address, sizeof address, "192.0.2.%d", i + 1);
        ask_from(f, address, ".ffr", &memory, &reply);
        assert_int_equal(reply.state, i < PLACES ? REPLY_LATER : REPLY_WHOLE);
    }
    assert_int_equal(reply.status, 503);
    arena_free(&memory);
}

/* The loop plays a game again for a picture of its past, and counts each ply, which the budget then
 * charges as a row. */
static void a_picture_of_the_past_costs_its_plies(void **state) {
    asking *f = *state;
    static const char *const ends[] = {".png", "/7.png", "/0.png"};
    static const uint64_t played[] = {0, 7, 7};
    struct arena memory = {0};
    ff_rng rng;
    ff_rng_seed(&rng, 11);
    struct table *table = begin(&f->world, "tournament");
    give_armies(&f->world, table, &rng);
    for (int ply = 0; ply < 8; ply++)
        assert_true(play_one(&f->world, table, &rng));
    end_by_draw(&f->world, table);
    assert_true(hub_end_batch(f->world.hub));
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char path[64];
        http_reply reply = {.memory = &memory};
        http_request request = {.method = HTTP_GET};
        snprintf(path, sizeof path, "/g/tournament%s", ends[i]);
        request.path = ff_span_of(path);
        (i ? route_ply_picture : route_game_picture)(&f->site, &request, &reply);
        assert_int_equal(f->site.replayed, played[i]);
        assert_true(workers_work(f->site.readers));
        job *drawn = workers_take(f->site.readers);
        assert_int_equal(((http_job *)drawn)->reply.status, 200);
        drawn->free(drawn);
    }
    arena_free(&memory);
}

/* What the thread finds, the host is told. */
static void a_game_whose_log_is_damaged_is_told_of(void **state) {
    asking *f = *state;
    sqlite3 *db;
    assert_true(hub_end_batch(f->world.hub));
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    assert_int_equal(
        sqlite3_exec(db, "UPDATE act SET time = time + 1 WHERE number = 1", NULL, NULL, NULL),
        SQLITE_OK);
    sqlite3_close(db);
    assert_int_equal(status_of(f, ".ffr"), 500);
    const struct table *told = tables_next_damaged(f->world.hub->tables);
    assert_non_null(told);
    assert_string_equal(told->damage, "log");
    assert_string_equal(told->row.id, f->id);
    assert_null(tables_next_damaged(f->world.hub->tables));
}

#define TEST_ASKING(name) cmocka_unit_test_setup_teardown(name, set_up_asking, tear_down_asking)
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        TEST(every_game_that_ends_is_a_record_that_proves_itself),
        TEST(a_game_without_two_armies_is_no_record),
        TEST_ASKING(a_finished_game_is_replayed_by_a_thread),
        TEST_ASKING(one_address_does_not_keep_the_others_waiting),
        TEST_ASKING(more_games_than_wait_at_once_are_refused),
        TEST_ASKING(a_picture_of_the_past_costs_its_plies),
        TEST_ASKING(a_game_whose_log_is_damaged_is_told_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
