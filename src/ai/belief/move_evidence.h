/* Move evidence: what the enemy's pieces were seen to do, read off the events of a view, and how
 * likely pieces of each rank do that, as tools/learn/evidence.c has learned from games. */
#ifndef FLAGFALL_AI_MOVE_EVIDENCE_H
#define FLAGFALL_AI_MOVE_EVIDENCE_H

#include "ai/setup/armies.h"
#include "flagfall/view.h"

/* How far around a piece is looked, to either side and ahead or behind, and how many squares that
 * are with its own, left and right taken as one. */
enum { EVIDENCE_REACH = 2, EVIDENCE_SQUARES = (EVIDENCE_REACH + 1) * (2 * EVIDENCE_REACH + 1) };

/* What a hidden piece may be seen to do. The first five are with another piece; the others are of a
 * class instead, those from EVIDENCE_FREE on by how it stands now. What is around an unmoved piece
 * says mostly how its army was set up, which affinity.h knows, so little of it is asked. */
typedef enum evidence_kind {
    EVIDENCE_APPROACH,     /* went up to it */
    EVIDENCE_FLIGHT,       /* went away from its side */
    EVIDENCE_STAY,         /* left it alone that had just come to its side */
    EVIDENCE_GUARD_ALONE,  /* was the only one who could answer for what it might take */
    EVIDENCE_GUARD_SHARED, /* was one of several */
    EVIDENCE_STEPS,        /* moved, whatever for; the class is an `evidence_step` */
    EVIDENCE_PATIENCE,     /* stood where it was at first for another sixteen plies */
    EVIDENCE_BEGIN,        /* took its first step, without a battle, at a ply of that class */
    EVIDENCE_REST,         /* took its last such step so many plies ago */
    EVIDENCE_ROW,          /* has taken one and stands on that row, from its own back row, 0 */
    EVIDENCE_FREE,         /* has not moved, and so many of the squares beside it are free, */
    EVIDENCE_FOES,         /* have a piece of the viewer's, */
    EVIDENCE_UNMOVED,      /* one of its own side that is hidden and has not moved, */
    EVIDENCE_MOVED,        /* another one of its own side; known bombs are not counted */
    EVIDENCE_AHEAD,        /* has not moved, and what is ahead of it: 0 nothing, 1 .. 4 as above */
    EVIDENCE_AROUND,       /* has moved, and what is on each square around it (evidence_around): a
                              kind for each, evidence_square */
    EVIDENCE_KINDS = EVIDENCE_AROUND + EVIDENCE_SQUARES
} evidence_kind;

typedef enum evidence_step {
    EVIDENCE_ANY_STEP,
    EVIDENCE_FORWARD, /* towards the viewer's back row */
    EVIDENCE_BACK,
    EVIDENCE_ASIDE,
    EVIDENCE_RETURN /* with its next step it went back to where this one began */
} evidence_step;

/* What is on a square around a hidden piece. */
typedef enum evidence_around {
    AROUND_NOTHING, /* a lake, no square, or a bomb that is known */
    AROUND_FREE,
    AROUND_OWN, /* one of its own side, then one of the viewer's; add what it is */
    AROUND_FOE = AROUND_OWN + 5
} evidence_around;

/* Whose rank is not public, unmoved and moved, and known ones by strength. */
enum { AROUND_UNMOVED, AROUND_MOVED, AROUND_WEAK, AROUND_MIDDLING, AROUND_STRONG };

/* The kind for the square so many files to either side and rows ahead, below 0 behind. */
static inline evidence_kind evidence_square(int files, int ahead) {
    files = files < 0 ? -files : files;
    return (evidence_kind)(EVIDENCE_AROUND + (ahead + EVIDENCE_REACH) * (EVIDENCE_REACH + 1) +
                           files);
}

/* Whom it was seen to do that with: a rank, or somebody whose rank was not public. Or the class: of
 * plies the logarithm to base two, rounded down, the last one for all beyond it. */
enum { EVIDENCE_NOBODY = 0, EVIDENCE_OTHERS = FF_RANKS };

typedef struct move_evidence {
    uint8_t start[FF_SQUARES]; /* where the piece on a square stood at first */
    uint8_t first[FF_SQUARES]; /* what of the enemy's stood on a square at first, as far as it is
                                  known now: FF_HIDDEN, FF_EMPTY */
    uint8_t seen[FF_SQUARES][EVIDENCE_KINDS][EVIDENCE_OTHERS]; /* how often, of hidden enemies */
    unsigned armies; /* which of the tables holds for them */
} move_evidence;

/* In MODEL_UNITs, for what was seen once; the n-th time counts less and less: by the logarithm of
 * 1 + n to base two. Only differences between ranks are meant. */
extern const int8_t evidence_table[ARMIES_KINDS][EVIDENCE_KINDS][EVIDENCE_OTHERS][FF_RANKS];

/* For a seat's view. Walks the game once backwards, in time linear in its length. */
void move_evidence_read(move_evidence *t, const ff_view *view);

/* What `n` times count together, in sixteenths of what the first one counts. */
int move_evidence_times(unsigned n);

/* How much better what the enemy piece on a square did goes with each rank, in MODEL_UNITs. */
void move_evidence_weigh(const move_evidence *t, int square, int units[FF_RANKS]);

#endif
