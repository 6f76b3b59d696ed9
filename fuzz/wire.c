/* Any bytes, in any pieces, on connections to the whole network in this process: HTTP and
 * WebSockets through libwebsockets itself. An input is a list of steps: pieces of requests and
 * frames that are right, pieces that are not, halves that are shut, connections that go. What
 * is answered is HTTP; and when all have gone nothing is left of them: no connection, no
 * client, no ticket, no byte that is held. Each route is asked for something that it has to tell:
 * there are games, people and a tournament (fuzz/check). */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

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
#include "server/api/admin.h"
#include "server/people/people_rows.h"
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
    char cookie[COOKIE_LINE]; /* of Cid, who is signed in */
    char token[ACCOUNT_TOKEN_SIZE];
    char tournament[TOURNAMENT_ID_SIZE];
} wire_world;

/* ---- the server ---- */

static void make_cookie(wire_world *w, const struct person *account) {
    struct store *store = w->site.store;
    struct cookie cookie;
    cookies_make(&cookie);
    cookies_write(store_session_key(store), &cookie, false, hub_now(w->hub), w->cookie);
    w->cookie[strcspn(w->cookie, ";")] = 0;
    const store_session session = {.cookie = cookie.key,
                                   .account = *account,
                                   .guest = {{11}},
                                   .device = *account,
                                   .created = hub_now(w->hub),
                                   .used = hub_now(w->hub)};
    MUST(store_put_session(store, &session));
}

/* The bot's, which waits for somebody. */
static void make_offer(struct store *store, const store_account *bot) {
    store_game row = world_row("IIIIIIIIIIIIIIIIIIIIII", CID);
    row.seat[FF_RED].kind = SEAT_BOT;
    row.seat[FF_RED].person = bot->person;
    row.seat[FF_BLUE] = (store_seat){.kind = SEAT_FREE, .rating = STORE_NULL, .change = STORE_NULL};
    row.phase = PHASE_WAITING;
    MUST(world_add_row(store, &row));
}

/* A bot, and Cid, who shows what it has played: a game that is over, and one that goes on. */
static void make_people(wire_world *w) {
    struct store *store = w->site.store;
    const store_account bot = {.person = {{7}}, .name = "Robot", .bot = true};
    const store_account cid = {.person = world_guests[CID], .name = "cid"};
    const store_act acts[] = {{.kind = ACT_SETUP, .seat = FF_BLUE, .text = WORLD_BLUE_ARMY},
                              {.kind = ACT_SETUP, .seat = FF_RED, .text = WORLD_RED_ARMY},
                              {.kind = ACT_MOVE, .seat = FF_RED, .text = "e4-e5"},
                              {.kind = ACT_END, .seat = FF_RED, .text = "resign"}};
    MUST(world_add_games(store) && store_add_account(store, &bot, "robot", NULL));
    MUST(accounts_make_token(store, &bot.person, true, w->token));
    MUST(store_add_account(store, &cid, "cid", NULL));
    MUST(people_set_shows(store, &cid.person, SHOWS_SETUPS));
    MUST(world_add_game(store, "GGGGGGGGGGGGGGGGGGGGGG", CID, acts, 4));
    MUST(world_add_game(store, "HHHHHHHHHHHHHHHHHHHHHH", CID, acts, 3));
    make_offer(store, &bot);
    make_cookie(w, &cid.person);
    MUST(store_commit(store));
}

static void make_tournament(wire_world *w) {
    static const char words[] =
        "add-tournament\0{\"name\":\"x\",\"system\":\"swiss\",\"rounds\":3,\"edition\":\"duel\","
        "\"clock\":{\"bank\":60,\"free\":0,\"increment\":1,\"setup\":30},\"delay\":600}";
    ff_buffer out = {0};
    ff_error error;
    MUST(admin_do(w->hub, (ff_span){words, sizeof words}, &out, &error));
    snprintf(w->tournament, sizeof w->tournament, "%s", out.data);
    ff_buffer_free(&out);
    MUST(store_commit(w->site.store));
}

/* A file, for threads open it too. */
static char folder[] = "/tmp/fuzz-wire-XXXXXX", store_path[sizeof folder + 8];

static void remove_store(void) {
    static const char *const ends[] = {"", "-wal", "-shm", "-lock"};
    char path[sizeof store_path + 8];
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", store_path, ends[i]);
        unlink(path);
    }
    rmdir(folder);
}

static struct store *open_store(void) {
    ff_error error;
    MUST(mkdtemp(folder));
    snprintf(store_path, sizeof store_path, "%s/store", folder);
    MUST(atexit(remove_store) == 0);
    return store_open(store_path, &error);
}

/* In the place of the computer player, whose depth is not what is looked at here. */
static const char *analyse(ff_span text, bool (*goes_on)(void *context), void *context,
                           ff_buffer *out) {
    if (!goes_on(context))
        return "stopped";
    ff_buffer_text(out, "{}");
    return text.size > 1 ? NULL : "unreadable";
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
                       .store = open_store(),
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
    service_options site = {.log = &w->log, .analyse = analyse, .admin = -1};
    MUST(proxies_parse(&site.metrics_readers, "127.0.0.1", &error));
    MUST(service_open(&w->site, &site, w->hub));
    service_offer(&w->site, &w->options);
    MUST((w->network = network_new(&w->options)));
    network_begin(w->network);
    make_people(w);
    make_tournament(w);
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

/* Requests that are right, or nearly; $ is the cookie, @ the token, & the tournament. A new one
 * comes last: the corpus names them by their numbers. */
#define GET(path) "GET " path " HTTP/1.1\r\nHost: x\r\nCookie: $\r\n\r\n"
#define BOT_GET(path) "GET " path " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @\r\n\r\n"
#define POST(path, size, body)                                                                     \
    "POST " path " HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer @\r\nContent-Length: " size        \
    "\r\n\r\n" body
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
    "GET /ws HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nCookie: $\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: flagfall.2\r\n\r\n",
    GET("/metrics"),
    "POST /api/analysis HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
    GET("/api/game/GGGGGGGGGGGGGGGGGGGGGG"),
    GET("/api/game/HHHHHHHHHHHHHHHHHHHHHH"),
    GET("/game/GGGGGGGGGGGGGGGGGGGGGG.ffr"),
    GET("/join/ABCD2345"),
    GET("/g/GGGGGGGGGGGGGGGGGGGGGG.png"),
    GET("/g/GGGGGGGGGGGGGGGGGGGGGG/1.png"),
    GET("/g/GGGGGGGGGGGGGGGGGGGGGG"),
    GET("/g/GGGGGGGGGGGGGGGGGGGGGG/1"),
    GET("/g/GGGGGGGGGGGGGGGGGGGGGG/1/a4-a5"),
    GET("/embed/EEEEEEEEEEEEEEEEEEEEEE"),
    GET("/embed/EEEEEEEEEEEEEEEEEEEEEE/nl"),
    GET("/embedded.js"),
    GET("/api/export/9-9-9"),
    GET("/api/people/cid"),
    GET("/api/people/cid/setups"),
    GET("/api/person"),
    GET("/api/person/setups"),
    GET("/api/person/games.ffr"),
    GET("/api/person/games/1.ffr"),
    "POST /api/session HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nCookie: $\r\n"
    "Content-Length: 14\r\n\r\n{\"ticket\":\"x\"}",
    BOT_GET("/api/account/playing"),
    BOT_GET("/api/stream/lobby"),
    BOT_GET("/api/bot/game/stream/EEEEEEEEEEEEEEEEEEEEEE"),
    POST("/api/seek", "33", "editions=duel&clocks=5%2B3&bots=1"),
    POST("/api/seek/cancel", "0", ""),
    POST("/api/history", "0", ""),
    GET("/api/tournament"),
    GET("/api/tournament/&"),
    GET("/api/tournament/&/games.ffr"),
    GET("/api/tournament/&/games/1.ffr"),
    POST("/api/tournament", "2", "{}"),
    POST("/api/tournament/&/join", "0", ""),
    POST("/api/challenge/x/accept", "0", ""),
    POST("/api/bot/game/x/move/a4-a5", "0", ""),
    "GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n",
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
        else if (*text == '&' && text[-1] == '/')
            ff_buffer_text(&whole, w->tournament);
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
