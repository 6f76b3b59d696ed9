/* The API for bots: what they ask becomes the messages that the page sends, and what they
 * are told is made of the messages that the page gets (docs/bots.md). */
#include "server/accounts.h"
#include "server/bot_acts.h"
#include "server/bot_lines.h"
#include "server/messages.h"
#include "server/routes.h"
#include "server/store_host.h"
#include "server/wire_parts.h"

#include <stdlib.h>
#include <string.h>

enum { OFFERS_MAX = 50 }; /* that a stream begins with */

/* ---- who it is ---- */

static bool find_account(ff_site *site, const http_request *request, store_account *account,
                         http_answer *answer) {
    store_answer found = request->bearer.size == 0
                             ? STORE_NONE
                             : accounts_find_token(site->store, request->bearer, account);
    if (found == STORE_FAILED)
        http_answer_refusal(answer, 503, "store", "the server cannot read its store at the moment");
    else if (found == STORE_NONE)
        http_answer_refusal(answer, 401, "token",
                            "an account's token is needed: Authorization: Bearer TOKEN");
    else if (account->banned)
        http_answer_refusal(answer, 403, "banned", "the host has banned this account");
    else
        return true;
    return false;
}

/* A client of the hub for this request, the answer's own. Null where the answer says why
 * not. */
static ff_client *join(ff_site *site, const http_request *request, http_answer *answer) {
    store_account account;
    char address[ADDRESS_TEXT];
    ff_address group = address_group(&request->address);
    if (!find_account(site, request, &account, answer))
        return NULL;
    address_write(&group, address);
    if (store_find_ban(site->store, address) == STORE_FOUND) {
        http_answer_refusal(answer, 403, "banned", "the host has banned this address");
        return NULL;
    }
    answer->client = hub_join_as(site->hub, &account.person, address, request->connection);
    if (!answer->client)
        http_answer_refusal(answer, 503, "store", "the server cannot serve this at the moment");
    return answer->client;
}

/* ---- what is answered ---- */

static unsigned status_of(const char *reason) {
    static const struct {
        const char *reason;
        unsigned status;
    } rows[] = {{"unknown-game", 404}, {"unknown-name", 404}, {"unknown-code", 404},
                {"store", 503},        {"rate", 429},         {"too-many", 429},
                {"banned", 403},       {"not-seated", 403}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].reason, reason) == 0)
            return rows[i].status;
    return 400;
}

static void answer_json(http_answer *answer, const json_t *body) {
    ff_buffer text = {0};
    char *written = body ? json_dumps(body, JSON_COMPACT) : NULL;
    if (written)
        ff_buffer_text(&text, written);
    ff_buffer_byte(&text, '\n');
    text.failed |= !written;
    free(written);
    http_answer_take(answer, 200, "application/json", &text);
}

/* The first message of a type, or the first of all where `type` is null; the others go. */
static json_t *take_message(ff_client *client, const char *type) {
    json_t *found = NULL;
    for (const ff_span *text; (text = hub_next_message(client)); hub_message_sent(client)) {
        json_error_t wrong;
        json_t *read = found ? NULL : json_loadb(text->data, text->size, 0, &wrong);
        const char *word = json_string_value(json_object_get(read, "type"));
        bool wanted = word && (strcmp(word, type) == 0 || strcmp(word, "refused") == 0);
        if (wanted)
            found = json_incref(read);
        json_decref(read);
    }
    return found;
}

/* True where the message is a refusal, which is the answer then. */
static bool answer_refused(http_answer *answer, const json_t *message) {
    const char *type = json_string_value(json_object_get(message, "type"));
    if (!type || strcmp(type, "refused") != 0)
        return false;
    const char *reason = json_string_value(json_object_get(message, "reason"));
    http_answer_refusal(answer, status_of(reason), reason,
                        json_string_value(json_object_get(message, "message")));
    return true;
}

static void take_ok(ff_client *client, http_answer *answer) {
    json_t *message = take_message(client, "refused"), *ok = json_pack("{s:b}", "ok", 1);
    if (!answer_refused(answer, message))
        answer_json(answer, ok);
    json_decref(message);
    json_decref(ok);
}

static void take_game(ff_client *client, http_answer *answer) {
    json_t *message = take_message(client, "game");
    if (!answer_refused(answer, message)) {
        json_object_set(message, "id", json_object_get(message, "game"));
        json_object_del(message, "type");
        answer_json(answer, message);
    }
    json_decref(message);
}

static void take_account(ff_client *client, http_answer *answer) {
    json_t *message = take_message(client, "welcome");
    if (!answer_refused(answer, message)) {
        json_t *you = json_object_get(message, "you");
        json_object_set(you, "username", json_object_get(you, "name"));
        answer_json(answer, you);
    }
    json_decref(message);
}

static void wait_for(http_answer *answer, void (*take)(ff_client *client, http_answer *answer)) {
    answer->wait = HTTP_TURN;
    answer->take = take;
}

/* ---- routes ---- */

void route_bots_account(ff_site *site, const http_request *request, http_answer *answer) {
    if (!join(site, request, answer))
        return;
    messages_welcome(site->hub, answer->client);
    wait_for(answer, take_account);
}

/* Where a bot does not count plies a move is for the position as it is. */
static void add_ply(ff_site *site, const ff_client *client, json_t *message) {
    ff_table *table;
    ff_span game = {json_string_value(json_object_get(message, "game")),
                    json_string_length(json_object_get(message, "game"))};
    json_int_t ply = 0;
    if (tables_find(site->hub->tables, game, access_seated, client_person(client), &table) ==
        STORE_FOUND)
        ply = table->row.plies;
    json_object_set_new(message, "ply", json_integer(ply));
}

static void send_message(ff_site *site, ff_client *client, json_t *message) {
    if (json_object_get(message, "from") && !json_object_get(message, "ply"))
        add_ply(site, client, message);
    char *text = json_dumps(message, JSON_COMPACT);
    messages_receive(site->hub, client, ff_span_of(text ? text : ""));
    free(text);
}

void route_bots_act(ff_site *site, const http_request *request, http_answer *answer) {
    bot_reply reply;
    ff_error error;
    json_t *message = bot_acts_read(request, &reply, &error);
    if (!message && error.message[0])
        http_answer_refusal(answer, 400, "bad-message", error.message);
    else if (!message)
        http_answer_refusal(answer, 404, "unknown-type", "there is no such request");
    else if (join(site, request, answer)) {
        send_message(site, answer->client, message);
        wait_for(answer, reply == BOT_GAME ? take_game : take_ok);
    }
    json_decref(message);
}

static void stream(http_answer *answer, http_lines *lines) {
    answer->status = 200;
    answer->type = "application/x-ndjson";
    answer->wait = HTTP_STREAM;
    answer->lines = lines;
    answer->take = take_ok; /* of a refusal */
    if (lines)
        return;
    answer->wait = HTTP_NOW;
    http_answer_refusal(answer, 500, "memory", "the server is out of memory");
}

void route_bots_game(ff_site *site, const http_request *request, http_answer *answer) {
    ff_span game = routes_part("/api/bot/game/stream/*", request->path, 0);
    json_t *message =
        json_pack("{s:s,s:o}", "type", "open", "game", json_stringn(game.data, game.size));
    if (!message)
        http_answer_refusal(answer, 404, "unknown-game", "there is no such game");
    else if (join(site, request, answer)) {
        send_message(site, answer->client, message);
        stream(answer, bot_lines_game());
    }
    json_decref(message);
}

typedef struct event_list {
    ff_hub *hub;
    ff_client *client;
} event_list;

static bool tell_event(void *context, const store_game *game) {
    const event_list *list = context;
    ff_buffer text = {0};
    wire_event(&text, game, game_seat_of(game, client_person(list->client)));
    hub_send(list->hub, list->client, &text);
    ff_buffer_free(&text);
    return true;
}

/* What there is already comes first. */
void route_bots_events(ff_site *site, const http_request *request, http_answer *answer) {
    if (!join(site, request, answer))
        return;
    event_list list = {site->hub, answer->client};
    const ff_person *person = client_person(answer->client);
    hub_herald(site->hub, answer->client);
    if (store_visit_open(site->store, person, GAMES_LISTED, tell_event, &list) &&
        store_visit_directed(site->store, person, OFFERS_MAX, tell_event, &list))
        stream(answer, bot_lines_events());
    else
        http_answer_refusal(answer, 503, "store", "the server cannot read its store at the moment");
}
