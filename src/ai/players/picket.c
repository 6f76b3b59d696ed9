#include "ai/players/picket.h"

#include "ai/search/outlook.h"
#include "base/hash.h"
#include "base/rng.h"
#include "flagfall/presets.h"

#include <stdlib.h>

static const picket_traits grown = {.caution = 100, .plan = 100, .noise = 1024};

typedef struct picket {
    ff_player player; /* first: a pointer to one is a pointer to the other */
    const picket_traits *traits;
    uint64_t seed;
    outlook outlook; /* scratch, filled anew for each move */
} picket;

/* Chance depends on the seed and on how far the game is, on nothing kept. */
static void chance_begin(const picket *self, uint64_t plies, ff_rng *rng) {
    ff_rng_seed(rng, ff_hash_number(self->seed, plies));
}

static void picket_set_up(ff_player *player, const ff_edition *edition, ff_seat seat,
                          ff_setup *setup) {
    const picket *self = (const picket *)player;
    ff_rng rng;
    chance_begin(self, 1u << 20 | (unsigned)seat, &rng);
    ff_preset_draw(edition, &rng, setup);
}

/* Going back to where one has just been leads nowhere. */
static double staleness(const ff_view *view, ff_move move) {
    double stale = 0;
    const ff_history *history = &view->history;
    for (uint32_t back = 2; back <= 16 && back <= history->size; back += 2)
        if (FF_FROM(history->moves[history->size - back]) == FF_TO(move))
            stale += 0.25;
    return stale;
}

/* Who leaves the side of his flag opens a way to it. */
static double desertion(const outlook *o, ff_move move) {
    return outlook_guards_flag(o, FF_FROM(move)) ? 1.5 * (1 - o->urgency) : 0;
}

static double value_of_step(const outlook *o, const picket_traits *t, ff_move move) {
    int from = FF_FROM(move), to = FF_TO(move);
    const ff_cell *cell = &o->view->cell[from];
    ff_rank rank = (ff_rank)cell->rank;
    bool run = abs(to - from) != 1 && abs(to - from) != FF_FILES;
    change after = {from, to, rank, cell->known || run};
    double value = t->plan / 100.0 * (outlook_pull(o, rank, to) - outlook_pull(o, rank, from));
    if (t->caution)
        value -= t->caution / 100.0 * outlook_danger(o, &after);
    value -= staleness(o->view, move) + desertion(o, move);
    return cell->moved ? value : value - 0.1;
}

/* What the enemy can do next, averaged over three ways in which a battle may go. */
static double danger_of_attack(const outlook *o, ff_move move) {
    int from = FF_FROM(move), to = FF_TO(move);
    ff_rank rank = (ff_rank)o->view->cell[from].rank;
    const duel *d = &o->duel[rank][to];
    change won = {from, to, rank, true};
    change lost = {from, -1, FF_EMPTY, false};
    change both = {from, to, FF_EMPTY, false};
    return d->win * outlook_danger(o, &won) + d->tie * outlook_danger(o, &both) +
           (1 - d->win - d->tie) * outlook_danger(o, &lost);
}

static double value_of_attack(const outlook *o, const picket_traits *t, ff_move move) {
    int from = FF_FROM(move), to = FF_TO(move);
    const ff_cell *cell = &o->view->cell[from];
    ff_rank rank = (ff_rank)cell->rank;
    const duel *d = &o->duel[rank][to];
    if (o->belief.chance[to][FF_FLAG] > 0.99)
        return 1000;
    double value = d->gain - t->plan / 100.0 * outlook_pull(o, rank, from);
    if (t->caution)
        value -= t->caution / 100.0 * danger_of_attack(o, move);
    value -= desertion(o, move);
    if (!cell->known) /* the secret of a strong piece is worth something */
        value -= 0.04 * o->worth[o->self][rank];
    if (o->view->cell[to].rank == FF_HIDDEN) /* and so is the enemy's */
        value += 0.5 + 4 * o->urgency + t->zeal;
    return value;
}

static double rate(const outlook *o, const picket_traits *t, ff_move move) {
    bool attack = o->view->cell[FF_TO(move)].seat != FF_NOBODY;
    return attack ? value_of_attack(o, t, move) : value_of_step(o, t, move);
}

double picket_rate(const outlook *o, ff_move move) {
    return rate(o, &grown, move);
}

static ff_move picket_move(ff_player *player, const ff_view *view, unsigned budget_ms) {
    picket *self = (picket *)player;
    (void)budget_ms;
    ff_move moves[FF_MOVES_MAX], best = 0;
    size_t count = ff_view_moves(view, moves);
    double best_value = 0;
    ff_rng rng;
    chance_begin(self, view->plies, &rng);
    belief b;
    belief_from_view(&b, view);
    outlook_init(&self->outlook, view, &b, 1);
    for (size_t i = 0; i < count; i++) {
        double value = rate(&self->outlook, self->traits, moves[i]);
        value += rng_below(&rng, self->traits->noise) / 4096.0;
        if (i == 0 || value > best_value) {
            best = moves[i];
            best_value = value;
        }
    }
    return best;
}

static void picket_free(ff_player *player) {
    free(player);
}

ff_player *picket_new(const void *traits, uint64_t seed) {
    picket *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player = (ff_player){.set_up = picket_set_up, .move = picket_move, .free = picket_free};
    self->traits = traits ? traits : &grown;
    self->seed = seed;
    return &self->player;
}
