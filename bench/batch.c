/* How fast batches go: `bench-batch [SECONDS [GAMES [EDITION [NAME]]]]`, a line a benchmark;
 * with a name those of that name alone.
 *
 * All drawn from the complete legal set, random armies, every rule on. Games one after
 * the other (`playouts`) come first, for comparison; `memcpy` copies as many bytes as the
 * observations of a step have, or the masks where there are none, between buffers of the same
 * size, right after the lines that write them. One thread is measured by its processor time,
 * several by the wall's. */
#define _POSIX_C_SOURCE 200809L
#include "flagfall.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A benchmark runs in so many parts, of which the best counts: what else runs on a machine can
 * only take time away. */
enum { ROUNDS = 10 };

typedef struct bench {
    double seconds;
    ff_rules rules;
    unsigned games;
} bench;

static double clock_seconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void *room(size_t bytes) {
    void *memory = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!memory) {
        fputs("not enough memory\n", stderr);
        exit(1);
    }
    memset(memory, 0, bytes);
    return memory;
}

static void playouts(const bench *b) {
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        ff_tally tally = {0};
        double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID), spent = 0;
        do {
            if (!ff_playouts(&b->rules, 1, tally.games, 100, &tally))
                exit(1);
            spent = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
        } while (spent < b->seconds / ROUNDS);
        best = fmax(best, (double)tally.plies / spent);
    }
    printf("playouts steps/s=%.0f\n", best);
}

/* What is written in a step. */
typedef struct wish {
    const char *name;
    unsigned threads;
    bool masks, bits;
    int number; /* of observations; -1: none */
    const char *const *planes;
} wish;

static ff_observation choose_planes(const wish *w) {
    ff_observation all = ff_observation_all((ff_number)w->number, false);
    if (!w->planes)
        return all;
    all.planes = 0;
    for (const char *const *name = w->planes; *name; name++) {
        size_t index;
        if (ff_plane_find(ff_span_of(*name), &index))
            all.plane[all.planes++] = (uint8_t)index;
    }
    return all;
}

static void copy(const bench *b, const char *name, size_t bytes) {
    char *from = room(bytes), *to = room(bytes);
    double best = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double begin = clock_seconds(CLOCK_THREAD_CPUTIME_ID), spent = 0;
        uint64_t copies = 0;
        do {
            memcpy(to, from, bytes);
            from[copies++ % bytes] ^= to[bytes / 2];
            spent = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - begin;
        } while (spent < b->seconds / ROUNDS);
        best = fmax(best, (double)copies * (double)bytes / spent);
    }
    printf("%s-memcpy GB/s=%.2f bytes=%zu\n", name, best / 1e9, bytes);
    free(from);
    free(to);
}

static void steps(const bench *b, const wish *w) {
    ff_observation wanted = choose_planes(w);
    ff_batch_options options = {.size = sizeof options,
                                .games = b->games,
                                .threads = w->threads,
                                .edition = &b->rules.edition,
                                .observation = w->number < 0 ? NULL : &wanted};
    ff_batch *batch;
    double start = clock_seconds(CLOCK_MONOTONIC);
    if (ff_batch_new(&options, &batch, NULL) != FF_BATCH_OK)
        exit(1);
    start = clock_seconds(CLOCK_MONOTONIC) - start;
    size_t n = b->games, bytes = n * ff_batch_observation_bytes(batch);
    size_t mask_bytes = n * ff_batch_actions(batch);
    int32_t *actions = room(n * sizeof *actions);
    ff_batch_arrays arrays = {.size = sizeof arrays,
                              .actions = actions,
                              .rewards = room(n * 2 * sizeof(float)),
                              .done = room(n),
                              .turns = room(n),
                              .masks = w->masks ? room(mask_bytes) : NULL,
                              .mask_bits = w->bits ? room(n * FF_BATCH_WORDS * 8) : NULL,
                              .observations = bytes ? room(bytes) : NULL};
    clockid_t clock = w->threads > 1 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    double stepped_best = 0, sampled_best = 0; /* calls a second */
    for (int round = 0; round < ROUNDS; round++) {
        double stepping = 0, sampling = 0, calls = 0, now = clock_seconds(clock);
        for (; stepping < b->seconds / ROUNDS; calls++) {
            ff_batch_sample(batch, actions);
            double sampled = clock_seconds(clock);
            if (ff_batch_step(batch, &arrays, NULL) != FF_BATCH_OK)
                exit(1);
            sampling += sampled - now;
            now = clock_seconds(clock);
            stepping += now - sampled;
        }
        stepped_best = fmax(stepped_best, calls / stepping);
        sampled_best = fmax(sampled_best, calls / sampling);
    }
    printf("%s threads=%u steps/s=%.0f sampled/s=%.0f", w->name, ff_batch_threads(batch),
           stepped_best * (double)n, sampled_best * (double)n);
    if (bytes)
        printf(" GB/s=%.2f bytes=%zu", stepped_best * (double)bytes / 1e9, bytes);
    printf(" start_ms=%.2f bytes/game=%zu\n", start * 1e3, ff_batch_memory(batch) / n);
    free(arrays.rewards);
    free(arrays.done);
    free(arrays.turns);
    free(arrays.masks);
    free(arrays.mask_bits);
    free(arrays.observations);
    free(actions);
    ff_batch_free(batch);
    if (w->threads <= 1 && bytes)
        copy(b, w->name, bytes);
    else if (w->threads <= 1 && w->masks)
        copy(b, w->name, mask_bytes);
}

int main(int argc, char **argv) {
    static const char *const few[] = {"own-known",     "own-moved", "unknown-unmoved",
                                      "unknown-moved", "lake",      NULL};
    static const wish wishes[] = {
        {"step", 1, false, false, -1, NULL},
        {"mask-bits", 1, false, true, -1, NULL},
        {"mask-bits", 2, false, true, -1, NULL},
        {"masks", 1, true, false, -1, NULL},
        {"masks", 2, true, false, -1, NULL},
        {"observe-uint8", 1, true, false, FF_UINT8, NULL},
        {"observe-float32", 1, true, false, FF_FLOAT32, NULL},
        {"observe-float32", 2, true, false, FF_FLOAT32, NULL},
        {"observe-few-float32", 1, true, false, FF_FLOAT32, few},
    };
    const char *id = argc > 3 ? argv[3] : ff_edition_default()->id;
    const ff_edition *edition = ff_edition_find(ff_span_of(id));
    bench b = {.seconds = argc > 1 ? atof(argv[1]) : 1,
               .games = argc > 2 ? (unsigned)atoi(argv[2]) : 1024};
    if (!edition || b.games == 0) {
        fputs("usage: bench-batch [SECONDS [GAMES [EDITION [NAME]]]]\n", stderr);
        return 2;
    }
    ff_rules_init(&b.rules, edition,
                  &(ff_options){.size = sizeof(ff_options), .ply_limit = edition->host_cap});
    const char *only = argc > 4 ? argv[4] : NULL;
    bool found = !only || strcmp(only, "playouts") == 0;
    if (found)
        playouts(&b);
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++)
        if (!only || strcmp(only, wishes[i].name) == 0) {
            steps(&b, &wishes[i]);
            found = true;
        }
    if (!found)
        fprintf(stderr, "no benchmark is called %s\n", only);
    return found ? 0 : 2;
}
