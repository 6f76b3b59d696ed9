/* What must hold: nothing is released to a client but by the end of a batch (batch.c), and no
 * client leaves more than HUB_OUTBOX_LIMIT bytes unread: then it is cut. */
#include "server/session/client.h"

#include "server/session/client_state.h"

const ff_identity *client_identity(const ff_client *client) {
    return &client->identity;
}

const ff_person *client_person(const ff_client *client) {
    return &client->identity.person;
}

const char *client_address(const ff_client *client) {
    return client->address;
}

uint64_t client_number(const ff_client *client) {
    return client->number;
}

ff_client *hub_find_client(ff_hub *hub, uint64_t number) {
    ff_client *client = hub->clients;
    while (client && client->number != number)
        client = client->next;
    return client;
}

ff_client *client_next(const ff_client *client) {
    return client->next;
}

lobby_place *client_lobby(ff_client *client) {
    return &client->lobby;
}

const ff_person *client_cookie(const ff_client *client) {
    return &client->cookie;
}

void hub_tell_changes(ff_client *client) {
    client->changes = true;
}

void client_activate(ff_hub *hub, ff_client *client) {
    if (client->active)
        return;
    client->active = true;
    client->next_active = hub->active;
    hub->active = client;
}

/* A null text is one for which memory was out. */
void client_hold(ff_hub *hub, ff_client *client, ff_outbox *where, outbox_text *text) {
    client_activate(hub, client);
    if (client->cut)
        return;
    size_t before = where->bytes;
    bool added = text && outbox_add(where, text);
    hub->bytes += where->bytes - before;
    if (!added ||
        client->released.bytes + client->held.bytes + client->on_failure.bytes > HUB_OUTBOX_LIMIT)
        client->cut = true;
}

void hub_send_text(ff_hub *hub, ff_client *client, outbox_text *text) {
    client_hold(hub, client, &client->held, text);
}

void hub_send(ff_hub *hub, ff_client *client, const ff_buffer *text) {
    outbox_text *made = outbox_text_new(text);
    client_hold(hub, client, &client->held, made);
    outbox_text_drop(made);
}

void hub_send_on_failure(ff_hub *hub, ff_client *client, const ff_buffer *text) {
    outbox_text *made = outbox_text_new(text);
    client_hold(hub, client, &client->on_failure, made);
    outbox_text_drop(made);
}

void client_deactivate(ff_hub *hub, ff_client *client) {
    ff_client **at = &hub->active;
    while (*at != client)
        at = &(*at)->next_active;
    *at = client->next_active;
}

bool client_is_leaving(const ff_client *client) {
    return client->leaving;
}

bool client_is_dismissed(const ff_client *client) {
    return client->leaving || client->dismissed;
}

const ff_span *hub_next_message(const ff_client *client) {
    return outbox_first(&client->released);
}

void hub_message_sent(ff_client *client) {
    outbox_drop_first(&client->released);
}

size_t client_unread(const ff_client *client) {
    return client->released.bytes;
}
