/* Rounds of games and samples. What must hold: everything that a round does is decided by
 * the state before it and the numbers of its games, whoever plays them and when. */
#include "learn/training.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "ai/players/search_player.h"
#include "base/hash.h"
#include "base/rng.h"
#include "base/thread_pool.h"

/* The worlds behind the search player's belief while it is learned from: they take most of its
 * time. */
enum { SEARCHED_SAMPLES = 15 };

static const double INPUTS_NEW = 0.05; /* what a round counts in the mean number of inputs */

/* A round under way. */
typedef struct round_work {
    training *training;
    const training_plan *plan;
    training_report *report;
    net now;
    self_play_options options;
    atomic_bool failed;
    samples samples[TRAINING_GAMES];
    self_play_result played[TRAINING_GAMES];
    int pool_seat[TRAINING_GAMES]; /* the seat of the network against an opponent; -1 */
} round_work;

/* The players of a game. */
typedef struct game_players {
    self_play_seat seat[2];
    search_player_traits traits[2]; /* of those who search */
    uint64_t seed;
} game_players;

training *training_new(uint64_t seed) {
    training *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->seed = seed;
    model_begin(&s->model, seed);
    return s;
}

void training_free(training *s) {
    if (s)
        samples_free(&s->kept);
    free(s);
}

/* --- a game --------------------------------------------------------------------------- */

/* By their shares among those that have begun. */
static const ff_edition *draw_edition(const training_plan *plan, uint64_t game, ff_rng *rng) {
    unsigned all = 0;
    for (unsigned i = 0; i < plan->editions; i++)
        all += plan->edition[i].from <= game ? plan->edition[i].share : 0;
    unsigned lot = all ? rng_below(rng, all) : 0;
    for (unsigned i = 0; i < plan->editions; i++) {
        unsigned share = plan->edition[i].from <= game ? plan->edition[i].share : 0;
        if (lot < share)
            return &plan->edition[i].edition;
        lot -= share;
    }
    return &plan->edition[0].edition;
}

/* The opponent of a game by a lot of a hundred; null for a game against itself. `all` is how many
 * of the hundred are games against opponents. */
static const ff_player_kind *draw_opponent(const training_plan *plan, unsigned lot, unsigned *all) {
    const ff_player_kind *drawn = NULL;
    *all = 0;
    for (unsigned i = 0; i < plan->opponents; i++) {
        if (lot >= *all && lot < *all + plan->opponent[i].share)
            drawn = plan->opponent[i].kind;
        *all += plan->opponent[i].share;
    }
    return drawn;
}

/* The search player with the seat's network as its adviser takes its place. */
static bool let_search(self_play_seat *seat, search_player_traits *traits, uint64_t seed) {
    *traits = search_player_full;
    traits->samples = SEARCHED_SAMPLES;
    traits->net = seat->net;
    traits->pieces = FF_ZONE_MAX;
    seat->player = search_player_new(traits, seed);
    return seat->player;
}

/* Who plays: the network against itself, against one of its snapshots, or against a player. */
static bool seat_players(round_work *r, unsigned index, ff_rng *rng, game_players *g) {
    const training *s = r->training;
    const training_plan *plan = r->plan;
    g->seat[FF_RED] = g->seat[FF_BLUE] = (self_play_seat){.net = &r->now, .learns = true};
    unsigned lot = rng_below(rng, 100), other = rng_below(rng, 2), opponents;
    g->seed = rng_next(rng);
    const ff_player_kind *kind = draw_opponent(plan, lot, &opponents);
    r->pool_seat[index] = kind ? (int)(1 - other) : -1;
    if (kind) {
        g->seat[other] = (self_play_seat){.player = ff_player_new(kind, g->seed)};
        if (!g->seat[other].player)
            return false;
    } else if (lot < opponents + plan->past && s->snapshots) {
        unsigned there = s->snapshots < TRAINING_SNAPSHOTS ? s->snapshots : TRAINING_SNAPSHOTS;
        g->seat[other] = (self_play_seat){.net = &s->snapshot[rng_below(rng, there)]};
    }
    bool searched = plan->searched && rng_below(rng, 100) < plan->searched;
    for (unsigned seat = FF_RED; searched && seat <= FF_BLUE; seat++)
        if (g->seat[seat].net && !let_search(&g->seat[seat], &g->traits[seat], g->seed + seat))
            return false;
    return true;
}

/* The game's own number seeds everything in it, so that it does not matter which thread takes
 * it, nor whether training was stopped and went on. */
static bool play_game(round_work *r, unsigned index) {
    const training *s = r->training;
    uint64_t number = s->games + index;
    ff_rng rng;
    ff_rng_seed(&rng, hash_seed(s->seed, number));
    const ff_edition *edition = draw_edition(r->plan, number, &rng);
    game_players players = {0};
    bool played = seat_players(r, index, &rng, &players) &&
                  self_play(edition, players.seat, &r->options, players.seed, &r->samples[index],
                            &r->played[index]);
    for (unsigned seat = FF_RED; seat <= FF_BLUE; seat++)
        if (players.seat[seat].player)
            players.seat[seat].player->free(players.seat[seat].player);
    return played;
}

/* --- a round -------------------------------------------------------------------------- */

/* The round learns from the games of the round before, while its own are played by `now`, a
 * copy: so learning needs no lock, and the result no order. The constant keeps this generator
 * apart from those of the games. The rate is divided by how many inputs a sample has on
 * average, because that many rows add up to what a unit sees; before the first samples there is
 * none. */
static void learn(round_work *r) {
    training *s = r->training;
    ff_rng rng;
    ff_rng_seed(&rng, hash_seed(s->seed ^ 0x6c6573736f6e, s->games));
    double share = s->inputs > 0 ? 1 / s->inputs : 0,
           rate = r->plan->rate * share / (1 + (double)s->games / r->plan->rate_half);
    for (unsigned pass = 0; pass < r->plan->passes; pass++) {
        double loss = model_learn(&s->model, &s->kept, pass % 2, (float)rate, &rng);
        if (pass == 0) /* of samples that are new to it */
            r->report->loss = loss;
        s->learned += s->kept.count;
    }
    model_average(&s->model, s->games / TRAINING_GAMES);
}

/* Learning is one long task and is taken first; the games fill the other threads. */
static void do_task(void *context, unsigned thread, unsigned task) {
    round_work *r = context;
    (void)thread;
    if (atomic_load(&r->failed))
        return;
    if (task == 0)
        learn(r);
    else if (!play_game(r, task - 1))
        atomic_store(&r->failed, true);
}

static bool do_all(round_work *r) {
    thread_pool pool;
    thread_pool_start(&pool, r->plan->threads);
    thread_pool_run(&pool, r->plan->threads, 1 + TRAINING_GAMES, do_task, r);
    thread_pool_stop(&pool);
    return !atomic_load(&r->failed);
}

static void count_game(round_work *r, unsigned index) {
    const self_play_result *g = &r->played[index];
    training_report *report = r->report;
    report->games++;
    report->plies += g->plies;
    report->draws += g->result == FF_DRAW;
    if (r->pool_seat[index] >= 0) {
        ff_result won = r->pool_seat[index] == FF_RED ? FF_RED_WINS : FF_BLUE_WINS;
        report->pool_games++;
        report->pool_points += g->result == won ? 2 : g->result == FF_DRAW;
    }
}

/* The first round's mean is the first guess: a large army has six times as many inputs as a small
 * one, and a step six times too large would unlearn at once what a network began with. */
static void count_inputs(training *s, double mean) {
    s->inputs = s->inputs > 0 ? s->inputs + INPUTS_NEW * (mean - s->inputs) : mean;
}

/* What was played becomes what is learned next, in the order of the games. Not in the order
 * in which they ended, which is the machine's: the sums of floating-point numbers depend on
 * it. */
static bool collect(round_work *r) {
    training *s = r->training;
    samples_clear(&s->kept);
    for (unsigned i = 0; i < TRAINING_GAMES; i++) {
        if (!samples_join(&s->kept, &r->samples[i]))
            return false;
        count_game(r, i);
    }
    r->report->samples = s->kept.count;
    if (s->kept.count)
        count_inputs(s, (double)s->kept.size / (double)s->kept.count);
    r->report->inputs = s->inputs;
    return true;
}

bool training_round(training *s, const training_plan *plan, training_report *report) {
    round_work *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    memset(report, 0, sizeof *report);
    r->training = s;
    r->plan = plan;
    r->report = report;
    double noise = plan->noise * pow(0.5, (double)s->games / plan->noise_half);
    noise = noise > plan->noise_last ? noise : plan->noise_last;
    r->options = (self_play_options){.discount = (float)plan->discount,
                                     .lambda = (float)plan->lambda,
                                     .noise = (unsigned)(noise * NET_WIN),
                                     .explore = 20,
                                     .nodes = plan->nodes};
    /* What plays is the mean of the weights, and what it expects is what they learn. */
    model_round(&s->model.mean, &r->now);
    bool good = do_all(r) && collect(r);
    uint64_t due = s->games / plan->snapshot;
    s->games += good ? TRAINING_GAMES : 0;
    /* Former selves as opponents keep a network from unlearning what beat them. */
    if (s->games / plan->snapshot != due)
        model_round(&s->model.mean, &s->snapshot[s->snapshots++ % TRAINING_SNAPSHOTS]);
    for (unsigned i = 0; i < TRAINING_GAMES; i++)
        samples_free(&r->samples[i]);
    free(r);
    return good;
}
