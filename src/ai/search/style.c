/* Each liking is a count over the viewer's board; a move is liked for what it changes. */
#include "ai/search/style.h"

enum { STRONG = FF_MAJOR };

/* The viewer's board after a quiet move. */
typedef struct board {
    const root_features *features;
    int from, to;
} board;

static const ff_cell *cell_at(const board *b, int square) {
    static const ff_cell empty = {.seat = FF_NOBODY};
    if (square == b->to)
        return &b->features->view->cell[b->from];
    return square == b->from ? &empty : &b->features->view->cell[square];
}

static const ff_cell *neighbour_of(const board *b, int square, int direction) {
    int next = root_features_neighbour(&b->features->view->rules->edition, square, direction);
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

/* Enemy movers beside the square, and among them those that may be the spy. */
static void count_enemies(const board *b, int square, ff_rank rank, int *prey, int *spies) {
    *prey = *spies = 0;
    for (int direction = 0; direction < 4; direction++) {
        int next = root_features_neighbour(&b->features->view->rules->edition, square, direction);
        const ff_cell *cell = next < 0 ? NULL : cell_at(b, next);
        if (!cell || cell->seat != 1 - b->features->self || !cell->moved)
            continue;
        *prey += b->features->duel[rank][next].gain > 0;
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

int search_style_bias(const search_style *style, const root_features *features, ff_move move) {
    board before = {features, FF_OFF_BOARD, FF_OFF_BOARD};
    board after = {features, FF_FROM(move), FF_TO(move)};
    if (!style->guard && !style->fork && !style->shy && !style->still)
        return 0;
    bool first = !features->view->cell[after.from].moved;
    return count(style, &after) - count(style, &before) - (first ? style->still : 0);
}
