/* Who is served when. A message of a WebSocket that has arrived, or a request, waits for its turn,
 * and its connection is not read meanwhile, nor before a WebSocket's welcome, which waits like
 * one; each batch serves what it has time for, in fair turns (fair_queue.h), and the next batch
 * goes on. Whose points are spent (budget.h) sleeps until some have come back.
 *
 * What must hold: a connection that `waits` stands either in the queue or among the sleepers,
 * and is read exactly while it does not. */
#include "server/net/network_parts.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

enum {
    BATCH_POINTS = 400, /* after which a batch ends: about ten milliseconds */
    /* All connections of an address have points again at the same moment: if they woke in it,
     * all but one would find them spent again. None is lost meanwhile. */
    SLEEP_MS = 50,
};

/* ---- who asks ---- */

/* Who has not been welcomed yet is a person by the cookie. */
static struct person find_person(const struct network *network, const network_peer *peer) {
    const network_service *service = network->options.service;
    const http_exchange *exchange = &peer->exchange;
    if (!peer->is_ws)
        return service->find_requester(network->options.site, &exchange->request,
                                       exchange->route->cost);
    return peer->ws.client ? *service->person(peer->ws.client) : peer->ws.cookie.key;
}

static bool is_known(const struct person *person) {
    static const struct person nobody;
    return memcmp(person, &nobody, sizeof nobody) != 0;
}

/* `text` holds the address. A proxy's connection brings requests of many, and has no purse. */
static budget_party party_of(network_peer *peer, char text[ADDRESS_TEXT]) {
    network_turn *turn = &peer->turn;
    bool known = is_known(&turn->person);
    return (budget_party){
        .purse = peer->is_ws || !peer->proxied ? &turn->purse : NULL,
        .person = {(const char *)turn->person.key, known ? sizeof turn->person.key : 0},
        .address = address_group_text(&peer->client, text)};
}

/* What has been done since `before`, of that class. */
static budget_work work_since(const struct network *network, const budget_work *before,
                              cost class) {
    budget_work now = network->options.service->work(network->options.site);
    return (budget_work){
        .cost = class, .rows = now.rows - before->rows, .bytes = now.bytes - before->bytes};
}

static budget_work work_now(const struct network *network) {
    return network->options.service->work(network->options.site);
}

/* ---- waiting ---- */

static network_peer *peer_of(network_turn *turn) {
    return (network_peer *)((char *)turn - offsetof(network_peer, turn));
}

static void sleep_until(struct network *network, network_turn *turn, uint64_t when) {
    timer_heap_set(&network->sleepers, &turn->sleep, (int64_t)when);
}

static void enqueue(struct network *network, network_turn *turn) {
    char text[ADDRESS_TEXT];
    budget_party party = party_of(peer_of(turn), text);
    /* Without memory for its turn it comes when others have had theirs. */
    if (!fair_queue_put(network->queue, &turn->node, party.address, party.person))
        sleep_until(network, turn, network_now_ms(network) + SLEEP_MS);
}

void network_await_turn(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    network_turn *turn = &peer->turn;
    assert(!turn->waits);
    turn->waits = true;
    turn->came = network->batch;
    turn->person = find_person(network, peer);
    ev_io_stop(network->loop, &peer->io);
    enqueue(network, turn);
}

void network_forget_turn(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    if (peer->turn.node.parent)
        fair_queue_finish(network->queue, &peer->turn.node, 0);
    timer_heap_drop(&network->sleepers, &peer->turn.sleep);
    peer->turn.waits = false;
}

static void wake_sleepers(struct network *network, int64_t now) {
    for (heap_timer *at; (at = timer_heap_first(&network->sleepers)) && at->when <= now;) {
        timer_heap_drop(&network->sleepers, at);
        enqueue(network, (network_turn *)((char *)at - offsetof(network_turn, sleep)));
    }
}

/* ---- turns ---- */

/* It has been served, which has cost so much, and so much of that in this batch. */
static void end_turn(struct network *network, network_peer *peer, unsigned points, unsigned here) {
    char text[ADDRESS_TEXT];
    budget_party party = party_of(peer, text);
    fair_queue_finish(network->queue, &peer->turn.node, points);
    budget_charge(&network->budget, &party, points, network_now_ms(network));
    peer->turn.waits = false;
    network->spent += here;
    network->served++;
}

static void note_wait(struct network *network, const network_peer *peer, const char *type) {
    metrics_wait(network->options.metrics, type, network->batch - peer->turn.came);
}

/* Serves the message that has arrived, or welcomes. */
static void serve_message(struct network *network, network_peer *peer) {
    ws_session *session = &peer->ws;
    ff_span text = {session->inbox.data ? session->inbox.data : "", session->inbox.size};
    budget_work before = work_now(network);
    service_heard heard = {"welcome", COST_READ};
    if (session->client)
        heard = network->options.service->hear(network->options.site, session->client, text);
    else
        network_welcome(peer);
    budget_work done = work_since(network, &before, heard.cost);
    done.heard = text.size;
    note_wait(network, peer, heard.type);
    unsigned points = budget_points(&done);
    end_turn(network, peer, points, points);
    network_go_on(peer);
}

/* The page's files are there already and cost nothing. What a thread does is paid for, and
 * takes no time of the batch. */
void network_answer(struct network *network, http_exchange *exchange) {
    cost class = exchange->route->cost;
    budget_work before = work_now(network);
    exchange->route->answer(network->options.site, &exchange->request, &exchange->reply);
    budget_work done = work_since(network, &before, class);
    if (class != COST_LIGHT)
        done.bytes += exchange->reply.body.size;
    if (class != COST_HEAVY)
        done.heard = exchange->request.body.size;
    unsigned points = budget_points(&done);
    done.cost = class == COST_HEAVY ? COST_LIGHT : class;
    note_wait(network, exchange->connection, "request");
    end_turn(network, exchange->connection, points, budget_points(&done));
}

/* Serves who is first, or sends it to sleep. */
static void serve_first(struct network *network, fair_node *first, uint64_t now) {
    network_turn *turn = (network_turn *)((char *)first - offsetof(network_turn, node));
    network_peer *peer = peer_of(turn);
    char text[ADDRESS_TEXT];
    budget_party party = party_of(peer, text);
    uint64_t wait = budget_wait(&network->budget, &party, now);
    assert(turn->waits);
    if (wait > 0) {
        fair_queue_finish(network->queue, first, 0);
        sleep_until(network, turn, now + (wait > SLEEP_MS ? wait : SLEEP_MS));
    } else if (peer->is_ws) {
        serve_message(network, peer);
    } else {
        exchange_step(&peer->exchange, ON_TURN, (ff_span){"", 0});
    }
}

/* The loop must not sleep while somebody waits. */
static void wake_for_more(struct network *network, int64_t now) {
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

/* However much it costs, one gets its turn in each batch. */
void network_serve(struct network *network) {
    uint64_t now = network_now_ms(network);
    network->spent = network->served = 0;
    wake_sleepers(network, (int64_t)now);
    for (fair_node *first; (!network->served || network->spent < BATCH_POINTS) &&
                           (first = fair_queue_first(network->queue));)
        serve_first(network, first, now);
    wake_for_more(network, (int64_t)now);
    network->batch++;
}
