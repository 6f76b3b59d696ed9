/* What the network thinks of a seat's moves: for each the value of what the seat will know
 * after it, on average over what a hidden piece that is attacked may be. */
#ifndef FLAGFALL_AI_WEIGH_H
#define FLAGFALL_AI_WEIGH_H

#include "ai/belief/belief.h"
#include "ai/learned/net.h"

/* What a draw is worth. Less than half, for who loves a draw learns to do nothing. */
enum { WEIGH_DRAW = -9 * NET_WIN / 10 };

typedef struct weighed_move {
    ff_move move;
    int value; /* -NET_WIN .. NET_WIN */
} weighed_move;

/* Weighs the legal moves of a view whose seat is on turn, in the order of `ff_view_moves`;
 * how many. `b` says what hidden enemy pieces may be; null: what the counts say (belief.h).
 * `looked` grows by the values that were computed; it may be null. */
size_t weigh_moves(const net *n, const ff_view *view, const belief *b,
                   weighed_move list[FF_MOVES_MAX], uint64_t *looked);

/* The best of a list that is not empty; the first of equals. */
const weighed_move *weigh_best(const weighed_move *list, size_t count);

#endif
