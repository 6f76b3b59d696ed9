#include "server/session/lobby.h"

#include "server/session/encode_parts.h"
#include "server/session/hub.h"

#include <stdlib.h>
#include <string.h>

/* What there is, as read from the store. */
struct lobby_news {
    ff_hub *hub;
    store_game offer[LOBBY_LISTED];
    size_t offers;
    ff_buffer common; /* the message for those to whom no challenge is special */
    ff_buffer tail;   /* from the games on */
};

/* ---- what is kept of who is here ---- */

bool lobby_open(ff_lobby *lobby) {
    lobby->offers = fair_list_new();
    lobby->games = fair_list_new();
    return lobby->offers && lobby->games;
}

static void forget_news(ff_lobby *lobby) {
    if (!lobby->news)
        return;
    ff_buffer_free(&lobby->news->common);
    ff_buffer_free(&lobby->news->tail);
    free(lobby->news);
    lobby->news = NULL;
}

void lobby_close(ff_lobby *lobby) {
    forget_news(lobby);
    fair_list_free(lobby->offers);
    fair_list_free(lobby->games);
}

void lobby_change(ff_lobby *lobby) {
    lobby->stale = true;
    forget_news(lobby);
}

static bool is_offered(const store_game *game) {
    return game->phase == PHASE_WAITING && game->terms.open;
}

static bool is_watchable(const store_game *game) {
    return game->phase == PHASE_PLAY && game->terms.watch;
}

static void keep(fair_list *list, const store_game *game, bool is_there) {
    const ff_person *person = &game->seat[game->by].person;
    if (is_there)
        fair_list_put(list, person, game->number);
    else
        fair_list_drop(list, person, game->number);
}

/* What has changed in a game that is in no list is told by the tables' turnover. */
void lobby_note(ff_hub *hub, const store_game *game) {
    keep(hub->lobby.offers, game, is_offered(game));
    keep(hub->lobby.games, game, is_watchable(game));
}

/* A person's games, newest first. */
typedef struct own_games {
    store_game game[FAIR_KEPT];
    size_t count;
} own_games;

static bool take_own(void *context, const store_game *game) {
    own_games *own = context;
    own->game[own->count++] = *game;
    return own->count < FAIR_KEPT;
}

/* Who comes back finds its offers where they were. Those that cannot be read the adjudicator's
 * next look brings. */
void lobby_enter(ff_hub *hub, const ff_person *person, const char *address) {
    own_games own = {.count = 0};
    if (!fair_list_enter(hub->lobby.offers, person, ff_span_of(address)))
        return;
    fair_list_enter(hub->lobby.games, person, ff_span_of(address));
    lobby_change(&hub->lobby);
    store_visit_open(hub->options.store, person, FAIR_KEPT, take_own, &own);
    while (own.count > 0)
        lobby_note(hub, &own.game[--own.count]);
}

void lobby_leave(ff_hub *hub, const ff_person *person) {
    if (presence_has(hub->presence, person))
        return;
    lobby_change(&hub->lobby);
    fair_list_leave(hub->lobby.offers, person);
    fair_list_leave(hub->lobby.games, person);
}

/* ---- writing ---- */

static void open_lobby(ff_buffer *out) {
    encode_open(out, "lobby");
    encode_begin(out, "challenges", "[");
}

static void add_offers(ff_buffer *out, const lobby_news *news, const ff_person *person) {
    for (size_t i = 0; i < news->offers; i++)
        encode_challenge(out, NULL, &news->offer[i], person);
}

/* ---- reading ---- */

/* The games that are chosen, as far as they are what the list takes them for: a batch that
 * could not be stored has taken them back. */
static size_t read_chosen(ff_hub *hub, fair_list *list, bool (*fits)(const store_game *),
                          store_game *games) {
    int64_t chosen[LOBBY_LISTED];
    size_t count = fair_list_choose(list, chosen, LOBBY_LISTED), kept = 0;
    for (size_t i = 0; i < count; i++)
        if (store_find_number(hub->options.store, chosen[i], &games[kept]) == STORE_FOUND &&
            fits(&games[kept]))
            kept++;
    return kept;
}

/* Games to watch: those of who is here, and in the places that they leave the newest of
 * others. */
typedef struct watch_list {
    store_game game[LOBBY_LISTED];
    size_t count;
} watch_list;

static bool take_other(void *context, const store_game *game) {
    watch_list *list = context;
    size_t i = 0;
    while (i < list->count && list->game[i].number != game->number)
        i++;
    if (i == list->count && !game->damaged)
        list->game[list->count++] = *game;
    return list->count < LOBBY_LISTED;
}

static bool add_games(ff_hub *hub, ff_buffer *out) {
    watch_list *list = calloc(1, sizeof *list);
    if (!list)
        return false;
    list->count = read_chosen(hub, hub->lobby.games, is_watchable, list->game);
    bool read = list->count == LOBBY_LISTED ||
                store_visit_watchable(hub->options.store, LOBBY_LISTED, take_other, list) ||
                list->count == LOBBY_LISTED;
    for (size_t i = 0; i < list->count; i++)
        encode_row(out, &list->game[i], FF_NOBODY);
    free(list);
    return read;
}

static bool write_news(lobby_news *news) {
    ff_hub *hub = news->hub;
    ff_buffer *tail = &news->tail;
    news->offers = read_chosen(hub, hub->lobby.offers, is_offered, news->offer);
    ff_buffer_byte(tail, ']');
    encode_begin(tail, "games", "[");
    if (!add_games(hub, tail))
        return false;
    ff_buffer_byte(tail, ']');
    encode_number(tail, "online", (int64_t)presence_count(hub->presence));
    encode_close(tail);
    open_lobby(&news->common);
    add_offers(&news->common, news, NULL);
    ff_buffer_add(&news->common, tail->data, tail->size);
    return !tail->failed;
}

/* Have games begun or ended since the last look? */
static void notice_turnover(ff_hub *hub) {
    unsigned long turnover = tables_turnover(hub->tables);
    if (turnover != hub->lobby.seen)
        lobby_change(&hub->lobby);
    hub->lobby.seen = turnover;
}

/* As it is: read anew where something has changed. Null where the store cannot be read. */
static const lobby_news *find_news(ff_hub *hub) {
    ff_lobby *lobby = &hub->lobby;
    notice_turnover(hub);
    if (lobby->news)
        return lobby->news;
    lobby->news = calloc(1, sizeof *lobby->news);
    if (lobby->news)
        lobby->news->hub = hub;
    if (lobby->news && !write_news(lobby->news))
        forget_news(lobby);
    return lobby->news;
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
    if (!game->damaged)
        encode_challenge(list->text, NULL, game, list->person);
    return true;
}

/* Those to the person come first. */
static bool tell(const lobby_news *news, ff_client *client) {
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
    lobby_place *place = client_lobby(client);
    hub->lobby.subscribers += on && !place->on;
    hub->lobby.subscribers -= !on && place->on;
    place->on = on;
    const lobby_news *news = on ? find_news(hub) : NULL;
    return !on || (news && tell(news, client));
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

/* Tells those who are due, as many as one pulse may. False where some are left. */
static bool tell_some(ff_hub *hub) {
    const lobby_news *news = NULL;
    unsigned told = 0;
    for (ff_client *at = hub->clients; at; at = client_next(at)) {
        if (!is_due(hub, at))
            continue;
        if (told++ == LOBBY_TOLD)
            return false;
        news = news ? news : find_news(hub);
        if (!news || !tell(news, at))
            return false;
    }
    return true;
}

/* A telling goes on in the next pulses until nobody is due; what changes meanwhile is told
 * to who has not been told yet, and to the others the next time. */
void lobby_pulse(ff_hub *hub, uint64_t now_ms) {
    ff_lobby *lobby = &hub->lobby;
    uint64_t pause = LOBBY_PAUSE_MS + LOBBY_PAUSE_EACH_MS * lobby->subscribers;
    if (!lobby->subscribers)
        return;
    if (!lobby->telling && now_ms - lobby->told_ms < pause)
        return;
    notice_turnover(hub);
    if (!lobby->telling) {
        lobby->version += lobby->stale;
        lobby->stale = false;
        if (!anybody_is_due(hub))
            return;
        lobby->told_ms = now_ms;
    }
    lobby->telling = !tell_some(hub);
}
