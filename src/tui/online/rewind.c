/* A game played backwards, from what is known of it now: a server tells the present board and
 * the events, and stepping back needs the boards before. What was never told stays hidden in
 * them. */
#include "tui/online/follow.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A piece that fell, as far as it was told. */
static ff_cell fallen(unsigned seat, unsigned rank) {
    return (ff_cell){(uint8_t)seat, (uint8_t)(rank == FF_EMPTY ? FF_HIDDEN : rank), 0, 1};
}

/* A piece that fell is not lost in the scene before. */
static void give_back(scene *s, unsigned seat, unsigned rank) {
    if (s->lost[seat][rank] > 0)
        s->lost[seat][rank]--;
    else if (s->lost[seat][FF_EMPTY] > 0) /* memory mode tells the number alone */
        s->lost[seat][FF_EMPTY]--;
}

/* The scene before an event: `now` is the one after it. */
static scene before(const scene *now, const ff_event *event, unsigned mover) {
    scene s = *now;
    unsigned from = FF_FROM(event->move), to = FF_TO(event->move), other = !mover;
    static const ff_cell empty = {FF_NOBODY, FF_EMPTY, 0, 0};
    bool stands = event->battle == FF_NO_BATTLE || event->battle == FF_ATTACKER_WINS ||
                  event->battle == FF_FLAG_TAKEN;
    ff_cell attacker = stands ? now->cell[to] : fallen(mover, event->attacker);
    if (event->battle == FF_NO_BATTLE)
        s.cell[to] = empty;
    else if (event->battle != FF_DEFENDER_WINS)
        s.cell[to] = fallen(other, event->defender);
    s.cell[from] = attacker;
    if (event->battle == FF_DEFENDER_WINS || event->battle == FF_BOTH_DIE)
        give_back(&s, mover, event->attacker);
    if (event->battle != FF_NO_BATTLE && event->battle != FF_DEFENDER_WINS)
        give_back(&s, other, event->defender);
    s.turn = (uint8_t)mover;
    return s;
}

bool follow_rewind(album *past, const scene *last, const ff_event *events, size_t count) {
    scene empty = {.turn = FF_RED};
    past->size = 0;
    for (size_t i = 0; i <= count; i++)
        if (!album_add(past, &empty))
            return false;
    assert(past->size == count + 1);
    past->scenes[count] = *last;
    for (size_t i = count; i-- > 0;) {
        past->scenes[i] = before(&past->scenes[i + 1], &events[i], i % 2 ? FF_BLUE : FF_RED);
        past->scenes[i].last = i ? events[i - 1] : (ff_event){.move = 0};
    }
    return true;
}
