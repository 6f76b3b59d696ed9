#include "ai/search/worlds.h"

#include <string.h>

/* What is less likely is left out, in a thousand. */
enum { LEAST = 10, TRIES = 8 };

static void add(worlds *w, const uint8_t ranks[FF_SQUARES], double weight) {
    search_root(w->judgement, w->view, ranks, &w->frame[w->count]);
    w->weight[w->count++] = (float)weight;
}

/* The board in the suspects' present world. */
static void write_ranks(const worlds *w, const suspects *enemy, uint8_t ranks[FF_SQUARES]) {
    for (int square = 0; square < FF_SQUARES; square++)
        ranks[square] = w->view->cell[square].rank;
    for (unsigned i = 0; i < enemy->count; i++)
        ranks[enemy->square[i]] = enemy->rank[i];
}

void worlds_init(worlds *w, const judgement *j, const ff_view *view, suspects *enemy, ff_rng *rng) {
    uint8_t ranks[FF_SQUARES];
    w->judgement = j;
    w->view = view;
    w->count = 0;
    memset(w->against, 0, sizeof w->against);
    for (int i = 0; i < WORLDS_QUIET; i++) {
        suspects_shuffle(enemy, rng);
        write_ranks(w, enemy, ranks);
        add(w, ranks, 1);
    }
}

/* Gives a suspect's square that rank, by exchange with whoever has it; false where nobody
 * has it who may have the other. */
static bool exchange(const worlds *w, const suspects *enemy, int square, uint8_t rank,
                     uint8_t ranks[FF_SQUARES]) {
    if (ranks[square] == rank)
        return true;
    for (unsigned i = 0; i < enemy->count; i++) {
        int other = enemy->square[i];
        if (ranks[other] != rank || (ranks[square] >= FF_BOMB && w->view->cell[other].moved))
            continue;
        ranks[other] = ranks[square];
        ranks[square] = rank;
        return true;
    }
    return false;
}

static void add_rank(worlds *w, suspects *enemy, int square, uint8_t rank, double chance,
                     ff_rng *rng) {
    uint8_t ranks[FF_SQUARES];
    for (int i = 0; i < TRIES; i++) {
        suspects_shuffle(enemy, rng);
        write_ranks(w, enemy, ranks);
        if (exchange(w, enemy, square, rank, ranks)) {
            add(w, ranks, chance);
            return;
        }
    }
}

worlds_share worlds_for(worlds *w, ff_move move, suspects *enemy, const belief *b, ff_rng *rng) {
    int square = FF_TO(move);
    worlds_share *share = &w->against[square];
    if (w->view->cell[square].rank != FF_HIDDEN)
        return (worlds_share){0, WORLDS_QUIET};
    if (share->count)
        return *share;
    share->first = w->count;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        if (b->chance[square][rank] * 1000 >= LEAST && w->count < WORLDS_MAX)
            add_rank(w, enemy, square, (uint8_t)rank, b->chance[square][rank], rng);
    share->count = w->count - share->first;
    return share->count ? *share : (worlds_share){0, WORLDS_QUIET};
}
