/* The memory model: what a person still remembers of the ranks that were shown.
 *
 * An enemy piece whose rank was shown is before one's eyes for a few plies, and again
 * whenever it moves or fights. After that it may slip one's mind at any ply, the
 * sooner the more pieces there are to be remembered (forgetting over time and
 * interference between what is alike, as in short-term memory at large: Peterson and
 * Peterson 1959, Waugh and Norman 1965); the strongest and the bombs half as soon.
 * What is forgotten stays so until it is shown again. All this follows from a seed
 * and the events, so that a player made anew in the middle of a game has forgotten
 * the same. */
#ifndef FLAGFALL_AI_MEMORY_MODEL_H
#define FLAGFALL_AI_MEMORY_MODEL_H

#include "flagfall/view.h"

/* Fills `out` with the view less what its viewer has forgotten: such a piece is
 * hidden again, and in the events it has no rank. With `load` pieces to remember
 * half of what is shown is forgotten within about 4 * `span` / `load` plies. `events`
 * has room for all of the view's, and `out` points to it. Pieces that have fallen are
 * not forgotten: they lie beside the board. */
void memory_model_view(const ff_view *view, uint64_t seed, unsigned span, ff_event *events,
                       ff_view *out);

#endif
