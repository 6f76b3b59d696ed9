/* The value of a move by what may follow, two plies on. What must hold: what each side does
 * follows from its own view, so that nobody plans with what is hidden from him. */
#include "ai/learned/foresee.h"

#include "base/hash.h"

#include <assert.h>
#include <string.h>

/* What everybody has been told is taken from the view, as far as its seat knows it. */
void foresight_begin(foresight *f, const net *n, const ff_view *view, const belief *b) {
    uint32_t size = view->history.size;
    f->net = n;
    f->view = view;
    f->belief = b;
    f->looked = 0;
    memset(f->seen, 0, sizeof f->seen);
    for (int square = 0; square < FF_SQUARES; square++) {
        f->knowledge.moved[square] = view->cell[square].moved;
        f->knowledge.known[square] = view->cell[square].known;
    }
    memcpy(f->knowledge.lost, view->lost, sizeof f->knowledge.lost);
    f->history = (ff_history){.moves = f->moves, .size = size, .capacity = size + FORESIGHT_PLIES};
    if (size)
        memcpy(f->moves, view->history.moves, size * sizeof *f->moves);
}

/* A world while it is played on. */
typedef struct course {
    ff_position position;
    ff_knowledge knowledge;
    ff_event before, last; /* what was seen of the last two plies */
} course;

static void view_course(const foresight *f, const course *c, unsigned viewer, ff_view *view) {
    memset(view, 0, sizeof *view);
    view->rules = f->view->rules;
    view->viewer = (uint8_t)viewer;
    view->memory = f->view->memory;
    view->last = c->last;
    view->history = f->history;
    ff_view_fill(view, &c->position, &c->knowledge);
}

static void make(foresight *f, course *c, ff_move move) {
    ff_seat mover = (ff_seat)c->position.turn;
    c->before = c->last;
    c->last = ff_position_play(f->view->rules, &c->position, &f->history, move);
    ff_knowledge_update(&c->knowledge, &c->last, mover);
}

/* The value of a game that is over; false while it goes on. */
static bool is_over(const foresight *f, const course *c, int *value) {
    unsigned result = c->position.result;
    if (result == FF_ONGOING)
        return false;
    bool won = (result == FF_RED_WINS) == (f->view->viewer == FF_RED);
    *value = result == FF_DRAW ? WEIGH_DRAW : won ? NET_WIN : -NET_WIN;
    return true;
}

/* The enemy's best move by the enemy's own view. Its belief is what the counts say: what the seat
 * thinks of hidden pieces is the seat's. */
static ff_move best_reply(foresight *f, const course *c) {
    ff_view view;
    weighed_move list[FF_MOVES_MAX];
    view_course(f, c, 1u - f->view->viewer, &view);
    return weigh_best(list, weigh_moves(f->net, &view, NULL, list, &f->looked))->move;
}

/* The value of the best that the seat can do then. */
static int best_value(foresight *f, const course *c) {
    ff_move answered = c->last.move;
    ff_view view;
    belief b;
    weighed_move list[FF_MOVES_MAX];
    view_course(f, c, f->view->viewer, &view);
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
static int value_seen(foresight *f, const course *c) {
    uint64_t key = hash_number(c->before.move, c->last.move);
    foreseen *there = &f->seen[key % FORESEEN_MOST];
    if (!is_same(&there->made, &c->before) || !is_same(&there->answered, &c->last))
        *there = (foreseen){c->before, c->last, best_value(f, c)};
    return there->value;
}

int foresight_value(foresight *f, const ff_position *world, ff_move move) {
    course c = {.position = *world, .knowledge = f->knowledge};
    uint32_t size = f->history.size;
    int value;
    assert(size + FORESIGHT_PLIES <= f->history.capacity);
    make(f, &c, move);
    if (!is_over(f, &c, &value)) {
        make(f, &c, best_reply(f, &c));
        if (!is_over(f, &c, &value))
            value = value_seen(f, &c);
    }
    f->history.size = size;
    return value;
}

/* The viewer's position in the sampler's present world. */
static void world_of(const belief_sampler *s, const ff_view *view, ff_position *world) {
    ff_view_position(view, world);
    for (unsigned i = 0; i < s->count; i++)
        ff_position_put(world, s->square[i], (ff_seat)(1 - view->viewer), (ff_rank)s->rank[i]);
}

unsigned foresight_weigh(foresight *f, belief_sampler *s, const foresight_limits *limits,
                         ff_rng *rng, weighed_move *list, size_t count) {
    int64_t sum[FF_MOVES_MAX] = {0};
    unsigned worlds = 0;
    assert(count <= FF_MOVES_MAX);
    do {
        ff_position world;
        belief_sampler_next(s, rng);
        world_of(s, f->view, &world);
        for (size_t i = 0; i < count; i++)
            sum[i] += foresight_value(f, &world, list[i].move);
        worlds++;
    } while (worlds < limits->worlds && f->looked < limits->values &&
             !limits->late(limits->context));
    for (size_t i = 0; i < count; i++)
        list[i].value = (int)(sum[i] / worlds);
    return worlds;
}
