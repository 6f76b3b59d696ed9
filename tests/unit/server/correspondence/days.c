/* Games with days for a move: nobody has to be there, and they end by their clock alone. */
#include "correspondence_world.h"

static void a_game_ends_by_its_clock_alone(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    world_leave(world);
    pass_days(world, 2);
    assert_int_equal(find(world, id)->row.phase, PHASE_PLAY);
    assert_true(world_join(world));
    say_of(world, BOB, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    json_t *seen = hear_last(world, BOB);
    assert_true(json_is_null(json_object_get(seen, "claim"))); /* nobody has to be here */
    assert_int_equal(json_integer_value(json_object_get(
                         json_object_get(json_object_get(seen, "terms"), "clock"), "days")),
                     3);
    json_decref(seen);
    say_of(world, BOB, id, "{\"type\":\"claim\",\"game\":\"%s\",\"as\":\"win\"}");
    assert_string_equal(hear_word(world, BOB, "reason"), "too-early");
    pass_days(world, 1);
    const store_game *row = &find(world, id)->row;
    assert_int_equal(row->phase, PHASE_OVER);
    assert_int_equal(row->ending, FF_BY_TIME);
    assert_int_equal(row->result, FF_BLUE_WINS);
}

static void a_move_gives_all_days_again(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    for (int i = 0; i < 6; i++) {
        pass_days(world, 2);
        assert_int_equal(find(world, id)->row.phase, PHASE_PLAY);
        play(world, id, i % 2 ? BOB : ANN, i % 4 < 2 ? 0 : 1);
    }
}

static void days_are_refused_where_they_make_no_sense(void **state) {
    static const char *const clocks[] = {"{\"days\":4}", "{\"days\":-1}", "{\"days\":\"3\"}",
                                         "{\"days\":3,\"bank\":60}", "{\"days\":3,\"more\":1}"};
    hub_world *world = *state;
    char text[256];
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++) {
        snprintf(text, sizeof text,
                 "{\"type\":\"challenge\",\"edition\":\"duel\",\"seat\":\"red\",\"clock\":%s}",
                 clocks[i]);
        say(world, ANN, text);
        assert_string_equal(hear_word(world, ANN, "reason"), "bad-message");
    }
    say(world, ANN,
        "{\"type\":\"new\",\"edition\":\"duel\",\"seat\":\"red\",\"opponent\":\"random\","
        "\"clock\":{\"days\":3}}");
    assert_string_equal(hear_word(world, ANN, "reason"), "bad-message");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_game_ends_by_its_clock_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_move_gives_all_days_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(days_are_refused_where_they_make_no_sense, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
