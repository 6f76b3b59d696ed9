/* The player that has learned: it weighs its moves by the network, and looks at the best of
 * them in worlds drawn from what the enemy's pieces may be. What must hold: the same seed and
 * view give the same move where nobody counts time. */
#include "ai/players/learned.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "ai/belief/belief_sampler.h"
#include "ai/learned/builtin.h"
#include "ai/learned/choose_army.h"
#include "ai/learned/foresee.h"
#include "ai/players/search_player.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/sized.h"
#include "flagfall/presets.h"
#include "view/player_chance.h"

enum {
    SAMPLES = 60,      /* worlds behind the average of what the pieces may be */
    WORLDS_MOST = 512, /* more tell nothing new */
    NOISE = 33         /* moves about as good are chosen by lot */
};

const learned_traits learned_grown = {.moves = 6, .worlds = 16};

typedef struct learned {
    ff_player player; /* first: a pointer to one is a pointer to the other */
    const learned_traits *traits;
    uint64_t seed;
    net_choice choice;
    const net *net;      /* for the edition at hand */
    ff_player *searcher; /* for what the network has not learned */
    uint64_t nodes;      /* that the next move may look at; 0: any number */
    double deadline;     /* in seconds, of the present move */
    atomic_bool stop;
    ff_thought thought;
    policy_evidence read[2]; /* of the game at hand, by seat: only to save time */
    belief_sampler sampler;
    belief belief;
    foresight foresight;
} learned;

static double now(void) {
    return (double)clock_now_ns() / 1e9;
}

static void learned_set_up(ff_player *player, const ff_edition *edition, ff_seat seat,
                           ff_setup *setup) {
    learned *self = (learned *)player;
    const net *n = net_choice_for(&self->choice, edition);
    ff_rng rng;
    player_chance_of_army(self->seed, seat, &rng);
    if (n)
        choose_army(n, edition, seat, ARMIES_CHOSEN_FROM, &rng, setup);
    else
        ff_preset_draw(edition, &rng, setup);
}

/* --- looking closely ----------------------------------------------------------------------- */

/* The best first. `qsort` may change the order of equals, so the move decides between them: the
 * same on every machine. */
static int by_value(const void *a, const void *b) {
    const weighed_move *x = a, *y = b;
    return x->value != y->value ? (y->value > x->value) - (y->value < x->value)
                                : (x->move > y->move) - (x->move < y->move);
}

static bool is_late(void *context) {
    const learned *self = context;
    return atomic_load(&self->stop) || now() >= self->deadline;
}

/* The best move of a list that is in order: of the first ones by what may follow. */
static ff_move choose(learned *self, const ff_view *view, weighed_move *list, size_t count,
                      bool timed, ff_rng *rng) {
    size_t most = self->traits->moves ? self->traits->moves : 1,
           looked = count < most ? count : most;
    self->thought.depth = 1;
    if (looked > 1) {
        const foresight_question question = {.view = view,
                                             .net = self->net,
                                             .belief = &self->belief,
                                             .sampler = &self->sampler,
                                             .seed = rng_next(rng),
                                             .worlds = self->nodes || timed ? WORLDS_MOST
                                                                            : self->traits->worlds,
                                             .values = self->nodes ? self->nodes : UINT64_MAX,
                                             .late = is_late,
                                             .context = self};
        foresight_weigh(&self->foresight, 1, &question, list, looked, &self->thought.nodes);
        self->thought.depth = 3;
    }
    const weighed_move *best = weigh_best(list, looked);
    self->thought.score = (int)((int64_t)best->value * 100 / NET_WIN);
    return best->move;
}

static void tell_belief(learned *self) {
    self->thought.believes = true;
    for (int square = 0; square < FF_SQUARES; square++)
        for (int rank = 0; rank < FF_RANKS; rank++)
            self->thought.belief[square][rank] =
                (uint8_t)(100 * self->belief.chance[square][rank] + 0.5);
}

static ff_move think(learned *self, const ff_view *view, unsigned budget_ms) {
    /* A number of positions, or none, says the same on every machine. */
    bool timed = budget_ms && !self->nodes;
    self->deadline = timed ? now() + budget_ms / 1000.0 : INFINITY;
    weighed_move list[FF_MOVES_MAX];
    ff_rng rng;
    player_chance_of_move(self->seed, view, &rng);
    self->thought = (ff_thought){.size = sizeof(ff_thought)};
    belief_sampler_init(&self->sampler, view, 1, &self->read[view->viewer], &rng);
    belief_sampler_average(&self->sampler, view, SAMPLES, &rng, &self->belief);
    size_t count = weigh_moves(self->net, view, &self->belief, list, &self->thought.nodes);
    for (size_t i = 0; i < count; i++)
        list[i].value += (int)rng_below(&rng, NOISE);
    qsort(list, count, sizeof *list, by_value);
    tell_belief(self);
    return choose(self, view, list, count, timed, &rng);
}

static ff_move learned_move(ff_player *player, const ff_view *view, unsigned budget_ms) {
    learned *self = (learned *)player;
    uint64_t nodes = self->nodes;
    self->net = net_choice_for(&self->choice, &view->rules->edition);
    if (!self->net) {
        if (nodes)
            self->searcher->limit(self->searcher,
                                  &(ff_limits){.size = sizeof(ff_limits), .nodes = nodes});
        self->nodes = 0;
        ff_move move = self->searcher->move(self->searcher, view, budget_ms);
        self->thought.size = sizeof self->thought;
        self->searcher->thought(self->searcher, &self->thought);
        return move;
    }
    atomic_store(&self->stop, false);
    ff_move move = think(self, view, budget_ms);
    self->nodes = 0;
    return move;
}

/* --- the rest of a player ------------------------------------------------------------------ */

static bool learned_bound(ff_player *player, const ff_means *means) {
    learned *self = (learned *)player;
    unsigned own = (unsigned)((sizeof *self + sizeof(net)) >> 20) + 1;
    ff_means rest;
    if (!sized_read(&rest, sizeof rest, means) || rest.memory_mb <= own)
        return false;
    rest.memory_mb -= own;
    return self->searcher->bound(self->searcher, &rest);
}

static void learned_limit(ff_player *player, const ff_limits *limits) {
    ff_limits known;
    sized_take(&known, sizeof known, limits);
    ((learned *)player)->nodes = known.nodes;
}

static void learned_stop(ff_player *player) {
    learned *self = (learned *)player;
    atomic_store(&self->stop, true);
    self->searcher->stop(self->searcher);
}

static bool learned_thought(const ff_player *player, ff_thought *thought) {
    const learned *self = (const learned *)player;
    sized_write(thought, &self->thought, sizeof self->thought);
    return self->thought.depth > 0;
}

static void learned_free(ff_player *player) {
    learned *self = (learned *)player;
    if (self->searcher)
        self->searcher->free(self->searcher);
    net_choice_free(&self->choice);
    free(self);
}

ff_player *learned_new(const void *traits, uint64_t seed) {
    learned *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player = (ff_player){.size = sizeof(ff_player),
                               .set_up = learned_set_up,
                               .move = learned_move,
                               .free = learned_free,
                               .bound = learned_bound,
                               .limit = learned_limit,
                               .stop = learned_stop,
                               .thought = learned_thought};
    self->traits = traits ? traits : &learned_grown;
    self->seed = seed;
    self->searcher = search_player_new(NULL, self->seed);
    if (self->searcher && net_choice_init(&self->choice, self->traits->net, self->traits->pieces))
        return &self->player;
    learned_free(&self->player);
    return NULL;
}
