/* The network: HTTP and WebSockets on one port, and the event loop. The only part
 * of the program that knows libwebsockets. */
#ifndef FLAGFALL_SERVER_NETWORK_H
#define FLAGFALL_SERVER_NETWORK_H

#include "server/http.h"
#include "server/hub.h"

typedef struct network_options {
    http_hosts hosts;
    const char *web; /* folder of the page, or null: the program's own */
    ff_store *store;
    ff_thinkers *thinkers;
    int listener; /* the network closes it */
    int signals;  /* becomes readable when it is time to stop; the network closes it */
} network_options;

typedef struct ff_network ff_network;

/* Null when the system refuses. */
ff_network *network_new(const network_options *options);
void network_free(ff_network *network);

/* For the hub: sends what there is for a connection, or cuts it. */
void network_ready(void *connection, bool cut);

/* The event loop, over a hub whose `ready` is `network_ready`; returns when it is
 * time to stop. */
void network_run(ff_network *network, ff_hub *hub);

#endif
