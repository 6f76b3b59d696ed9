/* The rules against repetition, as targets struck out. */
#ifndef FLAGFALL_CORE_REPETITION_H
#define FLAGFALL_CORE_REPETITION_H

#include "core/move_generation.h"

/* Could the rule strike anything out here? Cheap tests that the common ply does
 * not pass, so that the functions below are seldom called. */
static inline bool two_squares_threatens(const ff_rules *rules, const ff_history *history) {
    uint32_t n = rules->two_squares;
    if (n == 0 || history->size / 2 < n)
        return false;
    const ff_move *end = history->moves + history->size;
    return n == 1 ||
           (FF_TO(end[-4]) == FF_FROM(end[-2]) && (n == 2 || FF_TO(end[-6]) == FF_FROM(end[-4])));
}

static inline bool more_squares_threatens(const ff_rules *rules, const ff_position *position) {
    return rules->chase != FF_CHASE_NONE && position->chase[position->turn] > 1;
}

/* Strikes out what the two-squares rule forbids the player on turn (docs/rules.md):
 * to cross, with the piece of its last N plies, a border that all of them
 * crossed. */
void two_squares_strike(const ff_rules *rules, const ff_position *position,
                        const ff_history *history, move_set *t);

/* Strikes out what the more-squares rule forbids the player on turn (docs/rules.md):
 * a threatening move that brings back a position of the present chase. */
void more_squares_strike(const ff_rules *rules, const ff_position *position,
                         const ff_history *history, move_set *t);

/* All legal targets of the player on turn, by every rule. */
static inline void generate_legal(const ff_rules *rules, const ff_position *position,
                                  const ff_history *history, move_set *t) {
    generate_pseudo_legal(rules, position, position->turn, t);
    if (two_squares_threatens(rules, history))
        two_squares_strike(rules, position, history, t);
    if (more_squares_threatens(rules, position))
        more_squares_strike(rules, position, history, t);
}

/* What each of the two rules takes from the player on turn, of what geometry and, for the
 * second, the first would allow. */
static inline void generate_forbidden(const ff_rules *rules, const ff_position *position,
                                      const ff_history *history, move_set *two, move_set *more) {
    move_set all, left;
    generate_pseudo_legal(rules, position, position->turn, &all);
    left = all;
    if (two_squares_threatens(rules, history))
        two_squares_strike(rules, position, history, &left);
    for (unsigned i = 0; i < MOVE_SET_WORDS; i++)
        two->word[i] = all.word[i] & ~left.word[i];
    all = left;
    if (more_squares_threatens(rules, position))
        more_squares_strike(rules, position, history, &left);
    for (unsigned i = 0; i < MOVE_SET_WORDS; i++)
        more->word[i] = all.word[i] & ~left.word[i];
}

#endif
