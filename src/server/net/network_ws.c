/* WebSockets: the library shakes hands and writes frames, the server reads them (frames.h).
 * A message that is whole waits for its turn (network_queue.c); what is to be said comes when
 * the batch has been stored. What must hold: a session has no more than one message, which is not
 * longer than NETWORK_MESSAGE, and what is left of one read; and it is not read while that waits.
 */
#include "server/net/network_parts.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    READS_AT_ONCE = 4, /* of NETWORK_CHUNK bytes, of one client, in a batch */
    IDLE_FRAMES = 100, /* a second, that bring nothing and so are paid for by nobody */
};

/* ---- the way from HTTP to a WebSocket ---- */

/* The library takes the first protocol of the list that it knows, HTTP's too: so the list may
 * name none but those that begin as ours do. */
static bool is_ours(ff_span list) {
    static const char name[] = "flagfall";
    bool known = false;
    while (list.size > 0) {
        ff_span one = http_take_item(&list, ',');
        if (one.size < sizeof name - 1 || memcmp(one.data, name, sizeof name - 1) != 0)
            return false;
        known |= ff_span_equals(one, "flagfall") || ff_span_equals(one, "flagfall.2");
    }
    return known;
}

static bool asks_for_game(const network_head *head, const char *upgrade, ff_span path) {
    return upgrade && strcasecmp(upgrade, "websocket") == 0 && ff_span_equals(path, "/ws") &&
           is_ours(head->protocol.text);
}

/* 101, or why not. The page's origin and the cookie are asked for together: a page elsewhere could
 * open a WebSocket here, and the browser would send the cookie along. */
static unsigned status_of_upgrade(network_peer *peer, const char *upgrade) {
    network_head head;
    http_exchange *exchange = &peer->exchange;
    http_request *request = &exchange->request;
    char path[16];
    request->address = peer->client;
    int size = lws_hdr_copy(peer->wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    request->path = arena_copy(&exchange->memory, (ff_span){path, size > 0 ? (size_t)size : 0});
    request->method = HTTP_GET;
    if (!network_read_head(peer->wsi, &exchange->memory, &head))
        return 431;
    unsigned refused = network_meet(peer, &head, request);
    if (refused)
        return refused;
    if (!request->from_our_page || !request->has_cookie)
        return 403;
    if (!asks_for_game(&head, upgrade, request->path))
        return 400;
    if (!ff_span_equals(head.version.text, "13"))
        return 426;
    const network_options *options = &network_of(peer->wsi)->options;
    unsigned status = options->service->admit(options->site, &request->cookie, &peer->client);
    return status == 101 && !network_settle(peer) ? 429 : status;
}

/* `/ws?lists=TAG`: one that is too long is no tag. */
static void read_lists(struct lws *wsi, char lists[SERVICE_TAG_SIZE]) {
    static const char name[] = "lists=";
    char argument[sizeof name - 1 + SERVICE_TAG_SIZE];
    const char *tag = lws_get_urlarg_by_name(wsi, name, argument, sizeof argument);
    lists[0] = 0;
    if (tag)
        strncat(lists, tag, SERVICE_TAG_SIZE - 1);
}

int network_confirm_upgrade(struct lws *wsi, const char *upgrade) {
    network_peer *peer = network_peer_of(wsi);
    http_exchange *exchange = &peer->exchange;
    if (!exchange_begin(exchange))
        return -1;
    unsigned status = status_of_upgrade(peer, upgrade);
    if (status != 101) {
        network_refuse(peer, status, "no WebSocket for this request\n");
        return peer->doomed ? -1 : 1;
    }
    struct cookie cookie = exchange->request.cookie;
    exchange_step(exchange, ON_GONE, (ff_span){"", 0});
    peer->is_ws = true;
    peer->ws = (ws_session){.cookie = cookie};
    read_lists(wsi, peer->ws.lists);
    return 0;
}

/* ---- closing ---- */

/* The library says goodbye, and waits a moment for the answer. */
static void close_with(network_peer *peer, unsigned code) {
    if (peer->ws.closing)
        return;
    peer->ws.closing = true;
    ev_io_stop(network_of(peer->wsi)->loop, &peer->io);
    lws_close_reason(peer->wsi, (enum lws_close_status)code, NULL, 0);
    network_doom(peer);
}

/* ---- what comes ---- */

static void take_turn(network_peer *peer);

/* Whatever a frame announces, no more is kept than a message may have. */
static void receive_text(network_peer *peer, ff_span part, bool whole) {
    ws_session *ws = &peer->ws;
    if (part.size + ws->frames.left > NETWORK_MESSAGE - ws->inbox.size) {
        close_with(peer, FRAMES_CLOSE_TOO_LONG);
        return;
    }
    ff_buffer_add(&ws->inbox, part.data, part.size);
    if (ws->inbox.failed)
        close_with(peer, FRAMES_CLOSE_MEMORY);
    else if (!frames_is_utf8(&ws->utf8, part) || (whole && ws->utf8))
        close_with(peer, FRAMES_CLOSE_TEXT);
    else if (whole)
        network_await_turn(peer, take_turn);
}

/* The latest ping that has not been answered: one answer is enough for all before it (RFC 6455,
 * 5.5.3). */
typedef struct ping {
    bool came;
    size_t size;
    unsigned char bytes[LWS_PRE + FRAMES_CONTROL_MAX];
} ping;

/* Who does not read what it has been sent gets no answer: the library would keep each. */
static void answer_ping(network_peer *peer, ping *latest) {
    if (latest->came && !peer->ws.closing && !peer->doomed && !lws_partial_buffered(peer->wsi) &&
        lws_write(peer->wsi, latest->bytes + LWS_PRE, latest->size, LWS_WRITE_PONG) < 0)
        network_doom(peer);
}

/* Reads until a message is whole, which then waits for its turn; returns how many bytes are
 * left. */
static size_t receive(network_peer *peer, char *bytes, size_t size) {
    ws_session *ws = &peer->ws;
    frames_found found;
    frames_event event;
    ping latest = {.came = false};
    while (!ws->closing && !peer->doomed && !peer->turn.waits &&
           (event = frames_read(&ws->frames, &bytes, &size, &found)) != FRAMES_MORE) {
        bool idle = event == FRAMES_PING || event == FRAMES_PONG ||
                    (event == FRAMES_TEXT && found.data.size == 0);
        if (idle && ++peer->ws.idle_frames > IDLE_FRAMES)
            close_with(peer, LWS_CLOSE_STATUS_POLICY_VIOLATION);
        switch (event) {
        case FRAMES_TEXT:
        case FRAMES_MESSAGE:
            receive_text(peer, found.data, event == FRAMES_MESSAGE);
            break;
        case FRAMES_PING:
            assert(found.data.size <= FRAMES_CONTROL_MAX);
            latest.came = true;
            latest.size = found.data.size;
            memcpy(latest.bytes + LWS_PRE, found.data.data, found.data.size);
            break;
        case FRAMES_PONG:
            break;
        default:
            assert(event == FRAMES_CLOSE || event == FRAMES_WRONG);
            close_with(peer, found.code);
        }
    }
    answer_ping(peer, &latest);
    return peer->turn.waits ? size : 0;
}

/* What was long is not kept for the next one. */
static void go_on(network_peer *peer) {
    ws_session *ws = &peer->ws;
    if (ws->inbox.capacity > 512)
        ff_buffer_free(&ws->inbox);
    ff_buffer_clear(&ws->inbox);
    ws->utf8 = 0;
    size_t left = ws->rest.size - ws->rest_at;
    left = left > 0 ? receive(peer, ws->rest.data + ws->rest_at, left) : 0;
    ws->rest_at = ws->rest.size - left;
    if (left == 0) {
        ff_buffer_free(&ws->rest);
        ws->rest_at = 0;
    }
    if (!peer->turn.waits && !ws->closing && !peer->doomed)
        ev_io_start(network_of(peer->wsi)->loop, &peer->io);
}

/* ---- turns ---- */

/* There is no client before: so nothing can be told to it that the welcome does not precede. It
 * may have been banned while it waited. */
static void welcome(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    const network_options *options = &network->options;
    service_wish wish = {.by_changes = lws_get_protocol(peer->wsi)->id == NETWORK_BY_CHANGES};
    memcpy(wish.lists, peer->ws.lists, sizeof wish.lists);
    peer->ws.client =
        options->service->join(options->site, &peer->ws.cookie, &peer->client, &wish, peer);
    if (peer->ws.client)
        network->websockets++;
    else
        network_doom(peer);
}

/* Serves the message that has arrived, or welcomes. */
static void take_turn(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    ws_session *session = &peer->ws;
    ff_span text = {session->inbox.data ? session->inbox.data : "", session->inbox.size};
    budget_work before = network_work(network);
    service_heard heard = {"welcome", COST_READ};
    if (session->client)
        heard = network->options.service->hear(network->options.site, session->client, text);
    else
        welcome(peer);
    budget_work done = network_work_since(network, &before, heard.cost);
    done.heard = text.size;
    unsigned points = budget_points(&done);
    network_end_turn(peer, heard.type, points, points);
    go_on(peer);
}

/* A few reads a batch: who sends without end does not keep the loop from others. */
static void on_readable(struct ev_loop *loop, ev_io *io, int events) {
    network_peer *peer = io->data;
    struct network *network = network_of(peer->wsi);
    (void)loop, (void)events;
    for (int i = 0; i < READS_AT_ONCE && !peer->doomed && !peer->turn.waits; i++) {
        ssize_t size = recv(io->fd, network->input, NETWORK_CHUNK, MSG_DONTWAIT);
        if (size < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (size <= 0) {
            network_doom(peer);
            return;
        }
        liveness_heard(&peer->ws.life, network_now_ms(network));
        size_t left = receive(peer, network->input, (size_t)size);
        assert(peer->ws.rest.size == 0);
        ff_buffer_add(&peer->ws.rest, network->input + size - left, left);
        if (peer->ws.rest.failed)
            network_doom(peer);
        if (size < NETWORK_CHUNK)
            return;
    }
}

/* Nothing is read before the welcome, which waits for its turn as messages do. */
static int open_session(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    liveness_heard(&peer->ws.life, network_now_ms(network));
    lws_rx_flow_control(peer->wsi, 0);
    ev_io_init(&peer->io, on_readable, lws_get_socket_fd(peer->wsi), EV_READ);
    ev_set_priority(&peer->io, EV_MINPRI);
    peer->io.data = peer;
    network_await_turn(peer, take_turn);
    return 0;
}

static void close_session(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    ev_io_stop(network->loop, &peer->io);
    network_forget_turn(peer);
    if (peer->ws.client) {
        network->options.service->leave(network->options.site, peer->ws.client);
        assert(network->websockets > 0);
        network->websockets--;
    }
    peer->ws.client = NULL;
    ff_buffer_free(&peer->ws.inbox);
    ff_buffer_free(&peer->ws.rest);
}

/* ---- what goes ---- */

/* The library writes the frame's head before the text. */
static_assert(SERVICE_HEADROOM >= LWS_PRE, "room for a frame's head");

/* Once all is said that there was to say, a server that stops says goodbye, and so does
 * one that has sent somebody away. */
void network_write_messages(network_peer *peer) {
    const network_service *service = network_of(peer->wsi)->options.service;
    ws_session *ws = &peer->ws;
    const ff_span *text = NULL;
    if (!ws->client || ws->closing || peer->doomed)
        return;
    if (!lws_partial_buffered(peer->wsi))
        ws->buffered = 0;
    while (!lws_partial_buffered(peer->wsi) && (text = service->next_message(ws->client))) {
        size_t size = text->size;
        if (lws_write(peer->wsi, (unsigned char *)text->data, text->size, LWS_WRITE_TEXT) <
            (int)text->size) {
            network_doom(peer);
            return;
        }
        service->message_sent(ws->client);
        ws->buffered = lws_partial_buffered(peer->wsi) ? size : 0;
    }
    network_count_unread(peer);
    if (lws_partial_buffered(peer->wsi))
        lws_callback_on_writable(peer->wsi);
    else if (network_of(peer->wsi)->leaving)
        close_with(peer, LWS_CLOSE_STATUS_GOINGAWAY);
    else if (service->is_leaving(ws->client))
        close_with(peer, LWS_CLOSE_STATUS_NORMAL);
}

void network_tick_ws(network_peer *peer) {
    unsigned char nothing[LWS_PRE + 1];
    struct network *network = network_of(peer->wsi);
    ws_session *ws = &peer->ws;
    if (!ws->client || ws->closing || peer->doomed)
        return;
    if (network->leaving) {
        network_write_messages(peer);
        return;
    }
    ws->idle_frames = 0;
    if (time_source_is_manual(network->options.time))
        return; /* a day that is let go by at once is nobody's silence */
    if (peer->turn.waits) {
        liveness_heard(&ws->life, network_now_ms(network)); /* it is we who do not listen */
        return;
    }
    switch (liveness_look(&ws->life, network_now_ms(network))) {
    case LIVENESS_ASK:
        /* Who does not read what it has been sent has been asked by that, and needs no ping. */
        if (!lws_partial_buffered(peer->wsi) &&
            lws_write(peer->wsi, nothing + LWS_PRE, 0, LWS_WRITE_PING) < 0)
            network_doom(peer);
        break;
    case LIVENESS_GONE:
        network_doom(peer);
        break;
    case LIVENESS_FINE:
        break;
    }
}

int network_on_ws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                  size_t size) {
    network_peer *peer = network_peer_of(wsi);
    (void)user, (void)in, (void)size;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return open_session(peer);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        network_write_messages(peer);
        return 0;
    case LWS_CALLBACK_CLOSED:
        close_session(peer);
        return 0;
    default:
        return 0;
    }
}
