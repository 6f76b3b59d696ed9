#include "server/base/hours.h"

#include <stdlib.h>

void hours_free(ff_hours *hours) {
    free(hours->gap);
    *hours = (ff_hours){0};
}

static hours_gap *newest(const ff_hours *hours) {
    return hours->count ? &hours->gap[hours->count - 1] : NULL;
}

static bool reserve(ff_hours *hours) {
    if (hours->count < hours->capacity)
        return true;
    size_t capacity = hours->capacity ? 2 * hours->capacity : 16;
    hours_gap *gap = realloc(hours->gap, capacity * sizeof *gap);
    if (!gap)
        return false;
    hours->gap = gap;
    hours->capacity = capacity;
    return true;
}

bool hours_add(ff_hours *hours, int64_t began, int64_t ended) {
    hours_gap *last = newest(hours);
    if (ended <= began || (last && ended <= last->ended))
        return true;
    if (last && began <= last->ended) {
        last->ended = ended;
        return true;
    }
    if (!reserve(hours))
        return false;
    last = newest(hours);
    int64_t before = last ? last->before + (last->ended - last->began) : 0;
    hours->gap[hours->count++] = (hours_gap){began, ended, before};
    return true;
}

bool hours_are_stopped(const ff_hours *hours) {
    return hours->count && newest(hours)->ended == INT64_MAX;
}

bool hours_stop(ff_hours *hours, int64_t now) {
    return hours_add(hours, now, INT64_MAX);
}

bool hours_go(ff_hours *hours, int64_t then) {
    if (!hours_are_stopped(hours))
        return false;
    hours_gap *last = newest(hours);
    last->ended = then > last->began ? then : last->began;
    return true;
}

/* The newest gap that began before `now`, null where there is none. */
static const hours_gap *gap_before(const ff_hours *hours, int64_t now) {
    size_t low = 0, high = hours->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (hours->gap[middle].began < now)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &hours->gap[low - 1] : NULL;
}

int64_t hours_at(const ff_hours *hours, int64_t now) {
    const hours_gap *gap = gap_before(hours, now);
    if (!gap)
        return now;
    int64_t awake = gap->began - gap->before;
    return now > gap->ended ? awake + (now - gap->ended) : awake;
}

int64_t hours_when(const ff_hours *hours, int64_t counts) {
    size_t low = 0, high = hours->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (hours->gap[middle].began - hours->gap[middle].before < counts)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return counts;
    const hours_gap *gap = &hours->gap[low - 1];
    int64_t since = counts - (gap->began - gap->before);
    return gap->ended < INT64_MAX - since ? gap->ended + since : INT64_MAX;
}

int64_t hours_until(const ff_hours *hours, int64_t now, int64_t then) {
    if (hours_at(hours, now) >= then)
        return 0;
    if (then == INT64_MAX || hours_are_stopped(hours))
        return INT64_MAX;
    const hours_gap *last = newest(hours);
    int64_t begins = last && last->ended > now ? last->ended : now;
    return begins - now + (then - hours_at(hours, now));
}
