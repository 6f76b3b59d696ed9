/* Views in English sentences, for people who read or hear them line by line.
 * Every function appends to `out`, whole lines only where the name is a plural or
 * a board. Ranks are called by their English names, with the number that the
 * edition prints on them. */
#ifndef FLAGFALL_TUI_DESCRIBE_H
#define FLAGFALL_TUI_DESCRIBE_H

#include "flagfall/view.h"

/* "a4". */
void describe_square(ff_buffer *out, unsigned square);

/* "Red", "Blue". */
const char *describe_seat(ff_seat seat);

/* Who made the ply of that number, from 0. */
ff_seat describe_mover(const ff_view *view, unsigned ply);

/* The board from the viewer's chair (a spectator has Red's). */
void describe_board(ff_buffer *out, const ff_view *view);

/* What the signs of the board mean. */
void describe_signs(ff_buffer *out);

/* The latest ply, as its news to the viewer: a line. */
void describe_latest(ff_buffer *out, const ff_view *view);

/* What a battle did, in a few words: "captain takes miner". */
void describe_battle(ff_buffer *out, const ff_view *view, const ff_event *event);

/* Why a move is refused: a line. */
void describe_refusal(ff_buffer *out, const ff_view *view, ff_reason reason, unsigned from,
                      unsigned to);

/* The viewer's legal moves, of one piece or (FF_OFF_BOARD) of all. */
void describe_moves(ff_buffer *out, const ff_view *view, unsigned from);

void describe_pieces(ff_buffer *out, const ff_view *view);
void describe_captures(ff_buffer *out, const ff_view *view);
void describe_plies(ff_buffer *out, const ff_view *view);

/* How a finished game ended, and what that means for the viewer: a line. */
void describe_end(ff_buffer *out, const ff_view *view);

#endif
