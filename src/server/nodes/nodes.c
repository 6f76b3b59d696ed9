/* What must hold: what is told here was committed by another; nothing that another has done wakes
 * anybody from here, or is stored again. */
#include "server/nodes/nodes.h"

#include "server/commands/messages.h"
#include "server/database/store_nodes.h"
#include "server/database/store_sql.h"
#include "server/nodes/arrivals.h"
#include "server/seeking/seeking.h"
#include "server/session/computer_seat.h"
#include "server/session/connections.h"
#include "server/session/resume.h"
#include "server/session/subscriptions.h"
#include "server/store/store_chat.h"
#include "server/tournaments/tournaments.h"
#include "server/vacation/vacations.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { NEWS_TOGETHER = 32, NEWS_AT_ONCE = 6 * NEWS_TOGETHER };

/* ---- games ---- */

/* The keeper has all games in memory whose clocks run, and those where a computer owes something.
 */
static void take_up(struct hub *hub, const store_game *row) {
    struct table *table;
    bool is_kept = row->terms.timed || game_has_computer(row);
    if (is_kept && row->phase != PHASE_OVER && hub_keeps(hub) &&
        tables_find(hub->tables, ff_span_of(row->id), NULL, NULL, &table) == STORE_FOUND)
        computer_seat_expect(hub, table);
}

/* Those of both seats who are connected here go on to the rematch that has begun elsewhere. */
static void lead_on(struct hub *hub, struct table *old) {
    struct table *next;
    if (tables_find(hub->tables, ff_span_of(old->next), NULL, NULL, &next) != STORE_FOUND)
        return;
    hub_lead(hub, old, next);
    hub_publish(hub, next);
}

static void tell_refreshed(struct hub *hub, struct table *table, unsigned concerns, bool had_next) {
    hub_publish_refreshed(hub, table, concerns);
    if (!had_next && table->next[0] && table->audience.followers)
        lead_on(hub, table);
}

/* `log`: nothing but the log is new. Then who does not follow the game has nothing to hear, nor
 * may it be seen by anything else that it is. */
static void hear_of_row(struct hub *hub, const char *key, bool log) {
    store_game row;
    ff_span id = ff_span_of(key);
    struct table *table = tables_peek(hub->tables, id);
    bool had_next = table && table->next[0];
    store_answer found = store_find_game(hub->options.store, id, &row);
    if (found != STORE_FOUND && found != STORE_NONE)
        return; /* who asks for it finds the same */
    unsigned concerns = tables_refresh(hub->tables, id, found == STORE_FOUND ? &row : NULL);
    if (table && concerns)
        tell_refreshed(hub, table, concerns, had_next);
    else if (found == STORE_FOUND && !log)
        hub_tell_row(hub, &row);
    if (!log)
        lobby_change(&hub->lobby);
    if (found == STORE_FOUND)
        take_up(hub, &row);
}

static void hear_of_game(struct hub *hub, const char *key) {
    hear_of_row(hub, key, false);
}

static void hear_of_log(struct hub *hub, const char *key) {
    hear_of_row(hub, key, true);
}

/* ---- chat ---- */

/* The key is the game's number and the line's, which may be gone again. */
static void hear_line(struct hub *hub, const char *key) {
    char *end;
    store_game row;
    store_line line;
    int64_t game = strtoll(key, &end, 10), number = strtoll(end, NULL, 10);
    if (store_find_number(hub->options.store, game, &row) != STORE_FOUND)
        return;
    struct table *table = tables_peek(hub->tables, ff_span_of(row.id));
    if (table && table->audience.followers &&
        store_read_line(hub->options.store, &row, number, &line) == STORE_FOUND)
        chat_tell(hub, table, &line);
}

/* ---- all else ---- */

static void hear_notice(struct hub *hub, const char *key) {
    char text[NOTICE_SIZE];
    (void)key;
    if (store_read_notice(hub->options.store, text))
        hub_announce(hub, text);
}

static void hear_of_gap(struct hub *hub, const char *key) {
    (void)key;
    if (server_clock_reload(tables_time(hub->tables)))
        tables_reread(hub->tables);
}

/* Another node lives: how late do we hear of what it does? */
static void hear_beat(struct hub *hub, const char *key) {
    int64_t now;
    if (store_clock_us(hub->options.store, &now))
        metrics_news(hub->options.metrics, (double)(now - strtoll(key, NULL, 10)) / 1e6);
}

/* A stranger's wrong try at a name, under the number that all servers know it by. */
static void hear_of_try(struct hub *hub, const char *key) {
    attempts_hear(&hub->attempts, strtoull(key, NULL, 16), (uint64_t)hub_now(hub));
}

static void hear_of_tournament(struct hub *hub, const char *key) {
    (void)key;
    tournaments_refresh(hub->tournaments);
}

static bool read_person(const char *key, struct person *person) {
    size_t size;
    return sodium_hex2bin(person->key, sizeof person->key, key, strlen(key), NULL, &size, NULL) ==
               0 &&
           size == sizeof person->key;
}

static void hear_of_vacation(struct hub *hub, const char *key) {
    struct person person;
    if (read_person(key, &person))
        vacations_tell(hub, &person);
}

/* A cookie's session has ended: so do the connections of that browser. */
static void hear_of_session(struct hub *hub, const char *key) {
    struct person cookie;
    if (read_person(key, &cookie))
        hub_dismiss_browser(hub, &cookie);
}

static void hear_of_arrivals(struct hub *hub, const char *key) {
    (void)key;
    arrivals_change(hub->nodes);
}

static void hear_of_wish(struct hub *hub, const char *key) {
    struct person person;
    if (read_person(key, &person))
        seeking_hear(hub, &person);
}

static void hear_of_ban(struct hub *hub, const char *key) {
    hub_dismiss_address(hub, key);
}

/* An account, or a guest. */
static void hear_of_banned(struct hub *hub, const char *key) {
    struct person person, nobody = {{0}};
    struct identity who;
    if (read_person(key, &person) && identity_read(hub->options.store, &person, &who) && who.banned)
        hub_dismiss_others(hub, &person, &nobody);
}

/* News may have been missed: all is as after a start, and whoever follows a game hears how it
 * stands. */
static void publish(void *context, struct table *table) {
    if (table->audience.followers)
        hub_publish(context, table);
}

static void hear_anything(struct hub *hub, const char *key) {
    hear_of_gap(hub, key);
    tables_visit(hub->tables, publish, hub);
    hub_resume(hub);
    tournaments_reload(hub->tournaments);
    hear_notice(hub, key);
    arrivals_write_anew(hub->nodes);
    arrivals_change(hub->nodes);
    seeking_doubt(hub);
    lobby_change(&hub->lobby);
}

/* By table. */
static const struct {
    const char *table;
    void (*hear)(struct hub *hub, const char *key);
} listeners[] = {
    {"", hear_anything},
    {"game", hear_of_game},
    {"log", hear_of_log},
    {"vacation", hear_of_vacation},
    {"chat", hear_line},
    {"notice", hear_notice},
    {"gap", hear_of_gap},
    {"tournament", hear_of_tournament},
    {"tournament_player", hear_of_tournament},
    {"tournament_game", hear_of_tournament},
    {"session", hear_of_session},
    {"ban", hear_of_ban},
    {"account", hear_of_banned},
    {"guest_ban", hear_of_banned},
    {"here", hear_of_arrivals},
    {"beat", hear_beat},
    {"tried", hear_of_try},
    {"wish", hear_of_wish},
};

static void hear(struct hub *hub, const store_news *news) {
    for (size_t i = 0; i < sizeof listeners / sizeof *listeners; i++)
        if (strcmp(listeners[i].table, news->table) == 0)
            listeners[i].hear(hub, news->key);
}

static bool is_of_game(const store_news *news) {
    return strcmp(news->table, "game") == 0 || strcmp(news->table, "log") == 0;
}

/* What hearing of it will read of a game, with the acts that its table here has not. */
static void ask_ahead(struct hub *hub, const store_news *news) {
    ff_span id = ff_span_of(news->key);
    const struct table *table = tables_peek(hub->tables, id);
    bool here = table && table->now.game && !table->dropped;
    store_ask_game(hub->options.store, id, here ? table->row.number : 0,
                   here ? table->now.acts : 0);
}

/* What is heard of together is asked of the database together. Nothing has been written, and
 * nothing that was asked is used after that. */
static unsigned hear_some(struct hub *hub) {
    store_news news[NEWS_TOGETHER];
    unsigned count = 0;
    while (count < NEWS_TOGETHER && store_next_news(hub->options.store, &news[count]))
        count++;
    for (unsigned i = 0; i < count && !store_is_writing(hub->options.store); i++)
        if (is_of_game(&news[i]))
            ask_ahead(hub, &news[i]);
    for (unsigned i = 0; i < count; i++)
        hear(hub, &news[i]);
    store_forget_asked(hub->options.store);
    return count;
}

bool nodes_hear(struct hub *hub) {
    unsigned heard = 0, some = NEWS_TOGETHER;
    if (!hub->nodes)
        return false;
    hub_tick(hub);
    for (; heard < NEWS_AT_ONCE && some == NEWS_TOGETHER; heard += some)
        some = hear_some(hub);
    return heard > 0;
}

bool nodes_open(struct hub *hub) {
    if (store_is_shared(hub->options.store))
        hub->nodes = arrivals_open(hub);
    return (!store_is_shared(hub->options.store) || hub->nodes) && seeking_open(hub);
}

void nodes_close(struct hub *hub) {
    seeking_close(hub);
    arrivals_close(hub->nodes);
    hub->nodes = NULL;
}

void nodes_pulse(struct hub *hub, uint64_t now_ms) {
    if (!hub->nodes)
        return;
    if (server_clock_is_behind(tables_time(hub->tables)))
        hear_of_gap(hub, "");
    arrivals_pulse(hub->nodes, now_ms);
}

void nodes_settle(struct hub *hub, bool committed) {
    if (hub->nodes)
        arrivals_settle(hub->nodes, committed);
    if (!committed)
        seeking_doubt(hub);
}

void nodes_keep(struct hub *hub) {
    if (!hub->nodes)
        return;
    store_beat(hub->options.store);
    if (hub_keeps(hub))
        arrivals_purge(hub->nodes);
    if (store_keeps(hub->options.store))
        return;
    store_keep(hub->options.store);
    if (!store_keeps(hub->options.store))
        return;
    log_event(hub->options.log, LOG_INFO, "keeper", "node=this");
    tables_reread(hub->tables);
    tournaments_reload(hub->tournaments);
    seeking_doubt(hub);
    hub_resume(hub);
}
