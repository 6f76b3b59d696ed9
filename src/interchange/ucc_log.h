/* The log that the manager of the computer competition of 2012 (University Computer Club)
 * writes of a game: both set-ups, a line a move with what came of it, and the result. */
#ifndef FLAGFALL_INTERCHANGE_UCC_LOG_H
#define FLAGFALL_INTERCHANGE_UCC_LOG_H

#include "flagfall/record.h"

/* Does the first line end with "RED SETUP"? */
bool ucc_log_is(ff_span text);

/* Reads one game, of the edition `ucc`. What was not understood but could be passed over is
 * told in `notes` (a line each, may be null). False with an error (line) for a set-up that
 * cannot be read, a move out of turn, and a game that went on after an illegal move. */
bool ucc_log_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error);

/* Appends the game. What a log cannot hold is told in `notes`; false with an error for a
 * board or an army that the competition lacks, a game from a Board, and illegal moves. */
bool ucc_log_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error);

#endif
