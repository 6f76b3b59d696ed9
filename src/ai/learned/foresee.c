/* The value of a move by what may follow, two plies on. What must hold: what each side does
 * follows from its own view, so that nobody plans with what is hidden from him. */
#include "ai/learned/foresee.h"

#include <assert.h>
#include <string.h>

#include "ai/learned/continuation.h"
#include "base/hash.h"

enum { ROUND = FORESIGHT_THREADS }; /* worlds that are drawn before the next are looked into */

void foresight_begin(foresight *f, const net *n, const ff_view *view, const belief *b) {
    uint32_t size = view->history.size;
    f->net = n;
    f->view = view;
    f->belief = b;
    f->replied = 0;
    memset(f->seen, 0, sizeof f->seen);
    continuation_knowledge(view, &f->knowledge);
    f->history = (ff_history){.moves = f->moves, .size = size, .capacity = size + FORESIGHT_PLIES};
    if (size)
        memcpy(f->moves, view->history.moves, size * sizeof *f->moves);
}

/* The enemy's best move by the enemy's own view. Its belief is what the counts say: what the seat
 * thinks of hidden pieces is the seat's. */
static ff_move best_reply(foresight *f, const continuation *c) {
    ff_view view;
    weighed_move list[FF_MOVES_MAX];
    continuation_view(c, f->view, &f->history, (ff_seat)(1 - f->view->viewer), &view);
    return weigh_best(list, weigh_moves(f->net, &view, NULL, list, &f->replied))->move;
}

/* The value of the best that the seat can do then. */
static int best_value(foresight *f, const continuation *c) {
    ff_move answered = c->last.move;
    ff_view view;
    belief b;
    weighed_move list[FF_MOVES_MAX];
    continuation_view(c, f->view, &f->history, (ff_seat)f->view->viewer, &view);
    /* What was believed goes with the enemy's piece that moved, which is no bomb and no flag. What
     * else it showed is seen in the view. */
    const double *was = f->belief->chance[FF_FROM(answered)];
    double *is = b.chance[FF_TO(answered)], rest = 1 - was[FF_BOMB] - was[FF_FLAG];
    b = *f->belief;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        is[rank] = rank < FF_BOMB && rest > 0 ? was[rank] / rest : 0;
    return weigh_best(list, weigh_moves(f->net, &view, &b, list, NULL))->value;
}

static bool is_same(const ff_event *a, const ff_event *b) {
    return a->move == b->move && a->battle == b->battle && a->attacker == b->attacker &&
           a->defender == b->defender && a->revealed == b->revealed;
}

/* The same, remembered: it follows from what the seat has seen. */
static int value_seen(foresight *f, const continuation *c) {
    uint64_t key = hash_number(c->before.move, c->last.move);
    foreseen *there = &f->seen[key % FORESEEN_MOST];
    if (!is_same(&there->made, &c->before) || !is_same(&there->answered, &c->last))
        *there = (foreseen){c->before, c->last, best_value(f, c)};
    return there->value;
}

int foresight_value(foresight *f, const ff_position *world, ff_move move) {
    continuation c = {.position = *world, .knowledge = f->knowledge};
    uint32_t size = f->history.size;
    int value;
    assert(size + FORESIGHT_PLIES <= f->history.capacity);
    ff_seat seat = (ff_seat)f->view->viewer;
    continuation_make(&c, f->view, &f->history, move);
    if (!continuation_is_over(&c, seat, &value)) {
        continuation_make(&c, f->view, &f->history, best_reply(f, &c));
        if (!continuation_is_over(&c, seat, &value))
            value = value_seen(f, &c);
    }
    f->history.size = size;
    return value;
}

/* --- many worlds ------------------------------------------------------------------- */

/* A world and what was found in it. */
typedef struct foreseen_world {
    ff_position position;
    bool done;
    uint64_t replied;
    int value[FF_MOVES_MAX];
} foreseen_world;

typedef struct foresight_work {
    const foresight_question *question;
    const weighed_move *list;
    size_t count;
    foresight *thread;
    unsigned before;  /* worlds of the rounds before */
    unsigned done;    /* worlds looked into */
    uint64_t replied; /* in all of them */
    int64_t sum[FF_MOVES_MAX];
    foreseen_world world[ROUND];
} foresight_work;

static void look_into_world(void *context, unsigned thread, unsigned item) {
    foresight_work *w = context;
    const foresight_question *q = w->question;
    foresight *f = &w->thread[thread];
    foreseen_world *world = &w->world[item];
    uint64_t before = f->replied;
    world->done = w->before + item == 0 || !q->late(q->context);
    for (size_t i = 0; i < w->count && world->done; i++)
        world->value[i] = foresight_value(f, &world->position, w->list[i].move);
    world->replied = f->replied - before;
}

static uint64_t cost_of(uint64_t replied) {
    return replied + replied / FORESIGHT_ANSWERED;
}

/* How many worlds more there may be, by what they took so far; before that the enemy is taken to
 * have as many replies as the seat has moves. */
static unsigned next_round(const foresight_work *w, size_t moves) {
    const foresight_question *q = w->question;
    uint64_t taken = cost_of(w->replied);
    uint64_t each = w->done ? taken / w->done : cost_of(w->count * moves);
    uint64_t more = q->values > taken ? (q->values - taken) / (each + 1) : 0;
    unsigned left = q->worlds - w->before;
    left = left < ROUND ? left : ROUND;
    return more < left ? (unsigned)more : left;
}

/* Whether all were done. */
static bool add_round(foresight_work *w, unsigned round) {
    unsigned done = 0;
    for (unsigned k = 0; k < round; k++) {
        const foreseen_world *world = &w->world[k];
        done += world->done;
        w->replied += world->replied;
        for (size_t i = 0; i < w->count && world->done; i++)
            w->sum[i] += world->value[i];
    }
    w->before += round;
    w->done += done;
    return done == round;
}

static bool look_into_round(foresight_work *w, unsigned threads, unsigned round, ff_rng *rng) {
    const foresight_question *q = w->question;
    for (unsigned k = 0; k < round; k++) {
        belief_sampler_next(q->sampler, rng);
        belief_sampler_world(q->sampler, q->view, &w->world[k].position);
    }
    thread_pool_run(q->pool, threads, round, look_into_world, w);
    return add_round(w, round);
}

unsigned foresight_weigh(foresight *f, unsigned threads, const foresight_question *q,
                         weighed_move *list, size_t count, uint64_t *looked) {
    foresight_work w = {.question = q, .list = list, .count = count, .thread = f};
    ff_move all[FF_MOVES_MAX];
    size_t moves = ff_view_moves(q->view, all);
    ff_rng rng;
    assert(count > 0 && count <= FF_MOVES_MAX && q->worlds > 0);
    assert(threads > 0 && threads <= FORESIGHT_THREADS);
    for (unsigned t = 0; t < threads; t++)
        foresight_begin(&f[t], q->net, q->view, q->belief);
    ff_rng_seed(&rng, q->seed);
    unsigned round = next_round(&w, moves);
    round = round ? round : 1;
    while (round && look_into_round(&w, threads, round, &rng))
        round = next_round(&w, moves);
    for (size_t i = 0; i < count; i++)
        list[i].value = (int)(w.sum[i] / w.done);
    *looked += cost_of(w.replied);
    return w.done;
}
