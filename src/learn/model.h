/* The network while it is learned: in floating point, with its optimiser.
 *
 * The shape is that of ai/learned/net.h, and so are the cuts. What a sample wants is a value
 * from -1 to 1; the error is made small by Adam (Kingma and Ba 2015), whose moments change
 * only where an input was on (lazy Adam, as is usual for sparse inputs). Beside the weights
 * stand their averages over time (Polyak and Juditsky 1992): the weights of the moment carry the
 * noise of the last steps, and judge far worse.
 *
 * All sums run in a fixed order: the same samples make the same weights. */
#ifndef FLAGFALL_LEARN_MODEL_H
#define FLAGFALL_LEARN_MODEL_H

#include "learn/model_weights.h"
#include "learn/samples.h"

enum { MODEL_BATCH = 256 }; /* samples that one step of the optimiser sees */

typedef struct model {
    model_weights weights;
    model_weights mean;          /* of the weights over time */
    model_weights first_moment;  /* Adam's first, */
    model_weights second_moment; /* and second moment */
    uint64_t steps;              /* of the optimiser */
    uint64_t seed;               /* of what is drawn at random */
    model_weights gradient;      /* of the present batch: scratch, zero between batches */
    bool active[INPUTS];
    uint16_t list[INPUTS]; /* those that are */
    size_t active_count;
} model;

/* Small weights at random. */
void model_begin(model *m, uint64_t seed);

/* Goes over the samples once, in an order drawn from `rng`, as they are or all in a mirror. The
 * mean squared error. */
double model_learn(model *m, const samples *l, bool mirrored, float rate, ff_rng *rng);

/* Takes the weights into their mean, after the round of that number, from 0. */
void model_average(model *m, uint64_t round);

/* The network in integers, of the weights or of their mean. */
void model_round(const model_weights *w, net *n);

/* Leaves out what a network hardly learned: inputs that were met so seldom that their weights are
 * about as small as the random ones that they began with. They are noise, and take room. */
void model_prune(net *n);

/* Weights of a network in integers, to go on from; `before` is 0. Of several networks, given one
 * after the other with `before` 0, 1, 2 and so on, the mean: one that went on from another in other
 * games, and the mean of both, may be good at what either is good at (Wortsman and others, Robust
 * fine-tuning of zero-shot models, 2022). */
void model_from_net(model *m, const net *n, unsigned before);

#endif
