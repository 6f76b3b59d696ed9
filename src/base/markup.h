/* Text for HTML, XML and SVG. */
#ifndef FLAGFALL_BASE_MARKUP_H
#define FLAGFALL_BASE_MARKUP_H

#include "flagfall/base.h"

/* Writes a text so that it is nothing but text, between tags or in an attribute with double quotes:
 * `&`, `<`, `>` and `"` by their entities. */
void markup_escape(ff_span text, ff_buffer *out);

#endif
