/* Can a miner be kept from the flag? An and-or search of a few steps: the miner needs one way
 * that works, against every answer of ours. What must hold: nothing hidden is guessed, a hidden
 * piece only stands in the way. */
#include "ai/puzzles/miner_run.h"

#include "core/bitboard.h"
#include "core/history.h"

typedef struct run {
    const ff_rules *rules;
    ff_history history;
    ff_position position;
    ff_seat self;
    bool target[FF_SQUARES];
} run;

/* The flag, and the bombs beside it. */
static void set_targets(run *r) {
    int flag = -1;
    for (int square = 0; square < FF_SQUARES; square++)
        if (ff_position_owner(&r->position, square) == r->self &&
            ff_position_rank(&r->position, square) == FF_FLAG)
            flag = square;
    for (int square = 0; flag >= 0 && square < FF_SQUARES; square++)
        r->target[square] = square == flag || (squares_adjoin(square, flag) &&
                                               ff_position_owner(&r->position, square) == r->self &&
                                               ff_position_rank(&r->position, square) == FF_BOMB);
}

static bool gets_in(run *r, int miner, int steps);

/* We answer: he gets in where no answer stops him. Attacks on other pieces are left out, since
 * how they end depends on ranks that are hidden. */
static bool withstands(run *r, int miner, int steps) {
    ff_move moves[FF_MOVES_MAX];
    ff_position before = r->position;
    size_t count = ff_moves(r->rules, &r->position, &r->history, moves);
    bool in = true;
    for (size_t i = 0; in && i < count; i++) {
        int to = FF_TO(moves[i]);
        bool quiet = ff_position_owner(&before, to) == FF_NOBODY;
        if (!quiet && to != miner)
            continue;
        ff_position_play(r->rules, &r->position, &r->history, moves[i]);
        bool stands = ff_position_owner(&r->position, miner) == 1 - r->self;
        in = stands && r->position.result == FF_ONGOING && gets_in(r, miner, steps);
        r->position = before;
        r->history.size--;
    }
    return in;
}

/* He moves. */
static bool gets_in(run *r, int miner, int steps) {
    ff_move moves[FF_MOVES_MAX];
    ff_position before = r->position;
    size_t count = ff_moves(r->rules, &r->position, &r->history, moves);
    bool in = false;
    for (size_t i = 0; !in && i < count; i++) {
        int to = FF_TO(moves[i]);
        if (FF_FROM(moves[i]) != miner)
            continue;
        if (r->target[to])
            return true;
        if (steps == 1)
            continue;
        ff_position_play(r->rules, &r->position, &r->history, moves[i]);
        bool stands = ff_position_owner(&r->position, to) == 1 - r->self;
        in = stands && r->position.result == FF_ONGOING && withstands(r, to, steps - 1);
        r->position = before;
        r->history.size--;
    }
    return in;
}

/* The board as the viewer sees it; what he cannot name stands still, as a bomb. */
static void set_board(run *r, const ff_view *view, int miner) {
    ff_seat enemy = (ff_seat)(1 - view->viewer);
    ff_view_position(view, &r->position);
    for (int square = 0; square < FF_SQUARES; square++)
        if (view->cell[square].seat == enemy && view->cell[square].rank == FF_HIDDEN)
            ff_position_put(&r->position, square, enemy, FF_BOMB);
    ff_position_put(&r->position, miner, enemy, FF_MINER);
}

miner_run miner_run_after(const ff_view *view, int miner, ff_move move) {
    run r = {.rules = view->rules, .self = (ff_seat)view->viewer};
    int to = FF_TO(move);
    if (!history_copy(&r.history, &view->history, 2 * MINER_RUN_STEPS + 1))
        return MINER_RUN_NO_MEMORY;
    set_board(&r, view, miner);
    set_targets(&r);
    bool plays = move && (view->cell[to].seat == FF_NOBODY || to == miner);
    if (plays)
        ff_position_play(r.rules, &r.position, &r.history, move);
    else
        r.position.turn = (uint8_t)(1 - view->viewer);
    bool in = ff_position_owner(&r.position, miner) == (ff_seat)(1 - view->viewer) &&
              r.position.result == FF_ONGOING && gets_in(&r, miner, MINER_RUN_STEPS);
    ff_history_free(&r.history);
    return in ? MINER_GETS_IN : MINER_STOPPED;
}
