/* Threads that share the search for a move at its root: each has a search with a history and
 * a transposition table of its own, so that none waits for another. */
#ifndef FLAGFALL_AI_SEARCH_THREADS_H
#define FLAGFALL_AI_SEARCH_THREADS_H

#include "ai/search/search.h"
#include "base/thread_pool.h"
#include "flagfall/player.h"

/* What a move is worth in a world. */
typedef struct search_task {
    const search_node *world;
    ff_move move;
    int alpha; /* the value is exact above it */
    int value; /* the answer */
} search_task;

typedef struct search_thread search_thread;

typedef struct search_threads {
    search_thread *thread;
    unsigned count;
    /* The work at hand. */
    search_task *task;
    int depth;
} search_threads;

/* When to leave off. */
typedef struct search_limits {
    uint64_t nodes;              /* of all together; UINT64_MAX: any number */
    bool (*late)(void *context); /* asked now and then, by every thread */
    void *context;
} search_limits;

/* `count` threads, 1 .. FF_THREADS_MAX, that take at most so many bytes. False where that is
 * too little or memory is out. To be freed by `search_threads_free`, which takes a struct of
 * zeroes too. */
bool search_threads_init(search_threads *threads, unsigned count, size_t bytes);
void search_threads_free(search_threads *threads);

/* Begins with the move of a view, as if there had been none before. What is given must
 * stay where it is until the last `search_threads_run`. No allocation. */
void search_threads_begin(search_threads *threads, const evaluation *e, const ff_view *view,
                          const search_limits *limits);

/* Does all tasks, `depth` plies looked at each, by threads of the pool (null: the caller's own
 * alone); false where a limit ended it, the values then mean nothing. One thread does all in their
 * order; with more who does what is chance. No allocation. */
bool search_threads_run(search_threads *threads, thread_pool *pool, search_task *list,
                        unsigned count, int depth);

/* Positions looked at since `search_threads_begin`. */
uint64_t search_threads_nodes(const search_threads *threads);

#endif
