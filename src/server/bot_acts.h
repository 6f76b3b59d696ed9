/* What bots ask by HTTP, as the messages that the page sends: one mechanism for both.
 * Text in, JSON out; knows nothing of games. */
#ifndef FLAGFALL_SERVER_BOT_ACTS_H
#define FLAGFALL_SERVER_BOT_ACTS_H

#include "server/http.h"

#include <jansson.h>

/* What answers an act that was not refused. */
typedef enum bot_reply { BOT_OK, BOT_GAME } bot_reply;

/* The message of a POST, without `ply`, the caller's to decref; null where there is no
 * such act (`error` is empty) or the body is wrong (`error` says why). */
json_t *bot_acts_read(const http_request *request, bot_reply *reply, ff_error *error);

/* A body as an object: JSON, or a form (application/x-www-form-urlencoded) whose values
 * are all texts. Null where it is neither; empty where the body is. */
json_t *bot_acts_form(ff_span body);

#endif
