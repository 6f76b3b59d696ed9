/* Threads share nothing but what is constant during a search, so results of one thread do not
 * depend on how the others run. */
#include "ai/search/search_threads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    HISTORY = FF_PLIES_MAX + 2 * SEARCH_DEPTH,
    HEAP = 8192 /* that the heap may take beside a thread's two pieces of memory */
};

struct search_thread {
    search search;
    ff_move moves[HISTORY];
};

static_assert((int)FF_THREADS_MAX <= (int)THREAD_POOL_MOST, "all threads of a player may work");

bool search_threads_init(search_threads *threads, unsigned count, size_t bytes) {
    size_t own = count * (sizeof *threads->thread + HEAP);
    *threads = (search_threads){0};
    if (bytes < own + count * sizeof(transposition_entry))
        return false;
    threads->thread = calloc(count, sizeof *threads->thread);
    if (!threads->thread)
        return false;
    for (; threads->count < count; threads->count++)
        if (!transpositions_init(&threads->thread[threads->count].search.known,
                                 (bytes - own) / count)) {
            search_threads_free(threads);
            return false;
        }
    return true;
}

void search_threads_free(search_threads *threads) {
    for (unsigned i = 0; i < threads->count; i++)
        transpositions_free(&threads->thread[i].search.known);
    free(threads->thread);
    *threads = (search_threads){0};
}

void search_threads_begin(search_threads *threads, const evaluation *e, const ff_view *view,
                          const search_limits *limits) {
    for (unsigned i = 0; i < threads->count; i++) {
        search_thread *thread = &threads->thread[i];
        thread->search.limit =
            /* Shares that add up to the whole: the last threads get what does not divide. */
            limits->nodes == UINT64_MAX ? UINT64_MAX : (limits->nodes + i) / threads->count;
        thread->search.late = limits->late;
        thread->search.context = limits->context;
        /* The rules against repetition read the past, and each thread adds its own plies to it. */
        thread->search.history =
            (ff_history){.moves = thread->moves, .size = view->history.size, .capacity = HISTORY};
        assert(view->history.size + SEARCH_DEPTH <= HISTORY);
        if (view->history.size)
            memcpy(thread->moves, view->history.moves, view->history.size * sizeof *thread->moves);
        search_begin(&thread->search, e);
    }
}

/* A task is written by the one thread that has taken it. A thread that has stopped takes the rest
 * and leaves them as they are: the depth is not finished anyway. */
static void do_task(void *context, unsigned number, unsigned item) {
    search_threads *threads = context;
    search *s = &threads->thread[number].search;
    search_task *t = &threads->task[item];
    if (!s->stopped)
        t->value = search_move(s, t->world, t->move, threads->depth, t->alpha);
}

bool search_threads_run(search_threads *threads, thread_pool *pool, search_task *list,
                        unsigned count, int depth) {
    threads->task = list;
    threads->depth = depth;
    thread_pool_run(pool, threads->count, count, do_task, threads);
    bool done = true;
    for (unsigned i = 0; i < threads->count; i++)
        done &= !threads->thread[i].search.stopped;
    return done;
}

uint64_t search_threads_nodes(const search_threads *threads) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < threads->count; i++)
        sum += threads->thread[i].search.nodes;
    return sum;
}
