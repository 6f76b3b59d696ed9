/* The value of a move by what may follow, two plies on. What must hold: what each side does
 * follows from its own view, so that nobody plans with what is hidden from him. */
#include "ai/learned/foresee.h"

#include "ai/learned/continuation.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

void foresight_begin(foresight *f, const net *n, const ff_view *view, const belief *b) {
    uint32_t size = view->history.size;
    f->net = n;
    f->view = view;
    f->belief = b;
    f->looked = 0;
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

unsigned foresight_weigh(foresight *f, belief_sampler *s, const foresight_limits *limits,
                         ff_rng *rng, weighed_move *list, size_t count) {
    int64_t sum[FF_MOVES_MAX] = {0};
    unsigned worlds = 0;
    assert(count <= FF_MOVES_MAX);
    do {
        ff_position world;
        belief_sampler_next(s, rng);
        belief_sampler_world(s, f->view, &world);
        for (size_t i = 0; i < count; i++)
            sum[i] += foresight_value(f, &world, list[i].move);
        worlds++;
    } while (worlds < limits->worlds && f->looked < limits->values &&
             !limits->late(limits->context));
    for (size_t i = 0; i < count; i++)
        list[i].value = (int)(sum[i] / worlds);
    return worlds;
}
