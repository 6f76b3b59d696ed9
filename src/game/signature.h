/* What the rules, the views and the order of moves come to, as one number: for the benchmark
 * and for tests. */
#ifndef FLAGFALL_GAME_SIGNATURE_H
#define FLAGFALL_GAME_SIGNATURE_H

#include "flagfall/simulate.h"

/* The signature of playouts `0 .. games-1`: the same games, played again through
 * `ff_moves` and `ff_game`, with every position and both seats' views hashed.
 * It changes when a rule, a view or the order of moves does. 0 when memory is
 * out. */
uint64_t playouts_signature(const ff_rules *rules, uint64_t seed, uint64_t games, ff_tally *tally);

#endif
