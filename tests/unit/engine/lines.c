/* The lines of our own engine protocol, the commands that start programs, and games
 * told in these lines alone. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "engine/bot/engine_bot.h"
#include "engine/host/command.h"
#include "engine/protocol/order.h"
#include "engine/protocol/reply.h"

/* --- what a host says ------------------------------------------------------------ */

static order order_of(const char *line) {
    order o;
    ff_error error = {0};
    if (!order_parse(ff_span_of(line), &o, &error))
        fail_msg("%s: %s", line, error.message);
    return o;
}

static void a_turn_is_understood(void **state) {
    (void)state;
    order o = order_of("event blue a7xa6 attacker H D");
    assert_int_equal(o.seat, FF_BLUE);
    assert_int_equal(o.event.move, FF_MOVE(square_at("a7"), square_at("a6")));
    assert_int_equal(o.event.battle, FF_ATTACKER_WINS);
    assert_int_equal(o.event.attacker, FF_CAPTAIN);
    assert_int_equal(o.event.defender, FF_SCOUT);
    assert_true(order_of("event red a4-a9 scout").event.revealed);
    o = order_of("go redtime 60000 bluetime 500 inc 20 nodes 9");
    assert_true(o.limits.clocks);
    assert_int_equal(o.limits.left_ms[FF_RED], 60000);
    assert_int_equal(o.limits.left_ms[FF_BLUE], 500);
    assert_int_equal(o.limits.increment_ms, 20);
    assert_int_equal(o.limits.nodes, 9);
    assert_int_equal(order_of("  go \t movetime 5 ").number, 5);
    assert_false(order_of("go").limits.clocks);
    assert_true(ff_span_equals(order_of("set book my own book ").text, "my own book"));
}

static void what_is_written_is_read(void **state) {
    (void)state;
    const ff_limits limits = {
        .size = sizeof limits, .clocks = true, .left_ms = {1, 2}, .increment_ms = 3, .nodes = 4};
    ff_buffer out = {0};
    order_write_go(7, &limits, &out);
    assert_string_equal(out.data, "go redtime 1 bluetime 2 inc 3 nodes 4\n");
    ff_buffer_clear(&out);
    order_write_go(7, &(ff_limits){.size = sizeof(ff_limits), .nodes = 0}, &out);
    order_write_go(0, &(ff_limits){.size = sizeof(ff_limits), .nodes = 0}, &out);
    assert_string_equal(out.data, "go movetime 7\ngo\n");
    ff_buffer_free(&out);
}

static void assert_no_order(const char *line, const char *words) {
    order o;
    ff_error error = {0};
    assert_false(order_parse(ff_span_of(line), &o, &error));
    if (!strstr(error.message, words))
        fail_msg("%s: %s", line, error.message);
}

static void nonsense_is_told_from_orders(void **state) {
    (void)state;
    assert_no_order("", "'' is no order");
    assert_no_order("Go", "'Go' is no order");
    assert_no_order("stop now", "'now' is one word too many");
    assert_no_order("newgame", "'' is no seat");
    assert_no_order("event red a4", "is no move");
    assert_no_order("event red a4xa5 wins D D", "'wins' is no outcome");
    assert_no_order("event red a4xa5 both D", "'' is no piece");
    assert_no_order("event red a4xa5 both D N", "'N' is no piece");
    assert_no_order("event red a4-a5 scout scout", "one word too many");
    assert_no_order("go movetime -5", "stands a number");
    assert_no_order("go movetime 99999999999", "stands a number");
    assert_no_order("go fast 5", "'fast' is nothing to go by");
    assert_no_order("flagfall 0", "version");
}

/* --- what an engine says ------------------------------------------------------------ */

static reply reply_of(const char *line) {
    reply r;
    ff_error error = {0};
    if (!reply_parse(ff_span_of(line), &r, &error))
        fail_msg("%s: %s", line, error.message);
    return r;
}

static void an_answer_is_understood(void **state) {
    (void)state;
    assert_int_equal(reply_of("bestmove a4xa5").move, FF_MOVE(square_at("a4"), square_at("a5")));
    assert_int_equal(reply_of("bestmove resign").move, FF_RESIGN);
    assert_int_not_equal(reply_of("bestmove z9-j4").move, FF_RESIGN);
    reply r = reply_of("option Hash spin 64 1 4096");
    assert_int_equal(r.option.least, 1);
    assert_int_equal(r.option.most, 4096);
    ff_error error;
    assert_true(reply_option_takes(&r.option, ff_span_of("4096"), &error));
    assert_false(reply_option_takes(&r.option, ff_span_of("4097"), &error));
    assert_false(reply_option_takes(&r.option, ff_span_of("many"), &error));
    r = reply_of("option book string");
    assert_true(reply_option_takes(&r.option, ff_span_of("any text"), &error));
    r = reply_of("option Ponder check false");
    assert_false(reply_option_takes(&r.option, ff_span_of("maybe"), &error));
    assert_true(ff_span_equals(reply_of("id name My bot 2").text, "My bot 2"));
}

static void assert_no_reply(const char *line, const char *words) {
    reply r;
    ff_error error = {0};
    assert_false(reply_parse(ff_span_of(line), &r, &error));
    if (!strstr(error.message, words))
        fail_msg("%s: %s", line, error.message);
}

static void nonsense_is_told_from_answers(void **state) {
    (void)state;
    assert_no_reply("hello", "'hello' is no reply");
    assert_no_reply("bestmove", "is no move");
    assert_no_reply("bestmove a4", "is no move");
    assert_no_reply("option x spin 5 6 7", "three numbers");
    assert_no_reply("option x dial 5", "spin, check or string");
    assert_no_reply("option x check perhaps", "true or false");
    assert_no_reply("id hat x", "name or author");
    assert_no_reply("ready", "version");
}

static void a_thought_is_read_as_it_was_written(void **state) {
    (void)state;
    ff_thought told = {
        .size = sizeof(ff_thought), .depth = 4, .score = -35, .nodes = 9000, .believes = true};
    ff_thought heard = {.size = sizeof(ff_thought), .depth = 0};
    ff_buffer out = {0};
    ff_error error;
    unsigned square = square_at("e7");
    told.belief[square][FF_SCOUT] = 60;
    told.belief[square][FF_MINER] = 40;
    told.belief[square_at("k10")][FF_FLAG] = 100;
    reply_write_thought(&told, 93, true, &out);
    ff_span rest = {out.data, out.size};
    for (char *line = strtok(out.data, "\n"); line; line = strtok(NULL, "\n"))
        assert_true(reply_info(reply_of(line).text, &heard, &error));
    assert_true(rest.size > 0);
    assert_int_equal(heard.depth, 4);
    assert_int_equal(heard.score, -35);
    assert_int_equal(heard.nodes, 9000);
    assert_true(heard.believes);
    assert_memory_equal(heard.belief, told.belief, sizeof told.belief);
    ff_buffer_free(&out);
    assert_true(reply_info(ff_span_of("depth 5 pv a4-a5 knps 12"), &heard, &error));
    assert_int_equal(heard.depth, 5);
    assert_false(reply_info(ff_span_of("belief e7 Z9"), &heard, &error));
    assert_false(reply_info(ff_span_of("belief z7 D9"), &heard, &error));
    assert_false(reply_info(ff_span_of("nodes -1"), &heard, &error));
}

/* --- commands --------------------------------------------------------------------------- */

static void assert_words(const char *text, const char *joined) {
    command_line c = {.count = 0};
    ff_error error = {0};
    ff_buffer out = {0};
    if (!command_line_parse(ff_span_of(text), &c, &error))
        fail_msg("%s: %s", text, error.message);
    for (size_t i = 0; i < c.count; i++)
        ff_buffer_format(&out, "[%s]", c.word[i]);
    assert_string_equal(out.data, joined);
    assert_null(c.word[c.count]);
    ff_buffer_free(&out);
    command_line_free(&c);
}

static void a_command_is_split_as_a_shell_would(void **state) {
    (void)state;
    assert_words("bot", "[bot]");
    assert_words("  python3\tbots/bot.py  -v ", "[python3][bots/bot.py][-v]");
    assert_words("'my bot' \"x 'y'\" a'b c'd", "[my bot][x 'y'][ab cd]");
    assert_words("a\\ b \"q\\\"r\\\\s\\t\" ''", "[a b][q\"r\\s\\t][]");
    assert_words("$HOME `ls` *", "[$HOME][`ls`][*]");
    command_line c = {.count = 0};
    ff_error error;
    assert_false(command_line_parse(ff_span_of(" "), &c, &error));
    assert_false(command_line_parse(ff_span_of("bot 'x"), &c, &error));
    assert_false(command_line_parse((ff_span){"a\0b", 3}, &c, &error));
    command_line_free(&c);
}

static command_line resolved(const char *text) {
    command_line c = {.count = 0};
    ff_error error = {0};
    if (!command_line_parse(ff_span_of(text), &c, &error) || !command_line_resolve(&c, &error))
        fail_msg("%s: %s", text, error.message);
    return c;
}

/* Bytes of a whole small file. */
static void touch(const char *folder, const char *name) {
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void a_program_of_the_path_has_no_home_but_its_script_has(void **state) {
    (void)state;
    char folder[] = "/tmp/flagfall-test-XXXXXX", text[300];
    assert_non_null(mkdtemp(folder));
    touch(folder, "bot.py");
    command_line c = resolved("sh -c true");
    assert_int_equal(c.word[0][0], '/');
    assert_string_equal(c.word[1], "-c");
    assert_null(c.home);
    command_line_free(&c);
    snprintf(text, sizeof text, "sh %s/bot.py %s x", folder, folder);
    c = resolved(text);
    assert_string_equal(c.home, folder);
    assert_string_equal(c.word[1], "./bot.py");
    assert_string_equal(c.word[2], folder);
    command_line_free(&c);
    snprintf(text, sizeof text, "rm -r %s", folder);
    assert_int_equal(system(text), 0);
}

/* --- a game in these lines ---------------------------------------------------------------- */

static ff_player *create_one_ply(const engine_settings *settings, uint64_t seed) {
    (void)settings;
    return ff_player_new(ff_computer_find(ff_span_of("one-ply")), seed);
}

/* What our engine answers to a text. */
static char *answers_to(const ff_buffer *text) {
    char *answer = NULL;
    size_t size = 0;
    engine_bot_plan plan = {.name = "x",
                            .author = "y",
                            .levels = 10,
                            .settings = {.level = 1, .movetime_ms = 1, .seed = 5, .memory_mb = 64},
                            .create = create_one_ply,
                            .in = fmemopen(text->data, text->size, "r"),
                            .out = open_memstream(&answer, &size)};
    assert_true(plan.in && plan.out);
    assert_true(engine_bot_run(&plan));
    fclose(plan.in);
    fclose(plan.out);
    return answer;
}

/* A seat's whole game as a host would tell it, but for `go`: an engine that would not
 * believe a line, or has another board, says so. */
static void tell_game(const ff_game *game, ff_seat seat, const ff_setup *army, ff_buffer *out) {
    ff_view view = view_for(game, seat);
    char letters[FF_ZONE_MAX + 1], board[FF_SQUARES + 1];
    order_write_newgame(seat, view.rules, out);
    ff_setup_write(army, &view.rules->edition, letters);
    ff_view_board_write(&view, board);
    ff_buffer_format(out, "army %s\nbegin %s\n", letters, board);
}

static void tell_ply(const ff_game *game, ff_seat seat, ff_buffer *out) {
    ff_view view = view_for(game, seat);
    char board[FF_SQUARES + 1];
    order_write_event((ff_seat)!view.turn, &view.last, out);
    ff_view_board_write(&view, board);
    if (!ff_game_is_over(game))
        ff_buffer_format(out, "board %s\n", board);
}

static void assert_all_believed(const ff_edition *edition, uint64_t seed) {
    ff_buffer told[2] = {{0}, {0}};
    ff_setup army[2];
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    ff_game *game =
        ff_game_new(edition, &(ff_options){.size = sizeof(ff_options), .ply_limit = 300});
    assert_non_null(game);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup_random(&army[seat], edition, &rng);
        assert_true(ff_game_set_up(game, (ff_seat)seat, &army[seat], NULL));
    }
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        tell_game(game, (ff_seat)seat, &army[seat], &told[seat]);
    while (!ff_game_is_over(game)) {
        ff_move moves[FF_MOVES_MAX];
        ff_seat turn = (ff_seat)view_for(game, FF_NOBODY).turn;
        ff_view view = view_for(game, turn);
        size_t count = ff_view_moves(&view, moves);
        ff_move move = moves[ff_rng_below(&rng, (uint32_t)count)];
        assert_int_equal(ff_game_move(game, turn, FF_FROM(move), FF_TO(move)), FF_LEGAL);
        for (int seat = FF_RED; seat <= FF_BLUE; seat++)
            tell_ply(game, (ff_seat)seat, &told[seat]);
    }
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_buffer_text(&told[seat], "ping done\n");
        char *answer = answers_to(&told[seat]);
        assert_string_equal(answer, "pong done\n");
        free(answer);
        ff_buffer_free(&told[seat]);
    }
    ff_game_free(game);
}

static void a_game_of_any_edition_can_be_told(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            assert_all_believed(ff_edition_at(i), seed);
}

static void a_clock_is_shared_out(void **state) {
    (void)state;
    ff_limits limits = {
        .size = sizeof limits, .clocks = true, .left_ms = {60000, 30}, .increment_ms = 1000};
    assert_int_equal(ff_limits_budget(&limits, FF_RED), 2000 + 750 + 1);
    assert_int_equal(ff_limits_budget(&limits, FF_BLUE), 15 + 1);
    limits.left_ms[FF_RED] = 0;
    assert_int_equal(ff_limits_budget(&limits, FF_RED), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_is_understood),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(nonsense_is_told_from_orders),
        cmocka_unit_test(an_answer_is_understood),
        cmocka_unit_test(nonsense_is_told_from_answers),
        cmocka_unit_test(a_thought_is_read_as_it_was_written),
        cmocka_unit_test(a_command_is_split_as_a_shell_would),
        cmocka_unit_test(a_program_of_the_path_has_no_home_but_its_script_has),
        cmocka_unit_test(a_game_of_any_edition_can_be_told),
        cmocka_unit_test(a_clock_is_shared_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
