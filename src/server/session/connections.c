/* Who comes and goes. What must hold: a client stands in the hub's list from the moment in which it
 * joins until it leaves, and `presence` counts its person as often; whoever is dismissed asks for
 * nothing any more, and is closed when the batch stands. */
#include "server/session/connections.h"

#include "base/hash.h"
#include "server/encoding/encode.h"
#include "server/identity/sessions.h"
#include "server/session/client.h"
#include "server/session/client_state.h"
#include "server/session/subscriptions.h"
#include "server/store/store_guests.h"

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Passwords that may be tried at once, after a pause, and then. */
static const double TRIES_BURST = 10, TRIES_PER_SECOND = 10.0 / 60;

enum {
    STAYS_AT_ONCE = 50, /* clients whose sessions are looked at in one pulse */
    OUTAGE_PAUSE_MS = 1000,
    STAY_RETRY_MS = 60000, /* after a batch that may not have been stored */
};

/* Has it not read yet what it has been sent? */
static bool is_behind(const struct client *client) {
    return hub_next_message(client) != NULL;
}

static void make_lists(hub_lists *lists, const struct opponents *opponents) {
    encode_welcome_lists(&lists->text, opponents);
    uint64_t hash = hash_bytes(0, lists->text.data, lists->text.size);
    snprintf(lists->tag, sizeof lists->tag, "%016" PRIx64, hash);
}

struct hub *hub_new(const hub_options *options) {
    struct hub *hub = calloc(1, sizeof *hub);
    if (!hub)
        return NULL;
    limits_init(&hub->tries, TRIES_BURST, TRIES_PER_SECOND);
    attempts_init(&hub->attempts);
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    ff_rng_seed(&hub->rng, seed);
    hub->batch = 1;
    hub->options = *options;
    hub->presence = presence_new();
    hub->watching = presence_new();
    hub->wakes = wakes_new(&(wakes_options){.sender = options->push,
                                            .store = options->store,
                                            .watching = hub->watching,
                                            .metrics = options->metrics,
                                            .time = options->time});
    hub->queue = match_queue_new(hub_is_connected, hub);
    hub->tables =
        tables_new(options->store, &hub->options.opponents, time_source_now(options->time));
    make_lists(&hub->lists, &hub->options.opponents);
    const lobby_host lobby_wants = {.hub = hub,
                                    .store = options->store,
                                    .tables = hub->tables,
                                    .queue = hub->queue,
                                    .send = hub_send,
                                    .person = client_person,
                                    .is_connected = hub_is_connected,
                                    .count_persons = hub_count_persons,
                                    .is_behind = is_behind};
    if (hub->tables) {
        tables_delay(hub->tables, options->watch_delay_ms);
        hub->outage.told = server_clock_newest_gap(tables_time(hub->tables));
    }
    if (hub->presence && hub->watching && hub->wakes && hub->queue && hub->tables &&
        lobby_open(&hub->lobby, &lobby_wants) && !hub->lists.text.failed)
        return hub;
    hub_free(hub);
    return NULL;
}

void hub_free(struct hub *hub) {
    if (!hub)
        return;
    while (hub->clients)
        hub_leave(hub, hub->clients);
    tables_free(hub->tables);
    presence_free(hub->presence);
    presence_free(hub->watching);
    wakes_free(hub->wakes);
    match_queue_free(hub->queue);
    free(hub->adjudicator.before.gone);
    free(hub->adjudicator.now.gone);
    lobby_close(&hub->lobby);
    timer_heap_free(&hub->stays);
    ff_buffer_free(&hub->lists.text);
    free(hub);
}

/* Where memory is out somebody is woken who need not be. */
void hub_watch(struct hub *hub, struct client *client, bool on) {
    if (on == client->watching)
        return;
    if (!on)
        presence_leave(hub->watching, &client->identity.person);
    client->watching = on && presence_enter(hub->watching, &client->identity.person);
}

static struct client *join(struct hub *hub, const struct identity *who, const char *address,
                           void *connection) {
    struct client *client = calloc(1, sizeof *client);
    hub_tick(hub);
    bool first = !presence_has(hub->presence, &who->person);
    if (!client || !presence_enter(hub->presence, &who->person)) {
        free(client);
        return NULL;
    }
    client->identity = *who;
    client->number = ++hub->joined;
    client->lobby.client = client;
    hub_watch(hub, client, true);
    strncat(client->address, address, sizeof client->address - 1);
    client->origin = store_origin_of(hub->options.store, client->address);
    client->connection = connection;
    client_link(hub, client);
    lobby_enter(&hub->lobby, &who->person, client->origin);
    if (first && hub->arrived)
        hub->arrived(hub, &who->person);
    return client;
}

struct client *hub_join(struct hub *hub, const struct person *cookie, const char *address,
                        void *connection) {
    struct identity who;
    hub_tick(hub);
    if (sessions_identify_key(hub->options.store, cookie, hub_now(hub), &who) != SESSION_FOUND ||
        !timer_heap_reserve(&hub->stays, hub->stays.count + 1))
        return NULL;
    struct client *client = join(hub, &who, address, connection);
    if (!client)
        return NULL;
    client->browser = true;
    client->cookie = *cookie;
    int64_t again;
    bool noted = sessions_touch(hub->options.store, cookie, hub_now(hub), &again);
    if (who.has_account)
        timer_heap_set(&hub->stays, &client->stay, noted ? again : hub_now(hub));
    return client;
}

struct client *hub_join_as(struct hub *hub, const struct person *person, const char *address,
                           void *connection) {
    struct identity who;
    struct client *client = identity_read(hub->options.store, person, &who)
                                ? join(hub, &who, address, connection)
                                : NULL;
    if (client)
        randombytes_buf(client->cookie.key, sizeof client->cookie.key);
    return client;
}

/* In the order in which others could still find it: what hears for it first, itself last. */
void hub_leave(struct hub *hub, struct client *client) {
    assert(client->before || hub->clients == client);
    hub_tick(hub);
    subscriptions_end(hub, client);
    lobby_subscribe(&hub->lobby, &client->lobby, false);
    presence_leave(hub->presence, &client->identity.person);
    if (hub->arrived && !presence_has(hub->presence, &client->identity.person))
        hub->arrived(hub, &client->identity.person);
    hub_watch(hub, client, false);
    lobby_leave(&hub->lobby, &client->identity.person);
    if (client->active)
        client_deactivate(hub, client);
    timer_heap_drop(&hub->stays, &client->stay);
    outbox_clear(&client->released);
    outbox_clear(&client->held);
    outbox_clear(&client->on_failure);
    client_unlink(hub, client);
    free(client);
}

static void dismiss(struct hub *hub, struct client *client) {
    client_activate(hub, client);
    client->dismissed = true;
}

void hub_dismiss_browser(struct hub *hub, const struct person *cookie) {
    for (struct client *client = hub->clients; client; client = client->next)
        if (person_is(&client->cookie, cookie))
            dismiss(hub, client);
}

void hub_dismiss_others(struct hub *hub, const struct person *person, const struct person *cookie) {
    for (struct client *at = NULL; (at = hub_client_of(hub, person, at));)
        if (!person_is(&at->cookie, cookie))
            dismiss(hub, at);
}

void hub_dismiss_bots(struct hub *hub, const struct person *person) {
    for (struct client *at = NULL; (at = hub_client_of(hub, person, at));)
        if (!at->browser)
            dismiss(hub, at);
}

void hub_dismiss_address(struct hub *hub, const char *address) {
    for (struct client *client = hub->clients; client; client = client->next)
        if (strcmp(client->address, address) == 0)
            dismiss(hub, client);
}

static void tell_all(struct hub *hub, const char *text, const char *code) {
    ff_buffer message = {0};
    encode_notice(&message, text, code);
    outbox_text *made = outbox_text_new(&message);
    for (struct client *client = hub->clients; client; client = client->next)
        hub_send_text(hub, client, made);
    outbox_text_drop(made);
    ff_buffer_free(&message);
}

void hub_announce(struct hub *hub, const char *text) {
    hub->notice[0] = 0;
    strncat(hub->notice, text, sizeof hub->notice - 1);
    tell_all(hub, hub->notice, NULL);
}

void hub_announce_stop(struct hub *hub) {
    tell_all(hub, "The server stops now and will be back. Games go on where they are.", "stopping");
}

/* ---- that the store fails ---- */

static outbox_text *write_outage(const struct hub *hub) {
    ff_buffer message = {0};
    encode_outage(&message, &hub->outage.told, hub_now(hub));
    outbox_text *made = outbox_text_new(&message);
    ff_buffer_free(&message);
    return made;
}

static bool is_told(const hub_outage *outage, const outage_gap *gap) {
    return outage->told.began == gap->began && outage->told.ended == gap->ended;
}

void hub_tell_outage(struct hub *hub, uint64_t now_ms) {
    outage_gap gap = server_clock_newest_gap(tables_time(hub->tables));
    if (is_told(&hub->outage, &gap) || now_ms - hub->outage.told_ms < OUTAGE_PAUSE_MS)
        return;
    hub->outage = (hub_outage){.told = gap, .told_ms = now_ms};
    outbox_text *made = write_outage(hub);
    for (struct client *client = hub->clients; client; client = client->next)
        hub_send_anyway(hub, client, made);
    outbox_text_drop(made);
}

void hub_greet(struct hub *hub, struct client *client) {
    if (hub->outage.told.ended <= hub_now(hub))
        return;
    outbox_text *made = write_outage(hub);
    hub_send_anyway(hub, client, made);
    outbox_text_drop(made);
}

/* ---- who stays ---- */

/* Who stays is as good as who comes; a client that is signed in does not outlive its session.
 * What cannot be stored is tried again. */
static void stay(struct hub *hub, struct client *client) {
    int64_t now = hub_now(hub), again;
    if (!sessions_touch(hub->options.store, &client->cookie, now, &again))
        again = now + STAY_RETRY_MS;
    if (again == INT64_MAX) {
        dismiss(hub, client);
        again = now + STAY_RETRY_MS; /* it may be that this batch cannot be stored */
    }
    timer_heap_set(&hub->stays, &client->stay, again);
}

void hub_pulse(struct hub *hub, uint64_t now_ms) {
    hub_tick(hub);
    heap_timer *first;
    for (int i = 0; i < STAYS_AT_ONCE && (first = timer_heap_first(&hub->stays)) &&
                    first->when <= hub_now(hub);
         i++)
        stay(hub, (struct client *)((char *)first - offsetof(struct client, stay)));
    subscriptions_advance(hub);
    lobby_pulse(&hub->lobby, now_ms);
    wakes_pulse(hub->wakes, hub_now(hub));
}
