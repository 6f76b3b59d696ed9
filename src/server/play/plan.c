/* A line that waits, pair by pair. What must hold: the other's move either is the one that the
 * first pair names, and then its answer is due, or nothing of the line is left. */
#include "server/play/plan.h"

#include "format/words.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* By its word. That there is no battle is not told by a word, but by none being there. */
static bool read_battle(ff_span word, uint8_t *battle) {
    for (unsigned i = FF_ATTACKER_WINS; i <= FF_BOTH_DIE; i++)
        if (ff_span_equals(word, battle_word(i))) {
            *battle = (uint8_t)i;
            return true;
        }
    return false;
}

/* Any two squares that there are on some board. */
static bool read_move(ff_span text, uint8_t *from, uint8_t *to) {
    unsigned squares[2];
    if (!ff_move_parse(text, &squares[0], &squares[1], NULL) || squares[0] >= FF_SQUARES ||
        squares[1] >= FF_SQUARES)
        return false;
    *from = (uint8_t)squares[0];
    *to = (uint8_t)squares[1];
    return true;
}

/* Parts `text` at a sign; false where it has none. */
static bool part(ff_span *text, char sign, ff_span *first) {
    const char *at = text->size ? memchr(text->data, sign, text->size) : NULL;
    if (!at)
        return false;
    *first = (ff_span){text->data, (size_t)(at - text->data)};
    *text = (ff_span){at + 1, text->size - first->size - 1};
    return true;
}

bool plan_read(ff_span text, plan_pair *pair) {
    ff_span condition, move;
    *pair = (plan_pair){.battle = FF_NO_BATTLE};
    if (!part(&text, ' ', &condition))
        return false;
    if (part(&condition, '=', &move) ? !read_battle(condition, &pair->battle)
                                     : (move = condition, false))
        return false;
    return read_move(move, &pair->from, &pair->to) &&
           read_move(text, &pair->answer_from, &pair->answer_to);
}

void plan_write(const plan_pair *pair, char text[PLAN_PAIR_TEXT]) {
    char move[FF_MOVE_TEXT], answer[FF_MOVE_TEXT];
    ff_move_write(FF_MOVE(pair->from, pair->to), pair->battle != FF_NO_BATTLE, move);
    ff_move_write(FF_MOVE(pair->answer_from, pair->answer_to), false, answer);
    snprintf(text, PLAN_PAIR_TEXT, "%s%s%s %s", move, pair->battle ? "=" : "",
             battle_word(pair->battle), answer);
}

bool plan_add(struct plan *plan, const plan_pair *pair) {
    assert(plan->count <= PLAN_PAIRS);
    if (plan->count == PLAN_PAIRS)
        return false;
    plan->pair[plan->count++] = *pair;
    plan->ended = PLAN_GOES_ON;
    return true;
}

void plan_drop(struct plan *plan, plan_end why) {
    plan->count = 0;
    plan->due = false;
    plan->ended = (uint8_t)why;
}

/* A draw that is offered with the expected move is for the player to answer, not for the plan. */
void plan_meet(struct plan *plan, const ff_event *event, bool draw_offered) {
    if (plan->count == 0)
        return;
    const plan_pair *pair = &plan->pair[0];
    /* A pair that names no battle is met by the move, whatever it runs into. */
    bool met = pair->from == FF_FROM(event->move) && pair->to == FF_TO(event->move) &&
               (pair->battle == FF_NO_BATTLE || pair->battle == event->battle);
    if (!met)
        plan_drop(plan, PLAN_OTHER_MOVE);
    else if (draw_offered)
        plan_drop(plan, PLAN_DRAW_OFFERED);
    else
        plan->due = true;
}

void plan_moved(struct plan *plan, ff_move move) {
    const plan_pair *first = &plan->pair[0];
    bool as_planned =
        plan->due && first->answer_from == FF_FROM(move) && first->answer_to == FF_TO(move);
    if (!as_planned) {
        plan_drop(plan, PLAN_GOES_ON);
        return;
    }
    assert(plan->count > 0); /* only a line that is there falls due */
    memmove(&plan->pair[0], &plan->pair[1], --plan->count * sizeof plan->pair[0]);
    plan->due = false;
}

const char *plan_end_word(unsigned why) {
    static const char *const words[] = {"", "other-move", "illegal", "draw-offer"};
    return words[why <= PLAN_DRAW_OFFERED ? why : PLAN_GOES_ON];
}
