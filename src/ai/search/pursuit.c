/* Whom it is vain to walk after. A target draws by its distance, so a hunter gains the same pull by
 * each step, and loses it again when the target runs: without this he would follow for ever. All is
 * read from the moves played, which both seats know. */
#include "ai/search/pursuit.h"

#include "ai/search/break_in.h"
#include "core/bitboard.h"

/* How many plies are looked back, and after how many runs a target draws half as much. */
enum { PLIES = 60, HALF = 3 };

/* How often the enemy piece on a square ran from one of ours that had just come to its side. The
 * view is of a seat on turn, so the last move was the enemy's and the one before it ours. */
static unsigned count_runs(const ff_history *history, int square) {
    unsigned runs = 0;
    for (uint32_t back = 1; back < history->size && back < PLIES; back += 2) {
        ff_move run = history->moves[history->size - back];
        ff_move hunt = history->moves[history->size - back - 1];
        if (FF_TO(run) != square)
            continue;
        square = FF_FROM(run);
        runs += squares_adjoin(FF_TO(hunt), square);
    }
    return runs;
}

void pursuit_weigh(root_features *features) {
    if (!break_in_is_on(features))
        return;
    for (int i = 0; i < features->targets; i++) {
        unsigned runs = count_runs(&features->view->history, features->target[i]);
        features->catchable[i] = (double)HALF / (HALF + runs);
    }
}
