/* Who is connected to which of several servers on a store: each writes its persons into table
 * `here`, and reads those of the others. So a challenge stands in every lobby for as long as who
 * offers it is connected anywhere, and nobody may claim a game from somebody who is connected to
 * another server. That one has the game open there is not asked: who is connected is here. */
#ifndef FLAGFALL_SERVER_NODES_ARRIVALS_H
#define FLAGFALL_SERVER_NODES_ARRIVALS_H

#include "server/session/hub.h"

/* For a hub whose store several servers have. Null where the store or memory fails. */
struct nodes *arrivals_open(struct hub *hub);
void arrivals_close(struct nodes *nodes);

/* What is written of our own cannot be relied upon, as after another session has begun: all of it
 * is written anew. */
void arrivals_write_anew(struct nodes *nodes);

/* A batch has ended. Of one that is lost is written again what was in it, and no more. */
void arrivals_settle(struct nodes *nodes, bool committed);

/* Those of others have changed. */
void arrivals_change(struct nodes *nodes);

/* To be called a few times a second, in the batch that is open. */
void arrivals_pulse(struct nodes *nodes, uint64_t now_ms);

/* Those of servers that are gone are taken out. By the keeper, now and then. */
void arrivals_purge(struct nodes *nodes);

#endif
