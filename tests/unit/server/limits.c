/* Who does something too often is told so, and nobody else. */
#include "server/base/limits.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static int begin(void **state) {
    limits_table *limits = malloc(sizeof *limits);
    if (!limits || sodium_init() < 0)
        return -1;
    limits_init(limits, 3, 0.5);
    *state = limits;
    return 0;
}

static int end(void **state) {
    free(*state);
    return 0;
}

static bool take(limits_table *limits, const char *who, uint64_t now_ms) {
    return limits_take(limits, ff_span_of(who), now_ms);
}

static void a_few_at_once_are_fine_and_then_one_by_one(void **state) {
    limits_table *limits = *state;
    for (int i = 0; i < 3; i++)
        assert_true(take(limits, "192.0.2.1", 1000));
    assert_false(take(limits, "192.0.2.1", 1000));
    assert_false(take(limits, "192.0.2.1", 2900));
    assert_true(take(limits, "192.0.2.1", 3100));
    assert_false(take(limits, "192.0.2.1", 3100));
}

static void what_is_given_back_was_never_taken(void **state) {
    limits_table *limits = *state;
    for (int i = 0; i < 20; i++) {
        assert_true(take(limits, "192.0.2.1", 1000));
        limits_give_back(limits, ff_span_of("192.0.2.1"), 1000);
    }
    for (int i = 0; i < 9; i++)
        limits_give_back(limits, ff_span_of("192.0.2.1"), 1000);
    for (int i = 0; i < 3; i++)
        assert_true(take(limits, "192.0.2.1", 1000));
    assert_false(take(limits, "192.0.2.1", 1000));
}

static void others_are_not_held_back(void **state) {
    limits_table *limits = *state;
    while (take(limits, "192.0.2.1", 5)) {
    }
    assert_true(take(limits, "192.0.2.2", 5));
}

static void a_clock_that_goes_back_gives_nothing_away(void **state) {
    limits_table *limits = *state;
    while (take(limits, "192.0.2.1", 100000)) {
    }
    assert_false(take(limits, "192.0.2.1", 50));
    assert_false(take(limits, "192.0.2.1", 60));
}

/* Far more addresses than buckets: nothing breaks, and whoever has just used up all
 * of theirs mostly stays held back. */
static void a_flood_of_addresses_does_not_free_those_who_are_held_back(void **state) {
    limits_table *limits = *state;
    char who[32];
    while (take(limits, "192.0.2.1", 1000)) {
    }
    for (int i = 0; i < 2 * LIMITS_BUCKETS; i++) {
        snprintf(who, sizeof who, "2001:db8::%x", (unsigned)i);
        assert_true(take(limits, who, 1000));
    }
    assert_false(take(limits, "192.0.2.1", 1000));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_few_at_once_are_fine_and_then_one_by_one, begin, end),
        cmocka_unit_test_setup_teardown(what_is_given_back_was_never_taken, begin, end),
        cmocka_unit_test_setup_teardown(others_are_not_held_back, begin, end),
        cmocka_unit_test_setup_teardown(a_clock_that_goes_back_gives_nothing_away, begin, end),
        cmocka_unit_test_setup_teardown(a_flood_of_addresses_does_not_free_those_who_are_held_back,
                                        begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
