/* Moves the manual clock from one moment at which something is due to the next, so that a
 * test that lets an hour go by sees what a server sees that has lived for an hour. What
 * must hold: when a function here returns, nothing is due any more. */
#include "server/session/manual_time.h"

#include "server/session/adjudicator.h"
#include "server/session/batch.h"
#include "server/session/connections.h"

#include <assert.h>

enum { SLICES_MAX = 100000 };

bool manual_time_is_on(const struct hub *hub) {
    return time_source_is_manual(hub->options.time);
}

/* Ends what is due at this moment, in as many batches as it takes. */
static void flag(struct hub *hub) {
    while (adjudicator_flag(hub) && hub_end_batch(hub))
        continue;
}

/* What the network does at intervals of real time, as far as it concerns the hub. */
static void look_around(struct hub *hub) {
    if (!store_is_working(hub->options.store))
        store_probe(hub->options.store);
    flag(hub);
    /* A look at all games goes on slice by slice, each a batch of its own; one that has begun
     * before is finished first. A store that cannot be read must not hold us up for ever. */
    int slices = SLICES_MAX;
    for (int look = 0; look < 2; look++)
        while (slices-- > 0 && adjudicator_sweep(hub) && hub_end_batch(hub))
            continue;
    hub_pulse(hub, (uint64_t)time_source_now(hub->options.time).steady);
}

/* Until a seat's time runs out, but no longer than `most` and 1 ms at least: a game that
 * is overdue and cannot be ended now must not hold up the clock. */
static int64_t next_halt(const struct hub *hub, int64_t most) {
    const server_clock *keeper = tables_time(hub->tables);
    int64_t when, wait = most;
    if (tables_next_out(hub->tables, &when))
        wait = gaps_until(&keeper->gaps, keeper->now, when);
    wait = wait < 1 ? 1 : wait;
    return wait < most ? wait : most;
}

void manual_time_pass(struct hub *hub, int64_t milliseconds) {
    assert(manual_time_is_on(hub) && milliseconds >= 0);
    flag(hub);
    while (milliseconds > 0) {
        int64_t step = next_halt(hub, milliseconds);
        time_source_pass(hub->options.time, step);
        milliseconds -= step;
        flag(hub);
        if (milliseconds > 0)
            hub_end_batch(hub);
    }
    look_around(hub);
}

void manual_time_set_wall(struct hub *hub, int64_t milliseconds) {
    assert(manual_time_is_on(hub));
    hub_tick(hub);
    time_source_set_wall(hub->options.time, milliseconds);
    look_around(hub);
}
