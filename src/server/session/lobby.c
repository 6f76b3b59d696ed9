/* What is offered and what may be watched. What must hold: a place stands in the list of
 * subscribers exactly while it is `on`; nobody is told of a game that the store does not have.
 * Knows no hub: what it needs of one is given (lobby_host). */
#include "server/session/lobby.h"

#include "server/encoding/encode_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* What there is, as read from the store. */
struct lobby_news {
    struct lobby *lobby;
    store_game offer[LOBBY_LISTED];
    size_t offers;
    ff_buffer common; /* the message for those to whom no challenge is special */
    ff_buffer tail;   /* from the games on */
};

/* ---- what is kept of who is here ---- */

bool lobby_open(struct lobby *lobby, const lobby_host *host) {
    lobby->host = *host;
    lobby->offers = fair_list_new();
    lobby->games = fair_list_new();
    return lobby->offers && lobby->games;
}

static void forget_news(struct lobby *lobby) {
    if (!lobby->news)
        return;
    ff_buffer_free(&lobby->news->common);
    ff_buffer_free(&lobby->news->tail);
    free(lobby->news);
    lobby->news = NULL;
}

void lobby_close(struct lobby *lobby) {
    forget_news(lobby);
    fair_list_free(lobby->offers);
    fair_list_free(lobby->games);
    live_list_free(&lobby->live);
}

void lobby_change(struct lobby *lobby) {
    lobby->stale = true;
    forget_news(lobby);
}

static bool is_offered(const store_game *game) {
    return game->phase == PHASE_WAITING && game->terms.open;
}

static bool is_watchable(const store_game *game) {
    return game->phase == PHASE_PLAY && game->terms.watch;
}

/* Of who is here alone: a list of who has gone would grow for ever. */
static void keep(fair_list *list, const store_game *game, bool is_there) {
    const struct person *person = &game->seat[game->by].person;
    if (is_there)
        fair_list_put(list, person, game->number);
    else
        fair_list_drop(list, person, game->number);
}

/* What has changed in a game that is in no list is told by the tables' turnover. */
void lobby_note(struct lobby *lobby, const store_game *game) {
    keep(lobby->offers, game, is_offered(game));
    keep(lobby->games, game, is_watchable(game));
    live_key key = live_key_of(game);
    if (is_watchable(game))
        live_list_put(&lobby->live, game);
    else
        live_list_drop(&lobby->live, &key);
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
void lobby_enter(struct lobby *lobby, const struct person *person, int64_t origin) {
    own_games own = {.count = 0};
    if (!fair_list_enter(lobby->offers, person, origin))
        return;
    fair_list_enter(lobby->games, person, origin);
    lobby_change(lobby);
    store_visit_open(lobby->host.store, person, FAIR_KEPT, take_own, &own);
    while (own.count > 0)
        lobby_note(lobby, &own.game[--own.count]);
}

void lobby_leave(struct lobby *lobby, const struct person *person) {
    if (lobby->host.is_connected(lobby->host.hub, person))
        return;
    lobby_change(lobby);
    fair_list_leave(lobby->offers, person);
    fair_list_leave(lobby->games, person);
}

/* ---- writing ---- */

static void open_lobby(ff_buffer *out) {
    encode_open(out, "lobby");
    encode_begin(out, "challenges", "[");
}

static void add_offers(ff_buffer *out, const lobby_news *news, const struct person *person) {
    for (size_t i = 0; i < news->offers; i++)
        encode_challenge(out, NULL, &news->offer[i], person);
}

/* ---- reading ---- */

/* The games that are chosen, as far as they are what the list takes them for: a batch that
 * could not be stored has taken them back. */
static size_t read_chosen(struct lobby *lobby, fair_list *list, bool (*fits)(const store_game *),
                          store_game *games) {
    int64_t chosen[LOBBY_LISTED];
    size_t count = fair_list_choose(list, chosen, LOBBY_LISTED), kept = 0;
    for (size_t i = 0; i < count; i++)
        if (store_find_number(lobby->host.store, chosen[i], &games[kept]) == STORE_FOUND &&
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

static void add_watched(struct lobby *lobby, ff_buffer *out, const store_game *game) {
    const struct table *table = tables_peek(lobby->host.tables, ff_span_of(game->id));
    encode_watched(out, game, tables_delay_of(lobby->host.tables, game) > 0,
                   table ? table->audience.viewers : 0);
}

static bool add_games(struct lobby *lobby, ff_buffer *out) {
    watch_list *list = calloc(1, sizeof *list);
    if (!list)
        return false;
    list->count = read_chosen(lobby, lobby->games, is_watchable, list->game);
    bool read = list->count == LOBBY_LISTED ||
                store_visit_watchable(lobby->host.store, LOBBY_LISTED, take_other, list) ||
                list->count == LOBBY_LISTED;
    for (size_t i = 0; i < list->count; i++)
        add_watched(lobby, out, &list->game[i]);
    free(list);
    return read;
}

/* How many wait for any opponent by one way to play: of each edition, of each clock: casual, rated.
 */
typedef struct waiting {
    size_t pool;
    unsigned count;
} waiting;

static void count_ticket(void *context, const match_ticket *ticket) {
    waiting *all = context;
    const match_wish *wish = &ticket->wish;
    for (unsigned i = 0; i < wish->pools; i++) {
        const match_pool *of = &wish->pool[i];
        all[(of->edition * clock_preset_count + of->clock) * 2 + wish->rated].count++;
    }
}

static int compare_waiting(const void *a, const void *b) {
    const waiting *x = a, *y = b;
    if (x->count != y->count)
        return x->count > y->count ? -1 : 1;
    return (x->pool > y->pool) - (x->pool < y->pool);
}

static void add_pool(ff_buffer *out, const waiting *of) {
    encode_open(out, NULL);
    encode_text(out, "edition", ff_edition_at(of->pool / 2 / clock_preset_count)->id);
    encode_text(out, "clock", clock_presets[of->pool / 2 % clock_preset_count].name);
    encode_bool(out, "rated", of->pool % 2);
    encode_number(out, "waiting", of->count);
    encode_close(out);
}

/* Where memory is out only the whole number is told. */
static void add_queue(ff_buffer *out, const struct match_queue *queue) {
    size_t pools = ff_edition_count() * clock_preset_count * 2;
    waiting *all = calloc(pools, sizeof *all);
    encode_begin(out, "queue", "{");
    encode_number(out, "waiting", (int64_t)match_queue_count(queue));
    encode_begin(out, "pools", "[");
    for (size_t i = 0; all && i < pools; i++)
        all[i].pool = i;
    if (all) {
        match_queue_visit(queue, count_ticket, all);
        qsort(all, pools, sizeof *all, compare_waiting);
    }
    for (size_t i = 0; all && i < LOBBY_LISTED && all[i].count > 0; i++)
        add_pool(out, &all[i]);
    ff_buffer_byte(out, ']');
    encode_close(out);
    free(all);
}

static bool write_news(lobby_news *news) {
    struct lobby *lobby = news->lobby;
    ff_buffer *tail = &news->tail;
    news->offers = read_chosen(lobby, lobby->offers, is_offered, news->offer);
    ff_buffer_byte(tail, ']');
    encode_begin(tail, "games", "[");
    if (!add_games(lobby, tail))
        return false;
    ff_buffer_byte(tail, ']');
    encode_number(tail, "online", (int64_t)lobby->host.count_persons(lobby->host.hub));
    add_queue(tail, lobby->host.queue);
    encode_close(tail);
    open_lobby(&news->common);
    add_offers(&news->common, news, NULL);
    ff_buffer_add(&news->common, tail->data, tail->size);
    return !tail->failed;
}

/* Have games begun or ended since the last look? */
static void notice_turnover(struct lobby *lobby) {
    unsigned long turnover = tables_turnover(lobby->host.tables);
    if (turnover != lobby->seen)
        lobby_change(lobby);
    lobby->seen = turnover;
}

/* As it is: read anew where something has changed, and once for all who are told of it. Null where
 * the store cannot be read. */
static const lobby_news *find_news(struct lobby *lobby) {
    notice_turnover(lobby);
    if (lobby->news)
        return lobby->news;
    lobby->news = calloc(1, sizeof *lobby->news);
    if (lobby->news)
        lobby->news->lobby = lobby;
    if (lobby->news && !write_news(lobby->news))
        forget_news(lobby);
    return lobby->news;
}

/* ---- all games that may be watched ---- */

/* Adds the games of these keys that are what the list takes them for: a batch that could not be
 * stored has taken the others back. One that cannot be read now stays in the list. Returns how
 * many. */
static size_t add_live(struct lobby *lobby, const live_key *keys, size_t count, ff_buffer *out) {
    store_game game;
    size_t added = 0;
    for (size_t i = 0; i < count; i++) {
        store_answer found = store_find_number(lobby->host.store, keys[i].number, &game);
        if (found == STORE_FOUND && is_watchable(&game)) {
            add_watched(lobby, out, &game);
            added++;
        } else if (found != STORE_FAILED) {
            live_list_drop(&lobby->live, &keys[i]);
        }
    }
    return added;
}

/* A page of those behind a key (or from the first), which becomes the last one looked at. */
static void add_live_page(struct lobby *lobby, live_key *at, bool from_first, ff_buffer *out) {
    live_key keys[LOBBY_LIVE_PAGE];
    size_t added = 0, count;
    do {
        count = live_list_page(&lobby->live, from_first ? NULL : at, keys, LOBBY_LIVE_PAGE - added);
        added += add_live(lobby, keys, count, out);
        if (count > 0)
            *at = keys[count - 1];
        from_first = from_first && count == 0;
    } while (count > 0 && added < LOBBY_LIVE_PAGE);
}

/* From which game on the next page goes: the last one of this page, where others come behind. */
static void end_live_page(struct lobby *lobby, const live_key *at, ff_buffer *out) {
    live_key next;
    store_game game;
    bool more = at->number && live_list_page(&lobby->live, at, &next, 1) > 0 &&
                store_find_number(lobby->host.store, at->number, &game) == STORE_FOUND;
    ff_buffer_byte(out, ']');
    encode_maybe_text(out, "after", more ? game.id : "");
    encode_close(out);
}

/* A game that nobody else may watch is no place to go on from: the answer would tell its rating. */
bool lobby_write_live(struct lobby *lobby, ff_span after, ff_buffer *out) {
    store_game game;
    live_key at = {0, 0};
    store_answer found = after.size ? store_find_game(lobby->host.store, after, &game) : STORE_NONE;
    if (found == STORE_FAILED)
        return false;
    bool goes_on = found == STORE_FOUND && game.terms.watch;
    if (goes_on)
        at = live_key_of(&game);
    encode_open(out, "live");
    encode_begin(out, "games", "[");
    add_live_page(lobby, &at, !goes_on, out);
    end_live_page(lobby, &at, out);
    return true;
}

/* ---- telling ---- */

static bool has_own(const lobby_news *news, const struct person *person) {
    for (size_t i = 0; i < news->offers; i++)
        if (person_is(&news->offer[i].seat[news->offer[i].by].person, person))
            return true;
    return false;
}

typedef struct directed {
    ff_buffer *text;
    const struct person *person;
} directed;

static bool add_directed(void *context, const store_game *game) {
    directed *list = context;
    if (!game->damaged)
        encode_challenge(list->text, NULL, game, list->person);
    return true;
}

/* Those to the person come first. */
static bool tell(const lobby_news *news, lobby_place *place) {
    ff_buffer text = {0};
    const lobby_host *host = &news->lobby->host;
    const struct person *person = host->person(place->client);
    directed list = {&text, person};
    open_lobby(&text);
    size_t empty = text.size;
    bool read = store_visit_directed(host->store, person, LOBBY_LISTED, add_directed, &list);
    if (read && text.size == empty && !has_own(news, person)) {
        host->send(host->hub, place->client, &news->common);
    } else if (read) {
        add_offers(&text, news, person);
        ff_buffer_add(&text, news->tail.data, news->tail.size);
        host->send(host->hub, place->client, &text);
    }
    place->told = news->lobby->version;
    ff_buffer_free(&text);
    return read;
}

/* ---- subscribing ---- */

static void drop_place(struct lobby *lobby, lobby_place *place) {
    assert((place->before || lobby->places == place) && lobby->subscribers > 0);
    *(place->before ? &place->before->next : &lobby->places) = place->next;
    if (place->next)
        place->next->before = place->before;
    place->on = false;
    lobby->subscribers--;
}

bool lobby_subscribe(struct lobby *lobby, lobby_place *place, bool on) {
    if (on && !place->on) {
        place->on = true;
        place->next = lobby->places;
        place->before = NULL;
        if (place->next)
            place->next->before = place;
        lobby->places = place;
        lobby->subscribers++;
    } else if (!on && place->on)
        drop_place(lobby, place);
    const lobby_news *news = on ? find_news(lobby) : NULL;
    return !on || (news && tell(news, place));
}

/* A client that has not read the last state yet gets a later one instead. */
static bool is_due(const struct lobby *lobby, const lobby_place *place) {
    return place->told != lobby->version && !lobby->host.is_behind(place->client);
}

/* Tells those who are due, as many as one pulse may. False where some are left. */
static bool tell_some(struct lobby *lobby) {
    const lobby_news *news = NULL;
    unsigned told = 0;
    for (lobby_place *at = lobby->places; at; at = at->next) {
        if (!is_due(lobby, at))
            continue;
        if (told++ == LOBBY_TOLD)
            return false;
        news = news ? news : find_news(lobby);
        if (!news || !tell(news, at))
            return false;
    }
    return true;
}

/* A telling goes on in the next pulses until nobody is due; what changes meanwhile is told
 * to who has not been told yet, and to the others the next time. */
void lobby_pulse(struct lobby *lobby, uint64_t now_ms) {
    uint64_t pause = LOBBY_PAUSE_MS + LOBBY_PAUSE_EACH_MS * lobby->subscribers;
    if (!lobby->subscribers)
        return;
    if (!lobby->telling && now_ms - lobby->told_ms < pause)
        return;
    notice_turnover(lobby);
    if (!lobby->telling) {
        lobby->version += lobby->stale;
        lobby->stale = false;
        const lobby_place *due = lobby->places;
        while (due && !is_due(lobby, due))
            due = due->next;
        if (!due)
            return;
        lobby->told_ms = now_ms;
    }
    lobby->telling = !tell_some(lobby);
}
