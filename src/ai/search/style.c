/* What a style likes in a move. Each liking is a count over the viewer's board; a move is liked
 * for what it changes, so that a style never pays for standing still. Only what the viewer sees
 * and believes is counted. */
#include "ai/search/style.h"

#include <stdlib.h>

enum { STRONG = FF_MAJOR };

/* The viewer's board with what stands on two of its squares changed. */
typedef struct board {
    const root_features *features;
    int from, to;
    ff_cell here; /* on `to`; `from` is empty */
} board;

static const ff_cell empty = {.seat = FF_NOBODY};

static const ff_cell *cell_at(const board *b, int square) {
    if (square == b->to)
        return &b->here;
    return square == b->from ? &empty : &b->features->view->cell[square];
}

static const ff_cell *neighbour_of(const board *b, int square, int direction) {
    int next = b->features->neighbour[square][direction];
    return next < 0 ? NULL : cell_at(b, next);
}

/* Does a strong piece that the enemy cannot name stand beside the square? */
static bool is_guarded(const board *b, int square, ff_rank rank) {
    for (int direction = 0; direction < 4; direction++) {
        const ff_cell *cell = neighbour_of(b, square, direction);
        if (cell && cell->seat == b->features->self && !cell->known && cell->rank >= STRONG &&
            cell->rank < FF_BOMB && cell->rank > rank)
            return true;
    }
    return false;
}

/* What an attack takes less what it costs; that it opens a way to the flag is no prey. */
static double prey_of(const root_features *features, ff_rank rank, int square) {
    return features->duel[rank][square].gain -
           features->gate[square] * root_features_clears(features, rank, square);
}

/* Enemy movers beside the square that a piece there would take, and those that may be the spy. */
static void count_enemies(const board *b, int square, ff_rank rank, int *prey, int *spies) {
    *prey = *spies = 0;
    for (int direction = 0; direction < 4; direction++) {
        int next = b->features->neighbour[square][direction];
        const ff_cell *cell = next < 0 ? NULL : cell_at(b, next);
        if (!cell || cell->seat != 1 - b->features->self || !cell->moved)
            continue;
        *prey += prey_of(b->features, rank, next) > 0;
        *spies += cell->rank == FF_HIDDEN && b->features->belief.left[FF_SPY];
    }
}

static int count(const search_style *style, const board *b) {
    int liked = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = cell_at(b, square);
        ff_rank rank = (ff_rank)cell->rank;
        int prey, spies;
        if (cell->seat != b->features->self || rank >= FF_BOMB || !(cell->moved || cell->known))
            continue;
        count_enemies(b, square, rank, &prey, &spies);
        if (rank < FF_MARSHAL && is_guarded(b, square, rank))
            liked += style->guard;
        if ((int)rank >= STRONG && prey > 1)
            liked += style->fork * (prey - 1);
        if (rank == FF_MARSHAL && spies)
            liked -= style->shy;
    }
    return liked;
}

/* After a move, with that on its target. */
static int count_after(const search_style *style, const root_features *features, ff_move move,
                       ff_cell here) {
    const board after = {features, FF_FROM(move), FF_TO(move), here};
    return count(style, &after);
}

/* The piece as it arrives: it has moved, and shows itself by a battle or a long run. */
static ff_cell arriving(const ff_view *view, ff_move move) {
    int from = FF_FROM(move), to = FF_TO(move);
    ff_cell cell = view->cell[from];
    /* Legal moves are straight, so anything but a step is a run. */
    bool run = abs(to - from) != 1 && abs(to - from) != FF_FILES;
    cell.moved = true;
    cell.known |= run || view->cell[to].seat != FF_NOBODY;
    return cell;
}

/* By how an attack may go: the piece stands on the target, nobody does, or who stood there. */
static double count_attack(const search_style *style, const root_features *features, ff_move move) {
    const ff_cell target = features->view->cell[FF_TO(move)];
    const ff_cell mover = arriving(features->view, move);
    const duel *d = &features->duel[mover.rank][FF_TO(move)];
    double lose = 1 - d->win - d->tie;
    return d->win * count_after(style, features, move, mover) +
           d->tie * count_after(style, features, move, empty) +
           lose * count_after(style, features, move, target);
}

int search_style_bias(const search_style *style, const root_features *features, ff_move move) {
    const ff_view *view = features->view;
    const board before = {features, FF_OFF_BOARD, FF_OFF_BOARD, empty};
    if (!style->guard && !style->fork && !style->shy && !style->still)
        return 0;
    double after = view->cell[FF_TO(move)].seat == FF_NOBODY
                       ? count_after(style, features, move, arriving(view, move))
                       : count_attack(style, features, move);
    bool first = !view->cell[FF_FROM(move)].moved;
    /* To the nearest integer: scores of the search are integers. */
    return (int)(after < 0 ? after - 0.5 : after + 0.5) - count(style, &before) -
           (first ? style->still : 0);
}
