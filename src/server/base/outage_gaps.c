/* Time that does not count, because nobody could play: the gaps, and the sum of those
 * before each. What must hold: gaps stand in order and none touches the next, so that the time that
 * counts can be found by halving; and it never goes backwards. */
#include "server/base/outage_gaps.h"

#include "base/array.h"

#include <assert.h>
#include <stdlib.h>

void gaps_free(outage_gaps *gaps) {
    free(gaps->gap);
    *gaps = (outage_gaps){0};
}

static outage_gap *newest(const outage_gaps *gaps) {
    return gaps->count ? &gaps->gap[gaps->count - 1] : NULL;
}

bool gaps_add(outage_gaps *gaps, int64_t began, int64_t ended) {
    outage_gap *last = newest(gaps);
    if (ended <= began || (last && ended <= last->ended))
        return true;
    if (last && began <= last->ended) {
        last->ended = ended;
        return true;
    }
    assert(!last || last->ended < began);
    int64_t before = last ? last->before + (last->ended - last->began) : 0;
    outage_gap *gap = array_with_room(gaps->gap, gaps->count, &gaps->capacity, sizeof *gap);
    if (!gap)
        return false;
    gaps->gap = gap; /* elsewhere than what `last` points to, perhaps */
    gaps->gap[gaps->count++] = (outage_gap){began, ended, before};
    return true;
}

bool gaps_are_stopped(const outage_gaps *gaps) {
    return gaps->count && newest(gaps)->ended == INT64_MAX;
}

bool gaps_stop(outage_gaps *gaps, int64_t now) {
    return gaps_add(gaps, now, INT64_MAX);
}

bool gaps_go(outage_gaps *gaps, int64_t then) {
    if (!gaps_are_stopped(gaps))
        return false;
    outage_gap *last = newest(gaps);
    last->ended = then > last->began ? then : last->began;
    return true;
}

/* The newest gap that began before `now`, null where there is none. */
static const outage_gap *gap_before(const outage_gaps *gaps, int64_t now) {
    size_t low = 0, high = gaps->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (gaps->gap[middle].began < now)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &gaps->gap[low - 1] : NULL;
}

/* The time that counts stands still within a gap, from when the gap began. */
int64_t gaps_at(const outage_gaps *gaps, int64_t now) {
    const outage_gap *gap = gap_before(gaps, now);
    if (!gap)
        return now;
    int64_t awake = gap->began - gap->before;
    return now > gap->ended ? awake + (now - gap->ended) : awake;
}

/* The inverse of `gaps_at`: of all moments at which as much has counted, the first. */
int64_t gaps_when(const outage_gaps *gaps, int64_t counts) {
    size_t low = 0, high = gaps->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (gaps->gap[middle].began - gaps->gap[middle].before < counts)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return counts;
    const outage_gap *gap = &gaps->gap[low - 1];
    int64_t since = counts - (gap->began - gap->before);
    return gap->ended < INT64_MAX - since ? gap->ended + since : INT64_MAX;
}

int64_t gaps_until(const outage_gaps *gaps, int64_t now, int64_t then) {
    if (gaps_at(gaps, now) >= then)
        return 0;
    if (then == INT64_MAX || gaps_are_stopped(gaps))
        return INT64_MAX;
    const outage_gap *last = newest(gaps);
    int64_t begins = last && last->ended > now ? last->ended : now;
    return begins - now + (then - gaps_at(gaps, now));
}
