/* The search at the root: sampled worlds, candidate moves and iterative deepening. Without
 * a time budget the move is a function of seed and view; with one, of time too. */
#include "ai/players/search_player.h"

#include <limits.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "ai/belief/move_evidence.h"
#include "ai/learned/builtin.h"
#include "ai/learned/choose_army.h"
#include "ai/learned/foresee.h"
#include "ai/players/one_ply_player.h"
#include "ai/rollout/rollouts.h"
#include "ai/search/break_in.h"
#include "ai/search/determinizations.h"
#include "ai/search/pursuit.h"
#include "ai/search/search_threads.h"
#include "ai/setup/setups.h"
#include "base/clock.h"
#include "base/rng.h"
#include "base/sized.h"
#include "flagfall/presets.h"
#include "view/player_chance.h"

enum {
    WINDOW = 600,          /* a move worse than the best by so much need not be known better */
    FIRST_COST = 30,       /* of a piece's first step, beside what the one-ply player asks for it */
    LOSING = -800,         /* scouts, in hundredths */
    ARMIES = 40,           /* drawn at most, until one is as it is wanted */
    ADVISED_MB = 4,        /* with less memory no network is unpacked */
    FORESEEN = 10,         /* moves at most of which a network says what may follow, */
    FORESEEN_LEAST = 16,   /* in so many worlds at least, */
    FORESEEN_WORLDS = 256, /* and at most, */
    FORESIGHT_PART = 8,    /* it takes no more of the memory than that part */
    UNFORESEEN = 4,        /* worlds, for which the value of the move alone counts */
    FORESEEN_SHARE = 25, /* for which it has so much of the positions or of the time, in per cent */
    ROLLED_MOVES = 6,    /* that are rolled out, at most, */
    ROLLED_SPAN = 200,   /* if they are worse than the best by no more than so much, */
    ROLLED_SPREAD = 200  /* by so much moves truly differ in what they lead to */
};

/* A strong piece that is lost leaves the field to those that it held down, so that it costs
 * more than its worth. */
static const double RISK = 1.6;

/* What counts at the root beside the tree, in hundredths of a scout where nothing else is said. */
typedef struct root_weights {
    int plan;      /* the one-ply player's rating of a move, in per cent */
    int advice;    /* a sure win that a network promises */
    int returning; /* the cost of going back once more to where the piece was */
} root_weights;

/* What helps large armies lost games with small ones (bench/strength-log.md, "What counts at the
 * root"). */
static const root_weights unadvised = {.plan = 100, .advice = 0, .returning = 50},
                          small_advised = {.plan = 50, .advice = 3400, .returning = 50},
                          large_advised = {.plan = 100, .advice = 3200, .returning = 30};

/* Moves that are about as good are chosen by lot: that is the full player's noise. */
const search_player_traits search_player_full = {.nodes = 40000,
                                                 .depth = SEARCH_DEPTH - 1,
                                                 .reading = 100,
                                                 .samples = 100,
                                                 .noise = {12, 12},
                                                 .advice = 100,
                                                 .advised_noise = {12, 12},
                                                 .rolled = 50};

/* A move of ours at the root, and what it is worth over its worlds. */
typedef struct candidate {
    ff_move move;
    int value;    /* mean over the worlds, of the last finished depth */
    int bias;     /* what no tree tells */
    int expected; /* what a network expects of it */
    determinization_range range;
} candidate;

/* What is there once a thread. */
typedef struct player_threads {
    thread_pool pool; /* at work while the player thinks */
    search_threads tree;
    foresight *foresights; /* null where no network is asked */
    unsigned foreseers;    /* how many of them */
    rollouts rollouts;     /* zeroes where nothing is rolled out */
} player_threads;

typedef struct search_player {
    ff_player player; /* first: a pointer to one is a pointer to the other */
    const search_player_traits *traits;
    uint64_t seed;
    search_player_effort effort;
    double deadline; /* in seconds, of what is done now for the present move */
    uint64_t nodes;  /* that the next move may look at; 0: any number */
    atomic_bool stop;
    void (*hear)(void *context, const ff_thought *thought); /* may be null */
    void *hearer;
    int depth;               /* finished at the last move; 0 before it */
    uint64_t looked;         /* positions at the last move, beside those of the tree */
    policy_evidence read[2]; /* of the game at hand, by seat: only to save time */
    belief_sampler sampler;
    root_features features;
    evaluation evaluation;
    player_threads threads;
    net_choice networks;
    const net *adviser; /* for the edition at hand; null: none */
    const root_weights *weights;
    determinizations worlds;
    candidate list[FF_MOVES_MAX];
    search_task tasks[FF_MOVES_MAX * (FF_RANKS - 1)];
} search_player;

static double now(void) {
    return (double)clock_now_ns() / 1e9;
}

static bool is_late(void *context) {
    const search_player *self = context;
    return atomic_load(&self->stop) || now() >= self->deadline;
}

/* Which network is asked about this edition, and what counts with it. */
static void choose_adviser(search_player *self, const ff_edition *edition) {
    self->adviser = self->traits->advice ? net_choice_for(&self->networks, edition) : NULL;
    if (!self->adviser)
        self->weights = &unadvised;
    else if (ff_edition_army_size(edition) <= SMALL_ARMY)
        self->weights = &small_advised;
    else
        self->weights = &large_advised;
}

/* The army of which the network expects most; without a network the first one drawn, or the first
 * whose flag is shut in. */
static void search_player_set_up(ff_player *player, const ff_edition *edition, ff_seat seat,
                                 ff_setup *setup) {
    search_player *self = (search_player *)player;
    ff_rng rng;
    player_chance_of_army(self->seed, seat, &rng);
    choose_adviser(self, edition);
    if (self->adviser) {
        choose_army(self->adviser, edition, seat, ARMIES_CHOSEN_FROM, &rng, setup);
        return;
    }
    for (int drawn = 0; drawn < ARMIES; drawn++) {
        ff_preset_draw(edition, &rng, setup);
        if (!self->traits->shuts_in || setup_is_shut_in(setup, edition))
            return;
    }
}

static void prepare_worlds(search_player *self, const ff_view *view, ff_rng *rng) {
    belief b;
    belief_sampler_init(&self->sampler, view, self->traits->reading / 100.0f,
                        &self->read[view->viewer], rng);
    belief_sampler_average(&self->sampler, view, self->traits->samples, rng, &b);
    root_features_init(&self->features, view, &b, RISK);
    break_in_plan(&self->features);
    pursuit_weigh(&self->features);
    evaluation_init(&self->evaluation, &self->features);
    determinizations_init(&self->worlds, &self->evaluation, view, &self->sampler, rng);
}

/* The best first; those that are alike stay in their order, on every machine. */
static void sort_candidates(candidate *list, size_t count) {
    for (size_t i = 1; i < count; i++) {
        candidate c = list[i];
        size_t k = i;
        for (; k > 0 && list[k - 1].value + list[k - 1].bias < c.value + c.bias; k--)
            list[k] = list[k - 1];
        list[k] = c;
    }
}

/* A candidate in its worlds; how many tasks there are now. One rank may be worth far less
 * than another, and counts for what it is. */
static unsigned add_tasks(search_player *self, const candidate *c, int floor, unsigned count) {
    /* Only the mean of a candidate's worlds is compared with the best one. In worlds for quiet
     * moves (which begin at 0) a value below the floor need not be exact; those of an attack
     * differ too much from rank to rank for any of them to be cut off. */
    int alpha = c->range.first ? -SEARCH_INFINITE : floor;
    for (unsigned w = 0; w < c->range.count; w++)
        self->tasks[count++] =
            (search_task){&self->worlds.root[c->range.first + w], c->move, alpha, 0};
    return count;
}

/* What its tasks say that a candidate is worth. */
static int mean_of(const search_player *self, const candidate *c, const search_task *tasks) {
    double sum = 0, weights = 0;
    for (unsigned w = 0; w < c->range.count; w++) {
        double weight = self->worlds.weight[c->range.first + w];
        sum += weight * tasks[w].value;
        weights += weight;
    }
    return (int)(sum / weights);
}

/* Looks at the first `count` candidates to a depth; false when time is up, the values are then
 * those of the depth before. The others have a floor by the best one; with more threads than it
 * has worlds more come first without one, so that each thread has something to do. */
static bool deepen(search_player *self, size_t count, int depth) {
    size_t leaders = 0;
    unsigned first = 0;
    while (leaders < count && first < self->threads.tree.count)
        first = add_tasks(self, &self->list[leaders++], -SEARCH_INFINITE, first);
    unsigned all = first;
    if (!search_threads_run(&self->threads.tree, &self->threads.pool, self->tasks, first, depth))
        return false;
    int floor = mean_of(self, &self->list[0], self->tasks) - WINDOW;
    for (size_t i = leaders; i < count; i++)
        all = add_tasks(self, &self->list[i], floor, all);
    if (!search_threads_run(&self->threads.tree, &self->threads.pool, self->tasks + first,
                            all - first, depth))
        return false;
    const search_task *t = self->tasks;
    for (size_t i = 0; i < count; t += self->list[i++].range.count)
        self->list[i].value = mean_of(self, &self->list[i], t);
    return true;
}

/* How often the piece that moves has stood on its target since the last battle. */
static int count_returns(const ff_view *view, ff_move move) {
    const ff_history *h = &view->history;
    int count = 0, square = FF_FROM(move);
    for (uint32_t back = 2; back <= view->quiet && back <= h->size; back += 2) {
        ff_move past = h->moves[h->size - back];
        if (FF_TO(past) != square)
            continue;
        square = FF_FROM(past);
        count += square == FF_TO(move);
    }
    return count;
}

/* Who steps is no bomb. Majors and better are to fight anyway, and lose nothing by that. */
static bool is_weak_first_step(const ff_view *view, ff_move move) {
    const ff_cell *cell = &view->cell[FF_FROM(move)];
    return !cell->moved && cell->rank < FF_MAJOR && view->cell[FF_TO(move)].seat == FF_NOBODY;
}

/* What a move's expected value counts. */
static int advice_of(const search_player *self, int expected) {
    int64_t win = (int64_t)self->weights->advice * self->traits->advice / 100;
    return (int)(win * expected / NET_WIN);
}

/* What the network thinks of what the seat will know after each move. Puts the best ones first. */
static void expect_moves(search_player *self, const ff_view *view, size_t count) {
    weighed_move weighed[FF_MOVES_MAX];
    weigh_moves(self->adviser, view, &self->features.belief, weighed, &self->looked);
    for (size_t i = 0; i < count; i++) {
        self->list[i].expected = weighed[i].value;
        self->list[i].value = advice_of(self, weighed[i].value);
    }
    sort_candidates(self->list, count);
}

/* How many of the moves can be foreseen with so many positions: a reply and an answer to it take
 * about as many values each as there are moves now. */
static size_t count_foreseen(size_t count, uint64_t values) {
    uint64_t most = values / (2 * FORESEEN_LEAST * count);
    most = most < FORESEEN ? most : FORESEEN;
    return most < count ? (size_t)most : count;
}

/* Of the best moves what may follow. Where the time is over after few worlds, the value before
 * counts as well. The other moves rise as these do on average. */
static void foresee_moves(search_player *self, const ff_view *view, size_t count, uint64_t values,
                          ff_rng *rng) {
    const foresight_question question = {.view = view,
                                         .net = self->adviser,
                                         .belief = &self->features.belief,
                                         .sampler = &self->sampler,
                                         .pool = &self->threads.pool,
                                         .seed = rng_next(rng),
                                         .worlds = FORESEEN_WORLDS,
                                         .values = values,
                                         .late = is_late,
                                         .context = self};
    weighed_move best[FORESEEN];
    size_t looked = count_foreseen(count, values);
    int rise = 0;
    if (looked < 2)
        return;
    for (size_t i = 0; i < looked; i++)
        best[i].move = self->list[i].move;
    int worlds = (int)foresight_weigh(self->threads.foresights, self->threads.foreseers, &question,
                                      best, looked, &self->looked);
    for (size_t i = 0; i < looked; i++) {
        int more = worlds * (best[i].value - self->list[i].expected) / (worlds + UNFORESEEN);
        self->list[i].expected += more;
        rise += more;
    }
    for (size_t i = looked; i < count; i++)
        self->list[i].expected += rise / (int)looked;
}

/* How the one-ply player rates places, and what a network expects: by how much less than of the
 * best move, so that the best one's worth stays what the search says. */
static void rate_moves(search_player *self, const ff_view *view, size_t count, uint64_t values,
                       ff_rng *rng) {
    for (size_t i = 0; i < count; i++)
        self->list[i].bias =
            (int)(self->weights->plan * one_ply_rate(&self->features, self->list[i].move));
    if (!self->adviser || count < 2)
        return;
    int best = INT_MIN;
    expect_moves(self, view, count);
    foresee_moves(self, view, count, values, rng);
    for (size_t i = 0; i < count; i++)
        best = self->list[i].expected > best ? self->list[i].expected : best;
    for (size_t i = 0; i < count; i++) {
        self->list[i].bias += advice_of(self, self->list[i].expected - best);
        self->list[i].value = 0;
    }
}

/* The viewer's moves with what no tree tells of them, a chance of the flag among it. */
static size_t list_moves(search_player *self, const ff_view *view, uint64_t values, ff_rng *rng) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    for (size_t i = 0; i < count; i++)
        self->list[i] = (candidate){.move = moves[i]};
    rate_moves(self, view, count, values, rng);
    /* Whom a draw would please. */
    const search_player_traits *t = self->traits;
    unsigned kind = armies_kind(&view->rules->edition);
    unsigned noise = self->adviser ? t->advised_noise[kind] : t->noise[kind];
    bool losing = view->rules->quiet_limit && self->worlds.root[0].score < LOSING;
    for (size_t i = 0; i < count; i++) {
        ff_move move = self->list[i].move;
        int to = FF_TO(move);
        int bias = evaluation_certainty(self->features.belief.chance[to][FF_FLAG]) +
                   (int)rng_below(rng, noise + 1u);
        self->list[i].range =
            determinizations_for(&self->worlds, move, &self->sampler, &self->features.belief, rng);
        bias += search_style_bias(&self->traits->style, &self->features, move);
        int advance = break_in_advance(&self->features, move);
        bias += advance;
        if (advance <= 0 && is_weak_first_step(view, move))
            bias -= FIRST_COST;
        if (!losing)
            bias -= self->weights->returning * count_returns(view, move);
        self->list[i].bias += bias;
    }
    return count;
}

/* Takes what it may look at: a number of positions where there is no budget of time, for then the
 * move does not depend on how fast the machine is. */
static uint64_t take_nodes(search_player *self, unsigned budget_ms) {
    uint64_t nodes = self->nodes ? self->nodes : budget_ms ? UINT64_MAX : self->traits->nodes;
    self->nodes = 0;
    self->depth = 0;
    self->looked = 0;
    return nodes;
}

static void begin_search(search_player *self, const ff_view *view, uint64_t nodes) {
    if (nodes != UINT64_MAX)
        nodes -= self->looked < nodes ? self->looked : nodes;
    search_threads_begin(&self->threads.tree, &self->evaluation, view,
                         &(search_limits){.nodes = nodes, .late = is_late, .context = self});
}

/* Brings a move, if it is among the first `all`, in front of the `count`-th. */
static void keep_move(search_player *self, ff_move keep, size_t count, size_t all) {
    for (size_t i = count; i < all; i++) {
        if (self->list[i].move == keep) {
            candidate c = self->list[i];
            memmove(&self->list[count], &self->list[count - 1], (i - count + 1) * sizeof c);
            self->list[count - 1] = c;
        }
    }
}

/* What it thought last; false where it has had no thought. */
static bool think_back(const search_player *self, ff_thought *thought) {
    if (self->depth == 0)
        return false;
    *thought = (ff_thought){.size = sizeof(ff_thought),
                            .depth = (unsigned)self->depth,
                            .score = self->list[0].value,
                            .nodes = self->looked + search_threads_nodes(&self->threads.tree),
                            .believes = true};
    for (int square = 0; square < FF_SQUARES; square++)
        for (int rank = 0; rank < FF_RANKS; rank++)
            thought->belief[square][rank] =
                (uint8_t)(100 * self->features.belief.chance[square][rank] + 0.5);
    return true;
}

static bool search_player_thought(const ff_player *player, ff_thought *thought) {
    ff_thought last;
    bool told = think_back((const search_player *)player, &last);
    if (told)
        sized_write(thought, &last, sizeof last);
    return told;
}

static void report(const search_player *self) {
    ff_thought thought;
    if (self->hear && think_back(self, &thought))
        self->hear(self->hearer, &thought);
}

/* Looks deeper and deeper (iterative deepening), at fewer and fewer moves: what looks bad at
 * two plies is seldom best at five. */
static void deepen_all(search_player *self, size_t all, ff_move keep) {
    size_t count = all;
    sort_candidates(self->list, count);
    for (int depth = 1; depth <= self->traits->depth && deepen(self, count, depth); depth++) {
        self->depth = depth;
        sort_candidates(self->list, count);
        size_t most = depth < 2 ? count : depth < 4 ? 10 : 6;
        count = count < most ? count : most;
        keep_move(self, keep, count, all);
        report(self);
    }
    sort_candidates(self->list, count);
}

/* Of the positions or of the time, in per cent: none where it would be for too few worlds. */
static unsigned share_of_rollouts(const search_player *self, uint64_t nodes) {
    unsigned share = self->traits->rolled;
    bool pays = nodes / 100 * share >= 2 * ROLLOUT_LEAST * ROLLOUT_COST;
    return self->adviser && pays ? share : 0;
}

/* For how many of the best moves rollouts are due. */
static size_t count_rolled(const search_player *self, size_t count, uint64_t positions) {
    const candidate *best = &self->list[0];
    uint64_t most = positions / (ROLLOUT_LEAST * ROLLOUT_COST);
    size_t rolled = 0;
    most = most < ROLLED_MOVES ? most : ROLLED_MOVES;
    while (rolled < count && rolled < most &&
           self->list[rolled].value + self->list[rolled].bias >
               best->value + best->bias - ROLLED_SPAN)
        rolled++;
    return rolled;
}

/* What the best moves lead to when the game goes on. It counts the less the less sure it is. */
static void roll_moves(search_player *self, const ff_view *view, size_t count, uint64_t positions,
                       ff_rng *rng) {
    rolled_move list[ROLLED_MOVES];
    size_t rolled = count_rolled(self, count, positions);
    if (rolled < 2)
        return;
    double scale = (double)advice_of(self, NET_WIN) / NET_WIN,
           spread = ROLLED_SPREAD * ROLLED_SPREAD;
    const candidate *c = self->list;
    for (size_t i = 0; i < rolled; i++)
        list[i] = (rolled_move){.move = c[i].move,
                                .lead = (c[i].value + c[i].bias - c[0].value - c[0].bias) / scale};
    const rollout_question question = {.view = view,
                                       .net = self->adviser,
                                       .sampler = &self->sampler,
                                       .pool = &self->threads.pool,
                                       .seed = rng_next(rng),
                                       .positions = positions,
                                       .late = is_late,
                                       .context = self};
    if (!rollouts_run(&self->threads.rollouts, &question, list, rolled, &self->looked))
        return;
    for (size_t i = 0; i < rolled; i++) {
        double error2 = list[i].error2 * scale * scale;
        self->list[i].bias += (int)(list[i].more * scale * spread / (spread + error2));
    }
    sort_candidates(self->list, rolled); /* the others are worse than the first was */
}

/* Fills the list, best first; how many moves there are. */
static size_t think(search_player *self, const ff_view *view, unsigned budget_ms, ff_move keep) {
    double begin = now();
    atomic_store(&self->stop, false);
    ff_rng rng;
    player_chance_of_move(self->seed, view, &rng);
    double budget = budget_ms ? budget_ms / 1000.0 : INFINITY;
    uint64_t nodes = take_nodes(self, budget_ms);
    choose_adviser(self, &view->rules->edition);
    thread_pool_start(&self->threads.pool, self->threads.tree.count);
    unsigned share = share_of_rollouts(self, nodes);
    prepare_worlds(self, view, &rng);
    self->deadline = begin + budget * FORESEEN_SHARE / 100;
    size_t count = list_moves(self, view, nodes / 100 * FORESEEN_SHARE, &rng);
    self->deadline = begin + budget * (100 - share) / 100;
    begin_search(self, view, nodes == UINT64_MAX ? nodes : nodes - nodes / 100 * share);
    if (count > 1)
        deepen_all(self, count, keep);
    self->deadline = begin + budget;
    if (count > 1 && share)
        roll_moves(self, view, count, nodes / 100 * share, &rng);
    thread_pool_stop(&self->threads.pool);
    self->effort.worlds += self->traits->samples + self->worlds.count;
    self->effort.nodes += self->looked + search_threads_nodes(&self->threads.tree);
    return count;
}

static ff_move search_player_move(ff_player *player, const ff_view *view, unsigned budget_ms) {
    search_player *self = (search_player *)player;
    think(self, view, budget_ms, 0);
    return self->list[0].move;
}

static void player_threads_free(player_threads *t) {
    search_threads_free(&t->tree);
    free(t->foresights);
    rollouts_free(&t->rollouts);
    *t = (player_threads){0};
}

/* For so many threads, in no more than so many bytes. What is not needed goes to the tree. */
static bool player_threads_init(player_threads *t, unsigned threads, uint64_t bytes, bool asks,
                                bool rolls) {
    unsigned foreseers = threads < FORESIGHT_THREADS ? threads : FORESIGHT_THREADS;
    while (foreseers > 1 && foreseers * sizeof *t->foresights > bytes / FORESIGHT_PART)
        foreseers--;
    uint64_t own = (asks ? foreseers * sizeof *t->foresights : 0) +
                   (asks && rolls ? rollouts_bytes(threads) : 0);
    *t = (player_threads){.foreseers = foreseers};
    if (bytes < own || bytes > SIZE_MAX ||
        !search_threads_init(&t->tree, threads, (size_t)(bytes - own)))
        return false;
    if (asks)
        t->foresights = calloc(foreseers, sizeof *t->foresights);
    if (!asks || (t->foresights && (!rolls || rollouts_init(&t->rollouts, threads))))
        return true;
    player_threads_free(t);
    return false;
}

static bool search_player_bound(ff_player *player, const ff_means *means) {
    search_player *self = (search_player *)player;
    ff_means known;
    bool fits = sized_read(&known, sizeof known, means);
    /* Where there is little, positions are worth more than advice. */
    bool unpacks = self->networks.unpacked && known.memory_mb >= ADVISED_MB;
    bool asks = self->networks.given || unpacks;
    uint64_t bytes = (uint64_t)known.memory_mb << 20,
             own = sizeof *self + (unpacks ? sizeof(net) : 0);
    player_threads other;
    if (!fits || bytes < own || !known.threads || known.threads > FF_THREADS_MAX ||
        !player_threads_init(&other, known.threads, bytes - own, asks, self->traits->rolled))
        return false;
    player_threads_free(&self->threads);
    self->threads = other;
    if (!unpacks)
        net_choice_free(&self->networks);
    return true;
}

static void search_player_limit(ff_player *player, const ff_limits *limits) {
    ff_limits known;
    sized_take(&known, sizeof known, limits);
    ((search_player *)player)->nodes = known.nodes;
}

static void search_player_stop(ff_player *player) {
    atomic_store(&((search_player *)player)->stop, true);
}

static void search_player_report(ff_player *player,
                                 void (*hear)(void *context, const ff_thought *thought),
                                 void *context) {
    search_player *self = (search_player *)player;
    self->hear = hear;
    self->hearer = context;
}

size_t search_player_rate(ff_player *player, const ff_view *view, unsigned budget_ms, ff_move keep,
                          rated_move list[FF_MOVES_MAX]) {
    search_player *self = (search_player *)player;
    size_t count = think(self, view, budget_ms, keep);
    for (size_t i = 0; i < count; i++)
        list[i] = (rated_move){self->list[i].move, self->list[i].value + self->list[i].bias};
    return count;
}

search_player_effort search_player_effort_of(const ff_player *player) {
    return ((const search_player *)player)->effort;
}

static void search_player_free(ff_player *player) {
    search_player *self = (search_player *)player;
    player_threads_free(&self->threads);
    net_choice_free(&self->networks);
    free(self);
}

ff_player *search_player_new(const void *traits, uint64_t seed) {
    static const ff_means usual = {
        .size = sizeof(ff_means), .memory_mb = FF_MEMORY_DEFAULT, .threads = 1};
    search_player *self = calloc(1, sizeof *self);
    if (!self)
        return NULL;
    self->player = (ff_player){.size = sizeof(ff_player),
                               .set_up = search_player_set_up,
                               .move = search_player_move,
                               .free = search_player_free,
                               .bound = search_player_bound,
                               .limit = search_player_limit,
                               .stop = search_player_stop,
                               .report = search_player_report,
                               .thought = search_player_thought};
    self->traits = traits ? traits : &search_player_full;
    self->seed = seed;
    if ((!self->traits->advice ||
         net_choice_init(&self->networks, self->traits->net, self->traits->pieces)) &&
        search_player_bound(&self->player, &usual))
        return &self->player;
    search_player_free(&self->player);
    return NULL;
}
