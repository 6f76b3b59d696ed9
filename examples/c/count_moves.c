/* Counts the sequences of legal moves from two armies drawn by lot: how a set-up becomes a
 * position, and how a position is asked for its moves.
 *
 * count_moves [EDITION [PLIES [SEED]]] */
#include <flagfall.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    const ff_edition *edition =
        argc > 1 ? ff_edition_find(ff_span_of(argv[1])) : ff_edition_default();
    unsigned plies = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 3;
    if (!edition || plies < 1 || plies > 6) {
        fputs("usage: count_moves [EDITION [PLIES 1..6 [SEED]]]\n", stderr);
        return 2;
    }
    ff_rng rng;
    ff_rng_seed(&rng, argc > 3 ? strtoull(argv[3], NULL, 10) : 1);

    ff_rules rules;
    ff_position position;
    ff_history history = {0};
    ff_rules_init(&rules, edition, NULL);
    ff_position_clear(&position);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup army;
        ff_setup_random(&army, edition, &rng);
        for (unsigned k = 0; k < ff_edition_zone_size(edition); k++)
            ff_position_put(&position, ff_edition_zone_square(edition, (ff_seat)seat, k),
                            (ff_seat)seat, (ff_rank)army.rank[k]);
    }
    ff_position_begin(&rules, &position);
    if (!ff_history_reserve(&history, plies)) {
        fputs("out of memory\n", stderr);
        return 1;
    }
    for (unsigned depth = 1; depth <= plies; depth++)
        printf("%s %u %" PRIu64 "\n", edition->id, depth,
               ff_perft(&rules, &position, &history, depth));
    ff_history_free(&history);
    return 0;
}
