/* A match on the threads of this machine. What must hold: it is always played, even where no
 * thread can be started. */
#define _POSIX_C_SOURCE 200809L
#include "arena/match.h"

#include "arena/game_queue.h"
#include "arena/table.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct hall {
    const match_plan *plan;
    game_queue *queue;
} hall;

static void *work(void *context) {
    const hall *h = context;
    unsigned game;
    while (game_queue_next(h->queue, true, &game)) {
        sheet s = {0};
        if (table_play(h->plan, game, game_queue_stop(h->queue), &s)) {
            game_queue_done(h->queue, game, &s);
        } else {
            sheet_free(&s);
            game_queue_fail(h->queue);
        }
    }
    return NULL;
}

/* Runs the threads of this machine. This one coordinates others meanwhile where it is told to;
 * else it works too, so that a match is always played. */
static void employ(hall *h, match_coordinator *coordinate, void *context) {
    unsigned started = 0, wanted = h->plan->jobs - (coordinate ? 0 : 1);
    pthread_t *threads = calloc(wanted + 1u, sizeof *threads);
    while (threads && started < wanted && !pthread_create(&threads[started], NULL, work, h))
        started++;
    if (!coordinate)
        work(h);
    else if (started > 0)
        coordinate(context, h->queue);
    else
        game_queue_fail(h->queue);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    free(threads);
}

bool match_play_with(const match_plan *plan, results *all, match_coordinator *coordinate,
                     void *context) {
    hall h = {plan, game_queue_new(plan, all)};
    if (!h.queue)
        return false;
    employ(&h, coordinate, context);
    return game_queue_free(h.queue);
}

bool match_play(const match_plan *plan, results *all) {
    return match_play_with(plan, all, NULL, NULL);
}
