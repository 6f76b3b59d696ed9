#include "server/network_parts.h"

#include "server/messages.h"
#include "server/sessions.h"
#include "server/store_host.h"

#include <assert.h>
#include <strings.h>

/* ---- the way from HTTP to a WebSocket ---- */

static bool asks_for_game(struct lws *wsi, const char *upgrade) {
    char path[16], protocol[64];
    return upgrade && strcasecmp(upgrade, "websocket") == 0 &&
           ff_span_equals(network_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path), "/ws") &&
           ff_span_equals(network_header(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol),
                          "flagfall");
}

/* 101 where the browser is known and neither it nor its address is banned. */
static unsigned status_of_person(struct lws *wsi, const ff_cookie *cookie) {
    char address[ADDRESS_TEXT];
    ff_identity who;
    ff_network *network = network_of(wsi);
    ff_address group = address_group(&network_peer_of(wsi)->client);
    address_write(&group, address);
    if (store_find_ban(network->options.store, address) == STORE_FOUND)
        return 403;
    switch (sessions_identify(network->options.store, cookie, hub_now(network->hub), &who)) {
    case SESSION_FOUND:
        return who.banned ? 403 : 101;
    case SESSION_FAILED:
        return 503;
    default:
        return 403;
    }
}

static unsigned status_of_upgrade(struct lws *wsi, const char *upgrade) {
    ff_cookie cookie;
    unsigned refused = network_meet(wsi);
    if (refused)
        return refused;
    if (!network_is_our_host(wsi) || !network_is_our_page(wsi) ||
        !network_read_cookie(wsi, &cookie))
        return 403;
    if (!asks_for_game(wsi, upgrade))
        return 400;
    unsigned status = status_of_person(wsi, &cookie);
    if (status != 101)
        return status;
    return network_settle(wsi) ? 101 : 429;
}

int network_confirm_upgrade(struct lws *wsi, const char *upgrade) {
    unsigned status = status_of_upgrade(wsi, upgrade);
    if (status == 101)
        return 0;
    return lws_return_http_status(wsi, status, NULL) ? -1 : 1;
}

/* ---- messages ---- */

static int close_with(struct lws *wsi, enum lws_close_status status) {
    lws_close_reason(wsi, status, NULL, 0);
    return -1;
}

static int open_session(struct lws *wsi, ws_session *session) {
    ff_network *network = network_of(wsi);
    char address[ADDRESS_TEXT];
    ff_address group = address_group(&network_peer_of(wsi)->client);
    address_write(&group, address);
    session->client = hub_join(network->hub, &session->cookie.key, address, wsi);
    if (!session->client)
        return -1;
    network->websockets++;
    messages_welcome(network->hub, session->client);
    return 0;
}

static void close_session(struct lws *wsi, ws_session *session) {
    ff_network *network = network_of(wsi);
    network_forget_turn(network, session);
    if (session->client) {
        hub_leave(network->hub, session->client);
        network->websockets--;
    }
    session->client = NULL;
    ff_buffer_free(&session->inbox);
}

/* Frames come in parts, and messages in frames: whatever a frame announces, no more
 * is kept than a message may have. */
static int receive_part(struct lws *wsi, ws_session *session, const void *in, size_t size) {
    if (lws_frame_is_binary(wsi))
        return close_with(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
    if (session->inbox.size + size > MESSAGE_LIMIT)
        return close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
    ff_buffer_add(&session->inbox, in, size);
    if (session->inbox.failed)
        return close_with(wsi, LWS_CLOSE_STATUS_UNEXPECTED_CONDITION);
    if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0)
        network_await_turn(wsi, session);
    return 0;
}

/* The library writes the frame's head before the text. */
static_assert(OUTBOX_HEADROOM >= LWS_PRE, "room for a frame's head");

static int send_message(struct lws *wsi, ws_session *session, const ff_span *text) {
    if (lws_write(wsi, (unsigned char *)text->data, text->size, LWS_WRITE_TEXT) < (int)text->size)
        return -1;
    hub_message_sent(session->client);
    return 0;
}

/* Once all is said that there was to say, a server that stops says goodbye, and so does
 * one that has sent somebody away. */
static int write_message(struct lws *wsi, ws_session *session) {
    const ff_span *text = hub_next_message(session->client);
    if (text && send_message(wsi, session, text) != 0)
        return -1;
    if (hub_next_message(session->client))
        lws_callback_on_writable(wsi);
    else if (network_of(wsi)->leaving)
        return close_with(wsi, LWS_CLOSE_STATUS_GOINGAWAY);
    else if (client_is_leaving(session->client))
        return close_with(wsi, LWS_CLOSE_STATUS_NORMAL);
    return 0;
}

int network_on_ws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t size) {
    ws_session *session = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return network_read_cookie(wsi, &session->cookie) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        return open_session(wsi, session);
    case LWS_CALLBACK_RECEIVE:
        return receive_part(wsi, session, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_message(wsi, session);
    case LWS_CALLBACK_CLOSED:
        close_session(wsi, session);
        return 0;
    default:
        return 0;
    }
}
