/* /metrics. What must hold: numbers of things alone, under names that the program has; what is
 * found anew at each question costs no more than a few rows and system calls. */
#define _POSIX_C_SOURCE 200809L

#include "server/api/routes.h"
#include "server/database/engine.h"
#include "server/database/store_nodes.h"
#include "server/encoding/encode_parts.h"
#include "server/moderation/fair_play.h"
#include "server/session/adjudicator.h"
#include "server/store/store_guests.h"
#include "server/store/store_host.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

/* ---- games ---- */

static bool write_count(void *context, const char *edition, unsigned which, uint64_t count) {
    ff_buffer_format(context, "flagfall_games{edition=\"%s\",phase=\"%s\"} %llu\n", edition,
                     encode_phase_word(which), (unsigned long long)count);
    return true;
}

/* Left out as a whole where they cannot be read, and the other numbers are told. */
static void write_games(struct site *site, ff_buffer *out) {
    ff_buffer text = {0};
    metrics_open(&text, "games", "gauge", "Games that go on.");
    if (store_visit_counts(site->store, write_count, &text))
        ff_buffer_add(out, text.data, text.size);
    ff_buffer_free(&text);
}

/* ---- threads that work ---- */

enum { POOLS = 7 };

typedef struct pool {
    const char *name;
    workers_load load;
} pool;

static unsigned list_pools(const struct site *site, pool list[POOLS]) {
    const hub_options *hub = &site->hub->options;
    unsigned count = 0;
    list[count++] = (pool){"computers", computer_workers_measure(hub->computers)};
    list[count++] = (pool){"passwords", workers_measure(hub->passwords)};
    list[count++] = (pool){"reviews", workers_measure(site->reviewers)};
    list[count++] = (pool){"games", workers_measure(site->readers)};
    list[count++] = (pool){"analyses", workers_measure(site->analysts)};
    if (site->hub->fair_play)
        list[count++] = (pool){"fair-play", fair_play_measure(site->hub->fair_play)};
    if (hub->push)
        list[count++] = (pool){"wakes", workers_measure(hub->push->workers)};
    return count;
}

static void write_pools(const struct site *site, ff_buffer *out) {
    pool list[POOLS];
    unsigned count = list_pools(site, list);
    assert(count <= POOLS);
    metrics_open(out, "worker_threads", "gauge", "Threads that work beside the event loop.");
    for (unsigned i = 0; i < count; i++)
        ff_buffer_format(out, "flagfall_worker_threads{pool=\"%s\"} %u\n", list[i].name,
                         list[i].load.threads);
    metrics_open(out, "worker_jobs", "gauge", "Jobs that their threads work on, or that wait.");
    for (unsigned i = 0; i < count; i++)
        ff_buffer_format(out,
                         "flagfall_worker_jobs{pool=\"%s\",state=\"working\"} %u\n"
                         "flagfall_worker_jobs{pool=\"%s\",state=\"waiting\"} %u\n",
                         list[i].name, list[i].load.working, list[i].name, list[i].load.waiting);
    metrics_open(out, "worker_jobs_limit", "gauge", "Jobs beyond which more are refused.");
    for (unsigned i = 0; i < count; i++)
        ff_buffer_format(out, "flagfall_worker_jobs_limit{pool=\"%s\"} %u\n", list[i].name,
                         list[i].load.limit);
    metrics_open(out, "worker_oldest_job_seconds", "gauge",
                 "Since the job was asked for that waits longest for its end; 0: none.");
    for (unsigned i = 0; i < count; i++)
        ff_buffer_format(out, "flagfall_worker_oldest_job_seconds{pool=\"%s\"} %.3f\n",
                         list[i].name, list[i].load.oldest);
}

/* ---- the disk ---- */

static uint64_t size_of(const char *path, const char *suffix) {
    char name[4096];
    struct stat about;
    int size = snprintf(name, sizeof name, "%s%s", path, suffix);
    return size < (int)sizeof name && stat(name, &about) == 0 ? (uint64_t)about.st_size : 0;
}

/* Of a store that is a file. A database's is known to its own host. */
static void write_disk(const struct site *site, ff_buffer *out) {
    const char *path = store_location(site->store);
    struct statvfs disk;
    if (engine_of(path) != &engine_sqlite || statvfs(path, &disk) != 0)
        return;
    metrics_open(out, "store_bytes", "gauge", "Size of the store's file and its journal.");
    ff_buffer_format(out, "flagfall_store_bytes %" PRIu64 "\n",
                     size_of(path, "") + size_of(path, "-wal"));
    metrics_open(out, "disk_free_bytes", "gauge", "Room that its disk has left for the server.");
    ff_buffer_format(out, "flagfall_disk_free_bytes %llu\n",
                     (unsigned long long)disk.f_bavail * disk.f_frsize);
}

/* ---- the database ---- */

static void write_sessions(const struct site *site, ff_buffer *out) {
    metrics_open(out, "database_sessions_total", "counter",
                 "Sessions with PostgreSQL that were begun to write; of a file none.");
    ff_buffer_format(out, "flagfall_database_sessions_total %u\n", store_sessions(site->store));
    metrics_open(out, "database_round_trips_total", "counter",
                 "How often answers of PostgreSQL have been waited for; of a file never.");
    ff_buffer_format(out, "flagfall_database_round_trips_total %llu\n",
                     (unsigned long long)store_round_trips(site->store));
}

/* ---- the answer ---- */

static void measure(struct site *site) {
    const struct hub *hub = site->hub;
    struct metrics *metrics = site->metrics;
    uint64_t seats, own;
    metrics_set(metrics, METRICS_PERSONS, hub_count_persons(hub));
    metrics_set(metrics, METRICS_TABLES, tables_count(hub->tables));
    metrics_set(metrics, METRICS_COMPUTER_LINE, tables_count_waiting(hub->tables));
    metrics_set(metrics, METRICS_OVERDUE, (uint64_t)adjudicator_overdue_ms(hub) / 1000);
    metrics_set(metrics, METRICS_SWEEP, (uint64_t)adjudicator_look_ms(hub) / 1000);
    metrics_set(metrics, METRICS_STORE_WORKS, store_is_working(site->store));
    metrics_set(metrics, METRICS_KEEPER, store_keeps(site->store));
    if (store_count_guests(site->store, 0, &seats, &own))
        metrics_set(metrics, METRICS_GUEST_SEATS, seats);
    metrics_set(metrics, METRICS_GUEST_SEATS_LIMIT, hub->options.guest_games);
}

/* What came through a proxy that is not known has the proxy's address, which may well be the
 * host's own: so it is nobody's. */
void route_metrics(struct site *site, const http_request *request, http_reply *reply) {
    ff_buffer text = {0};
    if (request->relayed) {
        reply_text(reply, 403,
                   "the numbers are for the host, and this came through a proxy that the server "
                   "does not know: name it with --proxy, let it send X-Forwarded-For, and ask "
                   "for the numbers without it\n");
        return;
    }
    if (!proxies_include(&site->metrics_readers, &request->address)) {
        reply_text(reply, 403, "the numbers are for the host\n");
        return;
    }
    measure(site);
    metrics_write(site->metrics, &text);
    write_pools(site, &text);
    write_disk(site, &text);
    write_sessions(site, &text);
    write_games(site, &text);
    reply_body(reply, 200, "text/plain; version=0.0.4; charset=utf-8", &text);
}
