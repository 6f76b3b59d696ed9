/* General, the player that searches. docs/computer.md tells how it thinks. */
#ifndef FLAGFALL_AI_GENERAL_H
#define FLAGFALL_AI_GENERAL_H

#include "flagfall/player.h"

/* Without a time budget it looks at a fixed number of positions, so that the same
 * seed and the same view give the same move. Nothing outlives a move. Null when
 * memory is out. */
ff_player *general_new(uint64_t seed);

#endif
