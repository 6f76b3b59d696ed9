/* The game: the live truth and its history, opaque on purpose. */
#ifndef FLAGFALL_GAME_H
#define FLAGFALL_GAME_H

#include "flagfall/setup.h"
#include "flagfall/view.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ff_game ff_game;

/* A game that waits for its set-ups, or null when memory is out. The edition is
 * copied and must pass `ff_edition_check`; `options` may be null. */
ff_game *ff_game_new(const ff_edition *edition, const ff_options *options);

/* A game from any position: any pieces, even ranks or counts that the army
 * lacks. Pieces whose rank is public at the start are marked in `known` (may be
 * null). `position` needs pieces and turn only. */
ff_game *ff_game_from(const ff_edition *edition, const ff_options *options,
                      const ff_position *position, const bool known[FF_SQUARES]);

/* Frees the game, and with it what its views point at. Null does nothing. */
void ff_game_free(ff_game *game);

/* Gives a seat its army; the game begins with the second one. A seat may give
 * another until then. False, and nothing changed, when the game has begun or is
 * over (`why` is FF_SETUP_OK then) or when `why` says what is wrong with the
 * army; `why` may be null. */
bool ff_game_set_up(ff_game *game, ff_seat seat, const ff_setup *setup, ff_setup_reason *why);

/* Has this seat (or, for FF_NOBODY, have both) set up? */
bool ff_game_is_set_up(const ff_game *game, ff_seat seat);

/* A seat moves. FF_LEGAL when it has; FF_GAME_OVER also before both have set up
 * and when memory for the history is out (`ff_game_is_over` is false then, and
 * nothing is lost: the same move may be tried again); FF_NOT_YOURS whenever it
 * is not the seat's turn and the game goes on, whatever the squares. Under the
 * forfeit rule see `ff_position_try`. */
ff_reason ff_game_move(ff_game *game, ff_seat seat, unsigned from, unsigned to);

/* Ends a game that goes on, by something the board does not show: FF_BY_RESIGN,
 * FF_BY_TIME, FF_BY_FORFEIT (`loser` loses, or FF_NOBODY: a draw),
 * FF_BY_AGREEMENT, FF_BY_LIMIT (draws), FF_BY_ABORT (no result). False when it
 * is over already, and for endings that the board shows. A game may end before it
 * has begun: the armies stay as hidden as they were. */
bool ff_game_end(ff_game *game, ff_ending ending, ff_seat loser);

/* What a viewer may know now. Before both armies stand that is the viewer's own
 * set-up, and nothing of the other seat (not even whether it is ready: ask
 * `ff_game_is_set_up`); nobody is on turn then. The view points into the game:
 * valid until the game's next change, and a refused move is none. */
void ff_game_view(const ff_game *game, ff_seat viewer, bool memory, ff_view *view);

/* Has the game ended, with a result or (FF_BY_ABORT) without one? */
bool ff_game_is_over(const ff_game *game);

/* The first position of a game that is over, to write its record with the
 * events of a view; false (and nothing written) while it goes on, and when it
 * ended before both armies stood. */
bool ff_game_first_position(const ff_game *game, ff_position *position);

#ifdef __cplusplus
}
#endif

#endif
