#include "core/ply.h"

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
    if (lanes_has(position->pieces[FF_RED], square))
        return FF_RED;
    return lanes_has(position->pieces[FF_BLUE], square) ? FF_BLUE : FF_NOBODY;
}

void ff_position_put(ff_position *position, int square, ff_seat seat, ff_rank rank) {
    ff_seat owner = ff_position_owner(position, square);
    if (owner != FF_NOBODY)
        piece_flip(position, (unsigned)square, owner, ff_position_rank(position, square));
    if (rank != FF_EMPTY)
        piece_flip(position, (unsigned)square, seat, rank);
}

static void judge(const ff_rules *rules, ff_position *position, const ff_history *history,
                  const ff_event *event) {
    targets t;
    targets_legal(rules, position, history, &t);
    position_judge(rules, position, event, targets_any(&t));
}

void ff_position_begin(const ff_rules *rules, ff_position *position) {
    judge(rules, position, &(ff_history){0}, NULL);
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

#ifndef NDEBUG
/* Debug builds compare the sets with the ranks after every ply. */
static bool consistent(const ff_position *position) {
    ff_position again = *position;
    memset(again.pieces, 0, sizeof again.pieces);
    memset(again.movers, 0, sizeof again.movers);
    memset(again.scouts, 0, sizeof again.scouts);
    memset(again.ranks, 0, sizeof again.ranks);
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_rank rank = ff_position_rank(position, square);
        ff_seat owner = ff_position_owner(position, square);
        if ((rank == FF_EMPTY) != (owner == FF_NOBODY))
            return false;
        if (rank != FF_EMPTY)
            piece_flip(&again, (unsigned)square, owner, rank);
    }
    return memcmp(&again, position, sizeof again) == 0;
}
#endif

ff_event ff_position_play(const ff_rules *rules, ff_position *position, ff_history *history,
                          ff_move move) {
    assert(ff_move_check(rules, position, history, FF_FROM(move), FF_TO(move)) == FF_LEGAL);
    assert(history->size < history->capacity);
    ff_event event = position_apply(rules, position, history, move);
    event.revealed = ply_shows_run(rules, FF_FROM(move), FF_TO(move));
    judge(rules, position, history, &event);
    assert(consistent(position));
    return event;
}

ff_reason ff_position_try(const ff_rules *rules, ff_position *position, ff_history *history,
                          unsigned from, unsigned to, ff_event *event) {
    ff_reason reason = ff_move_check(rules, position, history, from, to);
    if (reason == FF_LEGAL)
        *event = ff_position_play(rules, position, history, FF_MOVE(from, to));
    else if (reason == FF_IMMOBILE && rules->forfeit)
        position_end(position, result_won_by(!position->turn), FF_BY_FORFEIT);
    return reason;
}
