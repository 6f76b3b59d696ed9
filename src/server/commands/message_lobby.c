/* What a client wants to hear of beside its games: the lobby, and wake-ups where it is not. What it
 * hears is for session/lobby.h and push/wakes.h. What must hold: nothing is kept of a subscription
 * to which nothing could be sent. */
#include "server/commands/command_table.h"
#include "server/request/message_request.h"

#include "server/encoding/encode.h"
#include "server/session/client.h"
#include "server/session/connections.h"
#include "server/store/store_push.h"

#include <sodium.h>
#include <string.h>

enum { PUSH_RENEWED_MS = 86400000 }; /* what has not changed is stored again once a day */

static void handle_lobby(struct request *request) {
    if (!lobby_subscribe(&request->hub->lobby, client_lobby(request->client), request->command->on))
        request_cannot_read(request);
}

static void handle_live(struct request *request) {
    ff_buffer text = {0};
    if (lobby_write_live(&request->hub->lobby, request->command->after, &text))
        request_send(request, &text);
    else
        request_cannot_read(request);
}

static void handle_watching(struct request *request) {
    hub_watch(request->hub, request->client, request->command->on);
}

/* The answer says that the server is there: a page does not see a WebSocket's own pings. */
static void handle_ping(struct request *request) {
    ff_buffer text = {0};
    encode_done(&text, request->type);
    request_send(request, &text);
}

/* ---- wake-ups ---- */

static bool read_bytes(ff_span text, uint8_t *bytes, size_t size) {
    size_t read = 0;
    const char *end = NULL;
    return sodium_base642bin(bytes, size, text.data, text.size, NULL, &read, &end,
                             sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0 &&
           read == size && end == text.data + text.size;
}

/* False where it has refused. */
static bool read_subscription(const struct request *request, store_push *push) {
    const struct command *command = request->command;
    const push_sender *sender = request->hub->options.push;
    char origin[PUSH_ORIGIN_SIZE];
    if (command->endpoint.size < sizeof push->endpoint &&
        !memchr(command->endpoint.data, 0, command->endpoint.size))
        memcpy(push->endpoint, command->endpoint.data, command->endpoint.size);
    if (!push_services_find(&sender->services, push->endpoint, origin))
        request_refuse(request, "unknown-service", "this server sends nothing to that address");
    else if (!read_bytes(command->p256dh, push->point, sizeof push->point) ||
             !read_bytes(command->auth, push->secret, sizeof push->secret) ||
             !push_point_is_good(push->point))
        request_refuse(request, "bad-key",
                       "`p256dh` and `auth` are what the browser gives, in "
                       "base64url");
    else
        return true;
    return false;
}

/* Browsers say it again with each visit: what has not changed costs no write. */
static bool is_stored(const store_push *found, const store_push *push) {
    return person_is(&found->person, &push->person) && person_is(&found->cookie, &push->cookie) &&
           memcmp(found->point, push->point, sizeof push->point) == 0 &&
           memcmp(found->secret, push->secret, sizeof push->secret) == 0 &&
           push->time - found->time < PUSH_RENEWED_MS;
}

/* Guests can be any number: they have room of their own, and those of one address a share of it.
 * False where it has refused. */
static bool has_room(const struct request *request, int64_t origin) {
    struct store *store = request->hub->options.store;
    store_answer all = store_has_push_room(store), own = store_has_push_share(store, origin);
    if (all == STORE_FAILED || own == STORE_FAILED)
        return request_cannot_read(request);
    if (all == STORE_NONE)
        request_refuse(request, "too-many", "too many guests want to be woken; make an account");
    else if (own == STORE_NONE)
        request_refuse(request, "too-many",
                       "as many guests at your address are woken as may be; make an account");
    return all == STORE_FOUND && own == STORE_FOUND;
}

static bool subscribe(const struct request *request, store_push *push) {
    struct store *store = request->hub->options.store;
    store_push before;
    store_answer found = store_find_push(store, push->endpoint, &before);
    if (found == STORE_FAILED)
        return request_cannot_read(request);
    if (found == STORE_NONE && push->guest && !has_room(request, push->origin))
        return false;
    return (found == STORE_FOUND && is_stored(&before, push)) || store_put_push(store, push);
}

/* What is somebody else's is left alone, and not told of. */
static bool unsubscribe(const struct request *request, const store_push *push) {
    struct store *store = request->hub->options.store;
    store_push before;
    store_answer found = store_find_push(store, push->endpoint, &before);
    if (found == STORE_FAILED)
        return request_cannot_read(request);
    return found == STORE_NONE || !person_is(&before.person, &push->person) ||
           store_drop_push(store, push->endpoint);
}

static void handle_push(struct request *request) {
    store_push push = {.person = request->who->person,
                       .cookie = *client_cookie(request->client),
                       .guest = !request->who->has_account,
                       .time = hub_now(request->hub)};
    if (!wakes_key(request->hub->wakes)) {
        request_refuse(request, "no-push", "this server wakes nobody up");
        return;
    }
    if (!read_subscription(request, &push))
        return;
    if (push.guest)
        push.origin = request->origin;
    bool done = request->command->on ? subscribe(request, &push) : unsubscribe(request, &push);
    ff_buffer text = {0};
    if (!done)
        return;
    encode_done(&text, request->type);
    request_send(request, &text);
}

const command_kind message_lobby[] = {
    {"lobby", COST_READ, handle_lobby, {MESSAGE_NEEDS(BOOL, on)}},
    {"live", COST_READ, handle_live, {MESSAGE_MAY(TEXT, after)}},
    {"watching", COST_LIGHT, handle_watching, {MESSAGE_NEEDS(BOOL, on)}},
    {"ping", COST_LIGHT, handle_ping, {{0}}},
    {"push",
     COST_WRITE,
     handle_push,
     {MESSAGE_NEEDS(BOOL, on), MESSAGE_NEEDS(TEXT, endpoint), MESSAGE_NEEDS(TEXT, p256dh),
      MESSAGE_NEEDS(TEXT, auth)}},
    {0},
};
