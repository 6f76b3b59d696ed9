#include "server/network_parts.h"

#include <stdlib.h>
#include <string.h>

enum { LATER_SECONDS = 60 };

#define HEADER(next, name, value)                                                                  \
    {(next) ? &network_security_headers[next] : NULL, NULL, name ":", value},

const struct lws_protocol_vhost_options network_security_headers[] = {HTTP_SECURITY(HEADER)};

/* ---- the head of an answer, grown header by header ---- */

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

static void add_allowed(http_head *to, unsigned methods) {
    static const char *const texts[] = {
        [HTTP_GET] = "GET, HEAD", [HTTP_POST] = "POST", [HTTP_GET | HTTP_POST] = "GET, HEAD, POST"};
    if (methods < sizeof texts / sizeof *texts && texts[methods])
        head_add(to, "allow:", texts[methods]);
}

static void add_download(http_head *to, const char *file) {
    char line[112];
    snprintf(line, sizeof line, "attachment; filename=\"%s\"", file);
    head_add(to, "content-disposition:", line);
}

static void add_caching(http_head *to, const http_answer *answer) {
    head_add(to, "cache-control:", answer->tag[0] ? "no-cache" : "no-store");
    if (answer->tag[0])
        head_add(to, "etag:", answer->tag);
    if (answer->varies)
        head_add(to, "vary:", "accept-encoding");
    if (answer->encoding)
        head_add(to, "content-encoding:", answer->encoding);
}

bool network_send_head(struct lws *wsi, const http_exchange *exchange) {
    const http_answer *answer = &exchange->answer;
    http_head head;
    head_begin(&head, wsi, answer->status);
    head_add(&head, "content-type:", answer->type);
    add_caching(&head, answer);
    if (answer->cookie[0])
        head_add(&head, "set-cookie:", answer->cookie);
    if (exchange->request.secure)
        head_add(&head, "strict-transport-security:", "max-age=31536000");
    if (answer->file[0])
        add_download(&head, answer->file);
    if (answer->allowed)
        add_allowed(&head, answer->allowed);
    if (answer->status == 401)
        head_add(&head, "www-authenticate:", "Bearer");
    if (answer->status == 429)
        head_add(&head, "retry-after:", "5");
    if (answer->hang_up)
        head_add(&head, "connection:", "close");
    if (answer->wait == HTTP_STREAM)
        head_add(&head, "transfer-encoding:", "chunked");
    else
        head_add_length(&head, answer->body.size);
    return head_send(&head);
}

/* ---- what bodies there are at once ---- */

static void release(ff_network *network, http_exchange *exchange) {
    visitors_release(network->visitors, &exchange->request.address, exchange->held);
    network->bodies -= exchange->held;
    exchange->held = 0;
}

/* In the place of what the exchange has held: a body that comes, and later the one that
 * goes. False where its address has too many that it sends, or reads, slowly. */
static bool hold(ff_network *network, http_exchange *exchange, size_t bytes) {
    release(network, exchange);
    if (!visitors_hold(network->visitors, &exchange->request.address, bytes, NETWORK_BODIES_EACH))
        return false;
    network->bodies += bytes;
    exchange->held = bytes;
    return true;
}

/* ---- an exchange's end ---- */

static void free_answer(ff_network *network, http_answer *answer) {
    if (answer->job)
        answer->job->exchange = NULL;
    if (answer->client)
        hub_leave(network->hub, answer->client);
    if (answer->lines)
        answer->lines->free(answer->lines);
    ff_buffer_free(&answer->owned);
}

void network_drop_exchange(struct lws *wsi, http_session *session) {
    http_exchange *exchange = session ? session->exchange : NULL;
    if (!exchange)
        return;
    session->exchange = NULL;
    release(network_of(wsi), exchange);
    network_strike(network_of(wsi), exchange);
    free_answer(network_of(wsi), &exchange->answer);
    ff_buffer_free(&exchange->body);
    free(exchange);
}

static int end_exchange(struct lws *wsi, http_session *session) {
    bool hang_up = session->exchange->answer.hang_up;
    network_drop_exchange(wsi, session);
    return hang_up || lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- answering ---- */

static const char *status_word(unsigned status) {
    static const char *const words[] = {"200", "304", "400", "401", "403", "404", "405",
                                        "408", "411", "413", "429", "431", "500", "503"};
    char text[16];
    snprintf(text, sizeof text, "%u", status);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], text) == 0)
            return words[i];
    return "other";
}

void network_note_answer(struct lws *wsi, const http_exchange *exchange) {
    ff_network *network = network_of(wsi);
    const char *word = status_word(exchange->answer.status);
    metrics_count_by(network->options.metrics, METRICS_REQUESTS, word);
    if (!log_wants(network->options.log, LOG_DEBUG))
        return;
    char address[ADDRESS_TEXT];
    address_write(&exchange->request.address, address);
    /* The pattern, not the path: that may hold an army. */
    log_event(network->options.log, LOG_DEBUG, "request", "address=%s route=%s status=%s bytes=%zu",
              address, exchange->route ? exchange->route->pattern : "-", word,
              exchange->answer.body.size);
}

static int write_body(struct lws *wsi, http_session *session) {
    http_exchange *exchange = session->exchange;
    unsigned char chunk[LWS_PRE + NETWORK_CHUNK];
    if (!exchange || !exchange->begun)
        return 0;
    size_t left = exchange->answer.body.size - exchange->sent;
    size_t size = left < NETWORK_CHUNK ? left : NETWORK_CHUNK;
    if (size == 0)
        return 0;
    memcpy(chunk + LWS_PRE, exchange->answer.body.data + exchange->sent, size);
    enum lws_write_protocol how = size == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP;
    if (lws_write(wsi, chunk + LWS_PRE, size, how) < 0)
        return -1;
    exchange->sent += size;
    if (size == left)
        return end_exchange(wsi, session);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, NETWORK_REQUEST_SECONDS);
    lws_callback_on_writable(wsi);
    return 0;
}

/* Instead of an answer that would be one too many. */
static void answer_too_much(ff_network *network, http_exchange *exchange) {
    free_answer(network, &exchange->answer);
    exchange->answer = (http_answer){.hang_up = true};
    http_answer_text(&exchange->answer, 429, "read what you have been sent first\n");
}

/* Sends the answer that stands in the exchange. */
static int send_answer(struct lws *wsi, http_session *session) {
    http_exchange *exchange = session->exchange;
    ff_network *network = network_of(wsi);
    if (!hold(network, exchange, exchange->answer.owned.size))
        answer_too_much(network, exchange);
    ff_buffer_free(&exchange->body);
    exchange->begun = true;
    network_note_answer(wsi, exchange);
    if (!network_send_head(wsi, exchange))
        return -1;
    if (exchange->answer.status == HTTP_STATUS_NOT_MODIFIED ||
        exchange->request.method == HTTP_HEAD || exchange->answer.body.size == 0)
        return end_exchange(wsi, session);
    if (exchange->answer.body.size <= NETWORK_CHUNK)
        return write_body(wsi, session);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_text(struct lws *wsi, http_session *session, unsigned status, const char *text) {
    http_answer_text(&session->exchange->answer, status, text);
    return send_answer(wsi, session);
}

/* Of a request whose body is not read. */
static int send_last_text(struct lws *wsi, http_session *session, unsigned status,
                          const char *text) {
    session->exchange->answer.hang_up = true;
    return send_text(wsi, session, status, text);
}

static int answer_route(struct lws *wsi, http_session *session) {
    ff_network *network = network_of(wsi);
    http_exchange *exchange = session->exchange;
    network->site.now_ms = network_now_ms(network);
    exchange->asked = true;
    if (!network_may_ask(exchange))
        return send_text(wsi, session, 429, "this asks for much; wait a few seconds\n");
    network_answer(exchange);
    switch (exchange->answer.wait) {
    case HTTP_NOW:
        return send_answer(wsi, session);
    case HTTP_JOB:
        exchange->answer.job->exchange = exchange;
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, LATER_SECONDS);
        return 0;
    default:
        network_enlist(network, exchange);
        return 0;
    }
}

/* Whoever has gone meanwhile gets nothing. */
void network_take_jobs(ff_network *network) {
    job *done;
    while ((done = workers_take(network->site.reviewers))) {
        http_job *taken = (http_job *)done;
        http_exchange *exchange = taken->exchange;
        if (exchange) {
            exchange->answer = taken->answer;
            taken->answer = (http_answer){0};
            lws_callback_on_writable(exchange->wsi);
        }
        done->free(done);
    }
}

/* The next part of an answer, or its beginning where that had to be waited for. */
static int write_on(struct lws *wsi, http_session *session) {
    http_exchange *exchange = session->exchange;
    if (!exchange || exchange->answer.job)
        return 0;
    if (exchange->listed && !exchange->stored)
        return 0;
    if (exchange->answer.wait == HTTP_STREAM)
        return network_write_stream(wsi, session);
    if (exchange->begun)
        return write_body(wsi, session);
    return exchange->answer.status ? send_answer(wsi, session) : 0;
}

/* ---- the request's head ---- */

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

static void read_head(struct lws *wsi, http_exchange *exchange, const char *path, size_t size) {
    http_request *request = &exchange->request;
    char text[512];
    size_t kept = size < NETWORK_PATH ? size : 0;
    memcpy(exchange->path, path, kept);
    request->path = (ff_span){exchange->path, kept};
    request->bearer = http_bearer(network_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION,
                                                 exchange->bearer, sizeof exchange->bearer));
    request->unchanged = network_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, exchange->unchanged,
                                        sizeof exchange->unchanged);
    request->gzip =
        http_takes_gzip(network_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, text, sizeof text));
    request->has_origin = lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0;
    request->from_our_page = network_is_our_page(wsi);
    request->has_cookie = network_read_cookie(wsi, &request->cookie);
    request->secure = network_is_secure(wsi);
    request->address = network_peer_of(wsi)->client;
    request->connection = wsi;
}

static http_exchange *begin_exchange(struct lws *wsi, http_session *session) {
    network_drop_exchange(wsi, session);
    session->exchange = calloc(1, sizeof *session->exchange);
    if (session->exchange) {
        session->exchange->wsi = wsi;
        session->exchange->began_ms = network_now_ms(network_of(wsi));
    }
    return session->exchange;
}

/* ---- a body ---- */

/* A body has a length that is said before it, or nobody knows where the next request
 * begins. */
static int expect_body(struct lws *wsi, http_session *session) {
    http_exchange *exchange = session->exchange;
    ff_network *network = network_of(wsi);
    char text[24];
    size_t length;
    ff_span header = network_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) == 0 ||
        lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0)
        return send_last_text(wsi, session, 411, "a body needs its Content-Length\n");
    if (!http_length_read(header, exchange->route->body_limit, &length))
        return send_last_text(wsi, session, 413, "the body is too long for this address\n");
    if (network->bodies + length > NETWORK_BODIES)
        return send_last_text(wsi, session, 503, "the server is busy; try again in a moment\n");
    if (!hold(network, exchange, length))
        return send_last_text(wsi, session, 429, "too many bodies at once; wait a moment\n");
    return 0;
}

static int receive_body(http_session *session, const void *in, size_t size) {
    http_exchange *exchange = session->exchange;
    if (!exchange)
        return 0;
    if (network_now_ms(network_of(exchange->wsi)) - exchange->began_ms > NETWORK_BODY_MS)
        return -1;
    ff_buffer_add(&exchange->body, in, size);
    return exchange->body.failed || exchange->body.size > exchange->held ? -1 : 0;
}

/* The library says so again whenever more bytes come: what follows a body before it has
 * been answered is nothing that we ask for. */
static int complete_body(struct lws *wsi, http_session *session) {
    http_exchange *exchange = session->exchange;
    if (!exchange)
        return 0;
    if (exchange->asked)
        return -1;
    exchange->request.body =
        (ff_span){exchange->body.data ? exchange->body.data : "", exchange->body.size};
    return answer_route(wsi, session);
}

/* ---- from beginning to end ---- */

static bool announces_body(struct lws *wsi) {
    char text[24];
    return lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 ||
           (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) > 0 &&
            !ff_span_equals(network_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text),
                            "0"));
}

static int serve_request(struct lws *wsi, http_session *session) {
    http_exchange *exchange = session->exchange;
    exchange->route = routes_find(&exchange->request, &exchange->answer);
    bool posted = exchange->request.method == HTTP_POST;
    /* The bytes of a body that nobody wants are not to be taken for a request. */
    exchange->answer.hang_up = posted ? !exchange->route : announces_body(wsi);
    if (!exchange->route)
        return send_answer(wsi, session);
    if (!routes_permit(&exchange->request, &exchange->answer)) {
        exchange->answer.hang_up = true;
        return send_answer(wsi, session);
    }
    return posted ? expect_body(wsi, session) : answer_route(wsi, session);
}

static int begin_request(struct lws *wsi, http_session *session, const char *path, size_t size) {
    http_exchange *exchange = begin_exchange(wsi, session);
    unsigned refused = network_meet(wsi);
    if (!exchange)
        return -1;
    if (!read_method(wsi, &exchange->request.method))
        return send_last_text(wsi, session, 405, "GET, HEAD and POST only\n");
    read_head(wsi, exchange, path, size);
    if (!network_is_our_host(wsi))
        return send_last_text(wsi, session, 403, "not this server's name\n");
    if (refused == 429)
        return send_last_text(wsi, session, 429, "too many requests; wait a moment\n");
    if (refused)
        return send_last_text(wsi, session, refused, "X-Forwarded-For is too long\n");
    return serve_request(wsi, session);
}

int network_on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin_request(wsi, user, in, size);
    case LWS_CALLBACK_HTTP_BODY:
        return receive_body(user, in, size);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        return complete_body(wsi, user);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return write_on(wsi, user);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return network_confirm_upgrade(wsi, in);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; /* a WebSocket that names no subprotocol */
    case LWS_CALLBACK_RAW_CONNECTED:
    case LWS_CALLBACK_RAW_RX:
        return -1; /* CONNECT would make a tunnel of it */
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        network_drop_exchange(wsi, user);
        return 0;
    default:
        return 0;
    }
}
