/* A finished game as a record, with everything in it that proves and
 * repeats it. What downloads and reviews are made of. */
#ifndef FLAGFALL_SERVER_PLAY_GAME_EXPORT_H
#define FLAGFALL_SERVER_PLAY_GAME_EXPORT_H

#include "flagfall/record.h"
#include "server/play/table.h"

/* Writes the game into `record` (cleared first): both armies with their commitments and
 * salts, names, ratings and terms as tags, and the moves. False when memory is out, and
 * when there is no such record: the game goes on, or ended before both armies stood.
 * `flagfall check` finds nothing wrong with it. */
bool game_export_record(const struct table *table, ff_record *record);

#endif
