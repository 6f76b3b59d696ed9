/* Worlds played on. What must hold: a seat is shown no more than the game itself would show it. */
#include "ai/learned/continuation.h"

#include <string.h>

#include "ai/learned/weigh.h"

void continuation_knowledge(const ff_view *view, ff_knowledge *knowledge) {
    for (int square = 0; square < FF_SQUARES; square++) {
        knowledge->moved[square] = view->cell[square].moved;
        knowledge->known[square] = view->cell[square].known;
    }
    memcpy(knowledge->lost, view->lost, sizeof knowledge->lost);
}

void continuation_make(continuation *c, const ff_view *root, ff_history *history, ff_move move) {
    ff_seat mover = (ff_seat)c->position.turn;
    c->before = c->last;
    c->last = ff_position_play(root->rules, &c->position, history, move);
    ff_knowledge_update(&c->knowledge, &c->last, mover);
    if (root->memory)
        c->knowledge.known[FF_TO(move)] = false; /* nobody is taken to remember */
}

void continuation_view(const continuation *c, const ff_view *root, const ff_history *history,
                       ff_seat viewer, ff_view *view) {
    memset(view, 0, sizeof *view);
    view->rules = root->rules;
    view->viewer = (uint8_t)viewer;
    view->memory = root->memory;
    view->last = c->last;
    view->history = *history;
    ff_view_fill(view, &c->position, &c->knowledge);
}

bool continuation_is_over(const continuation *c, ff_seat seat, int *value) {
    unsigned result = c->position.result;
    if (result == FF_ONGOING)
        return false;
    bool won = (result == FF_RED_WINS) == (seat == FF_RED);
    *value = result == FF_DRAW ? WEIGH_DRAW : won ? NET_WIN : -NET_WIN;
    return true;
}
