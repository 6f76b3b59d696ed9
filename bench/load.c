/* The server under load: whole games by pairs of clients over real WebSockets on
 * loopback, every message checked; how long a move takes to reach the opponent, and
 * what it costs beside a bare libwebsockets echo in the same run.
 *
 * build/bench-load [--server PROGRAM] [--games N] [--edition E] [--pace MS] [--plies N]
 *     [--idle N] [--protocol flagfall] [--ports A,B,..]
 *
 * The server and the echo have the first processor to themselves, the clients the
 * second (where there are two). A line a part, `NAME key=value`; exit 1 where a
 * message was wrong. `messages` are counted as they pass the server, in and out.
 *
 * --ports: servers on one store that run already (bench/servers.py), the seats of each game at two
 * of them. All games make their moves together: the program says `ready` before the first and
 * `played` after the last one, and each time goes on when it is given a line. Who is to move thinks
 * for up to twice --pace. Measured are the moves between the first and the last tenth. --at-once
 * games are being set up at any time (1). */
#define _GNU_SOURCE
#include "commitment/commitment.h"
#include "flagfall.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <libwebsockets.h>
#include <sched.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    OUT_MAX = 512,
    SAMPLES_MAX = 1 << 22,
    PORTS_MAX = 8,
    CONNECTING = 64,
    RETRY_MS = 200,
    COOKIE_MAX = 128,
    ECHOES = 32,
    ECHO_SECONDS = 5
};

typedef struct load load;
typedef struct pair pair;

/* A connection: a seat of a game, an idle guest, or one that wants its echo. */
typedef struct client {
    load *load;
    pair *pair;
    struct lws *wsi;
    lws_sorted_usec_list_t later; /* the move that is thought about */
    ff_buffer inbox;
    char cookie[COOKIE_MAX];
    char out[LWS_PRE + OUT_MAX];
    size_t out_size;
    char said[OUT_MAX]; /* last; where it is sent from it is masked */
    char move[8];
    char letters[FF_ZONE_MAX + 1];
    bool welcome, asked, over;
    bool waits;   /* for the other games */
    bool reopens; /* another connection */
    unsigned port;
    json_t *game;     /* as told so far, by changes; without its events */
    unsigned plies;   /* that it knows of */
    uint64_t events;  /* a hash of them */
    uint64_t sent_us; /* its last move */
} client;

struct pair {
    client seat[2]; /* red offers, blue joins */
    char code[16];
    char game[32];
};

/* How long something took, of many times, in microseconds. */
typedef struct samples {
    uint32_t *us;
    unsigned count;
} samples;

/* What all games have come to, where they play together. */
typedef enum stage { STAGE_SETUP, STAGE_PLAY, STAGE_END } stage;

struct load {
    /* Options. */
    const char *server, *edition, *protocol;
    unsigned games, pace_ms, idle, plies_wanted; /* 0: whole games */
    /* The server that is measured. */
    pid_t pid;
    unsigned port;
    char folder[32], store[64];
    /* Or those that somebody else measures. */
    unsigned ports[PORTS_MAX], port_count;
    stage stage;
    unsigned at_once; /* games that begin */
    unsigned waiting; /* games that have come to the stage's end */
    uint64_t acknowledged, steady_us[2];
    unsigned refused; /* because the store did not take it */
    /* The clients. */
    struct lws_context *context;
    client *clients;
    unsigned wanted, connected, welcomed, finished;
    ff_rng rng;
    uint64_t messages, moves, plies;
    samples answers, /* from a move sent to one's own view after it */
        arrivals;    /* to the opponent's */
    unsigned wrong;
};

static uint64_t now_us(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

__attribute__((format(printf, 2, 3))) static void complain(load *all, const char *format, ...) {
    va_list arguments;
    if (all->wrong++ >= 10)
        return;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* ---- processes ---- */

static void stay_on(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    if (sysconf(_SC_NPROCESSORS_ONLN) > 1)
        sched_setaffinity(0, sizeof set, &set);
}

/* Seconds of processor time, and kilobytes of memory, of a process. */
static double cpu_of(pid_t pid) {
    char path[64], line[1024];
    unsigned long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");
    if (file && fgets(line, sizeof line, file)) {
        const char *rest = strrchr(line, ')');
        sscanf(rest ? rest + 1 : "", " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
               &system);
    }
    if (file)
        fclose(file);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static long memory_of(pid_t pid) {
    char path[64], line[256];
    long kilobytes = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        sscanf(line, "VmRSS: %ld", &kilobytes);
    if (file)
        fclose(file);
    return kilobytes;
}

static bool start_server(load *all) {
    int pipes[2];
    strcpy(all->folder, "/tmp/flagfall-load-XXXXXX");
    if (!mkdtemp(all->folder) || pipe(pipes) != 0)
        return false;
    snprintf(all->store, sizeof all->store, "%s/games.db", all->folder);
    all->pid = fork();
    if (all->pid < 0)
        return false;
    if (all->pid == 0) {
        stay_on(0);
        dup2(pipes[1], STDOUT_FILENO);
        close(pipes[0]);
        execl(all->server, all->server, "serve", "--port", "0", "--store", all->store,
              "--connections", "20000", "--per-address", "20000", "--log", "off", (char *)NULL);
        _exit(127);
    }
    close(pipes[1]);
    FILE *said = fdopen(pipes[0], "r");
    bool ok = said && fscanf(said, "http://127.0.0.1:%u/", &all->port) == 1;
    if (said)
        fclose(said);
    return ok;
}

static long bytes_of(const char *path) {
    struct stat stat_of;
    return stat(path, &stat_of) == 0 ? (long)stat_of.st_size : 0;
}

/* Stops it, which empties the write-ahead log; the size of its file. */
static long stop_server(load *all) {
    int status;
    kill(all->pid, SIGTERM);
    waitpid(all->pid, &status, 0);
    if (status != 0)
        complain(all, "the server ended with status %d", status);
    long size = bytes_of(all->store);
    static const char *const suffixes[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
        char path[96];
        snprintf(path, sizeof path, "%s%s", all->store, suffixes[i]);
        unlink(path);
    }
    rmdir(all->folder);
    return size;
}

/* ---- what a client says ---- */

__attribute__((format(printf, 2, 3))) static void say(client *who, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int size = vsnprintf(who->out + LWS_PRE, OUT_MAX, format, arguments);
    va_end(arguments);
    if (who->out_size || size >= OUT_MAX)
        complain(who->load, "a client wanted to say two things at once");
    who->out_size = (size_t)size;
    memcpy(who->said, who->out + LWS_PRE, sizeof who->said);
    lws_callback_on_writable(who->wsi);
}

static void say_later(lws_sorted_usec_list_t *later) {
    client *who = lws_container_of(later, client, later);
    who->out_size = strlen(who->said);
    memcpy(who->out + LWS_PRE, who->said, who->out_size);
    lws_callback_on_writable(who->wsi);
}

/* Of two nodes whose batches met each other one has given up: it asks for the same again, a while
 * later. */
static bool say_again(client *who, const json_t *message) {
    const char *type = json_string_value(json_object_get(message, "type"));
    const char *reason = json_string_value(json_object_get(message, "reason"));
    if (!who->load->port_count || !type || strcmp(type, "refused") != 0 || !reason ||
        strcmp(reason, "store") != 0)
        return false;
    who->load->refused++;
    who->reopens = !who->said[0]; /* its welcome was lost */
    if (who->reopens)
        return true;
    lws_sul_schedule(who->load->context, 0, &who->later, say_later,
                     (RETRY_MS + ff_rng_below(&who->load->rng, RETRY_MS)) * LWS_US_PER_MS);
    return true;
}

static bool is_red(const client *who) {
    return who == &who->pair->seat[0];
}

/* Of --ports: between the first and the last tenth of the moves. */
static bool is_steady(const load *all) {
    uint64_t wanted = (uint64_t)all->games * all->plies_wanted;
    return !all->port_count ||
           (all->acknowledged >= wanted / 10 && all->acknowledged <= wanted - wanted / 10);
}

static void take_sample(load *all, samples *to, uint64_t since_us) {
    if (to->count < SAMPLES_MAX && is_steady(all))
        to->us[to->count++] = (uint32_t)(now_us() - since_us);
}

static void count_answer(load *all) {
    all->acknowledged++;
    if (is_steady(all))
        all->steady_us[all->steady_us[0] ? 1 : 0] = now_us();
}

static void say_move(client *who) {
    who->load->moves++;
    who->sent_us = now_us();
    say(who, "{\"type\":\"move\",\"game\":\"%s\",\"ply\":%u,\"from\":\"%.*s\",\"to\":\"%s\"}",
        who->pair->game, who->plies, (int)strcspn(who->move, "-x"), who->move,
        who->move + strcspn(who->move, "-x") + 1);
}

static void move_now(lws_sorted_usec_list_t *later) {
    say_move(lws_container_of(later, client, later));
}

static bool is_played(const client *who) {
    return who->load->plies_wanted && who->plies >= who->load->plies_wanted;
}

/* Must it wait until the other games have come as far? */
static bool wait_for_others(client *who) {
    load *all = who->load;
    if (!all->port_count || all->stage >= (is_played(who) ? STAGE_END : STAGE_PLAY))
        return false;
    all->waiting += !who->waits;
    who->waits = true;
    return true;
}

static uint64_t thinking_us(load *all) {
    uint64_t pace = (uint64_t)all->pace_ms * LWS_US_PER_MS;
    return all->port_count ? ff_rng_below(&all->rng, (uint32_t)(2 * pace)) : pace;
}

static void think(client *who, const json_t *moves) {
    if (wait_for_others(who))
        return;
    if (is_played(who)) {
        say(who, "{\"type\":\"resign\",\"game\":\"%s\"}", who->pair->game);
        return;
    }
    const char *move = json_string_value(
        json_array_get(moves, ff_rng_below(&who->load->rng, (uint32_t)json_array_size(moves))));
    if (!move || strlen(move) >= sizeof who->move) {
        complain(who->load, "a seat on turn has no move");
        return;
    }
    strcpy(who->move, move);
    if (who->load->pace_ms)
        lws_sul_schedule(who->load->context, 0, &who->later, move_now,
                         (lws_usec_t)thinking_us(who->load));
    else
        say_move(who);
}

/* ---- what it hears ---- */

/* Each event once, in order, and what is said of it. */
static void take_events(client *who, const json_t *view) {
    const json_t *events = json_object_get(view, "events");
    unsigned first = (unsigned)json_integer_value(json_object_get(view, "first"));
    unsigned plies = (unsigned)json_integer_value(json_object_get(view, "plies"));
    if (first != who->plies || first + json_array_size(events) != plies)
        complain(who->load, "game %s: %u plies known, told %u from %u", who->pair->game, who->plies,
                 plies, first);
    for (size_t i = 0; i < json_array_size(events); i++) {
        char *text = json_dumps(json_array_get(events, i), JSON_SORT_KEYS | JSON_COMPACT);
        for (const char *at = text; at && *at; at++)
            who->events = (who->events ^ (unsigned char)*at) * 1099511628211u;
        free(text);
    }
    who->plies = plies;
}

static bool promise_holds(const client *who, const json_t *game, const char *seat) {
    const char *hash =
        json_string_value(json_object_get(json_object_get(game, "commitments"), seat));
    const char *salt = json_string_value(json_object_get(json_object_get(game, "salts"), seat));
    const char *army = json_string_value(json_object_get(json_object_get(game, "armies"), seat));
    if (!hash || !salt || !army)
        return false;
    struct commitment what = {who->load->edition, seat, ff_span_of(army), ff_span_of(salt)};
    return commitment_verify(&what, ff_span_of(hash)) == COMMITMENT_OK;
}

/* Both seats have been told the same, and the armies are those that were promised. */
static void finish(client *who, const json_t *game) {
    client *other = &who->pair->seat[is_red(who) ? 1 : 0];
    const char *army = json_string_value(
        json_object_get(json_object_get(game, "armies"), is_red(who) ? "red" : "blue"));
    who->over = true;
    who->load->finished++;
    who->load->plies += is_red(who) ? who->plies : 0;
    if (!promise_holds(who, game, "red") || !promise_holds(who, game, "blue"))
        complain(who->load, "game %s: an army is not what was promised", who->pair->game);
    if (!army || strcmp(army, who->letters) != 0)
        complain(who->load, "game %s: the army is not the one that was set up", who->pair->game);
    if (other->over && (other->events != who->events || other->plies != who->plies))
        complain(who->load, "game %s: the seats have been told two stories", who->pair->game);
}

/* Who has made the last move is answered, and the opponent hears of it. */
static void take_ply(client *who, unsigned before) {
    load *all = who->load;
    bool own = (who->plies % 2 == 1) == is_red(who);
    if (who->plies == before)
        return;
    const client *mover = own ? who : &who->pair->seat[is_red(who) ? 1 : 0];
    take_sample(all, own ? &all->answers : &all->arrivals, mover->sent_us);
    if (own)
        count_answer(all);
}

static void take_play(client *who, const json_t *game, bool over) {
    const json_t *view = json_object_get(game, "view");
    const char *seat = is_red(who) ? "red" : "blue";
    const char *turn = json_string_value(json_object_get(view, "turn"));
    unsigned before = who->plies;
    take_events(who, view);
    take_ply(who, before);
    if (over && !who->over)
        finish(who, game);
    bool told_again = before == who->plies && before > 0; /* somebody has come */
    if (!over && turn && strcmp(turn, seat) == 0 && !told_again && !who->move[0])
        think(who, json_object_get(view, "moves"));
    if (turn && strcmp(turn, seat) != 0)
        who->move[0] = 0;
}

static void take_game(client *who, const json_t *game) {
    const char *phase = json_string_value(json_object_get(game, "phase"));
    const char *code = json_string_value(json_object_get(game, "code"));
    client *other = &who->pair->seat[is_red(who) ? 1 : 0];
    if (code && !who->pair->code[0]) {
        snprintf(who->pair->code, sizeof who->pair->code, "%s", code);
        snprintf(who->pair->game, sizeof who->pair->game, "%s",
                 json_string_value(json_object_get(game, "game")));
        if (other->welcome)
            say(other, "{\"type\":\"join\",\"code\":\"%s\"}", code);
    }
    if (phase && strcmp(phase, "setup") == 0 && !who->asked) {
        who->asked = true;
        say(who, "{\"type\":\"suggest\",\"edition\":\"%s\",\"style\":\"random\"}",
            who->load->edition);
    }
    if (phase && (strcmp(phase, "play") == 0 || strcmp(phase, "over") == 0))
        take_play(who, game, strcmp(phase, "over") == 0);
}

/* What is new of it takes the place of what was known; the events are counted, not kept. */
static void take_change(client *who, json_t *change) {
    json_t *before = json_object_get(who->game, "view"), *view = json_object_get(change, "view");
    if (json_integer_value(json_object_get(change, "number")) !=
        json_integer_value(json_object_get(who->game, "number")) + 1)
        complain(who->load, "game %s: a change is missing", who->pair->game);
    json_t *merged = json_is_object(before) ? json_incref(before) : json_object();
    json_object_set_new(merged, "first", json_integer(who->plies));
    json_object_set_new(merged, "events", json_array());
    if (view)
        json_object_update(merged, view);
    json_object_update(who->game, change);
    if (view || json_is_object(before))
        json_object_set(who->game, "view", merged);
    json_decref(merged);
    take_game(who, who->game);
}

static void take_whole(client *who, json_t *game) {
    json_decref(who->game);
    who->game = json_incref(game);
    take_game(who, game);
}

static void take_suggestion(client *who, const json_t *message) {
    const char *letters = json_string_value(json_object_get(message, "letters"));
    snprintf(who->letters, sizeof who->letters, "%s", letters ? letters : "");
    say(who, "{\"type\":\"setup\",\"game\":\"%s\",\"letters\":\"%s\"}", who->pair->game,
        who->letters);
}

static void take_welcome(client *who) {
    who->welcome = true;
    who->load->welcomed++;
    if (!who->pair)
        return;
    if (is_red(who))
        say(who, "{\"type\":\"challenge\",\"edition\":\"%s\",\"seat\":\"red\",\"watch\":false}",
            who->load->edition);
    else if (who->pair->code[0])
        say(who, "{\"type\":\"join\",\"code\":\"%s\"}", who->pair->code);
}

static void take_message(client *who, json_t *message) {
    const char *type = json_string_value(json_object_get(message, "type"));
    if (type && strcmp(type, "welcome") == 0)
        take_welcome(who);
    else if (type && strcmp(type, "game") == 0)
        take_whole(who, message);
    else if (type && strcmp(type, "change") == 0)
        take_change(who, message);
    else if (type && strcmp(type, "suggestion") == 0)
        take_suggestion(who, message);
    else if (!say_again(who, message))
        complain(who->load, "unexpected: %s", json_dumps(message, 0));
}

static void take_text(client *who) {
    json_error_t error;
    json_t *message = json_loadb(who->inbox.data, who->inbox.size, 0, &error);
    who->load->messages++;
    if (message)
        take_message(who, message);
    else
        complain(who->load, "not JSON: %s", error.text);
    json_decref(message);
    ff_buffer_clear(&who->inbox);
}

/* ---- connections ---- */

/* The server's own: it takes no other. */
static bool fetch_cookie(unsigned port, char cookie[COOKIE_MAX]) {
    char text[4096];
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), size = 0;
    snprintf(text, sizeof text, "HEAD / HTTP/1.1\r\nHost: 127.0.0.1:%u\r\n\r\n", port);
    if (connect(fd, (struct sockaddr *)&to, sizeof to) == 0 &&
        write(fd, text, strlen(text)) == (ssize_t)strlen(text))
        size = (int)read(fd, text, sizeof text - 1);
    close(fd);
    text[size > 0 ? size : 0] = 0;
    const char *set = strstr(text, "set-cookie: ");
    return set && sscanf(set, "set-cookie: %127[^;]", cookie) == 1;
}

static int add_cookie(client *who, unsigned char **at, size_t room) {
    return lws_add_http_header_by_name(
        who->wsi, (const unsigned char *)"cookie:", (const unsigned char *)who->cookie,
        (int)strlen(who->cookie), at, *at + room);
}

static void open_connection(load *all, client *who, const char *protocol);

static int on_client(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t size) {
    client *who = lws_get_opaque_user_data(wsi);
    (void)user;
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        who->wsi = wsi;
        return add_cookie(who, in, size);
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        who->load->connected++;
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        ff_buffer_add(&who->inbox, in, size);
        if (lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0)
            take_text(who);
        return who->reopens ? -1 : 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        if (who->out_size) {
            who->load->messages++;
            lws_write(wsi, (unsigned char *)who->out + LWS_PRE, who->out_size, LWS_WRITE_TEXT);
            who->out_size = 0;
        }
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        if (!who->reopens && !who->over && who->load->finished < who->load->wanted)
            complain(who->load, "a connection was lost: %s", in ? (const char *)in : "closed");
        who->wsi = NULL;
        if (who->reopens)
            open_connection(who->load, who, who->load->protocol);
        who->reopens = false;
        return 0;
    default:
        return 0;
    }
}

/* What the game server is compared with: a client says something as long as a move, and
 * says it again when it comes back. */
static const char echo_text[] = "{\"type\":\"move\",\"game\":\"AAAAAAAAAAAAAAAAAAAAAA\","
                                "\"ply\":100,\"from\":\"a4\",\"to\":\"a5\"}";

static int on_echo_client(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                          size_t size) {
    client *who = lws_get_opaque_user_data(wsi);
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_CLIENT_ESTABLISHED || reason == LWS_CALLBACK_CLIENT_RECEIVE) {
        who->load->connected += reason == LWS_CALLBACK_CLIENT_ESTABLISHED;
        who->load->messages += reason == LWS_CALLBACK_CLIENT_RECEIVE;
        lws_callback_on_writable(wsi);
    }
    if (reason == LWS_CALLBACK_CLIENT_WRITEABLE) {
        memcpy(who->out + LWS_PRE, echo_text, sizeof echo_text - 1);
        who->load->messages++;
        lws_write(wsi, (unsigned char *)who->out + LWS_PRE, sizeof echo_text - 1, LWS_WRITE_TEXT);
    }
    return 0;
}

typedef struct echo_session {
    unsigned char bytes[LWS_PRE + OUT_MAX];
    size_t size;
} echo_session;

static int on_echo(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t size) {
    echo_session *session = user;
    if (reason == LWS_CALLBACK_RECEIVE && size <= OUT_MAX) {
        memcpy(session->bytes + LWS_PRE, in, size);
        session->size = size;
        lws_callback_on_writable(wsi);
    }
    if (reason == LWS_CALLBACK_SERVER_WRITEABLE && session->size)
        lws_write(wsi, session->bytes + LWS_PRE, session->size, LWS_WRITE_TEXT);
    return 0;
}

static const struct lws_protocols client_protocols[] = {
    {"flagfall", on_client, 0, 1 << 16, 0, NULL, 0},
    {"flagfall.2", on_client, 0, 1 << 16, 0, NULL, 0},
    {"echo", on_echo_client, 0, OUT_MAX, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const struct lws_protocols echo_protocols[] = {
    {"echo", on_echo, sizeof(echo_session), OUT_MAX, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static struct lws_context *new_context(const struct lws_protocols *protocols, int port) {
    struct lws_context_creation_info info = {
        .port = port,
        .iface = port == CONTEXT_PORT_NO_LISTEN ? NULL : "127.0.0.1",
        .protocols = protocols,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .fd_limit_per_thread = 20100,
        .timeout_secs = 120,
    };
    lws_set_log_level(LLL_ERR, NULL);
    return lws_create_context(&info);
}

static void open_connection(load *all, client *who, const char *protocol) {
    unsigned port = who->port ? who->port : all->port;
    if (strcmp(protocol, "echo") != 0 && !fetch_cookie(port, who->cookie))
        complain(all, "the server gives no cookie");
    char host[32];
    snprintf(host, sizeof host, "127.0.0.1:%u", port);
    struct lws_client_connect_info info = {
        .context = all->context,
        .address = "127.0.0.1",
        .port = (int)port,
        .path = "/ws",
        .host = host,
        .origin = host, /* the scheme comes by itself */
        .protocol = protocol,
        .local_protocol_name = protocol,
        .opaque_user_data = who,
    };
    who->load = all;
    if (!lws_client_connect_via_info(&info))
        complain(all, "cannot connect");
}

/* A few at a time, so that nobody's queue of connections overflows. */
static bool connect_all(load *all, unsigned count, const char *protocol) {
    const unsigned *done = strcmp(protocol, "echo") == 0 ? &all->connected : &all->welcomed;
    unsigned begun = 0;
    uint64_t end = now_us() + 120 * 1000000u;
    while (*done < count && now_us() < end && all->wrong < 10) {
        while (begun < count && begun < *done + CONNECTING)
            open_connection(all, &all->clients[begun++], protocol);
        lws_service(all->context, 0);
    }
    return *done == count;
}

static void begin(load *all, unsigned clients) {
    all->context = new_context(client_protocols, CONTEXT_PORT_NO_LISTEN);
    all->clients = calloc(clients, sizeof *all->clients);
    all->connected = all->welcomed = all->finished = 0;
    all->answers.count = all->arrivals.count = 0;
    all->wanted = 0;
    all->messages = all->moves = all->plies = 0;
}

static void end(load *all, unsigned clients) {
    all->wanted = 0; /* what closes now was not lost */
    lws_context_destroy(all->context);
    for (unsigned i = 0; i < clients; i++)
        ff_buffer_free(&all->clients[i].inbox);
    free(all->clients);
}

/* ---- the parts ---- */

/* The echo's messages a second of its processor's time. */
static void measure_echo(load *all) {
    all->port = 20000 + (unsigned)getpid() % 20000;
    pid_t pid = fork();
    if (pid < 0) {
        complain(all, "the system starts no other process");
        return;
    }
    if (pid == 0) {
        stay_on(0);
        struct lws_context *context = new_context(echo_protocols, (int)all->port);
        while (context && lws_service(context, 0) >= 0)
            continue;
        _exit(1);
    }
    usleep(300000);
    begin(all, ECHOES);
    if (!connect_all(all, ECHOES, "echo"))
        complain(all, "the echo does not answer");
    double before = cpu_of(pid);
    uint64_t first = all->messages, until = now_us() + ECHO_SECONDS * 1000000u;
    while (now_us() < until)
        lws_service(all->context, 0);
    double spent = cpu_of(pid) - before;
    printf("echo messages=%llu cpu_s=%.2f messages/cpu_s=%.0f\n",
           (unsigned long long)(all->messages - first), spent,
           (double)(all->messages - first) / spent);
    fflush(stdout);
    end(all, ECHOES);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

static int compare_samples(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort_samples(samples *of) {
    qsort(of->us, of->count, sizeof *of->us, compare_samples);
}

static double percentile_ms(const samples *of, double share) {
    return of->count ? of->us[(unsigned)(share * (of->count - 1))] / 1000.0 : 0;
}

/* With several servers each pair's two seats are at neighbours. */
static pair *new_pairs(const load *all) {
    pair *pairs = calloc(all->games, sizeof *pairs);
    for (unsigned i = 0; i < all->games; i++)
        for (unsigned seat = 0; seat < 2; seat++) {
            pairs[i].seat[seat].pair = &pairs[i];
            if (all->port_count)
                pairs[i].seat[seat].port = all->ports[(i + seat) % all->port_count];
        }
    return pairs;
}

static void free_pairs(const load *all, pair *pairs) {
    for (unsigned i = 0; i < 2 * all->games; i++) {
        ff_buffer_free(&pairs[i / 2].seat[i % 2].inbox);
        json_decref(pairs[i / 2].seat[i % 2].game);
    }
    free(pairs);
}

/* All games have come to the end of a stage: somebody looks at the servers, then they go on. */
static void begin_next_stage(load *all, pair *pairs) {
    char line[16];
    puts(all->stage == STAGE_SETUP ? "ready" : "played");
    fflush(stdout);
    if (!fgets(line, sizeof line, stdin))
        complain(all, "nobody says when to go on");
    all->stage++;
    all->waiting = 0;
    for (unsigned i = 0; i < 2 * all->games; i++) {
        client *who = &pairs[i / 2].seat[i % 2];
        if (!who->waits)
            continue;
        who->waits = false;
        think(who, json_object_get(json_object_get(who->game, "view"), "moves"));
    }
}

static void play_all(load *all, pair *pairs) {
    unsigned begun = 0, clients = 2 * all->games;
    all->wanted = clients;
    while (all->finished < clients && all->wrong < (all->port_count ? 1u : 10u)) {
        unsigned room =
            all->port_count ? 2 * (all->waiting + all->at_once) : all->welcomed + CONNECTING;
        while (begun < clients && begun < room) {
            open_connection(all, &pairs[begun / 2].seat[begun % 2], all->protocol);
            begun++;
        }
        lws_service(all->context, 0);
        bool gathered = all->waiting && all->waiting + all->finished / 2 >= all->games;
        if (gathered && all->stage != STAGE_END)
            begin_next_stage(all, pairs);
    }
    sort_samples(&all->answers);
    sort_samples(&all->arrivals);
}

static void measure_others(load *all) {
    begin(all, 2 * all->games);
    pair *pairs = new_pairs(all);
    play_all(all, pairs);
    double seconds = (double)(all->steady_us[1] - all->steady_us[0]) / 1e6;
    printf("games games=%u moves=%llu moves/s=%.0f answer_median_ms=%.2f answer_p99_ms=%.2f "
           "opponent_median_ms=%.2f opponent_p99_ms=%.2f messages=%llu refused=%u\n",
           all->games, (unsigned long long)all->moves, (double)all->answers.count / seconds,
           percentile_ms(&all->answers, 0.5), percentile_ms(&all->answers, 0.99),
           percentile_ms(&all->arrivals, 0.5), percentile_ms(&all->arrivals, 0.99),
           (unsigned long long)all->messages, all->refused);
    end(all, 0);
    free_pairs(all, pairs);
}

static void measure_games(load *all) {
    unsigned clients = 2 * all->games;
    if (!start_server(all)) {
        complain(all, "%s does not start", all->server);
        return;
    }
    begin(all, clients);
    pair *pairs = new_pairs(all);
    long memory = memory_of(all->pid);
    uint64_t start = now_us();
    play_all(all, pairs);
    double seconds = (double)(now_us() - start) / 1e6, cpu = cpu_of(all->pid);
    memory = memory_of(all->pid) - memory;
    end(all, 0);
    long bytes = stop_server(all);
    printf("games games=%u connections=%u plies=%llu seconds=%.1f moves/s=%.0f median_ms=%.2f "
           "p99_ms=%.2f max_ms=%.1f messages=%llu cpu_s=%.2f messages/cpu_s=%.0f "
           "memory_kb/connection=%.1f store_bytes/game=%ld store_bytes/ply=%.1f\n",
           all->games, clients, (unsigned long long)all->plies, seconds,
           (double)all->moves / seconds, percentile_ms(&all->arrivals, 0.5),
           percentile_ms(&all->arrivals, 0.99), percentile_ms(&all->arrivals, 1),
           (unsigned long long)all->messages, cpu, (double)all->messages / cpu,
           (double)memory / clients, bytes / (long)all->games,
           (double)bytes / (double)(all->plies ? all->plies : 1));
    fflush(stdout);
    free_pairs(all, pairs);
}

static void measure_idle(load *all) {
    if (!start_server(all)) {
        complain(all, "%s does not start", all->server);
        return;
    }
    begin(all, all->idle);
    long memory = memory_of(all->pid);
    if (!connect_all(all, all->idle, all->protocol))
        complain(all, "%u of %u connections were welcomed", all->welcomed, all->idle);
    memory = memory_of(all->pid) - memory;
    double before = cpu_of(all->pid);
    uint64_t until = now_us() + 5 * 1000000u;
    while (now_us() < until)
        lws_service(all->context, 0);
    printf("idle connections=%u memory_kb/connection=%.1f cpu_s/s=%.3f\n", all->welcomed,
           (double)memory / all->idle, (cpu_of(all->pid) - before) / 5);
    fflush(stdout);
    end(all, all->idle);
    stop_server(all);
}

/* ---- options ---- */

static bool read_ports(load *all, const char *text) {
    for (char *end; all->port_count < PORTS_MAX; text = end + 1) {
        all->ports[all->port_count++] = (unsigned)strtoul(text, &end, 10);
        if (*end != ',')
            return *end == 0 && end > text;
    }
    return false;
}

static bool read_options(load *all, int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--server") == 0)
            all->server = value;
        else if (strcmp(name, "--edition") == 0)
            all->edition = value;
        else if (strcmp(name, "--games") == 0)
            all->games = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(name, "--protocol") == 0)
            all->protocol = value;
        else if (strcmp(name, "--pace") == 0)
            all->pace_ms = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(name, "--plies") == 0)
            all->plies_wanted = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(name, "--idle") == 0)
            all->idle = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(name, "--at-once") == 0)
            all->at_once = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(name, "--ports") != 0 || !read_ports(all, value))
            return false;
    }
    bool together = all->plies_wanted && strcmp(all->protocol, "flagfall.2") == 0;
    return argc % 2 == 1 && (together || !all->port_count) &&
           ff_edition_find(ff_span_of(all->edition));
}

int main(int argc, char **argv) {
    load all = {.server = "build/flagfall",
                .edition = "tournament",
                .protocol = "flagfall.2",
                .games = 1000,
                .idle = 5000,
                .at_once = 1};
    if (!read_options(&all, argc, argv) || sodium_init() < 0) {
        fputs("usage: bench-load [--server PROGRAM] [--games N] [--edition E] [--pace MS] "
              "[--plies N] [--idle N] [--protocol flagfall]\n"
              "       bench-load --ports A,B,.. --plies N [--games N] [--edition E] [--pace MS] "
              "[--at-once N]\n",
              stderr);
        return 2;
    }
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    all.answers.us = malloc(SAMPLES_MAX * sizeof(uint32_t));
    all.arrivals.us = malloc(SAMPLES_MAX * sizeof(uint32_t));
    ff_rng_seed(&all.rng, 1);
    if (all.port_count) {
        measure_others(&all);
    } else {
        stay_on(1);
        measure_echo(&all);
        if (all.games)
            measure_games(&all);
        if (all.idle)
            measure_idle(&all);
    }
    free(all.answers.us);
    free(all.arrivals.us);
    return all.wrong ? 1 : 0;
}
