/* The value of a move by what may follow, two plies on. What must hold: what each side does
 * follows from its own view, so that nobody plans with what is hidden from him. */
#include "ai/learned/foresee.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "ai/learned/continuation.h"
#include "base/hash.h"

enum { ROUND = FORESIGHT_THREADS }; /* worlds that are drawn before the next are looked into */

void foresight_begin(foresight *f, const net *n, const ff_view *view, const belief *b) {
    uint32_t size = view->history.size;
    f->net = n;
    f->view = view;
    f->belief = b;
    f->looked = 0;
    f->worlds = 0;
    memset(f->sum, 0, sizeof f->sum);
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
    return weigh_best(list, weigh_moves(f->net, &view, NULL, list, &f->looked))->move;
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
    return weigh_best(list, weigh_moves(f->net, &view, &b, list, &f->looked))->value;
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

typedef struct foresight_work {
    const foresight_question *question;
    const weighed_move *list;
    size_t count;
    foresight *thread;
    atomic_uint_fast64_t looked; /* by all threads */
    unsigned before;             /* worlds of the rounds before */
    ff_position world[ROUND];
} foresight_work;

static bool is_enough(foresight_work *w) {
    const foresight_question *q = w->question;
    return atomic_load(&w->looked) >= q->values || q->late(q->context);
}

static void look_into_world(void *context, unsigned thread, unsigned item) {
    foresight_work *w = context;
    foresight *f = &w->thread[thread];
    uint64_t before = f->looked;
    if (w->before + item > 0 && is_enough(w))
        return;
    for (size_t i = 0; i < w->count; i++)
        f->sum[i] += foresight_value(f, &w->world[item], w->list[i].move);
    f->worlds++;
    atomic_fetch_add(&w->looked, f->looked - before);
}

/* Means of what all threads have found; of how many worlds. */
static unsigned tell(const foresight_work *w, unsigned threads, weighed_move *list) {
    unsigned worlds = 0;
    for (unsigned t = 0; t < threads; t++)
        worlds += w->thread[t].worlds;
    for (size_t i = 0; i < w->count; i++) {
        int64_t sum = 0;
        for (unsigned t = 0; t < threads; t++)
            sum += w->thread[t].sum[i];
        list[i].value = (int)(sum / worlds);
    }
    return worlds;
}

unsigned foresight_weigh(foresight *f, unsigned threads, const foresight_question *q,
                         weighed_move *list, size_t count, uint64_t *looked) {
    foresight_work w = {.question = q, .list = list, .count = count, .thread = f};
    ff_rng rng;
    assert(count <= FF_MOVES_MAX && threads > 0 && threads <= FORESIGHT_THREADS && q->worlds > 0);
    for (unsigned t = 0; t < threads; t++)
        foresight_begin(&f[t], q->net, q->view, q->belief);
    ff_rng_seed(&rng, q->seed);
    do {
        unsigned round = q->worlds - w.before < ROUND ? q->worlds - w.before : ROUND;
        for (unsigned k = 0; k < round; k++) {
            belief_sampler_next(q->sampler, &rng);
            belief_sampler_world(q->sampler, q->view, &w.world[k]);
        }
        thread_pool_run(q->pool, threads, round, look_into_world, &w);
        w.before += round;
    } while (w.before < q->worlds && !is_enough(&w));
    *looked += atomic_load(&w.looked);
    return tell(&w, threads, list);
}
