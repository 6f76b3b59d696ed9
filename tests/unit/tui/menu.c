/* A list to choose from: what keys and typed codes do, and words in four languages. */
#include "tui/model/menu.h"
#include "tui/model/model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void fill(menu *m, const char *first) {
    menu_clear(m);
    menu_add(m, MENU_HEADING, "", "Your games");
    if (first)
        menu_add(m, MENU_GAME, first, "against Vera");
    menu_add(m, MENU_GAME, "two", "against Otto");
    menu_add(m, MENU_HEADING, "", "A new game");
    menu_add(m, MENU_CODE, "", "Invitation code");
    menu_settle(m);
}

static void press(menu *m, const char *keys) {
    picture *p = calloc(1, sizeof *p);
    assert_non_null(p);
    picture_begin(p, 24, 80);
    for (; *keys; keys++)
        menu_key(m, (key_event){*keys == '\n' ? KEY_RETURN : (uint32_t)*keys, 0, 0}, p);
    free(p);
}

static menu *menu_new(void) {
    menu *m = calloc(1, sizeof *m);
    assert_non_null(m);
    fill(m, "one");
    return m;
}

static void headings_are_stepped_over(void **state) {
    (void)state;
    menu *m = menu_new();
    press(m, "k\n");
    assert_string_equal(m->chosen.what, "one");
    press(m, "jj");
    assert_int_equal(m->rows[m->cursor].kind, MENU_CODE);
    press(m, "jjk\n");
    assert_string_equal(m->chosen.what, "two");
    free(m);
}

static void the_cursor_stays_on_its_row_when_others_come_and_go(void **state) {
    (void)state;
    menu *m = menu_new();
    press(m, "j");
    fill(m, NULL);
    assert_string_equal(m->rows[m->cursor].what, "two");
    fill(m, "three");
    assert_string_equal(m->rows[m->cursor].what, "two");
    m->count = 0; /* nothing can be chosen */
    menu_settle(m);
    press(m, "jk\n");
    assert_int_equal(m->chosen.kind, MENU_HEADING);
    free(m);
}

static void a_click_chooses_the_row_under_it(void **state) {
    (void)state;
    menu *m = menu_new();
    picture *p = calloc(1, sizeof *p);
    assert_non_null(p);
    picture_begin(p, 24, 80);
    menu_draw(m, p);
    menu_key(m, (key_event){KEY_PRESS, 2, 5}, p); /* a heading */
    menu_key(m, (key_event){KEY_PRESS, 20, 5}, p);
    assert_int_equal(m->chosen.kind, MENU_HEADING);
    menu_key(m, (key_event){KEY_PRESS, 4, 5}, p);
    assert_string_equal(m->chosen.what, "two");
    free(p);
    free(m);
}

static menu *menu_with_terms(bool account) {
    menu *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->terms = (game_terms){.edition = "tournament", .seat = "random", .account = account};
    menu_add(m, MENU_HEADING, "", "How it is to be played");
    menu_add_terms(m);
    menu_settle(m);
    return m;
}

/* "Clock: 5+3" and the like: the row that begins so. */
static const char *row_of(const menu *m, const char *beginning) {
    for (size_t i = 0; i < m->count; i++)
        if (strncmp(m->rows[i].text, beginning, strlen(beginning)) == 0)
            return m->rows[i].text;
    return NULL;
}

static void terms_change_where_they_stand_and_nothing_is_chosen(void **state) {
    (void)state;
    menu *m = menu_with_terms(true);
    assert_string_equal(m->rows[1].text, "Edition: Classic");
    press(m, "j\n");
    assert_string_equal(m->terms.seat, "red");
    press(m, "hh");
    assert_string_equal(m->terms.seat, "blue");
    press(m, "jll");
    assert_string_equal(row_of(m, "Clock"), "Clock: 5+3");
    assert_int_equal(m->terms.clock.setup, 120);
    press(m, "hhh");
    assert_string_equal(row_of(m, "Clock"), "Clock: 14d");
    press(m, "jljljljl");
    assert_true(m->terms.rated && m->terms.memory && m->terms.no_remember && m->terms.no_hints);
    assert_string_equal(row_of(m, "Rated"), "Rated: yes");
    assert_string_equal(row_of(m, "Move hints"), "Move hints: no");
    press(m, "jl");
    assert_int_equal(m->terms.watch, WATCH_YES);
    press(m, "jl");
    assert_true(m->terms.bots);
    assert_string_equal(row_of(m, "Bots may be my opponent"), "Bots may be my opponent: yes");
    assert_int_equal(m->chosen.kind, MENU_HEADING);
    free(m);
}

static void a_guest_is_not_asked_whether_a_game_is_rated(void **state) {
    (void)state;
    menu *m = menu_with_terms(false);
    assert_null(row_of(m, "Rated"));
    assert_non_null(row_of(m, "Clock: no clock"));
    free(m);
}

static void clocks_are_read_as_they_are_called(void **state) {
    (void)state;
    static const struct {
        const char *text;
        terms_clock clock;
    } good[] = {{"15+3", {900, 0, 3, 300}}, {"15|30", {900, 30, 0, 600}},
                {"7+1", {420, 0, 1, 300}},  {"20", {1200, 0, 0, 300}},
                {"none", {0, 0, 0, 0}},     {"5|10", {300, 10, 0, 300}},
                {"2+3", {120, 0, 3, 60}},   {"3d", {259200, 0, 259200, 259200}}};
    static const char *const bad[] = {"",       "0+3",   "15+",    "+3", "15-3", "1441", "x",
                                      "15+601", "15+3 ", "15+3+3", "4d", "0d",   "d"};
    terms_clock clock;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(terms_read_clock(ff_span_of(good[i].text), &clock));
        assert_memory_equal(&clock, &good[i].clock, sizeof clock);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (terms_read_clock(ff_span_of(bad[i]), &clock))
            fail_msg("'%s' is taken for a clock", bad[i]);
}

static void days_for_a_move_are_not_played_against_a_computer(void **state) {
    (void)state;
    menu *m = menu_with_terms(false);
    menu_add(m, MENU_COMPUTER, "level:1", "Pip");
    menu_add(m, MENU_OFFER, "", "Offer a game");
    terms_read_clock(ff_span_of("3d"), &m->terms.clock);
    menu_choose(m, m->count - 2, 1);
    assert_int_equal(m->chosen.kind, MENU_HEADING);
    assert_string_equal(m->note, "A computer needs no days for a move: choose another clock.");
    menu_choose(m, m->count - 1, 1);
    assert_int_equal(m->chosen.kind, MENU_OFFER);
    free(m);
}

static void an_offer_can_be_turned_down_and_a_game_cannot(void **state) {
    (void)state;
    menu *m = menu_new();
    press(m, "x");
    assert_int_equal(m->chosen.kind, MENU_HEADING);
    menu_clear(m);
    menu_add_offer(m, "three", "against Mia");
    menu_settle(m);
    press(m, "x");
    assert_int_equal(m->chosen.kind, MENU_DECLINE);
    assert_string_equal(m->chosen.what, "three");
    free(m);
}

static void codes_are_read_as_people_write_them(void **state) {
    (void)state;
    menu *m = menu_new();
    assert_true(menu_choose_code(m, ff_span_of("k7wq-2mxa")));
    assert_string_equal(m->chosen.what, "k7wq2mxa");
    assert_false(menu_choose_code(m, ff_span_of("k7wq2mx")));
    assert_false(menu_choose_code(m, ff_span_of("k7wq2mxab")));
    assert_false(menu_choose_code(m, ff_span_of("k7wq/2mx")));
    m->chosen.kind = MENU_HEADING;
    press(m, "jj\nabcq\n");
    assert_true(m->note[0] != '\0' && m->chosen.kind == MENU_HEADING && !m->leaves);
    press(m, "\nk7wq 2m\bMXA\n");
    assert_int_equal(m->chosen.kind, MENU_CODE);
    assert_string_equal(m->chosen.what, "k7wq2MXA");
    free(m);
}

static void words_are_understood_with_accents_and_without_and_in_english(void **state) {
    (void)state;
    assert_true(text_is(FF_GERMAN, T_WORD_MOVES, ff_span_of("Züge")));
    assert_true(text_is(FF_GERMAN, T_WORD_MOVES, ff_span_of("zuege")));
    assert_true(text_is(FF_GERMAN, T_WORD_MOVES, ff_span_of("MOVES")));
    assert_true(text_is(FF_FRENCH, T_WORD_CLAIM, ff_span_of("reclamer")));
    assert_false(text_is(FF_DUTCH, T_WORD_MOVES, ff_span_of("coups")));
    assert_false(text_is(FF_DUTCH, T_ARGS_NONE, ff_span_of("")));
}

static void nothing_that_is_said_steers_the_terminal(void **state) {
    (void)state;
    ff_buffer text = {0};
    ff_buffer_text(&text, "\033[2J\177 \302\233H \377\302\240\tZüge\n\r");
    text_fit(&text, false);
    assert_string_equal(text.data, "?[2J? ?H ?\302\240\tZüge\n?");
    text_fit(&text, true);
    assert_string_equal(text.data, "?[2J? ?H ??\tZuege\n?");
    ff_buffer_free(&text);
    text_fit(&text, false);
    assert_int_equal(text.size, 0);
    ff_buffer_free(&text);
}

/* No two words of a language, or of it and English, are the same word. */
static void no_word_means_two_things(void **state) {
    (void)state;
    for (int language = FF_ENGLISH; language < FF_LANGUAGES; language++)
        for (int a = T_WORD_SETUP; a <= T_WORD_QUIT; a++)
            for (int b = T_WORD_SETUP; b < a; b++) {
                bool switches = a == T_WORD_ON || a == T_WORD_OFF || b == T_WORD_ON ||
                                b == T_WORD_OFF; /* these follow another word */
                const char *word = text_get((ff_language)language, (text_id)a);
                if (!switches && text_is((ff_language)language, (text_id)b, ff_span_of(word)))
                    fail_msg("'%s' is two words", word);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headings_are_stepped_over),
        cmocka_unit_test(the_cursor_stays_on_its_row_when_others_come_and_go),
        cmocka_unit_test(a_click_chooses_the_row_under_it),
        cmocka_unit_test(terms_change_where_they_stand_and_nothing_is_chosen),
        cmocka_unit_test(a_guest_is_not_asked_whether_a_game_is_rated),
        cmocka_unit_test(clocks_are_read_as_they_are_called),
        cmocka_unit_test(days_for_a_move_are_not_played_against_a_computer),
        cmocka_unit_test(an_offer_can_be_turned_down_and_a_game_cannot),
        cmocka_unit_test(codes_are_read_as_people_write_them),
        cmocka_unit_test(words_are_understood_with_accents_and_without_and_in_english),
        cmocka_unit_test(nothing_that_is_said_steers_the_terminal),
        cmocka_unit_test(no_word_means_two_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
