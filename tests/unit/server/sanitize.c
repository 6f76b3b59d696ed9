/* What people may write: lines that play no tricks, and names that cannot be taken
 * for one another. */
#include "server/base/sanitize.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void check_line(const char *text, const char *expected) {
    char line[SANITIZE_CHAT_SIZE];
    assert_true(sanitize_line(ff_span_of(text), SANITIZE_CHAT_MAX, line));
    assert_string_equal(line, expected);
}

static void check_no_line(const char *text, size_t size) {
    char line[SANITIZE_CHAT_SIZE];
    assert_false(sanitize_line((ff_span){text, size}, SANITIZE_CHAT_MAX, line));
}

static void what_can_be_read_stays(void **state) {
    (void)state;
    check_line("well played!", "well played!");
    check_line("<b>it's \"fine\" & good</b> '; DROP TABLE game; --",
               "<b>it's \"fine\" & good</b> '; DROP TABLE game; --");
    check_line("Gr\u00fc\u00dfe, \u00e9\u00e8, \u0421\u043f\u0430\u0441\u0438\u0431\u043e, "
               "\u4f60\u597d, \u0e17\u0e35\u0e48, \U0001f600",
               "Gr\u00fc\u00dfe, \u00e9\u00e8, \u0421\u043f\u0430\u0441\u0438\u0431\u043e, "
               "\u4f60\u597d, \u0e17\u0e35\u0e48, \U0001f600");
    check_line("\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525");
}

static void spaces_and_line_breaks_become_one_space(void **state) {
    (void)state;
    check_line("  a  b\t\tc\r\nd\u2028e\u00a0\u3000f  ", "a b c d e f");
    check_line("a\u2800\u2800b", "a b");
}

static void what_cannot_be_seen_or_turns_the_text_is_dropped(void **state) {
    (void)state;
    check_line("a\x01\x1b[31mb\x7f", "a[31mb");
    check_line("\u202eolleh\u202c \u2066x\u2069\u200f\u061c", "olleh x");
    check_line("\ufeffa\u200bb\u00adc\u2060d\ue000e\uffff", "abcde");
    check_line("flag\U000e0067\U000e007f", "flag");
}

static void letters_are_not_piled_up(void **state) {
    (void)state;
    char text[512] = "a", expected[64] = "a";
    for (int i = 0; i < 100; i++)
        strcat(text, "\u0301");
    for (int i = 0; i < SANITIZE_MARKS; i++)
        strcat(expected, "\u0301");
    strcat(text, "b\u0301");
    strcat(expected, "b\u0301");
    check_line(text, expected);
    check_line("\u0301\u0302 a \u0301b", "a b"); /* nothing to stand on */
}

static void an_empty_line_is_none(void **state) {
    (void)state;
    check_no_line("", 0);
    check_no_line(" \n\t", 3);
    check_no_line("\u200b\u202e\u0301", 8);
}

static void two_hundred_characters_are_a_line_and_one_more_is_none(void **state) {
    (void)state;
    char text[4 * SANITIZE_CHAT_MAX + 8] = "";
    for (int i = 0; i < SANITIZE_CHAT_MAX; i++)
        strcat(text, "\U0001f600");
    check_line(text, text);
    strcat(text, "  ");
    char line[SANITIZE_CHAT_SIZE];
    assert_true(sanitize_line(ff_span_of(text), SANITIZE_CHAT_MAX, line));
    strcat(text, "x");
    check_no_line(text, strlen(text));
}

static void bytes_that_are_no_utf8_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {
        "\x80",
        "a\xff",
        "\xc3",
        "\xc3(",
        "\xe2\x82",
        "\xc0\xaf",
        "\xe0\x80\xaf",
        "\xed\xa0\x80",
        "\xf0\x80\x80\xaf",
        "\xf4\x90\x80\x80",
        "\xf8\x88\x80\x80\x80",
        "ok \xe2\x28\xa1",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        check_no_line(bad[i], strlen(bad[i]));
    check_line("\xf4\x8f\xbf\xbd!", "!"); /* the highest plane is private */
}

/* Any bytes give a clean line or none. */
static void any_bytes_are_borne(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 3);
    for (int round = 0; round < 20000; round++) {
        char bytes[64], line[SANITIZE_CHAT_SIZE], again[SANITIZE_CHAT_SIZE];
        size_t size = ff_rng_below(&rng, sizeof bytes);
        unsigned high = round % 2 ? 0xff : 0xef;
        for (size_t i = 0; i < size; i++)
            bytes[i] = (char)(ff_rng_next(&rng) & high);
        char *copy = malloc(size + 1); /* so that reading past the end is seen */
        memcpy(copy, bytes, size);
        if (sanitize_line((ff_span){copy, size}, SANITIZE_CHAT_MAX, line)) {
            assert_true(sanitize_line(ff_span_of(line), SANITIZE_CHAT_MAX, again));
            assert_string_equal(line, again);
        }
        sanitize_name((ff_span){copy, size}, again);
        free(copy);
    }
}

static bool is_name(const char *text) {
    char name[SANITIZE_NAME_SIZE];
    return sanitize_name(ff_span_of(text), name);
}

static void names_are_letters_digits_and_single_separators(void **state) {
    (void)state;
    assert_true(is_name("Ann") && is_name("x2") && !is_name("Jan-Willem v.d. Berg."));
    assert_true(is_name("Jan-Willem") && is_name("Ann Bell") && is_name("a_b.c-d"));
    assert_true(is_name("Ren\u00e9e") && is_name("\u0141ukasz") && is_name("Jos\u00e9 O"));
    assert_true(is_name("abcdefghijklmnopqrst") && !is_name("abcdefghijklmnopqrstu"));
    assert_false(is_name("") || is_name("a") || is_name(" a ") || is_name("--"));
    assert_false(is_name("-ann") || is_name("ann.") || is_name("a  b") || is_name("a-_b"));
    assert_false(is_name("ann!") || is_name("<b>") || is_name("a\nb") || is_name("ann\u202e"));
    assert_false(is_name("\u0410nn"));  /* a Cyrillic letter */
    assert_false(is_name("a\u0301nn")); /* a mark of its own */
    assert_false(is_name("a\u00d7b") || is_name("a\u00f7b"));
    assert_false(is_name("Ann\xc3"));
    char name[SANITIZE_NAME_SIZE];
    assert_true(sanitize_name(ff_span_of("  Ann Bell "), name));
    assert_string_equal(name, "Ann Bell");
}

static bool alike(const char *one, const char *other) {
    char a[SANITIZE_NAME_SIZE], b[SANITIZE_NAME_SIZE];
    sanitize_name_key(one, a);
    sanitize_name_key(other, b);
    return strcmp(a, b) == 0;
}

static void names_that_look_alike_have_one_key(void **state) {
    (void)state;
    assert_true(alike("Ann", "aNN") && alike("Ann", "\u00c4nn") && alike("Ann Bell", "ann_bell"));
    assert_true(alike("Bill", "BiIl") && alike("Bill", "B1l1") && alike("Bob", "B0b"));
    assert_true(alike("Tom", "Torn") && alike("Wim", "VVim") && alike("Ann-B", "AnnB"));
    assert_true(alike("\u0141\u00f3d\u017a", "Lodz"));
    assert_false(alike("Ann", "Anna") || alike("Ann", "Amn") || alike("Bob", "Rob"));
    assert_false(alike("Ann1", "Ann2"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_read_stays),
        cmocka_unit_test(spaces_and_line_breaks_become_one_space),
        cmocka_unit_test(what_cannot_be_seen_or_turns_the_text_is_dropped),
        cmocka_unit_test(letters_are_not_piled_up),
        cmocka_unit_test(an_empty_line_is_none),
        cmocka_unit_test(two_hundred_characters_are_a_line_and_one_more_is_none),
        cmocka_unit_test(bytes_that_are_no_utf8_are_refused),
        cmocka_unit_test(any_bytes_are_borne),
        cmocka_unit_test(names_are_letters_digits_and_single_separators),
        cmocka_unit_test(names_that_look_alike_have_one_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
