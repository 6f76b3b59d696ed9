/* A connection as all files of this room see it: whose it is, and that it is to end. What must
 * hold: it is closed by `close_doomed` alone (network.c), when a batch ends, so that whoever has
 * one in hand still has it after any call. */
#include "server/net/network_parts.h"

#include <assert.h>

uint64_t network_now_ms(const struct network *network) {
    return (uint64_t)time_source_now(network->options.time).steady;
}

struct network *network_of(struct lws *wsi) {
    return lws_context_user(lws_get_context(wsi));
}

network_peer *network_peer_of(struct lws *wsi) {
    return lws_get_opaque_user_data(wsi);
}

void network_doom(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    if (peer->doomed)
        return;
    assert(!peer->next_doomed);
    peer->doomed = true;
    peer->next_doomed = network->doomed;
    if (peer->next_doomed)
        peer->next_doomed->before_doomed = peer;
    network->doomed = peer;
}

void network_cut(network_peer *peer) {
    if (!peer->cut)
        metrics_count(network_of(peer->wsi)->options.metrics, METRICS_DROPPED);
    peer->cut = true;
    network_doom(peer);
}
