/* A finished game that was played here, as a record (docs/formats.md). */
#ifndef FLAGFALL_TUI_RECORD_H
#define FLAGFALL_TUI_RECORD_H

#include "flagfall/game.h"
#include "flagfall/record.h"

/* Fills a record (from `{0}`) with a game that is over. `players` are names for the tags.
 * False when memory is out. */
bool record_of_game(const ff_game *game, const char *const players[2], ff_record *record);

/* Writes it as text. False when memory is out. */
bool record_text(const ff_game *game, const char *const players[2], ff_buffer *out);

#endif
