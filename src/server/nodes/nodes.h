/* Several servers on one store (database/store_nodes.h), as the hub sees it: what the others have
 * committed is brought into what is in memory here and told to those who are connected here; and
 * whoever becomes the keeper takes up what only one does. A server that has its store alone does
 * nothing here. */
#ifndef FLAGFALL_SERVER_NODES_NODES_H
#define FLAGFALL_SERVER_NODES_NODES_H

#include "server/session/hub.h"

/* For a hub whose store is open, to be closed before either. False where memory or the store fails.
 */
bool nodes_open(struct hub *hub);
void nodes_close(struct hub *hub);

/* To be called a few times a second, in the batch that is open. */
void nodes_pulse(struct hub *hub, uint64_t now_ms);

/* A batch has ended: it stands, or could not be stored. */
void nodes_settle(struct hub *hub, bool committed);

/* Takes the news that there are, as many as one batch may; to be called before anything else of a
 * batch has changed. False where there were none. */
bool nodes_hear(struct hub *hub);

/* To be called about once a second, and before games are resumed: becomes the keeper where no other
 * node is. */
void nodes_keep(struct hub *hub);

#endif
