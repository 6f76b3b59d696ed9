/* A journal: the games of a match as they finish, so that it can go on after it was
 * broken off. Text that grows at its end and nowhere else; pure, no files here.
 *
 * The first line says what the file is, the second which match. Then each game is a
 * line of numbers with a hash, the two players' times, and its record. */
#ifndef FLAGFALL_ARENA_JOURNAL_H
#define FLAGFALL_ARENA_JOURNAL_H

#include "arena/results.h"

/* Appends the first two lines; `match` is one line. */
void journal_begin(const char *match, ff_buffer *out);

/* Appends a game. */
void journal_add(const match_game *game, ff_buffer *out);

/* The line that says which match, and in `offset` where the games begin. False where
 * the text is no journal, or stops before its first game could begin. */
bool journal_open(ff_span text, ff_span *match, size_t *offset);

/* Reads the game at the offset and steps behind it; `watch` (of Red and of Blue) is
 * filled and pointed to, the record points into the text. False, and nothing said
 * about what is there, where no whole game stands: the writer was interrupted, or the
 * file is damaged. */
bool journal_read(ff_span text, size_t *offset, match_game *game, stopwatch watch[2]);

/* Steps on from there to the next whole game; false where none follows. */
bool journal_skip(ff_span text, size_t *offset);

#endif
