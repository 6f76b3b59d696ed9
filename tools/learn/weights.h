/* Learned weights as rows of a table in C: shared by the programs that learn. */
#ifndef FLAGFALL_TOOLS_WEIGHTS_H
#define FLAGFALL_TOOLS_WEIGHTS_H

#include <math.h>
#include <stdio.h>

#include "ai/setup/setup_model.h"

/* Natural logarithms in, MODEL_UNITs out. */
static inline int weights_round(float weight) {
    float units = roundf(weight / logf(2) * MODEL_UNIT);
    return (int)(units > 127 ? 127 : units < -127 ? -127 : units);
}

/* "{1, -2, ...}, ": the weights of all ranks. */
static inline void weights_write(FILE *out, const float row[FF_RANKS]) {
    for (int rank = 0; rank < FF_RANKS; rank++)
        fprintf(out, "%s%d", rank ? ", " : "{", weights_round(row[rank]));
    fprintf(out, "}, ");
}

#endif
