/* The record of a game that is over. */
#ifndef FLAGFALL_ARENA_GAME_RECORD_H
#define FLAGFALL_ARENA_GAME_RECORD_H

#include "flagfall/record.h"

/* Fills an empty record from any view of the finished game, the names of Red and
 * Blue, their set-ups, and what a player has done wrong (may be null). False when memory is out. */
bool game_record_fill(ff_record *record, const ff_view *view, const char *const names[2],
                      const ff_setup *const setups[2], const char *fault);

#endif
