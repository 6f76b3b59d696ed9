/* learn-affinity FULL SPARSE TABLE: which ranks go together in people's set-ups.
 *
 * FULL has set-ups of the 40-piece game, SPARSE of Barrage, as for learn-setups. Writes
 * src/ai/belief/affinity_table.c (the models of src/ai/belief/affinity.h) to TABLE, and says on
 * standard output how often a set-up that was held out is told from the same with two
 * pieces exchanged.
 *
 * The models are fitted by stochastic gradients on exactly that: the logarithm of the
 * chance that of the two the true one is chosen. It is what the exchanges of
 * src/ai/belief/belief_sampler.c ask, and needs no sum over set-ups (ratio matching: Hyvarinen
 * 2007). Each weight has a pace of its own (AdaGrad: Duchi, Hazan, Singer 2011). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/belief/affinity.h"
#include "base/rng.h"
#include "held_out.h"
#include "weights.h"

enum { PLACES = MODEL_ROWS * MODEL_FILES, STEPS = 60000000, TERMS = 2 * (2 * AFFINITY_BONDS + 1) };

typedef struct weights {
    float place[PLACES][FF_RANKS];
    float bond[AFFINITY_BONDS][MODEL_ROWS][FF_RANKS][FF_RANKS];
} weights;

typedef struct training {
    held_out_list list;
    weights weight;
    weights pace; /* sums of squared gradients */
} training;

/* Which weights a set-up has at two places, as numbers of floats into `weights`; a bond
 * of the two is there twice, before and after alike, but for what they exchange. */
typedef struct terms {
    int count;
    size_t at[TERMS];
} terms;

static void add_bond(terms *t, const uint8_t *rank, int kind, int other, int place) {
    size_t row = (size_t)(other / MODEL_FILES);
    t->at[t->count++] = PLACES * FF_RANKS +
                        (((size_t)kind * MODEL_ROWS + row) * FF_RANKS + rank[other]) * FF_RANKS +
                        rank[place];
}

static bool inside(int row, int file) {
    return row >= 0 && row < MODEL_ROWS && file >= 0 && file < MODEL_FILES;
}

/* But for bonds with `except`. */
static void collect(terms *t, const uint8_t *rank, int place, int except) {
    int row = place / MODEL_FILES, file = place % MODEL_FILES;
    t->at[t->count++] = (size_t)place * FF_RANKS + rank[place];
    for (int kind = 0; kind < AFFINITY_BONDS; kind++) {
        int up = affinity_offset[kind][0], right = affinity_offset[kind][1];
        int other = place + up * MODEL_FILES + right;
        if (inside(row + up, file + right) && other != except)
            add_bond(t, rank, kind, other, place);
        other = place - up * MODEL_FILES - right;
        if (inside(row - up, file - right) && other != except)
            add_bond(t, rank, kind, place, other);
    }
}

static float sum_of(const weights *w, const terms *t) {
    float sum = 0;
    for (int i = 0; i < t->count; i++)
        sum += ((const float *)w)[t->at[i]];
    return sum;
}

static void push(training *s, const terms *t, float slope, float speed) {
    for (int i = 0; i < t->count; i++) {
        float *weight = (float *)&s->weight + t->at[i], *pace = (float *)&s->pace + t->at[i];
        *pace += slope * slope;
        *weight += speed * (slope / sqrtf(*pace + 1) - 1e-6f * *weight);
    }
}

/* Two pieces of a set-up that are not alike, and the weights before and after they are
 * exchanged. */
static void exchange(const uint8_t *setup, ff_rng *rng, terms *before, terms *after) {
    uint8_t rank[PLACES];
    int i, j;
    memcpy(rank, setup, sizeof rank);
    do {
        i = (int)rng_below(rng, PLACES);
        j = (int)rng_below(rng, PLACES);
    } while (rank[i] == rank[j] || rank[i] == FF_EMPTY || rank[j] == FF_EMPTY);
    before->count = after->count = 0;
    collect(before, rank, i, -1);
    collect(before, rank, j, i);
    rank[i] = setup[j];
    rank[j] = setup[i];
    collect(after, rank, i, -1);
    collect(after, rank, j, i);
}

static void learn(training *s) {
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    for (unsigned step = 0; step < STEPS; step++) {
        uint8_t rank[PLACES];
        terms before, after;
        const char *letters = held_out_at(&s->list, rng_below(&rng, (uint32_t)s->list.kept));
        held_out_ranks(letters, rng_below(&rng, 2), rank);
        exchange(rank, &rng, &before, &after);
        float gap = sum_of(&s->weight, &before) - sum_of(&s->weight, &after);
        float slope = 1 / (1 + expf(gap));
        float speed = 0.3f * (1 - (float)step / (float)STEPS) + 0.005f;
        push(s, &before, slope, speed);
        push(s, &after, -slope, speed);
    }
}

/* --- tables ------------------------------------------------------------------ */

static void write_bond(FILE *out, const float bond[MODEL_ROWS][FF_RANKS][FF_RANKS]) {
    fprintf(out, "{");
    for (int row = 0; row < MODEL_ROWS; row++) {
        fprintf(out, "{");
        for (int rank = 0; rank < FF_RANKS; rank++)
            weights_write(out, bond[row][rank]);
        fprintf(out, "},\n");
    }
    fprintf(out, "},\n");
}

static void write_model(FILE *out, const char *name, const training *s) {
    fprintf(out, "\n/* From %zu set-ups of people; %zu more were held out. */\n", s->list.kept,
            s->list.count - s->list.kept);
    fprintf(out, "const affinity affinity_%s = {\n    .place = {", name);
    for (int k = 0; k < PLACES; k++)
        weights_write(out, s->weight.place[k]);
    fprintf(out, "},\n    .bond = {\n");
    for (int kind = 0; kind < AFFINITY_BONDS; kind++)
        write_bond(out, s->weight.bond[kind]);
    fprintf(out, "},\n};\n");
}

/* --- how good ------------------------------------------------------------------ */

static void judge(const training *s, const char *name) {
    enum { ROUNDS = 50 };
    double nats = 0;
    unsigned asked = 0, right = 0;
    ff_rng rng;
    ff_rng_seed(&rng, 2);
    for (size_t i = s->list.kept; i < s->list.count; i++) {
        uint8_t rank[PLACES];
        held_out_ranks(held_out_at(&s->list, i), false, rank);
        for (int round = 0; round < ROUNDS; round++, asked++) {
            terms before, after;
            exchange(rank, &rng, &before, &after);
            double gap = sum_of(&s->weight, &before) - sum_of(&s->weight, &after);
            nats += log1p(exp(-gap));
            right += gap > 0;
        }
    }
    printf("%s: %zu learned, %zu held out, %.3f nats, %.1f %% told right\n", name, s->list.kept,
           s->list.count - s->list.kept, nats / asked, 100.0 * right / asked);
}

static bool train(training *s, const char *path, const char *name) {
    if (!held_out_read(path, &s->list) || !s->list.kept) {
        perror(path);
        return false;
    }
    learn(s);
    judge(s, name);
    return true;
}

int main(int argc, char **argv) {
    static training full, sparse;
    if (argc != 4) {
        fprintf(stderr, "usage: learn-affinity FULL SPARSE TABLE\n");
        return 2;
    }
    if (!train(&full, argv[1], "full") || !train(&sparse, argv[2], "sparse"))
        return 2;
    FILE *table = fopen(argv[3], "w");
    if (!table) {
        perror(argv[3]);
        return 2;
    }
    fprintf(table, "/* Made by tools/learn/affinity; do not edit. */\n#include "
                   "\"ai/belief/affinity.h\"\n");
    write_model(table, "full", &full);
    write_model(table, "sparse", &sparse);
    return fclose(table) ? 2 : 0;
}
