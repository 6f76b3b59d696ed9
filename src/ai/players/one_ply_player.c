/* One move ahead: every legal move gets a value from the root's features, and the best is
 * played. Nothing is kept between moves. */
#include "ai/players/one_ply_player.h"

#include "ai/search/root_features.h"
#include "base/rng.h"
#include "flagfall/presets.h"
#include "view/player_chance.h"

#include <stdlib.h>

static const one_ply_traits full_traits = {.caution = 100, .plan = 100, .noise = {1024, 1024}};

typedef struct one_ply_player {
    ff_player player; /* first: a pointer to one is a pointer to the other */
    const one_ply_traits *traits;
    uint64_t seed;
    root_features features; /* scratch, filled anew for each move */
} one_ply_player;

static void one_ply_set_up(ff_player *player, const ff_edition *edition, ff_seat seat,
                           ff_setup *setup) {
    const one_ply_player *self = (const one_ply_player *)player;
    ff_rng rng;
    player_chance_of_army(self->seed, seat, &rng);
    ff_preset_draw(edition, &rng, setup);
}

/* Going back to where one has just been leads nowhere: a price for each time in one's last
 * eight moves. */
static double staleness(const ff_view *view, ff_move move) {
    double stale = 0;
    const ff_history *history = &view->history;
    for (uint32_t back = 2; back <= 16 && back <= history->size; back += 2)
        if (FF_FROM(history->moves[history->size - back]) == FF_TO(move))
            stale += 0.25;
    return stale;
}

/* Who leaves the side of his flag opens a way to it. */
static double desertion(const root_features *features, ff_move move) {
    return root_features_guards_flag(features, FF_FROM(move)) ? 1.5 * (1 - features->urgency) : 0;
}

static double value_of_step(const root_features *features, const one_ply_traits *t, ff_move move) {
    int from = FF_FROM(move), to = FF_TO(move);
    const ff_cell *cell = &features->view->cell[from];
    ff_rank rank = (ff_rank)cell->rank;
    bool run = abs(to - from) != 1 && abs(to - from) != FF_FILES;
    change after = {from, to, rank, cell->known || run};
    double value =
        t->plan / 100.0 *
        (root_features_pull(features, rank, to) - root_features_pull(features, rank, from));
    if (t->caution)
        value -= t->caution / 100.0 * root_features_danger(features, &after);
    value -= staleness(features->view, move) + desertion(features, move);
    return cell->moved ? value : value - 0.1;
}

/* What the enemy can do next, averaged over the three ways in which a battle may end. */
static double danger_of_attack(const root_features *features, ff_move move) {
    int from = FF_FROM(move), to = FF_TO(move);
    ff_rank rank = (ff_rank)features->view->cell[from].rank;
    const duel *d = &features->duel[rank][to];
    change won = {from, to, rank, true};
    change lost = {from, -1, FF_EMPTY, false};
    change both = {from, to, FF_EMPTY, false};
    return d->win * root_features_danger(features, &won) +
           d->tie * root_features_danger(features, &both) +
           (1 - d->win - d->tie) * root_features_danger(features, &lost);
}

static double value_of_attack(const root_features *features, const one_ply_traits *t,
                              ff_move move) {
    int from = FF_FROM(move), to = FF_TO(move);
    const ff_cell *cell = &features->view->cell[from];
    ff_rank rank = (ff_rank)cell->rank;
    const duel *d = &features->duel[rank][to];
    /* Nothing else matters when the flag can be taken. */
    if (features->belief.chance[to][FF_FLAG] > 0.99)
        return 1000;
    double value = d->gain - t->plan / 100.0 * root_features_pull(features, rank, from);
    if (t->caution)
        value -= t->caution / 100.0 * danger_of_attack(features, move);
    value -= desertion(features, move);
    if (!cell->known) /* the secret of a strong piece is worth something */
        value -= 0.04 * features->worth[features->self][rank];
    if (features->view->cell[to].rank == FF_HIDDEN) /* and so is the enemy's */
        value += 0.5 + 4 * features->urgency + t->zeal;
    return value;
}

static double rate(const root_features *features, const one_ply_traits *t, ff_move move) {
    bool attack = features->view->cell[FF_TO(move)].seat != FF_NOBODY;
    return attack ? value_of_attack(features, t, move) : value_of_step(features, t, move);
}

double one_ply_rate(const root_features *features, ff_move move) {
    return rate(features, &full_traits, move);
}

static ff_move one_ply_move(ff_player *player, const ff_view *view, unsigned budget_ms) {
    one_ply_player *self = (one_ply_player *)player;
    (void)budget_ms;
    ff_move moves[FF_MOVES_MAX], best = 0;
    size_t count = ff_view_moves(view, moves);
    double best_value = 0;
    ff_rng rng;
    player_chance_of_move(self->seed, view, &rng);
    unsigned noise = self->traits->noise[armies_kind(&view->rules->edition)];
    belief b;
    belief_from_view(&b, view);
    root_features_init(&self->features, view, &b, 1);
    for (size_t i = 0; i < count; i++) {
        double value = rate(&self->features, self->traits, moves[i]);
        /* Chance makes the player weaker and less predictable; each move draws, so that the
         * same seed plays alike. */
        value += rng_below(&rng, noise) / 4096.0;
        if (i == 0 || value > best_value) {
            best = moves[i];
            best_value = value;
        }
    }
    return best;
}

static void one_ply_free(ff_player *player) {
    free(player);
}

ff_player *one_ply_player_new(const void *traits, uint64_t seed) {
    one_ply_player *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player = (ff_player){.size = sizeof(ff_player),
                               .set_up = one_ply_set_up,
                               .move = one_ply_move,
                               .free = one_ply_free};
    self->traits = traits ? traits : &full_traits;
    self->seed = seed;
    return &self->player;
}
