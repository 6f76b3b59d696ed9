/* The API for bots: what they ask becomes the commands that the page's messages become, and
 * what their streams tell is made of the messages that the page gets (docs/bots.md). */
#include "server/api/bot_acts.h"
#include "server/api/bot_lines.h"
#include "server/api/routes.h"
#include "server/api/store_job.h"
#include "server/commands/account_security.h"
#include "server/commands/command_table.h"
#include "server/commands/messages.h"
#include "server/encoding/encode.h"
#include "server/encoding/encode_parts.h"
#include "server/http/route_pattern.h"
#include "server/identity/bans.h"
#include "server/identity/sessions.h"
#include "server/session/client.h"
#include "server/session/connections.h"
#include "server/session/subscriptions.h"

#include <stdlib.h>
#include <string.h>

enum { OFFERS_MAX = 50 }; /* that a stream begins with */

/* ---- who it is ---- */

static bool find_account(struct site *site, const http_request *request, store_account *account,
                         http_reply *reply) {
    store_answer found = request->bearer.size == 0
                             ? STORE_NONE
                             : accounts_find_token(site->store, request->bearer, account);
    if (found == STORE_FAILED)
        store_job_refuse(reply);
    else if (found == STORE_NONE)
        reply_refusal(reply, 401, "token",
                      "an account's token is needed: Authorization: Bearer TOKEN");
    else if (account->banned)
        reply_refusal(reply, 403, "banned", "the host has banned this account");
    else
        return true;
    return false;
}

/* Who asks, and from which network. */
typedef struct caller {
    struct identity who;
    bool by_cookie; /* and not by a token */
    char address[ADDRESS_TEXT];
} caller;

/* By a token; or as the page does, by its cookie and our own origin: guests as well. A cookie
 * that another one has replaced is nobody's. */
static bool identify(struct site *site, const http_request *request, caller *from,
                     http_reply *reply) {
    store_account account;
    session_answer known = SESSION_NONE;
    if (request->bearer.size == 0 && request->has_cookie && request->from_our_page)
        known = sessions_identify(site->store, &request->cookie, hub_now(site->hub), &from->who);
    from->by_cookie = known == SESSION_FOUND;
    bool by_token = !from->by_cookie && known != SESSION_FAILED;
    if (by_token && !find_account(site, request, &account, reply))
        return false;
    if (known == SESSION_FAILED ||
        (by_token && !identity_read(site->store, &account.person, &from->who)))
        reply_refusal(reply, 503, "store", "the server cannot serve this at the moment");
    else
        return true;
    return false;
}

/* False where the answer says why not. */
static bool find_caller(struct site *site, const http_request *request, caller *from,
                        http_reply *reply) {
    address_group_text(&request->address, from->address);
    if (!identify(site, request, from, reply))
        return false;
    const char *why = NULL;
    if (!bans_look(site->store, &from->who, from->address, hub_now(site->hub), &why))
        reply_refusal(reply, 503, "store", "the server cannot serve this at the moment");
    else if (why)
        reply_refusal(reply, 403, "banned", why);
    else
        return true;
    return false;
}

/* A client of the hub for a stream, the answer's own: it lasts no longer than the session whose
 * cookie asked for it. Null where the answer says why not. */
static struct client *join(struct site *site, const http_request *request, http_reply *reply) {
    caller from = {0};
    if (!find_caller(site, request, &from, reply))
        return NULL;
    reply->client =
        from.by_cookie
            ? hub_join(site->hub, &request->cookie.key, from.address, request->connection)
            : hub_join_as(site->hub, &from.who.person, from.address, request->connection);
    if (!reply->client)
        reply_refusal(reply, 503, "store", "the server cannot serve this at the moment");
    return reply->client;
}

/* ---- what is answered ---- */

static unsigned status_of(const char *reason) {
    static const struct {
        const char *reason;
        unsigned status;
    } rows[] = {{"unknown-game", 404}, {"unknown-name", 404}, {"unknown-code", 404},
                {"store", 503},        {"rate", 429},         {"too-many", 429},
                {"banned", 403},       {"not-seated", 403},   {"damaged", 500}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].reason, reason) == 0)
            return rows[i].status;
    return 400;
}

/* The game that the act was about, with its id first, as a page is told it. */
static void answer_game(struct site *site, const caller *from, struct table *table,
                        http_reply *reply) {
    ff_buffer game = {0}, text = {0};
    hub_write_game(site->hub, table, &from->who.person, &game);
    encode_open(&text, NULL);
    encode_text(&text, "id", table->row.id);
    if (game.size > 0) {
        encode_comma(&text);
        ff_buffer_add(&text, game.data + 1, game.size - 1); /* without its bracket */
    } else {
        encode_close(&text);
    }
    ff_buffer_byte(&text, '\n');
    text.failed |= game.failed;
    ff_buffer_free(&game);
    reply_body(reply, 200, "application/json", &text);
}

static void answer_refused(const command_result *result, http_reply *reply) {
    reply_refusal(reply, status_of(result->reason), result->reason, result->message);
}

/* ---- routes ---- */

void route_bots_account(struct site *site, const http_request *request, http_reply *reply) {
    caller from = {0};
    ff_buffer text = {0};
    if (!find_caller(site, request, &from, reply))
        return;
    encode_open(&text, NULL);
    encode_text(&text, "username", from.who.name);
    if (encode_person(&text, site->store, &from.who)) {
        ff_buffer_text(&text, "}\n");
        reply_body(reply, 200, "application/json", &text);
    } else {
        ff_buffer_free(&text);
        store_job_refuse(reply);
    }
}

typedef struct own_list {
    ff_buffer text;
    const struct person *person;
} own_list;

static bool list_own(void *context, const store_game *game) {
    own_list *list = context;
    encode_row(&list->text, game, game_seat_of(game, list->person));
    return true;
}

/* The games that go on, one's own offers among them: the newest. */
void route_bots_playing(struct site *site, const http_request *request, http_reply *reply) {
    caller from = {0};
    own_list list = {.person = &from.who.person};
    if (!find_caller(site, request, &from, reply))
        return;
    reply->when_stored = true; /* a game of this batch may be among them */
    encode_open(&list.text, NULL);
    encode_begin(&list.text, "games", "[");
    if (store_visit_open(site->store, list.person, STORE_OPEN_MOST, list_own, &list)) {
        ff_buffer_text(&list.text, "]}\n");
        reply_body(reply, 200, "application/json", &list.text);
    } else {
        ff_buffer_free(&list.text);
        store_job_refuse(reply);
    }
}

/* What is refused and what is done are both told when the batch is stored: either may rest on
 * something that is not yet. */
static void act(struct site *site, const caller *from, const struct command *asked,
                bot_reply wanted, http_reply *reply) {
    ff_buffer answer = {0};
    command_result result = {.answer = wanted == BOT_ANSWER ? &answer : NULL};
    reply->when_stored = true;
    messages_act(site->hub, &from->who, from->address, asked, &result);
    if (result.reason)
        answer_refused(&result, reply);
    else if (wanted == BOT_GAME && result.table)
        answer_game(site, from, result.table, reply);
    else if (wanted == BOT_ANSWER)
        reply_body(reply, 200, "application/json", &answer);
    else
        reply_page(reply, 200, "application/json", ff_span_of("{\"ok\":true}\n"));
    ff_buffer_free(&answer);
}

void route_bots_act(struct site *site, const http_request *request, http_reply *reply) {
    bot_reply wanted;
    unsigned status;
    struct command asked;
    command_refusal why;
    caller from = {0};
    if (!bot_acts_read(request, reply->memory, &asked, &wanted, &status, &why))
        reply_refusal(reply, status, why.reason, why.message);
    else if (find_caller(site, request, &from, reply))
        act(site, &from, &asked, wanted, reply);
}

static void stream(struct site *site, http_reply *reply, http_lines *lines) {
    hub_greet(site->hub, reply->client);
    if (lines)
        reply_stream(reply, reply->client, lines);
    else
        reply_refusal(reply, 500, "memory", "the server is out of memory");
}

/* A stream that begins with what the page asks for the same. */
static void stream_of(struct site *site, const struct command *asked, const http_request *request,
                      http_reply *reply, http_lines *make(void)) {
    command_result result;
    if (!join(site, request, reply))
        return;
    reply->when_stored = true;
    messages_open(site->hub, reply->client, asked, &result);
    if (result.reason)
        answer_refused(&result, reply);
    else
        stream(site, reply, make());
}

void route_bots_game(struct site *site, const http_request *request, http_reply *reply) {
    struct command asked = command_of(command_find("open"));
    asked.game = route_pattern_part("/api/bot/game/stream/*", request->path, 0);
    stream_of(site, &asked, request, reply, bot_lines_game);
}

void route_bots_lobby(struct site *site, const http_request *request, http_reply *reply) {
    struct command asked = command_of(command_find("lobby"));
    asked.on = true;
    stream_of(site, &asked, request, reply, bot_lines_lobby);
}

typedef struct event_list {
    struct hub *hub;
    struct client *client;
} event_list;

static bool tell_event(void *context, const store_game *game) {
    const event_list *list = context;
    ff_buffer text = {0};
    encode_event(&text, game, game_seat_of(game, client_person(list->client)));
    hub_send(list->hub, list->client, &text);
    ff_buffer_free(&text);
    return true;
}

/* What there is already comes first. The hub is told before the store is read: what changes in
 * between is then told twice, and of two tellings the stream leaves one out (bot_lines.c); the
 * other way round it would be missed. */
void route_bots_events(struct site *site, const http_request *request, http_reply *reply) {
    if (!join(site, request, reply))
        return;
    event_list list = {site->hub, reply->client};
    const struct person *person = client_person(reply->client);
    hub_herald(reply->client);
    if (store_visit_open(site->store, person, STORE_OPEN_MOST, tell_event, &list) &&
        store_visit_directed(site->store, person, OFFERS_MAX, tell_event, &list))
        stream(site, reply, bot_lines_events());
    else
        store_job_refuse(reply);
}
