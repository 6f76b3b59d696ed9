/* Any opponent: who waits for one, and how two who have met begin their game. What must hold: who
 * leaves the queue for a game has that game in the same batch; nobody is told who else waits, but
 * only how many. */
#include "server/commands/command_table.h"
#include "server/commands/messages.h"
#include "server/database/store_nodes.h"
#include "server/encoding/encode_parts.h"
#include "server/play/ratings.h"
#include "server/request/message_begin.h"
#include "server/session/client.h"
#include "server/session/subscriptions.h"
#include "server/vacation/vacations.h"

#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    NEW_RATING = 1500,       /* of who has none */
    GAMES_AT_ONCE = 20,      /* that one pulse may begin */
    NAMES_MAX = QUEUE_POOLS, /* editions, or clocks, of one wish */
};

/* ---- what is wished ---- */

/* The numbers of what a list names, each once. */
typedef struct numbers {
    uint16_t number[NAMES_MAX];
    unsigned count;
} numbers;

/* The next word of a list, which words are parted in by spaces or commas; empty: no more. */
static ff_span next_word(ff_span *list) {
    size_t from = 0, to;
    while (from < list->size && (list->data[from] == ' ' || list->data[from] == ','))
        from++;
    for (to = from; to < list->size && list->data[to] != ' ' && list->data[to] != ',';)
        to++;
    ff_span word = {list->data + from, to - from};
    *list = (ff_span){list->data + to, list->size - to};
    return word;
}

static bool find_edition(ff_span name, uint16_t *number) {
    size_t at = 0;
    while (at < ff_edition_count() && !ff_span_equals(name, ff_edition_at(at)->id))
        at++;
    *number = (uint16_t)at;
    return at < ff_edition_count();
}

static bool find_clock(ff_span name, uint16_t *number) {
    size_t at = 0;
    while (at < clock_preset_count && !ff_span_equals(name, clock_presets[at].name))
        at++;
    *number = (uint16_t)at;
    return at < clock_preset_count;
}

static bool has_number(const numbers *of, uint16_t number) {
    for (unsigned i = 0; i < of->count; i++)
        if (of->number[i] == number)
            return true;
    return false;
}

static bool read_list(struct request *request, ff_span list, numbers *out,
                      bool (*find)(ff_span name, uint16_t *number), const char *unknown,
                      const char *sentence) {
    uint16_t number;
    out->count = 0;
    if (!list.data)
        list = ff_span_of("");
    for (ff_span word = next_word(&list); word.size > 0; word = next_word(&list)) {
        if (!find(word, &number)) {
            request_refuse(request, unknown, sentence);
            return false;
        }
        if (!has_number(out, number) && out->count < NAMES_MAX)
            out->number[out->count++] = number;
    }
    if (out->count == 0)
        request_refuse(request, "bad-message",
                       "`editions` and `clocks` must each name one or more");
    return out->count > 0;
}

/* Who has no account has no rating, and meets whoever is new. */
static bool find_rating(struct request *request, uint16_t edition, int32_t *points) {
    store_rating rating;
    *points = NEW_RATING;
    if (!request->who->has_account)
        return true;
    if (store_find_rating(request->hub->options.store, &request->who->person,
                          ratings_group(ff_edition_at(edition)), &rating) != STORE_FOUND)
        return request_cannot_read(request);
    *points = (int32_t)lround(rating.glicko.rating);
    return true;
}

static bool fill_pools(struct request *request, const numbers *editions, const numbers *clocks,
                       match_wish *wish) {
    if (editions->count * clocks->count > QUEUE_POOLS) {
        request_refuse(request, "too-many", "64 ways to play at most: fewer editions, or clocks");
        return false;
    }
    for (unsigned i = 0; i < editions->count; i++) {
        int32_t rating;
        if (!find_rating(request, editions->number[i], &rating))
            return false;
        for (unsigned j = 0; j < clocks->count; j++)
            wish->pool[wish->pools++] =
                (match_pool){editions->number[i], clocks->number[j], rating};
    }
    return true;
}

static bool read_wish(struct request *request, match_wish *wish) {
    const struct command *command = request->command;
    numbers editions, clocks;
    *wish = (match_wish){.person = request->who->person,
                         .rated = command->rated,
                         .bot = request->who->bot,
                         .bots = command->bots};
    snprintf(wish->address, sizeof wish->address, "%s", request->address);
    if (command->rated && !request->who->has_account) {
        request_refuse(request, "not-signed-in", "rated games are for those who have signed in");
        return false;
    }
    return read_list(request, command->editions, &editions, find_edition, "unknown-edition",
                     "there is no such edition") &&
           read_list(request, command->clocks, &clocks, find_clock, "unknown-clock",
                     "there is no such clock: `welcome` lists them") &&
           fill_pools(request, &editions, &clocks, wish);
}

/* ---- telling ---- */

/* `ticket` null: one is not in the queue; `game`: why not, or empty. */
static void write_queue(ff_buffer *out, const struct hub *hub, const match_ticket *ticket,
                        const char *game) {
    encode_open(out, "queue");
    encode_bool(out, "on", ticket != NULL);
    encode_maybe_number(out, "waited", ticket ? hub_now(hub) - ticket->since : STORE_NULL);
    encode_maybe_text(out, "game", game);
    encode_close(out);
}

/* Tells all connections of a person but one (may be null) that it waits no more, where the batch
 * stands; and else that nothing has changed. */
static void tell_left(struct hub *hub, const struct person *person, const char *game,
                      const struct client *but) {
    for (struct client *at = NULL; (at = hub_client_of(hub, person, at));) {
        struct request request = request_of_client(hub, at, "seek");
        ff_buffer text = {0};
        if (at == but)
            continue;
        write_queue(&text, hub, NULL, game);
        request_prepare_failure(&request);
        request_send(&request, &text);
    }
}

/* As it stands now: the sender may have been in the queue already. */
static void answer(struct request *request) {
    ff_buffer text = {0};
    write_queue(&text, request->hub, match_queue_find(request->hub->queue, &request->who->person),
                "");
    request_send(request, &text);
}

/* ---- entering and leaving ---- */

static void handle_seek(struct request *request) {
    match_wish wish;
    if (!store_keeps(request->hub->options.store)) {
        request_refuse(request, "other-server",
                       "of several servers only one has the queue, and this is another: offer a "
                       "game instead");
        return;
    }
    if (!read_wish(request, &wish) || !begin_has_room(request))
        return;
    switch (match_queue_enter(request->hub->queue, &wish, hub_now(request->hub))) {
    case MATCH_ENTERED:
        lobby_change(&request->hub->lobby);
        answer(request);
        return;
    case MATCH_ADDRESS_FULL:
        request_refuse(request, "too-many", "too many people of your address wait already");
        return;
    default:
        request_refuse(request, "too-many", "too many people wait already: offer a game instead");
    }
}

static void handle_unseek(struct request *request) {
    struct hub *hub = request->hub;
    if (match_queue_leave(hub->queue, &request->who->person)) {
        lobby_change(&hub->lobby);
        tell_left(hub, &request->who->person, "", request->client);
    }
    answer(request);
}

/* ---- who has met ---- */

static void tell_refused(struct hub *hub, const struct person *person, const command_result *why) {
    for (struct client *at = NULL; (at = hub_client_of(hub, person, at));) {
        struct request request = request_of_client(hub, at, "seek");
        request_tell_refusal(&request, why->reason, why->message);
    }
}

/* Where one cannot sit down all its connections have been told why: nobody knows by which of them
 * it waits. The other one waits on. */
static bool sit(struct hub *hub, const match_ticket *ticket, const ff_edition *rules,
                store_game *row, ff_seat seat) {
    struct client *client = hub_client_of(hub, &ticket->wish.person, NULL);
    if (!client)
        return false;
    struct request request = request_of_client(hub, client, "seek");
    command_result why = {0};
    request.result = &why;
    if (begin_has_room(&request) && begin_sit(&request, rules, row, seat, &ticket->wish.person))
        return true;
    tell_refused(hub, &ticket->wish.person, &why);
    return false;
}

static game_terms terms_of(const match_pair *pair) {
    return (game_terms){.timed = true,
                        .clock = clock_presets[pair->clock].terms,
                        .remember = true,
                        .hints = true,
                        .watch = true,
                        .rated = pair->rated};
}

/* Colours are drawn by lot. */
static void begin_game(struct hub *hub, const match_pair *pair) {
    const ff_edition *rules = ff_edition_at(pair->edition);
    store_game row = {.terms = terms_of(pair)};
    unsigned red = randombytes_uniform(2);
    begin_row(&row, rules, FF_RED);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        unsigned side = seat == FF_RED ? red : 1 - red;
        if (sit(hub, &pair->of[side], rules, &row, (ff_seat)seat))
            continue;
        match_queue_put_back(hub->queue, &pair->of[1 - side]);
        return;
    }
    struct table *table = tables_add(hub->tables, &row, NULL);
    tell_left(hub, &pair->of[0].wish.person, row.id, NULL);
    tell_left(hub, &pair->of[1].wish.person, row.id, NULL);
    if (table && vacations_begin_game(hub, table))
        hub_publish(hub, table);
    else
        store_spoil(hub->options.store); /* and so they hear that nothing has begun */
}

void messages_pair(struct hub *hub) {
    match_pair pair;
    size_t before = match_queue_count(hub->queue);
    for (int i = 0; i < GAMES_AT_ONCE && store_is_working(hub->options.store) &&
                    match_queue_next(hub->queue, hub->presence, hub_now(hub), &pair);
         i++)
        begin_game(hub, &pair);
    if (match_queue_count(hub->queue) != before)
        lobby_change(&hub->lobby);
}

const command_kind message_queue[] = {
    {"seek",
     COST_READ,
     handle_seek,
     {MESSAGE_NEEDS(LIST, editions), MESSAGE_NEEDS(LIST, clocks), MESSAGE_MAY(BOOL, rated),
      MESSAGE_MAY(BOOL, bots)}},
    {"unseek", COST_LIGHT, handle_unseek, {{0}}},
    {0},
};
