/* The loops of learning, included by one file for each kind of processor, which defines MODEL
 * as the name of its table. Eight numbers at a time by GCC's and clang's vectors, in an order
 * that does not depend on the processor; the files are compiled without fusing a product into
 * a sum, so that all round alike. */
#include "learn/optimizer.h"

#include <string.h>

typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));

enum { WIDE = NET_UNITS / 8, NARROW = NET_MIDDLE / 8 };

/* One number where the mask is on, the other where it is off. */
typedef __typeof__((eight){0} > (eight){0}) eight_masks;

static inline eight select_of(eight_masks mask, eight yes, eight no) {
    return (eight)((mask & (eight_masks)yes) | (~mask & (eight_masks)no));
}

/* What a unit gives for its sum: ai/learned/net.h. */
static inline eight unit_output(eight x) {
    const eight zero = {0}, most = zero + NET_UNIT_MOST;
    x = select_of(x > zero, x, x * (1.0f / NET_LEAK));
    x = select_of(x > most, most, x);
    return select_of(x < -most, -most, x);
}

/* The numbers times the slope of that at x. */
static inline eight unit_slope(eight x, eight numbers) {
    const eight zero = {0}, most = zero + NET_UNIT_MOST;
    eight slope = select_of(x > zero, numbers, numbers * (1.0f / NET_LEAK));
    return select_of((x > most) | (x < -most * NET_LEAK), zero, slope);
}

static inline float sum_of(eight x) {
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

/* One sample forwards, and its error backwards into the gradient. The error squared. */
static float backpropagate(const model_weights *w, const uint16_t *inputs, size_t count,
                           float target, model_weights *gradient) {
    eight unit[WIDE], seen[WIDE], middle[NARROW], out[NARROW];
    memcpy(unit, w->unit_bias, sizeof unit);
    float x = w->last_bias;
    for (size_t i = 0; i < count; i++) {
        const eight *row = (const eight *)w->row[inputs[i]];
        for (int j = 0; j < WIDE; j++)
            unit[j] += row[j];
        x += w->straight[inputs[i]];
    }
    memcpy(middle, w->middle_bias, sizeof middle);
    for (int j = 0; j < WIDE; j++)
        seen[j] = unit_output(unit[j]);
    for (int i = 0; i < NET_UNITS; i++) {
        float a = seen[i / 8][i % 8];
        for (int j = 0; j < NARROW; j++)
            middle[j] += a * ((const eight *)w->middle[i])[j];
    }
    eight sum = {0};
    for (int j = 0; j < NARROW; j++) {
        out[j] = unit_output(middle[j]);
        sum += out[j] * ((const eight *)w->last)[j];
    }
    x += sum_of(sum);
    x = x < -3 ? -3 : x > 3 ? 3 : x;
    /* The error is its own slope before the last curve, as with cross-entropy: else who is sure,
     * and wrong, would hardly learn. */
    float value = x * (27 + x * x) / (27 + 9 * x * x), error = value - target;
    eight back[NARROW];
    for (int j = 0; j < NARROW; j++) {
        ((eight *)gradient->last)[j] += error * out[j];
        back[j] = unit_slope(middle[j], error * ((const eight *)w->last)[j]);
        ((eight *)gradient->middle_bias)[j] += back[j];
    }
    gradient->last_bias += error;
    float down[NET_UNITS];
    for (int i = 0; i < NET_UNITS; i++) {
        float a = seen[i / 8][i % 8];
        eight all = {0};
        for (int j = 0; j < NARROW; j++) {
            ((eight *)gradient->middle[i])[j] += a * back[j];
            all += back[j] * ((const eight *)w->middle[i])[j];
        }
        down[i] = sum_of(all);
    }
    for (int j = 0; j < WIDE; j++) {
        ((eight *)down)[j] = unit_slope(unit[j], ((const eight *)down)[j]);
        ((eight *)gradient->unit_bias)[j] += ((const eight *)down)[j];
    }
    for (size_t i = 0; i < count; i++) {
        eight *row = (eight *)gradient->row[inputs[i]];
        for (int j = 0; j < WIDE; j++)
            row[j] += ((const eight *)down)[j];
        gradient->straight[inputs[i]] += error;
    }
    return error * error;
}

static inline eight root_of(eight x) {
    for (int i = 0; i < 8; i++)
        x[i] = __builtin_sqrtf(x[i]);
    return x;
}

/* Adam's step for `count` numbers, a multiple of eight; the gradient is zero after it. */
static void step(const adam *a, float *weight, float *first_moment, float *second_moment,
                 float *gradient, size_t count) {
    for (size_t i = 0; i < count; i += 8) {
        eight g = *(eight *)(gradient + i) * a->scale;
        eight m = *(eight *)(first_moment + i) * ADAM_FIRST + g * (1 - ADAM_FIRST);
        eight v = *(eight *)(second_moment + i) * ADAM_SECOND + g * g * (1 - ADAM_SECOND);
        *(eight *)(first_moment + i) = m;
        *(eight *)(second_moment + i) = v;
        *(eight *)(weight + i) -= a->rate * m / (root_of(v * a->correction) + ADAM_LEAST);
        *(eight *)(gradient + i) = (eight){0};
    }
}

const model_kernel MODEL = {backpropagate, step};
