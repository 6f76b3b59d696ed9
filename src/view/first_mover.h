/* Who made the first ply of a game: not always Red, for a board may be set by hand. */
#ifndef FLAGFALL_VIEW_FIRST_MOVER_H
#define FLAGFALL_VIEW_FIRST_MOVER_H

#include "flagfall/view.h"

/* The seat. Turns alternate, so it follows from who is on turn. */
static inline ff_seat first_mover(const ff_view *view) {
    return (ff_seat)((view->turn + view->plies) % 2);
}

/* Who made a ply, counted from 0. */
static inline ff_seat mover_of(const ff_view *view, unsigned ply) {
    return (ff_seat)((first_mover(view) + ply) % 2);
}

#endif
