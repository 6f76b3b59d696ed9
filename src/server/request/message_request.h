/* A command while it is served: who asks, and what handlers do with it. Each subject has a
 * file of handlers, commands/message_SUBJECT.c, and in it a table of its commands; command_table.c
 * gathers the tables. A new one is a row in the table of its subject, and where it has a field that
 * none had before, a field of `command`. */
#ifndef FLAGFALL_SERVER_REQUEST_MESSAGE_REQUEST_H
#define FLAGFALL_SERVER_REQUEST_MESSAGE_REQUEST_H

#include "server/request/command.h"
#include "server/session/hub.h"

#include <stddef.h>

/* What who asks without a connection of the hub's is told: a refusal, or that it is done. */
typedef struct command_result {
    const char *reason; /* null: not refused */
    char message[160];
    struct table *table; /* the game that it was about, or null */
    ff_buffer *answer;   /* gets what is sent to who asked; null: nobody reads it */
} command_result;

struct request {
    struct hub *hub;
    const struct command *command;
    const char *type; /* of the command; what the answer is to, where there is none */
    const struct identity *who;
    const char *address;    /* of a network, as text */
    int64_t origin;         /* stands for it in the store (store_guests.h) */
    struct client *client;  /* who hears the answer; null: nobody but who gets the result */
    command_result *result; /* takes a refusal; null: that is a message to the client */
    /* Looked up for handlers that want them. */
    const ff_edition *rules;
    struct table *table;
    ff_seat eyes; /* through which the person sees the table: a seat, or FF_NOBODY */
};

/* Of a client's, without a command yet; `type` is of the program. */
struct request request_of_client(struct hub *hub, struct client *client, const char *type);

/* ---- what handlers say ---- */

/* Refuses, and counts that in /metrics: by a message to the client, or in the result, where the
 * first refusal stays. `reason` must live as long as the program; `message` is copied. */
void request_refuse(const struct request *request, const char *reason, const char *message);

/* Refuses because the store could not be read; false. */
bool request_cannot_read(const struct request *request);

/* Ready before anything is tried: sent in the place of all else if the batch cannot
 * be stored. */
void request_prepare_failure(const struct request *request);

/* Answers a client, and frees the text. */
void request_send(const struct request *request, ff_buffer *text);

/* ---- what handlers look up; where they find nothing they have refused ---- */

/* The built-in edition that the command names, into `rules`. */
bool request_find_edition(struct request *request);

/* A game that the person may see: an own one, or one to watch. What may not be seen is
 * as unknown as what never was. */
bool request_find_table(struct request *request);

/* True where the answer is STORE_FOUND; otherwise refuses: `unknown` says that there is
 * none. */
bool request_has_found(const struct request *request, store_answer answer, const char *unknown);

/* The game that was found is about to be changed: of several servers no other changes it before the
 * batch ends, and what one has changed already is seen. */
void request_hold(struct request *request);

/* A game in which the person sits, held. */
bool request_find_own_table(struct request *request);

/* Is the game in this phase? */
bool request_find_phase(struct request *request, phase wanted);

/* The terms that were wished. */
bool request_find_terms(struct request *request, game_terms *terms);

/* Is the game not paused? */
bool request_is_not_paused(struct request *request);

/* The sender is at the table: a client hears of the game from now on, all of it again where
 * `from_start` is set; who has none has been there just now. */
void request_follow(struct request *request, bool from_start);

/* Nothing has changed by this request: the sender hears how the game stands. */
void request_answer_game(struct request *request);

/* The game has changed by this request: everybody who follows it hears so, the
 * sender too. */
void request_publish(struct request *request);

#endif
