/* Move evidence: what the enemy's pieces were seen to do, read off the events of a view, and how
 * likely pieces of each rank do that, as tools/learn-evidence.c has learned from games. */
#ifndef FLAGFALL_AI_MOVE_EVIDENCE_H
#define FLAGFALL_AI_MOVE_EVIDENCE_H

#include "flagfall/view.h"

/* What a hidden piece may be seen to do. The first four are with a piece of the viewer's, by its
 * rank where that was public. */
typedef enum evidence_kind {
    EVIDENCE_APPROACH,     /* went up to it */
    EVIDENCE_FLIGHT,       /* went away from its side */
    EVIDENCE_STAY,         /* left it alone that had just come to its side */
    EVIDENCE_GUARD_ALONE,  /* was the only one who could answer for what it might take */
    EVIDENCE_GUARD_SHARED, /* was one of several */
    EVIDENCE_STEPS,        /* moved, whatever for */
    EVIDENCE_PATIENCE,     /* stood where it was at first for another sixteen plies */
    EVIDENCE_KINDS
} evidence_kind;

/* Whom it was seen to do that with: a rank, or somebody whose rank was not public. */
enum { EVIDENCE_NOBODY = 0, EVIDENCE_OTHERS = FF_RANKS };

typedef struct move_evidence {
    uint8_t start[FF_SQUARES]; /* where the piece on a square stood at first */
    uint8_t first[FF_SQUARES]; /* what of the enemy's stood on a square at first, as far as it is
                                  known now: FF_HIDDEN, FF_EMPTY */
    uint8_t seen[FF_SQUARES][EVIDENCE_KINDS][EVIDENCE_OTHERS]; /* how often, of hidden enemies */
} move_evidence;

/* In MODEL_UNITs, for what was seen once; the n-th time counts less and less: by the logarithm of
 * 1 + n to base two. Only differences between ranks are meant. */
extern const int8_t evidence_table[EVIDENCE_KINDS][EVIDENCE_OTHERS][FF_RANKS];

/* For a seat's view. Walks the game once backwards, in time linear in its length. */
void move_evidence_read(move_evidence *t, const ff_view *view);

/* What `n` times count together, in sixteenths of what the first one counts. */
int move_evidence_times(unsigned n);

/* How much better what the enemy piece on a square did goes with each rank, in MODEL_UNITs. */
void move_evidence_weigh(const move_evidence *t, int square, int units[FF_RANKS]);

#endif
