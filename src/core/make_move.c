/* Playing a move that is legal: the board, the counters, and whether the game is over. What
 * must hold: ranks and bitboards always tell of the same pieces; debug builds compare them
 * after every ply. */
#include "core/make_move.h"

#include <assert.h>

/* Is the game over? The player on turn is asked with all rules, the other one without those
 * against repetition (docs/rules.md, A-15). */
static void judge(const ff_rules *rules, ff_position *position, const ff_history *history,
                  const ff_event *event) {
    move_set t;
    generate_legal(rules, position, history, &t);
    judge_end(rules, position, event, move_set_any(&t));
}

void ff_position_begin(const ff_rules *rules, ff_position *position) {
    /* Before the first move an army that cannot move has lost already; there is no ply
     * that could be the cause. */
    judge(rules, position, &(ff_history){0}, NULL);
}

#ifndef NDEBUG
/* Do the sets follow from ranks and owners? They are built anew, piece by piece, and compared. */
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
    return memcmp(again.pieces, position->pieces, sizeof again.pieces) == 0 &&
           memcmp(again.movers, position->movers, sizeof again.movers) == 0 &&
           memcmp(again.scouts, position->scouts, sizeof again.scouts) == 0 &&
           memcmp(again.ranks, position->ranks, sizeof again.ranks) == 0;
}
#endif

ff_event ff_position_play(const ff_rules *rules, ff_position *position, ff_history *history,
                          ff_move move) {
    assert(ff_move_check(rules, position, history, FF_FROM(move), FF_TO(move)) == FF_LEGAL);
    assert(history->size < history->capacity);
    ff_event event = make_move(rules, position, history, move);
    event.revealed = shows_run(rules, FF_FROM(move), FF_TO(move));
    judge(rules, position, history, &event);
    assert(consistent(position));
    return event;
}

ff_reason ff_position_try(const ff_rules *rules, ff_position *position, ff_history *history,
                          unsigned from, unsigned to, ff_event *event) {
    ff_reason reason = ff_move_check(rules, position, history, from, to);
    if (reason == FF_LEGAL)
        *event = ff_position_play(rules, position, history, FF_MOVE(from, to));
    /* The one refusal that changes the game: an own bomb or flag was touched. The ply
     * itself is not played and not counted. */
    else if (reason == FF_IMMOBILE && rules->forfeit)
        position_end(position, result_won_by(!position->turn), FF_BY_FORFEIT);
    return reason;
}
