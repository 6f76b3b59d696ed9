/* A matching of greatest weight in a general graph: Edmonds' blossoms with duals, in O(n^3), as
 * Z. Galil tells it ("Efficient Algorithms for Finding Maximum Matching in Graphs", ACM Computing
 * Surveys 18, 1986). No game word.
 *
 * A weight is a few numbers of which the first counts most, each the sum of many: criteria one
 * after another are then one weight. All that the method does with weights is to add, to compare
 * and to halve what is even, which holds for each number by itself. */
#ifndef FLAGFALL_PAIRING_MATCHING_H
#define FLAGFALL_PAIRING_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

enum { MATCHING_PARTS = 4, MATCHING_VERTICES_MAX = 130 };

typedef struct matching_weight {
    int64_t part[MATCHING_PARTS];
} matching_weight;

/* Negative, 0 or positive, as `a` is less than, equal to or more than `b`. */
int matching_compare(const matching_weight *a, const matching_weight *b);
matching_weight matching_add(matching_weight a, matching_weight b);

/* Graph and result for any number of calls; null when memory is out. */
typedef struct matching matching;
matching *matching_new(unsigned vertices_max);
void matching_free(matching *m);

/* A new graph of so many vertices, without edges. */
void matching_clear(matching *m, unsigned vertices);

/* An edge, of a weight greater than zero; vertices from 0. */
void matching_set_edge(matching *m, unsigned a, unsigned b, matching_weight weight);

/* Finds it: the mate of each vertex, or -1. The same graph gives the same matching. */
void matching_solve(matching *m, int *mate);

#endif
