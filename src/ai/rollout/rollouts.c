/* Worlds are drawn one after the other, then played on by all threads, each world with lots of its
 * own: so what is found does not depend on who does it. */
#include "ai/rollout/rollouts.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "ai/learned/continuation.h"
#include "ai/policy/move_policy.h"
#include "base/hash.h"
#include "base/rng.h"

enum {
    ROUND = ROLLOUT_THREADS, /* worlds that are drawn before the next are played on */
    SURE = 3,                /* errors behind that make a loser sure */
    HISTORY = FF_PLIES_MAX + ROLLOUT_PLIES + 1
};

struct rollout_thread {
    ff_move moves[HISTORY];
};

/* Sums over worlds, for a move beside the first. */
typedef struct difference {
    unsigned worlds;
    int64_t sum, squares;
} difference;

/* A world and what was found in it. */
typedef struct rollout_world {
    ff_position position;
    bool done;
    unsigned cost; /* in positions */
    int value[ROLLOUT_MOVES];
} rollout_world;

typedef struct rollout_work {
    const rollout_question *question;
    const int8_t *policy;
    rolled_move *list;
    size_t count;
    bool dropped[ROLLOUT_MOVES]; /* is surely not the best */
    unsigned left;               /* moves that are still rolled out */
    bool open;                   /* which is the best */
    difference of[ROLLOUT_MOVES];
    rollout_thread *thread;
    ff_knowledge knowledge;
    unsigned before; /* worlds of the rounds before */
    rollout_world world[ROUND];
} rollout_work;

/* The network is asked about a state that the seat has made. */
static_assert(ROLLOUT_PLIES % 2 == 0, "the seat makes the last move");

static unsigned count_threads(unsigned wanted) {
    return wanted < ROLLOUT_THREADS ? wanted : ROLLOUT_THREADS;
}

bool rollouts_init(rollouts *r, unsigned threads) {
    *r = (rollouts){.count = count_threads(threads)};
    r->thread = calloc(r->count, sizeof *r->thread);
    r->work = calloc(1, sizeof *r->work);
    if (r->thread && r->work)
        return true;
    rollouts_free(r);
    return false;
}

void rollouts_free(rollouts *r) {
    free(r->thread);
    free(r->work);
    *r = (rollouts){0};
}

size_t rollouts_bytes(unsigned threads) {
    return count_threads(threads) * sizeof(rollout_thread) + sizeof(rollout_work);
}

/* --- drawing a move ---------------------------------------------------------------- */

/* Players are a little surer than the policy: what is likelier counts one and a half times. */
enum { SHARPER = 3, SHARP = 2 };

static ff_move draw_move(const rollout_work *w, const continuation *c, const ff_history *history,
                         ff_rng *rng) {
    const ff_rules *rules = w->question->view->rules;
    policy_scene scene;
    ff_move moves[FF_MOVES_MAX];
    int scores[FF_MOVES_MAX], best = INT_MIN;
    uint32_t sum = 0;
    size_t count = ff_moves(rules, &c->position, history, moves);
    policy_scene_init(&scene, &rules->edition, &c->position, &c->knowledge, history);
    move_policy_score(w->policy, &scene, moves, count, scores);
    for (size_t i = 0; i < count; i++)
        best = scores[i] > best ? scores[i] : best;
    for (size_t i = 0; i < count; i++) {
        /* Of 65536. */
        scores[i] = (int)(move_policy_likelihood((best - scores[i]) * SHARPER / SHARP) >> 16);
        sum += (uint32_t)scores[i];
    }
    uint32_t lot = rng_below(rng, sum);
    size_t drawn = 0;
    while (lot >= (uint32_t)scores[drawn])
        lot -= (uint32_t)scores[drawn++];
    return moves[drawn];
}

/* --- a rollout --------------------------------------------------------------------- */

static int value_of(const rollout_work *w, const continuation *c, const ff_history *history) {
    const ff_view *root = w->question->view;
    const net_kernel *kernel = net_kernel_best();
    ff_view view;
    inputs_state state;
    net_sums sums;
    continuation_view(c, root, history, (ff_seat)root->viewer, &view);
    inputs_from_view(&state, &view);
    net_begin(w->question->net, kernel, &state, &sums);
    return kernel->value(w->question->net, &sums);
}

/* The value of a move in a world. */
static int roll(const rollout_work *w, rollout_world *world, ff_move move, ff_history *history,
                ff_rng rng) {
    const ff_view *view = w->question->view;
    ff_seat seat = (ff_seat)view->viewer;
    continuation c = {.position = world->position, .knowledge = w->knowledge};
    uint32_t size = history->size;
    int value;
    continuation_make(&c, view, history, move);
    bool over = continuation_is_over(&c, seat, &value);
    for (unsigned ply = 0; !over && ply < ROLLOUT_PLIES; ply++) {
        continuation_make(&c, view, history, draw_move(w, &c, history, &rng));
        over = continuation_is_over(&c, seat, &value);
        world->cost += ROLLOUT_PLY_COST;
    }
    if (!over) {
        value = value_of(w, &c, history);
        world->cost += ROLLOUT_VALUE_COST;
    }
    history->size = size;
    return value;
}

static void roll_world(void *context, unsigned thread, unsigned item) {
    rollout_work *w = context;
    rollout_world *world = &w->world[item];
    const rollout_question *q = w->question;
    ff_history history = {
        .moves = w->thread[thread].moves, .size = q->view->history.size, .capacity = HISTORY};
    ff_rng rng;
    world->done = !q->late(q->context);
    world->cost = 0;
    ff_rng_seed(&rng, hash_seed(q->seed, w->before + item));
    for (size_t i = 0; i < w->count && world->done; i++)
        if (!w->dropped[i])
            world->value[i] = roll(w, world, w->list[i].move, &history, rng);
}

/* --- all of them ------------------------------------------------------------------- */

static void begin(rollouts *r, const rollout_question *q, rolled_move *list, size_t count) {
    const ff_history *past = &q->view->history;
    rollout_work *w = r->work;
    assert(count >= 2 && count <= ROLLOUT_MOVES);
    assert(past->size + ROLLOUT_PLIES + 1 <= HISTORY);
    w->question = q;
    w->policy = move_policy_for(&q->view->rules->edition);
    w->list = list;
    w->count = count;
    w->left = (unsigned)count;
    w->open = true;
    memset(w->dropped, 0, sizeof w->dropped);
    memset(w->of, 0, sizeof w->of);
    w->thread = r->thread;
    w->before = 0;
    continuation_knowledge(q->view, &w->knowledge);
    /* The rules against repetition read the past, and each thread adds its own plies to it. */
    for (unsigned i = 0; i < r->count && past->size; i++)
        memcpy(r->thread[i].moves, past->moves, past->size * sizeof *past->moves);
}

/* How many worlds more there may be, by what a rollout takes at most. */
static unsigned next_round(const rollout_work *w, uint64_t taken) {
    const rollout_question *q = w->question;
    uint64_t more = q->positions > taken ? (q->positions - taken) / (w->left * ROLLOUT_COST) : 0;
    unsigned left = ROLLOUT_WORLDS - w->before;
    left = left < ROUND ? left : ROUND;
    return more < left ? (unsigned)more : left;
}

static unsigned add_round(rollout_work *w, unsigned worlds, uint64_t *taken) {
    unsigned done = 0;
    for (unsigned k = 0; k < worlds; k++) {
        const rollout_world *world = &w->world[k];
        *taken += world->cost;
        done += world->done;
        for (size_t i = 0; i < w->count && world->done; i++) {
            if (w->dropped[i])
                continue;
            int64_t more = world->value[i] - world->value[0];
            w->of[i].worlds++;
            w->of[i].sum += more;
            w->of[i].squares += more * more;
        }
    }
    return done;
}

static void tell(rollout_work *w) {
    for (size_t i = 0; i < w->count; i++) {
        int64_t n = w->of[i].worlds, sum = w->of[i].sum;
        int64_t spread = n * w->of[i].squares - sum * sum; /* n * n times the variance */
        w->list[i].more = (double)sum / (double)n;
        w->list[i].error2 = (double)spread / (double)(n * n * (n - 1));
    }
}

static bool is_surely_behind(const rolled_move *a, const rolled_move *best) {
    double behind = best->lead + best->more - a->lead - a->more;
    return behind * behind > SURE * SURE * (best->error2 + a->error2);
}

/* Leaves out what is surely not the best, so that the others are told apart sooner. The first move
 * stays, for the others are measured by it. */
static void drop_losers(rollout_work *w) {
    const rolled_move *list = w->list, *best = &list[0];
    unsigned contenders = 0;
    for (size_t i = 1; i < w->count; i++)
        if (!w->dropped[i] && list[i].lead + list[i].more > best->lead + best->more)
            best = &list[i];
    for (size_t i = 0; i < w->count; i++) {
        bool behind = is_surely_behind(&list[i], best);
        contenders += !behind && !w->dropped[i];
        w->left -= i && behind && !w->dropped[i];
        w->dropped[i] |= i && behind;
    }
    w->open = contenders > 1;
}

unsigned rollouts_run(rollouts *r, const rollout_question *q, rolled_move *list, size_t count,
                      uint64_t *positions) {
    rollout_work *w = r->work;
    unsigned worlds = 0, round, done;
    uint64_t taken = 0;
    ff_rng rng;
    begin(r, q, list, count);
    ff_rng_seed(&rng, q->seed);
    do {
        round = next_round(w, taken);
        for (unsigned k = 0; k < round; k++) {
            belief_sampler_next(q->sampler, &rng);
            belief_sampler_world(q->sampler, q->view, &w->world[k].position);
        }
        thread_pool_run(q->pool, r->count, round, roll_world, w);
        done = add_round(w, round, &taken);
        w->before += round;
        worlds += done;
        if (worlds >= ROLLOUT_LEAST) {
            tell(w);
            drop_losers(w);
        }
    } while (round && done == round && w->open);
    *positions += taken;
    return worlds < ROLLOUT_LEAST ? 0 : worlds;
}
