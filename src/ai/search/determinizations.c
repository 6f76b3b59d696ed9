/* Worlds for the moves at the root. Those for an attack are made when it is first asked for,
 * and shared by every move that attacks the same piece. What must hold: in each world every
 * hidden piece has a rank that the sampler could have given it. */
#include "ai/search/determinizations.h"

#include <assert.h>
#include <string.h>

/* Ranks that are less likely than LEAST thousandths get no world. TRIES is how many samples are
 * drawn to find one in which somebody can exchange the wanted rank. */
enum { LEAST = 10, TRIES = 8 };

static void add(determinizations *w, const uint8_t ranks[FF_SQUARES], double weight) {
    assert(w->count < DETERMINIZATIONS_MAX);
    search_root(w->evaluation, w->view, ranks, &w->root[w->count]);
    w->weight[w->count++] = (float)weight;
}

/* The board in the sampler's present world. */
static void write_ranks(const determinizations *w, const belief_sampler *sampler,
                        uint8_t ranks[FF_SQUARES]) {
    for (int square = 0; square < FF_SQUARES; square++)
        ranks[square] = w->view->cell[square].rank;
    for (unsigned i = 0; i < sampler->count; i++)
        ranks[sampler->square[i]] = sampler->rank[i];
}

void determinizations_init(determinizations *w, const evaluation *e, const ff_view *view,
                           belief_sampler *sampler, ff_rng *rng) {
    uint8_t ranks[FF_SQUARES];
    w->evaluation = e;
    w->view = view;
    w->count = 0;
    memset(w->against, 0, sizeof w->against);
    for (int i = 0; i < DETERMINIZATIONS_QUIET; i++) {
        belief_sampler_next(sampler, rng);
        write_ranks(w, sampler, ranks);
        add(w, ranks, 1);
    }
}

/* Gives a hidden piece's square that rank, by exchange with whoever has it, so that the army
 * stays the same. False where the only piece that has it has moved, and would get a bomb or the
 * flag for it. */
static bool exchange(const determinizations *w, const belief_sampler *sampler, int square,
                     uint8_t rank, uint8_t ranks[FF_SQUARES]) {
    if (ranks[square] == rank)
        return true;
    for (unsigned i = 0; i < sampler->count; i++) {
        int other = sampler->square[i];
        if (ranks[other] != rank || (ranks[square] >= FF_BOMB && w->view->cell[other].moved))
            continue;
        ranks[other] = ranks[square];
        ranks[square] = rank;
        return true;
    }
    return false;
}

static void add_rank(determinizations *w, belief_sampler *sampler, int square, uint8_t rank,
                     double chance, ff_rng *rng) {
    uint8_t ranks[FF_SQUARES];
    for (int i = 0; i < TRIES; i++) {
        belief_sampler_next(sampler, rng);
        write_ranks(w, sampler, ranks);
        if (exchange(w, sampler, square, rank, ranks)) {
            add(w, ranks, chance);
            return;
        }
    }
}

determinization_range determinizations_for(determinizations *w, ff_move move,
                                           belief_sampler *sampler, const belief *b, ff_rng *rng) {
    int square = FF_TO(move);
    determinization_range *range = &w->against[square];
    if (w->view->cell[square].rank != FF_HIDDEN)
        return (determinization_range){0, DETERMINIZATIONS_QUIET};
    if (range->count)
        return *range;
    range->first = w->count;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        if (b->chance[square][rank] * 1000 >= LEAST && w->count < DETERMINIZATIONS_MAX)
            add_rank(w, sampler, square, (uint8_t)rank, b->chance[square][rank], rng);
    range->count = w->count - range->first;
    /* No rank was likely enough, or none fitted: the worlds for quiet moves then serve, in
     * which the piece has some rank as well. */
    return range->count ? *range : (determinization_range){0, DETERMINIZATIONS_QUIET};
}
