/* The server's time and its gaps, kept in the store. What must hold: time never goes back; and of
 * what the store has been told is forgotten only what it has committed (`living` becomes `lived`).
 * */
#include "server/play/server_clock.h"

#include "server/database/store_nodes.h"
#include "server/store/store_host.h"

#include <assert.h>

static int64_t later(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Adds a gap that the store has yet to learn, whether it is one of its own or makes the
 * newest longer. */
static bool add_gap(server_clock *keeper, int64_t began, int64_t ended) {
    size_t count = keeper->gaps.count;
    if (!gaps_add(&keeper->gaps, began, ended))
        return false;
    if (keeper->gaps.count == count && keeper->saved == count && count)
        keeper->saved = count - 1;
    return true;
}

/* A gap that has no end yet is stored when it has. */
static bool has_unsaved_gaps(const server_clock *keeper) {
    return keeper->saved < keeper->gaps.count && !gaps_are_stopped(&keeper->gaps);
}

/* Of several servers on a store that of the store is everybody's. */
static int64_t wall_of(const server_clock *keeper, time_pair now) {
    return now.wall + store_clock_ahead(keeper->store);
}

bool server_clock_init(server_clock *keeper, struct store *store, time_pair now) {
    *keeper = (server_clock){.store = store, .steady = now.steady};
    if (!store_read_life(store, &keeper->lived) || !store_read_gaps(store, &keeper->gaps))
        return false;
    keeper->saved = keeper->gaps.count;
    keeper->now = later(wall_of(keeper, now), keeper->lived);
    return !keeper->lived || !store_was_alone(store) ||
           add_gap(keeper, keeper->lived, keeper->now + SERVER_CLOCK_GRACE_MS);
}

bool server_clock_reload(server_clock *keeper) {
    outage_gaps gaps = {0};
    keeper->behind = true;
    if (has_unsaved_gaps(keeper) || gaps_are_stopped(&keeper->gaps))
        return false;
    if (!store_read_gaps(keeper->store, &gaps)) {
        gaps_free(&gaps);
        return false;
    }
    gaps_free(&keeper->gaps);
    keeper->gaps = gaps;
    keeper->saved = gaps.count;
    keeper->behind = false;
    return true;
}

bool server_clock_is_behind(const server_clock *keeper) {
    return keeper->behind;
}

void server_clock_destroy(server_clock *keeper) {
    gaps_free(&keeper->gaps);
}

void server_clock_tick(server_clock *keeper, time_pair now) {
    keeper->now += later(now.steady - keeper->steady, 0);
    keeper->steady = now.steady;
    if (!keeper->began)
        keeper->began = keeper->now;
    int64_t wall = wall_of(keeper, now);
    if (wall > keeper->now + SERVER_CLOCK_JUMP_MS && add_gap(keeper, keeper->now, wall))
        keeper->now = wall;
}

int64_t server_clock_counting_at(const server_clock *keeper, int64_t time) {
    return gaps_at(&keeper->gaps, time);
}

int64_t server_clock_counting(const server_clock *keeper) {
    return gaps_at(&keeper->gaps, keeper->now);
}

outage_gap server_clock_newest_gap(const server_clock *keeper) {
    const outage_gaps *gaps = &keeper->gaps;
    return gaps->count ? gaps->gap[gaps->count - 1] : (outage_gap){0};
}

/* ---- what is stored ---- */

/* When a sign of life is due. */
static int64_t life_due(const server_clock *keeper, bool running) {
    return keeper->lived + (running ? SERVER_CLOCK_LIFE_MS : SERVER_CLOCK_IDLE_MS);
}

/* Gaps go before the sign of life that comes after them, in one batch. */
static void store_time(server_clock *keeper) {
    assert(keeper->saved <= keeper->gaps.count);
    bool ok = true;
    size_t end = gaps_are_stopped(&keeper->gaps) ? keeper->gaps.count - 1 : keeper->gaps.count;
    for (keeper->saving = keeper->saved; ok && keeper->saving < end; keeper->saving++)
        ok = store_put_gap(keeper->store, &keeper->gaps.gap[keeper->saving]);
    if (ok && store_put_life(keeper->store, keeper->now))
        keeper->living = keeper->now;
}

void server_clock_before_commit(server_clock *keeper, bool running) {
    keeper->living = 0;
    bool unsaved = has_unsaved_gaps(keeper), due;
    if (store_is_writing(keeper->store))
        due = unsaved || keeper->now >= keeper->lived + SERVER_CLOCK_FRESH_MS;
    else
        due = store_is_working(keeper->store) &&
              (unsaved || keeper->now >= life_due(keeper, running));
    if (due)
        store_time(keeper);
}

void server_clock_farewell(server_clock *keeper) {
    store_time(keeper);
}

void server_clock_after_commit(server_clock *keeper, bool committed) {
    if (committed && keeper->living) {
        keeper->lived = keeper->living;
        keeper->saved = keeper->saving;
    }
    keeper->living = 0;
    /* What failed may have been waited for, and time has gone on for who came behind it. */
    if (!store_is_working(keeper->store))
        add_gap(keeper, keeper->began ? keeper->began : keeper->now, INT64_MAX);
    else
        gaps_go(&keeper->gaps, keeper->now + SERVER_CLOCK_GRACE_MS);
    keeper->began = 0;
}

int64_t server_clock_wait(const server_clock *keeper, int64_t then, bool running) {
    int64_t alarm = gaps_until(&keeper->gaps, keeper->now, then);
    if (!store_is_working(keeper->store))
        return INT64_MAX;
    if (has_unsaved_gaps(keeper))
        return 0;
    int64_t life = later(life_due(keeper, running) - keeper->now, 0);
    return alarm < life ? alarm : life;
}
