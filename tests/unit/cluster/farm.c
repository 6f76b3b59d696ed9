/* Work spread over ranks: every task is done, whoever is lost, late or unruly. */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>

#include "cluster/farm.h"
#include "cluster/farm_message.h"

enum { RANKS_MAX = 5, MAIL_MAX = 4096, TASKS = 60 };

/* --- ranks in one process ------------------------------------------------------------------- */

typedef struct mail {
    unsigned from;
    ff_buffer bytes;
} mail;

/* What all ranks share: letter boxes, and a clock that a test sets. */
typedef struct post {
    pthread_mutex_t lock;
    mail box[RANKS_MAX][MAIL_MAX];
    unsigned count[RANKS_MAX];
    atomic_ullong now_ms;
} post;

typedef struct end {
    cluster_link link; /* first */
    post *post;
} end;

static bool put(cluster_link *self, unsigned to, ff_span message) {
    post *p = ((end *)self)->post;
    pthread_mutex_lock(&p->lock);
    assert_true(p->count[to] < MAIL_MAX);
    mail *m = &p->box[to][p->count[to]++];
    *m = (mail){.from = self->rank};
    ff_buffer_add(&m->bytes, message.data, message.size);
    pthread_mutex_unlock(&p->lock);
    return true;
}

static bool take(cluster_link *self, unsigned *from, ff_buffer *message) {
    post *p = ((end *)self)->post;
    pthread_mutex_lock(&p->lock);
    unsigned *count = &p->count[self->rank];
    mail *box = p->box[self->rank], first = box[0];
    bool found = *count > 0;
    if (found) {
        memmove(box, box + 1, --*count * sizeof *box);
        *from = first.from;
        ff_buffer_clear(message);
        ff_buffer_add(message, first.bytes.data, first.bytes.size);
        ff_buffer_free(&first.bytes);
    }
    pthread_mutex_unlock(&p->lock);
    return found;
}

static void yield(cluster_link *self) {
    (void)self;
    sched_yield();
}

static uint64_t now(cluster_link *self) {
    return atomic_load(&((end *)self)->post->now_ms);
}

static post *post_new(void) {
    post *p = calloc(1, sizeof *p);
    assert_non_null(p);
    assert_int_equal(pthread_mutex_init(&p->lock, NULL), 0);
    return p;
}

static void post_free(post *p) {
    for (unsigned i = 0; i < RANKS_MAX; i++)
        while (p->count[i] > 0)
            ff_buffer_free(&p->box[i][--p->count[i]].bytes);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

static end end_of(post *p, unsigned rank, unsigned ranks) {
    return (end){.link = {.rank = rank,
                          .ranks = ranks,
                          .send = put,
                          .receive = take,
                          .wait = yield,
                          .now_ms = now},
                 .post = p};
}

/* --- the work: the square of a number --------------------------------------------------------- */

typedef struct squares {
    unsigned next;
    unsigned back[TASKS], backs; /* given back, to be handed out again */
    unsigned times[TASKS];       /* a result came */
    unsigned done;
    char told[1024];
    bool ended; /* over, whatever is done */
} squares;

static bool next_square(void *context, unsigned *task) {
    squares *s = context;
    if (s->backs > 0)
        *task = s->back[--s->backs];
    else if (s->next < TASKS)
        *task = s->next++;
    else
        return false;
    return true;
}

static void square_back(void *context, unsigned task) {
    squares *s = context;
    if (s->times[task] == 0)
        s->back[s->backs++] = task;
}

static bool square_done(void *context, unsigned task, ff_span result) {
    squares *s = context;
    char expected[32];
    snprintf(expected, sizeof expected, "%u", task * task);
    if (!ff_span_equals(result, expected))
        return false;
    s->done += s->times[task]++ == 0;
    return true;
}

static bool squares_over(void *context) {
    const squares *s = context;
    return s->done == TASKS || s->ended;
}

static void hear_of(void *context, const char *text) {
    squares *s = context;
    size_t size = strlen(s->told);
    snprintf(s->told + size, sizeof s->told - size, "%s\n", text);
}

static bool square(void *context, unsigned task, const atomic_bool *stop, ff_buffer *result) {
    (void)context, (void)stop;
    ff_buffer_number(result, (int64_t)task * task);
    return true;
}

static bool give_up(void *context, unsigned task, const atomic_bool *stop, ff_buffer *result) {
    (void)context, (void)task, (void)stop, (void)result;
    return false;
}

/* --- ranks on threads --------------------------------------------------------------------------
 */

typedef struct hand {
    end end;
    const char *job;
    farm_work work;
    pthread_t thread;
    bool served;
    bool all_here;
    ff_error error;
} hand;

static void *serve(void *context) {
    hand *h = context;
    h->served = farm_serve(&h->end.link, h->job, &h->work, &h->all_here, &h->error);
    return NULL;
}

static void hand_start(hand *h, post *p, unsigned rank, unsigned ranks) {
    h->end = end_of(p, rank, ranks);
    if (!h->job)
        h->job = "squares";
    if (!h->work.work)
        h->work = (farm_work){.threads = 2, .work = square};
    assert_int_equal(pthread_create(&h->thread, NULL, serve, h), 0);
}

static bool coordinate(post *p, unsigned ranks, squares *s) {
    end zero = end_of(p, 0, ranks);
    const farm_tasks tasks = {s, next_square, square_back, square_done, squares_over, hear_of};
    return farm_coordinate(&zero.link, "squares", &tasks);
}

/* --- tests --------------------------------------------------------------------------------------
 */

static void all_tasks_are_done_once_by_any_number_of_ranks(void **state) {
    (void)state;
    for (unsigned ranks = 2; ranks <= RANKS_MAX; ranks++) {
        post *p = post_new();
        squares s = {0};
        hand hands[RANKS_MAX] = {0};
        for (unsigned i = 1; i < ranks; i++)
            hand_start(&hands[i], p, i, ranks);
        assert_true(coordinate(p, ranks, &s));
        for (unsigned i = 1; i < ranks; i++) {
            pthread_join(hands[i].thread, NULL);
            assert_true(hands[i].served);
            assert_true(hands[i].all_here);
        }
        for (unsigned i = 0; i < TASKS; i++)
            assert_int_equal(s.times[i], 1);
        assert_string_equal(s.told, "");
        post_free(p);
    }
}

static void a_coordinator_alone_waits_for_the_end_and_no_longer(void **state) {
    (void)state;
    post *p = post_new();
    squares s = {.ended = true};
    assert_true(coordinate(p, 1, &s));
    post_free(p);
}

/* Rank 1 is this test: it says what it likes before the coordinator listens. */
static void say(post *p, unsigned ranks, farm_kind kind, unsigned task, const char *rest) {
    end one = end_of(p, 1, ranks);
    assert_true(farm_say(&one.link, 0,
                         &(farm_message){.kind = kind, .task = task, .rest = ff_span_of(rest)}));
}

/* Rank 2 does the work. */
static bool with_a_good_rank(post *p, squares *s) {
    hand good = {0};
    hand_start(&good, p, 2, 3);
    bool all_here = coordinate(p, 3, s);
    pthread_join(good.thread, NULL);
    assert_true(good.served);
    assert_int_equal(s->done, TASKS);
    return all_here;
}

static void a_rank_that_goes_without_a_word_is_told_of_and_its_tasks_are_done(void **state) {
    (void)state;
    post *p = post_new();
    squares s = {0};
    end one = end_of(p, 1, 3);
    say(p, 3, FARM_HELLO, 4, "squares");
    assert_true(put(&one.link, 0, (ff_span){"", 0}));
    assert_false(with_a_good_rank(p, &s));
    assert_non_null(strstr(s.told, "rank 1 is lost"));
    post_free(p);
}

/* The clock goes on by itself, a little each time that somebody waits. */
static void wait_and_pass(cluster_link *self) {
    atomic_fetch_add(&((end *)self)->post->now_ms, 100);
    sched_yield();
}

static bool somebody_lost(void *context) {
    const squares *s = context;
    return strstr(s->told, "is lost");
}

static void a_rank_that_falls_silent_is_lost_and_its_tasks_come_back(void **state) {
    (void)state;
    post *p = post_new();
    squares s = {0};
    end zero = end_of(p, 0, 2);
    zero.link.wait = wait_and_pass;
    const farm_tasks tasks = {&s, next_square, square_back, square_done, somebody_lost, hear_of};
    say(p, 2, FARM_HELLO, 4, "squares");
    assert_false(farm_coordinate(&zero.link, "squares", &tasks));
    assert_int_equal(s.backs, 4);
    assert_true(now(&zero.link) > FARM_LOST_MS);
    post_free(p);
}

/* It speaks again only when it has been given up. */
static void wait_for_loss_and_answer(cluster_link *self) {
    post *p = ((end *)self)->post;
    uint64_t before = atomic_load(&p->now_ms);
    wait_and_pass(self);
    if (before <= FARM_LOST_MS + 1000 && before + 100 > FARM_LOST_MS + 1000)
        say(p, 2, FARM_RESULT, 3, "9");
}

static bool one_is_done(void *context) {
    const squares *s = context;
    return s->done > 0;
}

static void a_rank_that_was_thought_lost_is_one_of_them_again(void **state) {
    (void)state;
    post *p = post_new();
    squares s = {0};
    end zero = end_of(p, 0, 2);
    zero.link.wait = wait_for_loss_and_answer;
    const farm_tasks tasks = {&s, next_square, square_back, square_done, one_is_done, hear_of};
    say(p, 2, FARM_HELLO, 4, "squares");
    farm_coordinate(&zero.link, "squares", &tasks);
    assert_int_equal(s.times[3], 1);
    assert_non_null(strstr(s.told, "rank 1 is lost"));
    assert_non_null(strstr(s.told, "rank 1 is here again"));
    post_free(p);
}

/* Until somebody has said something to rank 0. */
static void wait_for_word(post *p) {
    bool said = false;
    while (!said) {
        sched_yield();
        pthread_mutex_lock(&p->lock);
        said = p->count[0] > 0;
        pthread_mutex_unlock(&p->lock);
    }
}

static void a_rank_started_for_something_else_is_turned_away(void **state) {
    (void)state;
    post *p = post_new();
    squares s = {0};
    hand other = {.job = "cubes"};
    hand_start(&other, p, 1, 3);
    wait_for_word(p); /* or all might be done before it comes */
    assert_true(with_a_good_rank(p, &s));
    pthread_join(other.thread, NULL);
    assert_false(other.served);
    assert_non_null(strstr(other.error.message, "started for something else"));
    assert_non_null(strstr(s.told, "rank 1 was started for something else"));
    post_free(p);
}

static void a_rank_that_answers_rubbish_gets_no_more_work(void **state) {
    (void)state;
    post *p = post_new();
    squares s = {0};
    say(p, 3, FARM_HELLO, 1, "squares");
    say(p, 3, FARM_RESULT, 7, "forty-nine");
    say(p, 3, FARM_BYE, 0, "");
    assert_true(with_a_good_rank(p, &s));
    assert_non_null(strstr(s.told, "rank 1 answers what is no result"));
    post_free(p);
}

static void a_rank_that_says_nonsense_first_gets_no_work(void **state) {
    (void)state;
    static const unsigned rooms[] = {0, 1u << 30};
    for (size_t i = 0; i < 2; i++) {
        post *p = post_new();
        squares s = {0};
        say(p, 3, FARM_HELLO, rooms[i], "squares");
        say(p, 3, FARM_BYE, 0, "");
        assert_true(with_a_good_rank(p, &s));
        assert_non_null(strstr(s.told, "rank 1 says what makes no sense"));
        post_free(p);
    }
}

static bool somebody_cannot(void *context) {
    const squares *s = context;
    return strstr(s->told, "rank 1 cannot do its work");
}

static void a_rank_whose_memory_is_out_gives_its_tasks_back(void **state) {
    (void)state;
    post *p = post_new();
    squares s = {0};
    end zero = end_of(p, 0, 2);
    hand poor = {.work = {.threads = 1, .work = give_up}};
    const farm_tasks tasks = {&s, next_square, square_back, square_done, somebody_cannot, hear_of};
    hand_start(&poor, p, 1, 2);
    assert_true(farm_coordinate(&zero.link, "squares", &tasks));
    pthread_join(poor.thread, NULL);
    assert_false(poor.served);
    assert_non_null(strstr(poor.error.message, "cannot do its work"));
    assert_int_equal(s.backs, s.next);
    post_free(p);
}

static void a_rank_without_a_coordinator_ends(void **state) {
    (void)state;
    post *p = post_new();
    end zero = end_of(p, 0, 2);
    hand left = {0};
    assert_true(put(&zero.link, 1, (ff_span){"", 0}));
    hand_start(&left, p, 1, 2);
    pthread_join(left.thread, NULL);
    assert_false(left.served);
    assert_string_equal(left.error.message, "rank 0 is gone");
    post_free(p);
}

static bool put_no_results(cluster_link *self, unsigned to, ff_span message) {
    return message.data[0] != FARM_RESULT && put(self, to, message);
}

/* Else rank 0 would wait for it for ever. */
static void a_rank_that_cannot_send_a_result_ends(void **state) {
    (void)state;
    post *p = post_new();
    end zero = end_of(p, 0, 2), one = end_of(p, 1, 2);
    const farm_work work = {.threads = 1, .work = square};
    bool all_here = true;
    ff_error error;
    one.link.send = put_no_results;
    assert_true(farm_say(&zero.link, 1, &(farm_message){.kind = FARM_TASK, .task = 3}));
    assert_false(farm_serve(&one.link, "squares", &work, &all_here, &error));
    assert_string_equal(error.message, "a result cannot be sent");
    assert_false(all_here);
    post_free(p);
}

static bool work_until_stopped(void *context, unsigned task, const atomic_bool *stop,
                               ff_buffer *result) {
    (void)context, (void)task, (void)result;
    while (!atomic_load(stop))
        sched_yield();
    return false;
}

/* A thread asks for two tasks; the one that it works on is one of them. */
static void a_rank_takes_no_more_tasks_than_it_has_asked_for(void **state) {
    (void)state;
    post *p = post_new();
    end zero = end_of(p, 0, 2), one = end_of(p, 1, 2);
    const farm_work work = {.threads = 1, .work = work_until_stopped};
    bool all_here = true;
    ff_error error;
    for (unsigned task = 0; task < 3; task++)
        assert_true(farm_say(&zero.link, 1, &(farm_message){.kind = FARM_TASK, .task = task}));
    assert_false(farm_serve(&one.link, "squares", &work, &all_here, &error));
    assert_string_equal(error.message, "rank 0 hands out more than was asked for");
    post_free(p);
}

static void bytes_that_are_no_message_are_none(void **state) {
    (void)state;
    static const char *const bytes[] = {"", "\1", "\1\0\0\0", "\0\0\0\0\0", "\11\0\0\0\0"};
    static const size_t sizes[] = {0, 1, 4, 5, 5};
    farm_message m;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_false(farm_read((ff_span){bytes[i], sizes[i]}, &m));
    assert_true(farm_read((ff_span){"\2\1\2\3\4rest", 9}, &m));
    assert_int_equal(m.kind, FARM_TASK);
    assert_int_equal(m.task, 0x04030201);
    assert_true(ff_span_equals(m.rest, "rest"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_tasks_are_done_once_by_any_number_of_ranks),
        cmocka_unit_test(a_coordinator_alone_waits_for_the_end_and_no_longer),
        cmocka_unit_test(a_rank_that_goes_without_a_word_is_told_of_and_its_tasks_are_done),
        cmocka_unit_test(a_rank_that_falls_silent_is_lost_and_its_tasks_come_back),
        cmocka_unit_test(a_rank_that_was_thought_lost_is_one_of_them_again),
        cmocka_unit_test(a_rank_started_for_something_else_is_turned_away),
        cmocka_unit_test(a_rank_that_answers_rubbish_gets_no_more_work),
        cmocka_unit_test(a_rank_that_says_nonsense_first_gets_no_work),
        cmocka_unit_test(a_rank_whose_memory_is_out_gives_its_tasks_back),
        cmocka_unit_test(a_rank_without_a_coordinator_ends),
        cmocka_unit_test(a_rank_that_cannot_send_a_result_ends),
        cmocka_unit_test(a_rank_takes_no_more_tasks_than_it_has_asked_for),
        cmocka_unit_test(bytes_that_are_no_message_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
