/* The record of a game that is over. */
#ifndef FLAGFALL_ARENA_GAME_RECORD_H
#define FLAGFALL_ARENA_GAME_RECORD_H

#include "flagfall/record.h"

#include <limits.h>

enum { NO_SCORE = INT_MIN };

/* Fills an empty record from any view of the finished game, the names of Red and
 * Blue, their set-ups, what a player has done wrong (may be null), and what who moved thought the
 * game was worth at each ply (may be null; NO_SCORE where it did not tell). False when memory is
 * out. */
bool game_record_fill(ff_record *record, const ff_view *view, const char *const names[2],
                      const ff_setup *const setups[2], const char *fault, const int *scores);

#endif
