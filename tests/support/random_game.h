/* Random editions, random positions, and players that shuttle, pursue and flee
 * far more than anybody would, so that the rules against repetition have work. */
#ifndef FLAGFALL_TEST_RANDOM_GAME_H
#define FLAGFALL_TEST_RANDOM_GAME_H

#include "umpire.h"

/* An edition that nobody has printed: any size, lakes anywhere, any numbers. */
ff_edition random_edition(ff_rng *rng);

/* Some of the host's options, mostly none. */
ff_options random_options(ff_rng *rng);

/* A few pieces of either seat on a board, the same for all umpires. */
void random_sparse_position(ff_rng *rng, const ff_edition *edition, umpire *umpires[UMPIRES]);

/* Two random armies, set up by the rules. */
void random_armies(ff_rng *rng, const ff_edition *edition, umpire *umpires[UMPIRES]);

/* How the two of a game like to move: percentages of turns. */
typedef struct random_manner {
    ff_seat pursuer;   /* FF_NOBODY: both are aimless */
    unsigned go_back;  /* undoing the own last move */
    unsigned pursue;   /* the pursuer steps next to an enemy */
    unsigned flee;     /* the other moves away from whoever came next to him */
    unsigned hold_off; /* attacks are put off */
} random_manner;

random_manner random_manner_of(ff_rng *rng);

/* One of the legal moves; `last` are both seats' last moves, 0 before them. */
ff_move random_choice(ff_rng *rng, const random_manner *manner, const oracle_state *state,
                      const ff_move last[2], const ff_move *moves, size_t count);

#endif
