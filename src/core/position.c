/* A position asked and set up by hand, and what battles come to. What must hold: a square has
 * at most one piece. */
#include "core/board.h"

#include <assert.h>
#include <stdlib.h>

bool ff_history_reserve(ff_history *history, uint32_t capacity) {
    if (capacity <= history->capacity)
        return true;
    ff_move *moves = realloc(history->moves, capacity * sizeof *moves);
    if (!moves)
        return false;
    history->moves = moves;
    history->capacity = capacity;
    return true;
}

void ff_history_free(ff_history *history) {
    free(history->moves);
    *history = (ff_history){0};
}

void ff_position_clear(ff_position *position) {
    memset(position, 0, sizeof *position);
}

ff_rank ff_position_rank(const ff_position *position, int square) {
    return (ff_rank)rank_at(position, (unsigned)square);
}

ff_seat ff_position_owner(const ff_position *position, int square) {
    if (bitboard_has(position->pieces[FF_RED], square))
        return FF_RED;
    return bitboard_has(position->pieces[FF_BLUE], square) ? FF_BLUE : FF_NOBODY;
}

void ff_position_put(ff_position *position, int square, ff_seat seat, ff_rank rank) {
    assert(square >= 0 && square < FF_SQUARES && rank <= FF_HIDDEN);
    ff_seat owner = ff_position_owner(position, square);
    if (owner != FF_NOBODY)
        piece_flip(position, (unsigned)square, owner, ff_position_rank(position, square));
    if (rank != FF_EMPTY)
        piece_flip(position, (unsigned)square, seat, rank);
}

ff_battle ff_battle_of(ff_rank attacker, ff_rank defender) {
    if (defender == FF_FLAG)
        return FF_FLAG_TAKEN;
    if (defender == FF_BOMB)
        return attacker == FF_MINER ? FF_ATTACKER_WINS : FF_DEFENDER_WINS;
    if (attacker == FF_SPY && defender == FF_MARSHAL)
        return FF_ATTACKER_WINS;
    if (attacker == defender)
        return FF_BOTH_DIE;
    return attacker > defender ? FF_ATTACKER_WINS : FF_DEFENDER_WINS;
}
