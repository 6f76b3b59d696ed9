/* The mirror: a game as one seat sees it, kept from what is told in public.
 *
 * A program that plays by a protocol never has the truth. It knows its own army,
 * where the enemy stands, and every ply with its battle. From these the mirror
 * gives the same view that the game itself would give that seat. */
#ifndef FLAGFALL_ENGINE_MIRROR_H
#define FLAGFALL_ENGINE_MIRROR_H

#include "flagfall/setup.h"
#include "flagfall/view.h"

/* Enemy pieces are FF_HIDDEN on `position` until they are named. Start from
 * `{0}`, end with `mirror_free`. */
typedef struct mirror {
    ff_rules rules;
    ff_seat seat;
    ff_position position;
    ff_knowledge knowledge;
    ff_history history;
    ff_event *events; /* room for as many as the history */
} mirror;

/* Begins a game of this seat's with its army, which must pass `ff_setup_check`.
 * `enemy` are the squares where enemy pieces stand; null: wherever they may. What
 * the mirror held before is gone. */
void mirror_begin(mirror *m, const ff_rules *rules, ff_seat seat, const ff_setup *own,
                  const bool enemy[FF_SQUARES]);
void mirror_free(mirror *m);

/* The seat on turn made the ply that `told` describes: its move and, where there
 * was a battle, what it did and both ranks (`revealed` is not read). False, and
 * nothing changed, with the reason in `error` when that cannot have happened: the
 * move is not legal, the ranks are not those, or no enemy army would be left that
 * fits all that was told. Also when memory is out. */
bool mirror_play(mirror *m, const ff_event *told, ff_error *error);

/* What the seat knows now. A game that the rules would end because a side cannot
 * move goes on here until the other end of the line says so: a seat on turn may
 * find that it has no legal move. Points into the mirror: valid until it changes. */
void mirror_view(const mirror *m, ff_view *view);

#endif
