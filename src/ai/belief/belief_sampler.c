/* A Markov chain over ways to deal the missing ranks out. Every state has the right number
 * of each rank, because all that ever happens is an exchange between two pieces. */
#include "ai/belief/belief_sampler.h"

#include <string.h>

#include "ai/belief/move_evidence.h"
#include "base/rng.h"
#include "view/player_chance.h"

/* In MODEL_UNITs. No set-up is out of the question, and no behaviour: people are not all alike,
 * so neither counts more than MOST and DOUBT. CANNOT is a bomb that has moved: a board set by
 * hand may begin with one, the chain leaves it at the first chance and never comes back. */
enum { MOST = 10 * MODEL_UNIT, DOUBT = 6 * MODEL_UNIT, CANNOT = 1000 * MODEL_UNIT, POWERS = 24 };

/* Deals out the missing ranks, the flag first. Where more are missing than stand there (in
 * memory mode the fallen are not named) the rest is drawn by lot; where fewer are (a board
 * with other pieces than the army's) scouts fill up. Where the chain begins does not matter
 * in the end, only that the counts are right. */
static void deal(belief_sampler *s, const ff_view *view, ff_rng *rng) {
    int missing[FF_RANKS] = {0};
    unsigned left[FF_RANKS] = {0}, pieces = 0, dealt = 0;
    uint8_t pool[FF_ZONE_MAX];
    belief_count(view, missing, left);
    for (int rank = FF_SPY; rank < FF_FLAG; rank++)
        for (int n = missing[rank]; n > 0; n--)
            pool[pieces++] = (uint8_t)rank;
    if (missing[FF_FLAG] > 0 && s->count > 0)
        s->rank[dealt++] = FF_FLAG;
    while (dealt < s->count && pieces > 0) {
        unsigned drawn = rng_below(rng, pieces);
        s->rank[dealt++] = pool[drawn];
        pool[drawn] = pool[--pieces];
    }
    while (dealt < s->count)
        s->rank[dealt++] = FF_SCOUT;
}

/* What the pieces did. `reading` is how far the evidence is believed: 0 takes all hidden
 * pieces for alike. */
static void weigh(belief_sampler *s, const ff_view *view, const move_evidence *t,
                  const policy_evidence *read, float reading) {
    for (unsigned i = 0; i < s->count; i++) {
        bool moved = view->cell[s->square[i]].moved;
        int units[FF_RANKS], most = -CANNOT;
        move_evidence_weigh(t, s->square[i], units);
        policy_evidence_weigh(read, &view->rules->edition, s->square[i], units);
        for (int rank = FF_SPY; rank < (moved ? FF_BOMB : FF_RANKS); rank++)
            most = units[rank] > most ? units[rank] : most;
        for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
            int less = most - units[rank] < DOUBT ? most - units[rank] : DOUBT;
            s->weight[i][rank] = moved && rank >= FF_BOMB ? -CANNOT : -(int)(reading * (float)less);
        }
    }
}

/* The set-up as far as it is known, and the hidden pieces' places in it. A board set by hand
 * may have pieces outside the zone. */
static void place_setup(belief_sampler *s, const ff_view *view, const move_evidence *t) {
    const ff_edition *edition = &view->rules->edition;
    affinity_init(&s->first, edition);
    memset(s->place, FF_OFF_BOARD, sizeof s->place);
    for (unsigned k = 0; k < ff_edition_zone_size(edition); k++) {
        int square = ff_edition_zone_square(edition, (ff_seat)(1 - view->viewer), k);
        int rank = t->first[square];
        for (unsigned i = 0; i < s->count; i++) {
            if (t->start[s->square[i]] != square)
                continue;
            s->place[i] = (uint8_t)k;
            rank = s->rank[i];
        }
        affinity_put(&s->first, (int)k, rank);
    }
}

static void set_rank(belief_sampler *s, unsigned i, uint8_t rank) {
    s->rank[i] = rank;
    if (s->place[i] != FF_OFF_BOARD)
        affinity_put(&s->first, s->place[i], rank);
}

/* By how many units the set-up weighs more when two hidden pieces exchange their ranks. Only their
 * own bonds change, so the whole set-up need not be weighed. */
static int gain_of(const belief_sampler *s, unsigned i, unsigned j) {
    const affinity_board *first = &s->first;
    int here = s->place[i], there = s->place[j];
    if (here != FF_OFF_BOARD && there != FF_OFF_BOARD)
        return affinity_exchange(first, here, there);
    if (here != FF_OFF_BOARD)
        return affinity_at(first, here, s->rank[j]) - affinity_at(first, here, s->rank[i]);
    if (there != FF_OFF_BOARD)
        return affinity_at(first, there, s->rank[i]) - affinity_at(first, there, s->rank[j]);
    return 0;
}

/* Two to the power of so many units, zero or below, the same on every machine. A table and shifts
 * instead of `exp2f`, whose last bit differs between libraries: the same seed has to give the same
 * world, and so the same move. */
static float power_of(int units) {
    static const float part[MODEL_UNIT] = {
        1.000000f, 1.044274f, 1.090508f, 1.138789f, 1.189207f, 1.241858f, 1.296840f, 1.354256f,
        1.414214f, 1.476826f, 1.542211f, 1.610490f, 1.681793f, 1.756252f, 1.834008f, 1.915207f};
    unsigned above = (unsigned)(units + POWERS * MODEL_UNIT);
    return units < -POWERS * MODEL_UNIT
               ? 0
               : part[above % MODEL_UNIT] * (float)(1u << above / MODEL_UNIT) /
                     (float)(1u << POWERS);
}

/* Exchanges the ranks of two hidden pieces, more likely so where the world then weighs more.
 * The rule of Metropolis: an exchange that makes the world likelier is made, another one as
 * often as it makes it less so. In the long run worlds come as often as they are likely. */
static void exchange_two(belief_sampler *s, ff_rng *rng, unsigned i, unsigned j) {
    uint8_t a = s->rank[i], b = s->rank[j];
    int gain = gain_of(s, i, j);
    gain = gain > MOST ? MOST : gain < -MOST ? -MOST : gain;
    gain += s->weight[i][b] + s->weight[j][a] - s->weight[i][a] - s->weight[j][b];
    if (gain >= 0 || (float)rng_below(rng, 1u << 24) < power_of(gain) * (float)(1u << 24)) {
        set_rank(s, i, b);
        set_rank(s, j, a);
    }
}

static void exchange(belief_sampler *s, ff_rng *rng, unsigned times) {
    if (s->count < 2)
        return;
    while (times-- > 0) {
        unsigned i = rng_below(rng, s->count), j = rng_below(rng, s->count);
        if (s->rank[i] != s->rank[j])
            exchange_two(s, rng, i, j);
    }
}

void belief_sampler_init(belief_sampler *s, const ff_view *view, float reading,
                         policy_evidence *read, ff_rng *rng) {
    move_evidence t;
    policy_evidence anew = {0};
    read = read ? read : &anew;
    memset(s, 0, sizeof *s);
    for (int square = 0; square < FF_SQUARES; square++)
        if (belief_is_hidden(view, square))
            s->square[s->count++] = (uint8_t)square;
    move_evidence_read(&t, view);
    policy_evidence_read(read, view);
    deal(s, view, rng);
    weigh(s, view, &t, read, reading);
    place_setup(s, view, &t);
    /* Until the chain has forgotten where it began ("burn-in"): some hundred tries for each
     * piece. From world to world far fewer are enough. */
    exchange(s, rng, 100 * s->count);
}

void belief_sampler_next(belief_sampler *s, ff_rng *rng) {
    exchange(s, rng, 6 * s->count);
}

void belief_sampler_world(const belief_sampler *s, const ff_view *view, ff_position *world) {
    ff_view_position(view, world);
    for (unsigned i = 0; i < s->count; i++)
        ff_position_put(world, s->square[i], (ff_seat)(1 - view->viewer), (ff_rank)s->rank[i]);
}

void belief_sampler_average(belief_sampler *s, const ff_view *view, unsigned worlds, ff_rng *rng,
                            belief *b) {
    belief_from_view(b, view); /* known pieces, and what is left of each rank */
    for (unsigned i = 0; i < s->count; i++)
        memset(b->chance[s->square[i]], 0, sizeof b->chance[0]);
    for (unsigned w = 0; w < worlds; w++) {
        belief_sampler_next(s, rng);
        for (unsigned i = 0; i < s->count; i++)
            b->chance[s->square[i]][s->rank[i]] += 1.0 / worlds;
    }
}

void belief_by_sampling(const ff_view *view, uint64_t seed, unsigned worlds, policy_evidence *read,
                        belief *b) {
    ff_rng rng;
    belief_sampler s;
    /* Seeded by the ply: asking twice of the same position gives the same answer. */
    player_chance_of_move(seed, view, &rng);
    belief_sampler_init(&s, view, 1, read, &rng);
    belief_sampler_average(&s, view, worlds, &rng, b);
}
