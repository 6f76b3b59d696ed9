/* Who hears of which game. What must hold: a follower stands in its table's list exactly while
 * its place says so; a seat's person is here exactly while one of its clients follows the game,
 * and `away` says since when it is not; what is told of a game is what its viewer may know. */
#include "server/session/subscriptions.h"

#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/session/client.h"
#include "server/session/client_state.h"

#include <assert.h>
#include <string.h>

static follower *find_follower(struct client *client, const struct table *table) {
    for (unsigned i = 0; i < HUB_FOLLOWED_GAMES; i++)
        if (client->followed[i].table == table)
            return &client->followed[i];
    return NULL;
}

static ff_seat eyes_of(const follower *who) {
    return table_viewer(who->table, &who->client->identity.person);
}

/* Whose eyes they are is left open. */
static encode_eyes eyes_at(struct hub *hub, const struct table *table) {
    encode_eyes eyes = {.now = server_clock_counting(tables_time(hub->tables)),
                        .claim_ms = hub_claim_ms(hub, table)};
    for (const follower *at = table->audience.followers; at; at = at->next) {
        ff_seat seat = eyes_of(at);
        if (seat != FF_NOBODY)
            eyes.here[seat] = true;
    }
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        eyes.here[seat] |= hub_is_elsewhere(hub, &table->row.seat[seat].person);
    return eyes;
}

static void begin_telling(telling *news, struct hub *hub, struct table *table) {
    encode_eyes eyes = eyes_at(hub, table);
    telling_begin(news, table, &table->audience.told, &eyes);
}

/* Nothing is told of a state that cannot be read. */
static void tell(struct hub *hub, follower *to, telling *news, told_how how) {
    ff_seat viewer = eyes_of(to);
    if (table_seen_by(to->table, viewer)->game)
        hub_send_text(
            hub, to->client,
            telling_text(news, viewer, to->client->changes ? how : TOLD_SINCE, &to->told));
}

void hub_write_game(struct hub *hub, struct table *table, const struct person *person,
                    ff_buffer *out) {
    encode_eyes eyes = eyes_at(hub, table);
    eyes.viewer = table_viewer(table, person);
    if (table_seen_by(table, eyes.viewer)->game)
        encode_game(out, table, &eyes);
}

void hub_tell(struct hub *hub, struct client *client, struct table *table) {
    telling news;
    follower *to = find_follower(client, table);
    if (!to)
        return;
    begin_telling(&news, hub, table);
    tell(hub, to, &news, TOLD_WHOLE);
    telling_end(&news);
}

static bool sees_later(const follower *who) {
    return table_seen_by(who->table, eyes_of(who)) == &who->table->delay.state;
}

static bool is_here(const struct table *table, ff_seat seat) {
    const follower *at = table->audience.followers;
    while (at && eyes_of(at) != seat)
        at = at->next;
    return at != NULL;
}

/* While a table's row was that of a lost batch nobody could tell whose seat a client had that came
 * or left. */
static void note_absence(struct hub *hub, struct table *table) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        int64_t *away = &table->audience.away[seat];
        if (is_here(table, (ff_seat)seat))
            *away = 0;
        else if (!*away)
            *away = server_clock_counting(tables_time(hub->tables));
    }
}

/* What is new at the table (`later` false) is told to those who see it as it is; what is
 * new in its past, to those who see it later. */
static void publish(struct hub *hub, struct table *table, bool later, const struct client *but) {
    telling news;
    if (!table->now.game) { /* taken back: told of when it has been read again */
        table->audience.untold = true;
        return;
    }
    if (table->audience.untold && !later) {
        note_absence(hub, table);
        table->audience.untold = false;
        table->audience.moved = true; /* this batch may be lost as well */
    }
    begin_telling(&news, hub, table);
    for (follower *to = table->audience.followers; to; to = to->next)
        if (to->client != but && sees_later(to) == later)
            tell(hub, to, &news, TOLD_CHANGE);
    telling_end(&news);
}

void hub_retell(struct hub *hub, struct table *table) {
    if (table->audience.untold)
        publish(hub, table, false, NULL);
}

/* Those clients of a person that hear of all its games. */
static void tell_heralds_of(struct hub *hub, const store_game *row, const struct person *person) {
    for (struct client *at = NULL; (at = hub_client_of(hub, person, at));) {
        if (!at->herald)
            continue;
        ff_buffer text = {0};
        encode_event(&text, row, game_seat_of(row, person));
        hub_send(hub, at, &text);
        ff_buffer_free(&text);
    }
}

/* Of who sits there, and of who is offered a seat. */
static void tell_heralds(struct hub *hub, const store_game *row) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        if (seat_has_person(&row->seat[seat]))
            tell_heralds_of(hub, row, &row->seat[seat].person);
    if (!person_is_nobody(&row->to) && game_seat_of(row, &row->to) == FF_NOBODY)
        tell_heralds_of(hub, row, &row->to);
}

void hub_herald(struct client *client) {
    client->herald = true;
}

/* All to whom a change of a game is news: its followers, bots, browsers that sleep, the lobby.
 * Where the state was taken back the row is that of the lost batch, and nobody's news. */
void hub_publish(struct hub *hub, struct table *table) {
    publish(hub, table, false, NULL);
    wakes_note(hub->wakes, table);
    if (table->now.game)
        hub_tell_row(hub, &table->row);
}

/* A computer's army alone is nobody's news, wherever it was made. */
void hub_publish_refreshed(struct hub *hub, struct table *table, unsigned concerns) {
    bool army = table_phase(table) == PHASE_SETUP && game_has_computer(&table->row);
    if ((concerns & NEWS_OF_ALL) && !army)
        hub_publish(hub, table);
    for (int seat = FF_RED; !(concerns & NEWS_OF_ALL) && seat <= FF_BLUE; seat++)
        if (concerns & 1u << seat)
            hub_publish_to(hub, table, (ff_seat)seat);
}

void hub_hold(struct hub *hub, struct table *table) {
    hub_publish_refreshed(hub, table, tables_hold(hub->tables, table));
}

void hub_tell_row(struct hub *hub, const store_game *row) {
    tell_heralds(hub, row);
    lobby_note(&hub->lobby, row);
}

void hub_publish_to(struct hub *hub, struct table *table, ff_seat seat) {
    telling news;
    begin_telling(&news, hub, table);
    for (follower *to = table->audience.followers; to; to = to->next)
        if (eyes_of(to) == seat)
            tell(hub, to, &news, TOLD_CHANGE);
    telling_end(&news);
}

static void advance(void *context, struct table *table) {
    struct hub *hub = context;
    bool changed;
    const follower *late = table->audience.followers; /* somebody who sees the game later */
    while (late && !sees_later(late))
        late = late->next;
    if (!table->now.game || !table->delay.state.game || !late)
        return;
    tables_advance(hub->tables, table, &changed);
    if (changed)
        publish(hub, table, true, NULL);
}

static void drop_told(struct table *table) {
    told_free(table->audience.told);
    table->audience.told = NULL;
}

static void unfollow(struct hub *hub, follower *place) {
    struct table *table = place->table;
    ff_seat seat = eyes_of(place);
    assert(place->before || table->audience.followers == place);
    assert(table->audience.viewers >= place->views);
    *(place->before ? &place->before->next : &table->audience.followers) = place->next;
    if (place->next)
        place->next->before = place->before;
    place->table = NULL;
    table->audience.viewers -= place->views;
    if (!table->audience.followers)
        drop_told(table);
    tables_touch(hub->tables, table);
    table->audience.untold |= !table->now.game; /* it may have been in another seat */
    if (seat != FF_NOBODY && !is_here(table, seat)) {
        table->audience.away[seat] = server_clock_counting(tables_time(hub->tables));
        table->audience.moved = true;
        hub_publish(hub, table);
    }
}

/* A place that is free, or that of the game which the client has followed longest. */
static follower *free_place(struct hub *hub, struct client *client) {
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

void hub_follow(struct hub *hub, struct client *client, struct table *table, bool from_start) {
    client_activate(hub, client);
    follower *place = find_follower(client, table);
    if (!place) {
        ff_seat seat = table_viewer(table, &client->identity.person);
        bool is_news = seat != FF_NOBODY && !is_here(table, seat);
        place = free_place(hub, client);
        *place = (follower){.next = table->audience.followers,
                            .client = client,
                            .table = table,
                            .views = seat == FF_NOBODY,
                            .since = client->follows++};
        if (place->next)
            place->next->before = place;
        table->audience.followers = place;
        table->audience.viewers += place->views;
        if (seat != FF_NOBODY)
            table->audience.away[seat] = 0;
        if (is_news) {
            tables_touch(hub->tables, table);
            table->audience.moved = true;
            publish(hub, table, false, client);
        }
    }
    if (from_start)
        place->told = (told_mark){0};
}

/* Who asks by single requests is here for the moment of each: its absence begins anew with it. */
void hub_visit(struct hub *hub, struct table *table, const struct person *person) {
    ff_seat seat = table_viewer(table, person);
    tables_touch(hub->tables, table);
    if (seat != FF_NOBODY && !is_here(table, seat))
        table->audience.away[seat] = server_clock_counting(tables_time(hub->tables));
}

void hub_unfollow(struct hub *hub, struct client *client, struct table *table) {
    follower *place = find_follower(client, table);
    if (place)
        unfollow(hub, place);
}

/* A client that follows a new game may lose its place at the table that is gone
 * through: then it begins again, and those who have been led already stay. */
void hub_lead(struct hub *hub, struct table *from, struct table *to) {
    follower *at = from->audience.followers;
    while (at) {
        bool led = eyes_of(at) == FF_NOBODY || find_follower(at->client, to);
        follower *next = at->next;
        if (!led) {
            hub_follow(hub, at->client, to, false);
            next = from->audience.followers;
        }
        at = next;
    }
}

void hub_say(struct hub *hub, struct table *table, const ff_buffer *text, hub_hears *hears,
             void *context) {
    outbox_text *made = outbox_text_new(text);
    for (follower *to = table->audience.followers; to; to = to->next)
        if (hears(context, to->client, eyes_of(to)))
            hub_send_text(hub, to->client, made);
    outbox_text_drop(made);
}

void hub_warn_on_failure(struct hub *hub, struct table *table) {
    ff_buffer text = {0};
    encode_refused(&text,
                   &(encode_refusal){.re = "computer",
                                     .game = ff_span_of(table->row.id),
                                     .reason = "store",
                                     .message = "the computer's move could not be stored; it "
                                                "will be tried again"});
    outbox_text *made = outbox_text_new(&text);
    for (follower *to = table->audience.followers; to; to = to->next)
        client_hold(hub, to->client, &to->client->on_failure, made);
    outbox_text_drop(made);
    ff_buffer_free(&text);
}

/* ---- for the hub's other files ---- */

void subscriptions_end(struct hub *hub, struct client *client) {
    for (unsigned i = 0; i < HUB_FOLLOWED_GAMES; i++)
        if (client->followed[i].table)
            unfollow(hub, &client->followed[i]);
}

void subscriptions_advance(struct hub *hub) {
    tables_visit_delayed(hub->tables, advance, hub);
}

/* Where the batch is lost the client has not been told what it was said in it: it is told again
 * from what it knew before, and whole, since no change fits any more. */
void subscriptions_settle(struct client *client, bool committed) {
    for (unsigned i = 0; i < HUB_FOLLOWED_GAMES; i++) {
        follower *place = &client->followed[i];
        if (committed) {
            place->committed = place->told;
        } else {
            place->told = place->committed;
            place->told.number = 0;
            told_forget(place->table ? place->table->audience.told : NULL);
        }
    }
}

void subscriptions_orphan(void *context, struct table *table) {
    (void)context;
    for (follower *place = table->audience.followers; place; place = place->next)
        place->table = NULL;
    table->audience.followers = NULL;
    table->audience.viewers = 0;
    drop_told(table);
}

/* Prepared for both ends of the batch: damage is there whether it is stored or not. */
void subscriptions_tell_damaged(struct hub *hub, const struct table *table) {
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
    for (follower *to = table->audience.followers; to; to = to->next) {
        hub_send(hub, to->client, &text);
        hub_send_on_failure(hub, to->client, &text);
    }
    ff_buffer_free(&text);
}
