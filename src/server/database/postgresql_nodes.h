/* Several servers (nodes) on one store in PostgreSQL, by its own means: a lock that nodes share
 * and a server without `--node` has alone, so that a store is brought up to date only while nobody
 * else is on it; the keeper's lock, which one of them has; and news (LISTEN and NOTIFY) of the rows
 * that others have changed. Locks and news are a session's: whoever loses the session, through
 * which alone it writes, has lost them with it. */
#ifndef FLAGFALL_SERVER_DATABASE_POSTGRESQL_NODES_H
#define FLAGFALL_SERVER_DATABASE_POSTGRESQL_NODES_H

#include "server/database/postgresql_state.h"

/* As the store is opened: takes a place among its nodes. False, and said, where a server has it
 * alone, or somebody takes too long to start. */
bool postgresql_node_enter(struct postgresql *own);

/* Before anything is changed: may the schema be brought up to date? */
bool postgresql_node_check(struct postgresql *own, int schema, int newest);

/* At the end of the opening: the triggers that tell news are there, and others may start. */
bool postgresql_node_settle(struct postgresql *own);

/* A session stands, the first or another one. */
bool postgresql_node_begin(struct postgresql *own);

/* Another session has been made: takes the place again. */
bool postgresql_node_return(struct postgresql *own);

void postgresql_node_close(struct postgresql *own);

extern const struct engine_nodes postgresql_nodes;

#endif
