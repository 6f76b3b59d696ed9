/* What a server says of a game, as JSON (docs/protocol.md): fields, and events. */
#ifndef FLAGFALL_REMOTE_EVENT_H
#define FLAGFALL_REMOTE_EVENT_H

#include "flagfall/position.h"

#include <jansson.h>

/* A field's text, "" where there is none; a number of 0 and more, 0 where there is none. Of
 * null too. */
const char *remote_text(const json_t *object, const char *key);
unsigned remote_number(const json_t *object, const char *key);

/* An event of a view. False where it is none. */
bool remote_event(const json_t *event, ff_event *out);

#endif
