/* Counters, gauges and histograms, as Prometheus reads them. What must hold: labels are constant
 * texts of the program, never of a client, so that nobody can make the table grow. */
#define _POSIX_C_SOURCE 200809L

#include "server/base/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LABELS_MAX = 96 };

/* Seconds. The last bucket has no bound. */
static const double bounds[] = {.0005, .001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5};
enum { BOUNDS = sizeof bounds / sizeof *bounds };

typedef struct labelled {
    const char *label;
    uint64_t count;
} labelled;

typedef struct histogram {
    uint64_t count[BOUNDS + 1]; /* of each bucket alone: sums are made when they are written */
    double seconds;
} histogram;

struct metrics {
    int64_t begun; /* seconds since 1970 */
    uint64_t counter[METRICS_COUNTERS];
    uint64_t gauge[METRICS_GAUGES];
    labelled by[METRICS_FAMILIES][LABELS_MAX + 1]; /* a null label ends; the last is for all else */
    labelled waits[LABELS_MAX + 1];                /* the longest of each type, in batches */
    histogram commits, batches, news;
    double longest_batch; /* seconds */
};

struct metrics *metrics_new(int64_t begun) {
    struct metrics *metrics = calloc(1, sizeof *metrics);
    if (metrics)
        metrics->begun = begun;
    return metrics;
}

void metrics_free(struct metrics *metrics) {
    free(metrics);
}

void metrics_count(struct metrics *metrics, metrics_counter counter) {
    if (metrics)
        metrics->counter[counter]++;
}

void metrics_set(struct metrics *metrics, metrics_gauge gauge, uint64_t value) {
    if (metrics)
        metrics->gauge[gauge] = value;
}

/* The place of a label; the last one is for all that find none. */
static labelled *place_of(labelled *at, const char *label) {
    const labelled *last = at + LABELS_MAX;
    while (at < last && at->label && strcmp(at->label, label) != 0)
        at++;
    if (!at->label)
        at->label = at < last ? label : "other";
    return at;
}

void metrics_count_by(struct metrics *metrics, metrics_family family, const char *label) {
    if (metrics)
        place_of(metrics->by[family], label)->count++;
}

void metrics_wait(struct metrics *metrics, const char *type, uint64_t batches) {
    labelled *at = metrics ? place_of(metrics->waits, type) : NULL;
    if (at && batches > at->count)
        at->count = batches;
}

static void note_seconds(histogram *in, double seconds) {
    size_t at = 0;
    while (at < BOUNDS && seconds > bounds[at])
        at++;
    in->count[at]++;
    in->seconds += seconds;
}

void metrics_commit(struct metrics *metrics, double seconds) {
    if (metrics)
        note_seconds(&metrics->commits, seconds);
}

void metrics_news(struct metrics *metrics, double seconds) {
    if (metrics)
        note_seconds(&metrics->news, seconds);
}

void metrics_batch(struct metrics *metrics, double seconds) {
    if (!metrics)
        return;
    note_seconds(&metrics->batches, seconds);
    if (seconds > metrics->longest_batch)
        metrics->longest_batch = seconds;
}

/* ---- as text ---- */

void metrics_open(ff_buffer *out, const char *name, const char *type, const char *help) {
    ff_buffer_format(out, "# HELP flagfall_%s %s\n# TYPE flagfall_%s %s\n", name, help, name, type);
}

static void write_number(ff_buffer *out, const char *name, uint64_t number) {
    ff_buffer_format(out, "flagfall_%s %llu\n", name, (unsigned long long)number);
}

static void write_counters(const struct metrics *metrics, ff_buffer *out) {
    static const char *const rows[METRICS_COUNTERS][2] = {
        [METRICS_MOVES] = {"moves_total", "Moves of people and computers that were stored."},
        [METRICS_STORE_FAILURES] = {"store_failures_total", "Batches that could not be stored."},
        [METRICS_CONFLICTS] = {"conflicts_total",
                               "Batches taken back because another server was faster."},
        [METRICS_DAMAGED] = {"damaged_games_total", "Games found damaged since the start."},
        [METRICS_DROPPED] = {"clients_dropped_total", "Clients cut off because they did not read."},
        [METRICS_RELAYED] = {"unnamed_proxy_pages_total",
                             "Pages asked for through a proxy that --proxy does not name."},
        [METRICS_NOT_ENDED] =
            {"games_not_ended_total",
             "Games whose clock ran out, and that could not be read to be ended."},
    };
    for (int i = 0; i < METRICS_COUNTERS; i++) {
        metrics_open(out, rows[i][0], "counter", rows[i][1]);
        write_number(out, rows[i][0], metrics->counter[i]);
    }
}

static void write_families(const struct metrics *metrics, ff_buffer *out) {
    static const char *const rows[METRICS_FAMILIES][3] = {
        [METRICS_MESSAGES] = {"messages_total", "type", "Messages from clients."},
        [METRICS_REFUSALS] = {"refusals_total", "reason", "Messages that were refused."},
        [METRICS_REQUESTS] = {"http_requests_total", "status", "HTTP requests answered."},
        [METRICS_TURNED_AWAY] = {"connections_turned_away_total", "reason",
                                 "Connections closed before they were served."},
        [METRICS_WAKES] = {"wakes_total", "outcome", "Messages to push services."},
    };
    for (int i = 0; i < METRICS_FAMILIES; i++) {
        metrics_open(out, rows[i][0], "counter", rows[i][2]);
        for (const labelled *at = metrics->by[i]; at <= &metrics->by[i][LABELS_MAX] && at->label;
             at++)
            ff_buffer_format(out, "flagfall_%s{%s=\"%s\"} %llu\n", rows[i][0], rows[i][1],
                             at->label, (unsigned long long)at->count);
    }
}

static void write_histogram(const histogram *from, const char *name, const char *help,
                            ff_buffer *out) {
    uint64_t sum = 0;
    metrics_open(out, name, "histogram", help);
    for (size_t i = 0; i < BOUNDS; i++) {
        sum += from->count[i];
        ff_buffer_format(out, "flagfall_%s_bucket{le=\"%g\"} %llu\n", name, bounds[i],
                         (unsigned long long)sum);
    }
    sum += from->count[BOUNDS];
    ff_buffer_format(out, "flagfall_%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)sum);
    ff_buffer_format(out, "flagfall_%s_sum %.6f\nflagfall_%s_count %llu\n", name, from->seconds,
                     name, (unsigned long long)sum);
}

/* How long others were kept waiting: the loop by a batch, and messages by others. */
static void write_waits(const struct metrics *metrics, ff_buffer *out) {
    write_histogram(&metrics->batches, "batch_seconds",
                    "Processor time of the event loop's batches.", out);
    metrics_open(out, "longest_batch_seconds", "gauge", "Processor time of the longest batch.");
    ff_buffer_format(out, "flagfall_longest_batch_seconds %.6f\n", metrics->longest_batch);
    metrics_open(out, "longest_wait_batches", "gauge",
                 "Batches that a message has waited for its turn, the longest of its type.");
    for (const labelled *at = metrics->waits; at <= &metrics->waits[LABELS_MAX] && at->label; at++)
        ff_buffer_format(out, "flagfall_longest_wait_batches{type=\"%s\"} %llu\n", at->label,
                         (unsigned long long)at->count);
}

static void write_gauges(const struct metrics *metrics, ff_buffer *out) {
    static const char *const rows[METRICS_GAUGES][2] = {
        [METRICS_WEBSOCKETS] = {"websockets", "WebSockets that are open."},
        [METRICS_HTTP_CONNECTIONS] = {"http_connections", "Other connections that are open."},
        [METRICS_WAITING_CONNECTIONS] = {"waiting_connections",
                                         "Connections whose first request has not arrived."},
        [METRICS_STREAMS] = {"streams", "Streams of bots that are open."},
        [METRICS_UNREAD] = {"unread_bytes", "Bytes that wait for clients to read."},
        [METRICS_PERSONS] = {"persons", "Guests and accounts that are connected."},
        [METRICS_TABLES] = {"tables", "Games in memory."},
        [METRICS_CONNECTIONS_LIMIT] = {"connections_limit", "Connections that are taken at once."},
        [METRICS_COMPUTER_LINE] = {"games_waiting_for_computer",
                                   "Games whose computer player has not been asked yet."},
        [METRICS_OVERDUE] = {"overdue_clock_seconds",
                             "Since the first clock ran out whose game has not ended; 0: none."},
        [METRICS_SWEEP] = {"sweep_seconds",
                           "That the present look for games nobody cares for has lasted; 0: none."},
        [METRICS_STORE_WORKS] = {"store_works", "1 where the store can be written, else 0."},
        [METRICS_KEEPER] = {"keeper",
                            "1 where clocks and computer players are this server's, else 0."},
        [METRICS_GUEST_SEATS] = {"guest_seats", "Seats at games that guests have."},
        [METRICS_GUEST_SEATS_LIMIT] = {"guest_seats_limit", "Seats that all guests may have."},
    };
    for (int i = 0; i < METRICS_GAUGES; i++) {
        metrics_open(out, rows[i][0], "gauge", rows[i][1]);
        write_number(out, rows[i][0], metrics->gauge[i]);
    }
}

/* Of this process, as the system counts it. */
static void write_process(const struct metrics *metrics, ff_buffer *out) {
    unsigned long long pages = 0, resident = 0;
    FILE *stream = fopen("/proc/self/statm", "r");
    if (stream && fscanf(stream, "%llu %llu", &pages, &resident) != 2)
        resident = 0;
    if (stream)
        fclose(stream);
    metrics_open(out, "resident_memory_bytes", "gauge", "Memory of the process.");
    write_number(out, "resident_memory_bytes", resident * (uint64_t)sysconf(_SC_PAGESIZE));
    metrics_open(out, "start_time_seconds", "gauge", "When the server began, since 1970.");
    write_number(out, "start_time_seconds", (uint64_t)metrics->begun);
}

void metrics_write(const struct metrics *metrics, ff_buffer *out) {
    write_gauges(metrics, out);
    write_counters(metrics, out);
    write_families(metrics, out);
    write_histogram(&metrics->commits, "commit_seconds", "Time to store a batch of the event loop.",
                    out);
    write_histogram(&metrics->news, "news_lag_seconds",
                    "From what another server tells to its being heard, by the database's clock.",
                    out);
    write_waits(metrics, out);
    write_process(metrics, out);
}
