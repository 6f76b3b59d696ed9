/* Work on several threads: everything is done, once, before it is over. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/thread_pool.h"

enum { ITEMS = 500 };

typedef struct tally {
    unsigned threads;
    atomic_uint times[ITEMS];
    atomic_uint strangers; /* threads with a number that there is not */
    atomic_uint lonely;    /* items that waited in vain for another */
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
        thread_pool pool;
        thread_pool_start(&pool, threads);
        thread_pool_run(&pool, threads, ITEMS, count_item, &t);
        thread_pool_stop(&pool);
        for (unsigned i = 0; i < ITEMS; i++)
            assert_int_equal(atomic_load(&t.times[i]), 1);
        assert_int_equal(atomic_load(&t.strangers), 0);
    }
}

/* One after the other, soon and late, long and short, by fewer threads than there are. */
static void list_after_list_is_done(void **state) {
    (void)state;
    tally t = {.threads = 3};
    thread_pool pool;
    thread_pool_start(&pool, 5);
    for (unsigned list = 0; list < 400; list++) {
        unsigned items = 1 + list % 9 * (list % 50 == 0 ? 50 : 1);
        thread_pool_run(&pool, 3, items, count_item, &t);
        for (unsigned i = 0; i < items; i++)
            assert_int_equal(atomic_exchange(&t.times[i], 0), 1);
        for (volatile unsigned i = 0; list % 100 == 99 && i < 1000000; i++)
            ; /* the others may fall asleep */
    }
    thread_pool_stop(&pool);
    assert_int_equal(atomic_load(&t.strangers), 0);
}

/* Each of two items waits until the other has begun: only two threads can do them. */
static void wait_for_other(void *context, unsigned thread, unsigned item) {
    enum { LOOKS = 20000000 };
    tally *t = context;
    (void)thread;
    atomic_fetch_add(&t->times[item], 1);
    for (unsigned look = 0; look < LOOKS && !atomic_load(&t->times[!item]); look++)
        sched_yield();
    if (!atomic_load(&t->times[!item]))
        atomic_fetch_add(&t->lonely, 1);
}

static void two_threads_work_at_the_same_time(void **state) {
    (void)state;
    thread_pool pool;
    thread_pool_start(&pool, 2);
    for (unsigned list = 0; list < 50; list++) {
        tally t = {.threads = 2};
        thread_pool_run(&pool, 2, 2, wait_for_other, &t);
        assert_int_equal(atomic_load(&t.lonely), 0);
    }
    thread_pool_stop(&pool);
}

static void one_thread_keeps_the_order(void **state) {
    (void)state;
    tally t = {.threads = 1};
    thread_pool pool;
    thread_pool_start(&pool, 4);
    thread_pool_run(&pool, 1, ITEMS, count_item, &t);
    thread_pool_stop(&pool);
    for (unsigned i = 0; i < ITEMS; i++)
        assert_int_equal(t.order[i], i);
}

static void nothing_to_do_is_no_trouble(void **state) {
    (void)state;
    tally t = {.threads = 4};
    thread_pool pool;
    thread_pool_start(&pool, 4);
    thread_pool_run(&pool, 4, 0, count_item, &t);
    thread_pool_run(&pool, THREAD_POOL_MOST, 1, count_item, &t);
    thread_pool_run(NULL, 4, 1, count_item, &t);
    thread_pool_stop(&pool);
    assert_int_equal(atomic_load(&t.times[0]), 2);
}

/* In a process that has none of the pool's threads; an alarm ends it where it waits for them. */
static bool is_done_alone(thread_pool *pool) {
    tally t = {.threads = 1};
    alarm(30);
    thread_pool_run(pool, 4, ITEMS, count_item, &t);
    thread_pool_stop(pool);
    for (unsigned i = 0; i < ITEMS; i++)
        if (atomic_load(&t.times[i]) != 1 || t.order[i] != i)
            return false;
    return true;
}

static void a_forked_process_works_alone(void **state) {
    (void)state;
    thread_pool pool;
    thread_pool_start(&pool, 4);
    pid_t child = fork();
    if (child == 0)
        _exit(is_done_alone(&pool) ? 0 : 1);
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    tally t = {.threads = 4}; /* and here the threads are as they were */
    thread_pool_run(&pool, 4, ITEMS, count_item, &t);
    thread_pool_stop(&pool);
    for (unsigned i = 0; i < ITEMS; i++)
        assert_int_equal(atomic_load(&t.times[i]), 1);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_done_once),
        cmocka_unit_test(list_after_list_is_done),
        cmocka_unit_test(two_threads_work_at_the_same_time),
        cmocka_unit_test(one_thread_keeps_the_order),
        cmocka_unit_test(nothing_to_do_is_no_trouble),
        cmocka_unit_test(a_forked_process_works_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
