/* Records as text: what is read, what is refused and where, and that one bad game
 * does not spoil the next. */
#include "records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Games of a text in words: "game 1 moves=2; error 5:3; ..." with the line where
 * each begins, or line and column of the error. */
static char *games_of(const char *text) {
    ff_record record = {0};
    ff_record_reader reader;
    ff_error error;
    ff_read read;
    ff_buffer out = {0};
    ff_buffer_text(&out, "");
    ff_record_reader_init(&reader, ff_span_of(text));
    while ((read = ff_record_read(&reader, &record, &error)) != FF_READ_END) {
        if (read == FF_READ_GAME)
            ff_buffer_format(&out, "game %zu moves=%zu; ", record.line, record.move_count);
        else
            ff_buffer_format(&out, "error %zu at %zu:%zu; ", record.line, error.line, error.column);
    }
    ff_record_free(&record);
    return out.data;
}

static void assert_games(const char *text, const char *games) {
    char *found = games_of(text);
    assert_string_equal(found, games);
    free(found);
}

static void assert_error(const char *text, const char *message) {
    ff_record record = {0};
    ff_record_reader reader;
    ff_error error;
    ff_record_reader_init(&reader, ff_span_of(text));
    assert_int_equal(ff_record_read(&reader, &record, &error), FF_READ_ERROR);
    assert_string_equal(error.message, message);
    ff_record_free(&record);
}

static const char *tag(const ff_record *record, const char *name) {
    return ff_record_tag_value(record, name);
}

static const char *comment(const ff_record *record, size_t move) {
    return record->text.data + record->moves[move].comment;
}

static void a_game_is_its_tags_and_its_moves(void **state) {
    (void)state;
    ff_record record = record_of("[Edition \"duel\"]\n[Red \"Ann\"]\n\n1. a4-a5 k7xk6\n2. a5-a6\n");
    assert_string_equal(tag(&record, "Edition"), "duel");
    assert_string_equal(tag(&record, "red"), "Ann");
    assert_null(tag(&record, "Blue"));
    assert_int_equal(record.move_count, 3);
    assert_int_equal(record.moves[0].from, FF_SQUARE(0, 3));
    assert_int_equal(record.moves[0].to, FF_SQUARE(0, 4));
    assert_false(record.moves[0].attack);
    assert_true(record.moves[1].attack);
    assert_int_equal(record.moves[2].line, 5);
    ff_record_free(&record);
}

static void quotes_and_backslashes_of_a_value_are_escaped(void **state) {
    (void)state;
    ff_record record = record_of("[Red \"Ann \\\"the\\\\fox\\\" \\n\"]\n");
    assert_string_equal(tag(&record, "Red"), "Ann \"the\\fox\" \\n");
    char *text = text_of(&record);
    ff_record again = record_of(text);
    assert_string_equal(tag(&again, "Red"), "Ann \"the\\fox\" \\n");
    free(text);
    ff_record_free(&again);
    ff_record_free(&record);
}

static void bytes_that_are_no_text_are_replaced(void **state) {
    (void)state;
    ff_record record = record_of("[Red \"J\xf6rg\t\x7f\"]\n[Blue \"J\xc3\xb6rg\"]\n");
    assert_string_equal(tag(&record, "Red"), "J?rg  ");
    assert_string_equal(tag(&record, "Blue"), "J\xc3\xb6rg");
    ff_record_free(&record);
}

static void numbers_are_optional_and_mean_nothing(void **state) {
    (void)state;
    assert_games("[A \"\"]\n\na4-a5 a7-a6 7. a5-a6 1... b7-b6 3.c4-c5 ...", "game 1 moves=5; ");
}

static void a_star_closes_a_game_without_a_result(void **state) {
    (void)state;
    assert_games(DUEL_TAGS "1. a4-a5 *\n\n[Edition \"duel\"]\n* {to be continued}\n",
                 "game 1 moves=1; game 6 moves=0; ");
    assert_games("[Edition \"duel\"]\n[Result \"*\"]\na4-a5\n*", "game 1 moves=1; ");
    assert_error("[Edition \"duel\"]\n[Result \"red\"]\na4-a5 *\n",
                 "'*' says that the game has no result, and its Result is 'red'");
    assert_error("[Edition \"duel\"]\na4-a5 * a5-a6\n",
                 "expected the tags of the next game after the closing '*', not 'a5-a6'");
    assert_error("[Edition \"duel\"]\na4-a5 ** \n",
                 "'**' is no move; one looks like a4-a5 or a4xa5");
}

static void comments_in_braces_belong_to_the_move_before(void **state) {
    (void)state;
    ff_record record = record_of("[A \"\"]\n{none} a4-a5 {one\n  two} {three}b7-b6{}c4-c5 ; no\n");
    assert_int_equal(record.move_count, 3);
    assert_string_equal(comment(&record, 0), "one two three");
    assert_string_equal(comment(&record, 1), "");
    assert_string_equal(comment(&record, 2), "");
    ff_record_free(&record);
}

static void line_ends_marks_and_capitals_do_not_matter(void **state) {
    (void)state;
    assert_games("\xef\xbb\xbf[A \"\"]\r\n\r\n1. A4-A5 {x\r\ny} K7XK6\r\n", "game 1 moves=2; ");
    assert_games("; first\n\n{second\n} [A \"\"] [B \"\"]\n1. a4-a5", "game 4 moves=1; ");
    assert_games("", "");
    assert_games(" \n\t\r\n;x", "");
}

static void games_follow_one_another(void **state) {
    (void)state;
    assert_games("[A \"\"]\n\na4-a5\n\n[B \"\"]\n\nb4-b5\n", "game 1 moves=1; game 5 moves=1; ");
    assert_games("[A \"\"]\na4-a5\n[B \"\"]\nb4-b5\n", "game 1 moves=1; game 3 moves=1; ");
}

static void games_without_moves_are_told_apart(void **state) {
    (void)state;
    assert_games("[Edition \"a\"]\n[B \"\"]\n\n[Edition \"c\"]\n",
                 "game 1 moves=0; game 4 moves=0; ");
    assert_games("[A \"\"]\n \n[B \"\"]\n", "game 1 moves=0; game 3 moves=0; ");
    assert_games("[Edition \"a\"]\n[Edition \"b\"]\na4-a5", "game 1 moves=0; game 2 moves=1; ");
    assert_games("[A \"\"]\n; no empty line\n[B \"\"]\n", "game 1 moves=0; ");
}

static void an_error_names_line_and_column(void **state) {
    (void)state;
    assert_games("a4-a5\n", "error 1 at 1:1; ");
    assert_games("[A]\n", "error 1 at 1:3; ");
    assert_games("[]\n", "error 1 at 1:2; ");
    assert_games("[A \"x]\n", "error 1 at 1:7; ");
    assert_games("[A \"\xc3\xa9\xc3\xa9\" x]\n", "error 1 at 1:9; ");
    assert_games("[A \"x\"]\n\n1. a4-a5\n  a6\n", "error 1 at 4:5; ");
    assert_games("[A \"x\"]\n12 a4-a5\n", "error 1 at 2:3; ");
    assert_games("[A \"x\"]\n1. a4-a5 [B \"\"]\n", "error 1 at 2:10; ");
    assert_games("[Edition \"\"] [Edition \"\"]\n", "error 1 at 1:14; ");
    assert_games("[A \"x\"]\n1. a4-a5 {\n\n", "error 1 at 2:10; ");
    assert_games("[A \"x\"]\n1. a4-a5 )\n", "error 1 at 2:10; ");
}

static void an_error_says_what_would_be_right(void **state) {
    (void)state;
    assert_error("a4-a5",
                 "expected a game's first tag, as in [Edition \"tournament\"], not 'a4-a5'");
    assert_error("[A 5]", "expected a value in quotes, as in [Edition \"tournament\"], not '5]'");
    assert_error("[A \"\"]\n1. e2e4", "'e2e4' is no move; one looks like a4-a5 or a4xa5");
    assert_error("[A \"\"]\n1. a4-a5 {", "this comment does not end; expected '}'");
}

static void a_bad_game_does_not_spoil_the_next(void **state) {
    (void)state;
    static const char *const bad[] = {
        "[Edition \"a]\n[B \"\"]\n\n1. a4-a5\n",
        "[Edition \"a\"]\n[B]\n[C \"\"]\n\n\n{ [ } ) a4-a5\n",
        "[Edition \"a\"]\n\n1. a4-a5 what? [x]\n2. a4-a5\n",
        "[Edition \"a\"]\n\n1. a4-a5 {a brace is missing\n\n2. a4-a5\n\n",
        "[Edition \"a\"] {a brace is missing\n",
        "what is this?\n",
        "{what is\n this? ",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ff_buffer text = {0};
        ff_buffer_format(&text, "%s\n  [Edition \"duel\"]\n[B \"\"]\n\n1. a4-a5\n", bad[i]);
        char *games = games_of(text.data);
        assert_non_null(strstr(games, "error 1 at "));
        char *next = strstr(games, "; ");
        assert_memory_equal(next, "; game ", 7);
        assert_non_null(strstr(next, "moves=1; "));
        assert_null(strstr(next, "error"));
        free(games);
        ff_buffer_free(&text);
    }
}

static void a_brace_that_is_never_closed_costs_no_more_than_the_text(void **state) {
    (void)state;
    ff_buffer text = {0};
    for (int i = 0; i < 200000; i++)
        ff_buffer_text(&text, "[R \"x\"]\n{\n");
    assert_false(text.failed);
    char *games = games_of(text.data); /* hangs where time is not linear */
    assert_string_equal(games, "error 1 at 2:1; ");
    free(games);
    ff_buffer_free(&text);
}

static void a_record_comes_back_with_everything(void **state) {
    (void)state;
    const char *written = "[Edition \"duel\"]\n[Event \"any tag is kept\"]\n[Turn \"blue\"]\n\n"
                          "1... a4-a5 {a comment} 2. j4-a99 k7xk6\n\n";
    ff_record record = record_of(written);
    char *text = text_of(&record);
    assert_string_equal(text, written);
    free(text);
    ff_record_free(&record);
}

static void lines_have_eighty_columns_and_no_comment_looks_like_a_game(void **state) {
    (void)state;
    ff_record record = {0};
    ff_buffer words = {0};
    for (int i = 0; i < 60; i++)
        ff_buffer_text(&words, i % 2 ? "[Edition \"x\"] " : "brace } \n w\xc3\xb6rter ");
    assert_true(ff_record_add_tag(&record, "Edition", ff_span_of("duel")));
    assert_true(ff_record_add_move(&record, 0, 10, false, (ff_span){words.data, words.size}));
    for (int i = 0; i < 40; i++)
        assert_true(ff_record_add_move(&record, 0, 10, true, ff_span_of("")));
    char *text = text_of(&record);
    size_t column = 0;
    for (const char *c = text; *c; c++) {
        column = *c == '\n' ? 0 : column + ((*c & 0xc0) != 0x80);
        assert_true(column <= 80 + sizeof "[Edition");
    }
    ff_record again = record_of(text);
    assert_int_equal(again.move_count, 41);
    assert_string_equal(comment(&again, 0), comment(&record, 0));
    assert_null(strchr(comment(&record, 0), '}'));
    free(text);
    ff_buffer_free(&words);
    ff_record_free(&record);
    ff_record_free(&again);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_its_tags_and_its_moves),
        cmocka_unit_test(quotes_and_backslashes_of_a_value_are_escaped),
        cmocka_unit_test(bytes_that_are_no_text_are_replaced),
        cmocka_unit_test(numbers_are_optional_and_mean_nothing),
        cmocka_unit_test(a_star_closes_a_game_without_a_result),
        cmocka_unit_test(comments_in_braces_belong_to_the_move_before),
        cmocka_unit_test(line_ends_marks_and_capitals_do_not_matter),
        cmocka_unit_test(games_follow_one_another),
        cmocka_unit_test(games_without_moves_are_told_apart),
        cmocka_unit_test(an_error_names_line_and_column),
        cmocka_unit_test(an_error_says_what_would_be_right),
        cmocka_unit_test(a_bad_game_does_not_spoil_the_next),
        cmocka_unit_test(a_brace_that_is_never_closed_costs_no_more_than_the_text),
        cmocka_unit_test(a_record_comes_back_with_everything),
        cmocka_unit_test(lines_have_eighty_columns_and_no_comment_looks_like_a_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
