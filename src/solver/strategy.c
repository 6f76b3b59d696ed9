/* Strategies: their numbers, and what they are worth against each other and against who knows
 * them. What must hold: a best reply chooses by what its seat knows, a node and its own
 * set-up, with the other's set-ups as likely as its play has made them. */
#include "solver/strategy.h"

#include "solver/walk.h"

#include <math.h>

/* Less than this is rounding, not resignation. */
static const double least_resignation = 1e-4;

bool strategy_init(strategy *s, const tree *t) {
    *s = (strategy){{NULL, NULL}, NULL};
    s->setup[FF_RED] = calloc(t->army_count, sizeof *s->setup[FF_RED]);
    s->setup[FF_BLUE] = calloc(t->army_count, sizeof *s->setup[FF_BLUE]);
    s->move = calloc(t->slot_count + 1, sizeof *s->move);
    if (!s->setup[FF_RED] || !s->setup[FF_BLUE] || !s->move)
        return false;
    strategy_normalize(s, t);
    return true;
}

void strategy_free(strategy *s) {
    free(s->setup[FF_RED]);
    free(s->setup[FF_BLUE]);
    free(s->move);
}

static void normalize_setups(double *setup, uint32_t count) {
    double sum = sum_of(setup, count);
    for (uint32_t k = 0; k < count; k++)
        setup[k] = sum > 0 ? setup[k] / sum : 1.0 / count;
}

static void normalize_column(const tree *t, const tree_node *node, uint32_t k, float *move) {
    uint32_t count = node->count[node->turn];
    double sum = 0, legal = 0;
    for (unsigned row = 0; row < node->moves; row++) {
        size_t slot = node->first_slot + (size_t)row * count + k;
        sum += (double)move[slot];
        legal += t->legal[slot];
    }
    for (unsigned row = 0; row < node->moves; row++) {
        size_t slot = node->first_slot + (size_t)row * count + k;
        move[slot] = (float)(sum > 0 ? (double)move[slot] / sum : t->legal[slot] / legal);
    }
}

void strategy_normalize(strategy *s, const tree *t) {
    normalize_setups(s->setup[FF_RED], t->army_count);
    normalize_setups(s->setup[FF_BLUE], t->army_count);
    for (uint32_t i = 0; i < t->node_count; i++) {
        const tree_node *node = &t->nodes[i];
        for (uint32_t k = 0; node->turn != FF_NOBODY && k < node->count[node->turn]; k++)
            normalize_column(t, node, k, s->move);
    }
}

/* --- worth ------------------------------------------------------------------------------- */

/* A walk for one seat: by its own strategy, or by its best reply. */
typedef struct walk {
    const strategy *strategy;
    const tree *tree;
    ff_seat seat;
    bool best;
    workspace space;
} walk;

static void worth_at(walk *w, const tree_node *node, const double *other, double *worth);

/* The worth of one child, added to `sum`. `row`: the other's chances of the move, or null. */
static void add_child(walk *w, const tree_node *child, const double *other, const float *row,
                      double *sum) {
    size_t used = w->space.used;
    ff_seat them = other_seat(w->seat);
    double *reach = workspace_take(&w->space, child->count[them]);
    double *worth = workspace_take(&w->space, child->count[w->seat]);
    reach_child(w->tree, child, them, other, row, reach);
    if (sum_of(reach, child->count[them]) > 0) {
        worth_at(w, child, reach, worth);
        add_worth(w->tree, child, w->seat, worth, sum);
    }
    w->space.used = used;
}

/* The other's turn: all that it may do, and where it resigns we have won. */
static void other_moves(walk *w, const tree_node *node, const double *other, double *worth) {
    const tree *t = w->tree;
    uint32_t count = node->count[node->turn];
    for (uint32_t i = 0; i < node->children; i++) {
        const tree_node *child = &t->nodes[node->first_child + i];
        add_child(w, child, other, row_of(node, w->strategy->move, child->by), worth);
    }
    double resigned = 0;
    for (uint32_t k = 0; k < count; k++) {
        double left = 1;
        for (unsigned row = 0; row < node->moves; row++)
            left -= (double)row_of(node, w->strategy->move, row)[k];
        resigned += left > least_resignation ? left * other[k] : 0;
    }
    for (uint32_t k = 0; k < node->count[w->seat]; k++)
        worth[k] += resigned;
}

/* Our turn: of each set-up the best of its moves, or their mean. Children of a move stand
 * together. */
static void own_moves(walk *w, const tree_node *node, const double *other, double *worth) {
    const tree *t = w->tree;
    uint32_t count = node->count[w->seat];
    size_t used = w->space.used;
    double *row_worth = workspace_take(&w->space, count);
    double reached = sum_of(other, node->count[other_seat(w->seat)]);
    for (uint32_t k = 0; k < count; k++)
        worth[k] = -reached; /* resigning is always possible */
    if (!w->best)
        for (unsigned row = 0; row < node->moves; row++)
            for (uint32_t k = 0; k < count; k++)
                worth[k] += reached * (double)row_of(node, w->strategy->move, row)[k];
    for (uint32_t i = 0; i < node->children;) {
        unsigned row = t->nodes[node->first_child + i].by;
        memset(row_worth, 0, count * sizeof *row_worth);
        for (; i < node->children && t->nodes[node->first_child + i].by == row; i++)
            add_child(w, &t->nodes[node->first_child + i], other, NULL, row_worth);
        const uint8_t *legal = t->legal + node->first_slot + (size_t)row * count;
        const float *chance = row_of(node, w->strategy->move, row);
        for (uint32_t k = 0; k < count; k++)
            if (w->best && legal[k] && row_worth[k] > worth[k])
                worth[k] = row_worth[k];
            else if (!w->best)
                worth[k] += (double)chance[k] * row_worth[k];
    }
    w->space.used = used;
}

static void worth_at(walk *w, const tree_node *node, const double *other, double *worth) {
    if (tree_is_over(node)) {
        worth_at_the_end(node, w->seat, other, worth);
    } else if (node->turn == FF_NOBODY) {
        for (uint32_t i = 0; i < node->children; i++)
            add_child(w, &w->tree->nodes[node->first_child + i], other, NULL, worth);
    } else if (node->turn == w->seat) {
        own_moves(w, node, other, worth);
    } else {
        other_moves(w, node, other, worth);
    }
}

/* What a game is worth to a seat: with its own set-ups as likely as its strategy says or, where
 * set-ups are chosen, with the best of them. No number when memory is out. */
static double worth_of_seat(const strategy *s, const tree *t, ff_seat seat, bool best,
                            bool chosen) {
    double *worth = calloc(t->army_count, sizeof *worth), all = 0, most = -1;
    walk w = {.strategy = s, .tree = t, .seat = seat, .best = best};
    bool good = worth && workspace_init(&w.space, t, 4, 0);
    if (good) {
        worth_at(&w, &t->nodes[0], s->setup[other_seat(seat)], worth);
        workspace_free(&w.space);
    }
    for (uint32_t k = 0; good && k < t->army_count; k++) {
        all += s->setup[seat][k] * worth[k];
        most = worth[k] > most ? worth[k] : most;
    }
    free(worth);
    return !good ? (double)NAN : chosen ? most : all;
}

double strategy_value(const strategy *s, const tree *t) {
    return worth_of_seat(s, t, FF_RED, false, false);
}

double strategy_best_reply(const strategy *s, const tree *t, ff_seat seat, bool chosen) {
    return worth_of_seat(s, t, seat, true, chosen);
}

/* What both seats could gain by knowing the strategy, on average; 0 at an equilibrium. The game's
 * own value cancels out: what one seat wins the other loses. */
double strategy_exploitability(const strategy *s, const tree *t, bool chosen) {
    return (strategy_best_reply(s, t, FF_RED, chosen) +
            strategy_best_reply(s, t, FF_BLUE, chosen)) /
           2;
}
