/* What clients say, served by the tables of commands. Bytes in; what is to be said goes to
 * the hub. Total: any bytes are answered, if only by a refusal. */
#ifndef FLAGFALL_SERVER_COMMANDS_MESSAGES_H
#define FLAGFALL_SERVER_COMMANDS_MESSAGES_H

#include "server/request/message_request.h"
#include "server/store/store_chat.h"

enum {
    /* Entries of a game's log after which nothing is taken back or paused any more. */
    GAME_ACTS_LIMIT = 10000,
    /* Plies that are played again for all takebacks of a game. */
    GAME_AGAIN_LIMIT = 400000,
    GAMES_LISTED = 50, /* finished ones that the welcome and the history list */
};

/* Tells the sender the newest of what has been said at the table, as far as it wants to hear
 * it. */
void chat_retell(const struct request *request);

/* Tells those who follow the table a line that has been stored, as far as they want to hear it. */
void chat_tell(struct hub *hub, struct table *table, const store_line *line);

/* The first message on every connection; without its lists where the client has kept those of
 * this tag, and they are the same still. */
void messages_welcome(struct hub *hub, struct client *client, const char *kept);

/* Serves one message of a client's, in the batch that is open. Returns its kind, null where it
 * had none. */
const command_kind *messages_receive(struct hub *hub, struct client *client, ff_span text);

/* Serves a command with which a client that is a stream begins: a refusal is the result and
 * no message. */
void messages_open(struct hub *hub, struct client *client, const struct command *asked,
                   command_result *result);

/* Serves a command of somebody who has no client, in the batch that is open: what it changes
 * stands when that ends well. */
void messages_act(struct hub *hub, const struct identity *who, const char *address,
                  const struct command *asked, command_result *result);

#endif
