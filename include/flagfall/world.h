/* Worlds: what the whole board may be, for all that a seat knows. */
#ifndef FLAGFALL_WORLD_H
#define FLAGFALL_WORLD_H

#include "flagfall/view.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ff_world {
    FF_WORLD_OK,
    FF_WORLD_NO_MEMORY,
    FF_WORLD_UNTOLD,   /* the view does not tell enough: a spectator's, one in memory mode or from
                          before the first position, or of pieces that are not the edition's army */
    FF_WORLD_TOO_RARE, /* ten thousand tries found none; the view is not of a legal game, or its
                          worlds are one in thousands of those that the counts allow */
} ff_world;

/* Draws a position that the viewer must think possible: played from its beginning, the same
 * game would have shown this seat the same view. All ways to deal out the ranks that the
 * viewer cannot name, to enemy pieces alive, are equally likely among those that are
 * possible: by what is missing from the army; bombs and flag only where nothing has moved;
 * scouts where something ran; and the enemy never without a piece that could move, for the
 * game would have ended. So it is what the rules tell of an enemy who sets up at random,
 * whatever made it choose its moves. `world` is set on FF_WORLD_OK alone, complete with
 * turn and counters: with the view's history it is good for `ff_moves` and
 * `ff_position_play`.
 *
 * Plays the game again for each try, mostly one; memory for its moves is taken and given
 * back. Any thread. */
ff_world ff_world_draw(const ff_view *view, ff_rng *rng, ff_position *world);

#ifdef __cplusplus
}
#endif

#endif
