/* The weights of a network while it is learned, in floating point. */
#ifndef FLAGFALL_LEARN_MODEL_WEIGHTS_H
#define FLAGFALL_LEARN_MODEL_WEIGHTS_H

#include "ai/learned/net.h"

/* All of it as numbers in a row. */
typedef struct model_weights {
    float row[INPUTS][NET_UNITS];
    float straight[INPUTS];
    float middle[NET_UNITS][NET_MIDDLE];
    float last[NET_MIDDLE];
    float unit_bias[NET_UNITS];
    float middle_bias[NET_MIDDLE];
    float last_bias;
} model_weights;

enum { MODEL_NUMBERS = sizeof(model_weights) / sizeof(float) };

#endif
