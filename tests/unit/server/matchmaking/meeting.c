/* Two people who want any opponent, as the server serves them. */
#include "hub_talk.h"

#include "server/request/message_begin.h"
#include "server/seeking/seeking.h"

#define SEEK(more)                                                                                 \
    "{\"type\":\"seek\",\"editions\":[\"duel\",\"barrage\"],\"clocks\":[\"5+3\"]" more "}"

static void pair(hub_world *world) {
    world_pass(QUEUE_PAUSE_MS);
    hub_tick(world->hub);
    seeking_pulse(world->hub);
}

static void two_who_want_the_same_are_in_a_game(void **state) {
    hub_world *world = *state;
    say(world, ANN, SEEK(""));
    json_t *answer = hear_last(world, ANN);
    assert_true(json_is_true(json_object_get(answer, "on")));
    assert_int_equal(json_integer_value(json_object_get(answer, "waited")), 0);
    json_decref(answer);
    pair(world);
    assert_true(hub_end_batch(world->hub));
    assert_null(hub_next_message(world->client[ANN]));
    say(world, BOB, SEEK(""));
    hear_word(world, BOB, "type");
    pair(world);
    assert_null(hub_next_message(world->client[ANN])); /* not before it is stored */
    assert_true(hub_end_batch(world->hub));
    char game[GAME_ID_SIZE];
    snprintf(game, sizeof game, "%s", hear_word(world, ANN, "game"));
    assert_string_equal(hear_word(world, BOB, "game"), game);
    char open[96];
    snprintf(open, sizeof open, "{\"type\":\"open\",\"game\":\"%s\"}", game);
    say(world, ANN, open);
    json_t *seen = hear_last(world, ANN);
    assert_string_equal(json_string_value(json_object_get(seen, "phase")), "setup");
    assert_true(json_is_string(json_object_get(seen, "seat")));
    assert_int_equal(json_integer_value(json_object_get(
                         json_object_get(json_object_get(seen, "terms"), "clock"), "bank")),
                     300);
    json_decref(seen);
    assert_int_equal(match_queue_count(world->hub->queue), 0);
}

static void who_leaves_meets_nobody(void **state) {
    hub_world *world = *state;
    say(world, ANN, SEEK(""));
    say(world, ANN, "{\"type\":\"unseek\"}");
    json_t *answer = hear_last(world, ANN);
    assert_true(json_is_false(json_object_get(answer, "on")));
    json_decref(answer);
    say(world, BOB, SEEK(""));
    hear_word(world, BOB, "type");
    pair(world);
    assert_true(hub_end_batch(world->hub));
    assert_null(hub_next_message(world->client[BOB]));
}

static void a_pair_that_cannot_be_stored_is_told_so(void **state) {
    hub_world *world = *state;
    say(world, ANN, SEEK(""));
    say(world, BOB, SEEK(""));
    hear_word(world, ANN, "type");
    hear_word(world, BOB, "type");
    pair(world);
    store_spoil(world->store);
    assert_false(hub_end_batch(world->hub));
    assert_string_equal(hear_word(world, ANN, "reason"), "store");
    assert_string_equal(hear_word(world, BOB, "reason"), "store");
}

static void what_cannot_be_sought_is_refused(void **state) {
    static const struct {
        const char *text, *reason;
    } cases[] = {
        {SEEK(",\"rated\":true"), "not-signed-in"},
        {"{\"type\":\"seek\",\"editions\":[\"duel\"],\"clocks\":[\"9+9\"]}", "unknown-clock"},
        {"{\"type\":\"seek\",\"editions\":[\"chess\"],\"clocks\":[\"5+3\"]}", "unknown-edition"},
        {"{\"type\":\"seek\",\"editions\":[],\"clocks\":[\"5+3\"]}", "bad-message"},
        {"{\"type\":\"seek\",\"editions\":[1],\"clocks\":[\"5+3\"]}", "bad-message"},
        {"{\"type\":\"seek\",\"editions\":{},\"clocks\":[\"5+3\"]}", "bad-message"},
        {"{\"type\":\"seek\",\"clocks\":[\"5+3\"]}", "bad-message"},
    };
    hub_world *world = *state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        say(world, ANN, cases[i].text);
        assert_string_equal(hear_word(world, ANN, "reason"), cases[i].reason);
    }
    assert_int_equal(match_queue_count(world->hub->queue), 0);
}

static void the_lobby_tells_how_many_wait_and_not_who(void **state) {
    hub_world *world = *state;
    say(world, ANN, SEEK(""));
    say(world, CID, "{\"type\":\"lobby\",\"on\":true}");
    json_t *lobby = hear_last(world, CID), *queue = json_object_get(lobby, "queue");
    assert_int_equal(json_integer_value(json_object_get(queue, "waiting")), 1);
    json_t *pools = json_object_get(queue, "pools"), *first = json_array_get(pools, 0);
    assert_int_equal(json_array_size(pools), 2);
    assert_int_equal(json_object_size(first), 4);
    assert_string_equal(json_string_value(json_object_get(first, "clock")), "5+3");
    json_decref(lobby);
}

/* Who would play by anything makes the lobby no longer than many games do. */
static void the_lobby_tells_of_the_pools_for_which_most_wait(void **state) {
    hub_world *world = *state;
    say(world, ANN,
        "{\"type\":\"seek\",\"editions\":[\"duel\",\"barrage\",\"ucc\",\"gravon\",\"soldiers\"],"
        "\"clocks\":[\"2+3\",\"5+3\",\"10+5\",\"15+3\",\"30+10\",\"5|10\",\"15|30\",\"1d\",\"2d\","
        "\"3d\","
        "\"5d\",\"7d\"]}");
    say(world, BOB, "{\"type\":\"seek\",\"editions\":[\"ucc\"],\"clocks\":[\"7d\"]}");
    say(world, CID, "{\"type\":\"lobby\",\"on\":true}");
    json_t *lobby = hear_last(world, CID), *queue = json_object_get(lobby, "queue");
    json_t *pools = json_object_get(queue, "pools"), *first = json_array_get(pools, 0);
    assert_int_equal(json_array_size(pools), LOBBY_LISTED);
    assert_string_equal(json_string_value(json_object_get(first, "edition")), "ucc");
    assert_string_equal(json_string_value(json_object_get(first, "clock")), "7d");
    assert_int_equal(json_integer_value(json_object_get(first, "waiting")), 2);
    json_decref(lobby);
}

/* In Cid's place another window of Ann's. */
static void open_window(hub_world *world) {
    hub_leave(world->hub, world->client[CID]);
    world->client[CID] = hub_join(world->hub, &world_guests[ANN], "127.0.0.1", NULL);
    assert_non_null(world->client[CID]);
    assert_true(hub_end_batch(world->hub));
}

static bool hears_to_wait(hub_world *world, int guest) {
    json_t *last = hear_last(world, guest);
    assert_string_equal(json_string_value(json_object_get(last, "type")), "queue");
    bool waits = json_is_true(json_object_get(last, "on"));
    json_decref(last);
    return waits;
}

static void all_windows_hear_that_one_has_stopped(void **state) {
    hub_world *world = *state;
    open_window(world);
    say(world, ANN, SEEK(""));
    assert_true(hears_to_wait(world, ANN));
    say(world, CID, "{\"type\":\"unseek\"}");
    assert_false(hears_to_wait(world, CID));
    assert_false(hears_to_wait(world, ANN));
    say(world, CID, "{\"type\":\"unseek\"}");
    assert_false(hears_to_wait(world, CID));
    assert_null(hub_next_message(world->client[ANN]));
}

static bool tells(const struct metrics *metrics, const char *line) {
    ff_buffer text = {0};
    metrics_write(metrics, &text);
    bool found = text.data && strstr(text.data, line);
    ff_buffer_free(&text);
    return found;
}

static void who_has_no_room_left_hears_so_and_the_other_waits_on(void **state) {
    hub_world *world = *state;
    open_window(world);
    say(world, ANN, SEEK(""));
    say(world, BOB, SEEK(""));
    for (int i = 0; i < GAMES_OPEN_LIMIT; i++)
        say(world, ANN,
            "{\"type\":\"new\",\"edition\":\"duel\",\"seat\":\"red\","
            "\"opponent\":\"random\"}");
    hear_word(world, ANN, "type");
    hear_word(world, BOB, "type");
    struct metrics *metrics = metrics_new(0);
    assert_non_null(metrics);
    world->hub->options.metrics = metrics;
    pair(world);
    world->hub->options.metrics = NULL;
    assert_true(tells(metrics, "{reason=\"too-many\"} 1\n")); /* however many windows hear */
    metrics_free(metrics);
    assert_true(hub_end_batch(world->hub));
    assert_string_equal(hear_word(world, ANN, "reason"), "too-many");
    assert_string_equal(hear_word(world, CID, "reason"), "too-many");
    assert_null(hub_next_message(world->client[BOB]));
    assert_int_equal(match_queue_count(world->hub->queue), 1);
    assert_non_null(match_queue_find(world->hub->queue, &world_guests[BOB]));
}

static void the_lobby_is_not_told_again_of_who_stops_without_waiting(void **state) {
    hub_world *world = *state;
    say(world, CID, "{\"type\":\"lobby\",\"on\":true}");
    hear_word(world, CID, "type");
    hub_pulse(world->hub, 1000000);
    assert_true(hub_end_batch(world->hub));
    hear_word(world, CID, "type");
    say(world, BOB, "{\"type\":\"unseek\"}");
    hub_pulse(world->hub, 1010000);
    assert_true(hub_end_batch(world->hub));
    assert_null(hub_next_message(world->client[CID]));
    say(world, BOB, SEEK(""));
    hub_pulse(world->hub, 1020000);
    assert_true(hub_end_batch(world->hub));
    assert_string_equal(hear_word(world, CID, "type"), "lobby");
}

static void who_vanishes_keeps_the_place_for_a_while_and_meets_nobody(void **state) {
    hub_world *world = *state;
    say(world, ANN, SEEK(""));
    say(world, BOB, SEEK(""));
    hear_word(world, BOB, "type");
    hub_leave(world->hub, world->client[ANN]);
    world->client[ANN] = NULL;
    for (int64_t gone = QUEUE_PAUSE_MS; gone < QUEUE_GRACE_MS; gone += QUEUE_PAUSE_MS) {
        pair(world);
        assert_int_equal(match_queue_count(world->hub->queue), 2);
    }
    pair(world);
    pair(world);
    assert_true(hub_end_batch(world->hub));
    assert_null(match_queue_find(world->hub->queue, &world_guests[ANN]));
    assert_int_equal(match_queue_count(world->hub->queue), 1);
    assert_null(hub_next_message(world->client[BOB]));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(two_who_want_the_same_are_in_a_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_leaves_meets_nobody, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_pair_that_cannot_be_stored_is_told_so, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_cannot_be_sought_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_lobby_tells_how_many_wait_and_not_who, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(the_lobby_tells_of_the_pools_for_which_most_wait, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(all_windows_hear_that_one_has_stopped, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_has_no_room_left_hears_so_and_the_other_waits_on,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_lobby_is_not_told_again_of_who_stops_without_waiting,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_vanishes_keeps_the_place_for_a_while_and_meets_nobody,
                                        set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
