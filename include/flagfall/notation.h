/* Notation: squares, moves, positions and set-ups as letters. */
#ifndef FLAGFALL_NOTATION_H
#define FLAGFALL_NOTATION_H

#include "flagfall/setup.h"
#include "flagfall/view.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FF_SQUARE_TEXT = 4, FF_MOVE_TEXT = 8 }; /* room for the text with its terminator */

/* Any letter with a number reads as a square; one that no board has (j4, a0,
 * c77) as FF_OFF_BOARD. Reads from the front of `text`, returns the bytes used,
 * 0 where no square begins. Files a..k without j, either case. */
size_t ff_square_parse(ff_span text, unsigned *square);
void ff_square_write(int square, char text[FF_SQUARE_TEXT]);

/* "a4-a5" or "a4xa5" (either sign for either kind), the whole span. */
bool ff_move_parse(ff_span text, unsigned *from, unsigned *to, ff_error *error);

/* With `x` where `attack`. */
void ff_move_write(ff_move move, bool attack, char text[FF_MOVE_TEXT]);

/* The letter of a piece in the alphabet of Gravon's archive: A empty, B..M Red's
 * bomb, spy .. marshal, flag, N..Y Blue's. */
char ff_piece_letter(ff_seat seat, ff_rank rank);

/* A board of files * rows letters, a1 b1 .. first. Lower case sets `known` (may
 * be null) for its square. Lakes are `_` and must be where the edition has them.
 * On error says at which letter. Any pieces in any number are good. Turn is Red;
 * `ff_position_begin` is the caller's. */
bool ff_board_parse(ff_span text, const ff_edition *edition, ff_position *position,
                    bool known[FF_SQUARES], ff_error *error);

/* In capitals; `known` may be null, its squares come out in lower case. */
void ff_board_write(const ff_edition *edition, const ff_position *position,
                    const bool known[FF_SQUARES], char text[FF_SQUARES + 1]);

/* A view's board: hidden pieces are `-` Red's, `+` Red's that moved, `?` Blue's,
 * `!` Blue's that moved; public ranks in lower case. */
void ff_view_board_write(const ff_view *view, char text[FF_SQUARES + 1]);

/* Appends everything that a viewer knows as one line of text without its end: whose view,
 * whose turn, result and ending, the board as above, and each ply with what it showed: who
 * stands after an attack (`>` the attacker, `<` the defender, `=` neither, `#` the flag was
 * taken), then both ranks ("b4xb5>:GD"), or a scout that ran ("a4-a9:D"). Of a view that is
 * not in memory mode two are equal where, and only where, the whole past that the viewer
 * saw is: an information state of game theory, with perfect recall. */
void ff_view_information_write(const ff_view *view, ff_buffer *out);

/* A set-up of files * zone_rows letters A..M. The reason is FF_SETUP_WRONG_LENGTH,
 * FF_SETUP_BAD_LETTER or what `ff_setup_check` says; `error` (may be null) has the words and a
 * column. */
ff_setup_reason ff_setup_parse(ff_span text, const ff_edition *edition, ff_setup *setup,
                               ff_error *error);
void ff_setup_write(const ff_setup *setup, const ff_edition *edition, char text[FF_ZONE_MAX + 1]);

#ifdef __cplusplus
}
#endif

#endif
