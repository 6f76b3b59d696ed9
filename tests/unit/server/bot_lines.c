/* What a bot is told of all that happens to it: each thing once. */
#include "server/api/bot_lines.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The word for what a stream says when a game of that number is in that phase; "" for nothing. */
static const char *say(http_lines *lines, int game, const char *phase, bool seated) {
    static const char *const words[] = {"challengeCanceled", "challenge", "gameStart",
                                        "gameFinish"};
    char message[128];
    ff_buffer out = {0};
    const char *said = "";
    int size =
        snprintf(message, sizeof message,
                 "{\"type\":\"event\",\"row\":{\"game\":\"%d\",\"phase\":\"%s\",\"seat\":%s},"
                 "\"terms\":{}}",
                 game, phase, seated ? "\"red\"" : "null");
    lines->write(lines, (ff_span){message, (size_t)size}, &out);
    assert_false(out.failed);
    ff_buffer_byte(&out, 0);
    for (size_t i = 0; out.size > 1 && i < 4 && !*said; i++)
        if (strstr(out.data, words[i]))
            said = words[i];
    ff_buffer_free(&out);
    return said;
}

static void each_step_of_a_game_is_told_once(void **state) {
    http_lines *lines = bot_lines_events();
    (void)state;
    for (int i = 0; i < 2; i++)
        assert_string_equal(say(lines, 1, "waiting", false), i ? "" : "challenge");
    for (int i = 0; i < 2; i++)
        assert_string_equal(say(lines, 1, "play", true), i ? "" : "gameStart");
    for (int i = 0; i < 2; i++)
        assert_string_equal(say(lines, 1, "over", true), i ? "" : "gameFinish");
    assert_string_equal(say(lines, 2, "waiting", false), "challenge");
    assert_string_equal(say(lines, 2, "over", false), "challengeCanceled");
    assert_string_equal(say(lines, 3, "waiting", true), "");
    lines->free(lines);
}

/* A bot that plays for months sees thousands of games begin and end beside one long one. */
static void a_game_that_goes_on_is_not_begun_twice_however_many_end(void **state) {
    http_lines *lines = bot_lines_events();
    (void)state;
    assert_string_equal(say(lines, 0, "play", true), "gameStart");
    assert_string_equal(say(lines, 1, "waiting", false), "challenge");
    for (int i = 2; i < 1000; i++) {
        assert_string_equal(say(lines, i, "play", true), "gameStart");
        assert_string_equal(say(lines, i, "over", true), "gameFinish");
    }
    assert_string_equal(say(lines, 0, "play", true), "");
    assert_string_equal(say(lines, 1, "over", false), "challengeCanceled");
    assert_string_equal(say(lines, 0, "over", true), "gameFinish");
    lines->free(lines);
}

static void offers_that_nobody_takes_push_out_no_game(void **state) {
    http_lines *lines = bot_lines_events();
    (void)state;
    assert_string_equal(say(lines, 0, "play", true), "gameStart");
    for (int i = 1; i < 1000; i++)
        assert_string_equal(say(lines, i, "waiting", false), "challenge");
    assert_string_equal(say(lines, 0, "play", true), "");
    assert_string_equal(say(lines, 999, "waiting", false), "");
    lines->free(lines);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_step_of_a_game_is_told_once),
        cmocka_unit_test(a_game_that_goes_on_is_not_begun_twice_however_many_end),
        cmocka_unit_test(offers_that_nobody_takes_push_out_no_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
