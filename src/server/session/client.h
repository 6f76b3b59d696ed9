/* Clients: who is connected, and what is held for it until the batch is stored. */
#ifndef FLAGFALL_SERVER_SESSION_CLIENT_H
#define FLAGFALL_SERVER_SESSION_CLIENT_H

#include "server/session/hub.h"

/* Who is connected, the same as long as the connection lasts; by which cookie, and from where:
 * the address, and what stands for it in the store (store_origin_of). */
const struct identity *client_identity(const struct client *client);
const struct person *client_person(const struct client *client);
const struct person *client_cookie(const struct client *client);
const char *client_address(const struct client *client);
int64_t client_origin(const struct client *client);

/* A number that no other client has had, to find it by if it is still there. */
uint64_t client_number(const struct client *client);
struct client *hub_find_client(struct hub *hub, uint64_t number);

/* Is it to be closed when nothing is left to be sent? And has it been sent away, be it in
 * this batch? Then it may not be who it was, and asks for nothing any more. */
bool client_is_leaving(const struct client *client);
bool client_is_dismissed(const struct client *client);

/* For going through `clients`; and what the lobby keeps of a client. */
struct client *client_next(const struct client *client);
lobby_place *client_lobby(struct client *client);

/* The person's next connection after one (null: the first); null where there is no more. */
struct client *hub_client_of(struct hub *hub, const struct person *person,
                             const struct client *after);

/* The number of the tournament that it watches, to be read and set; 0: none. */
int64_t *client_tournament(struct client *client);

/* Holds a message for a client until the end of the batch. */
void hub_send(struct hub *hub, struct client *client, const ff_buffer *text);

/* The same for a text that others are sent too: it is not copied (outbox.h). Null is one for
 * which memory was out: the client cannot be told what it should be, and is cut. */
void hub_send_text(struct hub *hub, struct client *client, outbox_text *text);

/* Holds a message that is sent only if the store fails at the end of the batch. */
void hub_send_on_failure(struct hub *hub, struct client *client, const ff_buffer *text);

/* Holds a text that is sent however the batch ends: nothing in it is of what the batch changes. */
void hub_send_anyway(struct hub *hub, struct client *client, outbox_text *text);

/* From now on the client is told of a game that it follows by what has changed (telling.h);
 * before that, by all but the events that it has heard. */
void hub_tell_changes(struct client *client);

/* The next message that may be sent, null where there is none; then that it has
 * been sent. The OUTBOX_HEADROOM bytes before it may be written to. */
const ff_span *hub_next_message(const struct client *client);
void hub_message_sent(struct client *client);

/* How many bytes may be sent to it and have not been. */
size_t client_unread(const struct client *client);

/* ---- for subscriptions, connections and batch, which have its state (client_state.h) ---- */

/* It is among the clients of the hub, and is not any more. */
void client_link(struct hub *hub, struct client *client);
void client_unlink(struct hub *hub, struct client *client);

/* It has something in this batch: its end looks at it. And it has gone before. */
void client_activate(struct hub *hub, struct client *client);
void client_deactivate(struct hub *hub, struct client *client);

/* Holds a text in one of the client's boxes; null is one for which memory was out. A client that
 * leaves too much unread is cut. */
void client_hold(struct hub *hub, struct client *client, struct outbox *where, outbox_text *text);

#endif
