/* A position as a picture: text, SVG, or PNG made from the SVG (librsvg). The pieces are those
 * of the page, by the same paths (tools/page-words.mjs). */
#ifndef FLAGFALL_TUI_IMAGE_H
#define FLAGFALL_TUI_IMAGE_H

#include "tui/model/album.h"

/* Lines with Red's pieces in square brackets, Blue's in round ones, as on the full screen. */
void image_text(const ff_edition *edition, const scene *s, bool from_blue, ff_buffer *out);

void image_svg(const ff_edition *edition, const scene *s, bool from_blue, ff_buffer *out);

/* A game as an SVG that plays itself again and again, as the page makes it: from the first scene
 * of an album that has every rank, over so many plies. */
void image_film(const ff_edition *edition, const album *game, uint32_t plies, ff_buffer *out);

/* `width` in pixels. False with a message where the library cannot, or memory is out. */
bool image_png(const ff_buffer *svg, unsigned width, ff_buffer *out, ff_error *error);

#endif
