/* A game as a picture for previews of links: the board from Red's side, as a spectator sees it.
 * Programs that preview links want pixels (PNG), and draw no SVG. Pure. */
#ifndef FLAGFALL_SERVER_WATCH_BOARD_PICTURE_H
#define FLAGFALL_SERVER_WATCH_BOARD_PICTURE_H

#include "flagfall/base.h"
#include "flagfall/view.h"

/* Appends the picture of a spectator's view, or (null) of the empty board. Where memory is out
 * `out` has failed. */
void board_picture_write(ff_buffer *out, const ff_edition *edition, const ff_view *view);

#endif
