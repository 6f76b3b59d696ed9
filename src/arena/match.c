/* Games on threads, results in the order of the schedule. Who finishes first does not
 * matter: an outcome waits until all before it are in. */
#define _POSIX_C_SOURCE 200809L
#include "arena/match.h"

#include "arena/table.h"

#include <pthread.h>
#include <stdlib.h>

/* What a game left behind for the one thread that gathers. */
typedef struct outcome {
    bool done;
    sheet sheet; /* freed as soon as it has been taken */
} outcome;

typedef struct hall {
    const match_plan *plan;
    unsigned first;       /* game of this sitting */
    unsigned games;       /* of the whole schedule */
    atomic_bool stop;     /* games under way are of no use any more */
    pthread_mutex_t lock; /* guards what follows */
    unsigned next;        /* game to be played */
    bool failed;
    outcome *outcomes; /* a game each, from the first of this sitting on */
    results *all;
} hall;

bool match_is_over(const match_plan *plan, const results *all) {
    return all->games >= schedule_games(&plan->schedule) ||
           (plan->test && sprt_judge(plan->test, all->pairing[0].tally.pairs) != SPRT_GO_ON);
}

/* Hands out what is ready, in order. The lock is held. */
static void gather(hall *h) {
    while (!h->failed && !match_is_over(h->plan, h->all)) {
        outcome *o = &h->outcomes[h->all->games - h->first];
        if (!o->done)
            return;
        results_add(h->all, &o->sheet.game);
        if (h->plan->take && !h->plan->take(h->plan->context, &o->sheet.game, h->all))
            h->failed = true;
        sheet_free(&o->sheet);
    }
    atomic_store(&h->stop, true);
}

/* Books a game, -1 for none, and answers with the next one to be played, -1 when
 * there is none. */
static long book(hall *h, long game, bool good) {
    long next = -1;
    pthread_mutex_lock(&h->lock);
    if (!good) {
        h->failed = true;
        atomic_store(&h->stop, true);
    } else if (game >= 0 && !atomic_load(&h->stop)) {
        h->outcomes[game - h->first].done = true;
        gather(h);
    }
    if (!atomic_load(&h->stop) && h->next < h->games)
        next = h->next++;
    pthread_mutex_unlock(&h->lock);
    return next;
}

static void *work(void *context) {
    hall *h = context;
    bool good = true;
    for (long game = -1; (game = book(h, game, good)) >= 0;)
        good = table_play(h->plan, (unsigned)game, &h->stop, &h->outcomes[game - h->first].sheet);
    return NULL;
}

/* Runs the threads; this one works too, so that a match is always played. */
static void employ(hall *h) {
    unsigned started = 0, wanted = h->plan->jobs - 1;
    pthread_t *threads = calloc(wanted + 1u, sizeof *threads);
    while (threads && started < wanted && !pthread_create(&threads[started], NULL, work, h))
        started++;
    work(h);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    free(threads);
}

/* What was played and not taken. */
static void sweep(hall *h) {
    for (unsigned game = h->first; game < h->games; game++)
        sheet_free(&h->outcomes[game - h->first].sheet);
    free(h->outcomes);
}

bool match_play(const match_plan *plan, results *all) {
    if (match_is_over(plan, all))
        return true;
    hall h = {.plan = plan,
              .first = all->games,
              .next = all->games,
              .games = schedule_games(&plan->schedule),
              .all = all};
    h.outcomes = calloc(h.games - h.first, sizeof *h.outcomes);
    if (!h.outcomes || pthread_mutex_init(&h.lock, NULL) != 0) {
        free(h.outcomes);
        return false;
    }
    atomic_init(&h.stop, false);
    employ(&h);
    pthread_mutex_destroy(&h.lock);
    sweep(&h);
    return !h.failed;
}
