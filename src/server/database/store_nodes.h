/* Several servers (nodes) on one store. Each serves whomever it likes; what one has committed the
 * others are told of as news; and what only one may do, whoever is served where, the keeper does:
 * clocks that run out, moves of computer players, what is looked for now and then. A server that
 * has its store alone is its keeper, and has no news. */
#ifndef FLAGFALL_SERVER_DATABASE_STORE_NODES_H
#define FLAGFALL_SERVER_DATABASE_STORE_NODES_H

#include "server/database/store.h"

/* A row that another node has changed, or made, or deleted: its table, and what names the row
 * there. Table "": news may have been missed, and anything may have changed. */
typedef struct store_news {
    char table[24];
    char key[72];
} store_news;

/* Was it opened as a node's? And was nobody else on it then? */
bool store_is_shared(const struct store *store);
bool store_was_alone(const struct store *store);

/* Is this server the keeper? It is for as long as the session that it writes by. */
bool store_keeps(const struct store *store);

/* Becomes it, where no other node is. To be called now and then. */
void store_keep(struct store *store);

/* Tells the others that this node is there: they hear it as news of table "beat", whose key is
 * when, by the database's clock, in microseconds. Between two batches, about once a second: of a
 * node that says nothing for ten seconds the database ends the session, so that others go on; and
 * one that has lost its session finds out, and has another. False where it cannot be said. */
bool store_beat(struct store *store);

/* Tells the others something of which no row is written, with what is committed next: they hear it
 * as news of that "table", which no table is called. Both are of letters and digits. False where it
 * cannot be said; true, and nothing, where nobody else can be on the store. */
bool store_tell(struct store *store, const char *table, const char *key);

/* The database's clock, in microseconds since 1970, as this node knows it by its last beat: never
 * early, and late by no more than that beat took. False where there is no session. */
bool store_clock_us(const struct store *store, int64_t *us);

/* A descriptor that becomes readable when there may be news, but where they have come with an
 * answer of the store's, or been missed; -1: there are none ever. */
int store_news_fd(const struct store *store);

/* The next news, in the order of commits; of what this node has committed itself lines of chat
 * alone, for their order is everybody's. False where there are none now. To be called between two
 * batches, now and then even when nothing is readable. */
bool store_next_news(struct store *store, store_news *news);

/* By which number the others know this node, drawn as it was opened. While it has a session
 * PostgreSQL's table pg_locks has an advisory lock of that number, of class NODE_LOCK. */
enum { NODE_LOCK = 0x46464c34 /* "FFL4" */ };
int64_t store_node_number(const struct store *store);

/* By how many milliseconds the database's clock was ahead of this machine's as the session began;
 * 0 where the store has none. */
int64_t store_clock_ahead(const struct store *store);

#endif
