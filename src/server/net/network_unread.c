/* What is kept for those who do not read what they are sent: so many bytes for all connections
 * of an address, and so many in all. Where an address has too much, the connection of its own
 * that leaves most unread is cut; where all together have, that of the address which has most:
 * so nobody is cut for what another address leaves unread, unless by leaving more.
 *
 * A text that many are to read counts for each of them. What must hold: `network->unread` is
 * the sum over all peers, and the quota has it by address. */
#include "server/net/network_parts.h"

#include <assert.h>

static size_t unread_of(const network_peer *peer) {
    const network_service *service = network_of(peer->wsi)->options.service;
    const http_exchange *exchange = &peer->exchange;
    if (peer->doomed)
        return 0;
    if (peer->is_ws)
        return peer->ws.client ? service->unread(peer->ws.client) + peer->ws.buffered : 0;
    if (exchange->phase != EXCHANGE_STREAMING)
        return 0;
    size_t line = exchange->sent < exchange->line.size ? exchange->line.size : 0;
    return service->unread(exchange->reply.client) + line;
}

/* Of the address to which the peer belongs. */
static size_t unread_beside(const struct network *network, const network_peer *peer) {
    return address_quota_unread(network->quota, &peer->client, 0, 0);
}

/* Which leaves most unread: of an address, or of that which has most. */
static network_peer *largest(const struct network *network, const struct address *of) {
    network_peer *found = NULL;
    size_t most = 0;
    for (network_peer *at = network->peers; at; at = at->next) {
        struct address group = address_group(&at->client);
        if (at->unread == 0 || (of && !address_equals(&group, of)))
            continue;
        size_t beside = of ? 0 : unread_beside(network, at);
        if (!found || beside > most || (beside == most && at->unread > found->unread)) {
            found = at;
            most = beside;
        }
    }
    return found;
}

/* Notes it; false where there is no memory to. */
static bool keep(struct network *network, network_peer *peer, size_t unread) {
    size_t before = peer->unread;
    if (address_quota_unread(network->quota, &peer->client, before, unread) == SIZE_MAX)
        return false;
    assert(network->unread >= before);
    network->unread += unread - before;
    peer->unread = unread;
    return true;
}

static void cut(struct network *network, network_peer *peer) {
    network_cut(peer);
    keep(network, peer, 0);
}

void network_count_unread(network_peer *peer) {
    struct network *network = network_of(peer->wsi);
    size_t unread = unread_of(peer), before = peer->unread;
    struct address group = address_group(&peer->client);
    if (unread == before)
        return;
    if (!keep(network, peer, unread))
        cut(network, peer);
    else if (unread > before && unread_beside(network, peer) > NETWORK_UNREAD_EACH)
        cut(network, largest(network, &group));
    else if (unread > before && network->unread > network->options.unread)
        cut(network, largest(network, NULL));
}

void network_forget_unread(network_peer *peer) {
    keep(network_of(peer->wsi), peer, 0);
}
