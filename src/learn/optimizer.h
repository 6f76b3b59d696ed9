/* The loops of learning: the gradient of a sample and the optimiser's step, as several kinds
 * of processor have them. */
#ifndef FLAGFALL_LEARN_OPTIMIZER_H
#define FLAGFALL_LEARN_OPTIMIZER_H

#include "learn/model_weights.h"

static const float ADAM_FIRST = 0.9f, ADAM_SECOND = 0.999f, ADAM_LEAST = 1e-7f;

/* One step of the optimiser. */
typedef struct adam {
    float scale;      /* of the gradients: one over the samples of the batch */
    float rate;       /* with the first moment's correction */
    float correction; /* of the second moment */
} adam;

typedef struct model_kernel {
    float (*backpropagate)(const model_weights *w, const uint16_t *inputs, size_t count,
                           float target, model_weights *gradient);
    void (*step)(const adam *a, float *weight, float *first_moment, float *second_moment,
                 float *gradient, size_t count);
} model_kernel;

extern const model_kernel model_portable;
#if defined(__x86_64__)
extern const model_kernel model_x86_64_v3;
#endif

#endif
