/* The loops of learning, included by one file for each kind of processor, which defines MODEL
 * as the name of its table. Eight numbers at a time by GCC's and clang's vectors, in an order
 * that does not depend on the processor; the files are compiled without fusing a product into
 * a sum, so that all round alike. */
#include "learn/optimizer.h"

#include <string.h>

typedef float eight __attribute__((vector_size(32), aligned(4), may_alias));

enum { WIDE = NET_UNITS / 8, NARROW = NET_MIDDLE / 8 };

static inline eight zero_to_one(eight x) {
    eight zero = {0}, one = zero + 1;
    eight low = (eight)((__typeof__(x > zero))x & (x > zero));
    __typeof__(x > zero) over = low > one;
    return (eight)(((__typeof__(over))one & over) | ((__typeof__(over))low & ~over));
}

/* The numbers where x lies between the cuts, else 0. */
static inline eight inside(eight x, eight numbers) {
    eight zero = {0}, one = zero + 1;
    return (eight)((__typeof__(x > zero))numbers & (x > zero) & (x < one));
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
        seen[j] = zero_to_one(unit[j]);
    for (int i = 0; i < NET_UNITS; i++) {
        float a = seen[i / 8][i % 8];
        if (a == 0)
            continue;
        for (int j = 0; j < NARROW; j++)
            middle[j] += a * ((const eight *)w->middle[i])[j];
    }
    eight sum = {0};
    for (int j = 0; j < NARROW; j++) {
        out[j] = zero_to_one(middle[j]);
        sum += out[j] * ((const eight *)w->last)[j];
    }
    x += sum_of(sum);
    float value = x / (1 + (x < 0 ? -x : x)), error = value - target;
    eight back[NARROW];
    for (int j = 0; j < NARROW; j++) {
        ((eight *)gradient->last)[j] += error * out[j];
        back[j] = inside(middle[j], error * ((const eight *)w->last)[j]);
        ((eight *)gradient->middle_bias)[j] += back[j];
    }
    gradient->last_bias += error;
    float down[NET_UNITS];
    for (int i = 0; i < NET_UNITS; i++) {
        float a = seen[i / 8][i % 8];
        eight all = {0};
        for (int j = 0; j < NARROW; j++) {
            if (a != 0)
                ((eight *)gradient->middle[i])[j] += a * back[j];
            all += back[j] * ((const eight *)w->middle[i])[j];
        }
        down[i] = a > 0 && a < 1 ? sum_of(all) : 0;
    }
    for (int j = 0; j < WIDE; j++)
        ((eight *)gradient->unit_bias)[j] += ((const eight *)down)[j];
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
