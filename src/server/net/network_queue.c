/* Whose message is served when. A message that has arrived waits for its turn, and its
 * connection is not read meanwhile, nor before its welcome, which waits like one; each batch serves
 * what it has time for, in fair turns (fair_queue.h), and the next batch goes on. Whose points are
 * spent (budget.h) sleeps until some have come back.
 *
 * What must hold: a session that `waits` stands either in the queue or among the sleepers, and
 * its connection is read exactly while it does not. */
#include "server/net/network_parts.h"

#include <assert.h>
#include <stddef.h>

enum {
    BATCH_POINTS = 400, /* after which a batch ends: about ten milliseconds */
    /* All connections of an address have points again at the same moment: if they woke in it,
     * all but one would find them spent again. None is lost meanwhile. */
    SLEEP_MS = 50,
};

/* ---- who asks ---- */

/* The address as the limits count it, the same for HTTP and WebSockets. */
static ff_span write_group(const ff_address *address, char text[ADDRESS_TEXT]) {
    ff_address group = address_group(address);
    address_write(&group, text);
    return ff_span_of(text);
}

static network_peer *peer_of(ws_session *session) {
    return (network_peer *)((char *)session - offsetof(network_peer, ws));
}

/* `text` holds the address. Who has not been welcomed yet is a person by the cookie. */
static budget_party party_of(ws_session *session, char text[ADDRESS_TEXT]) {
    const network_service *service = network_of(peer_of(session)->wsi)->options.service;
    const ff_person *person =
        session->client ? service->person(session->client) : &session->cookie.key;
    return (budget_party){&session->purse,
                          {(const char *)person->key, sizeof person->key},
                          write_group(&peer_of(session)->client, text)};
}

/* What has been done since `before`, of that class. */
static budget_work work_since(const ff_network *network, const budget_work *before, cost class) {
    budget_work now = network->options.service->work(network->options.site);
    return (budget_work){
        .cost = class, .rows = now.rows - before->rows, .bytes = now.bytes - before->bytes};
}

static budget_work work_now(const ff_network *network) {
    return network->options.service->work(network->options.site);
}

/* ---- messages ---- */

static void note_wait(ff_network *network, const ws_session *session, const char *type) {
    metrics_wait(network->options.metrics, type, network->batch - session->came);
}

/* Serves the message that has arrived, or welcomes; returns what it has cost. */
static unsigned serve(ff_network *network, ws_session *session) {
    ff_span text = {session->inbox.data ? session->inbox.data : "", session->inbox.size};
    budget_work before = work_now(network);
    service_heard heard = {"welcome", COST_READ};
    if (session->client)
        heard = network->options.service->hear(network->options.site, session->client, text);
    else
        network_welcome(peer_of(session));
    budget_work done = work_since(network, &before, heard.cost);
    done.heard = text.size;
    note_wait(network, session, heard.type);
    return budget_points(&done);
}

static void enqueue(ff_network *network, ws_session *session) {
    char text[ADDRESS_TEXT];
    budget_party party = party_of(session, text);
    /* Without memory for its turn it comes when others have had theirs. */
    if (!fair_queue_put(network->queue, &session->turn, party.address, party.person))
        timer_heap_set(&network->sleepers, &session->sleep, (int64_t)network_now_ms(network) + 100);
}

void network_await_turn(network_peer *peer) {
    ff_network *network = network_of(peer->wsi);
    ws_session *session = &peer->ws;
    assert(!session->waits);
    session->waits = true;
    session->came = network->batch;
    ev_io_stop(network->loop, &peer->io);
    enqueue(network, session);
}

void network_forget_turn(network_peer *peer) {
    ff_network *network = network_of(peer->wsi);
    if (peer->ws.turn.parent)
        fair_queue_finish(network->queue, &peer->ws.turn, 0);
    timer_heap_drop(&network->sleepers, &peer->ws.sleep);
    peer->ws.waits = false;
}

static void wake_sleepers(ff_network *network, int64_t now) {
    for (heap_timer *at; (at = timer_heap_first(&network->sleepers)) && at->when <= now;) {
        timer_heap_drop(&network->sleepers, at);
        enqueue(network, (ws_session *)((char *)at - offsetof(ws_session, sleep)));
    }
}

/* Serves who is first, or sends it to sleep. Returns what that has cost. */
static unsigned serve_first(ff_network *network, fair_node *first, uint64_t now) {
    ws_session *session = (ws_session *)((char *)first - offsetof(ws_session, turn));
    char text[ADDRESS_TEXT];
    budget_party party = party_of(session, text);
    uint64_t wait = budget_wait(&network->budget, &party, now);
    assert(session->waits);
    if (wait > 0) {
        fair_queue_finish(network->queue, first, 0);
        timer_heap_set(&network->sleepers, &session->sleep,
                       (int64_t)(now + (wait > SLEEP_MS ? wait : SLEEP_MS)));
        return 0;
    }
    unsigned points = serve(network, session);
    fair_queue_finish(network->queue, first, points);
    budget_charge(&network->budget, &party, points, now);
    session->waits = false;
    network_go_on(peer_of(session));
    return points;
}

/* The loop must not sleep while somebody waits. */
static void wake_for_more(ff_network *network, int64_t now) {
    const heap_timer *sleeper = timer_heap_first(&network->sleepers);
    int64_t wait = sleeper && sleeper->when > now ? sleeper->when - now : 0;
    if (!fair_queue_is_empty(network->queue))
        wait = 0;
    else if (!sleeper)
        return;
    ev_timer_stop(network->loop, &network->more);
    ev_timer_set(&network->more, (double)wait / 1000, 0);
    ev_timer_start(network->loop, &network->more);
}

void network_serve(ff_network *network) {
    uint64_t now = network_now_ms(network);
    unsigned spent = network->spent; /* by requests that came in this batch */
    unsigned served = 0;             /* however much these have taken, one message gets its turn */
    wake_sleepers(network, (int64_t)now);
    for (fair_node *first;
         (!served || spent < BATCH_POINTS) && (first = fair_queue_first(network->queue));) {
        unsigned points = serve_first(network, first, now);
        spent += points;
        served += points > 0;
    }
    wake_for_more(network, (int64_t)now);
    network->spent = 0;
    network->batch++;
}

/* ---- requests ---- */

bool network_may_ask(ff_network *network, const http_exchange *exchange) {
    char text[ADDRESS_TEXT];
    budget_party party = {.address = write_group(&exchange->request.address, text)};
    return exchange->route->cost == COST_LIGHT ||
           budget_wait(&network->budget, &party, network_now_ms(network)) == 0;
}

/* The page's files are there already and cost nothing. What a thread does is paid for, and
 * takes no time of the batch. */
void network_answer(ff_network *network, http_exchange *exchange) {
    char text[ADDRESS_TEXT];
    budget_party party = {.address = write_group(&exchange->request.address, text)};
    budget_work before = work_now(network);
    exchange->route->answer(network->options.site, &exchange->request, &exchange->reply);
    budget_work done = work_since(network, &before, exchange->route->cost);
    if (exchange->route->cost != COST_LIGHT)
        done.bytes += exchange->reply.body.size;
    if (exchange->route->cost != COST_HEAVY)
        done.heard = exchange->request.body.size;
    budget_charge(&network->budget, &party, budget_points(&done), network_now_ms(network));
    done.cost = done.cost == COST_HEAVY ? COST_LIGHT : done.cost;
    network->spent += budget_points(&done);
}
