/* Move evidence: what the enemy's pieces were seen to do, read off the events of a view. */
#ifndef FLAGFALL_AI_MOVE_EVIDENCE_H
#define FLAGFALL_AI_MOVE_EVIDENCE_H

#include "flagfall/view.h"

typedef struct move_evidence {
    uint8_t start[FF_SQUARES];          /* where the piece on a square stood at first */
    uint8_t first[FF_SQUARES];          /* what of the enemy's stood on a square at first, as
                                           far as it is known now: FF_HIDDEN, FF_EMPTY */
    float likely[FF_SQUARES][FF_RANKS]; /* of the enemy piece there, were it of a rank */
} move_evidence;

/* For a seat's view. Walks the game once backwards, in time linear in its length. */
void move_evidence_read(move_evidence *t, const ff_view *view);

#endif
