/* The value of a move by what may follow, two plies on. What must hold: what each side does
 * follows from its own view, so that nobody plans with what is hidden from him. */
#include "ai/learned/foresee.h"

#include <assert.h>
#include <string.h>

/* What everybody has been told is taken from the view, as far as its seat knows it. */
void foresight_begin(foresight *f, const net *n, const ff_view *view, const belief *b,
                     ff_move *moves) {
    uint32_t size = view->history.size;
    *f = (foresight){.net = n, .view = view, .belief = b};
    for (int square = 0; square < FF_SQUARES; square++) {
        f->knowledge.moved[square] = view->cell[square].moved;
        f->knowledge.known[square] = view->cell[square].known;
    }
    memcpy(f->knowledge.lost, view->lost, sizeof f->knowledge.lost);
    f->history = (ff_history){.moves = moves, .size = size, .capacity = size + FORESIGHT_PLIES};
    if (size)
        memcpy(moves, view->history.moves, size * sizeof *moves);
}

/* A world while it is played on. */
typedef struct course {
    ff_position position;
    ff_knowledge knowledge;
    ff_event last;
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
static int best_value(foresight *f, const course *c, ff_move answered) {
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

int foresight_value(foresight *f, const ff_position *world, ff_move move) {
    course c = {.position = *world, .knowledge = f->knowledge};
    uint32_t size = f->history.size;
    int value;
    assert(size + FORESIGHT_PLIES <= f->history.capacity);
    make(f, &c, move);
    if (!is_over(f, &c, &value)) {
        ff_move answered = best_reply(f, &c);
        make(f, &c, answered);
        if (!is_over(f, &c, &value))
            value = best_value(f, &c, answered);
    }
    f->history.size = size;
    return value;
}
