/* What bots ask by HTTP, as commands: one mechanism for a page's messages and for their
 * requests. Text in, a command out; knows nothing of games. */
#ifndef FLAGFALL_SERVER_API_BOT_ACTS_H
#define FLAGFALL_SERVER_API_BOT_ACTS_H

#include "server/http/http.h"
#include "server/request/command.h"

/* What answers an act that was not refused. */
typedef enum bot_reply {
    BOT_OK,     /* that it is done */
    BOT_GAME,   /* the game that it was about */
    BOT_ANSWER, /* what a page would be told */
} bot_reply;

/* Reads a POST, into that memory. False where it is refused with `status`. */
bool bot_acts_read(const http_request *request, struct arena *memory, struct command *out,
                   bot_reply *reply, unsigned *status, command_refusal *why);

#endif
