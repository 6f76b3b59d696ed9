/* Simulation: games by the thousand, uniformly random, as fast as they go. */
#ifndef FLAGFALL_SIMULATE_H
#define FLAGFALL_SIMULATE_H

#include "flagfall/setup.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ff_tally {
    uint64_t games;
    uint64_t plies;
    uint64_t choices; /* legal moves in all, over all plies */
    uint64_t won[2];
    uint64_t drawn;
} ff_tally;

/* Plays `games` games to the end from uniformly random set-ups, every ply drawn
 * uniformly from the complete legal set, and adds to `tally`. Each game draws
 * from a generator of its own, seeded by `seed` and its number, counted from
 * `first`. False when memory for the history is out; one allocation a call. */
bool ff_playouts(const ff_rules *rules, uint64_t seed, uint64_t first, uint64_t games,
                 ff_tally *tally);

#ifdef __cplusplus
}
#endif

#endif
