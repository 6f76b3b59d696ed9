/* The lines of the 2012 competition, read and written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "engine/bot/ucc_bot.h"
#include "engine/protocol/ucc.h"

static ucc_answer answer(const char *line, ff_move *move) {
    ff_error error;
    return ucc_answer_parse(ff_span_of(line), move, &error);
}

static void assert_moves(const char *line, const char *from, const char *to) {
    ff_move move;
    assert_int_equal(answer(line, &move), UCC_MOVE);
    assert_int_equal(move, FF_MOVE(square_at(from), square_at(to)));
}

static void assert_bad(const char *line) {
    ff_move move;
    assert_int_equal(answer(line, &move), UCC_BAD);
}

static void up_is_towards_reds_back_row(void **state) {
    (void)state;
    assert_moves("0 3 DOWN", "a4", "a5");
    assert_moves("0 6 UP", "a7", "a6");
    assert_moves("9 6 UP 3", "k7", "k4");
    assert_moves("8 6 LEFT 1", "i7", "h7");
    assert_moves("8 6 RIGHT ", "i7", "k7");
    assert_moves("8 6 RIGHT 1 and more", "i7", "k7");
}

static void what_is_no_answer_is_told_from_what_is(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      " ",
                                      "NO_MOVE",
                                      "0 3",
                                      "0 3 down",
                                      "x 3 DOWN",
                                      "0 3 DOWN x",
                                      "0 3 DOWN 0",
                                      "0 3 DOWN 7",
                                      "0 3 DOWN -1",
                                      "0 9 DOWN",
                                      "0 0 UP",
                                      "10 3 DOWN",
                                      "99999999999999999999 3 DOWN",
                                      "-1 3 RIGHT",
                                      "0 3 DOWNWARDS",
                                      "0 3 DOWN 1x",
                                      "surrender"};
    ff_move move;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_bad(bad[i]);
    assert_int_equal(answer("SURRENDER", &move), UCC_SURRENDER);
}

static void what_is_written_is_read_again(void **state) {
    (void)state;
    static const char *const lines[] = {"0 3 DOWN OK", "9 6 UP 3 BOTHDIE 9 9", "4 4 LEFT KILLS 8 B",
                                        "4 4 RIGHT DIES s 2"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        ff_event event;
        ff_error error;
        ff_buffer out = {0};
        assert_true(ucc_echo_parse(ff_span_of(lines[i]), &event, &error));
        ucc_move_write(event.move, &out);
        ff_buffer_byte(&out, ' ');
        ucc_outcome_write(&event, &out);
        assert_string_equal(out.data, lines[i]);
        ff_buffer_free(&out);
    }
}

static void an_echo_may_tell_one_square_as_a_number(void **state) {
    (void)state;
    ff_event event;
    ff_error error;
    assert_true(ucc_echo_parse(ff_span_of("0 3 DOWN 1 DIES 9 B"), &event, &error));
    assert_int_equal(event.move, FF_MOVE(square_at("a4"), square_at("a5")));
    assert_int_equal(event.battle, FF_DEFENDER_WINS);
    assert_int_equal(event.attacker, FF_SCOUT);
    assert_int_equal(event.defender, FF_BOMB);
    static const char *const bad[] = {"0 3 DOWN",
                                      "0 3 DOWN 1",
                                      "0 3 DOWN ILLEGAL",
                                      "0 3 DOWN KILLS 3",
                                      "0 3 DOWN KILLS 33 4",
                                      "0 3 DOWN KILLS 0 4",
                                      "0 3 DOWN KILLS . 4",
                                      "QUIT"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(ucc_echo_parse(ff_span_of(bad[i]), &event, &error));
}

static void armies_are_written_from_the_top_for_both(void **state) {
    (void)state;
    static const char text[] = "FB8sB479B8\nBB31555583\n6724898974\n967B669999\n";
    const ff_edition *edition = ff_edition_find(ff_span_of(UCC_EDITION));
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup = {{0}};
        ff_error error;
        ff_buffer out = {0};
        for (unsigned i = 0; i < UCC_ARMY_LINES; i++)
            assert_true(ucc_army_parse((ff_span){text + 11 * i, 10}, edition, (ff_seat)seat, i,
                                       &setup, &error));
        assert_int_equal(ff_setup_check(&setup, edition), FF_SETUP_OK);
        ucc_army_write(&setup, edition, (ff_seat)seat, &out);
        assert_string_equal(out.data, text);
        ff_buffer_free(&out);
        /* Red's flag stands on a1, Blue's on a7. */
        assert_int_equal(setup.rank[seat == FF_RED ? 0 : 39], FF_FLAG);
    }
}

static void armies_that_are_none_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"",           "FB8sB479B",  "FB8sB479B88",
                                      "FB8SB479B8", "FB8sB4.9B8", "FB8sB4#9B8"};
    const ff_edition *edition = ff_edition_find(ff_span_of(UCC_EDITION));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ff_setup setup = {{0}};
        ff_error error = {0};
        assert_false(ucc_army_parse(ff_span_of(bad[i]), edition, FF_RED, 0, &setup, &error));
        assert_true(error.message[0]);
    }
}

/* --- the bot ---------------------------------------------------------------------- */

/* Plays a manager's text to a random player; what it says is in `said`. */
static bool converse(const char *text, char *said, size_t size, ff_error *error) {
    ff_player *player = ff_random_player_new(NULL, 1);
    assert_non_null(player);
    FILE *in = tmpfile(), *out = tmpfile();
    assert_true(in && out);
    fputs(text, in);
    rewind(in);
    bool good = ucc_bot_play(player, 1, in, out, error);
    rewind(out);
    said[fread(said, 1, size - 1, out)] = 0;
    fclose(in);
    fclose(out);
    player->free(player);
    return good;
}

static void quit_may_come_at_any_time(void **state) {
    (void)state;
    static const char *const before[] = {"", "RED other 10 10\n", "BLUE other 10 10\n",
                                         "RED other 10 10\nSTART\n"};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        char text[200], said[400];
        ff_error error;
        snprintf(text, sizeof text, "%sQUIT x RED VICTORY 1 148 148\n", before[i]);
        assert_true(converse(text, said, sizeof said, &error));
        assert_int_equal(strlen(said), i == 0 ? 0 : 44);
    }
}

static void a_manager_that_speaks_nonsense_is_told_where(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t line;
    } bad[] = {
        {"", 1},
        {"GREEN x 10 10\n", 1},
        {"RED x 8 8\n", 1},
        {"RED x 10 10\nBEGIN\n", 2},
        {"RED x 10 10\nSTART\n..........\n", 3},
        {"BLUE x 10 10\n0 3 DOWN\n", 2},
        {"BLUE x 10 10\n0 3 DOWN KILLS 3 4\n", 2},
        {"BLUE x 10 10\n0 6 UP OK\n", 2},
        {"BLUE x 10 10\n2 3 DOWN OK\n", 2},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char said[400];
        ff_error error = {0};
        assert_false(converse(bad[i].text, said, sizeof said, &error));
        assert_int_equal(error.line, bad[i].line);
        assert_true(error.message[0]);
    }
}

static void endless_lines_end_the_game(void **state) {
    (void)state;
    char text[2000], said[400];
    ff_error error;
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = 0;
    assert_false(converse(text, said, sizeof said, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_is_towards_reds_back_row),
        cmocka_unit_test(what_is_no_answer_is_told_from_what_is),
        cmocka_unit_test(what_is_written_is_read_again),
        cmocka_unit_test(an_echo_may_tell_one_square_as_a_number),
        cmocka_unit_test(armies_are_written_from_the_top_for_both),
        cmocka_unit_test(armies_that_are_none_are_refused),
        cmocka_unit_test(quit_may_come_at_any_time),
        cmocka_unit_test(a_manager_that_speaks_nonsense_is_told_where),
        cmocka_unit_test(endless_lines_end_the_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
