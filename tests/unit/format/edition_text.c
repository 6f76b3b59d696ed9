/* Editions of the user's own, from text. */
#include "flagfall.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_same_edition(const ff_edition *a, const ff_edition *b) {
    assert_string_equal(a->id, b->id);
    assert_string_equal(a->title, b->title);
    assert_int_equal(a->language, b->language);
    assert_int_equal(a->files, b->files);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->zone_rows, b->zone_rows);
    assert_memory_equal(a->lake, b->lake, sizeof a->lake);
    assert_memory_equal(a->army, b->army, sizeof a->army);
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        assert_string_equal(a->label[rank], b->label[rank]);
        assert_string_equal(a->name[rank], b->name[rank]);
    }
    assert_int_equal(a->two_squares, b->two_squares);
    assert_int_equal(a->chase, b->chase);
    assert_int_equal(a->forfeit, b->forfeit);
    assert_int_equal(a->reveal_runs, b->reveal_runs);
    assert_int_equal(a->quiet_limit, b->quiet_limit);
    assert_int_equal(a->ply_limit, b->ply_limit);
    assert_int_equal(a->host_cap, b->host_cap);
}

static ff_edition edition_of(const char *text) {
    ff_edition edition;
    ff_error error = {0};
    if (!ff_edition_read(ff_span_of(text), &edition, &error))
        fail_msg("line %zu: %s", error.line, error.message);
    return edition;
}

static void assert_refused(const char *text, size_t line, const char *message) {
    ff_edition edition;
    ff_error error;
    assert_false(ff_edition_read(ff_span_of(text), &edition, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
}

static void every_edition_comes_back_from_its_file(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_buffer text = {0};
        ff_edition_write(ff_edition_at(i), &text);
        assert_false(text.failed);
        ff_edition read = edition_of(text.data);
        assert_same_edition(&read, ff_edition_at(i));
        ff_buffer_free(&text);
    }
}

static void an_edition_may_be_based_on_another(void **state) {
    (void)state;
    ff_edition mine = edition_of("\xef\xbb\xbf# mine\r\n\r\nbased-on = travel-de\r\nid=mine\r\n"
                                 "scout = 7\r\nminer = 6 3\r\nspy = 1 S Mata Hari\r\n"
                                 "two-squares = 5\r\nforfeit = YES\r\n");
    ff_edition expected = *ff_edition_find(ff_span_of("travel-de"));
    strcpy(expected.id, "mine");
    expected.army[FF_SCOUT] = 7;
    expected.army[FF_MINER] = 6;
    strcpy(expected.label[FF_SPY], "S");
    strcpy(expected.name[FF_SPY], "Mata Hari");
    expected.two_squares = 5;
    expected.forfeit = true;
    assert_same_edition(&mine, &expected);
}

static void names_that_are_left_out_follow_the_language(void **state) {
    (void)state;
    ff_edition mine = edition_of("based-on = soldiers\nid = x\nlanguage = fr\nscout = 8 2 Lui\n");
    assert_string_equal(mine.name[FF_MARSHAL], "Mar\xc3\xa9"
                                               "chal");
    assert_string_equal(mine.name[FF_SCOUT], "Lui");
    mine = edition_of("based-on = soldiers\nid = x\n");
    assert_string_equal(mine.name[FF_MINER], "Bomb Defuser");
}

static void an_edition_may_stand_alone(void **state) {
    (void)state;
    ff_edition mine = edition_of("id = tiny\nfiles = 4\nrows = 3\nzone-rows = 1\nlakes = b2\n"
                                 "flag = 1\nscout = 2\nmarshal = 1 10\n");
    assert_string_equal(mine.title, "tiny");
    assert_int_equal(ff_edition_army_size(&mine), 4);
    assert_true(mine.lake[FF_SQUARE(1, 1)]);
    assert_int_equal(mine.host_cap, 4000);
    assert_int_equal(mine.two_squares, 0);
    assert_string_equal(mine.name[FF_SCOUT], "Scout");
}

static void a_smaller_board_drops_the_lakes_of_its_base(void **state) {
    (void)state;
    ff_edition mine = edition_of("based-on = duel\nid = x\nfiles = 7\n");
    assert_false(mine.lake[FF_SQUARE(7, 4)]);
    assert_true(mine.lake[FF_SQUARE(6, 4)]);
}

static void an_error_names_the_line_and_what_would_be_right(void **state) {
    (void)state;
#define BASE "based-on = duel\nid = x\n"
    assert_refused(BASE "files = 11\n", 3, "files must be 2 to 10, not '11'");
    assert_refused(BASE "\n\nrows = -1\n", 5, "rows must be 3 to 10, not '-1'");
    assert_refused(BASE "chase = forever\n", 3, "chase must be none, isf or exact, not 'forever'");
    assert_refused(BASE "forfeit = 1\n", 3, "forfeit must be yes or no, not '1'");
    assert_refused(BASE "lakes = c5 j5\n", 3,
                   "lakes must be squares such as c5 d5, or none, not "
                   "'c5 j5'");
    assert_refused(
        BASE "spy = one\n", 3,
        "spy must be a count up to 50, a label of 1 to 3 bytes and a name of 1 to 23, not "
        "'one'");
    assert_refused(
        BASE "spy = 1 SPYS\n", 3,
        "spy must be a count up to 50, a label of 1 to 3 bytes and a name of 1 to 23, not "
        "'1 SPYS'");
    assert_refused(BASE "title = \xff\n", 3, "title must be 1 to 63 bytes of text, not '?'");
    assert_refused(BASE "ply-limit = 65001\n", 3,
                   "ply-limit must be a number of plies up to 65000, or 0 for none, not '65001'");
    assert_refused(BASE "colour = red\n", 3, "unknown key 'colour'");
    assert_refused(BASE "id = y\n", 3, "id stands on line 2 already");
    assert_refused(BASE "hello\n", 3, "expected 'key = value', not 'hello'");
    assert_refused("id = x\nbased-on = duel\n", 2,
                   "based-on must be the first key, and stand once");
    assert_refused("based-on = dual\n", 1, "based-on: unknown edition 'dual'");
}

static void an_edition_that_nobody_can_play_is_refused(void **state) {
    (void)state;
    assert_refused(BASE "zone-rows = 5\nrows = 9\n", 3,
                   "zone-rows must be 1 to half of rows (4), not 5");
    assert_refused(BASE "lakes = a1\n", 3, "lakes must be outside the set-up zones");
    assert_refused(BASE "files = 9\nlakes = k5\n", 4, "lakes must be on the board");
    assert_refused(BASE "flag = 2\nscout = 1\n", 3, "the army must have one flag, not 2");
    assert_refused(BASE "miner = 2\nscout = 50\n", 4,
                   "the army has 58 pieces, the zone 40 squares");
    assert_refused("based-on = duel\nid = My Own\n", 2, "id must be 1 to 31 of a-z, 0-9 and -");
}

static void what_is_missing_is_named(void **state) {
    (void)state;
    assert_refused("based-on = duel\n", 0,
                   "id is missing; it must be 1 to 31 letters a-z, digits "
                   "and -");
    assert_refused("id = x\nrows = 10\n", 0, "files is missing; it must be 2 to 10");
    assert_refused("", 0, "id is missing; it must be 1 to 31 letters a-z, digits and -");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_edition_comes_back_from_its_file),
        cmocka_unit_test(an_edition_may_be_based_on_another),
        cmocka_unit_test(names_that_are_left_out_follow_the_language),
        cmocka_unit_test(an_edition_may_stand_alone),
        cmocka_unit_test(a_smaller_board_drops_the_lakes_of_its_base),
        cmocka_unit_test(an_error_names_the_line_and_what_would_be_right),
        cmocka_unit_test(an_edition_that_nobody_can_play_is_refused),
        cmocka_unit_test(what_is_missing_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
