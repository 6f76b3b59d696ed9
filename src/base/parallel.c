/* Items handed out by one atomic counter. */
#include "base/parallel.h"

#ifndef FLAGFALL_SINGLE_THREAD
#include <pthread.h>
#endif
#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct parallel {
    atomic_uint next; /* the first item that nobody has begun */
    unsigned items;
    parallel_work *work;
    void *context;
} parallel;

static void do_items(parallel *p, unsigned thread) {
    for (unsigned item; (item = atomic_fetch_add(&p->next, 1)) < p->items;)
        p->work(p->context, thread, item);
}

#ifndef FLAGFALL_SINGLE_THREAD

typedef struct helper {
    parallel *of;
    unsigned number;
    pthread_t handle;
    bool started;
} helper;

static void *help(void *context) {
    helper *h = context;
    do_items(h->of, h->number);
    return NULL;
}

void parallel_run(unsigned threads, unsigned items, parallel_work *work, void *context) {
    parallel p = {.items = items, .work = work, .context = context};
    helper helpers[PARALLEL_MOST];
    unsigned count = threads < items ? threads : items;
    assert(threads > 0 && threads <= PARALLEL_MOST);
    for (unsigned i = 1; i < count; i++) {
        helpers[i] = (helper){.of = &p, .number = i};
        helpers[i].started = pthread_create(&helpers[i].handle, NULL, help, &helpers[i]) == 0;
    }
    do_items(&p, 0);
    for (unsigned i = 1; i < count; i++)
        if (helpers[i].started)
            pthread_join(helpers[i].handle, NULL);
}

#else /* built where there are none */

void parallel_run(unsigned threads, unsigned items, parallel_work *work, void *context) {
    parallel p = {.items = items, .work = work, .context = context};
    (void)threads;
    do_items(&p, 0);
}

#endif
