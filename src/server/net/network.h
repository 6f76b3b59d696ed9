/* The network: HTTP and WebSockets on one port, and the event loop. The files
 * network*.c are the only ones that know libwebsockets. */
#ifndef FLAGFALL_SERVER_NET_NETWORK_H
#define FLAGFALL_SERVER_NET_NETWORK_H

#include "server/net/network_options.h"

struct network;

/* Raises, or lowers, the process's limit of open files to what so many connections
 * need; returns how many there can be. */
unsigned network_claim_files(unsigned connections);

/* Null when the system refuses. */
struct network *network_new(const network_options *options);

/* All connections go first, and with them the service's clients. */
void network_free(struct network *network);

/* For the service: sends what there is for a connection, or cuts it. */
void network_ready(void *connection, bool cut);

/* The event loop; returns when it is time to stop, and all clients have been told goodbye. */
void network_run(struct network *network);

/* The same in pieces: its beginning, and one batch, which waits for something to happen or
 * serves what has; false when it is time to stop. */
void network_begin(struct network *network);
bool network_batch(struct network *network, bool wait);

/* A second has gone by for requests, streams and WebSockets; for a loop of one's own. */
void network_tick(struct network *network);

#endif
