/* HTTP between libwebsockets and exchanges: what the library tells becomes an event, and what
 * an exchange asks of its host is done to the socket. No state of a request is kept here. */
#include "server/net/network_parts.h"

#include "base/array.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

/* For the answers that the library gives by itself to what it cannot read. */
#define HEADER(next, name, value)                                                                  \
    {(next) ? &network_security_headers[next] : NULL, NULL, name ":", value},

const struct lws_protocol_vhost_options network_security_headers[] = {HTTP_SECURITY(HEADER)};

static const ff_span no_data = {"", 0};

/* ---- what an exchange asks for ---- */

static void take_turn(network_peer *peer) {
    exchange_step(&peer->exchange, ON_TURN, no_data);
}

/* From here on the exchange's own limits hold: the library, which sees neither the waiting nor
 * what is written, would end it as a request that takes too long. */
static void await_turn(void *connection, bool wanted) {
    if (wanted) {
        lws_set_timeout(((network_peer *)connection)->wsi, NO_PENDING_TIMEOUT, 0);
        network_await_turn(connection, take_turn);
    } else
        network_forget_turn(connection);
}

/* The page's files are there already: their bytes cost nothing. What a thread does is paid for by
 * its requester (`points`), and takes no time of the batch (the second sum). */
static void answer(struct network *network, http_exchange *exchange) {
    cost class = exchange->route->cost;
    budget_work before = network_work(network);
    exchange->route->answer(network->options.site, &exchange->request, &exchange->reply);
    budget_work done = network_work_since(network, &before, class);
    if (class != COST_LIGHT)
        done.bytes += exchange->reply.body.size;
    if (class != COST_HEAVY)
        done.heard = exchange->request.body.size;
    unsigned points = budget_points(&done);
    done.cost = class == COST_HEAVY ? COST_LIGHT : class;
    network_end_turn(exchange->connection, "request", points, budget_points(&done));
}

static void ask(void *host, http_exchange *exchange) {
    struct network *network = host;
    exchange->request.now_ms = network_now_ms(network);
    answer(network, exchange);
    if (exchange->reply.state == REPLY_STREAM && !network_settle(exchange->connection))
        reply_replace(&exchange->reply, 429, "rate", "this address has too many connections");
    if (!exchange_is_held(exchange))
        return;
    struct ticket *held =
        array_with_room(network->held, network->held_count, &network->held_room, sizeof *held);
    if (!held) {
        network_doom(exchange->connection);
        return;
    }
    network->held = held;
    network->held[network->held_count++] = exchange->ticket;
}

/* Bytes taken, 0 where there is no room now, less where the connection has failed. */
static ptrdiff_t send_some(void *connection, const char *bytes, size_t size) {
    const network_peer *peer = connection;
    ssize_t sent = send(lws_get_socket_fd(peer->wsi), bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0)
        return sent;
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
}

/* While a stream goes on something that comes, or the end, is its end. */
static void await_room(void *connection, bool wanted) {
    network_peer *peer = connection;
    struct ev_loop *loop = network_of(peer->wsi)->loop;
    bool streams = peer->exchange.phase == EXCHANGE_STREAMING;
    int events = (wanted ? EV_WRITE : 0) | (streams ? EV_READ : 0);
    if (ev_is_active(&peer->io) && (peer->io.events & (EV_READ | EV_WRITE)) == events)
        return;
    ev_io_stop(loop, &peer->io);
    ev_io_set(&peer->io, lws_get_socket_fd(peer->wsi), events);
    if (events)
        ev_io_start(loop, &peer->io);
}

static void pause_reading(void *connection, bool paused) {
    lws_rx_flow_control(((network_peer *)connection)->wsi, !paused);
}

/* What the library has read together with the last request is not gone on with: of another one with
 * a body it would take the head for the body, and free the connection twice where that ends it
 * (4.1.6, lws_http_action). It tells only that it holds bytes of some connection that is read: of
 * this one, for each that has some is closed here, and not read until then. */
static void next_request(void *connection) {
    network_peer *peer = connection;
    bool more = lws_service_adjust_timeout(lws_get_context(peer->wsi), 1, 0) == 0;
    if (more)
        pause_reading(peer, true);
    if (more || lws_http_transaction_completed(peer->wsi))
        network_doom(peer);
}

static void hang_up(void *connection) {
    network_doom(connection);
}

static bool is_over(void *host, struct client *client) {
    return ((struct network *)host)->leaving ||
           ((struct network *)host)->options.service->is_leaving(client);
}

static void leave(void *host, struct client *client) {
    const network_options *options = &((struct network *)host)->options;
    options->service->leave(options->site, client);
}

/* A few addresses fill the room by announcing much: who signs in, or a bot that moves, needs
 * little, and finds it. */
static bool has_room(const struct network *network, size_t bytes) {
    size_t spare = bytes > NETWORK_BODIES_SMALL ? NETWORK_BODIES_SPARE : 0;
    return network->bodies + bytes <= NETWORK_BODIES - spare;
}

/* Instead of what the exchange held before: its body, and later its answer. */
static bool hold(void *host, http_exchange *exchange, size_t bytes) {
    struct network *network = host;
    const struct address *address = &exchange->request.address;
    address_quota_release(network->quota, address, exchange->held);
    assert(network->bodies >= exchange->held);
    network->bodies -= exchange->held;
    exchange->held = 0;
    if (bytes && (!has_room(network, bytes) ||
                  !address_quota_hold(network->quota, address, bytes, NETWORK_BODIES_EACH)))
        return false;
    network->bodies += bytes;
    exchange->held = bytes;
    return true;
}

static void note(void *host, const http_exchange *exchange) {
    struct network *network = host;
    const char *word = http_status_of(exchange->reply.status)->word;
    metrics_count_by(network->options.metrics, METRICS_REQUESTS, word);
    if (!log_wants(network->options.log, LOG_DEBUG))
        return;
    char address[ADDRESS_TEXT];
    address_write(&exchange->request.address, address);
    /* The pattern, not the path: that may hold an id. */
    log_event(network->options.log, LOG_DEBUG, "request", "address=%s route=%s status=%s bytes=%zu",
              address, exchange->route ? exchange->route->pattern : "-", word,
              exchange->reply.body.size);
}

static const ff_span *next_message(void *host, const struct client *client) {
    return ((struct network *)host)->options.service->next_message(client);
}

static void message_sent(void *host, struct client *client) {
    ((struct network *)host)->options.service->message_sent(client);
}

static uint64_t now_ms(void *host) {
    return network_now_ms(host);
}

const exchange_host network_exchange_host = {
    .await_turn = await_turn,
    .ask = ask,
    .send = send_some,
    .await_room = await_room,
    .pause = pause_reading,
    .next = next_request,
    .hang_up = hang_up,
    .message = next_message,
    .message_sent = message_sent,
    .is_over = is_over,
    .leave = leave,
    .hold = hold,
    .note = note,
    .now_ms = now_ms,
};

/* ---- workers and batches ---- */

/* Whoever has gone meanwhile gets nothing: his ticket finds nobody. */
void network_take_jobs(struct network *network, struct workers *from) {
    job *done;
    while ((done = workers_take(from))) {
        http_job *taken = (http_job *)done;
        if (taken->tell)
            taken->tell(taken, network->options.site);
        http_exchange *exchange = tickets_find(&network->tickets, taken->ticket);
        if (exchange && exchange->phase == EXCHANGE_WAITING) {
            reply_from_job(&exchange->reply, taken);
            exchange_step(exchange, ON_REPLY, no_data);
        }
        done->free(done);
    }
}

/* Tickets, not pointers: what one answer brings about may end the connection of another. */
void network_end_batch(struct network *network, bool stored) {
    for (size_t i = 0; i < network->held_count; i++) {
        http_exchange *exchange = tickets_find(&network->tickets, network->held[i]);
        if (exchange)
            exchange_settle(exchange, stored);
    }
    network->held_count = 0;
}

/* ---- heads ---- */

static bool read_method(struct lws *wsi, http_method *method) {
    static const struct {
        enum lws_token_indexes token;
        http_method method;
    } methods[] = {{WSI_TOKEN_GET_URI, HTTP_GET},
                   {WSI_TOKEN_HEAD_URI, HTTP_HEAD},
                   {WSI_TOKEN_POST_URI, HTTP_POST}};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (lws_hdr_total_length(wsi, methods[i].token) > 0) {
            *method = methods[i].method;
            return true;
        }
    return false;
}

/* The bytes of a body that is not read are not to be taken for a request. */
static void refuse(http_exchange *exchange, unsigned status, const char *text) {
    exchange->reply.hang_up = true;
    reply_text(&exchange->reply, status, text);
    exchange_step(exchange, ON_REFUSED, no_data);
}

void network_refuse(network_peer *peer, unsigned status, const char *text) {
    refuse(&peer->exchange, status, text);
}

static bool announces_body(const network_head *head) {
    return head->transfer.state == HEADER_PRESENT ||
           (head->length.state == HEADER_PRESENT && !ff_span_equals(head->length.text, "0"));
}

/* A body has a length that is said before it, or nobody knows where the next request
 * begins. */
static void expect_body(http_exchange *exchange, const network_head *head) {
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    struct network *network = exchange->context;
    size_t length;
    bool expects = head->expect.state == HEADER_PRESENT;
    if (head->length.state == HEADER_ABSENT || head->transfer.state == HEADER_PRESENT)
        refuse(exchange, 411, "a body needs its Content-Length\n");
    else if (!http_length_read(head->length.text, exchange->route->body_limit, &length))
        refuse(exchange, 413, "the body is too long for this address\n");
    else if (expects && (head->expect.text.size != 12 ||
                         strncasecmp(head->expect.text.data, "100-continue", 12) != 0))
        refuse(exchange, 417, "what is expected here can only be 100-continue\n");
    else if (!has_room(network, length))
        refuse(exchange, 503, "the server is busy; try again in a moment\n");
    else if (!hold(network, exchange, length))
        refuse(exchange, 429, "too many bodies at once; wait a moment\n");
    else if (!exchange_expect(exchange, length))
        refuse(exchange, 503, "the server is busy; try again in a moment\n");
    else if (expects && length > 0 &&
             send_some(exchange->connection, go_on, sizeof go_on - 1) !=
                 (ptrdiff_t)sizeof go_on - 1)
        network_doom(exchange->connection);
    else
        exchange_step(exchange, ON_ANNOUNCED, no_data);
}

/* Without a length there is no body (RFC 9112, 6.3). Somebody on the way may have read the head
 * otherwise and send one: the connection ends behind the answer, so that no byte of it is ever
 * taken for a request. */
static void take_bodiless(http_exchange *exchange) {
    exchange->reply.hang_up = true;
    exchange_step(exchange, ON_REQUEST, no_data);
}

/* Whoever may not be answered by a handler is refused with what stands in the reply. */
static void route(http_exchange *exchange, const network_head *head) {
    bool posted = exchange->request.method == HTTP_POST;
    const network_service *service = ((struct network *)exchange->context)->options.service;
    exchange->route = service->find_route(&exchange->request, &exchange->reply);
    exchange->reply.hang_up |= posted ? !exchange->route : announces_body(head);
    if (!exchange->route) {
        exchange_step(exchange, ON_REFUSED, no_data);
    } else if (!service->permit(&exchange->request, &exchange->reply)) {
        exchange->reply.hang_up = true;
        exchange_step(exchange, ON_REFUSED, no_data);
    } else if (posted && head->bodiless) {
        take_bodiless(exchange);
    } else if (posted) {
        expect_body(exchange, head);
    } else {
        exchange_step(exchange, ON_REQUEST, no_data);
    }
}

static void take_head(network_peer *peer, ff_span path) {
    network_head head;
    http_exchange *exchange = &peer->exchange;
    if (!exchange_begin(exchange))
        return;
    http_request *request = &exchange->request;
    bool whole = network_read_head(peer->wsi, &exchange->memory, &head);
    bool known = read_method(peer->wsi, &request->method);
    request->address = peer->client;
    request->path = arena_copy(&exchange->memory, path);
    if (!whole) {
        refuse(exchange, 431, "a header is too long\n");
        return;
    }
    unsigned refused = network_meet(peer, &head, request);
    ff_span wish = head.connection.text;
    exchange->reply.hang_up =
        head.old || (wish.size == 5 && strncasecmp(wish.data, "close", 5) == 0);
    if (!known)
        refuse(exchange, 405, "GET, HEAD and POST only\n");
    else if (refused == 403)
        refuse(exchange, 403, "not this server's name\n");
    else if (refused)
        refuse(exchange, refused, "too many requests; wait a moment\n");
    else
        route(exchange, &head);
}

/* ---- from beginning to end ---- */

/* The library says that a body is whole again whenever more bytes follow it, and again and again
 * until it is told to close: only in the phase BODY does the table know what that means. Who is
 * doomed while a body comes is closed when the batch ends, and not by the library, which would
 * reset the connection before the answer has been read. */
int network_on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    network_peer *peer = network_peer_of(wsi);
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        take_head(peer, (ff_span){in, size});
        return 0;
    case LWS_CALLBACK_HTTP_BODY:
        if (size > 0)
            exchange_step(&peer->exchange, ON_PART, (ff_span){in, size});
        return 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        exchange_step(&peer->exchange, ON_WHOLE, no_data);
        return peer->doomed ? -1 : 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; /* a WebSocket that names no subprotocol */
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_RAW_RX:
        return -1; /* CONNECT would make a tunnel of it */
    default:
        return 0;
    }
}
