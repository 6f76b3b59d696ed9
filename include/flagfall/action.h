/* Actions: moves as numbers, so that a policy is a vector.
 *
 * An action is a channel and the square that the piece leaves, seen from one side. On a
 * board of R rows and F files squares are counted row by row, `row * F + file`; channels
 * 0 .. R-2 are moves along the file to each other row, lowest first, channels R-1 ..
 * R+F-3 moves along the row to each other file. So the action is
 *
 *     channel * R * F + row * F + file
 *     channel = to_row - (to_row > row)          where the file stays
 *               R - 1 + to_file - (to_file > file)  where the row stays
 *
 * 1,800 actions on 10x10: the numbering that Ataraxos has (arXiv 2511.07312). Red's side
 * counts rows and files from a1, which makes numbers that do not depend on who moves;
 * Blue's side turns the board round, so that either mover sees its own back row as row
 * 0 when the mover's side is used. Every straight way between two squares of the board
 * has one number and every number below the count is such a way: whether it is legal, or
 * crosses a lake, is another question. */
#ifndef FLAGFALL_ACTION_H
#define FLAGFALL_ACTION_H

#include "flagfall/position.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { FF_ACTIONS_MAX = 1800 };

/* How many actions a board of this edition's size has: R * F * (R + F - 2). */
unsigned ff_action_count(const ff_edition *edition);

/* The number of a move, seen from the side of FF_RED or FF_BLUE. False, and nothing
 * written, where the move is no straight way between two squares of this board. */
bool ff_action_of_move(const ff_edition *edition, ff_seat seat, ff_move move, unsigned *action);

/* The move of a number; false, and nothing written, where there is no such action. */
bool ff_action_to_move(const ff_edition *edition, ff_seat seat, unsigned action, ff_move *move);

#ifdef __cplusplus
}
#endif

#endif
