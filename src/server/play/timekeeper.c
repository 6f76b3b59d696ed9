#include "server/play/timekeeper.h"

#include "server/store/store_hours.h"

static int64_t later(int64_t a, int64_t b) {
    return a > b ? a : b;
}

/* Adds a gap that the store has yet to learn, whether it is one of its own or makes the
 * newest longer. */
static bool add_gap(ff_timekeeper *keeper, int64_t began, int64_t ended) {
    size_t count = keeper->hours.count;
    if (!hours_add(&keeper->hours, began, ended))
        return false;
    if (keeper->hours.count == count && keeper->saved == count && count)
        keeper->saved = count - 1;
    return true;
}

bool timekeeper_init(ff_timekeeper *keeper, ff_store *store, time_pair now) {
    *keeper = (ff_timekeeper){.store = store, .steady = now.steady};
    if (!store_read_life(store, &keeper->lived) || !store_read_gaps(store, &keeper->hours))
        return false;
    keeper->saved = keeper->hours.count;
    keeper->now = later(now.wall, keeper->lived);
    return !keeper->lived || add_gap(keeper, keeper->lived, keeper->now + TIMEKEEPER_GRACE_MS);
}

void timekeeper_destroy(ff_timekeeper *keeper) {
    hours_free(&keeper->hours);
}

void timekeeper_tick(ff_timekeeper *keeper, time_pair now) {
    keeper->now += later(now.steady - keeper->steady, 0);
    keeper->steady = now.steady;
    if (now.wall > keeper->now + TIMEKEEPER_JUMP_MS && add_gap(keeper, keeper->now, now.wall))
        keeper->now = now.wall;
}

int64_t timekeeper_counting_at(const ff_timekeeper *keeper, int64_t time) {
    return hours_at(&keeper->hours, time);
}

int64_t timekeeper_counting(const ff_timekeeper *keeper) {
    return hours_at(&keeper->hours, keeper->now);
}

/* ---- what is stored ---- */

/* A gap that has no end yet is stored when it has. */
static bool has_unsaved_gaps(const ff_timekeeper *keeper) {
    return keeper->saved < keeper->hours.count && !hours_are_stopped(&keeper->hours);
}

/* When a sign of life is due. */
static int64_t life_due(const ff_timekeeper *keeper, bool running) {
    return keeper->lived + (running ? TIMEKEEPER_LIFE_MS : TIMEKEEPER_IDLE_MS);
}

static bool is_due(const ff_timekeeper *keeper, bool running) {
    if (store_is_writing(keeper->store))
        return has_unsaved_gaps(keeper) || keeper->now >= keeper->lived + TIMEKEEPER_FRESH_MS;
    return store_is_working(keeper->store) &&
           (has_unsaved_gaps(keeper) || keeper->now >= life_due(keeper, running));
}

/* Gaps go before the sign of life that comes after them, in one turn. */
static void store_time(ff_timekeeper *keeper) {
    bool ok = true;
    size_t end = hours_are_stopped(&keeper->hours) ? keeper->hours.count - 1 : keeper->hours.count;
    for (keeper->saving = keeper->saved; ok && keeper->saving < end; keeper->saving++)
        ok = store_put_gap(keeper->store, &keeper->hours.gap[keeper->saving]);
    if (ok && store_put_life(keeper->store, keeper->now))
        keeper->living = keeper->now;
}

void timekeeper_before_commit(ff_timekeeper *keeper, bool running) {
    keeper->living = 0;
    if (is_due(keeper, running))
        store_time(keeper);
}

void timekeeper_farewell(ff_timekeeper *keeper) {
    store_time(keeper);
}

void timekeeper_after_commit(ff_timekeeper *keeper, bool committed) {
    if (committed && keeper->living) {
        keeper->lived = keeper->living;
        keeper->saved = keeper->saving;
    }
    keeper->living = 0;
    if (!store_is_working(keeper->store))
        add_gap(keeper, keeper->now, INT64_MAX);
    else
        hours_go(&keeper->hours, keeper->now + TIMEKEEPER_GRACE_MS);
}

int64_t timekeeper_wait(const ff_timekeeper *keeper, int64_t then, bool running) {
    int64_t alarm = hours_until(&keeper->hours, keeper->now, then);
    if (!store_is_working(keeper->store))
        return INT64_MAX;
    if (has_unsaved_gaps(keeper))
        return 0;
    int64_t life = later(life_due(keeper, running) - keeper->now, 0);
    return alarm < life ? alarm : life;
}
