/* A game in sentences and lists, in any language, for people who read or hear it line by line.
 * Every function appends to `out`, whole lines. Only what the table tells is read. */
#ifndef FLAGFALL_TUI_DESCRIBE_H
#define FLAGFALL_TUI_DESCRIBE_H

#include "tui/model/table.h"
#include "tui/text/text.h"

/* The board from the viewer's side (a spectator has Red's). `stars`: own pieces that the enemy
 * knows are marked. */
void describe_board(ff_buffer *out, const ff_edition *edition, const scene *s, unsigned viewer,
                    bool stars);

/* The board as it stands; an empty line's worth of nothing before there is one. */
void describe_now(ff_buffer *out, const table *t);

/* The news of the ply of that number, from 1: "Red: a4 to a5." */
void describe_ply(ff_buffer *out, ff_language language, const table *t, size_t ply);

/* The seat's legal moves, of one piece or (FF_OFF_BOARD) of all. */
void describe_moves(ff_buffer *out, ff_language language, const table *t, unsigned from);

/* All pieces by rank, those on the seat's side first (a spectator has Red's); what each side has
 * lost; and all plies so far, with their numbers. */
void describe_pieces(ff_buffer *out, ff_language language, const table *t);
void describe_captures(ff_buffer *out, ff_language language, const table *t);
void describe_plies(ff_buffer *out, ff_language language, const table *t);

/* Both clocks, as they stand at `now` (clock_now_ns). */
void describe_clocks(ff_buffer *out, ff_language language, const table *t, uint64_t now);

/* How a finished game ended, and what that means for the seat. */
void describe_end(ff_buffer *out, ff_language language, const table *t);

#endif
