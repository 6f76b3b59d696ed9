/* Who is served when. A message of a WebSocket that has arrived, or a request, waits for its turn,
 * and its connection is not read meanwhile, nor before a WebSocket's welcome, which waits like
 * one; each batch serves what it has time for, in fair turns (fair_queue.h), and the next batch
 * goes on. Whose points are spent (budget.h) sleeps until some have come back.
 *
 * What must hold: a connection that `waits` stands either in the queue or among the sleepers,
 * and is read exactly while it does not. */
#include "server/net/network_parts.h"

#include "server/base/person.h"

#include <assert.h>
#include <stddef.h>

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
    if (!peer->is_ws)
        return service->find_requester(network->options.site, &peer->exchange.request);
    return peer->ws.client ? *service->person(peer->ws.client) : peer->ws.cookie.key;
}

/* `text` holds the address. A proxy's connection brings requests of many, and has no purse. */
static budget_party party_of(network_peer *peer, char text[ADDRESS_TEXT]) {
    network_turn *turn = &peer->turn;
    bool known = !person_is_nobody(&turn->person);
    return (budget_party){
        .purse = peer->is_ws || !peer->proxied ? &turn->purse : NULL,
        .person = {(const char *)turn->person.key, known ? sizeof turn->person.key : 0},
        .address = address_group_text(&peer->client, text)};
}

budget_work network_work(const struct network *network) {
    return network->options.service->work(network->options.site);
}

budget_work network_work_since(const struct network *network, const budget_work *before,
                               cost class) {
    budget_work now = network_work(network);
    return (budget_work){.cost = class,
                         .rows = now.rows - before->rows,
                         .bytes = now.bytes - before->bytes,
                         .told = now.told - before->told};
}

/* ---- waiting ---- */

static network_peer *peer_of(network_turn *turn) {
    return (network_peer *)((char *)turn - offsetof(network_peer, turn));
}

static void sleep_until(struct network *network, network_turn *turn, uint64_t when) {
    assert(turn->waits && !turn->node.parent);
    timer_heap_set(&network->sleepers, &turn->sleep, (int64_t)when);
}

static void enqueue(struct network *network, network_turn *turn) {
    char text[ADDRESS_TEXT];
    assert(turn->waits && !turn->sleep.place);
    budget_party party = party_of(peer_of(turn), text);
    /* Without memory for its turn it comes when others have had theirs. */
    if (!fair_queue_put(network->queue, &turn->node, party.address, party.person))
        sleep_until(network, turn, network_now_ms(network) + SLEEP_MS);
}

void network_await_turn(network_peer *peer, network_act *act) {
    struct network *network = network_of(peer->wsi);
    network_turn *turn = &peer->turn;
    assert(!turn->waits);
    turn->waits = true;
    turn->act = act;
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

/* `points` is what the work cost whoever asked for it, `here` what it cost this thread and so all
 * others in the batch. */
void network_end_turn(network_peer *peer, const char *type, unsigned points, unsigned here) {
    char text[ADDRESS_TEXT];
    struct network *network = network_of(peer->wsi);
    budget_party party = party_of(peer, text);
    metrics_wait(network->options.metrics, type, network->batch - peer->turn.came);
    fair_queue_finish(network->queue, &peer->turn.node, points);
    budget_charge(&network->budget, &party, points, network_now_ms(network));
    assert(peer->turn.waits);
    peer->turn.waits = false;
    network->spent += here;
    network->served++;
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
    } else {
        turn->act(peer);
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
