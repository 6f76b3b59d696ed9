/* Fair turns: who waits to be served, by address, then by person, then by connection. Each
 * round gives every address that waits the same credit, within it every person, within that
 * every connection (deficit round robin); what was served is charged after it, by what it
 * cost. So who asks for much waits behind those who ask for little, however many connections
 * it has, and where nobody else waits it is served at once.
 *
 * A connection waits with one message at most, so the queue is as bounded as the connections
 * are. Choosing takes on average no longer for many that wait than for few: who owes is passed over
 * once a round, and what it owes was earned by what was done for it. One thread at a time. Where
 * jobs wait for threads (workers.h), a job stands in the place of a connection. */
#ifndef FLAGFALL_SERVER_BASE_FAIR_QUEUE_H
#define FLAGFALL_SERVER_BASE_FAIR_QUEUE_H

#include "flagfall/base.h"

enum {
    FAIR_CREDIT = 16,     /* points that a round gives */
    FAIR_DEBT_MAX = 1600, /* that an address, a person or a connection can owe; a connection
                             takes its debt along, the others as long as somebody waits */
};

typedef struct fair_node fair_node;
struct fair_node {
    fair_node *parent; /* null: it does not wait */
    fair_node *first;  /* of those below it, in a ring: whose turn it is; null: a connection */
    fair_node *next, *before;
    fair_node *next_in_bucket;
    uint64_t key;   /* of an address or a person */
    int64_t credit; /* points; below 1 it has had its turn */
};

typedef struct fair_queue fair_queue;

/* Null when memory is out. Nobody may wait when it is freed. */
fair_queue *fair_queue_new(void);
void fair_queue_free(fair_queue *queue);

/* A connection, whose node is the caller's and begins as {0}, waits; it does not yet. False
 * when memory is out. */
bool fair_queue_put(fair_queue *queue, fair_node *connection, ff_span address, ff_span person);

/* Whose turn it is, null where nobody waits. It waits on until it is finished. */
fair_node *fair_queue_first(fair_queue *queue);

/* The connection has been served, for so many points, or waits no more (0). */
void fair_queue_finish(fair_queue *queue, fair_node *connection, unsigned points);

bool fair_queue_is_empty(const fair_queue *queue);

#endif
