/* The rules as text: for every edition, in every language, true to its data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "flagfall.h"
#include "format/rules_words.h"

static char *told(const ff_edition *edition, ff_language language, ff_buffer *out) {
    ff_buffer_clear(out);
    ff_rules_write(edition, language, out);
    assert_false(out->failed);
    return out->data;
}

static void for_each(void (*check)(const ff_edition *edition, ff_language language,
                                   const char *text)) {
    ff_buffer out = {0};
    for (size_t i = 0; i < ff_edition_count(); i++)
        for (int language = 0; language < FF_LANGUAGES; language++)
            check(ff_edition_at(i), (ff_language)language,
                  told(ff_edition_at(i), (ff_language)language, &out));
    ff_buffer_free(&out);
}

/* The bytes of the UTF-8 character that begins here, 0 where none does. */
static size_t character(const unsigned char *at) {
    size_t size = at[0] < 0x80 ? 1 : at[0] >= 0xc2 && at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 0;
    for (size_t i = 1; i < size; i++)
        if ((at[i] & 0xc0) != 0x80)
            return 0;
    return size;
}

static void check_lines(const ff_edition *edition, ff_language language, const char *text) {
    (void)edition;
    (void)language;
    size_t column = 0;
    for (const char *at = text; *at;) {
        size_t size = character((const unsigned char *)at);
        assert_true(size > 0);
        assert_true(*at == '\n' || (unsigned char)*at >= 0x20);
        column = *at == '\n' ? 0 : column + 1;
        assert_true(column <= 78);
        at += size;
    }
    assert_true(text[strlen(text) - 1] == '\n');
}

static void lines_fit_and_are_utf8(void **state) {
    (void)state;
    for_each(check_lines);
}

static void check_filled(const ff_edition *edition, ff_language language, const char *text) {
    (void)edition;
    (void)language;
    assert_null(strpbrk(text, "{}~"));
    assert_null(strstr(text, "  ("));
}

static void nothing_is_left_to_be_filled_in(void **state) {
    (void)state;
    for_each(check_filled);
}

/* How often a number stands in a text as a word of its own. */
static int mentions(const char *text, unsigned number) {
    char word[16];
    int count = 0;
    snprintf(word, sizeof word, "%u", number);
    for (const char *at = text; (at = strstr(at, word)); at++) {
        char before = at > text ? at[-1] : ' ', after = at[strlen(word)];
        count += !(before >= '0' && before <= '9') && !(after >= '0' && after <= '9');
    }
    return count;
}

static void check_army(const ff_edition *edition, ff_language language, const char *text) {
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        char row[64];
        if (!edition->army[rank])
            continue;
        snprintf(row, sizeof row, "%2u x  %-3s  %s\n", (unsigned)edition->army[rank],
                 edition->label[rank], ff_edition_rank_name(edition, (ff_rank)rank, language));
        assert_non_null(strstr(text, row));
    }
}

static void check_numbers(const ff_edition *edition, ff_language language, const char *text) {
    check_army(edition, language, text);
    assert_true(mentions(text, edition->files) > 0);
    assert_true(mentions(text, edition->rows) > 0);
    assert_true(mentions(text, ff_edition_army_size(edition)) > 0);
    if (edition->quiet_limit)
        assert_true(mentions(text, edition->quiet_limit) > 0);
    if (edition->ply_limit)
        assert_true(mentions(text, edition->ply_limit) > 0);
    else
        assert_true(mentions(text, edition->host_cap) > 0);
    for (int square = 0; square < FF_SQUARES; square++) {
        char name[FF_SQUARE_TEXT];
        ff_square_write(square, name);
        if (edition->lake[square])
            assert_non_null(strstr(text, name));
    }
}

static void the_numbers_of_the_edition_are_told(void **state) {
    (void)state;
    for_each(check_numbers);
}

/* What a text says, line breaks aside, so that a sentence can be looked for. */
static bool says(const char *text, ff_language language, rules_sentence sentence) {
    static const char *const *const words[FF_LANGUAGES] = {
        [FF_ENGLISH] = rules_words_en,
        [FF_DUTCH] = rules_words_nl,
        [FF_FRENCH] = rules_words_fr,
        [FF_GERMAN] = rules_words_de,
    };
    const char *wanted = words[language][sentence];
    for (; *text; text++) {
        size_t i = 0;
        while (wanted[i] && wanted[i] != '{' && wanted[i] != '~' &&
               (text[i] == wanted[i] || (text[i] == '\n' && wanted[i] == ' ')))
            i++;
        if (i > 10 && (!wanted[i] || wanted[i] == '{' || wanted[i] == '~'))
            return true;
    }
    return false;
}

static void check_switches(const ff_edition *edition, ff_language language, const char *text) {
    assert_int_equal(says(text, language, RULES_CHASE_NONE), edition->chase == FF_CHASE_NONE);
    assert_int_equal(says(text, language, RULES_CHASE_BACK), edition->chase == FF_CHASE_ISF);
    assert_int_equal(says(text, language, RULES_CHASE_EXACT), edition->chase == FF_CHASE_EXACT);
    assert_int_equal(says(text, language, RULES_TWO_NONE), edition->two_squares == 0);
    assert_int_equal(says(text, language, RULES_TWO), edition->two_squares > 1);
    assert_int_equal(says(text, language, RULES_END_QUIET), edition->quiet_limit > 0);
    assert_int_equal(says(text, language, RULES_ARMY_LOW), edition->label[FF_MARSHAL][1] == 0);
    assert_int_equal(says(text, language, RULES_KNOW_GERMAN), edition->language == FF_GERMAN);
    assert_int_equal(says(text, language, RULES_FIXED_GERMAN),
                     edition->language == FF_GERMAN && !edition->forfeit);
}

static void the_rules_that_hold_are_told_and_no_others(void **state) {
    (void)state;
    for_each(check_switches);
}

static void an_edition_of_ones_own_is_told_too(void **state) {
    (void)state;
    ff_buffer out = {0};
    ff_edition edition = *ff_edition_default();
    edition.forfeit = true;
    edition.two_squares = 1;
    edition.army[FF_MINER] = 0;
    edition.army[FF_SPY] = 0;
    edition.army[FF_SCOUT] = 14;
    memset(edition.lake, 0, sizeof edition.lake);
    edition.quiet_limit = edition.ply_limit = edition.host_cap = 0;
    for (int language = 0; language < FF_LANGUAGES; language++) {
        const char *text = told(&edition, (ff_language)language, &out);
        assert_true(says(text, (ff_language)language, RULES_FIXED_FORFEIT));
        assert_false(says(text, (ff_language)language, RULES_FIXED_REFUSED));
        assert_true(says(text, (ff_language)language, RULES_TWO_ONCE));
        assert_true(says(text, (ff_language)language, RULES_NO_LAKES));
        assert_true(says(text, (ff_language)language, RULES_END_NO_LIMIT));
        assert_null(strstr(text, ff_edition_rank_name(&edition, FF_SPY, (ff_language)language)));
        check_lines(&edition, (ff_language)language, text);
    }
    ff_buffer_free(&out);
}

static void languages_have_codes(void **state) {
    (void)state;
    ff_language language;
    for (int i = 0; i < FF_LANGUAGES; i++) {
        assert_true(ff_language_find(ff_span_of(ff_language_code((ff_language)i)), &language));
        assert_int_equal(language, i);
    }
    assert_false(ff_language_find(ff_span_of("eo"), &language));
    assert_false(ff_language_find(ff_span_of(""), &language));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_fit_and_are_utf8),
        cmocka_unit_test(nothing_is_left_to_be_filled_in),
        cmocka_unit_test(the_numbers_of_the_edition_are_told),
        cmocka_unit_test(the_rules_that_hold_are_told_and_no_others),
        cmocka_unit_test(an_edition_of_ones_own_is_told_too),
        cmocka_unit_test(languages_have_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
