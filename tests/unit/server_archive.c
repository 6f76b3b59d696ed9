/* Every game that ends on the server becomes a record in which everything is proved:
 * the rules find nothing wrong with it, and both armies are those that were promised. */
#include "hub_world.h"

#include "flagfall/notation.h"
#include "flagfall/replay.h"
#include "server/archive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static int set_up(void **state) {
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    return world && world_open(world, ":memory:") && world_join(world) ? 0 : -1;
}

static int tear_down(void **state) {
    world_close(*state);
    free(*state);
    return 0;
}

static ff_table *begin(hub_world *world, const char *edition) {
    store_game row = world_row(WORLD_GAME, ANN);
    snprintf(row.id, sizeof row.id, "%.22s", edition);
    snprintf(row.edition, sizeof row.edition, "%s", edition);
    ff_table *table = tables_add(world->hub->tables, &row, NULL);
    assert_non_null(table);
    return table;
}

static void give_armies(hub_world *world, ff_table *table, ff_rng *rng) {
    ff_setup setup;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        store_act act = {.kind = ACT_SETUP, .seat = (uint8_t)seat};
        ff_setup_random(&setup, &table->edition, rng);
        ff_setup_write(&setup, &table->edition, act.text);
        assert_int_equal(tables_set_up(world->hub->tables, table, &act, (ff_span){NULL, 0}, NULL),
                         ACT_DONE);
    }
}

static bool play_one(hub_world *world, ff_table *table, ff_rng *rng) {
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

static void end_by_draw(hub_world *world, ff_table *table) {
    store_act act = {.kind = ACT_END, .seat = FF_NOBODY, .text = "agreement"};
    if (table_phase(table) != PHASE_OVER)
        assert_int_equal(tables_play(world->hub->tables, table, &act, NULL), ACT_DONE);
}

static void must_be_proved(const ff_table *table) {
    ff_record record = {0};
    ff_history history = {0};
    ff_replay replay;
    assert_true(archive_record(table, &record));
    assert_true(ff_replay_record(&replay, &record, NULL, &history));
    assert_int_equal(replay.verdict, FF_REPLAY_OK);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        bool red = seat == FF_RED;
        ff_commitment promised = {
            ff_record_tag_value(&record, "Edition"), red ? "red" : "blue",
            ff_span_of(ff_record_tag_value(&record, red ? "RedSetup" : "BlueSetup")),
            ff_span_of(ff_record_tag_value(&record, red ? "RedSalt" : "BlueSalt"))};
        const char *hash = ff_record_tag_value(&record, red ? "RedCommitment" : "BlueCommitment");
        assert_int_equal(ff_commitment_verify(&promised, ff_span_of(hash)), FF_COMMITMENT_OK);
    }
    free(history.moves);
    ff_record_free(&record);
}

static void every_game_that_ends_is_a_record_that_proves_itself(void **state) {
    hub_world *world = *state;
    ff_rng rng;
    ff_rng_seed(&rng, 5);
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_table *table = begin(world, ff_edition_at(i)->id);
        ff_record none = {0};
        give_armies(world, table, &rng);
        assert_false(archive_record(table, &none)); /* it goes on */
        for (int ply = 0; ply < 300 && play_one(world, table, &rng); ply++)
            continue;
        end_by_draw(world, table);
        must_be_proved(table);
        ff_record_free(&none);
        assert_true(hub_end_turn(world->hub));
    }
}

static void a_game_without_two_armies_is_no_record(void **state) {
    hub_world *world = *state;
    ff_record record = {0};
    ff_table *table = begin(world, "duel");
    end_by_draw(world, table);
    assert_false(archive_record(table, &record));
    ff_record_free(&record);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        TEST(every_game_that_ends_is_a_record_that_proves_itself),
        TEST(a_game_without_two_armies_is_no_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
