/* How long the pairing of a Swiss round takes, by the functions of src/pairing alone: a tournament
 * for each way in which results can come, a line each.
 *
 * build/bench-pairing [PLAYERS] [ROUNDS] */
#define _POSIX_C_SOURCE 200809L
#include "flagfall.h"
#include "pairing/swiss.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double cpu_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* What White gets of a game, in halves. */
static unsigned points_by_lot(ff_rng *rng) {
    return ff_rng_below(rng, CROSSTABLE_WIN + 1);
}

static unsigned points_of_a_win(ff_rng *rng) {
    return (void)rng, CROSSTABLE_WIN;
}

static unsigned points_of_a_draw(ff_rng *rng) {
    return (void)rng, CROSSTABLE_DRAW;
}

static const struct {
    const char *name;
    unsigned (*points)(ff_rng *rng);
} kinds[] = {
    {"by-lot", points_by_lot}, {"white-wins", points_of_a_win}, {"draws", points_of_a_draw}};

static void play_round(crosstable *table, const fixture_pair *pairs, unsigned count,
                       unsigned (*points)(ff_rng *rng), ff_rng *rng) {
    unsigned round = table->rounds++;
    for (unsigned i = 0; i < count; i++) {
        unsigned white = points(rng);
        if (pairs[i].black == CROSSTABLE_NOBODY)
            crosstable_set_bye(table, round, pairs[i].white);
        else
            crosstable_set_game(table, round, pairs[i].white, pairs[i].black, white,
                                CROSSTABLE_WIN - white, false);
    }
}

/* The signature stands for all pairs: what pairs the same has the same. */
static void play(const char *name, unsigned (*points)(ff_rng *rng), crosstable *table) {
    bool plays[CROSSTABLE_PLAYERS_MAX];
    fixture_pair pairs[CROSSTABLE_PLAYERS_MAX];
    double all = 0, longest = 0;
    uint64_t signature = 1;
    unsigned count = 0;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    for (unsigned i = 0; i < table->players; i++)
        plays[i] = true;
    while (table->rounds < table->rounds_max) {
        const swiss_round round = {table, plays, table->rounds_max, true};
        double begin = cpu_seconds();
        swiss_answer answer = swiss_pair(&round, pairs, &count);
        double spent = cpu_seconds() - begin;
        all += spent;
        longest = spent > longest ? spent : longest;
        if (answer != SWISS_PAIRED)
            break;
        for (unsigned i = 0; i < count; i++)
            signature =
                (signature ^ (pairs[i].white * 65537u + pairs[i].black)) * 0x9E3779B97F4A7C15u;
        play_round(table, pairs, count, points, &rng);
    }
    printf("%s rounds=%u mean-ms=%.1f longest-ms=%.1f signature=%016llx\n", name, table->rounds,
           1000 * all / table->rounds, 1000 * longest, (unsigned long long)signature);
}

int main(int argc, char **argv) {
    unsigned long players = argc > 1 ? strtoul(argv[1], NULL, 10) : 64;
    unsigned long rounds = argc > 2 ? strtoul(argv[2], NULL, 10) : 15;
    if (players < 2 || players > CROSSTABLE_PLAYERS_MAX || rounds < 1 || rounds >= players) {
        fprintf(stderr, "bench-pairing [PLAYERS] [ROUNDS]: 2 to %d players, fewer rounds\n",
                CROSSTABLE_PLAYERS_MAX);
        return 2;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        crosstable table;
        bool ok = crosstable_open(&table, (unsigned)players, (unsigned)rounds);
        if (ok)
            play(kinds[i].name, kinds[i].points, &table);
        crosstable_free(&table);
        if (!ok)
            return 1;
    }
    return 0;
}
