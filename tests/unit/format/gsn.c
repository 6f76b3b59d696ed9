/* Gravon's line format, and the tables behind both of Gravon's formats. */
#include "records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "format/gravon.h"

#define FIELD                                                                                      \
    "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDBAA__AA__AAAA__AA__"                                   \
    "AAPRUWRSPXRSPSTOPTUQPTNNQVPUVNQNSTP"                                                          \
    "QPQNYNR"
#define EMPTY30 "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define MIDDLE "AA__AA__AAAA__AA__AA"
#define FREE_FIELD                                                                                 \
    "MAAAAAAAAA"                                                                                   \
    "AAAAAAAAAAAAAAAAAAAA"                                                                         \
    "DAAAAAAAAA" MIDDLE EMPTY30 "YAAAAAAAAX"
#define HEADER "#X38FA11 Stratego-Notation v2\n"

/* A record of the text, as text again; `notes` may be null. The caller frees. */
static char *read_gsn(const char *text, ff_buffer *notes) {
    ff_record record = {0};
    ff_error error = {0};
    if (!ff_gsn_read(ff_span_of(text), &record, notes, &error))
        fail_msg("line %zu, column %zu: %s", error.line, error.column, error.message);
    char *out = text_of(&record);
    ff_record_free(&record);
    return out;
}

static void assert_reads(const char *gsn, const char *expected, const char *expected_notes) {
    ff_buffer notes = {0};
    ff_buffer_text(&notes, "");
    char *text = read_gsn(gsn, &notes);
    assert_string_equal(text, expected);
    assert_string_equal(notes.data, expected_notes);
    free(text);
    ff_buffer_free(&notes);
}

static void assert_refuses(const char *gsn, size_t line, const char *message) {
    ff_record record = {0};
    ff_error error;
    assert_false(ff_gsn_read(ff_span_of(gsn), &record, NULL, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
    ff_record_free(&record);
}

static void assert_writes(const char *text, const char *expected, const char *expected_notes) {
    ff_record record = record_of(text);
    ff_buffer out = {0}, notes = {0};
    ff_error error = {0};
    ff_buffer_text(&notes, "");
    if (!ff_gsn_write(&record, &out, &notes, &error))
        fail_msg("%s", error.message);
    assert_string_equal(out.data, expected);
    assert_string_equal(notes.data, expected_notes);
    ff_buffer_free(&out);
    ff_buffer_free(&notes);
    ff_record_free(&record);
}

static void assert_cannot_write(const char *text, const char *message) {
    ff_record record = record_of(text);
    ff_buffer out = {0};
    ff_error error = {0};
    assert_false(ff_gsn_write(&record, &out, NULL, &error));
    assert_string_equal(error.message, message);
    ff_buffer_free(&out);
    ff_record_free(&record);
}

#define CLASSIC                                                                                    \
    "[Edition \"gravon\"]\n[Red \"Ann\"]\n[Blue \"Bob B.\"]\n[RedSetup \"" FULL_SETUP              \
    "\"]\n[BlueSetup \"FBMBEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD\"]\n"

static void a_game_of_the_archive_is_read(void **state) {
    (void)state;
    assert_reads(HEADER "type 0\n" FIELD "\nE4-E5\nE7?E6\nEND\nAnn vs Bob B. result 3 winner 1\n",
                 "[Edition \"gravon\"]\n[RedSetup \"" FULL_SETUP
                 "\"]\n[BlueSetup \"FBMBEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD\"]\n[Red \"Ann\"]\n"
                 "[Blue \"Bob B.\"]\n[Result \"red\"]\n[Termination \"resign\"]\n\n"
                 "1. e4-e5 e7-e6\n\n",
                 "");
}

static void variation_is_passed_over_and_told(void **state) {
    (void)state;
    assert_reads("\xef\xbb\xbf#X38FA11 Stratego-Notation v3\r\n\r\ntype 4\r\nEND\r\nno result\r\n",
                 "[Edition \"duel\"]\n\n",
                 "line 1: unknown version '3'\nline 5: no players and result 'no result'\n");
    assert_reads(HEADER "type 0\n" FIELD
                        "\nE4-E0\nA1:B2\nhello\nEND\n? vs A vs B result 7 winner 2\n"
                        "more\n",
                 "[Edition \"gravon\"]\n[RedSetup \"" FULL_SETUP
                 "\"]\n[BlueSetup \"FBMBEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD\"]\n"
                 "[Blue \"A vs B\"]\n[Result \"blue\"]\n\n1. e4-e10\n\n",
                 "line 5: no move 'A1:B2'\nline 6: no move 'hello'\n"
                 "line 8: unknown type of result 7 '7 winner 2'\n"
                 "line 9: not read, a file holds one game: 'more'\n");
}

static void a_field_that_is_no_two_armies_is_a_board(void **state) {
    (void)state;
    char field[] = FIELD;
    field[0] = 'A';
    ff_buffer gsn = {0};
    ff_buffer_format(&gsn, "%stype 2\n%s\nEND\n", HEADER, field);
    char *text = read_gsn(gsn.data, NULL);
    assert_non_null(strstr(text, "[Board \"ABEHB"));
    assert_non_null(strstr(text, "[Turn \"red\"]"));
    assert_verdict_begins(text, "ok plies=0");
    free(text);
    ff_buffer_free(&gsn);
}

static void what_is_no_game_is_refused(void **state) {
    (void)state;
    assert_refuses("", 0, "expected a first line '#X38FA11 Stratego-Notation v2'");
    assert_refuses("[Edition \"gravon\"]", 1,
                   "expected a first line '#X38FA11 Stratego-Notation v2'");
    assert_refuses(HEADER "type 5\n", 2, "expected a line 'type N' with N from 0 to 4");
    assert_refuses(HEADER "type 3\n", 2, "the rules of ultimate lightning are not among ours");
    assert_refuses(HEADER "type 0\nABC\n", 3, "field: 3 letters; a board of 10 by 10 has 100");
    assert_refuses(HEADER "type 0\n" FIELD "\nE4-E5\n", 4, "expected a line 'END' after the moves");
}

static void a_record_is_written_and_its_losses_are_told(void **state) {
    (void)state;
    assert_writes(CLASSIC "[Result \"draw\"]\n[Termination \"agreement\"]\n\n1. e4-e5 e7xe6",
                  HEADER "type 0\n" FIELD "\nE4-E5\nE7-E6\nEND\nAnn vs Bob B. result 4 winner 0\n",
                  "attacks are written as moves: 1\n");
    assert_writes("[Edition \"duel\"]\n[Event \"x\"]\n[Red \"A vs B\"]\n[RedSetup \"" DUEL_SETUP
                  "\"]\n[BlueSetup \"" DUEL_SETUP
                  "\"]\n[Result \"blue\"]\n[Termination \"time\"]\n\n"
                  "1. d1-d2 {slow}",
                  HEADER "type 4\n" DUEL_SETUP MIDDLE EMPTY30
                         "NXWQQPPONY\nD1-D2\nEND\nA_vs_B vs ? result 11 winner 2\n",
                  "the spaces of Red's name are lost\ntag Event is lost\ncomments are lost: 1\n");
}

static void a_result_without_tags_is_taken_from_the_moves(void **state) {
    (void)state;
    assert_writes("[Edition \"gravon\"]\n[Board \"m" EMPTY30 "AAAAAAAAL" MIDDLE EMPTY30
                  "YAAAAAAAAX\"]\n[Result \"draw\"]\n[Termination \"limit\"]",
                  HEADER "type 2\nM" EMPTY30 "AAAAAAAAL" MIDDLE EMPTY30
                         "YAAAAAAAAX\nEND\n? vs ? result 12 winner 0\n",
                  "public ranks are lost\nthe ending limit becomes time\n");
    assert_writes("[Edition \"gravon\"]\n[Board \"" FREE_FIELD "\"]\n\n1. a4xa10",
                  HEADER "type 2\n" FREE_FIELD "\nA4-A10\nEND\n? vs ? result 1 winner 1\n",
                  "attacks are written as moves: 1\n");
}

static void what_gravon_lacks_cannot_be_written(void **state) {
    (void)state;
    assert_cannot_write("[Edition \"classic30\"]\n",
                        "Gravon has no game with the board and army of classic30");
    assert_cannot_write("[Edition \"mine\"]\n", "no edition of ours: Gravon has no game like it");
    assert_cannot_write(CLASSIC "[Result \"red\"]\n[Termination \"agreement\"]\n",
                        "Gravon has no result red by agreement");
    assert_cannot_write(CLASSIC "\na1-j1", "move 1 leaves the board");
}

/* Round trips. */

static void every_result_comes_back(void **state) {
    (void)state;
    static const int both[][2] = {{1, 0}, {2, 0},  {1, 1},  {2, 1},  {0, 2},  {1, 3},  {2, 3},
                                  {0, 4}, {0, 10}, {1, 11}, {2, 11}, {0, 12}, {1, 14}, {2, 14}};
    for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
        ff_record record = {0};
        int winner, type;
        assert_true(gravon_result_read(both[i][0], both[i][1], &record, NULL));
        assert_true(gravon_result_write(&record, &winner, &type, NULL));
        assert_int_equal(winner, both[i][0]);
        assert_int_equal(type, both[i][1]);
        ff_record_free(&record);
    }
    assert_false(gravon_result_read(3, 1, &(ff_record){0}, NULL));
}

static void types_and_editions_agree(void **state) {
    (void)state;
    static const struct {
        const char *edition, *type;
    } rows[] = {{"gravon", "classic"},      {"tournament", "classic"}, {"travel-fr", "classic"},
                {"anniversary", "classic"}, {"soldiers", "classic"},   {"ucc", "classic"},
                {"barrage", "barrage"},     {"duel", "duell"},         {"travel-duel-nl", "duell"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ff_record record = {0};
        const char *type;
        assert_true(ff_record_add_tag(&record, "Edition", ff_span_of(rows[i].edition)));
        assert_true(gravon_type_of_record(&record, &type, NULL));
        assert_string_equal(type, rows[i].type);
        ff_record_free(&record);
    }
    assert_null(gravon_type(5));
    assert_null(gravon_edition("ultimate lightning"));
    assert_null(gravon_edition("chess"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_of_the_archive_is_read),
        cmocka_unit_test(variation_is_passed_over_and_told),
        cmocka_unit_test(a_field_that_is_no_two_armies_is_a_board),
        cmocka_unit_test(what_is_no_game_is_refused),
        cmocka_unit_test(a_record_is_written_and_its_losses_are_told),
        cmocka_unit_test(a_result_without_tags_is_taken_from_the_moves),
        cmocka_unit_test(what_gravon_lacks_cannot_be_written),
        cmocka_unit_test(every_result_comes_back),
        cmocka_unit_test(types_and_editions_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
