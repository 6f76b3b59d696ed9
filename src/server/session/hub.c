#include "server/session/hub.h"

#include "server/identity/sessions.h"
#include "server/session/encode.h"
#include "server/session/encode_parts.h"
#include "server/session/telling.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Passwords that may be tried at once, after a pause, and then. */
static const double TRIES_BURST = 10, TRIES_PER_SECOND = 10.0 / 60;

enum {
    STAYS_AT_ONCE = 50,    /* clients whose sessions are looked at in one pulse */
    STAY_RETRY_MS = 60000, /* after a batch that may not have been stored */
};

/* A client's interest in a table, in the table's list of followers. */
typedef struct follower follower;
struct follower {
    follower *next;
    ff_client *client;
    ff_table *table;     /* null: this place is free */
    uint64_t since;      /* how many games the client had followed before it */
    told_mark told;      /* what the client knows, this batch's messages counted, */
    told_mark committed; /* and not counted */
};

struct ff_client {
    ff_client *next;
    ff_client *before;
    ff_client *next_active;
    ff_client *next_herald;
    bool herald;
    bool changes; /* is told of games by changes */
    void *connection;
    bool browser; /* or a bot, which has no cookie */
    heap_timer stay;
    ff_person cookie;
    ff_identity identity;
    uint64_t number;
    char address[HUB_ADDRESS_SIZE];
    lobby_place lobby;
    bool active;
    bool cut;
    bool dismissed; /* in this batch */
    bool leaving;
    ff_outbox released;
    ff_outbox held;
    ff_outbox on_failure;
    uint64_t follows; /* how many games it has ever followed */
    follower followed[HUB_FOLLOWED_GAMES];
};

/* ---- the hub ---- */

ff_hub *hub_new(const hub_options *options) {
    ff_hub *hub = calloc(1, sizeof *hub);
    if (!hub)
        return NULL;
    limits_init(&hub->tries, TRIES_BURST, TRIES_PER_SECOND);
    attempts_init(&hub->attempts);
    uint64_t seed;
    randombytes_buf(&seed, sizeof seed);
    ff_rng_seed(&hub->rng, seed);
    hub->options = *options;
    hub->presence = presence_new();
    hub->tables =
        tables_new(options->store, &hub->options.opponents, time_source_now(options->time));
    encode_welcome_opening(&hub->catalogue.opening, options->version, &hub->options.opponents);
    if (hub->tables)
        tables_delay(hub->tables, options->watch_delay_ms);
    if (hub->presence && hub->tables && lobby_open(&hub->lobby) && !hub->catalogue.opening.failed)
        return hub;
    hub_free(hub);
    return NULL;
}

void hub_free(ff_hub *hub) {
    if (!hub)
        return;
    while (hub->clients)
        hub_leave(hub, hub->clients);
    tables_free(hub->tables);
    presence_free(hub->presence);
    free(hub->adjudicator.before.gone);
    free(hub->adjudicator.now.gone);
    lobby_close(&hub->lobby);
    timer_heap_free(&hub->stays);
    ff_buffer_free(&hub->catalogue.opening);
    free(hub);
}

static ff_client *join(ff_hub *hub, const ff_identity *who, const char *address, void *connection) {
    ff_client *client = calloc(1, sizeof *client);
    hub_tick(hub);
    if (!client || !presence_enter(hub->presence, &who->person)) {
        free(client);
        return NULL;
    }
    client->identity = *who;
    client->number = ++hub->joined;
    strncat(client->address, address, sizeof client->address - 1);
    client->connection = connection;
    client->next = hub->clients;
    if (client->next)
        client->next->before = client;
    hub->clients = client;
    lobby_enter(hub, &who->person, client->address);
    return client;
}

ff_client *hub_join(ff_hub *hub, const ff_person *cookie, const char *address, void *connection) {
    ff_identity who;
    hub_tick(hub);
    if (sessions_identify_key(hub->options.store, cookie, hub_now(hub), &who) != SESSION_FOUND ||
        !timer_heap_reserve(&hub->stays, hub->stays.count + 1))
        return NULL;
    ff_client *client = join(hub, &who, address, connection);
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

ff_client *hub_join_as(ff_hub *hub, const ff_person *person, const char *address,
                       void *connection) {
    ff_identity who;
    ff_client *client = identity_read(hub->options.store, person, &who)
                            ? join(hub, &who, address, connection)
                            : NULL;
    if (client)
        randombytes_buf(client->cookie.key, sizeof client->cookie.key);
    return client;
}

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

uint64_t hub_bytes(const ff_hub *hub) {
    return hub->bytes;
}

void hub_tell_changes(ff_client *client) {
    client->changes = true;
}

/* ---- sending ---- */

static void activate(ff_hub *hub, ff_client *client) {
    if (client->active)
        return;
    client->active = true;
    client->next_active = hub->active;
    hub->active = client;
}

/* A null text is one for which memory was out. */
static void hold(ff_hub *hub, ff_client *client, ff_outbox *where, outbox_text *text) {
    activate(hub, client);
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
    hold(hub, client, &client->held, text);
}

void hub_send(ff_hub *hub, ff_client *client, const ff_buffer *text) {
    outbox_text *made = outbox_text_new(text);
    hold(hub, client, &client->held, made);
    outbox_text_drop(made);
}

void hub_send_on_failure(ff_hub *hub, ff_client *client, const ff_buffer *text) {
    outbox_text *made = outbox_text_new(text);
    hold(hub, client, &client->on_failure, made);
    outbox_text_drop(made);
}

static follower *find_follower(ff_client *client, const ff_table *table) {
    for (unsigned i = 0; i < HUB_FOLLOWED_GAMES; i++)
        if (client->followed[i].table == table)
            return &client->followed[i];
    return NULL;
}

/* ---- telling ---- */

static ff_seat eyes_of(const follower *who) {
    return table_viewer(who->table, &who->client->identity.person);
}

/* Whose eyes they are is left open. */
static encode_eyes eyes_at(ff_hub *hub, const ff_table *table) {
    encode_eyes eyes = {.now = server_clock_counting(tables_time(hub->tables)),
                        .claim_ms = hub_claim_ms(hub, table)};
    for (const follower *at = table->followers; at; at = at->next) {
        ff_seat seat = eyes_of(at);
        if (seat != FF_NOBODY)
            eyes.here[seat] = true;
    }
    return eyes;
}

static void begin_telling(telling *news, ff_hub *hub, ff_table *table) {
    encode_eyes eyes = eyes_at(hub, table);
    telling_begin(news, table, (told_table **)&table->told, &eyes);
}

/* Nothing is told of a state that cannot be read. */
static void tell(ff_hub *hub, follower *to, telling *news, told_how how) {
    ff_seat viewer = eyes_of(to);
    if (table_seen_by(to->table, viewer)->game)
        hub_send_text(
            hub, to->client,
            telling_text(news, viewer, to->client->changes ? how : TOLD_SINCE, &to->told));
}

void hub_write_game(ff_hub *hub, ff_table *table, const ff_person *person, ff_buffer *out) {
    encode_eyes eyes = eyes_at(hub, table);
    eyes.viewer = table_viewer(table, person);
    if (table_seen_by(table, eyes.viewer)->game)
        encode_game(out, table, &eyes);
}

void hub_tell(ff_hub *hub, ff_client *client, ff_table *table) {
    telling news;
    follower *to = find_follower(client, table);
    if (!to)
        return;
    begin_telling(&news, hub, table);
    tell(hub, to, &news, TOLD_WHOLE);
    telling_end(&news);
}

static bool sees_later(const follower *who) {
    return table_seen_by(who->table, eyes_of(who)) == &who->table->past;
}

/* What is new at the table (`later` false) is told to those who see it as it is; what is
 * new in its past, to those who see it later. */
static void publish(ff_hub *hub, ff_table *table, bool later, const ff_client *but) {
    telling news;
    if (!table->now.game)
        return; /* taken back: told of when it has been read again */
    begin_telling(&news, hub, table);
    for (follower *to = table->followers; to; to = to->next)
        if (to->client != but && sees_later(to) == later)
            tell(hub, to, &news, TOLD_CHANGE);
    telling_end(&news);
}

/* Tells those who hear of all their games, and of what is offered to them. */
static void tell_heralds(ff_hub *hub, const ff_table *table) {
    for (ff_client *at = hub->heralds; at; at = at->next_herald) {
        const ff_person *person = client_person(at);
        ff_seat seat = game_seat_of(&table->row, person);
        bool offered = seat == FF_NOBODY && memcmp(&table->row.to, person, sizeof *person) == 0;
        if (seat == FF_NOBODY && !offered)
            continue;
        ff_buffer text = {0};
        encode_event(&text, &table->row, seat);
        hub_send(hub, at, &text);
        ff_buffer_free(&text);
    }
}

void hub_herald(ff_hub *hub, ff_client *client) {
    if (client->herald)
        return;
    client->herald = true;
    client->next_herald = hub->heralds;
    hub->heralds = client;
}

static void silence_herald(ff_hub *hub, ff_client *client) {
    ff_client **at = &hub->heralds;
    while (*at != client)
        at = &(*at)->next_herald;
    *at = client->next_herald;
}

void hub_publish(ff_hub *hub, ff_table *table) {
    publish(hub, table, false, NULL);
    tell_heralds(hub, table);
    lobby_note(hub, &table->row);
}

/* Is there anybody who sees the game later? */
static bool is_watched(const ff_table *table) {
    const follower *at = table->followers;
    while (at && !sees_later(at))
        at = at->next;
    return at != NULL;
}

static void advance(void *context, ff_table *table) {
    ff_hub *hub = context;
    bool changed;
    if (!table->now.game || !table->past.game || !is_watched(table))
        return;
    tables_advance(hub->tables, table, &changed);
    if (changed)
        publish(hub, table, true, NULL);
}

/* ---- following ---- */

static bool is_here(const ff_table *table, ff_seat seat) {
    const follower *at = table->followers;
    while (at && eyes_of(at) != seat)
        at = at->next;
    return at != NULL;
}

static void drop_told(ff_table *table) {
    told_free(table->told);
    table->told = NULL;
}

static void unfollow(ff_hub *hub, follower *place) {
    ff_table *table = place->table;
    ff_seat seat = eyes_of(place);
    follower **at = (follower **)&table->followers;
    while (*at != place)
        at = &(*at)->next;
    *at = place->next;
    place->table = NULL;
    if (!table->followers)
        drop_told(table);
    tables_touch(hub->tables, table);
    if (seat != FF_NOBODY && !is_here(table, seat)) {
        table->away[seat] = server_clock_counting(tables_time(hub->tables));
        hub_publish(hub, table);
    }
}

/* A place that is free, or that of the game which the client has followed longest. */
static follower *free_place(ff_hub *hub, ff_client *client) {
    follower *place = &client->followed[0];
    for (unsigned i = 1; i < HUB_FOLLOWED_GAMES && place->table; i++) {
        follower *at = &client->followed[i];
        if (!at->table || at->since < place->since)
            place = at;
    }
    if (place->table)
        unfollow(hub, place);
    return place;
}

void hub_follow(ff_hub *hub, ff_client *client, ff_table *table, bool from_start) {
    activate(hub, client);
    follower *place = find_follower(client, table);
    if (!place) {
        ff_seat seat = table_viewer(table, &client->identity.person);
        bool is_news = seat != FF_NOBODY && !is_here(table, seat);
        place = free_place(hub, client);
        *place = (follower){
            .next = table->followers, .client = client, .table = table, .since = client->follows++};
        table->followers = place;
        if (seat != FF_NOBODY)
            table->away[seat] = 0;
        if (is_news)
            publish(hub, table, false, client);
    }
    if (from_start)
        place->told = (told_mark){0};
}

void hub_visit(ff_hub *hub, ff_table *table, const ff_person *person) {
    ff_seat seat = table_viewer(table, person);
    tables_touch(hub->tables, table);
    if (seat != FF_NOBODY && !is_here(table, seat))
        table->away[seat] = server_clock_counting(tables_time(hub->tables));
}

void hub_unfollow(ff_hub *hub, ff_client *client, ff_table *table) {
    follower *place = find_follower(client, table);
    if (place)
        unfollow(hub, place);
}

/* A client that follows a new game may lose its place at the table that is gone
 * through: then it begins again, and those who have been led already stay. */
void hub_lead(ff_hub *hub, ff_table *from, ff_table *to) {
    follower *at = from->followers;
    while (at) {
        bool led = eyes_of(at) == FF_NOBODY || find_follower(at->client, to);
        follower *next = at->next;
        if (!led) {
            hub_follow(hub, at->client, to, false);
            next = from->followers;
        }
        at = next;
    }
}

/* ---- leaving ---- */

static void deactivate(ff_hub *hub, ff_client *client) {
    ff_client **at = &hub->active;
    while (*at != client)
        at = &(*at)->next_active;
    *at = client->next_active;
}

void hub_leave(ff_hub *hub, ff_client *client) {
    hub_tick(hub);
    for (unsigned i = 0; i < HUB_FOLLOWED_GAMES; i++)
        if (client->followed[i].table)
            unfollow(hub, &client->followed[i]);
    lobby_subscribe(hub, client, false);
    presence_leave(hub->presence, &client->identity.person);
    lobby_leave(hub, &client->identity.person);
    if (client->active)
        deactivate(hub, client);
    if (client->herald)
        silence_herald(hub, client);
    timer_heap_drop(&hub->stays, &client->stay);
    outbox_clear(&client->released);
    outbox_clear(&client->held);
    outbox_clear(&client->on_failure);
    if (client->next)
        client->next->before = client->before;
    if (client->before)
        client->before->next = client->next;
    else
        hub->clients = client->next;
    free(client);
}

void hub_say(ff_hub *hub, ff_table *table, const ff_buffer *text, hub_hears *hears, void *context) {
    outbox_text *made = outbox_text_new(text);
    for (follower *to = table->followers; to; to = to->next)
        if (hears(context, to->client, eyes_of(to)))
            hub_send_text(hub, to->client, made);
    outbox_text_drop(made);
}

void hub_warn_on_failure(ff_hub *hub, ff_table *table) {
    ff_buffer text = {0};
    encode_refused(&text,
                   &(encode_refusal){.re = "computer",
                                     .game = ff_span_of(table->row.id),
                                     .reason = "store",
                                     .message = "the computer's move could not be stored; it "
                                                "will be tried again"});
    outbox_text *made = outbox_text_new(&text);
    for (follower *to = table->followers; to; to = to->next)
        hold(hub, to->client, &to->client->on_failure, made);
    outbox_text_drop(made);
    ff_buffer_free(&text);
}

/* ---- sending away ---- */

static bool is_same(const ff_person *a, const ff_person *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

static void dismiss(ff_hub *hub, ff_client *client) {
    activate(hub, client);
    client->dismissed = true;
}

void hub_dismiss_browser(ff_hub *hub, const ff_person *cookie) {
    for (ff_client *client = hub->clients; client; client = client->next)
        if (is_same(&client->cookie, cookie))
            dismiss(hub, client);
}

void hub_dismiss_others(ff_hub *hub, const ff_person *person, const ff_person *cookie) {
    for (ff_client *client = hub->clients; client; client = client->next)
        if (is_same(&client->identity.person, person) && !is_same(&client->cookie, cookie))
            dismiss(hub, client);
}

void hub_dismiss_bots(ff_hub *hub, const ff_person *person) {
    for (ff_client *client = hub->clients; client; client = client->next)
        if (!client->browser && is_same(&client->identity.person, person))
            dismiss(hub, client);
}

void hub_dismiss_address(ff_hub *hub, const char *address) {
    for (ff_client *client = hub->clients; client; client = client->next)
        if (strcmp(client->address, address) == 0)
            dismiss(hub, client);
}

void hub_announce(ff_hub *hub, const char *text) {
    ff_buffer message = {0};
    hub->notice[0] = 0;
    strncat(hub->notice, text, sizeof hub->notice - 1);
    encode_notice(&message, hub->notice);
    outbox_text *made = outbox_text_new(&message);
    for (ff_client *client = hub->clients; client; client = client->next)
        hub_send_text(hub, client, made);
    outbox_text_drop(made);
    ff_buffer_free(&message);
}

bool client_is_leaving(const ff_client *client) {
    return client->leaving;
}

bool client_is_dismissed(const ff_client *client) {
    return client->leaving || client->dismissed;
}

/* ---- the time ---- */

/* Who stays is as good as who comes; a client that is signed in does not outlive its session.
 * What cannot be stored is tried again. */
static void stay(ff_hub *hub, ff_client *client) {
    int64_t now = hub_now(hub), again;
    if (!sessions_touch(hub->options.store, &client->cookie, now, &again))
        again = now + STAY_RETRY_MS;
    if (again == INT64_MAX) {
        dismiss(hub, client);
        again = now + STAY_RETRY_MS; /* it may be that this batch cannot be stored */
    }
    timer_heap_set(&hub->stays, &client->stay, again);
}

static void look_at_stays(ff_hub *hub) {
    heap_timer *first;
    for (int i = 0; i < STAYS_AT_ONCE && (first = timer_heap_first(&hub->stays)) &&
                    first->when <= hub_now(hub);
         i++)
        stay(hub, (ff_client *)((char *)first - offsetof(ff_client, stay)));
}

void hub_pulse(ff_hub *hub, uint64_t now_ms) {
    hub_tick(hub);
    look_at_stays(hub);
    if (hub->options.watch_delay_ms > 0)
        tables_visit(hub->tables, advance, hub);
    lobby_pulse(hub, now_ms);
}

/* ---- the end of a batch ---- */

/* The game never came to be: nobody follows it any more. */
static void orphan(void *context, ff_table *table) {
    (void)context;
    for (follower *place = table->followers; place; place = place->next)
        place->table = NULL;
    table->followers = NULL;
    drop_told(table);
}

static void settle(ff_hub *hub, ff_client *client, bool committed) {
    outbox_move(&client->released, committed ? &client->held : &client->on_failure);
    outbox_clear(&client->held);
    outbox_clear(&client->on_failure);
    for (unsigned i = 0; i < HUB_FOLLOWED_GAMES; i++) {
        follower *place = &client->followed[i];
        if (committed) {
            place->committed = place->told;
        } else {
            place->told = place->committed;
            place->told.number = 0;
            told_forget(place->table ? place->table->told : NULL);
        }
    }
    client->leaving |= committed && client->dismissed;
    client->active = client->dismissed = false;
    if (outbox_first(&client->released) || client->cut || client->leaving)
        hub->options.ready(client->connection, client->cut);
}

/* The store's end of the batch, measured where there was something to store. */
static bool commit(ff_hub *hub) {
    bool writes = store_is_writing(hub->options.store);
    int64_t begin = time_stopwatch_us();
    bool committed = store_commit(hub->options.store);
    int64_t took = time_stopwatch_us() - begin;
    if (!committed)
        metrics_count(hub->options.metrics, METRICS_STORE_FAILURES);
    else if (writes)
        metrics_commit(hub->options.metrics, (double)took / 1e6);
    return committed;
}

size_t hub_count_persons(const ff_hub *hub) {
    return presence_count(hub->presence);
}

static bool clocks_run(const ff_hub *hub) {
    int64_t when;
    return tables_next_out(hub->tables, &when) != NULL;
}

/* Those who follow it are told too, whatever becomes of the batch. */
static void report_damaged(ff_hub *hub, const ff_table *table) {
    ff_buffer text = {0};
    metrics_count(hub->options.metrics, METRICS_DAMAGED);
    log_event(hub->options.log, LOG_ERROR, "damaged", "game=%s what=%s", table->row.id,
              table->damage);
    encode_refused(&text,
                   &(encode_refusal){.re = "game",
                                     .game = ff_span_of(table->row.id),
                                     .reason = "damaged",
                                     .message = "this game was damaged in the server's store "
                                                "and cannot go on; the host has been told"});
    for (follower *to = table->followers; to; to = to->next) {
        hub_send(hub, to->client, &text);
        hub_send_on_failure(hub, to->client, &text);
    }
    ff_buffer_free(&text);
}

bool hub_end_batch(ff_hub *hub) {
    for (const ff_table *damaged; (damaged = tables_next_damaged(hub->tables));)
        report_damaged(hub, damaged);
    server_clock_before_commit(tables_time(hub->tables), clocks_run(hub));
    bool committed = commit(hub);
    server_clock_after_commit(tables_time(hub->tables), committed);
    tables_end_batch(hub->tables, committed, orphan, hub);
    if (!committed)
        lobby_change(&hub->lobby); /* what was told of it has not been sent */
    ff_client *client = hub->active;
    hub->active = NULL;
    for (ff_client *next; client; client = next) {
        next = client->next_active;
        settle(hub, client, committed);
    }
    return committed;
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
