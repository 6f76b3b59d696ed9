/* Move policy: how likely a seat's moves are, by what that seat knows.
 *
 * A linear model: each move has a sum of weights, learned from games of several players by
 * tools/learn/moves.c, and is as likely as two to the power of it (a conditional logit: McFadden,
 * 1974; in Go, Coulom's move patterns of 2007). It names the player's own move nearly every
 * second time, and takes about a microsecond for all moves of a position.
 *
 * What it reads is public or the mover's own: the ranks of enemy pieces count where they are known,
 * and nowhere else. So both sides of a world can be played on by it, and neither plans with what is
 * hidden from him. */
#ifndef FLAGFALL_AI_MOVE_POLICY_H
#define FLAGFALL_AI_MOVE_POLICY_H

#include "ai/policy/offsets.h"
#include "ai/setup/armies.h"
#include "ai/setup/setup_model.h"
#include "flagfall/view.h"

enum {
    POLICY_STATES = 3,                          /* hidden unmoved, hidden moved, known */
    POLICY_MOVERS = FF_BOMB - FF_SPY,           /* ranks that move */
    POLICY_OWN = POLICY_MOVERS * POLICY_STATES, /* own pieces by rank and state */
    POLICY_NAMED = POLICY_MOVERS * 2,           /* by rank, and whether it is known */
    POLICY_ENEMY = FF_RANKS - FF_SPY + 2,       /* known ranks; hidden: unmoved, moved */
    POLICY_PHASES = 3,                          /* by how much of the enemy's army is left */
    POLICY_GUARDS = 3,                          /* none, one, more */
    POLICY_DIRECTIONS = 3,                      /* forward, back, aside */
    POLICY_RUNS = FF_SQUARES / FF_FILES,        /* squares of a run */
    POLICY_HALF = FF_FILES / 2,                 /* files, left and right alike */
    POLICY_PLACES = FF_ROWS * POLICY_HALF,      /* from the own back row */
    POLICY_PAST = 4,                            /* the seat's last moves that are looked at */
    POLICY_TRAILS = 1 << POLICY_PAST            /* which of them a piece made */
};

/* Where each weight lies in a policy: this is never made, its members are one byte each. */
typedef struct policy_layout {
    int8_t attack[POLICY_PHASES][POLICY_OWN][POLICY_ENEMY];
    int8_t guarded[POLICY_OWN][POLICY_ENEMY][POLICY_GUARDS]; /* other enemies beside the target */
    int8_t answer[POLICY_OWN][POLICY_ENEMY]; /* an attack on the piece that has just moved */
    int8_t hit[POLICY_OWN][POLICY_STATES][POLICY_PLACES]; /* where the target stands, and how */
    int8_t step[POLICY_PHASES][POLICY_OWN][POLICY_DIRECTIONS]; /* to a free square, */
    int8_t enter[POLICY_OWN][POLICY_PLACES];                   /* which is that one, */
    int8_t quit[POLICY_OWN][POLICY_PLACES];                    /* and from that one */
    int8_t run[POLICY_STATES][POLICY_RUNS]; /* of so many squares, by a piece in that state */
    int8_t visit[POLICY_OWN][POLICY_PAST];  /* back to where it stood so many moves ago */
    int8_t trail[POLICY_OWN][POLICY_TRAILS];
    int8_t leave[POLICY_OWN][POLICY_ENEMY]; /* from beside the piece that has just moved */
    int8_t stand[POLICY_NAMED][POLICY_ENEMY][OFFSETS]; /* at that offset to an enemy piece */
    int8_t meet[POLICY_NAMED][POLICY_ENEMY][OFFSETS];  /* to the piece that has just moved */
} policy_layout;

/* The weights, in MODEL_UNITs. */
enum { POLICY_WEIGHTS = sizeof(policy_layout) };
extern const int8_t move_policy_table[ARMIES_KINDS][POLICY_WEIGHTS];

/* The policy for an edition. */
const int8_t *move_policy_for(const ff_edition *edition);

/* What all moves of a position share. */
typedef struct policy_scene {
    const ff_position *position;
    const ff_knowledge *knowledge;
    const ff_edition *edition;
    unsigned seat;
    unsigned phase;
    unsigned count;              /* of enemy pieces */
    uint16_t stand[FF_ZONE_MAX]; /* the first weight of `stand` for it, beside an own piece */
    int16_t wide[FF_ZONE_MAX];   /* where it stands, as `wide_of` has it, from OFFSET_MIDDLE on */
    uint8_t just; /* where the enemy's piece that has just moved stands; FF_OFF_BOARD */
    ff_move past[POLICY_PAST]; /* the seat's own last moves, the last one first; 0 */
    uint64_t reached[2];       /* the squares where they went to, a bit each */
} policy_scene;

/* For the seat on turn. What is given must outlive it. Of more than FF_ZONE_MAX enemy pieces the
 * rest do not count. */
void policy_scene_init(policy_scene *s, const ff_edition *edition, const ff_position *position,
                       const ff_knowledge *knowledge, const ff_history *history);

/* The sums of legal moves of the scene. */
void move_policy_score(const int8_t *policy, const policy_scene *s, const ff_move *moves,
                       size_t count, int *scores);

/* How likely a move is whose sum is less by so many units than the likeliest one's, beside that
 * one: of 2 ** 32. The same on every machine. */
static inline uint64_t move_policy_likelihood(int less) {
    static const uint32_t part[MODEL_UNIT] = {65536, 62757, 60097, 57549, 55109, 52773,
                                              50535, 48393, 46341, 44376, 42495, 40693,
                                              38968, 37316, 35734, 34219};
    int doublings = less / MODEL_UNIT;
    return doublings > 32 ? 0 : (uint64_t)part[less % MODEL_UNIT] << 16 >> doublings;
}

/* Which weights a move's sum is made of, as numbers below POLICY_WEIGHTS: for the learner. */
enum { POLICY_TERMS = 12, POLICY_TERMS_ALL = POLICY_TERMS + FF_ZONE_MAX };
typedef struct policy_terms {
    unsigned plus, minus; /* how many are added, and taken away */
    uint16_t added[POLICY_TERMS_ALL], taken[POLICY_TERMS_ALL];
} policy_terms;
void move_policy_terms(const policy_scene *s, ff_move move, policy_terms *terms);

#endif
