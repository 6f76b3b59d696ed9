#include "server/base/alarms.h"

#include <assert.h>
#include <stdlib.h>

void alarms_free(ff_alarms *alarms) {
    free(alarms->heap);
    *alarms = (ff_alarms){0};
}

bool alarms_reserve(ff_alarms *alarms, size_t count) {
    if (count <= alarms->capacity)
        return true;
    size_t capacity = 2 * alarms->capacity > count ? 2 * alarms->capacity : count;
    ff_alarm **heap = realloc(alarms->heap, (capacity + 1) * sizeof *heap);
    if (!heap)
        return false;
    alarms->heap = heap;
    alarms->capacity = capacity;
    return true;
}

static void put(ff_alarms *alarms, ff_alarm *alarm, size_t place) {
    alarms->heap[place] = alarm;
    alarm->place = place;
}

/* Finds the place of an alarm from `place` towards the top, */
static size_t rise(ff_alarms *alarms, const ff_alarm *alarm, size_t place) {
    for (; place > 1 && alarm->when < alarms->heap[place / 2]->when; place /= 2)
        put(alarms, alarms->heap[place / 2], place);
    return place;
}

/* and from there towards the bottom. */
static size_t sink(ff_alarms *alarms, const ff_alarm *alarm, size_t place) {
    for (size_t child; (child = 2 * place) <= alarms->count; place = child) {
        if (child < alarms->count && alarms->heap[child + 1]->when < alarms->heap[child]->when)
            child++;
        if (alarm->when <= alarms->heap[child]->when)
            break;
        put(alarms, alarms->heap[child], place);
    }
    return place;
}

static void settle(ff_alarms *alarms, ff_alarm *alarm, size_t place) {
    place = rise(alarms, alarm, place);
    put(alarms, alarm, sink(alarms, alarm, place));
}

void alarms_set(ff_alarms *alarms, ff_alarm *alarm, int64_t when) {
    alarm->when = when;
    if (!alarm->place) {
        assert(alarms->count < alarms->capacity);
        alarm->place = ++alarms->count;
    }
    settle(alarms, alarm, alarm->place);
}

void alarms_drop(ff_alarms *alarms, ff_alarm *alarm) {
    size_t place = alarm->place;
    if (!place)
        return;
    ff_alarm *last = alarms->heap[alarms->count--];
    alarm->place = 0;
    if (last != alarm)
        settle(alarms, last, place);
}

ff_alarm *alarms_first(const ff_alarms *alarms) {
    return alarms->count ? alarms->heap[1] : NULL;
}
