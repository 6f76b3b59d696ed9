/* A finished game as a record, with everything in it that proves and
 * repeats it. What downloads and reviews are made of. */
#ifndef FLAGFALL_SERVER_PLAY_GAME_EXPORT_H
#define FLAGFALL_SERVER_PLAY_GAME_EXPORT_H

#include "flagfall/record.h"
#include "server/play/table.h"
#include "server/store/store_games.h"

/* Writes the game into `record` (cleared first): both armies with their commitments and
 * salts, names, ratings and terms as tags, and the moves. False when memory is out, and
 * when there is no such record: the game goes on, or ended before both armies stood.
 * `flagfall check` finds nothing wrong with it. */
bool game_export_record(const struct table *table, ff_record *record);

/* May anybody have it as a record? A game that goes on is as unknown as none, and so is one whose
 * end is not stored yet: its armies would be out, and it might go on after all. */
bool game_export_access(const store_game *game, const struct person *person);

/* The same by any thread, of a game in the store at that location, which it opens for itself for
 * this one look. Anything but STORE_FOUND: why there is no record, STORE_FAILED where memory is out
 * too. */
store_answer game_export_read(const char *location, const char *id, ff_record *record);

#endif
