/* The network: HTTP and WebSockets on one port, and the event loop. The files
 * network*.c are the only ones that know libwebsockets. */
#ifndef FLAGFALL_SERVER_NET_NETWORK_H
#define FLAGFALL_SERVER_NET_NETWORK_H

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/net/http.h"
#include "server/play/review.h"
#include "server/session/hub.h"

typedef struct network_options {
    http_hosts hosts;
    ff_proxies proxies;         /* that are believed about whose a request is */
    ff_proxies metrics_readers; /* who may read /metrics */
    const char *web;            /* folder of the page, or null: the program's own */
    const review_format *formats;
    ff_store *store;
    ff_thinkers *thinkers;
    ff_workers *passwords;
    ff_metrics *metrics;
    const ff_log *log;
    const time_source *time; /* what time it is; null: the system's */
    unsigned connections;    /* at once, of all */
    unsigned per_address;    /* and of one address */
    int admin;               /* the operator's socket, or -1; the network closes it */
    int listener;            /* the network closes it */
    int signals;             /* becomes readable when it is time to stop; the network closes it */
} network_options;

typedef struct ff_network ff_network;

/* Raises, or lowers, the process's limit of open files to what so many connections
 * need; returns how many there can be. */
unsigned network_claim_files(unsigned connections);

/* Null when the system refuses. */
ff_network *network_new(const network_options *options);
void network_free(ff_network *network);

/* For the hub: sends what there is for a connection, or cuts it. */
void network_ready(void *connection, bool cut);

/* The event loop, over a hub whose `ready` is `network_ready`; returns when it is
 * time to stop, and all clients have been told goodbye. */
void network_run(ff_network *network, ff_hub *hub);

/* The same in pieces: its beginning, and one batch, which waits for something to happen or
 * serves what has; false when it is time to stop. */
void network_begin(ff_network *network, ff_hub *hub);
bool network_batch(ff_network *network, bool wait);

#endif
