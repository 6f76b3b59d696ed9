/* Who is connected to which of several servers: what the table says is so, whatever has become of
 * the batches that wrote it, and no row is written for nothing. Needs FLAGFALL_POSTGRESQL
 * (tests/support/with_postgresql). */
#include "hub_world.h"
#include "server/database/store_sql.h"
#include "server/nodes/nodes.h"
#include "server/session/batch.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int set_up(void **state) {
    ff_error error;
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    if (!world || !world_open_on(world, store_open_node(test_store_new(""), &error), 0) ||
        !nodes_open(world->hub))
        return -1;
    world->hub->ended = nodes_settle;
    while (nodes_hear(world->hub)) /* the first: that anything may have changed */
        assert_true(hub_end_batch(world->hub));
    nodes_pulse(world->hub, 0);
    assert_true(hub_end_batch(world->hub));
    return 0;
}

static int tear_down(void **state) {
    hub_world *world = *state;
    world_leave(world);
    nodes_close(world->hub);
    return world_tear_down(state);
}

static void join(hub_world *world, int guest) {
    world->client[guest] = hub_join(world->hub, &world_guests[guest], "127.0.0.1", NULL);
    assert_non_null(world->client[guest]);
}

static void leave(hub_world *world, int guest) {
    hub_leave(world->hub, world->client[guest]);
    world->client[guest] = NULL;
}

static bool pulse(hub_world *world, bool stands) {
    nodes_pulse(world->hub, 0);
    if (!stands)
        store_spoil(world->store);
    bool stood = hub_end_batch(world->hub);
    return store_probe(world->store) && stood;
}

static void find_text(hub_world *world, const char *sql, int guest, char text[32]) {
    struct statement *find = store_prepare(world->store, sql);
    assert_non_null(find);
    text[0] = 0;
    store_bind_person(find, 1, &world_guests[guest]);
    if (store_step(world->store, find, "looking") == STORE_FOUND)
        store_column_text(find, 0, text, 32);
    store_reset(find);
    store_finalize(find);
}

/* The row's place in the table, another one whenever it is written; empty where there is none. */
static void find_row(hub_world *world, int guest, char place[32]) {
    find_text(world, "SELECT ctid::text FROM here WHERE person = ?1", guest, place);
}

static bool is_written(hub_world *world, int guest) {
    char place[32];
    find_row(world, guest, place);
    return place[0];
}

static void what_is_lost_is_written_again_and_nothing_else(void **state) {
    hub_world *world = *state;
    char before[32], after[32];
    join(world, ANN);
    join(world, BOB);
    assert_true(pulse(world, true));
    find_row(world, ANN, before);
    assert_true(before[0] && is_written(world, BOB));
    join(world, CID);
    leave(world, BOB);
    assert_false(pulse(world, false));
    assert_true(is_written(world, BOB) && !is_written(world, CID));
    assert_true(pulse(world, true));
    assert_true(!is_written(world, BOB) && is_written(world, CID));
    find_row(world, ANN, after);
    assert_string_equal(before, after);
}

/* Also where that was while another's change waited to be written again. */
static void whoever_comes_back_is_here(void **state) {
    hub_world *world = *state;
    join(world, ANN);
    assert_false(pulse(world, false));
    leave(world, ANN);
    assert_false(pulse(world, false));
    join(world, ANN);
    assert_true(pulse(world, true));
    assert_true(is_written(world, ANN));
}

/* As while the store is away: what waits to be written grows no longer than who is here. */
static void however_many_have_gone_again_who_is_here_is_written_at_once(void **state) {
    hub_world *world = *state;
    join(world, ANN);
    assert_true(pulse(world, true));
    for (int i = 0; i < 1000; i++) {
        join(world, BOB);
        leave(world, BOB);
    }
    leave(world, ANN);
    join(world, CID);
    assert_false(pulse(world, false));
    assert_true(is_written(world, ANN) && !is_written(world, CID));
    assert_true(pulse(world, true));
    assert_true(!is_written(world, ANN) && !is_written(world, BOB) && is_written(world, CID));
    join(world, BOB);
    assert_true(pulse(world, true));
    assert_true(is_written(world, BOB) && is_written(world, CID));
}

/* By which the lobby's places go in turns, on all servers. */
static void of_an_address_only_what_stands_for_it_is_kept(void **state) {
    hub_world *world = *state;
    char kept[GUESTS][32];
    join(world, ANN);
    join(world, BOB);
    world->client[CID] = hub_join(world->hub, &world_guests[CID], "192.0.2.7", NULL);
    assert_non_null(world->client[CID]);
    assert_true(pulse(world, true));
    for (int guest = 0; guest < GUESTS; guest++) {
        find_text(world, "SELECT address FROM here WHERE person = ?1", guest, kept[guest]);
        assert_true(kept[guest][0]);
        assert_null(strchr(kept[guest], '.'));
    }
    assert_string_equal(kept[ANN], kept[BOB]);
    assert_string_not_equal(kept[ANN], kept[CID]);
}

/* Who comes while all are written is not among them. */
static void who_comes_while_all_are_written_is_written_too(void **state) {
    hub_world *world = *state;
    for (int i = 0; i < 1000; i++) {
        join(world, BOB);
        leave(world, BOB);
    }
    nodes_pulse(world->hub, 0);
    join(world, ANN);
    assert_true(hub_end_batch(world->hub));
    assert_true(pulse(world, true));
    assert_true(is_written(world, ANN));
}

static void a_batch_that_wrote_nothing_is_none(void **state) {
    hub_world *world = *state;
    join(world, ANN);
    assert_true(pulse(world, true));
    nodes_pulse(world->hub, 0);
    assert_false(store_is_writing(world->store));
    assert_true(hub_end_batch(world->hub));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(what_is_lost_is_written_again_and_nothing_else),
        TEST(whoever_comes_back_is_here),
        TEST(however_many_have_gone_again_who_is_here_is_written_at_once),
        TEST(of_an_address_only_what_stands_for_it_is_kept),
        TEST(who_comes_while_all_are_written_is_written_too),
        TEST(a_batch_that_wrote_nothing_is_none),
    };
    if (test_postgresql())
        return cmocka_run_group_tests(tests, NULL, NULL);
    printf("skipped: no PostgreSQL (tests/support/with_postgresql)\n");
    return 0;
}
