/* Who is silent is asked, and given up only when it had time to answer. */
#include "server/net/liveness.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void test_who_talks_is_never_asked(void **state) {
    (void)state;
    liveness life;
    for (uint64_t now = 1000; now < 1000000; now += LIVENESS_SILENCE_MS - 1) {
        liveness_heard(&life, now);
        assert_int_equal(LIVENESS_FINE, liveness_look(&life, now + LIVENESS_SILENCE_MS - 1));
    }
}

static void test_who_is_silent_is_asked_once_and_then_given_up(void **state) {
    (void)state;
    liveness life;
    liveness_heard(&life, 5);
    uint64_t asked = 5 + LIVENESS_SILENCE_MS;
    assert_int_equal(LIVENESS_ASK, liveness_look(&life, asked));
    assert_int_equal(LIVENESS_FINE, liveness_look(&life, asked + 1));
    assert_int_equal(LIVENESS_FINE, liveness_look(&life, asked + LIVENESS_ANSWER_MS - 1));
    assert_int_equal(LIVENESS_GONE, liveness_look(&life, asked + LIVENESS_ANSWER_MS));
}

static void test_an_answer_begins_the_silence_anew(void **state) {
    (void)state;
    liveness life;
    liveness_heard(&life, 0);
    assert_int_equal(LIVENESS_ASK, liveness_look(&life, LIVENESS_SILENCE_MS));
    liveness_heard(&life, LIVENESS_SILENCE_MS + 7);
    assert_int_equal(LIVENESS_FINE, liveness_look(&life, 2 * LIVENESS_SILENCE_MS + 6));
    assert_int_equal(LIVENESS_ASK, liveness_look(&life, 2 * LIVENESS_SILENCE_MS + 7));
}

static void test_a_server_that_stood_still_asks_before_it_gives_up(void **state) {
    (void)state;
    liveness life;
    liveness_heard(&life, 0);
    uint64_t woken = 3600000;
    assert_int_equal(LIVENESS_ASK, liveness_look(&life, woken));
    assert_int_equal(LIVENESS_FINE, liveness_look(&life, woken + 1000));
    liveness_heard(&life, woken + 1001);
    assert_int_equal(LIVENESS_FINE, liveness_look(&life, woken + 2000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_talks_is_never_asked),
        cmocka_unit_test(test_who_is_silent_is_asked_once_and_then_given_up),
        cmocka_unit_test(test_an_answer_begins_the_silence_anew),
        cmocka_unit_test(test_a_server_that_stood_still_asks_before_it_gives_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
