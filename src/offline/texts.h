/* What the offline game tells that is text alone: no game is changed here. For offline.c. */
#ifndef FLAGFALL_OFFLINE_TEXTS_H
#define FLAGFALL_OFFLINE_TEXTS_H

#include "flagfall/record.h"
#include "flagfall/view.h"

/* Appends the members of a welcome that depend on nobody, as an object. */
void text_welcome(ff_buffer *out);

/* Appends {"record":text,"gsn":text} of a finished game: tags from lines `Name value`, moves from
 * the view; GSN is null where that format cannot hold the edition. */
void text_record(ff_buffer *out, ff_span tags, const ff_view *view);

#endif
