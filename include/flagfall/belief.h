/* Beliefs: what the pieces that a seat cannot name may be. */
#ifndef FLAGFALL_BELIEF_H
#define FLAGFALL_BELIEF_H

#include "flagfall/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* By square and rank, the chance that the enemy's piece there is of that rank, from a
 * seat's view. They sum to 1 on squares of enemy pieces (open ranks are certain) and
 * are 0 elsewhere. */
typedef struct ff_belief {
    double chance[FF_SQUARES][FF_RANKS];
} ff_belief;

/* As the computer sees it: how people set up, and what the pieces were seen to do
 * (docs/computer.md). The average of `worlds` (1 or more) ways to deal out the hidden
 * ranks; the same seed, view and number give the same belief. For a seat's view, not
 * a spectator's. About a millisecond for 400 worlds, and one more for each hundred plies of the
 * game, which is read from its beginning. No allocation; any thread. */
void ff_belief_of(const ff_view *view, uint64_t seed, unsigned worlds, ff_belief *belief);

/* The least that anybody can tell, exactly: counts of what is missing, bombs and flag
 * only where nothing has moved, every way to deal out the rest equally likely. */
void ff_belief_by_counts(const ff_view *view, ff_belief *belief);

#ifdef __cplusplus
}
#endif

#endif
