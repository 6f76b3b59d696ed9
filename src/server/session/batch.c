/* The end of a batch. What must hold: what is released to anybody was committed before; where the
 * store fails, tables, lobby and what clients are taken to know go back to what the store has. */
#include "server/session/batch.h"

#include "server/database/store_nodes.h"
#include "server/session/client.h"
#include "server/session/client_state.h"
#include "server/session/subscriptions.h"

#include <assert.h>

static void settle(struct hub *hub, struct client *client, bool committed) {
    outbox_move(&client->released, committed ? &client->held : &client->on_failure);
    outbox_clear(&client->held);
    outbox_clear(&client->on_failure);
    subscriptions_settle(client, committed);
    client->leaving |= committed && client->dismissed;
    client->active = client->dismissed = false;
    if (outbox_first(&client->released) || client->cut || client->leaving)
        hub->options.ready(client->connection, client->cut);
}

/* Servers that share a store may be faster than each other; of one that has its store alone nobody
 * could be. */
static void tell_conflict(const struct hub *hub) {
    char quoted[LOG_QUOTED];
    const struct store *store = hub->options.store;
    metrics_count(hub->options.metrics, METRICS_CONFLICTS);
    log_event(hub->options.log, store_is_shared(store) ? LOG_INFO : LOG_ERROR, "conflict",
              "batch=taken-back reason=%s", log_quote(quoted, store_trouble(store)));
}

/* What could not be read loses no batch, and whoever asked for it was refused: the host hears of
 * it, and not each time that somebody asks again. */
static void tell_unread(struct hub *hub) {
    enum { UNREAD_TOLD_MS = 60000 };
    char quoted[LOG_QUOTED];
    const struct store *store = hub->options.store;
    if (hub->failures == store_failures(store) || hub_now(hub) < hub->failure_told_ms)
        return;
    log_event(hub->options.log, LOG_ERROR, "not-read", "reason=%s",
              log_quote(quoted, store_trouble(store)));
    hub->failure_told_ms = hub_now(hub) + UNREAD_TOLD_MS;
}

/* The store's end of the batch, measured where there was something to store. */
static bool commit(struct hub *hub) {
    bool writes = store_is_writing(hub->options.store);
    int64_t begin = time_stopwatch_us();
    bool committed = store_commit(hub->options.store);
    int64_t took = time_stopwatch_us() - begin;
    if (committed && store_is_working(hub->options.store))
        tell_unread(hub);
    hub->failures = store_failures(hub->options.store);
    if (store_has_conflicted(hub->options.store)) {
        tell_conflict(hub);
    } else if (!committed) {
        metrics_count(hub->options.metrics, METRICS_STORE_FAILURES);
    } else if (writes) {
        metrics_commit(hub->options.metrics, (double)took / 1e6);
    }
    return committed;
}

bool hub_end_batch(struct hub *hub) {
    for (const struct table *damaged; (damaged = tables_next_damaged(hub->tables));)
        subscriptions_tell_damaged(hub, damaged);
    int64_t when;
    bool clocks_run = hub_keeps(hub) && tables_next_out(hub->tables, &when);
    server_clock_before_commit(tables_time(hub->tables), clocks_run);
    bool committed = commit(hub);
    server_clock_after_commit(tables_time(hub->tables), committed);
    tables_end_batch(hub->tables, committed, subscriptions_orphan, hub);
    wakes_end_batch(hub->wakes, committed, hub_now(hub));
    if (!committed)
        lobby_change(&hub->lobby); /* what was told of it has not been sent */
    assert(!store_is_writing(hub->options.store));
    hub->batch++;
    struct client *client = hub->active;
    hub->active = NULL;
    for (struct client *next; client; client = next) {
        next = client->next_active;
        settle(hub, client, committed);
    }
    if (hub->ended)
        hub->ended(hub, committed);
    return committed;
}

bool hub_farewell(struct hub *hub) {
    hub_tick(hub);
    server_clock_farewell(tables_time(hub->tables));
    return hub_end_batch(hub);
}
