/* Work that falls into numbered tasks, spread over ranks: a task farm with one coordinator.
 *
 * Rank 0 hands out a task whenever a rank has a thread free, so a slow rank simply does fewer.
 * Who is not heard of for FARM_LOST_MS is taken for lost, and its tasks are handed out again;
 * if it speaks again it is one of the farm again. A result that comes twice is told twice. */
#ifndef FLAGFALL_CLUSTER_FARM_H
#define FLAGFALL_CLUSTER_FARM_H

#include "cluster/link.h"

#include <stdatomic.h>

enum { FARM_BEAT_MS = 1000, FARM_LOST_MS = 15000 };

/* The coordinator's side of the work. All but `tell` may be called at any time. */
typedef struct farm_tasks {
    void *context;
    /* A task for another rank; false where there is none now. */
    bool (*next)(void *context, unsigned *task);
    /* It was not done. */
    void (*give_back)(void *context, unsigned task);
    /* Its result, as a rank has sent it. False where these bytes are none: the task is then
     * given back, and that rank gets no more. */
    bool (*done)(void *context, unsigned task, ff_span result);
    /* Is no task of any use any more? */
    bool (*over)(void *context);
    /* For people: who was lost, or turned away. */
    void (*tell)(void *context, const char *text);
} farm_tasks;

/* Hands out tasks until they are over, then sends all home. `job` says what is worked on: a rank
 * that was started with another one is turned away. True where all ranks have gone home; false
 * where one was lost, or memory is out. */
bool farm_coordinate(cluster_link *link, const char *job, const farm_tasks *tasks);

/* How another rank works. */
typedef struct farm_work {
    void *context;
    unsigned threads;
    /* Does a task, on any thread; the result is what `done` gets. It may end early and answer
     * anything when `stop` has become true. False where it cannot: memory is out. */
    bool (*work)(void *context, unsigned task, const atomic_bool *stop, ff_buffer *result);
} farm_work;

/* Works until it is sent home; `all_here` says then whether all other ranks were, too. False
 * after filling `error`: turned away, the coordinator lost, or no threads to work. */
bool farm_serve(cluster_link *link, const char *job, const farm_work *work, bool *all_here,
                ff_error *error);

#endif
