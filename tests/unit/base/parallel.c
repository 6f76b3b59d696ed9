/* Work on several threads: everything is done, once, before it is over. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/parallel.h"

enum { ITEMS = 500 };

typedef struct tally {
    unsigned threads;
    atomic_uint times[ITEMS];
    atomic_uint strangers; /* threads with a number that there is not */
    unsigned order[ITEMS]; /* written with one thread alone */
    unsigned done;
} tally;

static void count_item(void *context, unsigned thread, unsigned item) {
    tally *t = context;
    atomic_fetch_add(&t->times[item], 1);
    if (thread >= t->threads)
        atomic_fetch_add(&t->strangers, 1);
    if (t->threads == 1)
        t->order[t->done++] = item;
}

static void every_item_is_done_once(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 8; threads++) {
        tally t = {.threads = threads};
        parallel_run(threads, ITEMS, count_item, &t);
        for (unsigned i = 0; i < ITEMS; i++)
            assert_int_equal(atomic_load(&t.times[i]), 1);
        assert_int_equal(atomic_load(&t.strangers), 0);
    }
}

static void one_thread_keeps_the_order(void **state) {
    (void)state;
    tally t = {.threads = 1};
    parallel_run(1, ITEMS, count_item, &t);
    for (unsigned i = 0; i < ITEMS; i++)
        assert_int_equal(t.order[i], i);
}

static void nothing_to_do_is_no_trouble(void **state) {
    (void)state;
    tally t = {.threads = 4};
    parallel_run(4, 0, count_item, &t);
    parallel_run(PARALLEL_MOST, 1, count_item, &t);
    assert_int_equal(atomic_load(&t.times[0]), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_done_once),
        cmocka_unit_test(one_thread_keeps_the_order),
        cmocka_unit_test(nothing_to_do_is_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
