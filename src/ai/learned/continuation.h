/* A continuation: a world while it is played on, with what has become public in it, so that
 * each seat can be shown what it would know. */
#ifndef FLAGFALL_AI_CONTINUATION_H
#define FLAGFALL_AI_CONTINUATION_H

#include "flagfall/view.h"

typedef struct continuation {
    ff_position position;
    ff_knowledge knowledge;
    ff_event before, last; /* what was seen of the last two plies */
} continuation;

/* What everybody has been told, as far as the view's seat knows it. */
void continuation_knowledge(const ff_view *view, ff_knowledge *knowledge);

/* Plays a legal move. `root` is a view of the game from which it began, for its rules and memory
 * mode. The history must have room for the move, and is not shortened when the continuation is
 * forgotten: that is for the caller. */
void continuation_make(continuation *c, const ff_view *root, ff_history *history, ff_move move);

/* What a seat sees of it. Of the events only the last is in it. */
void continuation_view(const continuation *c, const ff_view *root, const ff_history *history,
                       ff_seat viewer, ff_view *view);

/* The value of a game that is over to a seat, as a network would have it; false while it goes on.
 */
bool continuation_is_over(const continuation *c, ff_seat seat, int *value);

#endif
