/* Of thousands of timers the earliest comes first, however they are set anew and
 * dropped. */
#include "server/base/timer_heap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { TIMERS = 500 };

static int64_t earliest(const heap_timer *all) {
    int64_t found = INT64_MAX;
    for (int i = 0; i < TIMERS; i++)
        if (all[i].place && all[i].when < found)
            found = all[i].when;
    return found;
}

static void the_earliest_is_always_first(void **state) {
    (void)state;
    timer_heap timers = {0};
    static heap_timer all[TIMERS];
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    assert_null(timer_heap_first(&timers));
    assert_true(timer_heap_reserve(&timers, 1) && timer_heap_reserve(&timers, TIMERS));
    for (int round = 0; round < 20000; round++) {
        heap_timer *one = &all[ff_rng_below(&rng, TIMERS)];
        if (ff_rng_below(&rng, 3) == 0)
            timer_heap_drop(&timers, one);
        else
            timer_heap_set(&timers, one, ff_rng_below(&rng, 1000));
        heap_timer *first = timer_heap_first(&timers);
        assert_int_equal(first ? first->when : INT64_MAX, earliest(all));
    }
    timer_heap_free(&timers);
}

static void they_come_in_order(void **state) {
    (void)state;
    timer_heap timers = {0};
    heap_timer all[TIMERS] = {{0}};
    ff_rng rng;
    ff_rng_seed(&rng, 2);
    for (size_t i = 0; i < TIMERS; i++) {
        assert_true(timer_heap_reserve(&timers, i + 1));
        timer_heap_set(&timers, &all[i], (int64_t)(ff_rng_next(&rng) >> 1));
    }
    int64_t before = 0;
    size_t count = 0;
    for (heap_timer *first; (first = timer_heap_first(&timers)); count++) {
        assert_true(first->when >= before);
        before = first->when;
        timer_heap_drop(&timers, first);
        timer_heap_drop(&timers, first); /* does no harm */
    }
    assert_int_equal(count, TIMERS);
    timer_heap_free(&timers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_earliest_is_always_first),
        cmocka_unit_test(they_come_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
