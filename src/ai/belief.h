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

#endif
