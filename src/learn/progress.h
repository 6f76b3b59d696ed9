/* What learning has come to, a line a report: text that is kept with the state, and curves
 * drawn from it.
 *
 *     games=4096 samples=812345 loss=0.0312 length=71.2 draws=0.021 one-ply@duel=0.540 ... */
#ifndef FLAGFALL_LEARN_PROGRESS_H
#define FLAGFALL_LEARN_PROGRESS_H

#include "flagfall/base.h"

/* Draws all numbers of the lines over the games, a panel each for loss, length and draws,
 * and one for the scores: an SVG that stands alone. Words that are not of this form are passed
 * over. */
void progress_draw(ff_span lines, ff_buffer *svg);

#endif
