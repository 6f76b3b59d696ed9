/* Picket, the first computer player that plays to win. docs/computer.md tells how
 * it thinks. */
#ifndef FLAGFALL_AI_PICKET_H
#define FLAGFALL_AI_PICKET_H

#include "ai/outlook.h"
#include "flagfall/player.h"

/* Nothing outlives a move: a new player with the same seed goes on in the middle
 * of a game as the old one would have. Null when memory is out. */
ff_player *picket_new(uint64_t seed);

/* How good a legal move of the viewer's looks, in scouts. */
double picket_rate(const outlook *o, ff_move move);

#endif
