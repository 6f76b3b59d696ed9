/* Two servers on one store at which the same name, or the same browser, is registered at the same
 * moment: one of them is told that it was too late, and all else of its batch stands. Needs
 * FLAGFALL_POSTGRESQL (tests/support/with_postgresql). */
#include "hub_talk.h"

#include "server/commands/accounts.h"
#include "server/database/postgresql_state.h"
#include "server/nodes/nodes.h"
#include "server/session/batch.h"

#include <pthread.h>

#define REGISTER(name)                                                                             \
    "{\"type\":\"register\",\"name\":\"" name "\",\"password\":\"correct horse\"}"
#define NEW "{\"type\":\"new\",\"edition\":\"duel\",\"seat\":\"red\",\"opponent\":\"random\"}"

typedef struct site {
    hub_world node[2];
    bool stands; /* the batch of the second one */
} site;

static void start(hub_world *world) {
    ff_error error;
    assert_true(world_open_on(world, store_open_node(test_postgresql(), &error), 0));
    assert_true(nodes_open(world->hub));
    world->hub->ended = nodes_settle;
    while (nodes_hear(world->hub)) /* the first: that anything may have changed */
        assert_true(hub_end_batch(world->hub));
    assert_true(postgresql_run(world->store->connection, "SET lock_timeout = 0"));
}

static int set_up_two(void **state) {
    static site two;
    two = (site){.stands = false};
    *state = &two;
    test_store_new("");
    start(&two.node[0]);
    start(&two.node[1]);
    return 0;
}

static int tear_down_two(void **state) {
    site *at = *state;
    for (int i = 0; i < 2; i++) {
        world_leave(&at->node[i]);
        nodes_close(at->node[i].hub);
        world_close(&at->node[i]);
    }
    return 0;
}

static void join(hub_world *world, int guest, int cookie) {
    world->client[guest] = hub_join(world->hub, &world_guests[cookie], "127.0.0.1", NULL);
    assert_non_null(world->client[guest]);
    assert_true(hub_end_batch(world->hub));
}

/* The password is known, and what it was asked for is still to be done. */
static void ask(hub_world *world, int guest, const char *text) {
    world_say(world, guest, text);
    while (workers_work(world->passwords))
        continue;
    assert_true(hub_end_batch(world->hub));
}

static void *register_second(void *context) {
    site *at = context;
    hub_world *world = &at->node[1];
    world_say(world, CID, NEW);
    accounts_take_answers(world->hub);
    at->stands = hub_end_batch(world->hub);
    return NULL;
}

/* The first one's batch ends while the second one waits for it. */
static void register_both(site *at) {
    static const char until_it_waits[] =
        "DO $$ BEGIN WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
        " LOOP PERFORM pg_sleep(0.01); END LOOP; END $$";
    pthread_t beside;
    accounts_take_answers(at->node[0].hub);
    assert_int_equal(pthread_create(&beside, NULL, register_second, at), 0);
    assert_true(test_store_run(test_postgresql(), until_it_waits));
    assert_true(hub_end_batch(at->node[0].hub));
    pthread_join(beside, NULL);
    assert_true(at->stands);
}

static void check_told(hub_world *world, int guest, const char *key, const char *value) {
    json_t *told = hear_last(world, guest);
    assert_string_equal(json_string_value(json_object_get(told, key)), value);
    json_decref(told);
}

static void of_one_name_the_second_is_refused_as_taken(void **state) {
    site *at = *state;
    join(&at->node[0], ANN, ANN);
    join(&at->node[1], BOB, BOB);
    join(&at->node[1], CID, CID);
    ask(&at->node[0], ANN, REGISTER("Wren"));
    ask(&at->node[1], BOB, REGISTER("wren"));
    register_both(at);
    check_told(&at->node[0], ANN, "type", "signed");
    check_told(&at->node[1], BOB, "reason", "name-taken");
    check_told(&at->node[1], CID, "type", "game");
}

static void of_one_browser_the_second_is_refused_as_signed_in(void **state) {
    site *at = *state;
    join(&at->node[0], ANN, ANN);
    join(&at->node[1], BOB, ANN);
    join(&at->node[1], CID, CID);
    ask(&at->node[0], ANN, REGISTER("Wren"));
    ask(&at->node[1], BOB, REGISTER("Robin"));
    register_both(at);
    check_told(&at->node[0], ANN, "type", "signed");
    check_told(&at->node[1], BOB, "reason", "signed-in");
    check_told(&at->node[1], CID, "type", "game");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_two, tear_down_two)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(of_one_name_the_second_is_refused_as_taken),
        TEST(of_one_browser_the_second_is_refused_as_signed_in),
    };
    if (test_postgresql())
        return cmocka_run_group_tests(tests, NULL, NULL);
    printf("skipped: no PostgreSQL (tests/support/with_postgresql)\n");
    return 0;
}
