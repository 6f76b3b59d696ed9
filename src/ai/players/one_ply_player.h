/* The one-ply player looks one move ahead. docs/computer.md tells how it thinks. */
#ifndef FLAGFALL_AI_ONE_PLY_PLAYER_H
#define FLAGFALL_AI_ONE_PLY_PLAYER_H

#include "ai/search/root_features.h"
#include "ai/setup/armies.h"
#include "flagfall/player.h"

/* In what one falls short of the full player. */
typedef struct one_ply_traits {
    uint8_t caution; /* how much it cares for what the enemy may do next, in per cent */
    uint8_t plan;    /* how much it cares for places from which to attack later, in per cent */
    uint8_t zeal;    /* how many scouts it would give to learn a hidden rank, beyond reason */
    /* By how much it misjudges a move at most, in 4096ths of a scout. */
    uint16_t noise[ARMIES_KINDS];
} one_ply_traits;

/* `traits` are one_ply_traits, or null for the full one. Nothing outlives a move: a
 * new player with the same seed goes on in the middle of a game as the old one would
 * have. Null when memory is out. */
ff_player *one_ply_player_new(const void *traits, uint64_t seed);

/* How good a legal move of the viewer's looks, in scouts. */
double one_ply_rate(const root_features *features, ff_move move);

#endif
