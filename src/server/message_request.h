/* A client's message while it is served: what was read of it, and what handlers do
 * with it. Each subject has a file of handlers, message_SUBJECT.c, and in it a table of
 * its messages; messages.c gathers the tables. A new message is a row in the table of
 * its subject, and where it has a field that none had before, a field of `ff_request`. */
#ifndef FLAGFALL_SERVER_MESSAGE_REQUEST_H
#define FLAGFALL_SERVER_MESSAGE_REQUEST_H

#include "server/hub.h"

#include <jansson.h>
#include <stddef.h>

typedef enum maybe { UNSAID, NO, YES } maybe;

/* A message, read by the table of its kind. Spans point into the parsed JSON, and are
 * valid while the message is served. */
typedef struct ff_request {
    ff_hub *hub;
    ff_client *client;
    const char *type; /* of the table, not the client's bytes */
    ff_span game, edition, seat, opponent, letters, salt, style, from, to, code, as, text;
    ff_span name, password, old, new;
    json_int_t ply, before;
    bool bot;
    /* Terms; those that were not given have their usual value. */
    const json_t *clock; /* null: none */
    bool memory, remember, hints, open, rated, yes, on;
    maybe watch;
    /* Looked up for handlers that want them. */
    const ff_edition *rules;
    ff_table *table;
    ff_seat eyes; /* through which the person sees the table: a seat, or FF_NOBODY */
} ff_request;

/* ---- the tables of messages ---- */

typedef enum field_kind {
    FIELD_END,
    FIELD_TEXT,   /* ff_span */
    FIELD_NUMBER, /* json_int_t */
    FIELD_BOOL,   /* bool */
    FIELD_MAYBE,  /* maybe */
    FIELD_OBJECT, /* const json_t * */
} field_kind;

typedef struct message_field {
    const char *name;
    field_kind kind;
    size_t offset; /* in a request */
    bool optional; /* missing or null: the request keeps what it has */
} message_field;

/* A field is called in the message as it is in the request. */
#define MESSAGE_NEEDS(kind, name)                                                                  \
    { #name, FIELD_##kind, offsetof(ff_request, name), false }
#define MESSAGE_MAY(kind, name)                                                                    \
    { #name, FIELD_##kind, offsetof(ff_request, name), true }
#define MESSAGE_TERMS                                                                              \
    MESSAGE_MAY(OBJECT, clock), MESSAGE_MAY(BOOL, memory), MESSAGE_MAY(BOOL, remember),            \
        MESSAGE_MAY(BOOL, hints), MESSAGE_MAY(MAYBE, watch)

enum { MESSAGE_FIELDS_MAX = 12 };

typedef struct message_kind {
    const char *type;
    void (*handle)(ff_request *request);
    message_field fields[MESSAGE_FIELDS_MAX]; /* a row of zeros ends them */
} message_kind;

/* A row of zeros ends each. */
extern const message_kind message_games[]; /* beginning and finding games */
extern const message_kind message_challenges[];
extern const message_kind message_play[]; /* what is done in a game */
extern const message_kind message_ends[]; /* and beside its moves */
extern const message_kind message_chat[];
extern const message_kind message_armies[];
extern const message_kind message_accounts[];
extern const message_kind message_lobby[];

/* ---- what handlers say ---- */

void request_refuse(const ff_request *request, const char *reason, const char *message);

/* The same where the store could not be read; false. */
bool request_cannot_read(const ff_request *request);

/* Ready before anything is tried: sent in the place of all else if the turn cannot
 * be stored. */
void request_prepare_failure(const ff_request *request);

/* Answers, and frees the text. */
void request_send(const ff_request *request, ff_buffer *text);

/* Tells the sender the newest of what has been said at the table, as far as it wants to hear
 * it. */
void chat_retell(const ff_request *request);

/* ---- what handlers look up; where they find nothing they have refused ---- */

bool request_find_edition(ff_request *request);

/* A game that the person may see: an own one, or one to watch. What may not be seen is
 * as unknown as what never was. */
bool request_find_table(ff_request *request);

/* A game in which the person sits. */
bool request_find_own_table(ff_request *request);

/* Is the game in this phase? */
bool request_find_phase(ff_request *request, phase wanted);

/* The terms that were wished. */
bool request_find_terms(ff_request *request, game_terms *terms);

/* Is the game not paused? */
bool request_is_not_paused(ff_request *request);

/* Nothing has changed by this request: the sender hears how the game stands. */
void request_answer_game(ff_request *request);

/* The game has changed by this request: everybody who follows it hears so, the
 * sender too. */
void request_publish(ff_request *request);

#endif
