/* Move evidence: what the enemy's pieces were seen to do, read off the events of a view, and how
 * likely pieces of each rank do that, as tools/learn-evidence.c has learned from games. */
#ifndef FLAGFALL_AI_MOVE_EVIDENCE_H
#define FLAGFALL_AI_MOVE_EVIDENCE_H

#include "flagfall/view.h"

/* What a hidden piece may be seen to do. The first five are with a piece by its rank, where that
 * was public; the last three by a class. */
typedef enum evidence_kind {
    EVIDENCE_APPROACH,     /* went up to it */
    EVIDENCE_FLIGHT,       /* went away from its side */
    EVIDENCE_STAY,         /* left it alone that had just come to its side */
    EVIDENCE_GUARD_ALONE,  /* was the only one who could answer for what it might take */
    EVIDENCE_GUARD_SHARED, /* was one of several */
    EVIDENCE_STEPS,        /* moved, whatever for */
    EVIDENCE_PATIENCE,     /* stood where it was at first for another sixteen plies */
    EVIDENCE_BEGIN,        /* took its first step at such a ply, in doublings */
    EVIDENCE_REST,         /* took its last step so many plies ago, in doublings */
    EVIDENCE_ROW,          /* has moved and stands on that row, from its own back row, 0 */
    EVIDENCE_FREE,         /* how many squares beside it are free now, */
    EVIDENCE_FOES,         /* the viewer's, */
    EVIDENCE_UNMOVED,      /* of its own side, hidden and unmoved, */
    EVIDENCE_MOVED,        /* of its own side and known or moved; by its own having moved, too */
    EVIDENCE_AHEAD,        /* which of these is the square ahead of it */
    EVIDENCE_KINDS
} evidence_kind;

/* Whom it was seen to do that with: a rank, or somebody whose rank was not public. */
enum { EVIDENCE_NOBODY = 0, EVIDENCE_OTHERS = FF_RANKS };

/* What helps large armies is not what helps small ones, which have so many pieces at most. */
enum { SMALL_ARMY = 10 };

typedef struct move_evidence {
    uint8_t start[FF_SQUARES]; /* where the piece on a square stood at first */
    uint8_t first[FF_SQUARES]; /* what of the enemy's stood on a square at first, as far as it is
                                  known now: FF_HIDDEN, FF_EMPTY */
    uint8_t seen[FF_SQUARES][EVIDENCE_KINDS][EVIDENCE_OTHERS]; /* how often, of hidden enemies */
    unsigned armies; /* which of the tables holds for them */
} move_evidence;

/* Small armies, of SMALL_ARMY pieces at most, behave otherwise than large ones. */
enum { EVIDENCE_SMALL, EVIDENCE_LARGE, EVIDENCE_ARMIES };

/* In MODEL_UNITs, for what was seen once; the n-th time counts less and less: by the logarithm of
 * 1 + n to base two. Only differences between ranks are meant. */
extern const int8_t evidence_table[EVIDENCE_ARMIES][EVIDENCE_KINDS][EVIDENCE_OTHERS][FF_RANKS];

/* Which table is an edition's. */
unsigned move_evidence_armies(const ff_edition *edition);

/* For a seat's view. Walks the game once backwards, in time linear in its length. */
void move_evidence_read(move_evidence *t, const ff_view *view);

/* What `n` times count together, in sixteenths of what the first one counts. */
int move_evidence_times(unsigned n);

/* How much better what the enemy piece on a square did goes with each rank, in MODEL_UNITs. */
void move_evidence_weigh(const move_evidence *t, int square, int units[FF_RANKS]);

#endif
