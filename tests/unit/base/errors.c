/* Errors: what a program may go by. What must hold: kinds keep their numbers and words for
 * good, each parser says of which kind its error is, and a message is one printable line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "flagfall.h"

/* Written down a second time on purpose: programs out there were compiled with these. */
static const struct {
    int number;
    ff_error_code code;
    const char *word;
} kinds[] = {
    {0, FF_ERROR_NONE, "none"},         {1, FF_ERROR_NO_MEMORY, "no-memory"},
    {2, FF_ERROR_SIZE, "size"},         {3, FF_ERROR_SYNTAX, "syntax"},
    {4, FF_ERROR_UNKNOWN, "unknown"},   {5, FF_ERROR_RANGE, "range"},
    {6, FF_ERROR_MISSING, "missing"},   {7, FF_ERROR_REPEATED, "repeated"},
    {8, FF_ERROR_CONFLICT, "conflict"}, {9, FF_ERROR_ARMY, "army"},
    {10, FF_ERROR_ILLEGAL, "illegal"},  {11, FF_ERROR_UNSUPPORTED, "unsupported"},
    {12, FF_ERROR_DAMAGED, "damaged"},  {13, FF_ERROR_SYSTEM, "system"},
    {14, FF_ERROR_PEER, "peer"},
};

static void kinds_keep_their_numbers_and_words(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        assert_int_equal(kinds[i].code, kinds[i].number);
        assert_string_equal(ff_error_word(kinds[i].code), kinds[i].word);
    }
}

static void a_kind_of_a_later_version_has_a_word_too(void **state) {
    (void)state;
    assert_string_equal(ff_error_word((ff_error_code)(sizeof kinds / sizeof *kinds)), "unknown");
    assert_string_equal(ff_error_word((ff_error_code)-1), "unknown");
}

static void a_message_is_one_printable_line(void **state) {
    (void)state;
    ff_error error;
    assert_false(ff_fail(&error, FF_ERROR_SYNTAX, 3, 7, "'%s' is none", "a\n\x1b[2J\xff"));
    assert_int_equal(error.code, FF_ERROR_SYNTAX);
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 7);
    assert_string_equal(error.message, "'a??[2J?' is none");
    assert_false(ff_fail(NULL, FF_ERROR_SYNTAX, 0, 0, "nobody wants to know"));
}

static void letters_of_every_language_stay_as_they_are(void **state) {
    (void)state;
    ff_error error;
    static const char words[] =
        "Il n\xe2\x80\x99y a pas d\xe2\x80\x99\xc3\xa9t\xc3\xa9 \xf0\x9f\x9a\xa9";
    ff_fail(&error, FF_ERROR_SYNTAX, 0, 0, "%s", words);
    assert_string_equal(error.message, words);
}

static void controls_and_what_is_no_character_are_not_shown(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"a\x7f"
         "b",
         "a?b"},
        {"\xc2\x9b"
         "2J\xc2\x80\xc2\xa0",
         "??2J??\xc2\xa0"}, /* U+009B begins a command as ESC [ does */
        {"a\xe2\x80\xae"
         "b\xe2\x81\xa9\xe2\x80\xa8\xe2\x80\x99",
         "a???b??????\xe2\x80\x99"}, /* U+202E turns the line */
        {"\xc3", "?"},
        {"\xc3(", "?("},
        {"\xed\xa0\x80", "???"},
        {"\xc0\xaf\xbf", "???"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ff_error error;
        ff_fail(&error, FF_ERROR_SYNTAX, 0, 0, "%s", cases[i][0]);
        assert_string_equal(error.message, cases[i][1]);
    }
}

/* One letter more in front at a time, so that the end of the room falls on each of its bytes. */
static void a_message_that_is_cut_ends_with_a_whole_character(void **state) {
    (void)state;
    static const char *const letters[] = {"\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x9a\xa9"};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++) {
        size_t size = strlen(letters[i]);
        for (size_t before = 0; before < size; before++) {
            ff_error error;
            char text[2 * sizeof error.message] = "";
            memset(text, 'a', before);
            for (size_t at = before; at + size < sizeof text; at += size)
                memcpy(text + at, letters[i], size + 1);
            ff_fail(&error, FF_ERROR_SYNTAX, 0, 0, "%s", text);
            size_t whole = before + (sizeof error.message - 1 - before) / size * size;
            assert_int_equal(strlen(error.message), whole);
            assert_memory_equal(error.message, text, whole);
        }
    }
}

/* --- each kind, from a parser ------------------------------------------------- */

static ff_error_code of_edition(const char *text) {
    ff_edition edition;
    ff_error error = {.code = FF_ERROR_NONE};
    ff_edition_read(ff_span_of(text), &edition, &error);
    return error.code;
}

static ff_error_code of_record(const char *text) {
    ff_record_reader reader;
    ff_record record = {0};
    ff_history history = {0};
    ff_error error = {.code = FF_ERROR_NONE};
    ff_replay replay;
    ff_record_reader_init(&reader, ff_span_of(text));
    if (ff_record_read(&reader, &record, &error) == FF_READ_GAME) {
        assert_true(ff_replay_record(&replay, &record, NULL, &history));
        error = replay.error;
    }
    ff_history_free(&history);
    ff_record_free(&record);
    return error.code;
}

static ff_error_code of_army(const char *text) {
    ff_setup setup;
    ff_error error = {.code = FF_ERROR_NONE};
    ff_setup_parse(ff_span_of(text), ff_edition_find(ff_span_of("duel")), &setup, &error);
    return error.code;
}

static void an_edition_says_what_kind_of_error_it_has(void **state) {
    (void)state;
    assert_int_equal(of_edition("based-on = duel\nid = own\n"), FF_ERROR_NONE);
    assert_int_equal(of_edition("based-on duel\n"), FF_ERROR_SYNTAX);
    assert_int_equal(of_edition("colour = red\n"), FF_ERROR_UNKNOWN);
    assert_int_equal(of_edition("based-on = nothing\n"), FF_ERROR_UNKNOWN);
    assert_int_equal(of_edition("based-on = duel\nid = own\nfiles = 99\n"), FF_ERROR_RANGE);
    assert_int_equal(of_edition("id = own\n"), FF_ERROR_MISSING);
    assert_int_equal(of_edition("based-on = duel\nid = a\nid = b\n"), FF_ERROR_REPEATED);
    assert_int_equal(of_edition("based-on = duel\nid = own\nflag = 0\n"), FF_ERROR_ARMY);
}

static void a_record_says_what_kind_of_error_it_has(void **state) {
    (void)state;
    assert_int_equal(of_record("[Edition \"duel\n"), FF_ERROR_SYNTAX);
    assert_int_equal(of_record("[Edition \"nothing\"]\n"), FF_ERROR_UNKNOWN);
    assert_int_equal(of_record("[Edition \"duel\"]\n"), FF_ERROR_MISSING);
    assert_int_equal(of_record("[Edition \"duel\"]\n[Turn \"red\"]\n[Turn \"blue\"]\n"),
                     FF_ERROR_REPEATED);
    assert_int_equal(of_record("[Result \"red\"]\n1. *\n"), FF_ERROR_CONFLICT);
}

static void an_army_says_what_kind_of_error_it_has(void **state) {
    (void)state;
    ff_setup army;
    ff_rng rng;
    char text[FF_ZONE_MAX + 1];
    const ff_edition *duel = ff_edition_find(ff_span_of("duel"));
    ff_rng_seed(&rng, 1);
    ff_setup_random(&army, duel, &rng);
    ff_setup_write(&army, duel, text);
    assert_int_equal(of_army(text), FF_ERROR_NONE);
    assert_int_equal(of_army("M"), FF_ERROR_RANGE);
    memset(text, 'A', strlen(text));
    assert_int_equal(of_army(text), FF_ERROR_ARMY);
    text[0] = '!';
    assert_int_equal(of_army(text), FF_ERROR_SYNTAX);
}

static void numbers_of_an_observation_say_what_kind_of_error_they_have(void **state) {
    (void)state;
    ff_error error;
    ff_observation wanted = ff_observation_all(FF_UINT8, false);
    wanted.size = 0;
    assert_false(ff_observation_check(&wanted, &error));
    assert_int_equal(error.code, FF_ERROR_SIZE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_keep_their_numbers_and_words),
        cmocka_unit_test(a_kind_of_a_later_version_has_a_word_too),
        cmocka_unit_test(a_message_is_one_printable_line),
        cmocka_unit_test(letters_of_every_language_stay_as_they_are),
        cmocka_unit_test(controls_and_what_is_no_character_are_not_shown),
        cmocka_unit_test(a_message_that_is_cut_ends_with_a_whole_character),
        cmocka_unit_test(an_edition_says_what_kind_of_error_it_has),
        cmocka_unit_test(a_record_says_what_kind_of_error_it_has),
        cmocka_unit_test(an_army_says_what_kind_of_error_it_has),
        cmocka_unit_test(numbers_of_an_observation_say_what_kind_of_error_they_have),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
