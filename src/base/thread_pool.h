/* Threads that share out work among them, list after list. */
#ifndef FLAGFALL_BASE_THREAD_POOL_H
#define FLAGFALL_BASE_THREAD_POOL_H

#include <stdbool.h>

#ifndef FLAGFALL_SINGLE_THREAD
#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>
#endif

enum { THREAD_POOL_MOST = 256 };

/* Does one item on the thread of that number, 0 being the caller's own. */
typedef void thread_pool_work(void *context, unsigned thread, unsigned item);

#ifndef FLAGFALL_SINGLE_THREAD

typedef struct thread_pool_helper {
    struct thread_pool *pool;
    unsigned number;
    pthread_t handle;
} thread_pool_helper;

/* To be started, used by one thread, and stopped. It stays where it is meanwhile. */
typedef struct thread_pool {
    unsigned helpers; /* beside the caller's own thread */
    pid_t process;    /* that they run in */
    pthread_mutex_t lock;
    pthread_cond_t begun, left;
    atomic_uint list; /* its number; lists are counted from 1 on */
    atomic_bool ended;
    /* Of the list at hand. */
    atomic_uint next; /* the first item that nobody has begun */
    unsigned threads, items;
    thread_pool_work *work;
    void *context;
    bool open;          /* helpers may still come */
    atomic_uint inside; /* helpers at work */
    thread_pool_helper helper[THREAD_POOL_MOST - 1];
} thread_pool;

#else /* built where there are none */

typedef struct thread_pool {
    unsigned helpers;
} thread_pool;

#endif

/* Starts all but one of `threads` (1 .. THREAD_POOL_MOST): the first is the caller's own. Where the
 * system gives fewer, those that there are do all the work. Of one thread nothing is started, and
 * nothing is allocated. A process that is forked meanwhile, while no list is being done, can use
 * its copy and stop it: there the caller does it all. */
void thread_pool_start(thread_pool *pool, unsigned threads);

/* Has every item from 0 to `items` - 1 done once and returns when all are done. Of the pool's
 * threads those with numbers below `threads` (1 or more; it may be more than there are) take part.
 * By one thread the items are done in their order; by more, who does what is chance. `pool` may be
 * null: then the caller does it all. Afterwards the threads wait for the next list: awake for some
 * microseconds, as it may come soon, and then asleep. */
void thread_pool_run(thread_pool *pool, unsigned threads, unsigned items, thread_pool_work *work,
                     void *context);

/* Ends the threads. */
void thread_pool_stop(thread_pool *pool);

#endif
