/* Learning: batches of samples, steps of the optimiser, and the way to integers and back.
 * What must hold: the same samples in the same order make the same weights, on any
 * processor. */
#include "learn/model.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/processor.h"
#include "base/rng.h"
#include "learn/optimizer.h"

enum {
    WARM_UP = 200,  /* steps before the rate is whole: at first all errors point one way, and would
                       drive every unit to where it is off */
    RULES_RATE = 8, /* inputs that are alike a whole game are on all at once, and would move a
                       unit's bias by many steps together: each takes a part of one */
    MEAN_ROUNDS = 50
};

/* Of the last bias: what all samples have in common it takes up before the units do. */
static const float LAST_BIAS_RATE = 0.01f;

/* What a row's weights are drawn from at first, and below what a learned one reaches: as much as
 * keeps both built-in networks within 2,000,000 bytes. */
static const float ROW_FIRST = 0.05f, ROW_LEARNED = 0.1f, STRAIGHT_LEARNED = 0.016f;

static const model_kernel *kernel_best(void) {
#if defined(__x86_64__)
    if (processor_is_x86_64_v3())
        return &model_x86_64_v3;
#endif
    return &model_portable;
}

/* Uniform, of either sign, `most` at most: 24 random bits are what a float holds exactly. */
static void draw(ff_rng *rng, float *numbers, size_t count, float most) {
    for (size_t i = 0; i < count; i++)
        numbers[i] = ((float)rng_below(rng, 1u << 24) / (float)(1u << 23) - 1) * most;
}

/* Weights at random, so that units differ; biases above zero, because a unit whose sum is
 * below zero gives little. */
void model_begin(model *m, uint64_t seed) {
    memset(m, 0, sizeof *m);
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    m->seed = seed;
    draw(&rng, m->weights.middle[0], NET_UNITS * NET_MIDDLE, 0.15f);
    draw(&rng, m->weights.last, NET_MIDDLE, 0.3f);
    for (int i = 0; i < NET_UNITS; i++)
        m->weights.unit_bias[i] = 0.4f;
    for (int i = 0; i < NET_MIDDLE; i++)
        m->weights.middle_bias[i] = 0.3f;
    m->mean = m->weights;
}

/* --- learning ------------------------------------------------------------------------ */

/* A row that was never learned is all zeros, and gets weights at random when it is met first. */
static void initialize_row(model *m, size_t input) {
    ff_rng rng;
    for (int unit = 0; unit < NET_UNITS; unit++)
        if (m->weights.row[input][unit] != 0)
            return;
    ff_rng_seed(&rng, hash_seed(m->seed, input));
    draw(&rng, m->weights.row[input], NET_UNITS, ROW_FIRST);
    memcpy(m->mean.row[input], m->weights.row[input], sizeof m->mean.row[input]);
}

/* Of some thousand rows a batch meets a few hundred. Only those are stepped: their moments
 * stand still meanwhile, which for rows that are met seldom is what one wants (a "lazy"
 * Adam). */
static void activate(model *m, const uint16_t *inputs, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (m->active[inputs[i]])
            continue;
        m->active[inputs[i]] = true;
        m->list[m->active_count++] = inputs[i];
        initialize_row(m, inputs[i]);
    }
}

/* The straight weights stand in another array than the rows: one number a step, which would not
 * fill the kernel's vectors. */
static void step_straight(model *m, const adam *a, size_t input) {
    float g = m->gradient.straight[input] * a->scale;
    float *first = &m->first_moment.straight[input], *second = &m->second_moment.straight[input];
    *first = *first * ADAM_FIRST + g * (1 - ADAM_FIRST);
    *second = *second * ADAM_SECOND + g * g * (1 - ADAM_SECOND);
    m->weights.straight[input] -= a->rate * *first / (sqrtf(*second * a->correction) + ADAM_LEAST);
    m->gradient.straight[input] = 0;
}

static void step_batch(model *m, const model_kernel *k, const adam *a) {
    adam slow = *a;
    slow.rate /= RULES_RATE;
    for (size_t i = 0; i < m->active_count; i++) {
        size_t input = m->list[i];
        const adam *its = input < INPUTS_RULES ? a : &slow;
        k->step(its, m->weights.row[input], m->first_moment.row[input], m->second_moment.row[input],
                m->gradient.row[input], NET_UNITS);
        step_straight(m, its, input);
        m->active[input] = false;
    }
    m->active_count = 0;
    /* From the middle on all is dense, and one row of numbers but for the last. */
    size_t dense = offsetof(model_weights, middle) / sizeof(float);
    size_t count = offsetof(model_weights, last_bias) / sizeof(float) - dense;
    k->step(a, (float *)&m->weights + dense, (float *)&m->first_moment + dense,
            (float *)&m->second_moment + dense, (float *)&m->gradient + dense, count);
    m->weights.last_bias -= LAST_BIAS_RATE * m->gradient.last_bias * a->scale;
    m->gradient.last_bias = 0;
}

/* Adam (Kingma and Ba, 2015), with the corrections for the first steps worked into the rate. */
static double learn_batch(model *m, const model_kernel *k, const samples *l, bool mirrored,
                          const uint32_t *order, size_t count, float rate) {
    double error = 0;
    uint16_t inputs[INPUTS_MAX];
    for (size_t i = 0; i < count; i++) {
        const sample *one = &l->list[order[i]];
        memcpy(inputs, l->inputs + one->first, one->count * sizeof *inputs);
        if (mirrored)
            inputs_mirror_list(inputs, one->count);
        activate(m, inputs, one->count);
        error += k->backpropagate(&m->weights, inputs, one->count, one->target, &m->gradient);
    }
    m->steps++;
    double n = (double)m->steps, warm = n < WARM_UP ? n / WARM_UP : 1;
    adam a = {.scale = 1 / (float)count,
              .rate = (float)(warm * rate / (1 - pow(ADAM_FIRST, n))),
              .correction = (float)(1 / (1 - pow(ADAM_SECOND, n)))};
    step_batch(m, k, &a);
    return error;
}

double model_learn(model *m, const samples *l, bool mirrored, float rate, ff_rng *rng) {
    const model_kernel *k = kernel_best();
    double error = 0;
    uint32_t order[MODEL_BATCH];
    /* Samples of a game are alike: a batch takes every n-th, from a start of its own. */
    size_t batches = (l->count + MODEL_BATCH - 1) / MODEL_BATCH;
    size_t first = batches ? rng_below(rng, (uint32_t)batches) : 0;
    for (size_t b = 0; b < batches; b++) {
        size_t count = 0;
        for (size_t i = (first + b) % batches; i < l->count; i += batches)
            order[count++] = (uint32_t)i;
        assert(count <= MODEL_BATCH);
        if (count)
            error += learn_batch(m, k, l, mirrored, order, count, rate);
    }
    return l->count ? error / (double)l->count : 0;
}

/* At first the mean is of all rounds so far, later of some last ones. */
void model_average(model *m, uint64_t round) {
    float share = 1 / (float)(round < MEAN_ROUNDS ? round + 1 : MEAN_ROUNDS);
    const float *weight = (const float *)&m->weights;
    float *mean = (float *)&m->mean;
    for (size_t i = 0; i < MODEL_NUMBERS; i++)
        mean[i] += (weight[i] - mean[i]) * share;
}

/* --- integers ------------------------------------------------------------------------- */

/* Held to its range first: a number beyond that of the integer has no meaning as one. At the
 * half away from zero, so that weights of either sign round alike. */
static int32_t rounded(float x, float one, float most) {
    float scaled = x * one;
    scaled = scaled > most ? most : scaled < -most ? -most : scaled;
    return (int32_t)(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}

static const float SHORT = 32767, LONG = 1 << 28;

void model_round(const model_weights *w, net *n) {
    for (size_t i = 0; i < INPUTS; i++) {
        for (int unit = 0; unit < NET_UNITS; unit++)
            n->row[i][unit] = (int16_t)rounded(w->row[i][unit], NET_ONE, SHORT);
        n->straight[i] = (int16_t)rounded(w->straight[i], NET_ONE, SHORT);
    }
    for (int j = 0; j < NET_MIDDLE; j++) {
        for (int i = 0; i < NET_UNITS; i++)
            n->middle[j][i] = (int16_t)rounded(w->middle[i][j], NET_ONE, NET_MIDDLE_MOST);
        n->last[j] = (int16_t)rounded(w->last[j], NET_ONE, SHORT);
        n->middle_bias[j] = rounded(w->middle_bias[j], (float)NET_ONE * NET_ONE, LONG);
    }
    for (int i = 0; i < NET_UNITS; i++)
        n->unit_bias[i] = rounded(w->unit_bias[i], NET_ONE, LONG);
    n->last_bias = rounded(w->last_bias, (float)NET_ONE * NET_ONE, LONG);
}

void model_prune(net *n) {
    for (size_t i = 0; i < INPUTS; i++) {
        int most = abs(n->straight[i]) > (int)(STRAIGHT_LEARNED * NET_ONE) ? INT16_MAX : 0;
        for (int unit = 0; unit < NET_UNITS; unit++)
            most = abs(n->row[i][unit]) > most ? abs(n->row[i][unit]) : most;
        if (most > (int)(ROW_LEARNED * NET_ONE))
            continue;
        memset(n->row[i], 0, sizeof n->row[i]);
        n->straight[i] = 0;
    }
}

static void weights_from_net(model_weights *w, const net *n) {
    const float one = NET_ONE, square = one * one;
    for (size_t i = 0; i < INPUTS; i++) {
        for (int unit = 0; unit < NET_UNITS; unit++)
            w->row[i][unit] = n->row[i][unit] / one;
        w->straight[i] = n->straight[i] / one;
    }
    for (int j = 0; j < NET_MIDDLE; j++) {
        for (int i = 0; i < NET_UNITS; i++)
            w->middle[i][j] = n->middle[j][i] / one;
        w->last[j] = n->last[j] / one;
        w->middle_bias[j] = (float)n->middle_bias[j] / square;
    }
    for (int i = 0; i < NET_UNITS; i++)
        w->unit_bias[i] = (float)n->unit_bias[i] / one;
    w->last_bias = (float)n->last_bias / square;
}

/* Learning goes on without moments: Adam's corrections begin anew with them. */
void model_from_net(model *m, const net *n, unsigned before) {
    if (before == 0)
        memset(m, 0, sizeof *m);
    weights_from_net(&m->mean, n);
    float *weight = (float *)&m->weights;
    const float *more = (const float *)&m->mean;
    for (size_t i = 0; i < MODEL_NUMBERS; i++)
        weight[i] += (more[i] - weight[i]) / (float)(before + 1);
    m->mean = m->weights;
}
