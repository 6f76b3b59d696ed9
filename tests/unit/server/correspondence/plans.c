/* Conditional moves: they answer by themselves, they are there after a start, and nobody else
 * learns of them before they are played. */
#include "correspondence_world.h"

#define PLAN(ply, line) "{\"type\":\"plan\",\"game\":\"%s\",\"ply\":" #ply ",\"line\":[" line "]}"

enum { DELAY_MS = 60000 };

static int set_up_delayed(void **state) {
    return set_up_later(state, DELAY_MS);
}

static json_t *open_game(hub_world *world, int guest, const char *id) {
    say_of(world, guest, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    return hear_last(world, guest);
}

static json_int_t plies_seen(hub_world *world, int guest, const char *id) {
    json_t *seen = open_game(world, guest, id);
    json_int_t plies = json_integer_value(json_object_get(json_object_get(seen, "view"), "plies"));
    json_decref(seen);
    return plies;
}

/* Why the guest's plan has ended, "none" where there is none, "line" where it goes on. */
static const char *plan_seen(hub_world *world, int guest, const char *id) {
    static char word[24];
    json_t *seen = open_game(world, guest, id), *plan = json_object_get(seen, "plan");
    const char *ended = json_string_value(json_object_get(plan, "ended"));
    snprintf(word, sizeof word, "%s",
             ended                                            ? ended
             : json_array_size(json_object_get(plan, "line")) ? "line"
                                                              : "none");
    json_decref(seen);
    return word;
}

static void a_line_answers_move_by_move(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    say_of(world, ANN, id, PLAN(1, "\"i7-i6\",\"b5-b6\",\"i6-i5\",\"b6-a6\""));
    assert_string_equal(plan_seen(world, ANN, id), "line");
    play(world, id, BOB, 0);
    assert_int_equal(plies_seen(world, BOB, id), 3);
    say_of(world, BOB, id,
           "{\"type\":\"move\",\"game\":\"%s\",\"ply\":3,\"from\":\"i6\",\"to\":\"i5\"}");
    assert_int_equal(plies_seen(world, BOB, id), 5);
    assert_string_equal(plan_seen(world, ANN, id), "none");
}

static void another_move_ends_the_line_with_a_notice(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    say_of(world, ANN, id, PLAN(1, "\"k7-k6\",\"b5-b6\""));
    play(world, id, BOB, 0);
    assert_int_equal(plies_seen(world, ANN, id), 2);
    assert_string_equal(plan_seen(world, ANN, id), "other-move");
    assert_string_equal(plan_seen(world, BOB, id), "none");
    play(world, id, ANN, 1);
    assert_string_equal(plan_seen(world, ANN, id), "none");
}

static void an_answer_that_cannot_be_played_ends_the_line_and_costs_nothing(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    say_of(world, ANN, id, PLAN(1, "\"i7-i6\",\"b5-b9\""));
    play(world, id, BOB, 0);
    assert_int_equal(plies_seen(world, ANN, id), 2);
    assert_string_equal(plan_seen(world, ANN, id), "illegal");
    assert_int_equal(find(world, id)->row.phase, PHASE_PLAY);
}

static void a_draw_that_is_offered_is_for_the_person(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    say_of(world, ANN, id, PLAN(1, "\"i7-i6\",\"b5-b6\""));
    say_of(world, BOB, id, "{\"type\":\"draw\",\"game\":\"%s\",\"yes\":true}");
    play(world, id, BOB, 0);
    assert_string_equal(plan_seen(world, ANN, id), "draw-offer");
    say_of(world, ANN, id, "{\"type\":\"draw\",\"game\":\"%s\",\"yes\":true}");
    assert_int_equal(find(world, id)->row.phase, PHASE_OVER);
}

static void a_game_that_is_over_has_nothing_planned(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    say_of(world, ANN, id, PLAN(1, "\"i7-i6\",\"b5-b6\""));
    say_of(world, BOB, id, "{\"type\":\"resign\",\"game\":\"%s\"}");
    assert_string_equal(plan_seen(world, ANN, id), "none");
}

/* Ann's scout runs at a piece of Bob's: what is left decides. */
static void a_battle_is_a_condition(void **state) {
    hub_world *world = *state;
    static const char *const results[] = {"attacker", "defender", "both"};
    for (size_t i = 0; i < 3; i++) {
        char id[GAME_ID_SIZE], plan[256];
        begin(world, id);
        snprintf(plan, sizeof plan,
                 "{\"type\":\"plan\",\"game\":\"%%s\",\"ply\":0,\"line\":"
                 "[\"a4xa7=%s\",\"i7-i6\"]}",
                 results[i]);
        say_of(world, BOB, id, plan);
        assert_string_equal(plan_seen(world, BOB, id), "line");
        say_of(world, ANN, id,
               "{\"type\":\"move\",\"game\":\"%s\",\"ply\":0,\"from\":\"a4\",\"to\":\"a7\"}");
        const store_game *row = &find(world, id)->row;
        ff_view view;
        table_view(find(world, id), FF_BLUE, &view);
        assert_true(row->plies >= 1);
        bool as_said = view.events[0].battle == FF_ATTACKER_WINS + (int)i;
        assert_int_equal(row->plies, as_said ? 2 : 1);
        say_of(world, ANN, id, "{\"type\":\"resign\",\"game\":\"%s\"}");
        hear_all(world);
    }
}

/* All that two others are told of a game, with a plan in it and without, until it answers. */
static void tell_story(hub_world *world, bool planned, ff_buffer *told) {
    char id[GAME_ID_SIZE];
    begin(world, id);
    for (int guest = BOB; guest <= CID; guest++)
        say_of(world, guest, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    play(world, id, ANN, 0);
    hear_all(world);
    if (planned)
        say_of(world, ANN, id, PLAN(1, "\"k7-k6\",\"b5-b6\",\"k6-k5\",\"b6-b5\""));
    if (planned)
        say_of(world, ANN, id, PLAN(1, "\"k7-k6\",\"b5-b6\""));
    say_of(world, BOB, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    say_of(world, CID, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    play(world, id, BOB, 0); /* not what was planned for */
    for (int guest = BOB; guest <= CID; guest++)
        for (const ff_span *text; (text = hub_next_message(world->client[guest]));) {
            ff_buffer_add(told, text->data, text->size);
            hub_message_sent(world->client[guest]);
        }
    for (size_t i = 0, size = strlen(id); i + size <= told->size; i++)
        if (memcmp(told->data + i, id, size) == 0)
            memset(told->data + i, '.', size);
}

static void cut_commitments(ff_buffer *told) {
    static const char key[] = "\"commitments\":{";
    for (size_t i = 0; i + sizeof key - 1 <= told->size; i++)
        if (memcmp(told->data + i, key, sizeof key - 1) == 0)
            for (size_t j = i; j < told->size && told->data[j] != '}'; j++)
                told->data[j] = '.';
}

static void nobody_learns_of_a_plan_before_it_is_played(void **state) {
    hub_world *world = *state;
    ff_buffer without = {0}, with = {0};
    tell_story(world, false, &without);
    tell_story(world, true, &with);
    cut_commitments(&without);
    cut_commitments(&with);
    assert_int_equal(without.size, with.size);
    assert_memory_equal(without.data, with.data, with.size);
    ff_buffer_free(&without);
    ff_buffer_free(&with);
}

/* What is new for who watches, so much later. */
static void pass_delay(hub_world *world) {
    static uint64_t now_ms = 1000000;
    world_pass(DELAY_MS);
    hub_tick(world->hub);
    hub_pulse(world->hub, now_ms += DELAY_MS);
    assert_true(hub_end_batch(world->hub));
}

static void who_watches_later_is_told_nothing_when_something_is_planned(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    say_of(world, CID, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    play(world, id, ANN, 0);
    hear_all(world);
    pass_delay(world);
    assert_non_null(hub_next_message(world->client[CID])); /* of the move */
    hear_all(world);
    say_of(world, ANN, id, PLAN(1, "\"i7-i6\",\"b5-b6\""));
    say_of(world, ANN, id, PLAN(1, ""));
    pass_delay(world);
    assert_null(hub_next_message(world->client[CID]));
    play(world, id, BOB, 0);
    pass_delay(world);
    assert_non_null(hub_next_message(world->client[CID]));
}

static void a_plan_is_there_after_a_start(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    say_of(world, ANN, id, PLAN(1, "\"i7-i6\",\"b5-b6\""));
    world_leave(world);
    assert_true(hub_end_batch(world->hub));
    assert_false(find(world, id)->audience.followers);
    tables_touch(world->hub->tables, find(world, id));
    assert_true(hub_end_batch(world->hub)); /* put away: it is read from the log again */
    assert_null(tables_peek(world->hub->tables, ff_span_of(id))->now.game);
    assert_true(world_join(world));
    assert_string_equal(plan_seen(world, ANN, id), "line");
    play(world, id, BOB, 0);
    assert_int_equal(plies_seen(world, BOB, id), 3);
}

static void another_window_of_the_person_hears_of_the_plan(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    hub_leave(world->hub, world->client[CID]); /* in its place a window of Ann's */
    world->client[CID] = hub_join(world->hub, &world_guests[ANN], "127.0.0.1", NULL);
    assert_non_null(world->client[CID]);
    json_decref(open_game(world, CID, id));
    hear_all(world);
    say_of(world, ANN, id, PLAN(1, "\"i7-i6\",\"b5-b6\""));
    for (int window = ANN; window <= CID; window += CID - ANN) {
        json_t *told = hear_last(world, window), *plan = json_object_get(told, "plan");
        assert_int_equal(json_array_size(json_object_get(plan, "line")), 1);
        json_decref(told);
    }
    assert_null(hub_next_message(world->client[BOB]));
}

static void what_cannot_be_planned_is_refused(void **state) {
    static const struct {
        int guest;
        const char *text, *reason;
    } cases[] = {
        {BOB, PLAN(1, "\"a4-a5\",\"i7-i6\""), "too-early"}, /* it is Bob's turn */
        {ANN, PLAN(0, "\"i7-i6\",\"b5-b6\""), "stale"},
        {ANN, PLAN(1, "\"i7-i6\""), "bad-message"},
        {ANN, PLAN(1, "\"i7-i6\",\"b5\""), "bad-message"},
        {ANN, PLAN(1, "\"i7xi6=flag\",\"b5-b6\""), "bad-message"},
        {ANN, PLAN(1, "\"i7-i6=\",\"b5-b6\""), "bad-message"},
        {ANN, PLAN(1, "\"i7-i6 b5-b6 i6\",\"i5\""), "bad-message"},
        {CID, PLAN(1, "\"i7-i6\",\"b5-b6\""), "not-seated"},
    };
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        hear_all(world);
        say_of(world, cases[i].guest, id, cases[i].text);
        assert_string_equal(hear_word(world, cases[i].guest, "reason"), cases[i].reason);
    }
    char line[1024] = "{\"type\":\"plan\",\"game\":\"%s\",\"ply\":1,\"line\":[\"a7-a6\",\"b5-b6\"";
    for (int i = 0; i < PLAN_PAIRS; i++)
        strcat(line, ",\"a7-a6\",\"b5-b6\"");
    strcat(line, "]}");
    say_of(world, ANN, id, line);
    assert_string_equal(hear_word(world, ANN, "reason"), "bad-message");
    assert_string_equal(plan_seen(world, ANN, id), "none");
}

/* And nothing tells the other seat how much that is. */
static void who_has_planned_enough_is_refused_alone(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    play(world, id, ANN, 0);
    say_of(world, ANN, id, PLAN(1, "\"k7-k6\",\"b5-b6\""));
    assert_int_equal(find(world, id)->now.plan[FF_RED].acts, 1);
    find(world, id)->now.plan[FF_RED].acts = PLAN_ACTS;
    hear_all(world);
    say_of(world, ANN, id, PLAN(1, "\"k7-k6\",\"b5-b6\""));
    assert_string_equal(hear_word(world, ANN, "reason"), "too-many");
    play(world, id, BOB, 0);
    play(world, id, ANN, 1);
    play(world, id, BOB, 1);
    hear_all(world);
    say_of(world, BOB, id, PLAN(4, "\"b4-b5\",\"i7-i6\""));
    assert_string_equal(plan_seen(world, BOB, id), "line");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_line_answers_move_by_move),
        TEST(another_move_ends_the_line_with_a_notice),
        TEST(an_answer_that_cannot_be_played_ends_the_line_and_costs_nothing),
        TEST(a_draw_that_is_offered_is_for_the_person),
        TEST(a_game_that_is_over_has_nothing_planned),
        TEST(a_battle_is_a_condition),
        TEST(nobody_learns_of_a_plan_before_it_is_played),
        cmocka_unit_test_setup_teardown(who_watches_later_is_told_nothing_when_something_is_planned,
                                        set_up_delayed, tear_down),
        TEST(a_plan_is_there_after_a_start),
        TEST(another_window_of_the_person_hears_of_the_plan),
        TEST(what_cannot_be_planned_is_refused),
        TEST(who_has_planned_enough_is_refused_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
