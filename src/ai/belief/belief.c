/* Chances by counting: what is missing from the army is shared out over the hidden pieces,
 * bombs and flag over those that have not moved. What must hold: the chances of a hidden piece
 * sum to one, and every rank that nobody has seen fall can be found somewhere. */
#include "ai/belief/belief.h"

#include <string.h>

/* How readily flag and bombs are put on a row, from the own back row; rows farther out are like
 * the last. A guess that only has to be in the right order: whoever wants more asks the
 * sampler, which knows how people set up. */
static const double flag_habit[] = {10, 3, 1, 0.5};
static const double bomb_habit[] = {4, 4, 3, 2};

/* The row of a square counted from its owner's back row, 3 at most. */
static int depth_of(const ff_view *view, int square, unsigned owner) {
    int row = square / FF_FILES;
    int depth = owner == FF_RED ? row : view->rules->edition.rows - 1 - row;
    return depth < 3 ? depth : 3;
}

bool belief_is_hidden(const ff_view *view, int square) {
    const ff_cell *cell = &view->cell[square];
    return cell->seat == 1 - view->viewer && cell->rank == FF_HIDDEN;
}

void belief_count(const ff_view *view, int hidden[FF_RANKS], unsigned left[FF_RANKS]) {
    unsigned enemy = 1u - view->viewer;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++) {
        int alive = view->rules->edition.army[rank] - view->lost[enemy][rank];
        hidden[rank] = alive > 0 ? alive : 0;
        left[rank] = (unsigned)hidden[rank];
    }
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        if (cell->seat == enemy && cell->rank < FF_RANKS && hidden[cell->rank] > 0)
            hidden[cell->rank]--;
    }
}

/* The ranks of movers among the hidden pieces, as shares of one. Where the counts
 * leave none (a board with other pieces than the army's) all are alike. */
static void share_movers(const int hidden[FF_RANKS], double share[FF_RANKS]) {
    double sum = 0;
    for (int rank = FF_SPY; rank <= FF_MARSHAL; rank++)
        sum += hidden[rank];
    for (int rank = FF_SPY; rank <= FF_MARSHAL; rank++)
        share[rank] = sum > 0 ? hidden[rank] / sum : 1.0 / FF_MARSHAL;
}

/* Spreads `count` pieces of a fixed rank over the hidden pieces that have not
 * moved, by habit; no square gets more than what is left of one. */
static void spread_fixed(belief *b, const ff_view *view, ff_rank rank, int count,
                         const double habit[4]) {
    unsigned enemy = 1u - view->viewer;
    double sum = 0;
    for (int square = 0; square < FF_SQUARES; square++)
        if (belief_is_hidden(view, square) && !view->cell[square].moved)
            sum += habit[depth_of(view, square, enemy)];
    for (int square = 0; square < FF_SQUARES; square++) {
        if (!belief_is_hidden(view, square) || view->cell[square].moved)
            continue;
        double chance = count * habit[depth_of(view, square, enemy)] / sum;
        /* The flag has been spread first: what it has taken of a square is no longer there for
         * bombs. */
        double room = 1 - b->chance[square][FF_FLAG];
        b->chance[square][rank] = chance < room ? chance : room;
    }
}

void belief_from_view(belief *b, const ff_view *view) {
    int hidden[FF_RANKS] = {0};
    double share[FF_RANKS] = {0};
    memset(b, 0, sizeof *b);
    belief_count(view, hidden, b->left);
    share_movers(hidden, share);
    spread_fixed(b, view, FF_FLAG, hidden[FF_FLAG], flag_habit);
    spread_fixed(b, view, FF_BOMB, hidden[FF_BOMB], bomb_habit);
    for (int square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        double *chance = b->chance[square];
        if (belief_is_hidden(view, square)) {
            double rest = 1 - chance[FF_FLAG] - chance[FF_BOMB];
            for (int rank = FF_SPY; rank <= FF_MARSHAL; rank++)
                chance[rank] = rest * share[rank];
        } else if (cell->seat == 1 - view->viewer) {
            chance[cell->rank] = 1;
        }
    }
}
