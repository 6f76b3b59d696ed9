/* The playout kernel. It is compiled once for any processor and once for those
 * that count and pick bits by an instruction (x86-64-v3); both play the same
 * games. */
#ifndef FLAGFALL_GAME_PLAYOUT_H
#define FLAGFALL_GAME_PLAYOUT_H

#include "flagfall/simulate.h"

/* Plays one game from a random set-up. `history` has room for rules->ply_limit
 * moves. */
typedef void playout_run(const ff_rules *rules, ff_rng *rng, ff_history *history, ff_tally *tally);

playout_run playout_portable;
#if defined(__x86_64__)
playout_run playout_x86_64_v3;
#endif

/* The generator of playout number `index`. */
void playout_seed(ff_rng *rng, uint64_t seed, uint64_t index);

/* Two random armies. */
void playout_set_up(const ff_rules *rules, ff_rng *rng, ff_setup setups[2]);

#endif
