/* One ply on the board and in the counters, and whether the game ends with it. Inline for
 * those who play millions. */
#ifndef FLAGFALL_CORE_MAKE_MOVE_H
#define FLAGFALL_CORE_MAKE_MOVE_H

#include "core/board.h"
#include "core/repetition.h"

/* Brings both chase counters up to date; the board is as after the ply (the
 * more-squares rule of docs/rules.md). */
static inline void chase_update(ff_position *position, const ff_history *history, unsigned from,
                                unsigned to, bool attack) {
    unsigned seat = position->turn;
    uint16_t *own = &position->chase[seat], *other = &position->chase[!seat];
    bool evaded =
        history->size && squares_adjoin((int)from, FF_TO(history->moves[history->size - 1]));
    unsigned goes_on = evaded & !attack;
    *other = (uint16_t)((*other + 1u) & -goes_on);
    unsigned threatens = bitboard_meets_neighbours(position->pieces[!seat], (int)to);
    *own = (uint16_t)(((*own & (attack - 1u)) + 1u) & -threatens);
}

/* What an attack does to the board; tells the battle in `event`. */
static inline void piece_attack(ff_position *position, unsigned from, unsigned to,
                                ff_event *event) {
    unsigned seat = position->turn;
    event->attacker = (uint8_t)rank_at(position, from);
    event->defender = (uint8_t)rank_at(position, to);
    event->battle = (uint8_t)ff_battle_of(event->attacker, event->defender);
    piece_flip(position, from, seat, event->attacker);
    if (event->battle != FF_DEFENDER_WINS)
        piece_flip(position, to, !seat, event->defender);
    if (event->battle == FF_ATTACKER_WINS || event->battle == FF_FLAG_TAKEN)
        piece_flip(position, to, seat, event->attacker);
}

/* Plays a legal move on the board and in the counters; whether the game is over
 * with it is for `judge_end`. */
static inline ff_event make_move(const ff_rules *rules, ff_position *position, ff_history *history,
                                 ff_move move) {
    unsigned from = FF_FROM(move), to = FF_TO(move), seat = position->turn;
    ff_event event = {.move = move};
    bool attack = bitboard_has(position->pieces[!seat], (int)to);
    if (attack)
        piece_attack(position, from, to, &event);
    else
        piece_move(position, from, to, seat);
    if (rules->chase != FF_CHASE_NONE)
        chase_update(position, history, from, to, attack);
    history->moves[history->size++] = move;
    position->turn = !seat;
    position->plies++;
    position->quiet = attack ? 0 : position->quiet + 1;
    return event;
}

/* Did the ply show a scout by running two squares or more? Its owner's piece is
 * then a scout, so the way need not be measured by rank. */
static inline bool shows_run(const ff_rules *rules, unsigned from, unsigned to) {
    return rules->edition.reveal_runs && !squares_adjoin((int)from, (int)to);
}

static inline void position_end(ff_position *position, ff_result result, ff_ending ending) {
    position->result = (uint8_t)result;
    position->ending = (uint8_t)ending;
}

static inline ff_result result_won_by(unsigned seat) {
    return seat == FF_RED ? FF_RED_WINS : FF_BLUE_WINS;
}

/* Ends the game if the ply just played (none where `event` is null) ends it, in
 * the order of docs/rules.md. `next_moves`: has the player on turn a legal move? */
static inline void judge_end(const ff_rules *rules, ff_position *position, const ff_event *event,
                             bool next_moves) {
    unsigned next = position->turn;
    if (event && event->battle == FF_FLAG_TAKEN) {
        position_end(position, result_won_by(!next), FF_BY_FLAG);
        return;
    }
    /* A piece that has just moved and lives can move back, so its side is not
     * stuck: the other cases are rare. */
    bool other_moves = event && event->battle != FF_DEFENDER_WINS && event->battle != FF_BOTH_DIE;
    if (!other_moves) {
        move_set other;
        generate_pseudo_legal(rules, position, !next, &other);
        other_moves = move_set_any(&other);
    }
    if (!next_moves || !other_moves)
        position_end(position,
                     next_moves    ? result_won_by(next)
                     : other_moves ? result_won_by(!next)
                                   : FF_DRAW,
                     FF_BY_IMMOBILE);
    else if (position->plies >= rules->ply_limit ||
             (rules->quiet_limit && position->quiet >= rules->quiet_limit))
        position_end(position, FF_DRAW, FF_BY_LIMIT);
}

#endif
