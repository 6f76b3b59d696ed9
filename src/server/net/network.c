/* The event loop: accepting connections, batches, and the end of both. What must hold: what has
 * come in a batch is served, stored and only then answered; a connection is closed between batches
 * alone, when nobody holds it. */
#define _POSIX_C_SOURCE 200809L

#include "server/net/network.h"

#include "server/net/listener.h"
#include "server/net/network_parts.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    ACCEPT_QUEUE_ROOM = 2000, /* connections whose request has not arrived */
    SPARE_FILES = 64,         /* the store's, the listener's, .. */
    KEEPALIVE_SECONDS = 15,
    ACCEPTED_AT_ONCE = 64,
    TICK_MS = 1000,
    PULSE_MS = 250, /* for what the service has to say without being asked */
    ALARM_MAX_MS = 3600000,
    SENT_AT_ONCE = 1 << 20, /* bytes */
    HEARTBEAT_MS = 250,
    LINGER_MS = 2000, /* for who is refused to read why */
    BATCH_LONG_US = 5000,
    GOODBYE_MS = 2000, /* for clients to take the last messages */
};

/* Ends it at once: the library waits for a flush, or for the other side, only where it can
 * still write. */
static void close_now(network_peer *peer) {
    unsigned char byte[LWS_PRE + 1] = {0};
    shutdown(lws_get_socket_fd(peer->wsi), SHUT_RDWR);
    lws_write(peer->wsi, byte + LWS_PRE, 1, LWS_WRITE_RAW);
    lws_set_timeout(peer->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC);
}

/* A connection that is closed with bytes unread is reset, and the other side may lose what it
 * was told last (RFC 9112, 9.6). */
static void on_linger(struct ev_loop *loop, ev_io *io, int events) {
    network_peer *peer = io->data;
    struct network *network = network_of(peer->wsi);
    ssize_t size = recv(io->fd, network->input, NETWORK_CHUNK, MSG_DONTWAIT);
    (void)loop, (void)events;
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR))
        close_now(peer);
}

static void linger(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    int fd = lws_get_socket_fd(peer->wsi);
    peer->lingers = true;
    peer->linger_ms = network_now_ms(network);
    shutdown(fd, SHUT_WR);
    lws_rx_flow_control(peer->wsi, 0);
    ev_io_stop(network->loop, &peer->io);
    ev_io_init(&peer->io, on_linger, fd, EV_READ);
    peer->io.data = peer;
    ev_io_start(network->loop, &peer->io);
}

/* A WebSocket that has been told why is closed by the library, which waits for the answer. */
static void close_peer(network_peer *peer) {
    if (!peer->is_ws && !peer->cut) {
        linger(peer);
    } else if (peer->is_ws && peer->ws.closing && !lws_partial_buffered(peer->wsi)) {
        lws_rx_flow_control(peer->wsi, 1);
        lws_set_timeout(peer->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_SYNC);
    } else {
        close_now(peer);
    }
}

/* Takes a peer off the list of those that are to be closed. */
static void forget_doom(struct network *network, network_peer *peer) {
    *(peer->before_doomed ? &peer->before_doomed->next_doomed : &network->doomed) =
        peer->next_doomed;
    if (peer->next_doomed)
        peer->next_doomed->before_doomed = peer->before_doomed;
    peer->next_doomed = peer->before_doomed = NULL;
}

/* Each is taken off the list before it is closed: that may end it at once. */
static void close_doomed(struct network *network) {
    for (network_peer *peer; (peer = network->doomed);) {
        forget_doom(network, peer);
        close_peer(peer);
    }
}

static void step_on(network_peer *peer, exchange_event event) {
    exchange_step(&peer->exchange, event, (ff_span){"", 0});
    network_count_unread(peer);
}

void network_ready(void *connection, bool cut) {
    network_peer *peer = connection;
    if (cut)
        network_cut(peer);
    else if (peer->is_ws)
        network_write_messages(peer);
    else
        step_on(peer, ON_WRITABLE);
}

/* ---- coming and going ---- */

static void turn_away(struct network *network, int fd, const struct address *address,
                      const char *why) {
    char text[ADDRESS_TEXT];
    metrics_count_by(network->options.metrics, METRICS_TURNED_AWAY, why);
    if (log_wants(network->options.log, LOG_DEBUG)) {
        address_write(address, text);
        log_event(network->options.log, LOG_DEBUG, "turned-away", "address=%s reason=%s", text,
                  why);
    }
    close(fd);
}

/* There is room for what an exchange sends; or, while it streams, something has come. */
static void on_room(struct ev_loop *loop, ev_io *io, int events) {
    network_peer *peer = io->data;
    (void)loop;
    step_on(peer, events & EV_READ ? ON_STRANGE : ON_WRITABLE);
}

static void enlist(struct network *network, network_peer *peer) {
    peer->next = network->peers;
    if (peer->next)
        peer->next->before = peer;
    network->peers = peer;
    network->connections++;
}

/* Takes a peer off both lists: of all, and of those that are to be closed. */
static void strike(struct network *network, network_peer *peer) {
    if (peer->before_doomed || network->doomed == peer)
        forget_doom(network, peer);
    *(peer->before ? &peer->before->next : &network->peers) = peer->next;
    if (peer->next)
        peer->next->before = peer->before;
    assert(network->connections > 0);
    network->connections--;
}

/* A proxy's connections are not counted: they are of all the world. While somebody stood in the
 * accept queue others may have taken the last places, and no more than these must ever be taken:
 * what is kept for each connection has room for as many. */
static const char *greet(struct network *network, int fd, const struct address *address) {
    bool full = network->connections >= network->options.connections;
    network_peer *peer = full ? NULL : calloc(1, sizeof *peer);
    if (!peer) {
        close(fd);
        return full ? "full" : "memory";
    }
    peer->address = peer->client = *address;
    peer->proxied = proxies_include(&network->options.proxies, address);
    peer->entered = !peer->proxied; /* since it was accepted */
    exchange_init(&peer->exchange, &network_exchange_host, network, peer, &network->tickets);
    ev_init(&peer->io, on_room);
    peer->io.data = peer;
    struct lws *wsi = lws_adopt_socket_vhost(network->vhost, fd);
    if (wsi) {
        peer->wsi = wsi;
        lws_set_opaque_user_data(wsi, peer);
        enlist(network, peer);
        return NULL;
    }
    free(peer);
    return "system";
}

/* The descriptor is about to be closed: nothing of ours watches it any more. */
static void let_go(struct lws *wsi) {
    network_peer *peer = network_peer_of(wsi);
    if (peer)
        ev_io_stop(network_of(wsi)->loop, &peer->io);
    if (peer && !peer->is_ws)
        exchange_step(&peer->exchange, ON_GONE, (ff_span){"", 0});
}

static void say_goodbye(struct lws *wsi) {
    network_peer *peer = network_peer_of(wsi);
    if (!peer)
        return; /* not a client's */
    let_go(wsi);
    network_forget_unread(peer);
    if (peer->entered)
        address_quota_leave(network_of(wsi)->quota, &peer->client);
    strike(network_of(wsi), peer);
    lws_set_opaque_user_data(wsi, NULL);
    free(peer);
}

/* Leaves the accept queue. The descriptor is adopted, or it has been closed. */
static void leave_accept_queue(void *context, int fd, const struct address *address,
                               accept_queue_end end) {
    static const char *const reasons[] = {[ACCEPT_QUEUE_TOO_LONG] = "too-long",
                                          [ACCEPT_QUEUE_TOO_LATE] = "silent",
                                          [ACCEPT_QUEUE_LEFT] = "left"};
    struct network *network = context;
    const char *failed = end == ACCEPT_QUEUE_CAME_IN ? greet(network, fd, address) : reasons[end];
    if (!failed)
        return;
    if (!proxies_include(&network->options.proxies, address))
        address_quota_leave(network->quota, address);
    metrics_count_by(network->options.metrics, METRICS_TURNED_AWAY, failed);
}

/* The limits hold from here on, before a byte has been read: whoever opens many connections and
 * says nothing meets them too. */
static void welcome(struct network *network, int fd) {
    struct address address;
    bool known = address_of_socket(fd, &address);
    bool proxied = known && proxies_include(&network->options.proxies, &address);
    if (!known || network->connections >= network->options.connections)
        turn_away(network, fd, &address, "full");
    else if (!proxied && !address_quota_enter(network->quota, &address))
        turn_away(network, fd, &address, "address");
    else
        accept_queue_add(network->accept_queue, fd, &address, network_now_ms(network));
}

/* ---- the other things that wake the loop ---- */

static void on_listener(struct network *network) {
    int fd;
    for (int i = 0; i < ACCEPTED_AT_ONCE && (fd = listener_accept(network->options.listener)) >= 0;
         i++)
        welcome(network, fd);
}

static void on_accept_queue(struct network *network) {
    accept_queue_look(network->accept_queue);
}

static void on_signal(struct network *network) {
    network->stop = true;
}

static void on_watch(struct ev_loop *loop, ev_io *io, int events) {
    const network_watch *watch = io->data;
    (void)loop, (void)events;
    const network_source *source = &watch->source;
    if (watch->act)
        watch->act(watch->network);
    else if (source->jobs)
        network_take_jobs(watch->network, source->jobs);
    else
        source->act(watch->network->options.site);
}

static void on_pulse(struct ev_loop *loop, ev_timer *timer, int events) {
    struct network *network = timer->data;
    (void)loop, (void)events;
    network->options.service->pulse(network->options.site, network_now_ms(network));
}

void network_tick(struct network *network) {
    network->streams = 0;
    for (network_peer *at = network->peers, *next; at; at = next) {
        next = at->next;
        if (at->is_ws) {
            network_tick_ws(at);
        } else {
            exchange_tick(&at->exchange);
            network->streams += at->exchange.phase == EXCHANGE_STREAMING;
        }
    }
}

static void on_tick(struct ev_loop *loop, ev_timer *timer, int events) {
    struct network *network = timer->data;
    (void)loop, (void)events;
    network->options.service->tick(network->options.site);
    accept_queue_tick(network->accept_queue, network_now_ms(network));
    network_tick(network);
    uint64_t now = network_now_ms(network);
    for (network_peer *at = network->peers, *next; at; at = next) {
        next = at->next;
        if (at->lingers && now - at->linger_ms >= LINGER_MS)
            close_now(at);
    }
}

/* The library looks after its own times when it has nothing else to do, or when one of them
 * that it has set before comes: this one always does. */
static void on_heartbeat(lws_sorted_usec_list_t *heartbeat) {
    struct network *network = lws_container_of(heartbeat, struct network, heartbeat);
    lws_sul_schedule(network->context, 0, heartbeat, on_heartbeat, HEARTBEAT_MS * LWS_US_PER_MS);
}

static void on_more(struct ev_loop *loop, ev_timer *timer, int events) {
    (void)loop, (void)timer, (void)events; /* that the loop wakes is enough */
}

static void on_alarm(struct ev_loop *loop, ev_timer *timer, int events) {
    struct network *network = timer->data;
    (void)loop, (void)events;
    network->alarm_ms = 0;
}

/* One alarm for all clocks: it may ring too early, never too late. */
static void set_alarm(struct network *network) {
    const network_options *options = &network->options;
    int64_t wait = options->service->wait(options->site),
            now = options->service->now(options->site);
    if (wait > ALARM_MAX_MS)
        wait = ALARM_MAX_MS;
    if (network->alarm_ms && network->alarm_ms <= now + wait)
        return;
    network->alarm_ms = now + wait;
    ev_timer_stop(network->loop, &network->alarm);
    ev_timer_set(&network->alarm, (double)(wait + 1) / 1000, 0);
    ev_timer_start(network->loop, &network->alarm);
}

/* Every connection's last word comes to the first protocol, whatever its own. */
static int on_first(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size) {
    if (reason == LWS_CALLBACK_WSI_DESTROY)
        say_goodbye(wsi);
    else if (reason == LWS_CALLBACK_CLOSED_HTTP)
        let_go(wsi);
    else if (reason == LWS_CALLBACK_HTTP_CONFIRM_UPGRADE)
        return network_confirm_upgrade(wsi, in);
    else
        return network_on_http(wsi, reason, user, in, size);
    return 0;
}

/* ---- beginning, loop and end ---- */

/* The first is for HTTP, and for what names no subprotocol. The library itself reads nothing
 * from a WebSocket but the end of a close; it sends as much at once as it is given. */
static const struct lws_protocols protocols[] = {
    {"http", on_first, 0, 0, 0, NULL, 0},
    {"flagfall", network_on_ws, 0, FRAMES_CONTROL_MAX + 3, 0, NULL, SENT_AT_ONCE},
    {"flagfall.2", network_on_ws, 0, FRAMES_CONTROL_MAX + 3, NETWORK_BY_CHANGES, NULL,
     SENT_AT_ONCE},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* The library keeps tables by descriptor, as large as the process may have open files,
 * and searches them from end to end where it is given another limit: hence the limit of
 * the process is the one to set. */
unsigned network_claim_files(unsigned connections) {
    struct rlimit limit;
    rlim_t wanted = (rlim_t)connections + ACCEPT_QUEUE_ROOM + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return connections;
    rlim_t most =
        limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted ? wanted : limit.rlim_max;
    limit.rlim_cur = most;
    if (setrlimit(RLIMIT_NOFILE, &limit) != 0 && getrlimit(RLIMIT_NOFILE, &limit) == 0)
        most = limit.rlim_cur < wanted ? limit.rlim_cur : wanted;
    if (most >= wanted)
        return connections;
    rlim_t left =
        most > ACCEPT_QUEUE_ROOM + SPARE_FILES ? most - ACCEPT_QUEUE_ROOM - SPARE_FILES : most / 2;
    return (unsigned)left;
}

/* The library is used for its parsers and its shaking of hands alone: no listener, no log, no
 * timer of its own decides anything here. */
static bool make_context(struct network *network) {
    network->loop = ev_loop_new(EVBACKEND_EPOLL | EVFLAG_NOENV);
    void *loops[] = {network->loop};
    /* The library would take every WebSocket for dead after 310 seconds: it reads none, and so
     * hears nobody. Who still lives is found out by liveness.h. */
    static const lws_retry_bo_t never = {.secs_since_valid_hangup = 0};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .headers = network_security_headers,
        .user = network,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_LIBEV,
        .foreign_loops = loops,
        /* One for everybody: nobody waits for those who write slowly. */
        .max_http_header_pool = (unsigned short)(network->options.connections + SPARE_FILES),
        .max_http_header_data = NETWORK_HEADER_SIZE,
        .timeout_secs = NETWORK_REQUEST_SECONDS,
        .keepalive_timeout = KEEPALIVE_SECONDS,
        .retry_and_idle_policy = &never,
    };
    lws_set_log_level(0, NULL); /* what clients do wrong is not for our log */
    network->context = network->loop ? lws_create_context(&info) : NULL;
    network->vhost = network->context ? lws_create_vhost(network->context, &info) : NULL;
    return network->vhost != NULL;
}

static network_watch *watch(struct network *network, int fd, void (*act)(struct network *network)) {
    assert(network->watches < NETWORK_WATCHES);
    network_watch *made = &network->watch[network->watches++];
    made->network = network;
    made->act = act;
    ev_io_init(&made->io, on_watch, fd, EV_READ);
    made->io.data = made;
    ev_io_start(network->loop, &made->io);
    return made;
}

static void set_timer(struct network *network, ev_timer *timer,
                      void (*act)(struct ev_loop *, ev_timer *, int), unsigned every_ms) {
    ev_timer_init(timer, act, every_ms / 1000.0, every_ms / 1000.0);
    timer->data = network;
    ev_timer_start(network->loop, timer);
}

static bool make_parts(struct network *network) {
    const network_options *options = &network->options;
    network->accept_queue = accept_queue_new(ACCEPT_QUEUE_ROOM, leave_accept_queue, network);
    network->quota = address_quota_new(options->per_address);
    /* A burst of four requests for each connection that an address may have. */
    limits_init(&network->requests, 4.0 * options->per_address, options->per_address / 2.0);
    budget_init(&network->budget, options->per_address);
    network->queue = fair_queue_new();
    return network->queue &&
           timer_heap_reserve(&network->sleepers, options->connections + SPARE_FILES) &&
           network->accept_queue && network->quota;
}

struct network *network_new(const network_options *options) {
    struct network *network = calloc(1, sizeof *network);
    if (!network)
        return NULL;
    network->options = *options;
    if (!make_parts(network) || !make_context(network)) {
        network_free(network);
        return NULL;
    }
    watch(network, options->listener, on_listener);
    watch(network, options->signals, on_signal);
    watch(network, accept_queue_fd(network->accept_queue), on_accept_queue);
    for (unsigned i = 0; i < options->sources; i++)
        watch(network, options->source[i].fd, NULL)->source = options->source[i];
    return network;
}

void network_free(struct network *network) {
    if (!network)
        return;
    if (network->context)
        lws_context_destroy(network->context);
    assert(!network->peers && network->bodies == 0 && network->unread == 0);
    if (network->loop)
        ev_loop_destroy(network->loop);
    close(network->options.listener);
    close(network->options.signals);
    accept_queue_free(network->accept_queue);
    address_quota_free(network->quota);
    fair_queue_free(network->queue);
    timer_heap_free(&network->sleepers);
    tickets_free(&network->tickets);
    free(network->held);
    free(network);
}

static void measure(struct network *network) {
    struct metrics *metrics = network->options.metrics;
    metrics_set(metrics, METRICS_WEBSOCKETS, network->websockets);
    metrics_set(metrics, METRICS_HTTP_CONNECTIONS, network->connections - network->websockets);
    metrics_set(metrics, METRICS_WAITING_CONNECTIONS, accept_queue_count(network->accept_queue));
    metrics_set(metrics, METRICS_STREAMS, network->streams);
    metrics_set(metrics, METRICS_UNREAD, network->unread);
    metrics_set(metrics, METRICS_CONNECTIONS_LIMIT, network->options.connections);
}

/* Waiting is not counted, only what the processor did. Whoever works on the server is told of
 * a batch that kept others waiting for long; the host is not. */
static void note_batch(struct network *network, int64_t microseconds) {
    metrics_batch(network->options.metrics, (double)microseconds / 1e6);
#ifndef NDEBUG
    if (microseconds > BATCH_LONG_US)
        log_event(network->options.log, LOG_INFO, "long-batch", "microseconds=%lld batch=%llu",
                  (long long)microseconds, (unsigned long long)network->batch);
#endif
}

/* One batch: what has come is served in its turn, stored together, and answered. What clocks end is
 * ended before that: whoever comes first in the batch is not to pay for it. */
static void run_batch(struct network *network, int how) {
    int64_t began = time_processor_us();
    ev_run(network->loop, how);
    network->options.service->alarm(network->options.site);
    network_serve(network);
    network_end_batch(network, network->options.service->end_batch(network->options.site));
    close_doomed(network);
    set_alarm(network);
    measure(network);
    note_batch(network, time_processor_us() - began);
}

/* Those who read are told that the server goes, and close; nobody is waited for long. */
static void leave(struct network *network) {
    int64_t until = time_source_now(NULL).steady + GOODBYE_MS;
    network->leaving = true;
    network_end_batch(network, network->options.service->end_batch(network->options.site));
    network_tick(network);
    close_doomed(network);
    while ((network->websockets > 0 || network->streams > 0) &&
           time_source_now(NULL).steady < until)
        run_batch(network, EVRUN_ONCE);
}

void network_begin(struct network *network) {
    set_timer(network, &network->tick, on_tick, TICK_MS);
    set_timer(network, &network->pulse, on_pulse, PULSE_MS);
    on_heartbeat(&network->heartbeat);
    ev_init(&network->more, on_more);
    ev_init(&network->alarm, on_alarm);
    network->alarm.data = network;
    set_alarm(network);
    network->options.service->rest(network->options.site);
}

bool network_batch(struct network *network, bool wait) {
    run_batch(network, wait ? EVRUN_ONCE : EVRUN_NOWAIT);
    network->options.service->rest(network->options.site);
    return !network->stop;
}

void network_run(struct network *network) {
    network_begin(network);
    while (network_batch(network, true))
        continue;
    network->options.service->farewell(network->options.site);
    leave(network);
}
