/* Threads that do what the event loop has no time for. What must hold: a job belongs to one side at
 * a time, to the loop before it is asked for and after it is taken, to a thread between; only the
 * three lines and the turns are shared, under the lock; a job has a turn exactly while it is
 * wanted. */
#include "server/base/workers.h"

#include "server/base/time_source.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

typedef struct line {
    job *first;
    job *last;
} line;

struct workers {
    unsigned limit;
    int fd;
    /* What the threads share, under `lock`. */
    pthread_mutex_t lock;
    pthread_cond_t asked;
    unsigned count; /* jobs not yet taken back */
    bool stop;
    line wanted;       /* in the order in which they came, */
    fair_queue *turns; /* and whose turn it is of them */
    line begun;        /* by some thread */
    line done;
    /* The loop's again. */
    unsigned running; /* threads that have started */
    pthread_t thread[];
};

static void line_add(line *at, job *added) {
    added->next = NULL;
    if (at->last)
        at->last->next = added;
    else
        at->first = added;
    at->last = added;
}

static job *line_take(line *at) {
    job *first = at->first;
    assert(!at->first == !at->last);
    if (first)
        at->first = first->next;
    if (!at->first)
        at->last = NULL;
    return first;
}

static void line_remove(line *at, const job *gone) {
    job *before = NULL, **place = &at->first;
    while (*place != gone) {
        before = *place;
        place = &before->next;
    }
    *place = gone->next;
    if (at->last == gone)
        at->last = before;
}

static unsigned line_count(const line *at) {
    unsigned count = 0;
    for (const job *one = at->first; one; one = one->next)
        count++;
    return count;
}

static unsigned line_count_of(const line *at, const char *address) {
    unsigned count = 0;
    for (const job *one = at->first; one; one = one->next)
        count += strcmp(one->address, address) == 0;
    return count;
}

static int64_t line_oldest(const line *at, int64_t oldest) {
    for (const job *one = at->first; one; one = one->next)
        if (one->asked_us < oldest)
            oldest = one->asked_us;
    return oldest;
}

/* ---- working ---- */

/* Under the lock: the job whose turn it is, which has begun now; null where none waits. */
static job *begin(struct workers *workers) {
    fair_node *turn = fair_queue_first(workers->turns);
    if (!turn)
        return NULL;
    job *wanted = (job *)((char *)turn - offsetof(job, turn));
    fair_queue_finish(workers->turns, turn, FAIR_CREDIT);
    line_remove(&workers->wanted, wanted);
    line_add(&workers->begun, wanted);
    return wanted;
}

/* The event tells the loop that there is something to take; how much it sees for itself. */
static void work(struct workers *workers, job *wanted) {
    wanted->work(wanted);
    pthread_mutex_lock(&workers->lock);
    line_remove(&workers->begun, wanted);
    line_add(&workers->done, wanted);
    pthread_mutex_unlock(&workers->lock);
    eventfd_write(workers->fd, 1);
}

bool workers_work(struct workers *workers) {
    pthread_mutex_lock(&workers->lock);
    job *wanted = begin(workers);
    pthread_mutex_unlock(&workers->lock);
    if (wanted)
        work(workers, wanted);
    return wanted != NULL;
}

bool workers_go_on(struct workers *workers) {
    pthread_mutex_lock(&workers->lock);
    bool goes_on = !workers->stop;
    pthread_mutex_unlock(&workers->lock);
    return goes_on;
}

static void *run(void *context) {
    struct workers *workers = context;
    for (;;) {
        job *wanted = NULL;
        pthread_mutex_lock(&workers->lock);
        while (!workers->stop && !(wanted = begin(workers)))
            pthread_cond_wait(&workers->asked, &workers->lock);
        pthread_mutex_unlock(&workers->lock);
        if (!wanted)
            return NULL;
        work(workers, wanted);
    }
}

/* ---- asking ---- */

unsigned workers_count(struct workers *workers) {
    pthread_mutex_lock(&workers->lock);
    unsigned count = workers->count;
    pthread_mutex_unlock(&workers->lock);
    return count;
}

bool workers_are_full(struct workers *workers) {
    return workers_count(workers) >= workers->limit;
}

workers_load workers_measure(struct workers *workers) {
    pthread_mutex_lock(&workers->lock);
    int64_t now = time_stopwatch_us();
    int64_t oldest = line_oldest(&workers->begun, line_oldest(&workers->wanted, now));
    workers_load load = {
        .threads = workers->running,
        .limit = workers->limit,
        .working = line_count(&workers->begun),
        .waiting = line_count(&workers->wanted),
        .oldest = (double)(now - oldest) / 1e6,
    };
    pthread_mutex_unlock(&workers->lock);
    return load;
}

/* Under the lock. An address has one place as long as there is any, and more only while half of
 * those that are left stay free: so four of them do not fill the line for all others. */
static bool has_room(const struct workers *workers, const char *address) {
    if (workers->count >= workers->limit || !*address)
        return workers->count < workers->limit;
    unsigned share = workers->limit / WORKERS_SHARE, half = (workers->limit - workers->count) / 2;
    share = share < half ? share : half;
    unsigned own = line_count_of(&workers->wanted, address) +
                   line_count_of(&workers->begun, address) + line_count_of(&workers->done, address);
    return own < (share ? share : 1);
}

bool workers_ask(struct workers *workers, job *wanted) {
    ff_span nobody = {"", 0};
    pthread_mutex_lock(&workers->lock);
    bool room = has_room(workers, wanted->address) &&
                fair_queue_put(workers->turns, &wanted->turn, ff_span_of(wanted->address), nobody);
    if (room) {
        workers->count++;
        wanted->asked_us = time_stopwatch_us();
        line_add(&workers->wanted, wanted);
        pthread_cond_signal(&workers->asked);
    }
    pthread_mutex_unlock(&workers->lock);
    return room;
}

job *workers_take(struct workers *workers) {
    eventfd_t ignored;
    eventfd_read(workers->fd, &ignored);
    pthread_mutex_lock(&workers->lock);
    job *done = line_take(&workers->done);
    assert(!done || workers->count > 0);
    if (done)
        workers->count--;
    pthread_mutex_unlock(&workers->lock);
    return done;
}

int workers_fd(const struct workers *workers) {
    return workers->fd;
}

/* ---- beginning and end ---- */

struct workers *workers_new(unsigned threads, unsigned limit) {
    struct workers *workers = calloc(1, sizeof *workers + threads * sizeof *workers->thread);
    if (!workers)
        return NULL;
    workers->limit = limit;
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->asked, NULL);
    workers->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    workers->turns = fair_queue_new();
    bool good = workers->fd >= 0 && workers->turns;
    while (good && workers->running < threads) {
        good = pthread_create(&workers->thread[workers->running], NULL, run, workers) == 0;
        if (good)
            workers->running++;
    }
    if (good)
        return workers;
    workers_free(workers);
    return NULL;
}

/* A job that has begun is waited for: long ones ask `workers_go_on` and end early. Those that have
 * not begun never do. */
static void stop(struct workers *workers) {
    pthread_mutex_lock(&workers->lock);
    workers->stop = true;
    pthread_cond_broadcast(&workers->asked);
    pthread_mutex_unlock(&workers->lock);
    for (unsigned i = 0; i < workers->running; i++)
        pthread_join(workers->thread[i], NULL);
}

static void line_free(line *at) {
    for (job *left; (left = line_take(at));)
        left->free(left);
}

void workers_free(struct workers *workers) {
    if (!workers)
        return;
    stop(workers);
    while (workers->turns && begin(workers))
        continue; /* what waits gives its turn back, and goes with what has begun */
    line_free(&workers->begun);
    line_free(&workers->done);
    fair_queue_free(workers->turns);
    pthread_mutex_destroy(&workers->lock);
    pthread_cond_destroy(&workers->asked);
    if (workers->fd >= 0)
        close(workers->fd);
    free(workers);
}
