/* Training samples: what a seat knew after a move of its own, as the inputs that were on, and what
 * it might have expected then. */
#ifndef FLAGFALL_LEARN_SAMPLES_H
#define FLAGFALL_LEARN_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sample {
    size_t first; /* of its inputs */
    uint32_t count;
    float target; /* -1 .. 1 */
} sample;

/* Start from `{0}`. */
typedef struct samples {
    uint16_t *inputs;
    size_t size, room;
    sample *list;
    size_t count, places;
} samples;

/* Adds one; false when memory is out, nothing has changed then. */
bool samples_add(samples *l, const uint16_t *inputs, size_t count);

/* Adds all of another. */
bool samples_join(samples *l, const samples *other);

void samples_clear(samples *l); /* empties, keeps the memory */
void samples_free(samples *l);

#endif
