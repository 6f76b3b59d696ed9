/* How both seats of a small game play: with which chance they choose a set-up, and a move in
 * each information set.
 *
 * `move` has the slots of the tree: of each node a row a move, in it a number for each set-up
 * of who is on turn. What a set-up's chances lack to 1 is resignation. */
#ifndef FLAGFALL_SOLVER_STRATEGY_H
#define FLAGFALL_SOLVER_STRATEGY_H

#include "solver/tree.h"

typedef struct strategy {
    double *setup[2]; /* of `tree.armies` */
    float *move;
} strategy;

/* Every set-up and every legal move as likely as the others. False when memory is out; to be
 * freed in any case. */
bool strategy_init(strategy *s, const tree *t);
void strategy_free(strategy *s);

/* Makes chances of sums: each set-up's column of a node so that it is 1 in all, and the
 * set-ups; where the sum is 0 all that is legal is as likely. */
void strategy_normalize(strategy *s, const tree *t);

/* What the game is worth to Red where both play so: 1 won, 0 drawn, -1 lost. NaN when memory
 * is out. */
double strategy_value(const strategy *s, const tree *t);

/* What the game is worth to `seat` where it plays as well as can be against the other seat of
 * `s`, whom it knows; `chosen`: with the best set-up, otherwise with its own of `s`. An upper
 * bound that some way of playing reaches, so the true one. NaN when memory is out. */
double strategy_best_reply(const strategy *s, const tree *t, ff_seat seat, bool chosen);

/* How far both are from an equilibrium: half of what their best replies win together. */
double strategy_exploitability(const strategy *s, const tree *t, bool chosen);

#endif
