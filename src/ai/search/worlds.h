/* The worlds in which the moves at the root are tried: boards on which every enemy piece
 * has a rank.
 *
 * A quiet move is tried in a few that are drawn; who can move is all they tell. An attack
 * on a hidden piece is tried once for each rank that the piece may have, and counts by the
 * chance of it: which rank that is decides nearly all, and to draw it too would judge such
 * attacks by luck (stratified sampling). */
#ifndef FLAGFALL_AI_WORLDS_H
#define FLAGFALL_AI_WORLDS_H

#include "ai/belief/suspects.h"
#include "ai/search/search.h"

enum { WORLDS_QUIET = 2, WORLDS_MAX = WORLDS_QUIET + 40 * (FF_RANKS - 1) };

/* Some worlds in a row, and what each counts. */
typedef struct worlds_share {
    unsigned first;
    unsigned count;
} worlds_share;

typedef struct worlds {
    const judgement *judgement;
    const ff_view *view;
    unsigned count;
    worlds_share against[FF_SQUARES]; /* the hidden piece there; none yet: count 0 */
    frame frame[WORLDS_MAX];
    float weight[WORLDS_MAX];
} worlds;

/* Draws those for quiet moves. What is given must stay where it is. */
void worlds_init(worlds *w, const judgement *j, const ff_view *view, suspects *enemy, ff_rng *rng);

/* Those for a move of the viewer's. `belief` says what the enemy pieces may be. */
worlds_share worlds_for(worlds *w, ff_move move, suspects *enemy, const belief *b, ff_rng *rng);

#endif
