/* JSON, written: what our protocols say of views and editions. Reading JSON is
 * left to whoever has a network (jansson). */
#ifndef FLAGFALL_JSON_H
#define FLAGFALL_JSON_H

#include "flagfall/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Appends a JSON string with its quotes; invalid UTF-8 becomes U+FFFD. */
void ff_json_string(ff_buffer *out, ff_span text);

/* Appends the object that docs/protocol.md calls a view: edition, viewer, turn,
 * board letters, the events from the `first`-th (from 0) on, losses, the viewer's
 * legal moves, result. */
void ff_json_view(ff_buffer *out, const ff_view *view, unsigned first);

/* Appends the object that docs/protocol.md calls an edition: sizes, lakes, army,
 * labels, names in all four languages, rule switches. */
void ff_json_edition(ff_buffer *out, const ff_edition *edition);

#ifdef __cplusplus
}
#endif

#endif
