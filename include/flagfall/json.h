/* JSON, written: what our protocols say of views and editions. Reading JSON is
 * left to whoever has a network (jansson). */
#ifndef FLAGFALL_JSON_H
#define FLAGFALL_JSON_H

#include "flagfall/record.h"
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

/* Appends one of a view's events: the move, and what its battle showed. */
void ff_json_event(ff_buffer *out, const ff_event *event);

/* Appends the object that docs/protocol.md calls a review: a record played by the rules
 * of its edition, with all ranks. Of a record that is against them, what can be played
 * and why there is no more. False only when memory is out. */
bool ff_json_review(ff_buffer *out, const ff_record *record);

/* The review of a text that could not be read as a record, for this reason. */
void ff_json_review_unread(ff_buffer *out, const ff_error *error);

/* Appends the object that docs/protocol.md calls an edition: sizes, lakes, army,
 * labels, names in all four languages, rule switches. */
void ff_json_edition(ff_buffer *out, const ff_edition *edition);

#ifdef __cplusplus
}
#endif

#endif
