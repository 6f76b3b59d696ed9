/* A finished game with all that belongs to it. */
#ifndef FLAGFALL_ARENA_SHEET_H
#define FLAGFALL_ARENA_SHEET_H

#include "arena/results.h"

/* Start from `{0}`. */
typedef struct sheet {
    match_game game; /* points to the next two */
    stopwatch *watch;
    ff_buffer record;
} sheet;

void sheet_free(sheet *s);

/* Reads the game of a journal that stands at the offset and steps behind it. False where none
 * stands there, or memory is out (then `s->record.failed`); to be freed in either case. */
bool sheet_read(ff_span journal, size_t *offset, sheet *s);

#endif
