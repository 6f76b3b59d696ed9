/* What a move of a seat's leads to, two plies on: in a world that the seat thinks possible the
 * move is made, the enemy answers with what the network calls best for all that the enemy can
 * know, and the value is that of the seat's best move then. Nobody plans with what is hidden
 * from him, so a world tells what may happen, not what to do about it. */
#ifndef FLAGFALL_AI_FORESEE_H
#define FLAGFALL_AI_FORESEE_H

#include "ai/belief/belief_sampler.h"
#include "ai/learned/weigh.h"

enum {
    FORESIGHT_PLIES = 2, /* that are made in a world */
    FORESEEN_MOST = 512  /* continuations whose value is remembered */
};

/* What both sides see of a continuation, and what the seat then expects. Many worlds come to
 * the same, for the seat sees no more of them. */
typedef struct foreseen {
    ff_event made, answered;
    int value;
} foreseen;

/* What stays the same from move to move and from world to world. */
typedef struct foresight {
    const net *net;
    const ff_view *view;
    const belief *belief; /* the seat's, of the view */
    ff_knowledge knowledge;
    ff_history history; /* of the view, and what follows */
    uint64_t looked;    /* values computed */
    foreseen seen[FORESEEN_MOST];
    ff_move moves[FF_PLIES_MAX + FORESIGHT_PLIES]; /* of the history */
} foresight;

/* When to leave off. */
typedef struct foresight_limits {
    unsigned worlds;             /* at most */
    uint64_t values;             /* after so many no other world is begun */
    bool (*late)(void *context); /* asked after each world */
    void *context;
} foresight_limits;

/* What is given must outlive it: a view of a seat on turn, and its belief. It stays where it is. */
void foresight_begin(foresight *f, const net *n, const ff_view *view, const belief *b);

/* The value of a legal move in a world: the view's position with a rank for every piece. */
int foresight_value(foresight *f, const ff_position *world, ff_move move);

/* The values of `count` legal moves, on average over worlds that go on from the sampler's: the same
 * for all, so that none is better by luck. How many worlds there were, at least one. */
unsigned foresight_weigh(foresight *f, belief_sampler *s, const foresight_limits *limits,
                         ff_rng *rng, weighed_move *list, size_t count);

#endif
