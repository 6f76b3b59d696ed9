/* What the server counts, for /metrics. Numbers of things only: no names, no ids, no
 * addresses.
 *
 * One thread. A null `metrics` counts nothing, for tests. */
#ifndef FLAGFALL_SERVER_BASE_METRICS_H
#define FLAGFALL_SERVER_BASE_METRICS_H

#include "flagfall/base.h"

/* Counters that have a label. */
typedef enum metrics_family {
    METRICS_MESSAGES,    /* by type */
    METRICS_REFUSALS,    /* by reason */
    METRICS_REQUESTS,    /* by HTTP status */
    METRICS_TURNED_AWAY, /* connections, by reason */
    METRICS_WAKES,       /* messages to push services, by what came of them */
    METRICS_FAMILIES
} metrics_family;

/* Counters that have none. */
typedef enum metrics_counter {
    METRICS_MOVES,
    METRICS_STORE_FAILURES,
    METRICS_CONFLICTS, /* batches taken back because another server was faster */
    METRICS_DAMAGED,   /* games that have been found damaged */
    METRICS_DROPPED,   /* clients that did not read */
    METRICS_RELAYED,   /* pages asked for through a proxy that the host has not named */
    METRICS_NOT_ENDED, /* games whose clock ran out, and that could not be read to be ended */
    METRICS_COUNTERS
} metrics_counter;

/* What is so at the moment. */
typedef enum metrics_gauge {
    METRICS_WEBSOCKETS,
    METRICS_HTTP_CONNECTIONS,
    METRICS_WAITING_CONNECTIONS,
    METRICS_STREAMS,
    METRICS_UNREAD, /* bytes */
    METRICS_PERSONS,
    METRICS_TABLES,
    METRICS_CONNECTIONS_LIMIT,
    METRICS_COMPUTER_LINE, /* games whose computer player has not been asked yet */
    METRICS_OVERDUE,     /* seconds since the clock ran out that ran out first and is not served */
    METRICS_SWEEP,       /* seconds that the present look at all games has lasted */
    METRICS_STORE_WORKS, /* 1 or 0 */
    METRICS_KEEPER,      /* 1 or 0 */
    METRICS_GUEST_SEATS,
    METRICS_GUEST_SEATS_LIMIT,
    METRICS_GAUGES
} metrics_gauge;

struct metrics;

/* Null when memory is out. */
struct metrics *metrics_new(int64_t begun);
void metrics_free(struct metrics *metrics);

/* Adds one to a counter. */
void metrics_count(struct metrics *metrics, metrics_counter counter);

/* The label is a word that lives as long as the program: a name out of a table. */
void metrics_count_by(struct metrics *metrics, metrics_family family, const char *label);

/* A batch was committed and took so many seconds. */
void metrics_commit(struct metrics *metrics, double seconds);

/* What another server has told was heard so many seconds after it was. */
void metrics_news(struct metrics *metrics, double seconds);

/* A batch of the event loop took so many seconds of the processor. */
void metrics_batch(struct metrics *metrics, double seconds);

/* A message of this type was served so many batches after the one in which it had arrived. */
void metrics_wait(struct metrics *metrics, const char *type, uint64_t batches);

/* What a gauge shows until it is set again. */
void metrics_set(struct metrics *metrics, metrics_gauge gauge, uint64_t value);

/* Appends all as Prometheus text (version 0.0.4). */
void metrics_write(const struct metrics *metrics, ff_buffer *out);

/* Appends what such a text says of a number before its values, for those that are found when they
 * are asked for. `type` is "gauge" or "counter". */
void metrics_open(ff_buffer *out, const char *name, const char *type, const char *help);

#endif
