/* One game of a schedule: a board, two players on their seats, and the clocks. */
#ifndef FLAGFALL_ARENA_TABLE_H
#define FLAGFALL_ARENA_TABLE_H

#include "arena/match_plan.h"
#include "arena/sheet.h"

#include <stdatomic.h>

/* Plays the game with that number. It is broken off (and comes to nothing) when
 * `stop` becomes true. False when memory is out. */
bool table_play(const match_plan *plan, unsigned index, const atomic_bool *stop, sheet *out);

#endif
