/* How well ranks go with places and with each other in people's set-ups: a log-linear
 * model, learned by tools/learn/affinity.c, that compares two ways of dealing out the
 * same pieces.
 *
 * A set-up's weight is two to the power of a sum: of a number for each piece's rank and
 * place, and of one for each pair of places that are bonded (side by side, one behind
 * the other, diagonal, two apart). Only ratios are meant: weights of different armies
 * do not compare. */
#ifndef FLAGFALL_AI_AFFINITY_H
#define FLAGFALL_AI_AFFINITY_H

#include "ai/setup/setup_model.h"

enum { AFFINITY_BONDS = 6, AFFINITY_UNKNOWN = FF_HIDDEN };

typedef struct affinity {
    int8_t place[MODEL_ROWS * MODEL_FILES][FF_RANKS];
    /* By the row of the place in front or on the right, the ranks there and here. */
    int8_t bond[AFFINITY_BONDS][MODEL_ROWS][FF_RANKS][FF_RANKS]; /* in MODEL_UNITs */
} affinity;

extern const affinity affinity_full;   /* of armies that fill their zone */
extern const affinity affinity_sparse; /* of a few pieces on many places */

/* From the second place of a bond to the first, in rows and files. */
extern const int8_t affinity_offset[AFFINITY_BONDS][2];

/* A place that is bonded with another. */
typedef struct affinity_bond {
    uint8_t other;
    uint16_t row; /* in `weight`, of the first rank: what a rank here is worth for those there */
} affinity_bond;

enum {
    AFFINITY_ROW = 16, /* ranks in a row of weights: filled up, so that a row is whole vectors */
    AFFINITY_ROWS = 2 * AFFINITY_BONDS * MODEL_ROWS * FF_RANKS
};

/* Who stands where in a zone, own back row first: the ranks that may be exchanged, those that are
 * known, FF_EMPTY, and AFFINITY_UNKNOWN where nothing is to be concluded from a place. What each
 * rank is worth on each place, as the others stand, is kept up to date: one asks far oftener than
 * something changes. A plain value. */
typedef struct affinity_board {
    uint8_t rank[FF_ZONE_MAX]; /* changed by `affinity_put` alone */
    uint8_t as[FF_RANKS + 1];  /* the rank that the model knows a rank as */
    uint8_t bonds[FF_ZONE_MAX];
    uint64_t bonded[FF_ZONE_MAX]; /* a bit for each place that this one has a bond with */
    affinity_bond bond[FF_ZONE_MAX][2 * AFFINITY_BONDS];
    int16_t sum[FF_ZONE_MAX][AFFINITY_ROW];
    int16_t weight[AFFINITY_ROWS][AFFINITY_ROW];
} affinity_board;

/* All places unknown. */
void affinity_init(affinity_board *board, const ff_edition *edition);

/* What stands on a place from now on. */
void affinity_put(affinity_board *board, int place, int rank);

/* By how many MODEL_UNITs the set-up weighs more with this rank on that place than
 * with that place unknown. */
int affinity_at(const affinity_board *board, int place, int rank);

/* By how many it weighs more with the ranks of two places exchanged; neither is unknown. */
int affinity_exchange(const affinity_board *board, int place, int other);

#endif
