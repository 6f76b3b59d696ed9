/* Logs of the computer competition of 2012, read and written. */
#include "interchange/ucc_log.h"
#include "records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define RED_ARMY "6B85B483B4\n99B58sF858\n6749263175\nB99979769B\n"
#define BLUE_ARMY "B96797999B\n5713629476\n858Fs85B99\n4B384B58B6\n"
#define ARMIES "./red RED SETUP\n" RED_ARMY "./blue BLUE SETUP\n" BLUE_ARMY
#define TAGS                                                                                       \
    "[Edition \"ucc\"]\n[Red \"./red\"]\n[Blue \"./blue\"]\n"                                      \
    "[RedSetup \"" FULL_SETUP "\"]\n"                                                              \
    "[BlueSetup \"" FULL_SETUP "\"]\n"

/* The log as a record, and what is noted on the way. */
static char *read_log(const char *log, char **told) {
    ff_record record = {0};
    ff_buffer notes = {0};
    ff_error error;
    ff_buffer_text(&notes, "");
    if (!ucc_log_read(ff_span_of(log), &record, &notes, &error))
        fail_msg("line %zu: %s", error.line, error.message);
    char *text = text_of(&record);
    ff_record_free(&record);
    *told = notes.data;
    return text;
}

static void assert_reads(const char *log, const char *end, const char *notes) {
    char *told, *text = read_log(log, &told);
    const char *armies = strstr(text, "[BlueSetup");
    assert_non_null(armies);
    assert_string_equal(strchr(armies, '\n') + 1, end);
    assert_string_equal(told, notes);
    free(text);
    free(told);
}

static void a_log_is_read(void **state) {
    (void)state;
    assert_reads(ARMIES "1 RED: 1 3 DOWN OK\n1 BLU: 8 6 UP 2 OK\n2 RED: 1 4 DOWN OK\n"
                        "2 BLU: 1 6 UP BOTHDIE 9 9\n3 RED: SURRENDER OK\n"
                        "Game ends on RED's turn - REASON: Player gave up\n"
                        "./red RED SURRENDER 3 146 146\n",
                 "[Result \"blue\"]\n[Termination \"resign\"]\n\n"
                 "1. b4-b5 i7-i5 2. b5-b6 b7xb6\n\n",
                 "");
}

static void a_byte_order_mark_is_no_part_of_the_log(void **state) {
    static const char marked[] = "\xef\xbb\xbf" ARMIES "1 RED: 1 3 DOWN OK\n";
    char *told, *text = read_log(marked, &told);
    (void)state;
    assert_true(ucc_log_is(ff_span_of(marked)));
    assert_non_null(strstr(text, "[Red \"./red\"]"));
    free(text);
    free(told);
}

static void who_is_named_won_or_lost_by_the_word(void **state) {
    static const char *const ends[][2] = {
        {"./blue BLUE ILLEGAL 1 148 148", "[Result \"red\"]\n[Termination \"forfeit\"]\n"},
        {"./red RED BAD_SETUP 0 148 148", "[Result \"blue\"]\n[Termination \"forfeit\"]\n"},
        {"./blue BLUE DRAW_DEFAULT 5000 1 1", "[Result \"draw\"]\n[Termination \"limit\"]\n"},
        {"x BOTH INTERNAL_ERROR 1 148 148", "[Result \"*\"]\n[Termination \"aborted\"]\n"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char log[1024], end[256];
        snprintf(log, sizeof log, ARMIES "Game ends on a turn\n%s\n", ends[i][0]);
        snprintf(end, sizeof end, "%s\n", ends[i][1]);
        assert_reads(log, end, "");
    }
}

static void an_illegal_move_ends_the_game_and_is_told_as_a_fault(void **state) {
    (void)state;
    assert_reads(ARMIES "1 RED: 0 0 DOWN ILLEGAL\nGame ends on RED's turn - REASON: x\n"
                        "./red RED ILLEGAL 1 148 148\n",
                 "[Fault \"0 0 DOWN\"]\n[Result \"blue\"]\n[Termination \"forfeit\"]\n\n", "");
}

static void what_is_not_understood_is_noted(void **state) {
    (void)state;
    assert_reads(ARMIES "hello\n1 RED: 1 3 DOWN OK\n./red RED DANCING 1 2 3\n", "\n1. b4-b5\n\n",
                 "line 11: not understood: 'hello'\n"
                 "line 13: not understood: './red RED DANCING 1 2 3'\n");
}

static void assert_refuses(const char *log, size_t line, const char *message) {
    ff_record record = {0};
    ff_error error;
    assert_false(ucc_log_read(ff_span_of(log), &record, NULL, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
    ff_record_free(&record);
}

static void what_makes_no_game_is_refused_with_its_line(void **state) {
    (void)state;
    assert_refuses("hello\n", 1, "expected a line 'NAME RED SETUP'");
    assert_refuses("./red RED SETUP\nFB8sB479B8\n", 2, "expected four lines of a set-up");
    assert_refuses(ARMIES "1 BLU: 0 6 UP OK\n", 11, "it is RED's turn, not BLUE's");
    assert_refuses(ARMIES "1 RED: 0 3 DOWN SOMEHOW\n", 11,
                   "expected OK, KILLS, DIES, BOTHDIE, VICTORY_FLAG, VICTORY_ATTRITION or ILLEGAL "
                   "behind a move");
    assert_refuses(ARMIES "1 RED: 0 0 DOWN ILLEGAL\n1 BLU: 0 6 UP OK\n", 12,
                   "the game went on after an illegal move, or its end");
}

/* Both ways; `record` must come back as it was. */
static void comes_back(const char *text) {
    ff_record record = record_of(text), again = {0};
    ff_buffer log = {0}, notes = {0};
    ff_error error;
    if (!ucc_log_write(&record, &log, &notes, &error))
        fail_msg("%s", error.message);
    assert_true(ucc_log_is((ff_span){log.data, log.size}));
    if (!ucc_log_read((ff_span){log.data, log.size}, &again, &notes, &error))
        fail_msg("line %zu: %s\n%s", error.line, error.message, log.data);
    char *before = text_of(&record), *after = text_of(&again);
    assert_string_equal(after, before);
    free(before);
    free(after);
    ff_record_free(&record);
    ff_record_free(&again);
    ff_buffer_free(&log);
    ff_buffer_free(&notes);
}

static void a_record_comes_back_as_it_was(void **state) {
    (void)state;
    comes_back(TAGS "\n1. b4-b5 i7-i5\n\n");
    comes_back(TAGS "[Result \"red\"]\n[Termination \"resign\"]\n\n1. b4-b5\n\n");
    comes_back(TAGS "[Fault \"0 0 DOWN\"]\n[Result \"blue\"]\n[Termination \"forfeit\"]\n\n");
    comes_back(TAGS "[Result \"draw\"]\n[Termination \"limit\"]\n\n1. b4-b5 b7-b6\n2. b5xb6\n\n");
}

static void what_is_lost_is_told(void **state) {
    ff_record record = record_of(
        "[Edition \"tournament\"]\n[Red \"A B\"]\n[Date \"2012\"]\n[RedSetup \"" FULL_SETUP
        "\"]\n[BlueSetup \"" FULL_SETUP "\"]\n[Result \"red\"]\n[Termination \"time\"]\n"
        "\n1. e4-e5 {slow}\n");
    ff_buffer out = {0}, notes = {0};
    ff_error error;
    (void)state;
    assert_true(ucc_log_write(&record, &out, &notes, &error));
    assert_string_equal(notes.data, "the spaces of Red's name are lost\n"
                                    "the ending time becomes forfeit\n"
                                    "edition tournament becomes ucc\ntag Date is lost\n"
                                    "comments are lost: 1\n");
    ff_record_free(&record);
    ff_buffer_free(&out);
    ff_buffer_free(&notes);
}

static void assert_cannot_hold(const char *text, const char *message) {
    ff_record record = record_of(text);
    ff_buffer out = {0};
    ff_error error;
    assert_false(ucc_log_write(&record, &out, NULL, &error));
    assert_string_equal(error.message, message);
    ff_record_free(&record);
    ff_buffer_free(&out);
}

static void what_a_log_cannot_hold_is_refused(void **state) {
    (void)state;
    assert_cannot_hold(DUEL_TAGS "\n*\n", "the board or the army of duel is not the competition's");
    assert_cannot_hold(TAGS "\n1. b4-c5\n",
                       "move 1, b4-c5, is not legal, and nobody knows what came of it");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_log_is_read),
        cmocka_unit_test(a_byte_order_mark_is_no_part_of_the_log),
        cmocka_unit_test(who_is_named_won_or_lost_by_the_word),
        cmocka_unit_test(an_illegal_move_ends_the_game_and_is_told_as_a_fault),
        cmocka_unit_test(what_is_not_understood_is_noted),
        cmocka_unit_test(what_makes_no_game_is_refused_with_its_line),
        cmocka_unit_test(a_record_comes_back_as_it_was),
        cmocka_unit_test(what_is_lost_is_told),
        cmocka_unit_test(what_a_log_cannot_hold_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
