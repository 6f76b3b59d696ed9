/* The library's door to beliefs: averages of sampled worlds, and plain counts to compare
 * them with. */
#include "flagfall/belief.h"

#include <string.h>

#include "ai/belief/belief_sampler.h"

void ff_belief_of(const ff_view *view, uint64_t seed, unsigned worlds, ff_belief *out) {
    belief b;
    belief_by_sampling(view, seed, worlds, NULL, &b);
    memcpy(out->chance, b.chance, sizeof out->chance);
}

/* The chances of a hidden piece where so many of each rank are missing: what cannot move is
 * spread over the places that have not moved, the rest is shared out evenly. Where the counts
 * leave nothing (a board with other pieces than the army's) every rank is as likely. This is
 * what everybody can work out who counts, and no more: the measure for what reading moves and
 * set-ups adds. */
static void share(const int missing[FF_RANKS], unsigned unmoved, bool moved,
                  double chance[FF_RANKS]) {
    double fixed = missing[FF_BOMB] + missing[FF_FLAG], movers = 0;
    for (int rank = FF_SPY; rank < FF_BOMB; rank++)
        movers += missing[rank];
    double still = fixed > 0 && unmoved > fixed && movers > 0 ? fixed / unmoved : fixed > 0;
    if (moved)
        still = 0;
    for (int rank = FF_SPY; rank < FF_BOMB; rank++)
        chance[rank] = movers > 0 ? (1 - still) * missing[rank] / movers : 0;
    for (int rank = FF_BOMB; rank < FF_RANKS; rank++)
        chance[rank] = fixed > 0 ? still * missing[rank] / fixed : 0;
    double sum = 0;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        sum += chance[rank];
    if (sum == 0)
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            chance[rank] = 1.0 / (FF_RANKS - FF_SPY);
}

void ff_belief_by_counts(const ff_view *view, ff_belief *out) {
    int missing[FF_RANKS] = {0};
    unsigned left[FF_RANKS] = {0}, hidden[2] = {0}; /* those that have not moved, and have */
    double chance[2][FF_RANKS] = {{0}};
    memset(out, 0, sizeof *out);
    belief_count(view, missing, left);
    for (int square = 0; square < FF_SQUARES; square++)
        if (belief_is_hidden(view, square))
            hidden[view->cell[square].moved]++;
    share(missing, hidden[0], false, chance[0]);
    share(missing, hidden[0], true, chance[1]);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        if (belief_is_hidden(view, square))
            memcpy(out->chance[square], chance[cell->moved], sizeof chance[0]);
        else if (cell->seat == 1 - view->viewer)
            out->chance[square][cell->rank] = 1;
    }
}
