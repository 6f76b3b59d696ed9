/* The lobby as a list: lines of the server become rows. A thread reads the stream of the lobby
 * and asks for the person's own games; it hands over texts, and the screen's thread makes rows
 * of them. */
#define _POSIX_C_SOURCE 200809L
#include "tui/online/game_list.h"

#include "base/clock.h"
#include "base/hash.h"
#include "engine/remote/event.h"
#include "flagfall/computer.h"
#include "tui/online/listener.h"

#include <stdlib.h>
#include <string.h>

#define OWN_NS (5 * UINT64_C(1000000000)) /* how long own games stand unasked */

struct game_list {
    listener server;
    uint64_t own_at;   /* when own games were asked for; 0: not yet. The thread's alone, */
    uint64_t concerns; /* as is what the lobby had of this person then */
    /* Under the server's lock: */
    ff_buffer offers; /* the last line of the stream, */
    ff_buffer own;    /* and what was answered about the own games */
    bool offline;
};

/* --- the thread --------------------------------------------------------------------------- */

/* Keeps what the server said last; `own` is null where it was not asked. */
static void keep(game_list *l, const ff_span *offers, const ff_buffer *own) {
    pthread_mutex_lock(&l->server.lock);
    l->offline = !offers;
    if (offers) {
        ff_buffer_clear(&l->offers);
        ff_buffer_add(&l->offers, offers->data, offers->size);
    }
    if (own) {
        ff_buffer_clear(&l->own);
        ff_buffer_add(&l->own, own->data ? own->data : "", own->size);
    }
    pthread_mutex_unlock(&l->server.lock);
    listener_tell(&l->server);
}

/* Which offers of a lobby are this person's, or to this person: a number that is another one when
 * such an offer comes or goes. It is a sum, so their order does not matter. */
static uint64_t concerns_of(ff_span line) {
    json_error_t wrong;
    json_t *lobby = json_loadb(line.data, line.size, 0, &wrong), *offer;
    uint64_t all = 0;
    size_t i;
    json_array_foreach(json_object_get(lobby, "challenges"), i, offer) {
        const char *id = remote_text(offer, "game");
        if (json_is_true(json_object_get(offer, "mine")) ||
            json_is_true(json_object_get(offer, "toYou")))
            all += hash_bytes(0, id, strlen(id));
    }
    json_decref(lobby);
    return all;
}

/* The lobby changes twice a second where there are many people: own games are asked for when
 * something of one's own has come or gone there, and else now and then. */
static bool hear(void *context, ff_span line) {
    game_list *l = context;
    ff_buffer own = {0};
    uint64_t now = clock_now_ns(), mine = concerns_of(line);
    bool asks = !l->own_at || mine != l->concerns || now - l->own_at >= OWN_NS;
    if (asks)
        asks = web_get(&l->server.web, "/api/account/playing", &own) == 200;
    if (asks) {
        l->own_at = now;
        l->concerns = mine;
    }
    keep(l, &line, asks ? &own : NULL);
    ff_buffer_free(&own);
    return !atomic_load(&l->server.stop);
}

/* Own games are asked for anew after each break, since nobody told of what happened in it. */
static void *read_lobby(void *context) {
    game_list *l = context;
    while (!atomic_load(&l->server.stop)) {
        l->own_at = 0;
        web_stream(&l->server.web, "/api/stream/lobby", hear, l);
        if (atomic_load(&l->server.stop))
            break;
        keep(l, NULL, NULL);
        listener_pause(&l->server);
    }
    return NULL;
}

/* --- rows --------------------------------------------------------------------------------- */

static void add_player(ff_buffer *out, ff_language language, const json_t *player) {
    const char *name = remote_text(player, "name"), *kind = remote_text(player, "kind");
    if (strcmp(kind, "computer") == 0)
        text_add_opponent(out, language, name);
    else if (*name)
        ff_buffer_text(out, name);
    else
        ff_buffer_text(out, text_get(language, strcmp(kind, "free") == 0 ? T_NOBODY_YET : T_GUEST));
}

static void add_edition(ff_buffer *out, ff_language language, const json_t *row) {
    const char *id = remote_text(row, "edition");
    const ff_edition *edition = ff_edition_find(ff_span_of(id));
    ff_buffer_text(out, edition ? text_edition(language, edition) : id);
}

static void add_against(ff_buffer *out, ff_language language, const json_t *player) {
    ff_buffer name = {0};
    add_player(&name, language, player);
    ff_buffer_text(out, ", ");
    TEXT_ADD(out, language, T_AGAINST, name.data ? name.data : "");
    ff_buffer_free(&name);
}

static void add_row(menu *m, menu_kind kind, const char *what, ff_buffer *text) {
    menu_add(m, kind, what, text->data ? text->data : "");
    ff_buffer_free(text);
}

static void add_heading(menu *m, text_id id) {
    menu_add(m, MENU_HEADING, "", text_get(m->language, id));
}

static void add_own(menu *m, const json_t *row) {
    const char *seat = remote_text(row, "seat"), *phase = remote_text(row, "phase");
    const char *id = remote_text(row, "game");
    bool blue = strcmp(seat, "blue") == 0, waits = strcmp(phase, "waiting") == 0;
    ff_buffer text = {0};
    add_edition(&text, m->language, row);
    add_against(&text, m->language, json_object_get(row, blue ? "red" : "blue"));
    if (strcmp(phase, "setup") == 0)
        ff_buffer_format(&text, ", %s", text_get(m->language, T_MENU_SETUP));
    else if (!waits && strcmp(remote_text(row, "turn"), seat) == 0)
        ff_buffer_format(&text, ", %s", text_get(m->language, T_YOUR_TURN));
    if (waits)
        menu_add_offer(m, id, text.data ? text.data : "");
    else
        menu_add(m, MENU_GAME, id, text.data ? text.data : "");
    ff_buffer_free(&text);
}

static void add_word_where(ff_buffer *out, ff_language language, bool there, text_id word) {
    if (there)
        ff_buffer_format(out, ", %s", text_get(language, word));
}

/* All that one agrees to by taking it; what is usual is left out. */
static void write_offer(ff_buffer *out, ff_language language, const json_t *offer) {
    const json_t *terms = json_object_get(offer, "terms"), *clock = json_object_get(terms, "clock");
    terms_clock read = {.bank = remote_number(clock, "bank"),
                        .free = remote_number(clock, "free"),
                        .increment = remote_number(clock, "increment")};
    add_edition(out, language, offer);
    add_against(out, language, json_object_get(offer, "by"));
    ff_buffer_text(out, ", ");
    terms_add_clock(out, language, &read);
    add_word_where(out, language, json_is_true(json_object_get(offer, "rated")), T_RATED_SHORT);
    add_word_where(out, language, json_is_true(json_object_get(terms, "memory")), T_MEMORY_SHORT);
    add_word_where(out, language, json_is_false(json_object_get(terms, "remember")), T_NO_REMEMBER);
    add_word_where(out, language, json_is_false(json_object_get(terms, "hints")), T_NO_HINTS);
}

static void add_offer_where(menu *m, const json_t *offer, bool to_you) {
    ff_buffer text = {0};
    if (json_is_true(json_object_get(offer, "mine")))
        return; /* among one's games */
    if (json_is_true(json_object_get(offer, "toYou")) != to_you)
        return;
    write_offer(&text, m->language, offer);
    if (to_you)
        menu_add_offer(m, remote_text(offer, "game"), text.data ? text.data : "");
    else
        menu_add(m, MENU_GAME, remote_text(offer, "game"), text.data ? text.data : "");
    ff_buffer_free(&text);
}

static void add_offer(menu *m, const json_t *offer) {
    add_offer_where(m, offer, false);
}

static void add_offer_to_you(menu *m, const json_t *offer) {
    add_offer_where(m, offer, true);
}

static void add_watched(menu *m, const json_t *row) {
    ff_buffer text = {0};
    add_edition(&text, m->language, row);
    ff_buffer_text(&text, ": ");
    add_player(&text, m->language, json_object_get(row, "red"));
    ff_buffer_text(&text, " - ");
    add_player(&text, m->language, json_object_get(row, "blue"));
    add_row(m, MENU_GAME, remote_text(row, "game"), &text);
}

static void add_list(menu *m, text_id heading, const json_t *list,
                     void (*add)(menu *, const json_t *)) {
    size_t i, before = m->count;
    json_t *row;
    add_heading(m, heading);
    json_array_foreach(list, i, row) {
        add(m, row);
    }
    if (m->count == before + 1)
        m->count = before; /* nothing to head */
}

static void add_beginnings(menu *m) {
    add_heading(m, T_MENU_NEW);
    menu_add(m, MENU_SEEK, "", text_get(m->language, T_SEEK));
    menu_add(m, MENU_OFFER, "", text_get(m->language, T_OFFER_GAME));
    menu_add(m, MENU_INVITE, "", text_get(m->language, T_INVITE));
    menu_add(m, MENU_CODE, "", text_get(m->language, T_INVITATION_CODE));
    add_heading(m, T_MENU_TERMS);
    menu_add_terms(m);
    add_heading(m, T_COMPUTER);
    for (unsigned level = 1; level <= FF_LEVELS; level++) {
        ff_buffer text = {0};
        const char *name = ff_computer_level(level, false)->name;
        text_add_opponent(&text, m->language, name);
        add_row(m, MENU_COMPUTER, name, &text);
    }
}

static json_t *parse(const ff_buffer *text) {
    json_error_t wrong;
    return text->data ? json_loadb(text->data, text->size, 0, &wrong) : NULL;
}

/* The texts are parsed while the lock is held, for the thread may write them anew; the rows are
 * made of the values, after it. */
bool game_list_update(game_list *l, menu *m) {
    if (!listener_take(&l->server))
        return true;
    pthread_mutex_lock(&l->server.lock);
    json_t *offers = parse(&l->offers), *own = parse(&l->own);
    m->offline = l->offline;
    bool failed = l->offers.failed || l->own.failed;
    pthread_mutex_unlock(&l->server.lock);
    menu_clear(m);
    add_list(m, T_MENU_OWN, json_object_get(own, "games"), add_own);
    add_list(m, T_FOR_YOU, json_object_get(offers, "challenges"), add_offer_to_you);
    add_list(m, T_OPEN_GAMES, json_object_get(offers, "challenges"), add_offer);
    add_beginnings(m);
    add_list(m, T_WATCH_GAMES, json_object_get(offers, "games"), add_watched);
    menu_settle(m);
    json_decref(offers);
    json_decref(own);
    return !failed;
}

/* --- opening ------------------------------------------------------------------------------ */

int game_list_news(const game_list *l) {
    return l->server.pipe[0];
}

void game_list_close(game_list *l) {
    listener_close(&l->server);
    ff_buffer_free(&l->offers);
    ff_buffer_free(&l->own);
    free(l);
}

game_list *game_list_open(const online_setting *setting, ff_error *error) {
    game_list *l = calloc(1, sizeof *l);
    if (!l || !listener_init(&l->server, setting->server, setting->token, setting->jar)) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "not enough memory");
        free(l);
        return NULL;
    }
    if (listener_visit(&l->server, error) && listener_start(&l->server, read_lobby, l, error))
        return l;
    game_list_close(l);
    return NULL;
}
