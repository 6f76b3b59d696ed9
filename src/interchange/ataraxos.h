/* The text of games in the public data of the Ataraxos project: a position of 100 letters,
 * then an action a line, Red first, as a number 100 * c + cell. `cell` is ten times the row
 * plus the file of the source, from 0, as the mover sees the board from his own side; `c` from
 * 0 to 8 is another row of that file, counted without the source's own, and from 9 to 17
 * likewise another file of that row. */
#ifndef FLAGFALL_INTERCHANGE_ATARAXOS_H
#define FLAGFALL_INTERCHANGE_ATARAXOS_H

#include "flagfall/record.h"

/* Does a text begin with a position of 100 letters on a line of its own? */
bool ataraxos_is(ff_span text);

/* Reads the game: of the edition `tournament` without limits, from a Board. Whether its moves
 * are legal is not asked. False with an error (line) for anything else. */
bool ataraxos_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error);

/* Appends the game. What the text cannot hold is told in `notes` (a line each, may be null);
 * false with an error for a board that is not 10x10 with the usual lakes, where Blue moves
 * first, and for moves that are not straight. */
bool ataraxos_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error);

#endif
