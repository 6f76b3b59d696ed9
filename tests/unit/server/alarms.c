/* Of thousands of alarms the earliest comes first, however they are set anew and
 * dropped. */
#include "server/base/alarms.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { ALARMS = 500 };

static int64_t earliest(const ff_alarm *all) {
    int64_t found = INT64_MAX;
    for (int i = 0; i < ALARMS; i++)
        if (all[i].place && all[i].when < found)
            found = all[i].when;
    return found;
}

static void the_earliest_is_always_first(void **state) {
    (void)state;
    ff_alarms alarms = {0};
    static ff_alarm all[ALARMS];
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    assert_null(alarms_first(&alarms));
    assert_true(alarms_reserve(&alarms, 1) && alarms_reserve(&alarms, ALARMS));
    for (int round = 0; round < 20000; round++) {
        ff_alarm *one = &all[ff_rng_below(&rng, ALARMS)];
        if (ff_rng_below(&rng, 3) == 0)
            alarms_drop(&alarms, one);
        else
            alarms_set(&alarms, one, ff_rng_below(&rng, 1000));
        ff_alarm *first = alarms_first(&alarms);
        assert_int_equal(first ? first->when : INT64_MAX, earliest(all));
    }
    alarms_free(&alarms);
}

static void they_come_in_order(void **state) {
    (void)state;
    ff_alarms alarms = {0};
    ff_alarm all[ALARMS] = {{0}};
    ff_rng rng;
    ff_rng_seed(&rng, 2);
    for (size_t i = 0; i < ALARMS; i++) {
        assert_true(alarms_reserve(&alarms, i + 1));
        alarms_set(&alarms, &all[i], (int64_t)(ff_rng_next(&rng) >> 1));
    }
    int64_t before = 0;
    size_t count = 0;
    for (ff_alarm *first; (first = alarms_first(&alarms)); count++) {
        assert_true(first->when >= before);
        before = first->when;
        alarms_drop(&alarms, first);
        alarms_drop(&alarms, first); /* does no harm */
    }
    assert_int_equal(count, ALARMS);
    alarms_free(&alarms);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_earliest_is_always_first),
        cmocka_unit_test(they_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
