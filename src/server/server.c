/* One process: its parts are made one after another, each by a function that has all before it and
 * takes its own away when it returns. What must hold: whatever fails on the way, all that was made
 * is freed in the opposite order, and the message says what failed. */
#define _POSIX_C_SOURCE 200809L

#include "server/server.h"

#include "server/api/admin.h"
#include "server/database/engine.h"
#include "server/database/file_check.h"
#include "server/database/store_claim.h"
#include "server/database/store_nodes.h"
#include "server/net/listener.h"
#include "server/net/network.h"
#include "server/nodes/nodes.h"
#include "server/puzzles/puzzle_rows.h"
#include "server/sandbox.h"
#include "server/service.h"
#include "server/session/adjudicator.h"
#include "server/session/batch.h"
#include "server/session/connections.h"
#include "server/session/resume.h"
#include "server/store/store_host.h"
#include "server/store/store_open.h"
#include "server/store/store_push.h"

#include <assert.h>
#include <liboath/oath.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

enum {
    QUESTIONS_MAX = 64,               /* or one for each thread */
    HASHING_THREADS = 1,              /* each takes 64 MB while it works */
    PASSWORDS_MAX = ATTEMPTS_WAITING, /* who waits has a place (attempts.h) */
    PUSH_THREADS = 2,                 /* each waits for one service at a time */
    PUSHES_MAX = 64,                  /* that these are given at once */
};

/* Signals come through a descriptor, so that the loop sees them like any other
 * event. A write past a limit of the system is to be an error, not our end. */
static int open_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    if (sigprocmask(SIG_BLOCK, &set, NULL) != 0)
        return -1;
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* ---- the parts, each standing on those before it ---- */

/* What the parts below share. */
typedef struct server {
    const server_options *options;
    struct log log;
    time_source time;
    struct store *store;
    puzzle_shelf *shelf;
    computer_workers *computers;
    struct workers *passwords;
    push_sender push; /* without a key: nobody is woken */
    struct metrics *metrics;
    int signals;
    int listener;
    unsigned port;
    bool sandboxed;
} server;

/* What was going on when the last server ended goes on before anybody is let in; only then is it
 * said that the server listens. */
static bool serve(const server *parts, struct network *network, struct hub *hub, ff_error *error) {
    const char *host = parts->options->host;
    nodes_keep(hub); /* first: it resumes what only one does */
    if (!hub_resume(hub) || !store_read_notice(parts->store, hub->notice))
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the store cannot be read: %s",
                       store_trouble(parts->store));
    char address[256], quoted[LOG_QUOTED];
    snprintf(address, sizeof address, strchr(host, ':') ? "http://[%s]:%u/" : "http://%s:%u/", host,
             parts->port);
    parts->options->listening(parts->options->context, address);
    log_event(&parts->log, LOG_INFO, "begin", "version=%s listening=%s sandbox=%s",
              parts->options->version, log_quote(quoted, address), parts->sandboxed ? "on" : "off");
    if (parts->options->node)
        log_event(&parts->log, LOG_INFO, "node", "name=%s alone=%s",
                  log_quote(quoted, parts->options->node),
                  store_was_alone(parts->store) ? "yes" : "no");
    network_run(network);
    log_event(&parts->log, LOG_INFO, "end", "reason=signal");
    return true;
}

/* The connections that are asked for, or as many as the system has files for. */
static unsigned count_connections(const server *parts) {
    unsigned wanted = parts->options->connections, most = network_claim_files(wanted);
    if (most < wanted)
        log_event(&parts->log, LOG_ERROR, "few-files", "connections=%u wanted=%u", most, wanted);
    return most;
}

/* The socket for `flagfall admin`. A server without one plays all the same. */
static int open_admin(const server *parts) {
    int fd = admin_listen(parts->options->store);
    if (fd < 0)
        log_event(&parts->log, LOG_ERROR, "no-admin", "reason=socket");
    return fd;
}

/* What is made last ends first: the network before the service, the service before the hub. */
static bool with_network(server *parts, ff_error *error) {
    const server_options *options = parts->options;
    network_options network_wants = {
        .proxies = options->proxies,
        .metrics = parts->metrics,
        .log = &parts->log,
        .time = &parts->time,
        .connections = count_connections(parts),
        .per_address = options->per_address,
        .unread = options->unread,
        .listener = parts->listener,
        .signals = parts->signals,
    };
    http_hosts_init(&network_wants.hosts, options->host, parts->port, options->public_host);
    hub_options hub_wants = {.version = options->version,
                             .store = parts->store,
                             .opponents = options->opponents,
                             .computers = parts->computers,
                             .passwords = parts->passwords,
                             .push = parts->push.key ? &parts->push : NULL,
                             .puzzles = parts->shelf,
                             .watch_delay_ms = (int64_t)options->watch_delay * 1000,
                             .guest_games = options->guest_games,
                             .guest_share = options->guest_share,
                             .ready = network_ready,
                             .metrics = parts->metrics,
                             .log = &parts->log,
                             .time = &parts->time,
                             .rules = options->rules};
    const service_options service_wants = {.web = options->web,
                                           .public_host = options->public_host,
                                           .formats = options->formats,
                                           .analyse = options->analyse,
                                           .agree = options->agree,
                                           .metrics_readers = options->metrics,
                                           .log = &parts->log,
                                           .admin = open_admin(parts)};
    struct site site;
    struct hub *hub = hub_new(&hub_wants);
    if (!hub)
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "the system gives too little memory");
    bool open = service_open(&site, &service_wants, hub);
    if (open)
        service_offer(&site, &network_wants);
    struct network *network = open ? network_new(&network_wants) : NULL;
    bool served =
        network ? serve(parts, network, hub, error)
                : ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "the system gives too little memory");
    network_free(network); /* its connections leave the hub */
    service_close(&site);
    if (service_wants.admin >= 0)
        admin_leave(options->store);
    hub_free(hub);
    return served;
}

/* Signals are turned off before there are threads that could be hit by them. */
static bool with_workers(server *parts, ff_error *error) {
    parts->signals = open_signals();
    unsigned threads = parts->options->threads;
    parts->computers = computer_workers_new(
        threads, threads > QUESTIONS_MAX ? threads : QUESTIONS_MAX, parts->options->budget_ms);
    parts->passwords = workers_new(HASHING_THREADS, PASSWORDS_MAX);
    parts->push.workers = parts->push.key ? workers_new(PUSH_THREADS, PUSHES_MAX) : NULL;
    struct file_check *check = file_check_begin(parts->options->store, &parts->log);
    bool served =
        parts->computers && parts->passwords && (parts->push.workers || !parts->push.key)
            ? with_network(parts, error)
            : ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the system gives no threads to work on");
    push_send_stop(&parts->push);
    file_check_end(check);
    computer_workers_free(parts->computers);
    workers_free(parts->passwords);
    workers_free(parts->push.workers);
    return served;
}

/* Where the server itself begins connections: to push services, and to a store that is reached by
 * TCP. */
static void list_ports(const server *parts, sandbox_paths *paths) {
    const push_services *services = &parts->push.services;
    static_assert((int)PUSH_SERVICES_MAX < (int)SANDBOX_PORTS, "each has a place, and the store");
    paths->connects = parts->push.key != NULL || store_port(parts->store);
    paths->authorities = parts->push.authorities;
    for (size_t i = 0; i < services->count; i++)
        paths->port[paths->ports++] = services->at[i].port;
    if (store_port(parts->store))
        paths->port[paths->ports++] = store_port(parts->store);
}

/* The last thing that needs more of the system than the sandbox gives is a name to listen
 * on; the threads come after it, and are in it with us. */
static bool with_listener(server *parts, ff_error *error) {
    const server_options *options = parts->options;
    sandbox_paths paths = {.store = options->store, .web = options->web};
    char quoted[LOG_QUOTED];
    ff_error inner;
    parts->port = options->port;
    parts->listener = listener_open(options->host, &parts->port, error);
    if (parts->listener < 0)
        return false;
    list_ports(parts, &paths);
    parts->sandboxed = options->sandbox && sandbox_enter(&paths, &inner);
    if (options->sandbox && !parts->sandboxed)
        log_event(&parts->log, LOG_INFO, "no-sandbox", "reason=%s",
                  log_quote(quoted, inner.message));
    return with_workers(parts, error);
}

/* Where the host has made a key, people can be woken. */
static bool with_push(server *parts, ff_error *error) {
    store_push_key key;
    push_sender *push = &parts->push;
    push->services = parts->options->services;
    push->authorities = parts->options->push_ca;
    store_answer found = store_read_push_key(parts->store, &key);
    if (found == STORE_FAILED)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the store cannot be read: %s",
                       store_trouble(parts->store));
    if (found == STORE_FOUND) {
        memcpy(push->contact, key.contact, sizeof push->contact);
        push->key = push_send_begin() ? push_key_open(key.der, key.size) : NULL;
        if (!push->key)
            log_event(&parts->log, LOG_ERROR, "no-push", "reason=key");
    }
    bool served = with_listener(parts, error);
    push_key_free(push->key);
    if (found == STORE_FOUND)
        push_send_end();
    return served;
}

/* The page's puzzles and the host's. */
static bool load_puzzles(server *parts, ff_error *error) {
    ff_error inner;
    parts->shelf = puzzle_shelf_new();
    if (!parts->shelf)
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "the system gives too little memory");
    if (!puzzle_shelf_add_own(parts->shelf, &inner) ||
        (parts->options->puzzles.size > 0 &&
         !puzzle_shelf_add(parts->shelf, parts->options->puzzles, &inner)))
        return ff_fail(error, inner.code, 0, 0, "--puzzles: line %zu, column %zu: %s", inner.line,
                       inner.column, inner.message);
    return (puzzle_rows_list(parts->store, parts->shelf) && store_commit(parts->store)) ||
           ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the store cannot be written: %s",
                   store_trouble(parts->store));
}

/* Batches behind a damaged place of the journal are counted before the store is opened: the engine
 * would go on without them, and say nothing. */
static bool with_store(server *parts, ff_error *error) {
    char shown[LOCATION_SHOWN];
    ff_error inner;
    uint64_t at = 0;
    unsigned lost = engine_of(parts->options->store)->count_lost(parts->options->store, &at);
    if (lost)
        log_event(&parts->log, LOG_ERROR, "journal-damaged", "byte=%llu batches-lost=%u",
                  (unsigned long long)at, lost);
    parts->store = parts->options->node ? store_open_node(parts->options->store, &inner)
                                        : store_open(parts->options->store, &inner);
    if (!parts->store)
        return ff_fail(error, inner.code, 0, 0, "%s: %s",
                       location_show(parts->options->store, shown), inner.message);
    bool served = load_puzzles(parts, error) && with_push(parts, error);
    puzzle_shelf_free(parts->shelf);
    store_close(parts->store);
    return served;
}

/* A file has one server: another is refused here, before it has touched anything. */
static bool with_claim(server *parts, ff_error *error) {
    char shown[LOCATION_SHOWN];
    ff_error inner;
    int claim;
    if (!store_claim(parts->options->store, &claim, &inner))
        return ff_fail(error, inner.code, 0, 0, "%s: %s",
                       location_show(parts->options->store, shown), inner.message);
    bool served = with_store(parts, error);
    store_release(claim);
    return served;
}

bool server_run(const server_options *options, ff_error *error) {
    server parts = {.options = options, .log = {stderr, options->log, &parts.time}};
    parts.time = options->manual_time ? time_source_manual() : (time_source){0};
    if (sodium_init() < 0 || oath_init() != OATH_OK)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the system gives no random numbers");
    parts.metrics = metrics_new(time_source_now(&parts.time).wall / 1000);
    if (!parts.metrics)
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "the system gives too little memory");
    bool served = with_claim(&parts, error);
    metrics_free(parts.metrics);
    return served;
}

/* ---- the operator, while no server runs ---- */

/* A hub with nobody in it, for the same commands that a server does: who connects to it hears
 * nothing, and no style of armies is asked for. */

static void hear_nothing(void *connection, bool cut) {
    (void)connection, (void)cut;
}

static bool find_no_style(const ff_edition *edition, ff_span name, size_t *index) {
    (void)edition, (void)name, (void)index;
    return false;
}

static size_t count_no_styles(const ff_edition *edition) {
    (void)edition;
    return 0;
}

static bool operate(struct store *store, ff_span words, ff_buffer *said) {
    hub_options wants = {.version = "", .store = store, .ready = hear_nothing};
    ff_error error;
    wants.opponents.styles.find = find_no_style;
    wants.opponents.styles.count = count_no_styles;
    struct hub *hub = hub_new(&wants);
    bool good =
        hub ? admin_do(hub, words, said, &error)
            : ff_fail(&error, FF_ERROR_NO_MEMORY, 0, 0, "the system gives too little memory");
    if (good && !hub_end_batch(hub))
        good = ff_fail(&error, FF_ERROR_SYSTEM, 0, 0, "the store fails: %s", store_trouble(store));
    if (!good) {
        ff_buffer_clear(said);
        ff_buffer_text(said, error.message);
    }
    hub_free(hub);
    return good;
}

/* A store that would lose batches by being opened is left to a server's start, which tells of them.
 * None is made here: whoever mistypes its name would ban somebody in a store that nobody uses. */
bool server_operate(const char *path, ff_span words, bool *good, ff_buffer *said, ff_error *error) {
    int claim;
    if (sodium_init() < 0 || !store_is_there(path, error) || !store_claim(path, &claim, error))
        return false;
    struct store *store = store_is_whole(path, error) ? store_open_existing(path, error) : NULL;
    if (store)
        *good = operate(store, words, said);
    store_close(store);
    store_release(claim);
    return store != NULL;
}
