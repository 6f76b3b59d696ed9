/* Can an intruder be stopped in time? Distances to the gates (the squares beside our flag) are
 * measured once at the root; in the tree only who stands within reach is looked up, by
 * bitboards, because this is asked at every node. */
#include "ai/search/flag_safety.h"

#include <string.h>

#include "core/board.h"

/* What it costs that an intruder so many steps from a gate has nobody to stop him. He
 * may turn back, and we may still come. */
static const int16_t unstopped[FLAG_SAFETY_REACH + 1] = {0,   5000, 3500, 2500, 1800, 1200,
                                                         800, 500,  300,  200,  100};

static bool is_ours(const root_features *features, int square, ff_rank rank) {
    return features->view->cell[square].seat == features->self &&
           features->view->cell[square].rank == rank;
}

/* Pieces in the way may step aside; our bombs and flag do not. */
static void walk(flag_safety *s, const root_features *features, unsigned gate) {
    bool barred[FF_SQUARES];
    const uint8_t *steps = s->steps[gate];
    for (int square = 0; square < FF_SQUARES; square++)
        barred[square] = is_ours(features, square, FF_BOMB) || is_ours(features, square, FF_FLAG);
    root_features_walk(features, s->gate[gate], barred, s->steps[gate]);
    for (int square = 0; square < FF_SQUARES; square++) {
        /* Each set holds all that is within so many steps, so that one look-up answers for
         * every shorter way as well. The one beyond the reach is for us on turn. */
        for (unsigned reach = steps[square]; reach <= FLAG_SAFETY_REACH + 1; reach++) {
            s->within[gate][reach][0] |= square_bits[square][0];
            s->within[gate][reach][1] |= square_bits[square][1];
        }
    }
}

static void find_gates(flag_safety *s, const root_features *features) {
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_edition *edition = &features->view->rules->edition;
        if (s->gates == FLAG_SAFETY_GATES || !ff_edition_on_board(edition, square) ||
            edition->lake[square] || !root_features_guards_flag(features, square))
            continue;
        s->gate[s->gates] = (uint8_t)square;
        walk(s, features, s->gates++);
    }
}

/* How much an enemy piece is to be watched: by how near and how likely a miner it is. */
static int rate(const flag_safety *s, const root_features *features, int square) {
    unsigned nearest = FAR_AWAY;
    for (unsigned gate = 0; gate < s->gates; gate++)
        if (s->steps[gate][square] < nearest)
            nearest = s->steps[gate][square];
    if (nearest > FLAG_SAFETY_REACH)
        return 0;
    const double *chance = features->belief.chance[square];
    double mover = 1 - chance[FF_BOMB] - chance[FF_FLAG];
    /* A piece on the gate itself (0 steps) is as near as one beside it. A mover that is no
     * miner counts a tenth: it can do harm where a gate is open. */
    return (int)(unstopped[nearest > 1 ? nearest : 1] * (chance[FF_MINER] + 0.1 * mover));
}

/* The most dangerous few, in order, by insertion: one that is not among them falls off the end. */
static void find_intruders(flag_safety *s, const root_features *features) {
    int rating[FLAG_SAFETY_INTRUDERS + 1] = {0};
    for (int i = 0; i < features->targets; i++) {
        int square = features->target[i], rated = rate(s, features, square);
        unsigned k = s->intruders;
        if (rated <= 0)
            continue;
        for (; k > 0 && rating[k - 1] < rated; k--) {
            rating[k] = rating[k - 1];
            if (k < FLAG_SAFETY_INTRUDERS)
                s->intruder[k] = s->intruder[k - 1];
        }
        if (k == FLAG_SAFETY_INTRUDERS)
            continue;
        rating[k] = rated;
        s->intruder[k] =
            (intruder){.square = (uint8_t)square,
                       .rank = features->view->cell[square].rank,
                       .miner = (uint8_t)(100 * features->belief.chance[square][FF_MINER] + 0.5)};
        s->intruders += s->intruders < FLAG_SAFETY_INTRUDERS;
    }
}

void flag_safety_init(flag_safety *s, const root_features *features) {
    memset(s, 0, sizeof *s);
    s->self = features->self;
    find_gates(s, features);
    find_intruders(s, features);
}

/* Is one of ours that can take a piece of that rank within so many steps of a gate? */
static bool is_stopped(const flag_safety *s, const ff_position *p, unsigned gate, unsigned reach,
                       unsigned rank) {
    for (int lane = 0; lane < 2; lane++) {
        uint64_t left =
            /* Scouts are left out: they lose against nearly everything that can break in. */
            p->movers[s->self][lane] & ~p->scouts[s->self][lane] & s->within[gate][reach][lane];
        for (; left; left &= left - 1) {
            unsigned own = rank_at(p, bit_square[lane][__builtin_ctzll(left)]);
            /* A tie stops him as well. */
            if (own >= rank || (own == FF_SPY && rank == FF_MARSHAL))
                return true;
        }
    }
    return false;
}

/* By the nearest gate that a piece of that rank can open. */
static int cost_of(const flag_safety *s, const ff_position *p, unsigned square, unsigned rank) {
    bool turn = p->turn == s->self;
    int worst = 0;
    for (unsigned gate = 0; gate < s->gates; gate++) {
        unsigned steps = s->steps[gate][square];
        if (steps > FLAG_SAFETY_REACH || unstopped[steps] <= worst)
            continue;
        if (rank_at(p, s->gate[gate]) == FF_BOMB && rank != FF_MINER)
            continue;
        if (!is_stopped(s, p, gate, steps + turn, rank))
            worst = unstopped[steps];
    }
    return worst;
}

int flag_safety_cost(const flag_safety *s, const ff_position *p,
                     const uint8_t at[FLAG_SAFETY_INTRUDERS]) {
    int cost = 0;
    for (unsigned i = 0; i < s->intruders; i++) {
        if (at[i] == FF_OFF_BOARD)
            continue;
        const intruder *enemy = &s->intruder[i];
        if (enemy->miner)
            cost += cost_of(s, p, at[i], FF_MINER) * enemy->miner / 100;
        if (enemy->rank != FF_HIDDEN && enemy->rank != FF_MINER && enemy->rank < FF_BOMB)
            cost += cost_of(s, p, at[i], enemy->rank);
    }
    return cost;
}
