/* A promise is kept only by the army, edition, seat and salt it was made for. */
#include "commitment/commitment.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define SETUP "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB"
#define SALT "000102030405060708090a0b0c0d0e0f"

/* Made with: printf 'flagfall/1\ntravel-en\nred\nSETUP\nSALT' | b2sum -l 256 */
#define HASH "909c547f836be98db9e18fcc3558e0eae048f32b6ab3db5a8e815928750a02b6"

/* The same with the sixteen bytes of the salt in place of its digits. */
#define HASH_OF_BYTES "300ceca6695280a402b006798806fda2dcb7670f193f1005cd58158d9a85d49c"

static struct commitment promise(const char *edition, const char *seat, const char *setup,
                                 const char *salt) {
    return (struct commitment){edition, seat, ff_span_of(setup), ff_span_of(salt)};
}

static commitment_reason verify(struct commitment commitment, const char *hash) {
    return commitment_verify(&commitment, ff_span_of(hash));
}

static void the_hash_is_what_b2sum_says(void **state) {
    (void)state;
    char hash[COMMITMENT_TEXT];
    struct commitment commitment = promise("travel-en", "red", SETUP, SALT);
    assert_true(commitment_compute(&commitment, hash));
    assert_string_equal(hash, HASH);
    assert_int_equal(verify(commitment, HASH), COMMITMENT_OK);
}

static void digits_may_be_capitals_and_the_salt_bytes(void **state) {
    (void)state;
    char hash[] = HASH;
    for (char *c = hash; *c; c++)
        if (*c >= 'a')
            *c = (char)(*c - 'a' + 'A');
    assert_int_equal(verify(promise("travel-en", "red", SETUP, SALT), hash), COMMITMENT_OK);
    assert_int_equal(verify(promise("travel-en", "red", SETUP, SALT), HASH_OF_BYTES),
                     COMMITMENT_OK);
}

static void any_other_thing_breaks_the_promise(void **state) {
    (void)state;
    char other[] = SETUP, salt[] = SALT, hash[] = HASH;
    other[0] = 'E', other[2] = 'G';
    salt[31] = '0';
    hash[63] = hash[63] == '0' ? '1' : '0';
    assert_int_equal(verify(promise("travel-de", "red", SETUP, SALT), HASH), COMMITMENT_MISMATCH);
    assert_int_equal(verify(promise("travel-en", "blue", SETUP, SALT), HASH), COMMITMENT_MISMATCH);
    assert_int_equal(verify(promise("travel-en", "red", other, SALT), HASH), COMMITMENT_MISMATCH);
    assert_int_equal(verify(promise("travel-en", "red", SETUP, salt), HASH), COMMITMENT_MISMATCH);
    assert_int_equal(verify(promise("travel-en", "red", SETUP, SALT), hash), COMMITMENT_MISMATCH);
}

static void a_salt_is_sixteen_bytes_or_more_in_digits(void **state) {
    (void)state;
    static const char *const bad[] = {"",         "00",        "000102030405060708090a0b0c0d0e",
                                      (SALT "0"), (SALT "0g"), (SALT " 00"),
                                      ("x" SALT)};
    char hash[COMMITMENT_TEXT];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct commitment commitment = promise("duel", "red", "x", bad[i]);
        assert_false(commitment_compute(&commitment, hash));
        assert_int_equal(verify(commitment, HASH), COMMITMENT_BAD_SALT);
    }
    struct commitment commitment = promise("duel", "red", "x", SALT SALT);
    assert_true(commitment_compute(&commitment, hash));
    assert_int_equal(verify(commitment, hash), COMMITMENT_OK);
}

static void a_hash_is_sixty_four_digits(void **state) {
    (void)state;
    static const char *const bad[] = {"", "00", (HASH "00"), ("g" HASH)};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(verify(promise("duel", "red", "x", SALT), bad[i]), COMMITMENT_BAD_HASH);
}

static void fresh_salts_differ_and_are_good(void **state) {
    (void)state;
    char a[SALT_TEXT], b[SALT_TEXT], hash[COMMITMENT_TEXT];
    commitment_salt(a);
    commitment_salt(b);
    assert_string_not_equal(a, b);
    struct commitment commitment = promise("duel", "blue", "x", a);
    assert_true(commitment_compute(&commitment, hash));
    assert_int_equal(verify(commitment, hash), COMMITMENT_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_is_what_b2sum_says),
        cmocka_unit_test(digits_may_be_capitals_and_the_salt_bytes),
        cmocka_unit_test(any_other_thing_breaks_the_promise),
        cmocka_unit_test(a_salt_is_sixteen_bytes_or_more_in_digits),
        cmocka_unit_test(a_hash_is_sixty_four_digits),
        cmocka_unit_test(fresh_salts_differ_and_are_good),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
