/* Any opponent, at several servers on one store: two in this process, so that each knows of the
 * other's batches exactly what the test lets it hear. Needs FLAGFALL_POSTGRESQL
 * (tests/support/with_postgresql). */
#include "hub_talk.h"

#include "server/database/postgresql_state.h"
#include "server/database/store_nodes.h"
#include "server/nodes/nodes.h"
#include "server/request/message_begin.h"
#include "server/seeking/seeking.h"
#include "server/store/store_guests.h"

#define SEEK_OF(edition) "{\"type\":\"seek\",\"editions\":[\"" edition "\"],\"clocks\":[\"5+3\"]}"
#define SEEK SEEK_OF("duel")
#define UNSEEK "{\"type\":\"unseek\"}"

typedef struct site {
    hub_world node[2];
    uint64_t pulse_ms;
    unsigned notices;
} site;

/* ---- the two of them ---- */

static void start(hub_world *world) {
    ff_error error;
    assert_true(world_open_on(world, store_open_node(test_postgresql(), &error), 0));
    assert_true(nodes_open(world->hub));
    world->hub->ended = nodes_settle;
    nodes_keep(world->hub);
    hub_end_batch(world->hub);
}

static void stop(hub_world *world) {
    if (world->hub) {
        world_leave(world);
        nodes_close(world->hub);
    }
    world_close(world);
}

/* This node hears all that has been committed up to now, which a notice ends. */
static void hear_all(site *at, int node) {
    struct hub *hub = at->node[node].hub;
    struct store *other = at->node[1 - node].store;
    char last[32];
    snprintf(last, sizeof last, "notice %u", ++at->notices);
    if (!other)
        return;
    assert_true(store_set_notice(other, last) && store_commit(other));
    while (strcmp(hub->notice, last) != 0) {
        nodes_hear(hub);
        hub_end_batch(at->node[node].hub);
    }
}

static void pulse(site *at, int node) {
    struct hub *hub = at->node[node].hub;
    at->pulse_ms += 1000;
    hub_tick(hub);
    nodes_pulse(hub, at->pulse_ms);
    seeking_pulse(hub);
}

/* A second passes, and everybody hears of everything. */
static void pass(site *at) {
    world_pass(QUEUE_PAUSE_MS);
    for (int node = 0; node < 2; node++)
        if (at->node[node].hub) {
            hear_all(at, node);
            nodes_keep(at->node[node].hub);
            pulse(at, node);
            hub_end_batch(at->node[node].hub);
        }
    for (int node = 0; node < 2; node++)
        if (at->node[node].hub)
            hear_all(at, node);
}

static void join(site *at, int node, int guest) {
    hub_world *world = &at->node[node];
    world->client[guest] = hub_join(world->hub, &world_guests[guest], "127.0.0.1", NULL);
    assert_non_null(world->client[guest]);
    assert_true(hub_end_batch(world->hub));
}

/* Node 0 keeps; Ann is at 0, Bob at 1, and both know it. */
static int set_up_two(void **state) {
    static site two;
    two = (site){.pulse_ms = 1000};
    *state = &two;
    test_store_new("");
    start(&two.node[0]);
    start(&two.node[1]);
    assert_true(store_keeps(two.node[0].store));
    join(&two, 0, ANN);
    join(&two, 1, BOB);
    pass(&two);
    pass(&two);
    assert_true(hub_is_elsewhere(two.node[0].hub, &world_guests[BOB]));
    assert_true(hub_is_elsewhere(two.node[1].hub, &world_guests[ANN]));
    return 0;
}

static int tear_down_two(void **state) {
    site *at = *state;
    stop(&at->node[0]);
    stop(&at->node[1]);
    return 0;
}

/* ---- what people hear ---- */

/* The last of a type that a guest has been told; null: none. All that was told is gone then. */
static json_t *hear_of(hub_world *world, int guest, const char *type) {
    json_t *last = NULL;
    for (json_t *next; (next = world_hear(world, guest));) {
        bool fits = strcmp(json_string_value(json_object_get(next, "type")), type) == 0;
        json_decref(fits ? last : next);
        last = fits ? next : last;
    }
    return last;
}

/* The game that the queue has led to; empty: it has told of none. */
static const char *hear_game(hub_world *world, int guest) {
    static char game[2][GAME_ID_SIZE];
    static int turn;
    turn = !turn;
    game[turn][0] = 0;
    for (json_t *next; (next = world_hear(world, guest)); json_decref(next)) {
        const char *type = json_string_value(json_object_get(next, "type"));
        const char *id = json_string_value(json_object_get(next, "game"));
        if (strcmp(type, "queue") == 0 && id)
            snprintf(game[turn], sizeof *game, "%s", id);
    }
    return game[turn];
}

static void check_waits(hub_world *world, int guest, bool waits) {
    json_t *last = hear_of(world, guest, "queue");
    assert_non_null(last);
    assert_int_equal(json_is_true(json_object_get(last, "on")), waits);
    json_decref(last);
}

static void check_count(site *at, size_t count) {
    for (int node = 0; node < 2; node++)
        assert_int_equal(match_queue_count(at->node[node].hub->queue), count);
}

static void check_same_game(site *at) {
    const char *anns = hear_game(&at->node[0], ANN), *bobs = hear_game(&at->node[1], BOB);
    assert_string_not_equal(anns, "");
    assert_string_equal(anns, bobs);
    check_count(at, 0);
}

static void say_at(site *at, int node, int guest, const char *text) {
    world_say(&at->node[node], guest, text);
    assert_true(hub_end_batch(at->node[node].hub));
}

/* ---- stories ---- */

static void two_at_different_nodes_meet(void **state) {
    site *at = *state;
    say_at(at, 0, ANN, SEEK);
    say_at(at, 1, BOB, SEEK);
    check_waits(&at->node[0], ANN, true);
    check_waits(&at->node[1], BOB, true);
    hear_all(at, 0);
    hear_all(at, 1);
    check_count(at, 2);
    pass(at);
    char game[GAME_ID_SIZE], open[96];
    snprintf(game, sizeof game, "%s", hear_game(&at->node[1], BOB));
    assert_string_equal(game, hear_game(&at->node[0], ANN));
    snprintf(open, sizeof open, "{\"type\":\"open\",\"game\":\"%s\"}", game);
    say_at(at, 1, BOB, open);
    json_t *seen = hear_of(&at->node[1], BOB, "game");
    assert_string_equal(json_string_value(json_object_get(seen, "phase")), "setup");
    assert_true(json_is_string(json_object_get(seen, "seat")));
    json_decref(seen);
    check_count(at, 0);
    pass(at);
    assert_string_equal(hear_game(&at->node[1], BOB), "");
}

static void who_would_play_otherwise_waits_on(void **state) {
    site *at = *state;
    say_at(at, 0, ANN, SEEK);
    say_at(at, 1, BOB, SEEK_OF("barrage"));
    pass(at);
    pass(at);
    check_count(at, 2);
    say_at(at, 1, BOB, SEEK);
    pass(at);
    pass(at);
    check_same_game(at);
}

/* A lobby is told how many wait at all nodes, and nobody who. */
static void each_lobby_counts_who_waits_anywhere(void **state) {
    site *at = *state;
    say_at(at, 1, BOB, SEEK);
    hear_all(at, 0);
    say_at(at, 0, ANN, "{\"type\":\"lobby\",\"on\":true}");
    json_t *lobby = hear_of(&at->node[0], ANN, "lobby");
    json_t *queue = json_object_get(lobby, "queue");
    assert_int_equal(json_integer_value(json_object_get(queue, "waiting")), 1);
    assert_int_equal(json_object_size(queue), 2);
    assert_int_equal(json_object_size(json_array_get(json_object_get(queue, "pools"), 0)), 4);
    json_decref(lobby);
}

static void who_has_stopped_meets_nobody_though_the_keeper_has_not_heard(void **state) {
    site *at = *state;
    say_at(at, 0, ANN, SEEK);
    say_at(at, 1, BOB, SEEK);
    hear_all(at, 0);
    say_at(at, 1, BOB, UNSEEK);
    check_waits(&at->node[1], BOB, false);
    world_pass(QUEUE_PAUSE_MS);
    pulse(at, 0);
    assert_true(hub_end_batch(at->node[0].hub));
    assert_string_equal(hear_game(&at->node[0], ANN), "");
    assert_null(match_queue_find(at->node[0].hub->queue, &world_guests[BOB]));
    assert_non_null(match_queue_find(at->node[0].hub->queue, &world_guests[ANN]));
    hear_all(at, 1);
    say_at(at, 1, BOB, SEEK);
    pass(at);
    pass(at);
    check_same_game(at);
}

/* The game has begun, and Bob's node has not heard of it: stopping and seeking anew are too late.
 */
static void who_has_met_hears_so_whatever_is_asked_meanwhile(void **state) {
    static const char *const words[] = {UNSEEK, SEEK, SEEK_OF("barrage")};
    site *at = *state;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        say_at(at, 0, ANN, SEEK);
        say_at(at, 1, BOB, SEEK);
        hear_all(at, 0);
        world_pass(QUEUE_PAUSE_MS);
        pulse(at, 0);
        assert_true(hub_end_batch(at->node[0].hub));
        say_at(at, 1, BOB, words[i]);
        check_same_game(at);
        hear_all(at, 1);
        hear_all(at, 0);
        check_count(at, 0);
    }
}

/* Ann has a window at each node. */
static void a_person_at_two_nodes_waits_once(void **state) {
    site *at = *state;
    join(at, 1, ANN);
    say_at(at, 0, ANN, SEEK_OF("barrage"));
    int64_t since = match_queue_find(at->node[0].hub->queue, &world_guests[ANN])->since;
    world_pass(5000);
    hub_tick(at->node[1].hub);
    say_at(at, 1, ANN, SEEK); /* which has not heard of the other */
    for (int node = 0; node < 2; node++)
        hear_all(at, node);
    check_count(at, 1);
    for (int node = 0; node < 2; node++) {
        const match_ticket *ticket =
            match_queue_find(at->node[node].hub->queue, &world_guests[ANN]);
        assert_string_equal(ff_edition_at(ticket->wish.pool[0].edition)->id, "duel");
        assert_int_equal(ticket->since, since);
    }
    say_at(at, 1, ANN, UNSEEK);
    hear_all(at, 0);
    check_count(at, 0);
    check_waits(&at->node[0], ANN, false);
    check_waits(&at->node[1], ANN, false);
    say_at(at, 0, ANN, SEEK);
    hear_all(at, 1);
    say_at(at, 1, BOB, SEEK);
    pass(at);
    pass(at);
    char game[GAME_ID_SIZE];
    snprintf(game, sizeof game, "%s", hear_game(&at->node[0], ANN));
    assert_string_not_equal(game, "");
    assert_string_equal(hear_game(&at->node[1], ANN), game);
}

static void who_stops_where_the_wish_is_not_known_yet_has_stopped(void **state) {
    site *at = *state;
    join(at, 1, ANN);
    say_at(at, 0, ANN, SEEK);
    say_at(at, 1, ANN, UNSEEK);
    hear_all(at, 0);
    hear_all(at, 1);
    check_count(at, 0);
    check_waits(&at->node[0], ANN, false);
}

static void an_address_has_ten_places_at_all_nodes_together(void **state) {
    site *at = *state;
    int64_t origin = store_origin_of(at->node[0].store, "127.0.0.1"); /* join()'s */
    say_at(at, 0, ANN, SEEK);
    for (uint8_t i = 1; i < QUEUE_ADDRESS_TICKETS; i++) {
        match_wish wish = {.person = {{100, i}}, .version = i, .origin = origin};
        assert_int_equal(seeking_enter(at->node[0].hub, &wish), MATCH_ENTERED);
    }
    assert_true(hub_end_batch(at->node[0].hub));
    hear_all(at, 1);
    say_at(at, 1, BOB, SEEK);
    json_t *refused = hear_of(&at->node[1], BOB, "refused");
    assert_string_equal(json_string_value(json_object_get(refused, "reason")), "too-many");
    json_decref(refused);
}

static void who_has_no_room_left_hears_so_at_the_own_node(void **state) {
    site *at = *state;
    say_at(at, 1, BOB, SEEK);
    for (int i = 0; i < GAMES_OPEN_LIMIT; i++)
        say_at(at, 1, BOB,
               "{\"type\":\"new\",\"edition\":\"duel\",\"seat\":\"red\",\"opponent\":\"random\"}");
    assert_string_equal(hear_game(&at->node[1], BOB), "");
    say_at(at, 0, ANN, SEEK);
    pass(at);
    pass(at);
    json_t *refused = hear_of(&at->node[1], BOB, "refused");
    assert_string_equal(json_string_value(json_object_get(refused, "re")), "seek");
    assert_string_equal(json_string_value(json_object_get(refused, "reason")), "too-many");
    assert_non_null(strstr(json_string_value(json_object_get(refused, "message")), "20 games"));
    json_decref(refused);
    check_count(at, 1);
    assert_non_null(match_queue_find(at->node[1].hub->queue, &world_guests[ANN]));
}

/* Its people come back at the other node, and wait on there. */
static void who_waited_at_a_keeper_that_is_gone_waits_on(void **state) {
    site *at = *state;
    say_at(at, 0, ANN, SEEK);
    hear_all(at, 1);
    int64_t since = match_queue_find(at->node[1].hub->queue, &world_guests[ANN])->since;
    stop(&at->node[0]);
    while (!store_keeps(at->node[1].store)) {
        nodes_keep(at->node[1].hub);
        hub_end_batch(at->node[1].hub);
    }
    join(at, 1, ANN);
    world_pass(5000);
    pass(at);
    assert_int_equal(match_queue_find(at->node[1].hub->queue, &world_guests[ANN])->since, since);
    say_at(at, 1, BOB, SEEK);
    pass(at);
    pass(at);
    const char *game = hear_game(&at->node[1], ANN);
    assert_string_not_equal(game, "");
    assert_string_equal(game, hear_game(&at->node[1], BOB));
}

/* Before the keeper has taken its people for gone: who comes back in time has missed nothing. */
static void who_was_at_a_node_that_is_gone_meets_nobody_meanwhile(void **state) {
    site *at = *state;
    struct hub *keeper = at->node[0].hub;
    char sql[128];
    int64_t sessions = 1, node = store_node_number(at->node[1].store);
    say_at(at, 0, ANN, SEEK);
    say_at(at, 1, BOB, SEEK);
    hear_all(at, 0);
    stop(&at->node[1]);
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pg_locks WHERE classid = %d AND objid = %d",
             (int)NODE_LOCK, (int)node);
    while (sessions > 0) /* until the database has seen the other end */
        assert_true(postgresql_ask_number(at->node[0].store->connection, sql, &sessions));
    world_pass(QUEUE_PAUSE_MS);
    pulse(at, 0);
    assert_true(hub_end_batch(keeper));
    assert_true(hub_is_elsewhere(keeper, &world_guests[BOB]));
    assert_int_equal(match_queue_count(keeper->queue), 2);
    join(at, 0, BOB);
    pass(at);
    pass(at);
    const char *game = hear_game(&at->node[0], ANN);
    assert_string_not_equal(game, "");
    assert_string_equal(game, hear_game(&at->node[0], BOB));
}

static void who_does_not_come_back_loses_the_place(void **state) {
    site *at = *state;
    say_at(at, 0, ANN, SEEK);
    hear_all(at, 1);
    stop(&at->node[0]);
    do { /* until the database has seen the other end */
        nodes_keep(at->node[1].hub);
        pulse(at, 1);
        hub_end_batch(at->node[1].hub);
    } while (hub_is_elsewhere(at->node[1].hub, &world_guests[ANN]));
    assert_int_equal(match_queue_count(at->node[1].hub->queue), 1);
    for (int64_t gone = 0; gone <= QUEUE_GRACE_MS; gone += QUEUE_PAUSE_MS)
        pass(at);
    assert_int_equal(match_queue_count(at->node[1].hub->queue), 0);
    join(at, 1, ANN);
    say_at(at, 1, BOB, SEEK);
    pass(at);
    pass(at);
    assert_string_equal(hear_game(&at->node[1], BOB), "");
}

/* A site that has ended as a whole begins with nobody who waits. */
static void nobody_waits_when_all_nodes_have_ended(void **state) {
    site *at = *state;
    say_at(at, 0, ANN, SEEK);
    stop(&at->node[0]);
    stop(&at->node[1]);
    start(&at->node[0]);
    start(&at->node[1]);
    pass(at);
    check_count(at, 0);
}

static void what_could_not_be_stored_has_not_been_wished(void **state) {
    site *at = *state;
    world_say(&at->node[1], BOB, SEEK);
    store_spoil(at->node[1].store);
    assert_false(hub_end_batch(at->node[1].hub));
    json_t *refused = hear_of(&at->node[1], BOB, "refused");
    assert_string_equal(json_string_value(json_object_get(refused, "reason")), "store");
    json_decref(refused);
    while (!store_probe(at->node[1].store))
        continue;
    pass(at);
    check_count(at, 0);
}

static void a_pair_that_could_not_be_stored_waits_on_and_meets(void **state) {
    site *at = *state;
    say_at(at, 0, ANN, SEEK);
    say_at(at, 1, BOB, SEEK);
    hear_all(at, 0);
    check_waits(&at->node[0], ANN, true);
    world_pass(QUEUE_PAUSE_MS);
    pulse(at, 0);
    assert_int_equal(match_queue_count(at->node[0].hub->queue), 0);
    store_spoil(at->node[0].store);
    assert_false(hub_end_batch(at->node[0].hub));
    assert_null(world_hear(&at->node[0], ANN)); /* nothing has changed for anybody */
    while (!store_probe(at->node[0].store))
        continue;
    pass(at);
    pass(at);
    check_same_game(at);
}

/* Bob's node loses its session while the keeper pairs him. */
static void who_has_missed_the_news_hears_of_the_game_afterwards(void **state) {
    site *at = *state;
    say_at(at, 0, ANN, SEEK);
    say_at(at, 1, BOB, SEEK);
    hear_all(at, 0);
    char sql[96];
    int64_t session;
    assert_true(
        postgresql_ask_number(at->node[1].store->connection, "SELECT pg_backend_pid()", &session));
    snprintf(sql, sizeof sql, "SELECT pg_terminate_backend(%d, 5000)", (int)session);
    assert_true(test_store_run(test_postgresql(), sql));
    world_pass(QUEUE_PAUSE_MS);
    pulse(at, 0);
    assert_true(hub_end_batch(at->node[0].hub));
    while (!store_probe(at->node[1].store))
        continue;
    pass(at);
    check_same_game(at);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_two, tear_down_two)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(two_at_different_nodes_meet),
        TEST(who_would_play_otherwise_waits_on),
        TEST(each_lobby_counts_who_waits_anywhere),
        TEST(who_has_stopped_meets_nobody_though_the_keeper_has_not_heard),
        TEST(who_has_met_hears_so_whatever_is_asked_meanwhile),
        TEST(a_person_at_two_nodes_waits_once),
        TEST(who_stops_where_the_wish_is_not_known_yet_has_stopped),
        TEST(an_address_has_ten_places_at_all_nodes_together),
        TEST(who_has_no_room_left_hears_so_at_the_own_node),
        TEST(who_waited_at_a_keeper_that_is_gone_waits_on),
        TEST(who_was_at_a_node_that_is_gone_meets_nobody_meanwhile),
        TEST(who_does_not_come_back_loses_the_place),
        TEST(nobody_waits_when_all_nodes_have_ended),
        TEST(what_could_not_be_stored_has_not_been_wished),
        TEST(a_pair_that_could_not_be_stored_waits_on_and_meets),
        TEST(who_has_missed_the_news_hears_of_the_game_afterwards),
    };
    if (test_postgresql())
        return cmocka_run_group_tests(tests, NULL, NULL);
    printf("skipped: no PostgreSQL (tests/support/with_postgresql)\n");
    return 0;
}
