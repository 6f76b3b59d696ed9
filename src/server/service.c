/* Each function here says in the words of the rooms above what the network asks in its own. What
 * must hold: nothing is decided here that a room could decide; whoever has no WebSocket by
 * `admit` gets no client by `join` either. */
#include "server/service.h"

#include "server/api/admin.h"
#include "server/commands/account_security.h"
#include "server/commands/accounts.h"
#include "server/commands/messages.h"
#include "server/database/store_nodes.h"
#include "server/identity/bans.h"
#include "server/identity/sessions.h"
#include "server/moderation/fair_play.h"
#include "server/nodes/nodes.h"
#include "server/seeking/seeking.h"
#include "server/session/adjudicator.h"
#include "server/session/batch.h"
#include "server/session/client.h"
#include "server/session/computer_seat.h"
#include "server/session/connections.h"
#include "server/tournaments/tournaments.h"
#include "server/vacation/vacations.h"

#include <assert.h>
#include <unistd.h>

enum {
    /* What waits for a thread; of one address a quarter at most (WORKERS_SHARE). */
    REVIEWS_AT_ONCE = 16, /* and exports */
    ANALYSES_AT_ONCE = 16,
    GAMES_AT_ONCE = 64, /* of the store, pictures and profiles */
    NEWS_BATCHES = 5,   /* of what other servers have done, between two of our own */
    TABLES_A_ROW = 16,  /* in memory, that are looked at as quickly as one row is read */
};

static_assert(OUTBOX_HEADROOM >= (int)SERVICE_HEADROOM, "room for a frame's head");
static_assert(HUB_TAG_SIZE == (int)SERVICE_TAG_SIZE, "a tag is kept whole");

/* ---- requests ---- */

/* Who pays for a request: nobody is charged as its address alone. */
static struct person find_requester(struct site *site, const http_request *request) {
    store_account account;
    struct identity who;
    if (request->bearer.size > 0 &&
        accounts_find_token(site->store, request->bearer, &account) == STORE_FOUND)
        return account.person;
    if (request->bearer.size == 0 && request->has_cookie &&
        sessions_identify(site->store, &request->cookie, hub_now(site->hub), &who) == SESSION_FOUND)
        return who.person;
    return (struct person){{0}};
}

/* ---- clients ---- */

/* As a status of HTTP: 101 lets the WebSocket begin. Whoever is kept out gets no further than the
 * handshake. */
static unsigned admit(struct site *site, const struct cookie *cookie,
                      const struct address *address) {
    char text[ADDRESS_TEXT];
    const char *why;
    struct identity who;
    int64_t now = hub_now(site->hub);
    address_group_text(address, text);
    session_answer found = sessions_identify(site->store, cookie, now, &who);
    if (found == SESSION_FAILED ||
        (found == SESSION_FOUND && !bans_look(site->store, &who, text, now, &why)))
        return 503;
    return found == SESSION_FOUND && !why ? 101 : 403;
}

/* Asked once more, for a ban or a sign-out may have come during the handshake. */
static struct client *join(struct site *site, const struct cookie *cookie,
                           const struct address *address, const service_wish *wish,
                           void *connection) {
    char text[ADDRESS_TEXT];
    address_group_text(address, text);
    if (admit(site, cookie, address) != 101)
        return NULL;
    struct client *client = hub_join(site->hub, &cookie->key, text, connection);
    if (!client)
        return NULL;
    if (wish->by_changes)
        hub_tell_changes(client);
    messages_welcome(site->hub, client, wish->lists);
    hub_greet(site->hub, client);
    return client;
}

static void leave(struct site *site, struct client *client) {
    hub_leave(site->hub, client);
}

static service_heard hear(struct site *site, struct client *client, ff_span text) {
    const command_kind *kind = messages_receive(site->hub, client, text);
    return kind ? (service_heard){kind->type, kind->cost} : (service_heard){"unknown", COST_LIGHT};
}

/* ---- batches and time ---- */

/* A ply that is played again takes about as long as a row that is read. */
static budget_work work(const struct site *site) {
    return (budget_work){.rows = store_rows(site->store) + site->replayed +
                                 tables_visited(site->hub->tables) / TABLES_A_ROW,
                         .bytes = hub_bytes(site->hub),
                         .told = hub_told(site->hub)};
}

/* Told when it changes, and not at each batch that fails. */
static void report_store(struct site *site) {
    bool works = store_is_working(site->store);
    char quoted[LOG_QUOTED];
    if (works == !site->store_fails)
        return;
    site->store_fails = !works;
    if (works)
        log_event(site->log, LOG_INFO, "store-works", "play=goes-on");
    else
        log_event(site->log, LOG_ERROR, "store-fails", "play=stops reason=%s",
                  log_quote(quoted, store_trouble(site->store)));
}

/* What memory holds of rows that were not stored after all is read anew. */
static void settle_rooms(struct hub *hub, bool committed) {
    if (!committed)
        tournaments_reload(hub->tournaments);
    nodes_settle(hub, committed);
}

/* What other servers have committed is brought in between two batches, in one of its own. A session
 * that was lost where nobody writes is found out here. */
static bool end_batch(struct site *site) {
    if (store_is_working(site->store) && !store_is_reachable(site->store))
        store_probe(site->store);
    bool stored = hub_end_batch(site->hub);
    for (int i = 0; i < NEWS_BATCHES && nodes_hear(site->hub); i++)
        hub_end_batch(site->hub);
    report_store(site);
    return stored;
}

static void rest(struct site *site) {
    computer_seat_ask(site->hub);
}

static int64_t now(const struct site *site) {
    return hub_now(site->hub);
}

static int64_t wait_for_alarm(const struct site *site) {
    return hub_wait(site->hub);
}

static void ring(struct site *site) {
    adjudicator_flag(site->hub);
}

static void pulse(struct site *site, uint64_t now_ms) {
    hub_pulse(site->hub, now_ms);
    seeking_pulse(site->hub);
    tournaments_pulse(site->hub->tournaments, now_ms);
    vacations_pulse(site->hub);
    adjudicator_sweep(site->hub);
    nodes_pulse(site->hub, now_ms);
    hub_tell_outage(site->hub, now_ms);
}

/* While the store fails, somebody must find out when it works again. */
static void tick(struct site *site) {
    hub_tick(site->hub); /* before anything is waited for */
    if (!store_is_working(site->store))
        store_probe(site->store);
    nodes_keep(site->hub);
}

static void farewell(struct site *site) {
    hub_farewell(site->hub);
    hub_announce_stop(site->hub);
}

static const network_service game_service = {
    .find_route = routes_find,
    .permit = routes_permit,
    .find_requester = find_requester,
    .admit = admit,
    .join = join,
    .leave = leave,
    .person = client_person,
    .hear = hear,
    .next_message = hub_next_message,
    .message_sent = hub_message_sent,
    .unread = client_unread,
    .is_leaving = client_is_leaving,
    .rest = rest,
    .work = work,
    .end_batch = end_batch,
    .now = now,
    .wait = wait_for_alarm,
    .alarm = ring,
    .pulse = pulse,
    .tick = tick,
    .farewell = farewell,
};

/* ---- what else wakes the loop ---- */

static void serve_operator(struct site *site) {
    admin_serve(site->hub, site->admin);
}

/* It wakes the loop: they are taken at the end of the batch. */
static void notice_news(struct site *site) {
    (void)site;
}

static void play_answers(struct site *site) {
    computer_seat_play_answers(site->hub);
}

static void take_hashes(struct site *site) {
    accounts_take_answers(site->hub);
}

static void take_wakes(struct site *site) {
    hub_tick(site->hub);
    wakes_take_answers(site->hub->wakes, hub_now(site->hub));
}

static void take_agreement(struct site *site) {
    fair_play_take(site->hub->fair_play);
}

static void add_source(network_options *options, network_source source) {
    assert(options->sources < NETWORK_SOURCES);
    options->source[options->sources++] = source;
}

void service_offer(struct site *site, network_options *options) {
    const hub_options *hub = &site->hub->options;
    options->service = &game_service;
    options->site = site;
    options->cookie_key = store_session_key(site->store);
    if (site->admin >= 0)
        add_source(options, (network_source){.fd = site->admin, .act = serve_operator});
    add_source(options,
               (network_source){.fd = workers_fd(site->reviewers), .jobs = site->reviewers});
    add_source(options, (network_source){.fd = workers_fd(site->readers), .jobs = site->readers});
    add_source(options, (network_source){.fd = workers_fd(site->analysts), .jobs = site->analysts});
    add_source(options,
               (network_source){.fd = computer_workers_fd(hub->computers), .act = play_answers});
    add_source(options, (network_source){.fd = workers_fd(hub->passwords), .act = take_hashes});
    if (site->hub->fair_play)
        add_source(options, (network_source){.fd = fair_play_fd(site->hub->fair_play),
                                             .act = take_agreement});
    if (store_news_fd(site->store) >= 0)
        add_source(options, (network_source){.fd = store_news_fd(site->store), .act = notice_news});
    if (hub->push)
        add_source(options,
                   (network_source){.fd = workers_fd(hub->push->workers), .act = take_wakes});
}

/* ---- beginning and end ---- */

bool service_open(struct site *site, const service_options *options, struct hub *hub) {
    *site = (struct site){
        .hub = hub,
        .store = hub->options.store,
        .files = files_new(options->web),
        .metrics = hub->options.metrics,
        .log = options->log,
        .public_host = options->public_host,
        .admin = options->admin,
        .formats = options->formats,
        .reviewers = workers_new(1, REVIEWS_AT_ONCE),
        .readers = workers_new(1, GAMES_AT_ONCE),
        .analysts = workers_new(1, ANALYSES_AT_ONCE),
        .analyse = options->analyse,
        .metrics_readers = options->metrics_readers,
    };
    /* How many at once from one address, and how many more each second: an analysis keeps its
     * thread the longest. */
    limits_init(&site->reviews, 20, 1);
    limits_init(&site->reads, 20, 5);
    limits_init(&site->analyses, 4, 1.0 / 30);
    hub->tournaments = tournaments_new(hub);
    hub->ended = settle_rooms;
    if (options->agree)
        hub->fair_play = fair_play_new(site->store, options->agree, 1, options->log);
    return (hub->fair_play || !options->agree) && nodes_open(hub) && site->files &&
           site->reviewers && site->readers && site->analysts && hub->tournaments;
}

void service_close(struct site *site) {
    if (site->admin >= 0)
        close(site->admin);
    site->hub->ended = NULL;
    nodes_close(site->hub);
    tournaments_free(site->hub->tournaments);
    site->hub->tournaments = NULL;
    fair_play_free(site->hub->fair_play);
    site->hub->fair_play = NULL;
    files_free(site->files);
    workers_free(site->reviewers);
    workers_free(site->readers);
    workers_free(site->analysts);
}
