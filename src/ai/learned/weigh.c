/* What the network thinks of a seat's moves. What must hold: it reads what the seat will know
 * after the move, never the true ranks; the same view gives the same values on every machine. */
#include "ai/learned/weigh.h"

#include <assert.h>
#include <stddef.h>

/* What stays the same from move to move. */
typedef struct weighing {
    const net *net;
    const net_kernel *kernel;
    const ff_view *view;
    const belief *belief; /* null until somebody asks */
    belief counts;
    inputs_state before;
    net_sums sums;
    uint64_t looked;
} weighing;

/* The value of the state after the move, against a piece of that rank or none. */
static int value_after(weighing *w, ff_move move, ff_rank defender) {
    if (defender == FF_FLAG)
        return NET_WIN;
    inputs_state after = w->before;
    net_sums sums = w->sums;
    inputs_move(&after, move, defender);
    net_go(w->net, w->kernel, &w->before, &after, &sums);
    w->looked++;
    return w->kernel->value(w->net, &sums);
}

/* Chances in 65,536ths, so that the sum is the same on every machine. */
static int expected(weighing *w, ff_move move) {
    if (!w->belief) {
        belief_from_view(&w->counts, w->view);
        w->belief = &w->counts;
    }
    const double *chance = w->belief->chance[FF_TO(move)];
    int64_t sum = 0, all = 0;
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++) {
        int64_t weight = (int64_t)(chance[rank] * 65536);
        if (weight == 0)
            continue;
        sum += weight * value_after(w, move, (ff_rank)rank);
        all += weight;
    }
    /* No rank is possible on a board with other pieces than the army's: the commonest piece
     * stands for them. */
    return all ? (int)(sum / all) : value_after(w, move, FF_SCOUT);
}

static int weigh(weighing *w, ff_move move) {
    const ff_cell *target = &w->view->cell[FF_TO(move)];
    if (target->seat == FF_NOBODY)
        return value_after(w, move, FF_EMPTY);
    return target->rank == FF_HIDDEN ? expected(w, move)
                                     : value_after(w, move, (ff_rank)target->rank);
}

size_t weigh_moves(const net *n, const ff_view *view, const belief *b,
                   weighed_move list[FF_MOVES_MAX], uint64_t *looked) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves);
    weighing w; /* not set to zeros: the counts are large */
    w.net = n;
    w.kernel = net_kernel_best();
    w.view = view;
    w.belief = b;
    w.looked = 0;
    inputs_from_view(&w.before, view);
    net_begin(n, w.kernel, &w.before, &w.sums);
    for (size_t i = 0; i < count; i++)
        list[i] = (weighed_move){moves[i], weigh(&w, moves[i])};
    if (looked)
        *looked += w.looked;
    return count;
}

const weighed_move *weigh_best(const weighed_move *list, size_t count) {
    assert(count > 0);
    const weighed_move *best = list;
    for (size_t i = 1; i < count; i++)
        if (list[i].value > best->value)
            best = &list[i];
    return best;
}
