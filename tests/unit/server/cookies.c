/* The browser's cookie: nobody else can make one, and each is good under one name. */
#include "server/http/cookies.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const uint8_t KEY[COOKIE_KEY_SIZE] = {1, 2, 3}, OTHER_KEY[COOKIE_KEY_SIZE] = {4};
static const int64_t DAY = 86400000, NOW = 20000 * 86400000LL;

/* A new cookie's value, as a browser sends it back. */
static void make(struct cookie *cookie, char value[105]) {
    char line[COOKIE_LINE];
    cookies_make(cookie);
    cookies_write(KEY, cookie, false, NOW, line);
    assert_memory_equal(line, "flagfall=", 9);
    memcpy(value, line + 9, 104);
    value[104] = 0;
    assert_int_equal(strspn(value, "0123456789abcdef"), 104);
}

static bool read_as(const char *form, const char *value, bool secure, struct cookie *cookie) {
    char header[512];
    snprintf(header, sizeof header, form, value);
    return cookies_read(KEY, ff_span_of(header), secure, NOW, cookie);
}

static void a_cookie_is_read_among_others(void **state) {
    (void)state;
    char value[105];
    struct cookie made, read;
    make(&made, value);
    static const char *const forms[] = {"flagfall=%s", "a=b; flagfall=%s", "flagfall=%s; c=d",
                                        "  flagfall=%s;x", "__Host-flagfall=x; flagfall=%s"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        assert_true(read_as(forms[i], value, false, &read));
        assert_true(read.proved);
        assert_memory_equal(&made.key, &read.key, sizeof made.key);
        assert_memory_equal(made.secret, read.secret, sizeof made.secret);
    }
}

static void what_is_no_cookie_is_none(void **state) {
    (void)state;
    char value[105];
    struct cookie made, read;
    make(&made, value);
    static const char *const forms[] = {"",
                                        "flagfall=",
                                        "notflagfall=%s",
                                        "flagfall=%s0",
                                        "flagfall=z%s",
                                        "flagfall =%s",
                                        "flagfall",
                                        ";;;",
                                        "__Host-flagfall=%s",
                                        "flagfall=%.103s"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        assert_false(read_as(forms[i], value, false, &read));
}

/* Each digit of it is one that the proof is about. */
static void a_cookie_with_another_digit_is_none(void **state) {
    (void)state;
    char value[105];
    struct cookie made, read;
    make(&made, value);
    for (int i = 0; i < 104; i++) {
        char was = value[i];
        value[i] = was == '0' ? '1' : '0';
        assert_false(read_as("flagfall=%s", value, false, &read));
        value[i] = was;
    }
    char header[128];
    snprintf(header, sizeof header, "flagfall=%s", value);
    assert_false(cookies_read(OTHER_KEY, ff_span_of(header), false, NOW, &read));
}

static void a_secret_alone_is_read_without_being_proved(void **state) {
    (void)state;
    char value[105];
    struct cookie made, read;
    make(&made, value);
    assert_true(read_as("flagfall=%.64s", value, false, &read) && !read.proved);
    assert_memory_equal(&made.key, &read.key, sizeof made.key);
    assert_true(cookies_is_old(&read, NOW)); /* it is to get its proof */
}

static void behind_tls_it_has_a_name_that_nobody_else_can_set(void **state) {
    (void)state;
    char value[105], line[COOKIE_LINE];
    struct cookie made, read;
    make(&made, value);
    cookies_write(KEY, &made, true, NOW, line);
    assert_memory_equal(line, "__Host-flagfall=", 16);
    assert_non_null(strstr(line, "; Secure"));
    assert_non_null(strstr(line, "; Path=/;"));
    assert_null(strstr(line, "Domain"));
    assert_true(read_as("__Host-flagfall=%s", value, true, &read));
    assert_false(read_as("flagfall=%s", value, true, &read));
    assert_true(read_as("flagfall=%.64s", value, true, &read) && !read.proved);
}

static void a_cookie_runs_out_unless_it_is_handed_out_again(void **state) {
    (void)state;
    char value[105], header[128];
    struct cookie made, read;
    make(&made, value);
    snprintf(header, sizeof header, "flagfall=%s", value);
    assert_true(cookies_read(KEY, ff_span_of(header), false, NOW + 400 * DAY, &read));
    assert_false(cookies_read(KEY, ff_span_of(header), false, NOW + 401 * DAY, &read));
    assert_true(cookies_read(KEY, ff_span_of(header), false, NOW - 10 * DAY, &read));
    assert_false(cookies_is_old(&read, NOW));
    assert_true(cookies_is_old(&read, NOW + DAY));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cookie_is_read_among_others),
        cmocka_unit_test(what_is_no_cookie_is_none),
        cmocka_unit_test(a_cookie_with_another_digit_is_none),
        cmocka_unit_test(a_secret_alone_is_read_without_being_proved),
        cmocka_unit_test(behind_tls_it_has_a_name_that_nobody_else_can_set),
        cmocka_unit_test(a_cookie_runs_out_unless_it_is_handed_out_again),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
