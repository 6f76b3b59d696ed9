/* A fixed amount of thinking, for the benchmark. */
#ifndef FLAGFALL_AI_PLAYERS_THINKING_H
#define FLAGFALL_AI_PLAYERS_THINKING_H

#include "flagfall/edition.h"

/* The work of it. Start from `{0}`. */
typedef struct thinking {
    uint64_t moves;     /* that were chosen */
    uint64_t nodes;     /* positions looked at for them */
    uint64_t worlds;    /* ways in which hidden ranks were dealt out */
    uint64_t signature; /* a hash of the moves: the same where the player is the same */
} thinking;

/* Lets the strongest computer choose four moves in a row at some point of a game, the
 * `game`-th that follows from the seed, without a time budget: the same numbers give
 * the same moves. Adds to `work`. `memory` bounds it, in mebibytes. False, and nothing
 * added, when that is too little or memory is out. Armies and the moves before come
 * from the simpler players. */
bool thinking_add(const ff_edition *edition, uint64_t seed, uint64_t game, unsigned memory,
                  thinking *work);

#endif
