/* The playout kernel. It is compiled once for any processor and once for those
 * that count and pick bits by an instruction (x86-64-v3); both play the same
 * games. */
#ifndef FLAGFALL_GAME_PLAYOUT_H
#define FLAGFALL_GAME_PLAYOUT_H

#include "core/move_generation.h"
#include "flagfall/simulate.h"

/* A game under way. */
typedef struct playout_table {
    ff_position position;
    ff_history history; /* room for rules->ply_limit moves */
    ff_rng rng;
    ff_setup setups[2];
    uint64_t choices;                  /* legal moves so far, over all plies */
    move_set next;                     /* of the player on turn */
    unsigned sums[MOVE_SET_WORDS + 1]; /* how many targets the words before each hold */
} playout_table;

/* Adds the playouts `first` to `first + games - 1` to `tally`. */
typedef void playout_run(const ff_rules *rules, uint64_t seed, uint64_t first, uint64_t games,
                         playout_table *table, ff_tally *tally);

playout_run playout_portable;
#if defined(__x86_64__)
playout_run playout_x86_64_v3;
#endif

/* Seeds the generator of playout number `index`, draws two armies and sets up the
 * table with them; they are left in `setups`. */
void playout_begin(const ff_rules *rules, uint64_t seed, uint64_t index, playout_table *table);

/* Adds a finished game. */
void playout_count(const playout_table *table, ff_tally *tally);

/* Runs a kernel at a table of its own; false when memory is out. */
bool playout_with(playout_run *run, const ff_rules *rules, uint64_t seed, uint64_t first,
                  uint64_t games, ff_tally *tally);

#endif
