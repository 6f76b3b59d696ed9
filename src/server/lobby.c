#include "server/lobby.h"

#include "server/hub.h"
#include "server/wire_parts.h"

#include <string.h>

/* The newest challenges that are looked at; of those whose persons are gone none is
 * told. */
enum { LOOKED_AT = 500 };

/* What there is, as read from the store. */
typedef struct lobby_news {
    ff_hub *hub;
    store_game offer[LOBBY_LISTED];
    size_t offers;
    ff_buffer common; /* the message for those to whom no challenge is special */
    ff_buffer tail;   /* from the games on */
} lobby_news;

/* ---- writing ---- */

static void open_lobby(ff_buffer *out) {
    wire_open(out, "lobby");
    wire_begin(out, "challenges", "[");
}

static void add_offers(ff_buffer *out, const lobby_news *news, const ff_person *person) {
    for (size_t i = 0; i < news->offers; i++)
        wire_challenge(out, NULL, &news->offer[i], person);
}

/* ---- reading ---- */

static bool take_offer(void *context, const store_game *game) {
    lobby_news *news = context;
    if (presence_has(news->hub->presence, &game->seat[game->by].person))
        news->offer[news->offers++] = *game;
    return news->offers < LOBBY_LISTED;
}

static bool take_game(void *context, const store_game *game) {
    wire_row(context, game, FF_NOBODY);
    return true;
}

/* False where the store cannot be read; `news` is to be freed even then. */
static bool read_news(ff_hub *hub, lobby_news *news) {
    ff_store *store = hub->options.store;
    ff_buffer *tail = &news->tail;
    *news = (lobby_news){.hub = hub};
    bool all = store_visit_challenges(store, LOOKED_AT, take_offer, news);
    if (!all && news->offers < LOBBY_LISTED)
        return false;
    ff_buffer_byte(tail, ']');
    wire_begin(tail, "games", "[");
    if (!store_visit_watchable(store, LOBBY_LISTED, take_game, tail))
        return false;
    ff_buffer_byte(tail, ']');
    wire_number(tail, "online", (int64_t)presence_count(hub->presence));
    wire_close(tail);
    open_lobby(&news->common);
    add_offers(&news->common, news, NULL);
    ff_buffer_add(&news->common, tail->data, tail->size);
    return !tail->failed;
}

static void free_news(lobby_news *news) {
    ff_buffer_free(&news->common);
    ff_buffer_free(&news->tail);
}

/* ---- telling ---- */

static bool has_own(const lobby_news *news, const ff_person *person) {
    for (size_t i = 0; i < news->offers; i++)
        if (person_is(&news->offer[i].seat[news->offer[i].by].person, person))
            return true;
    return false;
}

typedef struct directed {
    ff_buffer *text;
    const ff_person *person;
} directed;

static bool add_directed(void *context, const store_game *game) {
    directed *list = context;
    wire_challenge(list->text, NULL, game, list->person);
    return true;
}

/* Those to the person come first. */
static bool tell(lobby_news *news, ff_client *client) {
    ff_buffer text = {0};
    const ff_person *person = client_person(client);
    directed list = {&text, person};
    open_lobby(&text);
    size_t empty = text.size;
    bool read =
        store_visit_directed(news->hub->options.store, person, LOBBY_LISTED, add_directed, &list);
    if (read && text.size == empty && !has_own(news, person)) {
        hub_send(news->hub, client, &news->common);
    } else if (read) {
        add_offers(&text, news, person);
        ff_buffer_add(&text, news->tail.data, news->tail.size);
        hub_send(news->hub, client, &text);
    }
    client_lobby(client)->told = news->hub->lobby.version;
    ff_buffer_free(&text);
    return read;
}

bool lobby_subscribe(ff_hub *hub, ff_client *client, bool on) {
    lobby_news news;
    lobby_place *place = client_lobby(client);
    hub->lobby.subscribers += on && !place->on;
    hub->lobby.subscribers -= !on && place->on;
    place->on = on;
    if (!on)
        return true;
    bool told = read_news(hub, &news) && tell(&news, client);
    free_news(&news);
    return told;
}

/* A client that has not read the last state yet gets a later one instead. */
static bool is_due(const ff_hub *hub, ff_client *client) {
    const lobby_place *place = client_lobby(client);
    return place->on && place->told != hub->lobby.version && !hub_next_message(client);
}

static bool anybody_is_due(const ff_hub *hub) {
    ff_client *client = hub->clients;
    while (client && !is_due(hub, client))
        client = client_next(client);
    return client != NULL;
}

static void tell_all(ff_hub *hub) {
    lobby_news news;
    bool going = read_news(hub, &news);
    for (ff_client *at = hub->clients; going && at; at = client_next(at))
        if (is_due(hub, at))
            going = tell(&news, at);
    hub->lobby.stale |= !going;
    free_news(&news);
}

void lobby_pulse(ff_hub *hub, uint64_t now_ms) {
    ff_lobby *lobby = &hub->lobby;
    unsigned long turnover = tables_turnover(hub->tables);
    lobby->stale |= turnover != lobby->seen;
    lobby->seen = turnover;
    uint64_t pause = LOBBY_PAUSE_MS + LOBBY_PAUSE_EACH_MS * lobby->subscribers;
    if (!lobby->subscribers || now_ms - lobby->told_ms < pause)
        return;
    if (lobby->stale)
        lobby->version++;
    lobby->stale = false;
    if (!anybody_is_due(hub))
        return;
    lobby->told_ms = now_ms;
    tell_all(hub);
}
