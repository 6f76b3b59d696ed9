/* Threads that work beside the loop: as many as were asked for, for each address in its turn. */
#define _POSIX_C_SOURCE 200809L

#include "server/base/workers.h"

#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

enum { MANY = 40 };

typedef struct meeting {
    job job; /* first */
    pthread_barrier_t *all;
} meeting;

/* Ends when all threads that are to meet have come to it, and who asks. */
static void meet(job *wanted) {
    pthread_barrier_wait(((meeting *)wanted)->all);
}

static void leave(job *gone) {
    (void)gone;
}

static void all_threads_that_were_asked_for_work_at_once(void **state) {
    (void)state;
    pthread_barrier_t all;
    meeting each[MANY];
    assert_int_equal(pthread_barrier_init(&all, NULL, MANY + 1), 0);
    struct workers *workers = workers_new(MANY, MANY);
    assert_non_null(workers);
    for (int i = 0; i < MANY; i++) {
        each[i] = (meeting){{.work = meet, .free = leave}, &all};
        assert_true(workers_ask(workers, &each[i].job));
    }
    assert_true(workers_are_full(workers));
    pthread_barrier_wait(&all);
    workers_free(workers);
    pthread_barrier_destroy(&all);
}

typedef struct long_job {
    job job; /* first */
    struct workers *workers;
    pthread_barrier_t *begun;
    bool ended;
} long_job;

static void work_on(job *wanted) {
    long_job *own = (long_job *)wanted;
    pthread_barrier_wait(own->begun);
    while (workers_go_on(own->workers))
        sched_yield();
    own->ended = true;
}

static void what_takes_long_is_told_when_nobody_waits_for_it_any_more(void **state) {
    (void)state;
    pthread_barrier_t begun;
    assert_int_equal(pthread_barrier_init(&begun, NULL, 2), 0);
    struct workers *workers = workers_new(1, 1);
    assert_non_null(workers);
    long_job own = {{.work = work_on, .free = leave}, workers, &begun, false};
    assert_true(workers_ask(workers, &own.job));
    pthread_barrier_wait(&begun);
    assert_true(workers_go_on(workers));
    workers_free(workers);
    assert_true(own.ended);
    pthread_barrier_destroy(&begun);
}

/* The first is at work, the second waits; and both are as old as they are. */
static void what_there_is_to_do_is_told(void **state) {
    (void)state;
    pthread_barrier_t begun;
    assert_int_equal(pthread_barrier_init(&begun, NULL, 2), 0);
    struct workers *workers = workers_new(1, 5);
    assert_non_null(workers);
    long_job own = {{.work = work_on, .free = leave}, workers, &begun, false};
    long_job next = {{.work = leave, .free = leave}, workers, &begun, false};
    workers_load load = workers_measure(workers);
    assert_int_equal(load.threads, 1);
    assert_int_equal(load.limit, 5);
    assert_int_equal(load.working + load.waiting, 0);
    assert_true(load.oldest == 0);
    assert_true(workers_ask(workers, &own.job));
    pthread_barrier_wait(&begun);
    assert_true(workers_ask(workers, &next.job));
    load = workers_measure(workers);
    assert_int_equal(load.working, 1);
    assert_int_equal(load.waiting, 1);
    double before = load.oldest;
    load = workers_measure(workers);
    assert_true(before >= 0 && load.oldest >= before);
    workers_free(workers);
    pthread_barrier_destroy(&begun);
}

/* Threads end in any order: each takes its own job out of those that were begun. */
static void what_is_done_is_at_work_no_more(void **state) {
    (void)state;
    enum { JOBS = 500, THREADS = 4 };
    static job each[JOBS];
    struct workers *workers = workers_new(THREADS, JOBS);
    assert_non_null(workers);
    for (int i = 0; i < JOBS; i++) {
        each[i] = (job){.work = leave, .free = leave};
        assert_true(workers_ask(workers, &each[i]));
    }
    for (int taken = 0; taken < JOBS; taken += workers_take(workers) != NULL)
        sched_yield();
    workers_load load = workers_measure(workers);
    assert_int_equal(load.working + load.waiting, 0);
    assert_true(load.oldest == 0);
    workers_free(workers);
}

/* ---- by address ---- */

typedef struct named_job {
    job job; /* first */
    char name;
} named_job;

static named_job of(const char *address, char name) {
    named_job made = {{.work = leave, .free = leave}, name};
    snprintf(made.job.address, sizeof made.job.address, "%s", address);
    return made;
}

/* The names of all that wait, as they are done one after the other. */
static void assert_order(struct workers *workers, const char *names) {
    for (; *names; names++) {
        assert_true(workers_work(workers));
        const named_job *done = (const named_job *)workers_take(workers);
        assert_non_null(done);
        assert_int_equal(done->name, *names);
    }
    assert_false(workers_work(workers));
}

static void who_asks_for_one_waits_for_one_of_each_other_address(void **state) {
    (void)state;
    enum { OF_FIRST = 8 };
    struct workers *workers = workers_new(0, WORKERS_SHARE * OF_FIRST);
    named_job first[OF_FIRST], second[3], third = of("192.0.2.3", 'x'), own = of("", 'o');
    assert_non_null(workers);
    for (int i = 0; i < OF_FIRST; i++) {
        first[i] = of("192.0.2.1", (char)('a' + i));
        assert_true(workers_ask(workers, &first[i].job));
    }
    for (int i = 0; i < 3; i++) {
        second[i] = of("192.0.2.2", (char)('A' + i));
        assert_true(workers_ask(workers, &second[i].job));
    }
    assert_true(workers_ask(workers, &third.job));
    assert_true(workers_ask(workers, &own.job));
    assert_order(workers, "aAxobBcCdefgh");
    workers_free(workers);
}

static void one_address_has_its_share_of_the_places_until_its_jobs_are_taken_back(void **state) {
    (void)state;
    enum { SHARE = 2, OTHERS = WORKERS_SHARE * SHARE - SHARE };
    struct workers *workers = workers_new(0, WORKERS_SHARE * SHARE);
    named_job first[SHARE + 1], other[OTHERS], late = of("192.0.2.2", 'l');
    assert_non_null(workers);
    for (int i = 0; i <= SHARE; i++) {
        first[i] = of("192.0.2.1", 'a');
        assert_int_equal(workers_ask(workers, &first[i].job), i < SHARE);
    }
    assert_true(workers_work(workers));
    assert_false(workers_ask(workers, &first[SHARE].job)); /* it is done, but still here */
    assert_non_null(workers_take(workers));
    assert_true(workers_ask(workers, &first[SHARE].job));
    for (int i = 0; i < OTHERS; i++) {
        other[i] = of("", 'o'); /* nobody's are not counted by address */
        assert_true(workers_ask(workers, &other[i].job));
    }
    assert_true(workers_are_full(workers));
    assert_false(workers_ask(workers, &late.job));
    workers_free(workers);
}

static void who_comes_when_much_is_taken_still_has_a_place(void **state) {
    (void)state;
    enum { LIMIT = 16, GREEDY = 6, JOBS = LIMIT * (GREEDY + 1) };
    static const unsigned granted[GREEDY] = {4, 4, 3, 2, 1, 1};
    static named_job greedy[JOBS];
    struct workers *workers = workers_new(0, LIMIT);
    named_job *next = greedy, late = of("192.0.2.99", 'l');
    assert_non_null(workers);
    for (unsigned i = 0; i < GREEDY; i++) {
        char address[ADDRESS_TEXT];
        unsigned places = 0;
        snprintf(address, sizeof address, "192.0.2.%u", i);
        for (unsigned asked = 0; asked < LIMIT; asked++, next++) {
            *next = of(address, 'g');
            places += workers_ask(workers, &next->job);
        }
        assert_int_equal(places, granted[i]);
    }
    assert_true(workers_ask(workers, &late.job));
    workers_free(workers);
}

static void with_few_places_an_address_still_has_one(void **state) {
    (void)state;
    struct workers *workers = workers_new(0, 2);
    named_job first = of("192.0.2.1", 'a'), second = of("192.0.2.2", 'b');
    assert_non_null(workers);
    assert_true(workers_ask(workers, &first.job));
    assert_true(workers_ask(workers, &second.job));
    assert_order(workers, "ab");
    workers_free(workers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_threads_that_were_asked_for_work_at_once),
        cmocka_unit_test(what_takes_long_is_told_when_nobody_waits_for_it_any_more),
        cmocka_unit_test(what_there_is_to_do_is_told),
        cmocka_unit_test(what_is_done_is_at_work_no_more),
        cmocka_unit_test(who_asks_for_one_waits_for_one_of_each_other_address),
        cmocka_unit_test(one_address_has_its_share_of_the_places_until_its_jobs_are_taken_back),
        cmocka_unit_test(who_comes_when_much_is_taken_still_has_a_place),
        cmocka_unit_test(with_few_places_an_address_still_has_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
