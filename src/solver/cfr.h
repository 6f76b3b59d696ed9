/* Equilibria of small games by counterfactual regret minimization: CFR+ (Tammelin, "Solving
 * large imperfect information games using CFR+", 2014), both seats in turn, the mean of all
 * iterations weighted by their number. Deterministic. */
#ifndef FLAGFALL_SOLVER_CFR_H
#define FLAGFALL_SOLVER_CFR_H

#include "solver/strategy.h"

typedef struct cfr {
    const tree *tree;
    bool chosen; /* set-ups are chosen as moves are; otherwise all are as likely */
    unsigned iterations;
    float *regret; /* of each slot; never negative */
    float *move;   /* sums of chances */
    double *setup_regret[2];
    double *setup[2]; /* sums of chances */
} cfr;

/* Begins; the tree must live as long. False when memory is out; to be freed in any case. */
bool cfr_init(cfr *c, const tree *t, bool chosen);
void cfr_free(cfr *c);

/* Another `iterations`; false when memory is out. */
bool cfr_run(cfr *c, unsigned iterations);

/* The strategy so far into `out`, which is of the same tree. */
void cfr_strategy(const cfr *c, strategy *out);

#endif
