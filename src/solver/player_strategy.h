/* How a computer player plays a small game, found by asking it: in each information set that
 * it comes to by its own play, so often, by a new player with another seed each time, as if
 * the game had just been put before it. */
#ifndef FLAGFALL_SOLVER_PLAYER_STRATEGY_H
#define FLAGFALL_SOLVER_PLAYER_STRATEGY_H

#include "flagfall/player.h"
#include "solver/strategy.h"

typedef struct player_question {
    const ff_player_kind *kind;
    unsigned seeds;       /* 1 or more; seeds 1 .. `seeds` */
    unsigned setup_seeds; /* the same for set-ups */
    uint64_t nodes;       /* positions for a move, for players that count them; 0: any number */
    bool chosen;          /* it sets up as it likes; otherwise all set-ups are as likely */
    void (*told)(void *context, double share); /* hears how far it is; may be null */
    void *context;
} player_question;

/* Fills `s`, which is of this tree, for both seats. Where the player answers with a move
 * that is not legal it resigns there. False when memory is out. */
bool player_strategy(const player_question *ask, const tree *t, strategy *s);

#endif
