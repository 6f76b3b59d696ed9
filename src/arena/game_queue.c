/* Which game is played next, and which are in. What must hold: a game is new, being played, or
 * in; a new one is `next` or above, or has been returned. An outcome waits until all before it
 * are in, so that sums, tests and files are the same whoever was quickest. */
#define _POSIX_C_SOURCE 200809L
#include "arena/game_queue.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

/* A game from the first of this sitting on. */
typedef struct outcome {
    bool done;
    bool returned; /* handed out once, and not played */
    sheet sheet;   /* freed as soon as it has been taken */
} outcome;

struct game_queue {
    const match_plan *plan;
    unsigned first;   /* game of this sitting */
    unsigned games;   /* of the whole schedule */
    atomic_bool stop; /* games under way are of no use any more */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a game has been returned, or the match is over */
    /* Guarded by the lock: */
    unsigned next;     /* game that nobody has had */
    unsigned playing;  /* games handed out and not in */
    unsigned returned; /* games to be handed out again */
    bool failed;
    outcome *outcomes;
    results *all;
};

game_queue *game_queue_new(const match_plan *plan, results *all) {
    game_queue *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    q->plan = plan;
    q->all = all;
    q->first = q->next = all->games;
    q->games = schedule_games(&plan->schedule);
    q->outcomes = calloc(q->games - q->first + 1u, sizeof *q->outcomes);
    atomic_init(&q->stop, match_is_over(plan, all));
    bool locked = q->outcomes && pthread_mutex_init(&q->lock, NULL) == 0;
    if (!locked || pthread_cond_init(&q->changed, NULL) != 0) {
        if (locked)
            pthread_mutex_destroy(&q->lock);
        free(q->outcomes);
        free(q);
        return NULL;
    }
    if (plan->begin && !plan->begin(plan->context, q))
        game_queue_fail(q);
    return q;
}

bool game_queue_free(game_queue *q) {
    bool good = !q->failed;
    for (unsigned i = 0; i < q->games - q->first; i++)
        sheet_free(&q->outcomes[i].sheet); /* played, and not taken */
    free(q->outcomes);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    free(q);
    return good;
}

static void end(game_queue *q) {
    atomic_store(&q->stop, true);
    pthread_cond_broadcast(&q->changed);
}

/* Takes what is ready, in order. */
static void take_ready(game_queue *q) {
    while (!q->failed && !match_is_over(q->plan, q->all)) {
        assert(q->outcomes && q->all->games >= q->first);
        outcome *o = &q->outcomes[q->all->games - q->first];
        if (!o->done)
            return;
        results_add(q->all, &o->sheet.game);
        if (q->plan->take && !q->plan->take(q->plan->context, &o->sheet.game, q->all))
            q->failed = true;
        sheet_free(&o->sheet);
    }
    end(q);
}

/* A game that was returned comes first: those after it wait for its outcome. */
static bool hand_out(game_queue *q, unsigned *game) {
    if (atomic_load(&q->stop))
        return false;
    if (q->returned > 0) {
        unsigned i = q->all->games - q->first;
        while (!q->outcomes[i].returned)
            i++;
        q->outcomes[i].returned = false;
        q->returned--;
        *game = q->first + i;
        q->playing++;
        return true;
    }
    while (q->next < q->games && q->outcomes[q->next - q->first].done)
        q->next++;
    if (q->next == q->games)
        return false;
    *game = q->next++;
    q->playing++;
    return true;
}

bool game_queue_next(game_queue *q, bool wait, unsigned *game) {
    pthread_mutex_lock(&q->lock);
    bool found = hand_out(q, game);
    while (!found && wait && q->playing > 0 && !atomic_load(&q->stop)) {
        pthread_cond_wait(&q->changed, &q->lock);
        found = hand_out(q, game);
    }
    pthread_mutex_unlock(&q->lock);
    return found;
}

void game_queue_done(game_queue *q, unsigned game, sheet *s) {
    pthread_mutex_lock(&q->lock);
    outcome *o = &q->outcomes[game - q->first];
    if (o->done || atomic_load(&q->stop)) {
        sheet_free(s);
    } else {
        if (o->returned) /* thought lost, and here after all */
            q->returned--;
        else
            q->playing--;
        *o = (outcome){.done = true, .sheet = *s};
        q->failed |= q->plan->arrive && !q->plan->arrive(q->plan->context, &o->sheet.game);
        take_ready(q);
    }
    pthread_mutex_unlock(&q->lock);
}

void game_queue_played(game_queue *q, unsigned game, sheet *s) {
    pthread_mutex_lock(&q->lock);
    outcome *o = game >= q->first && game < q->games ? &q->outcomes[game - q->first] : NULL;
    if (!o || o->done)
        sheet_free(s);
    else
        *o = (outcome){.done = true, .sheet = *s};
    take_ready(q);
    pthread_mutex_unlock(&q->lock);
}

void game_queue_return(game_queue *q, unsigned game) {
    pthread_mutex_lock(&q->lock);
    outcome *o = &q->outcomes[game - q->first];
    if (!o->done && !o->returned) {
        assert(q->playing > 0);
        o->returned = true;
        q->playing--;
        q->returned++;
        pthread_cond_broadcast(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
}

void game_queue_tell(game_queue *q, const char *text) {
    pthread_mutex_lock(&q->lock);
    if (q->plan->tell)
        q->plan->tell(q->plan->context, text);
    pthread_mutex_unlock(&q->lock);
}

void game_queue_fail(game_queue *q) {
    pthread_mutex_lock(&q->lock);
    q->failed = true;
    end(q);
    pthread_mutex_unlock(&q->lock);
}

bool game_queue_is_over(const game_queue *q) {
    return atomic_load(&q->stop);
}

const atomic_bool *game_queue_stop(const game_queue *q) {
    return &q->stop;
}
