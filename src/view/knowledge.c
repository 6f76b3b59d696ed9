/* What has become public, kept up ply by ply: who has moved and whose rank was shown. What must
 * hold: it belongs to squares, so it moves along with the piece, and an empty square has
 * neither mark. Both ranks of a battle are told to everybody (docs/rules.md, Battles). */
#include "flagfall/view.h"

#include <assert.h>

static void forget(ff_knowledge *knowledge, unsigned square) {
    knowledge->moved[square] = false;
    knowledge->known[square] = false;
}

/* The piece of the ply stands on its target now. */
static void carry(ff_knowledge *knowledge, const ff_event *event, bool shown) {
    unsigned from = FF_FROM(event->move), to = FF_TO(event->move);
    knowledge->moved[to] = true;
    knowledge->known[to] = knowledge->known[from] || shown;
    forget(knowledge, from);
}

void ff_knowledge_update(ff_knowledge *knowledge, const ff_event *event, ff_seat mover) {
    unsigned from = FF_FROM(event->move), to = FF_TO(event->move);
    ff_battle battle = (ff_battle)event->battle;
    assert(from != to && from < FF_SQUARES && to < FF_SQUARES);
    assert((battle == FF_NO_BATTLE) == (event->defender == FF_EMPTY));
    assert(mover == FF_RED || mover == FF_BLUE);
    if (battle == FF_DEFENDER_WINS || battle == FF_BOTH_DIE)
        knowledge->lost[mover][event->attacker]++;
    if (battle == FF_ATTACKER_WINS || battle == FF_FLAG_TAKEN || battle == FF_BOTH_DIE)
        knowledge->lost[!mover][event->defender]++;

    switch (battle) {
    case FF_NO_BATTLE:
        carry(knowledge, event, event->revealed); /* a long run shows a scout */
        break;
    case FF_ATTACKER_WINS:
    case FF_FLAG_TAKEN:
        carry(knowledge, event, true);
        break;
    case FF_DEFENDER_WINS: /* it has not moved, but it has named its rank */
        knowledge->known[to] = true;
        forget(knowledge, from);
        break;
    case FF_BOTH_DIE:
        forget(knowledge, from);
        forget(knowledge, to);
        break;
    }
}
