/* What the pieces that a viewer cannot name may be: simple counts of what has not
 * been seen, bombs and flag only where nothing has moved. */
#ifndef FLAGFALL_AI_BELIEF_H
#define FLAGFALL_AI_BELIEF_H

#include "flagfall/view.h"

typedef struct belief {
    double chance[FF_SQUARES][FF_RANKS]; /* of enemy pieces; sums to 1, to 0 elsewhere */
    unsigned left[FF_RANKS];             /* enemy pieces on the board, as far as one knows */
} belief;

/* For a seat's view (not a spectator's). */
void belief_from_view(belief *b, const ff_view *view);

/* Is this an enemy piece that the viewer cannot name? */
bool belief_is_hidden(const ff_view *view, int square);

/* The enemy's ranks by count: `left` on the board, the army less what is known to
 * have fallen, and `hidden` of these, less what stands there open. */
void belief_count(const ff_view *view, int hidden[FF_RANKS], unsigned left[FF_RANKS]);

#endif
