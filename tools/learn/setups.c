/* learn-setups FULL SPARSE TABLE: how people set up.
 *
 * FULL has set-ups of the 40-piece game, SPARSE of Barrage, a line each: letters, own
 * back row first, left to right. Each different one counts once, and is seen in a
 * mirror too; a tenth is held out (`is_held_out`). Writes src/ai/setup/setup_table.c (the
 * models of src/ai/setup/setup_model.h) to TABLE, and says on standard output how well they
 * foretell the set-ups that were held out.
 *
 * The models are fitted by stochastic gradients on the logarithm of the chance of each
 * piece, each weight with a pace of its own (AdaGrad: Duchi, Hazan, Singer 2011). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/setup/setup_model.h"
#include "base/rng.h"
#include "held_out.h"
#include "weights.h"

enum { PLACES = MODEL_ROWS * MODEL_FILES, STEPS = 16000000 };

/* Weights in the shape of a model, to be rounded at the end. */
typedef struct weights {
    float place[PLACES][FF_RANKS];
    float beside[MODEL_ROWS][MODEL_NEIGHBOURS][FF_RANKS];
    float behind[MODEL_ROWS][MODEL_NEIGHBOURS][FF_RANKS];
} weights;

typedef struct training {
    held_out_list list;
    unsigned army[FF_RANKS]; /* FF_EMPTY counted */
    weights weight;
    weights pace; /* sums of squared gradients */
} training;

/* The three rows of weights that a place uses. */
static void rows_of(weights *w, const uint8_t *rank, int k, float *row[3]) {
    int at = k / MODEL_FILES;
    int left = k % MODEL_FILES ? rank[k - 1] : MODEL_SIDE;
    int back = at ? rank[k - MODEL_FILES] : MODEL_SIDE;
    row[0] = w->place[k];
    row[1] = w->beside[at][left];
    row[2] = w->behind[at][back];
}

/* Chances of the ranks that are left. */
static void predict(float *const row[3], const unsigned left[FF_RANKS], float chance[FF_RANKS]) {
    float sum = 0;
    for (int r = 0; r < FF_RANKS; r++) {
        chance[r] = left[r] ? (float)left[r] * expf(row[0][r] + row[1][r] + row[2][r]) : 0;
        sum += chance[r];
    }
    for (int r = 0; r < FF_RANKS; r++)
        chance[r] /= sum;
}

static void learn_place(training *s, const uint8_t *rank, int k, const unsigned left[FF_RANKS],
                        float speed) {
    float *row[3], *pace[3], chance[FF_RANKS];
    rows_of(&s->weight, rank, k, row);
    rows_of(&s->pace, rank, k, pace);
    predict(row, left, chance);
    for (int r = 0; r < FF_RANKS; r++) {
        float slope = (float)(rank[k] == r) - chance[r];
        for (int i = 0; left[r] && i < 3; i++) {
            pace[i][r] += slope * slope;
            row[i][r] += speed * (slope / sqrtf(pace[i][r] + 1) - 1e-6f * row[i][r]);
        }
    }
}

static void learn_setup(training *s, const uint8_t *rank, float speed) {
    unsigned left[FF_RANKS];
    memcpy(left, s->army, sizeof left);
    for (int k = 0; k < PLACES; k++) {
        learn_place(s, rank, k, left, speed);
        left[rank[k]]--;
    }
}

static void learn(training *s) {
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    unsigned steps = STEPS / PLACES;
    for (unsigned step = 0; step < steps; step++) {
        uint8_t rank[PLACES];
        const char *letters = held_out_at(&s->list, rng_below(&rng, (uint32_t)s->list.kept));
        held_out_ranks(letters, rng_below(&rng, 2), rank);
        learn_setup(s, rank, 0.15f * (1 - (float)step / (float)steps) + 0.005f);
    }
}

/* --- tables ------------------------------------------------------------------ */

static void write_rows(FILE *out, const char *name, const float *rows, int count) {
    fprintf(out, "    .%s = {", name);
    for (int i = 0; i < count; i++)
        weights_write(out, &rows[i * FF_RANKS]);
    fprintf(out, "},\n");
}

static void write_nested(FILE *out, const char *name,
                         const float rows[MODEL_ROWS][MODEL_NEIGHBOURS][FF_RANKS]) {
    fprintf(out, "    .%s = {\n", name);
    for (int at = 0; at < MODEL_ROWS; at++) {
        char index[16];
        snprintf(index, sizeof index, "[%d]", at);
        fprintf(out, "    %s = {", index);
        for (int i = 0; i < MODEL_NEIGHBOURS; i++)
            weights_write(out, rows[at][i]);
        fprintf(out, "},\n");
    }
    fprintf(out, "    },\n");
}

static void write_model(FILE *out, const char *name, const training *s) {
    fprintf(out, "\n/* From %zu set-ups of people; %zu more were held out. */\n", s->list.kept,
            s->list.count - s->list.kept);
    fprintf(out, "const setup_model setup_model_%s = {\n", name);
    write_rows(out, "place", s->weight.place[0], PLACES);
    write_nested(out, "beside", s->weight.beside);
    write_nested(out, "behind", s->weight.behind);
    fprintf(out, "};\n");
}

/* --- how good ------------------------------------------------------------------ */

static void judge(training *s, const char *name) {
    double nats = 0;
    unsigned pieces = 0, right = 0;
    for (size_t i = s->list.kept; i < s->list.count; i++) {
        uint8_t rank[PLACES];
        unsigned left[FF_RANKS];
        memcpy(left, s->army, sizeof left);
        held_out_ranks(held_out_at(&s->list, i), false, rank);
        for (int k = 0; k < PLACES; left[rank[k]]--, k++) {
            float *row[3], chance[FF_RANKS];
            int best = 0;
            rows_of(&s->weight, rank, k, row);
            predict(row, left, chance);
            for (int r = 1; r < FF_RANKS; r++)
                best = chance[r] > chance[best] ? r : best;
            nats -= log(chance[rank[k]]);
            right += best == rank[k];
            pieces++;
        }
    }
    printf("%s: %zu learned, %zu held out, %.3f nats, top-1 %.1f %%\n", name, s->list.kept,
           s->list.count - s->list.kept, nats / pieces, 100.0 * right / pieces);
}

static bool train(training *s, const char *path, const char *name) {
    uint8_t rank[PLACES];
    if (!held_out_read(path, &s->list) || !s->list.kept) {
        perror(path);
        return false;
    }
    held_out_ranks(held_out_at(&s->list, 0), false, rank);
    for (int k = 0; k < PLACES; k++)
        s->army[rank[k]]++;
    learn(s);
    judge(s, name);
    return true;
}

int main(int argc, char **argv) {
    static training full, sparse;
    if (argc != 4) {
        fprintf(stderr, "usage: learn-setups FULL SPARSE TABLE\n");
        return 2;
    }
    if (!train(&full, argv[1], "full") || !train(&sparse, argv[2], "sparse"))
        return 2;
    FILE *table = fopen(argv[3], "w");
    if (!table) {
        perror(argv[3]);
        return 2;
    }
    fprintf(table, "/* Made by tools/learn/setups; do not edit. */\n#include "
                   "\"ai/setup/setup_model.h\"\n");
    write_model(table, "full", &full);
    write_model(table, "sparse", &sparse);
    return fclose(table) ? 2 : 0;
}
