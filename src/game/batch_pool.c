/* Threads for a batch. What must hold: a part of the range belongs to one thread, and
 * `batch_pool_run` returns after the last of them has finished. */
#include "game/batch_pool.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct member {
    batch_pool *pool;
    pthread_t thread;
    unsigned slice;
} member;

struct batch_pool {
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t called;
    pthread_cond_t finished;
    unsigned call; /* counts the calls to work */
    unsigned busy; /* members that have not finished the present one */
    bool closing;
    batch_work *work;
    void *context;
    unsigned count;

    unsigned threads; /* the caller's included; set before the first call */
    member members[];
};

static void work_on(batch_pool *pool, unsigned slice) {
    /* Slices as equal as they can be: the product is exact in 64 bits, so the end of one slice
     * is the beginning of the next. */
    unsigned long long count = pool->count;
    unsigned first = (unsigned)(count * slice / pool->threads);
    unsigned end = (unsigned)(count * (slice + 1) / pool->threads);
    if (first < end)
        pool->work(pool->context, slice, first, end);
}

/* Waits for the call after `call`; false when there will be none. */
static bool await_call(batch_pool *pool, unsigned call) {
    pthread_mutex_lock(&pool->lock);
    while (pool->call == call && !pool->closing)
        pthread_cond_wait(&pool->called, &pool->lock);
    bool go_on = !pool->closing;
    pthread_mutex_unlock(&pool->lock);
    return go_on;
}

static void *serve(void *context) {
    member *m = context;
    batch_pool *pool = m->pool;
    for (unsigned call = 0; await_call(pool, call); call++) {
        work_on(pool, m->slice);
        pthread_mutex_lock(&pool->lock);
        if (--pool->busy == 0)
            pthread_cond_signal(&pool->finished);
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

/* What has been opened is closed again where a later one fails. */
static bool open_locks(batch_pool *pool) {
    if (pthread_mutex_init(&pool->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&pool->called, NULL) == 0) {
        if (pthread_cond_init(&pool->finished, NULL) == 0)
            return true;
        pthread_cond_destroy(&pool->called);
    }
    pthread_mutex_destroy(&pool->lock);
    return false;
}

batch_pool *batch_pool_new(unsigned threads) {
    assert(threads >= 1);
    batch_pool *pool = calloc(1, sizeof *pool + threads * sizeof *pool->members);
    if (!pool || !open_locks(pool)) {
        free(pool);
        return NULL;
    }
    unsigned started = 1;
    /* The caller's own thread is number 0 and works too. Where the system gives no more
     * threads, fewer do all the work: slower, with the same result. */
    for (; started < threads; started++) {
        member *m = &pool->members[started];
        *m = (member){.pool = pool, .slice = started};
        if (pthread_create(&m->thread, NULL, serve, m) != 0)
            break;
    }
    pool->threads = started; /* nobody reads it before the first call */
    return pool;
}

void batch_pool_free(batch_pool *pool) {
    if (!pool)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->called);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 1; i < pool->threads; i++)
        pthread_join(pool->members[i].thread, NULL);
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->called);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

unsigned batch_pool_threads(const batch_pool *pool) {
    return pool ? pool->threads : 1;
}

void batch_pool_run(batch_pool *pool, batch_work *work, void *context, unsigned count) {
    if (!pool) {
        if (count > 0)
            work(context, 0, 0, count);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    assert(pool->busy == 0);
    pool->work = work;
    pool->context = context;
    pool->count = count;
    /* Everything is set under the lock before `call` goes up: a thread that wakes sees the
     * whole of the present call. `call` and not a flag, because a flag could be taken back
     * before a slow thread has looked at it. */
    pool->busy = pool->threads - 1;
    pool->call++;
    pthread_cond_broadcast(&pool->called);
    pthread_mutex_unlock(&pool->lock);
    work_on(pool, 0);
    pthread_mutex_lock(&pool->lock);
    while (pool->busy > 0)
        pthread_cond_wait(&pool->finished, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
