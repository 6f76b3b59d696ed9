/* Determinizations: the worlds in which the moves at the root are tried, boards on which
 * every enemy piece has a rank.
 *
 * A quiet move is tried in a few that are drawn; who can move is all they tell. An attack
 * on a hidden piece is tried once for each rank that the piece may have, and counts by the
 * chance of it: which rank that is decides nearly all, and to draw it too would judge such
 * attacks by luck (stratified sampling). */
#ifndef FLAGFALL_AI_DETERMINIZATIONS_H
#define FLAGFALL_AI_DETERMINIZATIONS_H

#include "ai/belief/belief_sampler.h"
#include "ai/search/search.h"

enum {
    DETERMINIZATIONS_QUIET = 2,
    DETERMINIZATIONS_MAX = DETERMINIZATIONS_QUIET + 40 * (FF_RANKS - 1)
};

/* Some worlds in a row, and what each counts. */
typedef struct determinization_range {
    unsigned first;
    unsigned count;
} determinization_range;

typedef struct determinizations {
    const evaluation *evaluation;
    const ff_view *view;
    unsigned count;
    determinization_range against[FF_SQUARES]; /* the hidden piece there; none yet: count 0 */
    search_node root[DETERMINIZATIONS_MAX];
    float weight[DETERMINIZATIONS_MAX];
} determinizations;

/* Draws those for quiet moves. What is given must stay where it is. */
void determinizations_init(determinizations *w, const evaluation *e, const ff_view *view,
                           belief_sampler *sampler, ff_rng *rng);

/* Those for a move of the viewer's. `belief` says what the enemy pieces may be. */
determinization_range determinizations_for(determinizations *w, ff_move move,
                                           belief_sampler *sampler, const belief *b, ff_rng *rng);

#endif
