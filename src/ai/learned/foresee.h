/* What a move of a seat's leads to, two plies on: in a world that the seat thinks possible the
 * move is made, the enemy answers with what the network calls best for all that the enemy can
 * know, and the value is that of the seat's best move then. Nobody plans with what is hidden
 * from him, so a world tells what may happen, not what to do about it. */
#ifndef FLAGFALL_AI_FORESEE_H
#define FLAGFALL_AI_FORESEE_H

#include "ai/belief/belief_sampler.h"
#include "ai/learned/weigh.h"
#include "base/thread_pool.h"

enum {
    FORESIGHT_PLIES = 2,    /* that are made in a world */
    FORESEEN_MOST = 512,    /* continuations whose value is remembered */
    FORESIGHT_THREADS = 16, /* as many worlds are shared out at a time */
    FORESIGHT_ANSWERED = 4  /* one value of an answer is computed for so many of replies */
};

/* What both sides see of a continuation, and what the seat then expects. Many worlds come to
 * the same, for the seat sees no more of them. */
typedef struct foreseen {
    ff_event made, answered;
    int value;
} foreseen;

/* What a thread looks ahead with: what stays the same from move to move and from world to world. */
typedef struct foresight {
    const net *net;
    const ff_view *view;
    const belief *belief; /* the seat's, of the view */
    ff_knowledge knowledge;
    ff_history history; /* of the view, and what follows */
    uint64_t replied;   /* values computed for the enemy's replies */
    foreseen seen[FORESEEN_MOST];
    ff_move moves[FF_PLIES_MAX + FORESIGHT_PLIES]; /* of the history */
} foresight;

/* What is given must outlive it: a view of a seat on turn, and its belief. It stays where it is. */
void foresight_begin(foresight *f, const net *n, const ff_view *view, const belief *b);

/* The value of a legal move in a world: the view's position with a rank for every piece. */
int foresight_value(foresight *f, const ff_position *world, ff_move move);

/* What is asked: of whom, and when to leave off. */
typedef struct foresight_question {
    const ff_view *view; /* of a seat on turn */
    const net *net;
    const belief *belief;
    belief_sampler *sampler;
    thread_pool *pool; /* null: the caller looks into all */
    uint64_t seed;
    unsigned worlds;             /* at most; 1 or more */
    uint64_t values;             /* that it may compute; it ends within a world or two of that */
    bool (*late)(void *context); /* asked before each world but the first, by every thread */
    void *context;
} foresight_question;

/* The values of `count` legal moves (1 or more), on average over worlds that go on from the
 * sampler's: the same for all, so that none is better by luck. The worlds are shared out among
 * `threads` (1 .. FORESIGHT_THREADS), each with a `foresight` of its own, which need not be begun.
 * How many worlds there were, at least one. Adds to `looked` the values computed: those of replies,
 * and for answers, of which most are remembered, what they come to on average. So with a bound on
 * them the result depends on neither time nor threads. */
unsigned foresight_weigh(foresight *f, unsigned threads, const foresight_question *q,
                         weighed_move *list, size_t count, uint64_t *looked);

#endif
