/* Picket, the first computer player that plays to win. docs/computer.md tells how
 * it thinks. */
#ifndef FLAGFALL_AI_PICKET_H
#define FLAGFALL_AI_PICKET_H

#include "ai/search/outlook.h"
#include "flagfall/player.h"

/* In what a picket falls short of the grown one. */
typedef struct picket_traits {
    uint8_t caution; /* how much it cares for what the enemy may do next, in per cent */
    uint8_t plan;    /* how much it cares for places from which to attack later, in per cent */
    uint8_t zeal;    /* how many scouts it would give to learn a hidden rank, beyond reason */
    uint16_t noise;  /* by how much it misjudges a move at most, in 4096ths of a scout */
} picket_traits;

/* `traits` are picket_traits, or null for the grown one. Nothing outlives a move: a
 * new player with the same seed goes on in the middle of a game as the old one would
 * have. Null when memory is out. */
ff_player *picket_new(const void *traits, uint64_t seed);

/* How good a legal move of the viewer's looks, in scouts. */
double picket_rate(const outlook *o, ff_move move);

#endif
