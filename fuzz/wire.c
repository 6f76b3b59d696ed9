/* Any bytes, in any pieces, on connections to the whole network in this process: HTTP and
 * WebSockets through libwebsockets itself. An input is a list of steps: pieces of requests and
 * frames that are right, pieces that are not, halves that are shut, connections that go. What
 * is answered is HTTP; and when all have gone nothing is left of them: no connection, no
 * client, no ticket, no byte that is held. */
#include "fuzz.h"

#include "../tests/support/hub_world.h"

#include "../src/server/commands/account_security.h"
#include "../src/server/net/listener.h"
#include "../src/server/net/network.h"
#include "../src/server/net/network_parts.h"
#include "../src/server/service.h"
#include "../src/server/session/connections.h"
#include "../src/server/store/store_accounts.h"
#include "../src/server/store/store_sessions.h"
#include "server/store/store_open.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sodium.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CALLERS = 2 };

typedef struct caller {
    int fd; /* -1: not connected */
    size_t heard;
    char first[9];
} caller;

typedef struct wire_world {
    time_source time;
    struct log log;
    network_options options;
    struct site site;
    struct network *network;
    struct hub *hub;
    unsigned port;
    char cookie[COOKIE_LINE];
    char token[ACCOUNT_TOKEN_SIZE];
} wire_world;

/* ---- the server ---- */

static void make_secrets(wire_world *w) {
    struct cookie cookie;
    struct store *store = w->site.store;
    store_account account = {.person = {{7}}, .name = "Robot", .bot = true};
    cookies_make(&cookie);
    cookies_write(store_session_key(store), &cookie, false, hub_now(w->hub), w->cookie);
    w->cookie[strcspn(w->cookie, ";")] = 0;
    MUST(store_add_account(store, &account, "robot", NULL));
    MUST(accounts_make_token(store, &account.person, true, w->token));
    MUST(store_commit(store));
}

static void begin(wire_world *w) {
    ff_error error;
    MUST(sodium_init() >= 0);
    w->time = (time_source){true, {.steady = 1000, .wall = 1700000000000}};
    w->log = (struct log){stderr, LOG_OFF, &w->time};
    w->options = (network_options){.metrics = metrics_new(0),
                                   .log = &w->log,
                                   .time = &w->time,
                                   .connections = 64,
                                   .per_address = 1000000,
                                   .unread = 1 << 28,
                                   .signals = eventfd(0, EFD_NONBLOCK)};
    w->options.listener = listener_open("127.0.0.1", &w->port, &error);
    http_hosts_init(&w->options.hosts, "127.0.0.1", 80, "x");
    hub_options hub = {.version = "0",
                       .store = store_open(":memory:", &error),
                       .opponents = {world_kinds,
                                     1,
                                     {ff_preset_count, ff_preset_name, ff_preset_title,
                                      ff_preset_text, ff_preset_find, ff_preset_make}},
                       .computers = computer_workers_new(0, 8, 10),
                       .passwords = workers_new(0, 4),
                       .guest_games = 1000000,
                       .guest_share = 1000000,
                       .ready = network_ready,
                       .metrics = w->options.metrics,
                       .log = &w->log,
                       .time = &w->time};
    MUST(hub.store && w->options.listener >= 0 && (w->hub = hub_new(&hub)));
    MUST(service_open(&w->site, &(service_options){.log = &w->log, .admin = -1}, w->hub));
    service_offer(&w->site, &w->options);
    MUST((w->network = network_new(&w->options)));
    network_begin(w->network);
    make_secrets(w);
}

static bool is_quiet(const wire_world *w) {
    const struct network *network = w->network;
    return network->connections == 0 && accept_queue_count(network->accept_queue) == 0 &&
           !network->peers;
}

/* ---- who calls ---- */

static void call(const wire_world *w, caller *c) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)w->port),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    *c = (caller){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    MUST(c->fd >= 0 && connect(c->fd, (struct sockaddr *)&to, sizeof to) == 0);
}

static void hear(caller *c) {
    char text[65536];
    ssize_t size;
    while ((size = recv(c->fd, text, sizeof text, MSG_DONTWAIT)) > 0) {
        for (ssize_t i = 0; i < size && c->heard + (size_t)i < sizeof c->first; i++)
            c->first[c->heard + (size_t)i] = text[i];
        c->heard += (size_t)size;
    }
    MUST(c->heard < sizeof c->first || memcmp(c->first, "HTTP/1.", 7) == 0);
}

static void say(caller *c, const void *bytes, size_t size) {
    if (size > 0 && send(c->fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
        return; /* then not */
}

static void hang_up(caller *c) {
    struct linger at_once = {1, 0};
    if (c->heard % 2)
        setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close(c->fd);
    c->fd = -1;
}

/* Requests that are right, or nearly; $ is the cookie, @ the token. */
static const char *const requests[] = {
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "HEAD /main.js HTTP/1.1\r\nHost: x\r\nCookie: $\r\n\r\n",
    "GET /healthz HTTP/1.0\r\nHost: x\r\n\r\n",
    "GET /style.css HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAccept-Encoding: gzip\r\n\r\n",
    "POST /api/review HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
    "POST /api/review HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\nExpect: 100-continue\r\n\r\n",
    "POST /api/review HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
    "chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "POST /api/challenge/link HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @\r\n"
    "Content-Length: 12\r\n\r\nedition=duel",
    "POST /api/bot/game/x/resign HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @\r\n"
    "Content-Length: 0\r\n\r\n",
    "GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @\r\n\r\n",
    "GET /api/stream/event HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @\r\n\r\n",
    "GET /api/stream/event HTTP/1.0\r\nHost: x\r\nAuthorization: Bearer @\r\n\r\n",
    "GET /api/export HTTP/1.1\r\nHost: x\r\nCookie: $\r\n\r\n",
    "GET /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
    "GET /ws HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nCookie: $\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: flagfall\r\n\r\n",
    "GET /ws HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nCookie: $\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Protocol: flagfall\r\n\r\n",
};

static const char *const messages[] = {
    "{\"type\":\"check\",\"edition\":\"duel\",\"letters\":\"\"}",
    "{\"type\":\"suggest\",\"edition\":\"duel\",\"style\":\"random\"}",
    "{\"type\":\"challenge\",\"edition\":\"duel\",\"seat\":\"red\",\"open\":true}",
    "{\"type\":\"lobby\",\"on\":true}",
    "{\"type\":\"history\"}",
    "{\"type\":\"sign-out\"}",
    "{",
};

/* ---- steps ---- */

typedef struct steps {
    const uint8_t *at, *end;
} steps;

static uint8_t next(steps *s) {
    return s->at < s->end ? *s->at++ : 0;
}

/* A text in pieces, and the server at work between them. */
static void say_in_pieces(wire_world *w, caller *c, const char *text, size_t size, uint8_t cut) {
    size_t piece = cut == 0 ? size : cut;
    for (size_t at = 0; at < size; at += piece) {
        say(c, text + at, size - at < piece ? size - at : piece);
        if (cut > 0)
            network_batch(w->network, false);
    }
}

static void say_request(wire_world *w, caller *c, const char *text, uint8_t cut) {
    ff_buffer whole = {0};
    for (; *text; text++)
        if (*text == '$')
            ff_buffer_text(&whole, w->cookie);
        else if (*text == '@')
            ff_buffer_text(&whole, w->token);
        else
            ff_buffer_byte(&whole, *text);
    MUST(!whole.failed);
    say_in_pieces(w, c, whole.data, whole.size, cut);
    ff_buffer_free(&whole);
}

static void say_message(wire_world *w, caller *c, const char *text, uint8_t cut) {
    char frame[160] = {(char)0x81};
    size_t size = strlen(text);
    MUST(size < 126);
    frame[1] = (char)(0x80 | size);
    memcpy(frame + 6, text, size); /* the mask is zero */
    say_in_pieces(w, c, frame, size + 6, cut);
}

static void say_bytes(caller *c, steps *s) {
    size_t size = next(s), left = (size_t)(s->end - s->at);
    if (size > left)
        size = left;
    say(c, s->at, size);
    s->at += size;
}

static void step(wire_world *w, caller *callers, steps *s) {
    uint8_t what = next(s), cut = 0;
    caller *c = &callers[what % CALLERS];
    if (c->fd < 0)
        call(w, c);
    switch (what / CALLERS % 8) {
    case 0:
    case 1:
        cut = next(s);
        say_request(w, c, requests[next(s) % (sizeof requests / sizeof *requests)],
                    cut < 0x80 ? 0 : cut & 0x3f);
        break;
    case 2:
    case 3:
        cut = next(s);
        say_message(w, c, messages[next(s) % (sizeof messages / sizeof *messages)],
                    cut < 0x80 ? 0 : cut & 0x0f);
        break;
    case 4:
        say_bytes(c, s);
        break;
    case 5:
        shutdown(c->fd, next(s) & 1 ? SHUT_WR : SHUT_RDWR);
        break;
    case 6:
        hang_up(c);
        break;
    default:
        hear(c);
    }
    network_batch(w->network, false);
}

/* Workers take a moment, which is the system's; for all else the time passes at once. What
 * never becomes quiet is libFuzzer's to find, by its -timeout. */
static void settle(wire_world *w) {
    for (int i = 0; !is_quiet(w); i++) {
        network_batch(w->network, false);
        if (i < 5)
            continue;
        time_source_pass(&w->time, 1000);
        accept_queue_tick(w->network->accept_queue, network_now_ms(w->network));
        network_tick(w->network);
        if (i > 20)
            poll(NULL, 0, 1);
    }
    const struct network *network = w->network;
    MUST(tickets_are_returned(&network->tickets) && network->bodies == 0 &&
         network->websockets == 0);
    MUST(!w->hub->clients && !network->doomed);
    time_source_pass(&w->time, 60000);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static wire_world w;
    caller callers[CALLERS];
    steps s = {data, data + size};
    if (!w.network)
        begin(&w);
    for (int i = 0; i < CALLERS; i++)
        callers[i].fd = -1;
    while (s.at < s.end)
        step(&w, callers, &s);
    network_batch(w.network, false);
    for (int i = 0; i < CALLERS; i++)
        if (callers[i].fd >= 0) {
            hear(&callers[i]);
            hang_up(&callers[i]);
        }
    settle(&w);
    return 0;
}
