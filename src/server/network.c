#define _POSIX_C_SOURCE 200809L

#include "server/network_parts.h"

#include "server/accounts.h"
#include "server/arbiter.h"
#include "server/listener.h"
#include "server/operator.h"
#include "server/opponent.h"
#include "server/store_sessions.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    PORCH_ROOM = 2000, /* connections whose request has not arrived */
    SPARE_FILES = 64,  /* the store's, the listener's, .. */
    KEEPALIVE_SECONDS = 15,
    PING_SECONDS = 30, /* of silence before a WebSocket is asked whether it lives */
    HANG_UP_SECONDS = 60,
    ACCEPTED_AT_ONCE = 64,
    REVIEWS_AT_ONCE = 8,
    TICK_MS = 1000,
    PULSE_MS = 250, /* for what the hub has to say without being asked */
    ALARM_MAX_MS = 3600000,
    BATCH_LONG_US = 5000,
    GOODBYE_MS = 2000, /* for clients to take the last messages */
};

uint64_t network_now_ms(const ff_network *network) {
    return (uint64_t)time_source_now(network->options.time).steady;
}

ff_network *network_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

network_peer *network_peer_of(struct lws *wsi) {
    return lws_get_opaque_user_data(wsi);
}

/* ---- what requests have in common ---- */

ff_span network_header(struct lws *wsi, enum lws_token_indexes header, char *text, size_t size) {
    int length = lws_hdr_copy(wsi, text, (int)size, header);
    return (ff_span){text, length > 0 ? (size_t)length : 0};
}

bool network_is_our_host(struct lws *wsi) {
    char text[HTTP_HOST_SIZE];
    return http_host_is_ours(&network_of(wsi)->options.hosts,
                             network_header(wsi, WSI_TOKEN_HOST, text, sizeof text));
}

bool network_is_our_page(struct lws *wsi) {
    char text[HTTP_HOST_SIZE + 16];
    return http_origin_is_ours(&network_of(wsi)->options.hosts,
                               network_header(wsi, WSI_TOKEN_ORIGIN, text, sizeof text));
}

bool network_read_cookie(struct lws *wsi, ff_cookie *cookie) {
    ff_network *network = network_of(wsi);
    char text[NETWORK_HEADER_SIZE];
    return cookies_read(store_session_key(network->options.store),
                        network_header(wsi, WSI_TOKEN_HTTP_COOKIE, text, sizeof text),
                        network_is_secure(wsi), hub_now(network->hub), cookie);
}

/* A list that is too long to be read is no missing list: nobody becomes the proxy by it. */
unsigned network_meet(struct lws *wsi) {
    ff_network *network = network_of(wsi);
    network_peer *peer = network_peer_of(wsi);
    char text[NETWORK_HEADER_SIZE];
    if (peer->proxied) {
        ff_span forwarded = network_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, text, sizeof text);
        if (forwarded.size == 0 && lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR) > 0)
            return 431;
        peer->client = proxies_client(&network->options.proxies, &peer->address, forwarded);
    }
    ff_address group = address_group(&peer->client);
    bool welcome =
        limits_take(&network->requests, (ff_span){(char *)group.bytes, sizeof group.bytes},
                    network_now_ms(network));
    return welcome ? 0 : 429;
}

bool network_is_secure(struct lws *wsi) {
    static const char name[] = "x-forwarded-proto:";
    char text[16];
    return network_peer_of(wsi)->proxied &&
           lws_hdr_custom_copy(wsi, text, sizeof text, name, sizeof name - 1) > 0 &&
           strcasecmp(text, "https") == 0;
}

bool network_settle(struct lws *wsi) {
    network_peer *peer = network_peer_of(wsi);
    if (!peer->entered)
        peer->entered = visitors_enter(network_of(wsi)->visitors, &peer->client);
    return peer->entered;
}

void network_ready(void *connection, bool cut) {
    struct lws *wsi = connection;
    if (cut) {
        metrics_count(network_of(wsi)->options.metrics, METRICS_DROPPED);
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    } else {
        lws_callback_on_writable(wsi);
    }
}

/* ---- coming and going ---- */

static void turn_away(ff_network *network, int fd, const ff_address *address, const char *why) {
    char text[ADDRESS_TEXT];
    metrics_count_by(network->options.metrics, METRICS_TURNED_AWAY, why);
    if (log_wants(network->options.log, LOG_DEBUG)) {
        address_write(address, text);
        log_event(network->options.log, LOG_DEBUG, "turned-away", "address=%s reason=%s", text,
                  why);
    }
    close(fd);
}

/* A proxy's connections are not counted: they are of all the world. */
static const char *greet(ff_network *network, int fd, const ff_address *address) {
    network_peer *peer = calloc(1, sizeof *peer);
    if (!peer)
        return "memory";
    peer->address = peer->client = *address;
    peer->proxied = proxies_include(&network->options.proxies, address);
    peer->entered = !peer->proxied; /* since it was accepted */
    struct lws *wsi = lws_adopt_socket_vhost(network->vhost, fd);
    if (wsi) {
        lws_set_opaque_user_data(wsi, peer);
        network->connections++;
        return NULL;
    }
    free(peer);
    return "system";
}

static void say_goodbye(struct lws *wsi) {
    network_peer *peer = network_peer_of(wsi);
    if (!peer)
        return; /* not a client's */
    if (peer->entered)
        visitors_leave(network_of(wsi)->visitors, &peer->client);
    network_of(wsi)->connections--;
    lws_set_opaque_user_data(wsi, NULL);
    free(peer);
}

/* Leaves the porch. The descriptor is adopted, or it has been closed. */
static void leave_porch(void *context, int fd, const ff_address *address, porch_end end) {
    static const char *const reasons[] = {
        [PORCH_TOO_LONG] = "too-long", [PORCH_TOO_LATE] = "silent", [PORCH_LEFT] = "left"};
    ff_network *network = context;
    const char *failed = end == PORCH_CAME_IN ? greet(network, fd, address) : reasons[end];
    if (!failed)
        return;
    if (!proxies_include(&network->options.proxies, address))
        visitors_leave(network->visitors, address);
    metrics_count_by(network->options.metrics, METRICS_TURNED_AWAY, failed);
}

static void welcome(ff_network *network, int fd) {
    ff_address address;
    bool known = address_of_socket(fd, &address);
    bool proxied = known && proxies_include(&network->options.proxies, &address);
    if (!known || network->connections >= network->options.connections)
        turn_away(network, fd, &address, "full");
    else if (!proxied && !visitors_enter(network->visitors, &address))
        turn_away(network, fd, &address, "address");
    else
        porch_add(network->porch, fd, &address, network_now_ms(network));
}

/* ---- the other things that wake the loop ---- */

static int on_listener(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t size) {
    (void)user, (void)in, (void)size;
    if (reason != LWS_CALLBACK_RAW_RX_FILE)
        return 0;
    ff_network *network = network_of(wsi);
    int fd;
    for (int i = 0; i < ACCEPTED_AT_ONCE && (fd = listener_accept(network->options.listener)) >= 0;
         i++)
        welcome(network, fd);
    return 0;
}

static int on_porch(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        porch_look(network_of(wsi)->porch);
    return 0;
}

static int on_admin(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        operator_serve(network_of(wsi)->hub, network_of(wsi)->options.admin);
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

static int on_hashes(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t size) {
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        accounts_take_answers(network_of(wsi)->hub);
    return 0;
}

static int on_jobs(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t size) {
    (void)user, (void)in, (void)size;
    if (reason == LWS_CALLBACK_RAW_RX_FILE)
        network_take_jobs(network_of(wsi));
    return 0;
}

static void on_pulse(lws_sorted_usec_list_t *pulse) {
    ff_network *network = lws_container_of(pulse, ff_network, pulse);
    hub_pulse(network->hub, network_now_ms(network));
    arbiter_sweep(network->hub);
    lws_sul_schedule(network->context, 0, pulse, on_pulse, PULSE_MS * LWS_US_PER_MS);
}

/* While the store fails, somebody must find out when it works again. */
static void on_tick(lws_sorted_usec_list_t *tick) {
    ff_network *network = lws_container_of(tick, ff_network, tick);
    if (!store_is_working(network->options.store))
        store_probe(network->options.store);
    porch_tick(network->porch, network_now_ms(network));
    network_beat_streams(network);
    lws_sul_schedule(network->context, 0, tick, on_tick, TICK_MS * LWS_US_PER_MS);
}

static void on_alarm(lws_sorted_usec_list_t *alarm) {
    ff_network *network = lws_container_of(alarm, ff_network, alarm);
    network->alarm_ms = 0;
    arbiter_flag(network->hub);
}

/* One alarm for all clocks: it may ring too early, never too late. */
static void set_alarm(ff_network *network) {
    int64_t wait = hub_wait(network->hub), now = hub_now(network->hub);
    if (wait > ALARM_MAX_MS)
        wait = ALARM_MAX_MS;
    if (network->alarm_ms && network->alarm_ms <= now + wait)
        return;
    network->alarm_ms = now + wait;
    lws_sul_schedule(network->context, 0, &network->alarm, on_alarm, wait * LWS_US_PER_MS + 1);
}

/* Every connection's last word comes to the first protocol, whatever its own. */
static int on_first(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    if (reason == LWS_CALLBACK_WSI_DESTROY)
        say_goodbye(wsi);
    return network_on_http(wsi, reason, user, in, size);
}

/* ---- beginning, loop and end ---- */

/* The first is for HTTP, and for what names no subprotocol. */
static const struct lws_protocols protocols[] = {
    {"http", on_first, sizeof(http_session), 0, 0, NULL, 0},
    {"flagfall", network_on_ws, sizeof(ws_session), NETWORK_CHUNK, 0, NULL, 0},
    {"listener", on_listener, 0, 0, 0, NULL, 0},
    {"porch", on_porch, 0, 0, 0, NULL, 0},
    {"signals", on_signal, 0, 0, 0, NULL, 0},
    {"admin", on_admin, 0, 0, 0, NULL, 0},
    {"answers", on_answers, 0, 0, 0, NULL, 0},
    {"hashes", on_hashes, 0, 0, 0, NULL, 0},
    {"jobs", on_jobs, 0, 0, 0, NULL, 0},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

static const lws_retry_bo_t idle_policy = {
    .secs_since_valid_ping = PING_SECONDS,
    .secs_since_valid_hangup = HANG_UP_SECONDS,
};

/* The library keeps tables by descriptor, as large as the process may have open files,
 * and searches them from end to end where it is given another limit: hence the limit of
 * the process is the one to set. */
unsigned network_claim_files(unsigned connections) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + PORCH_ROOM + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return connections;
    rlim_t most =
        limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    limit.rlim_cur = most;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0)
        most = limit.rlim_cur < wanted ? limit.rlim_cur : wanted;
    if (most >= wanted)
        return connections;
    rlim_t left = most > PORCH_ROOM + SPARE_FILES ? most - PORCH_ROOM - SPARE_FILES : most / 2;
    return (unsigned)left;
}

static bool make_context(ff_network *network) {
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .headers = network_security_headers,
        .user = network,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8,
        /* One for everybody: nobody waits for those who write slowly. */
        .max_http_header_pool = (unsigned short)(network->options.connections + SPARE_FILES),
        .max_http_header_data = NETWORK_HEADER_SIZE,
        .timeout_secs = NETWORK_REQUEST_SECONDS,
        .keepalive_timeout = KEEPALIVE_SECONDS,
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

/* A burst of four requests for each connection that an address may have. */
static void make_limits(ff_network *network) {
    double most = network->options.per_address;
    limits_init(&network->requests, 4 * most, most / 2);
    budget_init(&network->budget, network->options.per_address);
    limits_init(&network->site.reviews, 20, 1);
}

static bool make_parts(ff_network *network) {
    const network_options *options = &network->options;
    network->porch = porch_new(PORCH_ROOM, leave_porch, network);
    network->visitors = visitors_new(options->per_address);
    network->site = (ff_site){
        .store = options->store,
        .files = files_new(options->web),
        .metrics = options->metrics,
        .formats = options->formats,
        .reviewers = workers_new(1, REVIEWS_AT_ONCE),
        .metrics_readers = options->metrics_readers,
    };
    make_limits(network);
    network->queue = fair_queue_new();
    return network->queue &&
           alarms_reserve(&network->sleepers, options->connections + SPARE_FILES) &&
           network->porch && network->visitors && network->site.files && network->site.reviewers;
}

ff_network *network_new(const network_options *options) {
    ff_network *network = calloc(1, sizeof *network);
    if (!network)
        return NULL;
    network->options = *options;
    network->store_works = true;
    /* Workers and the porch keep their own ends of the wire. */
    if (make_parts(network) && make_context(network) &&
        watch(network, options->listener, "listener") &&
        watch(network, options->signals, "signals") &&
        (options->admin < 0 || watch(network, options->admin, "admin")) &&
        watch(network, dup(porch_fd(network->porch)), "porch") &&
        watch(network, dup(workers_fd(network->site.reviewers)), "jobs") &&
        watch(network, dup(thinkers_fd(options->thinkers)), "answers") &&
        watch(network, dup(workers_fd(options->passwords)), "hashes"))
        return network;
    network_free(network);
    return NULL;
}

void network_free(ff_network *network) {
    if (!network)
        return;
    if (network->context)
        lws_context_destroy(network->context);
    fair_queue_free(network->queue);
    alarms_free(&network->sleepers);
    porch_free(network->porch);
    visitors_free(network->visitors);
    files_free(network->site.files);
    workers_free(network->site.reviewers);
    free(network);
}

static void report_store(ff_network *network) {
    bool works = store_is_working(network->options.store);
    char quoted[LOG_QUOTED];
    if (works == network->store_works)
        return;
    network->store_works = works;
    if (works)
        log_event(network->options.log, LOG_INFO, "store-works", "play=goes-on");
    else
        log_event(network->options.log, LOG_ERROR, "store-fails", "play=stops reason=%s",
                  log_quote(quoted, store_trouble(network->options.store)));
}

static void measure(ff_network *network) {
    uint64_t *gauges = network->site.gauges;
    gauges[METRICS_WEBSOCKETS] = network->websockets;
    gauges[METRICS_HTTP_CONNECTIONS] = network->connections - network->websockets;
    gauges[METRICS_WAITING_CONNECTIONS] = porch_count(network->porch);
    gauges[METRICS_STREAMS] = network->streams;
}

/* Waiting is not counted, only what the processor did. Whoever works on the server is told of
 * a batch that kept others waiting for long; the host is not. */
static void note_batch(ff_network *network, int64_t microseconds) {
    metrics_batch(network->options.metrics, (double)microseconds / 1e6);
#ifndef NDEBUG
    if (microseconds > BATCH_LONG_US)
        log_event(network->options.log, LOG_INFO, "long-batch", "microseconds=%lld batch=%llu",
                  (long long)microseconds, (unsigned long long)network->batch);
#endif
}

static bool turn(ff_network *network) {
    int64_t began = time_processor_us();
    bool alive = lws_service(network->context, 0) >= 0;
    network_serve(network);
    network_end_turn(network, hub_end_turn(network->hub));
    set_alarm(network);
    report_store(network);
    measure(network);
    note_batch(network, time_processor_us() - began);
    return alive;
}

/* Those who read are told that the server goes, and close; nobody is waited for long. */
static void leave(ff_network *network) {
    int64_t until = time_source_now(NULL).steady + GOODBYE_MS;
    network->leaving = true;
    hub_announce(network->hub,
                 "The server stops now and will be back. Games go on where they are.");
    hub_end_turn(network->hub);
    lws_callback_on_writable_all_protocol(network->context, &protocols[1]);
    network_beat_streams(network);
    while ((network->websockets > 0 || network->streams > 0) &&
           time_source_now(NULL).steady < until && turn(network))
        continue;
}

void network_run(ff_network *network, ff_hub *hub) {
    network->hub = network->site.hub = hub;
    on_tick(&network->tick);
    on_pulse(&network->pulse);
    set_alarm(network);
    opponent_ask(hub);
    while (!network->stop && turn(network))
        opponent_ask(hub);
    hub_farewell(hub);
    leave(network);
}
