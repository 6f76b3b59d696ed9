/* Items are handed out by one atomic counter. What must hold: nobody reads a list before it is
 * whole, nor after `thread_pool_run` has returned; a helper that wakes too late finds it closed and
 * waits for the next. The lock guards who comes and goes; what is read without it only saves the
 * way to it. A process that was forked has the memory of a pool and none of its threads: there the
 * caller does it all, and the lock, which a thread may have held at that moment, is left alone. */
#include "base/thread_pool.h"

#include <assert.h>
#include <stddef.h>

#ifndef FLAGFALL_SINGLE_THREAD

#include <unistd.h>

/* Looks for something to do before one sleeps: between ten and a hundred microseconds, by the
 * processor. To wake a sleeper takes about as long. */
enum { LOOKS = 2000 };

static void pause_between_looks(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void do_items(thread_pool *p, unsigned thread) {
    for (unsigned item; (item = atomic_fetch_add(&p->next, 1)) < p->items;)
        p->work(p->context, thread, item);
}

static bool is_called(thread_pool *p, unsigned seen) {
    return atomic_load(&p->list) != seen || atomic_load(&p->ended);
}

/* Waits for a list after that number, or the end; `looks` is how often it looks before it sleeps.
 * Then, with the lock: is there work for that thread, and is the list still open? */
static bool enter(thread_pool *p, unsigned number, unsigned looks, unsigned *seen) {
    for (unsigned look = 0; look < looks && !is_called(p, *seen); look++)
        pause_between_looks();
    pthread_mutex_lock(&p->lock);
    while (!is_called(p, *seen))
        pthread_cond_wait(&p->begun, &p->lock);
    *seen = atomic_load(&p->list);
    bool entered = p->open && number < p->threads;
    if (entered)
        atomic_fetch_add(&p->inside, 1);
    pthread_mutex_unlock(&p->lock);
    return entered;
}

static void leave(thread_pool *p) {
    pthread_mutex_lock(&p->lock);
    if (atomic_fetch_sub(&p->inside, 1) == 1)
        pthread_cond_signal(&p->left);
    pthread_mutex_unlock(&p->lock);
}

static void *help(void *context) {
    thread_pool_helper *h = context;
    thread_pool *p = h->pool;
    unsigned seen = 0, looks = LOOKS;
    while (!atomic_load(&p->ended)) {
        bool entered = enter(p, h->number, looks, &seen);
        if (entered) {
            do_items(p, h->number);
            leave(p);
        }
        looks = entered ? LOOKS : 0; /* who was not needed does not take time from others */
    }
    return NULL;
}

void thread_pool_start(thread_pool *p, unsigned threads) {
    assert(threads > 0 && threads <= THREAD_POOL_MOST);
    p->helpers = 0;
    if (threads == 1)
        return;
    p->process = getpid();
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begun, NULL);
    pthread_cond_init(&p->left, NULL);
    atomic_init(&p->list, 0);
    atomic_init(&p->ended, false);
    atomic_init(&p->inside, 0);
    p->open = false;
    for (unsigned n = 0; n < threads - 1; n++) {
        p->helper[n] = (thread_pool_helper){.pool = p, .number = n + 1};
        if (pthread_create(&p->helper[n].handle, NULL, help, &p->helper[n]) != 0)
            break;
        p->helpers++;
    }
}

static void open_list(thread_pool *p, unsigned threads, unsigned items, thread_pool_work *work,
                      void *context) {
    pthread_mutex_lock(&p->lock);
    p->threads = threads;
    p->items = items;
    p->work = work;
    p->context = context;
    p->open = true;
    atomic_store(&p->next, 0);
    atomic_fetch_add(&p->list, 1);
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
}

static void close_list(thread_pool *p) {
    pthread_mutex_lock(&p->lock);
    p->open = false;
    pthread_mutex_unlock(&p->lock);
    for (unsigned look = 0; look < LOOKS && atomic_load(&p->inside); look++)
        pause_between_looks();
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->inside))
        pthread_cond_wait(&p->left, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

/* Have its threads stayed behind in the process that started them? */
static bool is_forked(const thread_pool *p) {
    return getpid() != p->process;
}

static bool is_alone(const thread_pool *p, unsigned threads, unsigned items) {
    return !p || !p->helpers || threads == 1 || items < 2 || is_forked(p);
}

void thread_pool_run(thread_pool *p, unsigned threads, unsigned items, thread_pool_work *work,
                     void *context) {
    if (is_alone(p, threads, items)) {
        for (unsigned item = 0; item < items; item++)
            work(context, 0, item);
        return;
    }
    open_list(p, threads, items, work, context);
    do_items(p, 0);
    close_list(p);
}

static void end_helpers(thread_pool *p) {
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->ended, true);
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    for (unsigned n = 0; n < p->helpers; n++)
        pthread_join(p->helper[n].handle, NULL);
    pthread_cond_destroy(&p->left);
    pthread_cond_destroy(&p->begun);
    pthread_mutex_destroy(&p->lock);
}

void thread_pool_stop(thread_pool *p) {
    if (p->helpers && !is_forked(p))
        end_helpers(p);
    p->helpers = 0;
}

#else /* built where there are none */

void thread_pool_start(thread_pool *p, unsigned threads) {
    (void)threads;
    p->helpers = 0;
}

void thread_pool_run(thread_pool *p, unsigned threads, unsigned items, thread_pool_work *work,
                     void *context) {
    (void)p;
    (void)threads;
    for (unsigned item = 0; item < items; item++)
        work(context, 0, item);
}

void thread_pool_stop(thread_pool *p) {
    (void)p;
}

#endif
