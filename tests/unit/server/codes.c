/* Recovery codes and one-time passwords: what fits, and nothing else. */
#include "server/identity/recovery.h"
#include "server/identity/totp.h"

#include <liboath/oath.h>
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void a_recovery_code_is_read_as_people_type_it(void **state) {
    (void)state;
    char code[RECOVERY_TEXT], typed[2 * RECOVERY_TEXT];
    uint8_t hash[ACCOUNT_RECOVERY_SIZE];
    assert_true(recovery_make(code, hash));
    assert_int_equal(strlen(code), 39);
    assert_true(recovery_check(ff_span_of(code), hash));
    size_t size = 0;
    for (const char *at = code; *at; at++) {
        char sign = *at;
        if (sign == '-')
            continue;
        sign = sign == 'O' ? '0' : sign == 'I' ? '1' : sign == 'B' ? '8' : sign;
        typed[size++] = sign >= 'A' && sign <= 'Z' ? (char)(sign - 'A' + 'a') : sign;
        typed[size++] = ' ';
    }
    assert_true(recovery_check((ff_span){typed, size}, hash));
}

static void another_recovery_code_is_none(void **state) {
    (void)state;
    char code[RECOVERY_TEXT], other[RECOVERY_TEXT];
    uint8_t hash[ACCOUNT_RECOVERY_SIZE], others[ACCOUNT_RECOVERY_SIZE];
    assert_true(recovery_make(code, hash) && recovery_make(other, others));
    assert_string_not_equal(code, other);
    assert_false(recovery_check(ff_span_of(other), hash));
    assert_false(recovery_check((ff_span){code, 38}, hash));
    assert_false(recovery_check(ff_span_of(""), hash));
    char longer[RECOVERY_TEXT + 1];
    snprintf(longer, sizeof longer, "%sA", code);
    assert_false(recovery_check(ff_span_of(longer), hash));
    for (unsigned i = 0; i < 39; i++) {
        if (code[i] == '-')
            continue;
        char was = code[i];
        code[i] = was == 'A' ? 'C' : 'A';
        assert_false(recovery_check(ff_span_of(code), hash));
        code[i] = was;
    }
}

/* RFC 6238, appendix B; the last six of its eight digits. */
static const uint8_t SECRET[ACCOUNT_TOTP_SIZE] = "12345678901234567890";

static void codes_are_those_of_the_standard(void **state) {
    (void)state;
    static const struct {
        int64_t time;
        const char *code;
    } rows[] = {{59, "287082"},         {1111111109, "081804"}, {1111111111, "050471"},
                {1234567890, "005924"}, {2000000000, "279037"}, {20000000000, "353130"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int64_t step = 0;
        assert_true(totp_check(SECRET, ff_span_of(rows[i].code), rows[i].time, 0, &step));
        assert_int_equal(step, rows[i].time / 30);
    }
}

static void a_code_is_good_once_and_for_a_minute_and_a_half(void **state) {
    (void)state;
    const int64_t then = 1111111109;
    ff_span code = ff_span_of("081804");
    int64_t step = 0;
    assert_true(totp_check(SECRET, code, then + 30, 0, &step));
    assert_true(totp_check(SECRET, code, then - 30, 0, &step));
    assert_int_equal(step, then / 30);
    assert_false(totp_check(SECRET, code, then, step, &step));
    assert_false(totp_check(SECRET, code, then + 60, 0, &step));
    assert_false(totp_check(SECRET, code, then - 60, 0, &step));
}

static void what_is_no_code_is_refused(void **state) {
    (void)state;
    static const char *const wrong[] = {"", "08180", "0818040", "08180a", "-81804", "07081804"};
    int64_t step = 0;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(totp_check(SECRET, ff_span_of(wrong[i]), 1111111109, 0, &step));
    assert_true(totp_check(SECRET, ff_span_of("081 804"), 1111111109, 0, &step));
}

static void a_secret_is_told_as_phones_read_it(void **state) {
    (void)state;
    char text[TOTP_TEXT], uri[TOTP_URI];
    assert_true(totp_write(SECRET, "Zoë B.", text, uri));
    assert_string_equal(text, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    assert_string_equal(uri, "otpauth://totp/Flagfall:Zo%C3%AB%20B%2E?secret="
                             "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Flagfall");
}

/* The light and dark squares of a QR code that say where its corners are (ISO 18004, 6.3.3). */
static void must_be_a_corner(const totp_picture *picture, unsigned row, unsigned column) {
    static const char *const corner[] = {"1111111", "1000001", "1011101", "1011101",
                                         "1011101", "1000001", "1111111"};
    for (unsigned i = 0; i < 7; i++)
        assert_memory_equal(&picture->row[row + i][column], corner[i], 7);
}

/* That phones read it is seen in tests/web/account.mjs. */
static void a_secret_is_drawn_for_phones(void **state) {
    (void)state;
    char text[TOTP_TEXT], uri[TOTP_URI], longest[ACCOUNT_NAME_SIZE];
    totp_picture picture;
    memset(longest, '_', sizeof longest - 1);
    longest[sizeof longest - 1] = 0;
    assert_true(totp_write(SECRET, longest, text, uri) && totp_draw(uri, &picture));
    assert_true(picture.side <= TOTP_MODULES && picture.side % 4 == 1);
    must_be_a_corner(&picture, 0, 0);
    must_be_a_corner(&picture, 0, picture.side - 7);
    must_be_a_corner(&picture, picture.side - 7, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recovery_code_is_read_as_people_type_it),
        cmocka_unit_test(another_recovery_code_is_none),
        cmocka_unit_test(codes_are_those_of_the_standard),
        cmocka_unit_test(a_code_is_good_once_and_for_a_minute_and_a_half),
        cmocka_unit_test(what_is_no_code_is_refused),
        cmocka_unit_test(a_secret_is_told_as_phones_read_it),
        cmocka_unit_test(a_secret_is_drawn_for_phones),
    };
    return sodium_init() < 0 || oath_init() != OATH_OK ? 1
                                                       : cmocka_run_group_tests(tests, NULL, NULL);
}
