/* One connected client, and what it is sent. What must hold: nothing is released to a client but by
 * the end of a batch (batch.c), and no client leaves more than HUB_OUTBOX_LIMIT bytes unread: then
 * it is cut. */
#include "server/session/client.h"

#include "server/session/client_state.h"

#include <assert.h>
#include <string.h>

const struct identity *client_identity(const struct client *client) {
    return &client->identity;
}

const struct person *client_person(const struct client *client) {
    return &client->identity.person;
}

const char *client_address(const struct client *client) {
    return client->address;
}

int64_t client_origin(const struct client *client) {
    return client->origin;
}

uint64_t client_number(const struct client *client) {
    return client->number;
}

struct client *hub_find_client(struct hub *hub, uint64_t number) {
    struct client *client = hub->clients;
    while (client && client->number != number)
        client = client->next;
    return client;
}

struct client *client_next(const struct client *client) {
    return client->next;
}

/* Keys are hashes: any bytes of them will do. */
static struct client **bucket_of(struct hub *hub, const struct person *person) {
    uint32_t hash;
    memcpy(&hash, person->key, sizeof hash);
    return &hub->bucket[hash % HUB_BUCKETS];
}

struct client *hub_client_of(struct hub *hub, const struct person *person,
                             const struct client *after) {
    struct client *at = after ? after->next_in_bucket : *bucket_of(hub, person);
    while (at && !person_is(&at->identity.person, person))
        at = at->next_in_bucket;
    return at;
}

void client_link(struct hub *hub, struct client *client) {
    struct client **bucket = bucket_of(hub, &client->identity.person);
    client->next_in_bucket = *bucket;
    *bucket = client;
    client->next = hub->clients;
    if (client->next)
        client->next->before = client;
    hub->clients = client;
}

void client_unlink(struct hub *hub, struct client *client) {
    struct client **at = bucket_of(hub, &client->identity.person);
    while (*at && *at != client)
        at = &(*at)->next_in_bucket;
    assert(*at);
    *at = client->next_in_bucket;
    if (client->next)
        client->next->before = client->before;
    if (client->before)
        client->before->next = client->next;
    else
        hub->clients = client->next;
}

lobby_place *client_lobby(struct client *client) {
    return &client->lobby;
}

int64_t *client_tournament(struct client *client) {
    return &client->tournament;
}

const struct person *client_cookie(const struct client *client) {
    return &client->cookie;
}

void hub_tell_changes(struct client *client) {
    client->changes = true;
}

void client_activate(struct hub *hub, struct client *client) {
    if (client->active)
        return;
    client->active = true;
    client->next_active = hub->active;
    hub->active = client;
}

/* A null text is one for which memory was out. */
void client_hold(struct hub *hub, struct client *client, struct outbox *where, outbox_text *text) {
    client_activate(hub, client);
    if (client->cut)
        return;
    size_t before = where->bytes;
    bool added = text && outbox_add(where, text);
    hub->bytes += where->bytes - before;
    hub->told += added;
    if (!added ||
        client->released.bytes + client->held.bytes + client->on_failure.bytes > HUB_OUTBOX_LIMIT)
        client->cut = true;
}

void hub_send_text(struct hub *hub, struct client *client, outbox_text *text) {
    client_hold(hub, client, &client->held, text);
}

void hub_send(struct hub *hub, struct client *client, const ff_buffer *text) {
    outbox_text *made = outbox_text_new(text);
    client_hold(hub, client, &client->held, made);
    outbox_text_drop(made);
}

void hub_send_on_failure(struct hub *hub, struct client *client, const ff_buffer *text) {
    outbox_text *made = outbox_text_new(text);
    client_hold(hub, client, &client->on_failure, made);
    outbox_text_drop(made);
}

void hub_send_anyway(struct hub *hub, struct client *client, outbox_text *text) {
    client_hold(hub, client, &client->held, text);
    client_hold(hub, client, &client->on_failure, text);
}

void client_deactivate(struct hub *hub, struct client *client) {
    assert(client->active);
    struct client **at = &hub->active;
    while (*at && *at != client)
        at = &(*at)->next_active;
    assert(*at);
    *at = client->next_active;
}

bool client_is_leaving(const struct client *client) {
    return client->leaving;
}

bool client_is_dismissed(const struct client *client) {
    return client->leaving || client->dismissed;
}

const ff_span *hub_next_message(const struct client *client) {
    return outbox_first(&client->released);
}

void hub_message_sent(struct client *client) {
    outbox_drop_first(&client->released);
}

size_t client_unread(const struct client *client) {
    return client->released.bytes;
}
