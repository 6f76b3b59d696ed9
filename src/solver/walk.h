/* What walks over a tree share: vectors with a number for each set-up at a node. `reach` is
 * the chance with which a seat, having that set-up, plays up to here; `worth` is what the
 * game is worth to a seat with that set-up, times the other's reach. */
#ifndef FLAGFALL_SOLVER_WALK_H
#define FLAGFALL_SOLVER_WALK_H

#include "solver/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Memory of a walk: a stack of vectors, as deep as the tree. */
typedef struct workspace {
    double *numbers;
    size_t used, size;
} workspace;

/* Room for `vectors` vectors and `tables` tables of all moves in each node of a path. */
static inline bool workspace_init(workspace *w, const tree *t, size_t vectors, size_t tables) {
    size_t levels = t->deepest + 2u, node = vectors + tables * t->most_moves;
    *w = (workspace){.size = levels * node * t->army_count};
    w->numbers = malloc(w->size * sizeof *w->numbers);
    return w->numbers != NULL;
}

static inline void workspace_free(workspace *w) {
    free(w->numbers);
}

/* A vector of zeros; given back by setting `used` to what it was. */
static inline double *workspace_take(workspace *w, size_t count) {
    assert(w->used + count <= w->size);
    double *taken = w->numbers + w->used;
    w->used += count;
    memset(taken, 0, count * sizeof *taken);
    return taken;
}

static inline double sum_of(const double *vector, uint32_t count) {
    double sum = 0;
    for (uint32_t k = 0; k < count; k++)
        sum += vector[k];
    return sum;
}

static inline ff_seat other_seat(ff_seat seat) {
    return seat == FF_RED ? FF_BLUE : FF_RED;
}

/* A finished game: all pairs of set-ups have the same result. */
static inline void worth_at_the_end(const tree_node *node, ff_seat seat, const double *other,
                                    double *worth) {
    double all = sum_of(other, node->count[other_seat(seat)]);
    double payoff = seat == FF_RED ? node->payoff : -node->payoff;
    for (uint32_t k = 0; k < node->count[seat]; k++)
        worth[k] = payoff * all;
}

/* A seat's reach at a child. `row`: its chances of the move, at the parent; null: it was not
 * its move. */
static inline void reach_child(const tree *t, const tree_node *child, ff_seat seat,
                               const double *reach, const float *row, double *out) {
    const uint16_t *at = tree_setups(t, child, seat);
    for (uint32_t k = 0; k < child->count[seat]; k++)
        out[k] = reach[at[k]] * (row ? (double)row[at[k]] : 1);
}

static inline void add_worth(const tree *t, const tree_node *child, ff_seat seat,
                             const double *worth, double *sum) {
    const uint16_t *at = tree_setups(t, child, seat);
    for (uint32_t k = 0; k < child->count[seat]; k++)
        sum[at[k]] += worth[k];
}

static inline const float *row_of(const tree_node *node, const float *slots, unsigned row) {
    return slots + node->first_slot + (size_t)row * node->count[node->turn];
}

#endif
