/* All legal moves, and why another is not one. Both follow from the same move sets, so a
 * list and a refusal cannot contradict each other. */
#include "core/repetition.h"

#include <stdlib.h>

/* Looks along the straight way from `from` to `to`: the target may be anything
 * but a lake or an own piece, what lies between must be empty. */
static ff_reason check_way(const ff_rules *rules, const ff_position *position, int from, int to) {
    int step = from / FF_FILES == to / FF_FILES ? 1 : FF_FILES;
    if (to < from)
        step = -step;
    bool blocked = false;
    for (int square = from + step;; square += step) {
        if (rules->edition.lake[square])
            return FF_LAKE;
        if (square == to)
            break;
        blocked = blocked || ff_position_owner(position, square) != FF_NOBODY;
    }
    /* A lake anywhere on the way is told before any piece is (docs/rules.md, Moving): lakes are
     * public, and the order of the reasons must be the same whatever stands between. */
    if (ff_position_owner(position, to) == (ff_seat)position->turn)
        return FF_OWN_PIECE;
    return blocked ? FF_BLOCKED : FF_LEGAL;
}

/* Which rule against repetition forbids a move that geometry allows? */
static ff_reason check_repetition(const ff_rules *rules, const ff_position *position,
                                  const ff_history *history, int from, int to) {
    move_set t;
    generate_pseudo_legal(rules, position, position->turn, &t);
    if (two_squares_threatens(rules, history))
        two_squares_strike(rules, position, history, &t);
    if (!move_set_has(&t, position, from, to))
        return FF_TWO_SQUARES;
    if (more_squares_threatens(rules, position))
        more_squares_strike(rules, position, history, &t);
    return move_set_has(&t, position, from, to) ? FF_LEGAL : FF_MORE_SQUARES;
}

/* The reasons are asked in the order of the table in docs/rules.md: each can be worked out from
 * what the player on turn may see, so a refusal betrays no rank. */
static ff_reason check_piece(const ff_rules *rules, const ff_position *position, unsigned from,
                             unsigned to) {
    if (!ff_edition_on_board(&rules->edition, (int)from) ||
        !ff_edition_on_board(&rules->edition, (int)to))
        return FF_NOT_ON_BOARD;
    ff_seat owner = ff_position_owner(position, (int)from);
    if (owner == FF_NOBODY)
        return FF_EMPTY_SOURCE;
    if (owner != (ff_seat)position->turn)
        return FF_NOT_YOURS;
    return ff_position_rank(position, (int)from) >= FF_BOMB ? FF_IMMOBILE : FF_LEGAL;
}

ff_reason ff_move_check(const ff_rules *rules, const ff_position *position,
                        const ff_history *history, unsigned from, unsigned to) {
    if (position->result != FF_ONGOING)
        return FF_GAME_OVER;
    ff_reason reason = check_piece(rules, position, from, to);
    if (reason != FF_LEGAL)
        return reason;
    int files = abs((int)to % FF_FILES - (int)from % FF_FILES);
    int rows = abs((int)to / FF_FILES - (int)from / FF_FILES);
    if (files + rows == 0)
        return FF_NULL_MOVE;
    if (files && rows)
        return FF_NOT_STRAIGHT;
    /* Reading the rank is allowed here: the piece is the mover's own. */
    if (files + rows > 1 && ff_position_rank(position, (int)from) != FF_SCOUT)
        return FF_TOO_FAR;
    reason = check_way(rules, position, (int)from, (int)to);
    return reason == FF_LEGAL ? check_repetition(rules, position, history, (int)from, (int)to)
                              : reason;
}

size_t ff_moves(const ff_rules *rules, const ff_position *position, const ff_history *history,
                ff_move moves[FF_MOVES_MAX]) {
    if (position->result != FF_ONGOING)
        return 0;
    move_set t;
    generate_legal(rules, position, history, &t);
    size_t count = 0;
    for (unsigned word = 0; word < MOVE_SET_WORDS; word++)
        for (uint64_t left = t.word[word]; left; left &= left - 1)
            moves[count++] = move_set_move(position, word, (unsigned)__builtin_ctzll(left));
    return count;
}
