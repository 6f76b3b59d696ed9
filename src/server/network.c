#define _POSIX_C_SOURCE 200809L

#include "server/network.h"

#include "server/listener.h"
#include "server/messages.h"
#include "server/opponent.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

enum {
    CONNECTIONS_MAX = 1000,
    HEADER_POOL = 64,     /* requests that may be read at once */
    HEADER_SIZE = 4096,   /* of one request's headers */
    REQUEST_SECONDS = 10, /* for a request to arrive */
    KEEPALIVE_SECONDS = 15,
    PING_SECONDS = 30, /* of silence before a WebSocket is asked whether it lives */
    HANG_UP_SECONDS = 60,
    CHUNK = 16384, /* of a file, written at once */
    TICK_MS = 1000,
};

/* What comes with one HTTP request, and with one WebSocket. */
typedef struct http_session {
    http_file file;
    size_t sent;
} http_session;

typedef struct ws_session {
    ff_client *client;
    ff_person cookie;
    ff_buffer inbox; /* the message that is arriving */
} ws_session;

struct ff_network {
    network_options options;
    struct lws_context *context;
    struct lws_vhost *vhost;
    ff_hub *hub;
    unsigned connections;
    bool stop;
    bool store_works; /* as last reported */
    uint64_t probed_ms;
    lws_sorted_usec_list_t tick;
};

static uint64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static ff_network *network_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

/* A header of the request into `text`; an empty span where it is missing or too
 * long to be ours. */
static ff_span read_header(struct lws *wsi, enum lws_token_indexes header, char *text,
                           size_t size) {
    int length = lws_hdr_copy(wsi, text, (int)size, header);
    return (ff_span){text, length > 0 ? (size_t)length : 0};
}

static bool is_from_our_host(struct lws *wsi) {
    char text[HTTP_HOST_SIZE];
    return http_host_is_ours(&network_of(wsi)->options.hosts,
                             read_header(wsi, WSI_TOKEN_HOST, text, sizeof text));
}

static bool is_from_our_page(struct lws *wsi) {
    char text[HTTP_HOST_SIZE + 16];
    return http_origin_is_ours(&network_of(wsi)->options.hosts,
                               read_header(wsi, WSI_TOKEN_ORIGIN, text, sizeof text));
}

static bool read_cookie(struct lws *wsi, ff_person *cookie) {
    char text[HEADER_SIZE];
    return http_cookie_read(read_header(wsi, WSI_TOKEN_HTTP_COOKIE, text, sizeof text), cookie);
}

/* ---- HTTP ---- */

#define NEXT(i) (&security_headers[i])

/* On every answer, errors too. */
static const struct lws_protocol_vhost_options security_headers[] = {
    {NEXT(1), NULL, "content-security-policy:",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
    {NEXT(2), NULL, "x-content-type-options:", "nosniff"},
    {NEXT(3), NULL, "referrer-policy:", "no-referrer"},
    {NEXT(4), NULL, "cross-origin-opener-policy:", "same-origin"},
    {NULL, NULL, "cross-origin-resource-policy:", "same-origin"},
};

/* The head of an answer, grown header by header. */
typedef struct http_head {
    struct lws *wsi;
    unsigned char *at;
    unsigned char *end;
    bool failed;
    unsigned char bytes[LWS_PRE + 2048];
} http_head;

static void head_begin(http_head *to, struct lws *wsi, unsigned status) {
    to->wsi = wsi;
    to->at = to->bytes + LWS_PRE;
    to->end = to->bytes + sizeof to->bytes - 1;
    to->failed =
        lws_add_http_header_status(wsi, status | LWSAHH_FLAG_NO_SERVER_NAME, &to->at, to->end) != 0;
}

static void head_add(http_head *to, const char *name, const char *value) {
    to->failed |= lws_add_http_header_by_name(to->wsi, (const unsigned char *)name,
                                              (const unsigned char *)value, (int)strlen(value),
                                              &to->at, to->end) != 0;
}

static void head_add_length(http_head *to, size_t length) {
    to->failed |= lws_add_http_header_content_length(to->wsi, length, &to->at, to->end) != 0;
}

static bool head_send(http_head *to) {
    return !to->failed &&
           lws_finalize_write_http_header(to->wsi, to->bytes + LWS_PRE, &to->at, to->end) == 0;
}

/* A short answer. Returns what the callback is to return. */
static int answer(struct lws *wsi, unsigned status, const char *text) {
    http_head head;
    unsigned char body[LWS_PRE + 128];
    size_t size = strlen(text);
    memcpy(body + LWS_PRE, text, size);
    head_begin(&head, wsi, status);
    head_add(&head, "content-type:", "text/plain; charset=utf-8");
    head_add(&head, "cache-control:", "no-store");
    head_add_length(&head, size);
    if (!head_send(&head) || lws_write(wsi, body + LWS_PRE, size, LWS_WRITE_HTTP_FINAL) < 0)
        return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* At most one real write a second, however often it is asked. */
static int answer_health(struct lws *wsi) {
    ff_network *network = network_of(wsi);
    uint64_t now = now_ms();
    if (now - network->probed_ms >= TICK_MS) {
        network->probed_ms = now;
        store_probe(network->options.store);
    }
    return store_is_working(network->options.store)
               ? answer(wsi, HTTP_STATUS_OK, "ok\n")
               : answer(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, "the store does not work\n");
}

static void add_new_cookie(http_head *to) {
    char cookie[HTTP_COOKIE_SIZE], line[160];
    http_cookie_make(cookie);
    snprintf(line, sizeof line,
             HTTP_COOKIE_NAME "=%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=34560000", cookie);
    head_add(to, "set-cookie:", line);
}

static bool is_unchanged(struct lws *wsi, const http_file *file) {
    char text[64];
    ff_span tag = read_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, text, sizeof text);
    return ff_span_equals(tag, file->tag);
}

static int answer_file(struct lws *wsi, http_session *session, ff_span path, bool with_body) {
    ff_person cookie;
    http_head head;
    bool unchanged = is_unchanged(wsi, &session->file);
    size_t size = session->file.body.size;
    head_begin(&head, wsi, unchanged ? HTTP_STATUS_NOT_MODIFIED : HTTP_STATUS_OK);
    head_add(&head, "content-type:", session->file.type);
    head_add(&head, "cache-control:", "no-cache");
    head_add(&head, "etag:", session->file.tag);
    if (ff_span_equals(path, "/") && !read_cookie(wsi, &cookie))
        add_new_cookie(&head);
    head_add_length(&head, size);
    if (!head_send(&head))
        return -1;
    if (unchanged || !with_body || size == 0)
        return lws_http_transaction_completed(wsi) ? -1 : 0;
    session->sent = 0;
    lws_callback_on_writable(wsi);
    return 0;
}

static int write_file(struct lws *wsi, http_session *session) {
    unsigned char chunk[LWS_PRE + CHUNK];
    size_t left = session->file.body.size - session->sent;
    size_t size = left < CHUNK ? left : CHUNK;
    if (size == 0)
        return 0;
    memcpy(chunk + LWS_PRE, session->file.body.data + session->sent, size);
    enum lws_write_protocol how = size == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    if (lws_write(wsi, chunk + LWS_PRE, size, how) < 0)
        return -1;
    session->sent += size;
    if (size < left) {
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, REQUEST_SECONDS);
        lws_callback_on_writable(wsi);
        return 0;
    }
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static void end_file(http_session *session) {
    if (session)
        ff_buffer_free(&session->file.owned);
}

static int serve_http(struct lws *wsi, http_session *session, const char *in, size_t size) {
    ff_span path = {in, size};
    bool get = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    bool headers_only = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    if (!is_from_our_host(wsi))
        return answer(wsi, HTTP_STATUS_FORBIDDEN, "not this server's name\n");
    if (!get && !headers_only) {
        answer(wsi, HTTP_STATUS_METHOD_NOT_ALLOWED, "GET and HEAD only\n");
        return -1; /* a body may follow that nobody reads */
    }
    if (ff_span_equals(path, "/healthz"))
        return answer_health(wsi);
    if (!http_file_find(&session->file, path, network_of(wsi)->options.web))
        return answer(wsi, HTTP_STATUS_NOT_FOUND, "there is no such page\n");
    return answer_file(wsi, session, path, get);
}

/* ---- the way from HTTP to a WebSocket ---- */

static bool asks_for_game(struct lws *wsi, const char *upgrade) {
    char path[16], protocol[64];
    return upgrade && strcasecmp(upgrade, "websocket") == 0 &&
           ff_span_equals(read_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path), "/ws") &&
           ff_span_equals(read_header(wsi, WSI_TOKEN_PROTOCOL, protocol, sizeof protocol),
                          "flagfall");
}

/* 0 lets it pass; 1 when it has been answered, -1 to hang up. */
static int confirm_upgrade(struct lws *wsi, const char *upgrade) {
    ff_person cookie;
    if (!is_from_our_host(wsi) || !is_from_our_page(wsi) || !read_cookie(wsi, &cookie))
        return lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL) ? -1 : 1;
    if (!asks_for_game(wsi, upgrade))
        return lws_return_http_status(wsi, HTTP_STATUS_BAD_REQUEST, NULL) ? -1 : 1;
    return 0;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t size) {
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return serve_http(wsi, user, in, size);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_file(wsi, user);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(wsi, in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; /* a WebSocket that names no subprotocol */
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_RAW_RX:
        return -1; /* CONNECT would make a tunnel of it */
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        end_file(user);
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        network_of(wsi)->connections--;
        return 0;
    default:
        return 0;
    }
}

/* ---- WebSockets ---- */

static int close_with(struct lws *wsi, enum lws_close_status status) {
    lws_close_reason(wsi, status, NULL, 0);
    return -1;
}

static int open_session(struct lws *wsi, ws_session *session) {
    ff_hub *hub = network_of(wsi)->hub;
    session->client = hub_join(hub, &session->cookie, wsi);
    if (!session->client)
        return -1;
    messages_welcome(hub, session->client);
    return 0;
}

static void close_session(struct lws *wsi, ws_session *session) {
    if (session->client)
        hub_leave(network_of(wsi)->hub, session->client);
    session->client = NULL;
    ff_buffer_free(&session->inbox);
}

static void receive_message(struct lws *wsi, ws_session *session) {
    ff_hub *hub = network_of(wsi)->hub;
    ff_span text = {session->inbox.data ? session->inbox.data : "", session->inbox.size};
    if (hub_admit(session->client, now_ms()))
        messages_receive(hub, session->client, text);
    else
        messages_refuse_rate(hub, session->client);
    ff_buffer_clear(&session->inbox);
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
        receive_message(wsi, session);
    return 0;
}

static int write_message(struct lws *wsi, ws_session *session) {
    const ff_span *text = hub_next_message(session->client);
    if (!text)
        return 0;
    unsigned char *frame = malloc(LWS_PRE + text->size);
    if (!frame)
        return -1;
    memcpy(frame + LWS_PRE, text->data, text->size);
    bool sent = lws_write(wsi, frame + LWS_PRE, text->size, LWS_WRITE_TEXT) >= (int)text->size;
    free(frame);
    if (!sent)
        return -1;
    hub_message_sent(session->client);
    if (hub_next_message(session->client))
        lws_callback_on_writable(wsi);
    return 0;
}

static int on_ws(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                 size_t size) {
    ws_session *session = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return read_cookie(wsi, &session->cookie) ? 0 : -1;
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

void network_ready(void *connection, bool cut) {
    struct lws *wsi = connection;
    if (cut)
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    else
        lws_callback_on_writable(wsi);
}

/* ---- the other things that wake the loop ---- */

static int on_listener(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t size) {
    (void)user, (void)in, (void)size;
    if (reason != LWS_CALLBACK_RAW_RX_FILE)
        return 0;
    ff_network *network = network_of(wsi);
    int fd = listener_accept(network->options.listener);
    if (fd < 0)
        return 0;
    if (network->connections >= CONNECTIONS_MAX) {
        close(fd);
        return 0;
    }
    network->connections++;
    if (!lws_adopt_socket_vhost(network->vhost, fd))
        network->connections--;
    return 0;
}

static int on_signal(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t size) {
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        network_of(wsi)->stop = true;
    return 0;
}

static int on_answers(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                      size_t size) {
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        opponent_play_answers(network_of(wsi)->hub);
    return 0;
}

/* While the store fails, somebody must find out when it works again. */
static void on_tick(lws_sorted_usec_list_t *tick) {
    ff_network *network = lws_container_of(tick, ff_network, tick);
    if (!store_is_working(network->options.store))
        store_probe(network->options.store);
    lws_sul_schedule(network->context, 0, tick, on_tick, TICK_MS * LWS_US_PER_MS);
}

/* ---- beginning, loop and end ---- */

/* The first is for HTTP, and for what names no subprotocol. */
static const struct lws_protocols protocols[] = {
    {"http", on_http, sizeof(http_session), 0, 0, NULL, 0},
    {"flagfall", on_ws, sizeof(ws_session), CHUNK, 0, NULL, 0},
    {"listener", on_listener, 0, 0, 0, NULL, 0},
    {"signals", on_signal, 0, 0, 0, NULL, 0},
    {"answers", on_answers, 0, 0, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const lws_retry_bo_t idle_policy = {
    .secs_since_valid_ping = PING_SECONDS,
    .secs_since_valid_hangup = HANG_UP_SECONDS,
};

static bool make_context(ff_network *network) {
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .headers = security_headers,
        .user = network,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8,
        .max_http_header_pool = HEADER_POOL,
        .max_http_header_data = HEADER_SIZE,
        .timeout_secs = REQUEST_SECONDS,
        .keepalive_timeout = KEEPALIVE_SECONDS,
        .fd_limit_per_thread = CONNECTIONS_MAX + 32,
        .retry_and_idle_policy = &idle_policy,
    };
    lws_set_log_level(0, NULL); /* what clients do wrong is not for our log */
    network->context = lws_create_context(&info);
    network->vhost = network->context ? lws_create_vhost(network->context, &info) : NULL;
    return network->vhost != NULL;
}

static bool watch(ff_network *network, int fd, const char *protocol) {
    lws_sock_file_fd_type file = {.filefd = fd};
    return fd >= 0 && lws_adopt_descriptor_vhost(network->vhost, LWS_ADOPT_RAW_FILE_DESC, file,
                                                 protocol, NULL) != NULL;
}

ff_network *network_new(const network_options *options) {
    ff_network *network = calloc(1, sizeof *network);
    if (!network)
        return NULL;
    network->options = *options;
    network->store_works = true;
    /* The thinkers keep their own end of the wire. */
    if (make_context(network) && watch(network, options->listener, "listener") &&
        watch(network, options->signals, "signals") &&
        watch(network, dup(thinkers_fd(options->thinkers)), "answers"))
        return network;
    network_free(network);
    return NULL;
}

void network_free(ff_network *network) {
    if (!network)
        return;
    if (network->context)
        lws_context_destroy(network->context);
    free(network);
}

static void report_store(ff_network *network) {
    bool works = store_is_working(network->options.store);
    if (works == network->store_works)
        return;
    network->store_works = works;
    if (works)
        fprintf(stderr, "flagfall: the store works again\n");
    else
        fprintf(stderr, "flagfall: the store fails, play stops: %s\n",
                store_trouble(network->options.store));
}

void network_run(ff_network *network, ff_hub *hub) {
    network->hub = hub;
    on_tick(&network->tick);
    opponent_ask(hub);
    while (!network->stop && lws_service(network->context, 0) >= 0) {
        hub_end_turn(hub);
        report_store(network);
        opponent_ask(hub);
    }
    hub_end_turn(hub);
}
