/* Squares, moves, boards and set-ups as people write them. */
#include "board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const ff_edition *edition(const char *id) {
    return ff_edition_find(ff_span_of(id));
}

/* Squares. */

static unsigned square_of(const char *text) {
    unsigned square = 1000;
    assert_int_equal(ff_square_parse(ff_span_of(text), &square), strlen(text));
    return square;
}

static void every_square_comes_back(void **state) {
    (void)state;
    for (int square = 0; square < FF_SQUARES; square++) {
        char text[FF_SQUARE_TEXT];
        ff_square_write(square, text);
        assert_int_equal(square_of(text), square);
    }
}

static void files_are_a_to_k_without_j_in_either_case(void **state) {
    (void)state;
    assert_int_equal(square_of("a1"), 0);
    assert_int_equal(square_of("i1"), 8);
    assert_int_equal(square_of("k1"), 9);
    assert_int_equal(square_of("K10"), 99);
}

static void a_letter_with_any_number_is_a_square_if_only_off_the_board(void **state) {
    (void)state;
    assert_int_equal(square_of("j4"), FF_OFF_BOARD);
    assert_int_equal(square_of("a0"), FF_OFF_BOARD);
    assert_int_equal(square_of("a11"), FF_OFF_BOARD);
    assert_int_equal(square_of("l1"), FF_OFF_BOARD);
    assert_int_equal(square_of("c77"), FF_OFF_BOARD);
    assert_int_equal(square_of("a4294967297"), FF_OFF_BOARD);
}

static void a_square_is_read_from_the_front(void **state) {
    (void)state;
    unsigned square;
    assert_int_equal(ff_square_parse(ff_span_of("b3xc3"), &square), 2);
    assert_int_equal(square, FF_SQUARE(1, 2));
    static const char *const none[] = {"", "a", "4", "4a", "-a4", "aa4", " a4", "\xc3\xa9 4"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_int_equal(ff_square_parse(ff_span_of(none[i]), &square), 0);
}

/* Moves. */

static void a_move_is_two_squares_and_a_sign(void **state) {
    (void)state;
    static const char *const good[] = {"a4-a5", "a4xa5", "A4-A5", "A4XA5"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        unsigned from = 0, to = 0;
        assert_true(ff_move_parse(ff_span_of(good[i]), &from, &to, NULL));
        assert_int_equal(from, FF_SQUARE(0, 3));
        assert_int_equal(to, FF_SQUARE(0, 4));
    }
}

static void a_move_that_is_none_is_told_with_the_column(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t column;
    } bad[] = {{"", 1},     {"a", 1},      {"a4", 3},     {"a4a5", 3},  {"a4-", 4},
               {"a4-5", 4}, {"a4--a5", 4}, {"a4-a5!", 6}, {"a4 a5", 3}, {"-a5", 1}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        unsigned from, to;
        ff_error error;
        assert_false(ff_move_parse(ff_span_of(bad[i].text), &from, &to, &error));
        assert_int_equal(error.column, bad[i].column);
        assert_non_null(strstr(error.message, "a4-a5"));
    }
}

static void an_attack_is_written_with_x(void **state) {
    (void)state;
    char text[FF_MOVE_TEXT];
    ff_move_write(FF_MOVE(FF_SQUARE(9, 9), FF_SQUARE(9, 8)), true, text);
    assert_string_equal(text, "k10xk9");
    ff_move_write(FF_MOVE(FF_SQUARE(0, 0), FF_SQUARE(0, 9)), false, text);
    assert_string_equal(text, "a1-a10");
}

/* Boards. */

#define YORKTOWN                                                                                   \
    "FEBMBEFEEFBGIBHIBEDBGJDDDHCGJGDHDLIFKDDHAA__AA__AAAA__AA__"                                   \
    "AASTQQNSQPTSUPWPVRPXPURNQONNQSNVPTNQ"                                                         \
    "RRTYUP"

static void a_board_comes_back_with_its_public_ranks(void **state) {
    (void)state;
    char letters[] = YORKTOWN, text[FF_SQUARES + 1];
    ff_position position;
    bool known[FF_SQUARES];
    letters[0] = 'f';
    letters[99] = 'p';
    assert_true(ff_board_parse(ff_span_of(letters), edition("ucc"), &position, known, NULL));
    assert_int_equal(ff_position_rank(&position, 0), FF_SERGEANT);
    assert_int_equal(ff_position_owner(&position, 99), FF_BLUE);
    assert_true(known[0] && known[99] && !known[1]);
    ff_board_write(edition("ucc"), &position, known, text);
    assert_string_equal(text, letters);
    ff_board_write(edition("ucc"), &position, NULL, text);
    assert_string_equal(text, YORKTOWN);
}

static void a_board_has_the_letters_of_its_edition(void **state) {
    (void)state;
    ff_position position;
    ff_error error;
    char text[101];
    memset(text, 'A', sizeof text);
    assert_false(ff_board_parse((ff_span){text, 99}, edition("ucc"), &position, NULL, &error));
    assert_string_equal(error.message, "99 letters; a board of 10 by 10 has 100");
    assert_false(
        ff_board_parse((ff_span){text, 100}, edition("classic30"), &position, NULL, &error));
    assert_string_equal(error.message, "100 letters; a board of 10 by 8 has 80");
}

static void bad_board(char letter, size_t at, const char *message) {
    char letters[] = YORKTOWN;
    ff_position position;
    ff_error error;
    letters[at] = letter;
    assert_false(ff_board_parse(ff_span_of(letters), edition("ucc"), &position, NULL, &error));
    assert_int_equal(error.column, at + 1);
    assert_string_equal(error.message, message);
}

static void a_wrong_letter_of_a_board_is_named_with_its_square(void **state) {
    (void)state;
    bad_board('Z', 0, "letter 1 (a1) is 'Z'; a piece is A to Y, a lake _");
    bad_board('_', 11, "letter 12 is '_' but b2 is no lake");
    bad_board('A', 42, "letter 43 is 'A' but c5 is a lake '_'");
    bad_board('?', 99,
              "letter 100 (k10) is a hidden piece '?'; a board to play on names every piece");
}

static void a_views_board_shows_what_its_seat_may_know(void **state) {
    (void)state;
    ff_game *game = game_on("duel", "Da4 Ya10 Lk4 Yk10 Pb10 Oa8 Mk1");
    play_all(game, "a4xa8 b10-b9 k4-k5");
    char text[FF_SQUARES + 1];
    ff_view view = view_for(game, FF_BLUE);
    ff_view_board_write(&view, text);
    assert_int_equal(text[70], 'd'); /* the scout won and is public */
    assert_int_equal(text[49], '+'); /* the marshal has moved */
    assert_int_equal(text[9], '-');  /* the flag has not */
    assert_int_equal(text[81], 'P'); /* Blue's own */
    view = view_for(game, FF_RED);
    ff_view_board_write(&view, text);
    assert_int_equal(text[49], 'L');
    assert_int_equal(text[81], '!');
    assert_int_equal(text[99], '?');
    ff_game_free(game);
}

/* Set-ups. */

static void a_setup_is_the_same_letters_for_either_seat(void **state) {
    (void)state;
    const char *letters = "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB";
    ff_setup setup;
    char text[FF_ZONE_MAX + 1];
    assert_int_equal(ff_setup_parse(ff_span_of(letters), edition("travel-en"), &setup, NULL),
                     FF_SETUP_OK);
    ff_setup_write(&setup, edition("travel-en"), text);
    assert_string_equal(text, letters);
    ff_rules rules;
    ff_position position;
    ff_rules_init(&rules, edition("travel-en"), NULL);
    ff_position_setup(&rules, &position, &setup, &setup);
    assert_int_equal(ff_position_rank(&position, FF_SQUARE(0, 0)), FF_LIEUTENANT);
    assert_int_equal(ff_position_rank(&position, FF_SQUARE(9, 9)), FF_LIEUTENANT);
    assert_int_equal(ff_position_rank(&position, FF_SQUARE(9, 3)), FF_BOMB);
    assert_int_equal(ff_position_rank(&position, FF_SQUARE(0, 6)), FF_BOMB);
}

static void bad_setup(const char *letters, ff_setup_reason reason, const char *message) {
    ff_setup setup;
    ff_error error;
    assert_int_equal(ff_setup_parse(ff_span_of(letters), edition("duel"), &setup, &error), reason);
    assert_string_equal(error.message, message);
}

#define THIRTY "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

static void a_wrong_setup_is_told_by_its_first_reason(void **state) {
    (void)state;
    bad_setup(THIRTY, FF_SETUP_WRONG_LENGTH, "30 letters; a set-up of this edition has 40");
    bad_setup(THIRTY "BBCDDEEKLN", FF_SETUP_BAD_LETTER,
              "letter 40 is 'N'; a set-up has the letters A to M");
    bad_setup(THIRTY "BBCDDEEKLm", FF_SETUP_BAD_LETTER,
              "letter 40 is 'm'; a set-up has the letters A to M");
    bad_setup(THIRTY "BBCDDDDKLM", FF_SETUP_WRONG_COUNTS, "4 of D where the army has 2");
    ff_setup setup;
    assert_int_equal(ff_setup_parse(ff_span_of(THIRTY "BBCDDEEKLM"), edition("duel"), &setup, NULL),
                     FF_SETUP_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_square_comes_back),
        cmocka_unit_test(files_are_a_to_k_without_j_in_either_case),
        cmocka_unit_test(a_letter_with_any_number_is_a_square_if_only_off_the_board),
        cmocka_unit_test(a_square_is_read_from_the_front),
        cmocka_unit_test(a_move_is_two_squares_and_a_sign),
        cmocka_unit_test(a_move_that_is_none_is_told_with_the_column),
        cmocka_unit_test(an_attack_is_written_with_x),
        cmocka_unit_test(a_board_comes_back_with_its_public_ranks),
        cmocka_unit_test(a_board_has_the_letters_of_its_edition),
        cmocka_unit_test(a_wrong_letter_of_a_board_is_named_with_its_square),
        cmocka_unit_test(a_views_board_shows_what_its_seat_may_know),
        cmocka_unit_test(a_setup_is_the_same_letters_for_either_seat),
        cmocka_unit_test(a_wrong_setup_is_told_by_its_first_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
