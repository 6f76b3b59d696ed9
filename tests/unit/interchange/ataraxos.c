/* The text of Ataraxos's public games: positions and actions as numbers. The games
 * themselves are no part of this repository (FLAGFALL_FIXTURES, or ../shared/fixtures). */
#include "interchange/ataraxos.h"
#include "records.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LETTERS                                                                                    \
    "MAAAAAAAAALAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA__AA__AA"                                           \
    "AA__AA__AAAAAAAAAAAAAAAAAAAAAAxAAAAAAAAAAAAAAAAAAY"

static char *written(const char *text) {
    ff_record record = {0};
    ff_buffer out = {0}, notes = {0};
    ff_error error;
    if (!ataraxos_read(ff_span_of(text), &record, &notes, &error) ||
        !ataraxos_write(&record, &out, &notes, &error))
        fail_msg("line %zu: %s", error.line, error.message);
    ff_record_free(&record);
    ff_buffer_free(&notes);
    return out.data;
}

static void each_mover_counts_from_the_own_side(void **state) {
    ff_record record = {0};
    ff_error error;
    (void)state;
    /* Red's marshal on a2 goes up a row, Blue's on a10 to b10, Red's back, Blue's to the left
     * edge again: rows, then files, without the own one. */
    assert_true(ataraxos_read(ff_span_of(LETTERS "\n110\n1719\n"), &record, NULL, &error));
    char *text = text_of(&record);
    assert_non_null(strstr(text, "1. a2-a3 a9-b9"));
    assert_non_null(strstr(text, "[Board \"" LETTERS "\"]"));
    assert_non_null(strstr(text, "[Option \"no-limits\"]"));
    free(text);
    ff_record_free(&record);
}

static void what_is_read_is_written_as_it_was(void **state) {
    (void)state;
    char *text = written(LETTERS "\n110\n1719\n");
    assert_string_equal(text, LETTERS "\n110\n1719\n");
    free(text);
}

static void assert_refuses(const char *text, size_t line, const char *message) {
    ff_record record = {0};
    ff_error error;
    assert_false(ataraxos_read(ff_span_of(text), &record, NULL, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, line);
    ff_record_free(&record);
}

static void a_byte_order_mark_is_no_part_of_the_text(void **state) {
    static const char marked[] = "\xef\xbb\xbf" LETTERS "\n110\n1719\n";
    (void)state;
    assert_true(ataraxos_is(ff_span_of(marked)));
    char *with = written(marked), *without = written(marked + 3);
    assert_string_equal(with, without);
    free(with);
    free(without);
}

static void what_is_no_action_is_refused_with_its_line(void **state) {
    (void)state;
    assert_refuses(LETTERS "\n110\n1800\n", 3,
                   "expected an action, a number from 0 to 1799, not '1800'");
    assert_refuses(LETTERS "\n-1\n", 2, "expected an action, a number from 0 to 1799, not '-1'");
    assert_refuses(LETTERS "\na1-a2\n", 2,
                   "expected an action, a number from 0 to 1799, not 'a1-a2'");
}

static void assert_cannot_hold(const char *text, const char *message) {
    ff_record record = record_of(text);
    ff_buffer out = {0};
    ff_error error;
    assert_false(ataraxos_write(&record, &out, NULL, &error));
    assert_string_equal(error.message, message);
    ff_record_free(&record);
    ff_buffer_free(&out);
}

static void what_the_text_cannot_hold_is_refused(void **state) {
    (void)state;
    assert_cannot_hold("[Edition \"tournament\"]\n[Board \"" LETTERS "\"]\n\n1. a2-b3\n",
                       "move 1 is not straight, or leaves the board");
    assert_cannot_hold("[Edition \"tournament\"]\n[Board \"" LETTERS "\"]\n[Turn \"blue\"]\n\n*\n",
                       "Blue is to move first; in this format Red is");
    assert_cannot_hold(
        "[Edition \"quick-arena\"]\n[Board "
        "\"MAAAAAAAADAAAAAAAAAAAAAAAA_AA_AAAA_AA_AAAAAAAAAAAAAAAAPAAAAAAAAY\"]\n\n*\n",
        "the board of quick-arena is none of this format's");
}

static void what_is_lost_is_told(void **state) {
    ff_record record = record_of("[Edition \"gravon\"]\n[Red \"Ann\"]\n[Board \"" LETTERS
                                 "\"]\n[Result \"red\"]\n[Termination \"resign\"]\n\n"
                                 "1. a2-a3 {slow}\n");
    ff_buffer out = {0}, notes = {0};
    ff_error error;
    (void)state;
    assert_true(ataraxos_write(&record, &out, &notes, &error));
    assert_string_equal(notes.data, "edition gravon becomes tournament\ntag Red is lost\n"
                                    "tag Result is lost\ntag Termination is lost\n"
                                    "comments are lost: 1\n");
    ff_record_free(&record);
    ff_buffer_free(&out);
    ff_buffer_free(&notes);
}

/* --- published games ---------------------------------------------------------------------- */

static char *file_text(const char *folder, const char *name) {
    char path[1024];
    ff_buffer text = {0};
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (int c; (c = fgetc(file)) != EOF;)
        ff_buffer_byte(&text, (char)c);
    fclose(file);
    return text.data;
}

/* Spaces at ends of lines and empty lines apart, the same comes back. */
static void comes_back(const char *name, const char *text) {
    char *again = written(text);
    const char *a = text, *b = again;
    while (*a || *b) {
        a += strspn(a, " \t\r\n");
        b += strspn(b, " \t\r\n");
        size_t size = strcspn(a, " \t\r\n");
        if (strcspn(b, " \t\r\n") != size || memcmp(a, b, size) != 0)
            fail_msg("%s: '%.*s' comes back as '%.*s'", name, (int)size, a, (int)size, b);
        a += size;
        b += size;
    }
    free(again);
}

/* Legal to the last action, which the rule against chasing refuses. */
static void is_judged(const char *name, const char *text) {
    ff_record record = {0};
    ff_replay replay;
    ff_history history = {0};
    ff_error error;
    assert_true(ataraxos_read(ff_span_of(text), &record, NULL, &error));
    assert_true(ff_replay_record(&replay, &record, NULL, &history));
    if (replay.verdict != FF_REPLAY_BAD_MOVE || replay.ply != record.move_count ||
        replay.reason != FF_MORE_SQUARES)
        fail_msg("%s: ply %zu of %zu is %s", name, replay.ply, record.move_count,
                 ff_reason_word(replay.reason));
    ff_history_free(&history);
    ff_record_free(&record);
}

static void published_games_come_back_as_they_were(void **state) {
    const char *root = getenv("FLAGFALL_FIXTURES");
    char folder[512];
    size_t games = 0;
    (void)state;
    snprintf(folder, sizeof folder, "%s/chase", root ? root : TEST_ROOT "/../../shared/fixtures");
    DIR *list = opendir(folder);
    if (!list) {
        print_message("skipped: %s is not there\n", folder);
        skip();
    }
    for (struct dirent *entry; (entry = readdir(list));) {
        if (!strstr(entry->d_name, ".txt"))
            continue;
        char *text = file_text(folder, entry->d_name);
        comes_back(entry->d_name, text);
        is_judged(entry->d_name, text);
        free(text);
        games++;
    }
    closedir(list);
    assert_int_equal(games, 112);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_mover_counts_from_the_own_side),
        cmocka_unit_test(what_is_read_is_written_as_it_was),
        cmocka_unit_test(a_byte_order_mark_is_no_part_of_the_text),
        cmocka_unit_test(what_is_no_action_is_refused_with_its_line),
        cmocka_unit_test(what_the_text_cannot_hold_is_refused),
        cmocka_unit_test(what_is_lost_is_told),
        cmocka_unit_test(published_games_come_back_as_they_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
