/* Puzzles as text: what is written comes back, and what is wrong is refused with what and
 * where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flagfall.h"
#include "puzzle/puzzle.h"

#define ARMY "MBCDDEEKLBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
/* A question to Blue after three plies of a small game. */
#define GAME "edition=duel red=" ARMY " blue=" ARMY " moves=d1d4g10g7d4d3"
#define FLAG_TAIL " answer=a1 best=800 next=100 about=b1 measure=200 worlds=8000"

static const ff_edition *duel(void) {
    return ff_edition_find(ff_span_of("duel"));
}

/* What is asked of Blue, who sees Red's flag on a1 and does not know it. */
static puzzle question(puzzle_kind kind) {
    puzzle p = {.kind = kind,
                .edition = duel(),
                .plies = 3,
                .best = 800,
                .next = 100,
                .about = FF_SQUARE(1, 0),
                .measure = 200,
                .worlds = 8000};
    const char *moves[] = {"d1-d4", "g10-g7", "d4-d3"};
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        assert_int_equal(ff_setup_parse(ff_span_of(ARMY), duel(), &p.army[seat], NULL),
                         FF_SETUP_OK);
    for (unsigned i = 0; i < 3; i++) {
        unsigned from, to;
        assert_true(ff_move_parse(ff_span_of(moves[i]), &from, &to, NULL));
        p.moves[i] = FF_MOVE(from, to);
    }
    p.answer =
        kind == PUZZLE_FLAG ? FF_MOVE(0, 0) : FF_MOVE(FF_SQUARE(6, 6), FF_SQUARE(5, 6)); /* g7-f7 */
    return p;
}

static char *line_of(const puzzle *p) {
    ff_buffer out = {0};
    puzzle_write(p, &out);
    assert_false(out.failed);
    return out.data;
}

/* The text with its first `what` exchanged for `by`; the caller's to free. */
static char *with(const char *text, const char *what, const char *by) {
    const char *at = strstr(text, what);
    ff_buffer out = {0};
    assert_non_null(at);
    ff_buffer_add(&out, text, (size_t)(at - text));
    ff_buffer_text(&out, by);
    ff_buffer_text(&out, at + strlen(what));
    return out.data;
}

static void assert_refused(const char *line, size_t column, ff_error_code code,
                           const char *message) {
    puzzle p;
    ff_error error = {0};
    assert_false(puzzle_read(ff_span_of(line), &p, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.column, column);
    assert_int_equal(error.code, code);
}

/* Refused after one part of a good line of that kind has been exchanged. */
static void assert_spoils(puzzle_kind kind, const char *what, const char *by, ff_error_code code,
                          const char *message) {
    puzzle p = question(kind), read;
    char *good = line_of(&p), *bad = with(good, what, by);
    ff_error error = {0};
    assert_false(puzzle_read(ff_span_of(bad), &read, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.code, code);
    free(good);
    free(bad);
}

static void what_is_written_comes_back(void **state) {
    (void)state;
    for (int kind = 0; kind < PUZZLE_KINDS; kind++) {
        puzzle p = question((puzzle_kind)kind), read;
        ff_error error = {0};
        char *line = line_of(&p);
        assert_true(puzzle_read(ff_span_of(line), &read, &error));
        assert_memory_equal(&read, &p, sizeof p);
        char *again = line_of(&read);
        assert_string_equal(again, line);
        free(again);
        free(line);
    }
}

static void a_line_says_what_docs_formats_says(void **state) {
    (void)state;
    puzzle p = question(PUZZLE_FLAG);
    char *line = line_of(&p);
    const char *rest = strstr(line, " kind=");
    assert_non_null(rest);
    assert_string_equal(rest, " kind=flag " GAME FLAG_TAIL);
    free(line);
}

static void a_key_that_is_missing_is_named_with_its_place(void **state) {
    (void)state;
    assert_refused("", 1, FF_ERROR_MISSING, "expected puzzle=...");
    assert_refused("puzzle=0123456789abcdef kin=flag", 25, FF_ERROR_MISSING, "expected kind=...");
    assert_refused("puzzle=0123456789abcdef", 24, FF_ERROR_MISSING, "expected kind=...");
}

static void values_are_refused_with_what_would_be_right(void **state) {
    (void)state;
    assert_refused("puzzle=12 kind=flag", 8, FF_ERROR_SYNTAX,
                   "a puzzle's name is 16 hexadecimal digits, not \"12\"");
    assert_refused("puzzle=0123456789abcdef kind=mate", 30, FF_ERROR_UNKNOWN,
                   "a kind is flag, win, miner or hold, not \"mate\"");
    assert_refused("puzzle=0123456789abcdef kind=flag edition=duell", 43, FF_ERROR_UNKNOWN,
                   "an edition is one that 'flagfall editions' lists, not \"duell\"");
    assert_spoils(PUZZLE_FLAG, "red=M", "red=", FF_ERROR_ARMY,
                  "wrong-length: 39 letters; a set-up of this edition has 40");
    assert_spoils(PUZZLE_FLAG, "moves=d1d4", "moves=d1d4e", FF_ERROR_SYNTAX,
                  "moves are squares, two each, as in a4a5k7k6");
    assert_spoils(PUZZLE_FLAG, "answer=a1", "answer=j4", FF_ERROR_SYNTAX,
                  "the answer is a square, as e8, not \"j4\"");
    assert_spoils(PUZZLE_HOLD, "answer=g7-f7", "answer=g7", FF_ERROR_SYNTAX,
                  "the answer is a move, as a4-a5 or a4xa5, not \"g7\"");
    assert_spoils(PUZZLE_FLAG, "best=800", "best=8e2", FF_ERROR_RANGE,
                  "a number is from -1000000 to 1000000, not \"8e2\"");
    assert_spoils(PUZZLE_FLAG, "next=100", "next=800", FF_ERROR_CONFLICT,
                  "the second best answer is worth less than the best, not \"800\"");
    assert_spoils(PUZZLE_FLAG, "worlds=8000", "worlds=0", FF_ERROR_RANGE,
                  "worlds are 1 or more, not \"0\"");
    assert_spoils(PUZZLE_FLAG, "worlds=8000", "worlds=8000 more=1", FF_ERROR_SYNTAX,
                  "the line goes on after its last key");
}

static void the_game_of_a_puzzle_is_held_against_the_rules(void **state) {
    (void)state;
    assert_spoils(PUZZLE_FLAG, "d4d3", "d4e3", FF_ERROR_ILLEGAL,
                  "move 3 of the game is not legal: not-straight");
    assert_spoils(PUZZLE_HOLD, "g7-f7", "g7-h6", FF_ERROR_ILLEGAL, "the answer is no legal move");
    assert_spoils(PUZZLE_HOLD, "about=b1", "about=b10", FF_ERROR_CONFLICT,
                  "the square that it is about holds no piece of the enemy's");
}

static void only_the_true_flag_answers_a_puzzle_of_the_flag(void **state) {
    (void)state;
    assert_spoils(PUZZLE_FLAG, "answer=a1", "answer=b1", FF_ERROR_CONFLICT,
                  "the answer is not the flag");
    assert_spoils(PUZZLE_FLAG, "answer=a1", "answer=d3", FF_ERROR_ILLEGAL,
                  "the answer is no hidden piece of the enemy's that has not moved");
    assert_spoils(PUZZLE_FLAG, "answer=a1", "answer=a10", FF_ERROR_ILLEGAL,
                  "the answer is no hidden piece of the enemy's that has not moved");
}

static void a_line_that_was_changed_no_longer_has_its_name(void **state) {
    (void)state;
    puzzle p = question(PUZZLE_HOLD), read;
    char *good = line_of(&p), *bad = with(good, "d4d3", "d4d2");
    ff_error error = {0};
    assert_false(puzzle_read(ff_span_of(bad), &read, &error));
    assert_int_equal(error.code, FF_ERROR_DAMAGED);
    assert_memory_equal(error.message, "this puzzle's name is ", 22);
    free(good);
    free(bad);
}

static void a_line_may_not_be_endless(void **state) {
    (void)state;
    char *line = malloc(PUZZLE_LINE_MAX + 2);
    memset(line, 'a', PUZZLE_LINE_MAX + 1);
    line[PUZZLE_LINE_MAX + 1] = 0;
    assert_refused(line, 1, FF_ERROR_RANGE, "a puzzle's line has at most 12000 bytes");
    free(line);
}

/* The lines of a file in words: "puzzle 3; game 4; error 5:1". */
static char *lines_of(const char *text) {
    puzzle_reader reader;
    puzzle_line line;
    puzzle p;
    uint64_t game;
    ff_error error;
    ff_buffer out = {0};
    ff_buffer_text(&out, "");
    puzzle_reader_init(&reader, ff_span_of(text));
    while ((line = puzzle_reader_next(&reader, &p, &game, &error)) != PUZZLE_LINE_END) {
        if (line == PUZZLE_LINE_ERROR)
            ff_buffer_format(&out, "error %zu:%zu; ", error.line, error.column);
        else
            ff_buffer_format(&out, "%s %zu; ", line == PUZZLE_LINE_GAME ? "game" : "puzzle",
                             reader.line);
        if (line == PUZZLE_LINE_ERROR && !reader.begun_well)
            break;
    }
    return out.data;
}

static void assert_lines(const char *text, const char *expected) {
    char *found = lines_of(text);
    assert_string_equal(found, expected);
    free(found);
}

static void a_file_is_a_head_puzzles_and_marks_of_games(void **state) {
    (void)state;
    puzzle p = question(PUZZLE_FLAG);
    char *line = line_of(&p);
    ff_buffer text = {0};
    puzzle_head_write(&text);
    ff_buffer_format(&text, "# a comment\n\n%s\n", line);
    puzzle_mark_write(0x1234, &text);
    ff_buffer_format(&text, "puzzle=?\nsearched=12\n%s", line);
    assert_lines(text.data, "puzzle 4; game 5; error 6:8; error 7:10; puzzle 8; ");
    ff_buffer_free(&text);
    free(line);
}

static void other_files_and_other_versions_are_refused_at_their_head(void **state) {
    (void)state;
    assert_lines("", "error 1:1; ");
    assert_lines("[Edition \"duel\"]\n", "error 1:1; ");
    assert_lines("# made by hand\nflagfall-puzzles=2\n", "error 2:18; ");
    assert_lines("flagfall-puzzles=1\n", "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_comes_back),
        cmocka_unit_test(a_line_says_what_docs_formats_says),
        cmocka_unit_test(a_key_that_is_missing_is_named_with_its_place),
        cmocka_unit_test(values_are_refused_with_what_would_be_right),
        cmocka_unit_test(the_game_of_a_puzzle_is_held_against_the_rules),
        cmocka_unit_test(only_the_true_flag_answers_a_puzzle_of_the_flag),
        cmocka_unit_test(a_line_that_was_changed_no_longer_has_its_name),
        cmocka_unit_test(a_line_may_not_be_endless),
        cmocka_unit_test(a_file_is_a_head_puzzles_and_marks_of_games),
        cmocka_unit_test(other_files_and_other_versions_are_refused_at_their_head),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
