/* Times of moves: one is pushed a ply, and dropped where plies are taken back. What must hold:
 * where memory was out once, nothing is told of the game's times, rather than what belongs to other
 * plies. */
#include "server/play/move_times.h"

#include "base/array.h"

#include <stdlib.h>

void move_times_free(struct move_times *times) {
    free(times->ms);
    *times = (struct move_times){0};
}

void move_times_begin(struct move_times *times, int64_t now) {
    times->since = now;
    times->spent = 0;
    times->runs = true;
}

static int64_t spent_until(const struct move_times *times, int64_t now) {
    return times->spent + (times->runs && now > times->since ? now - times->since : 0);
}

void move_times_add(struct move_times *times, int64_t now) {
    int64_t spent = spent_until(times, now);
    uint32_t *ms = array_with_room(times->ms, times->plies, &times->room, sizeof *ms);
    times->failed |= !ms;
    if (ms)
        times->ms = ms;
    if (!times->failed)
        /* 49 days fit; whoever thinks longer in a correspondence game is told as that. */
        times->ms[times->plies++] = spent < UINT32_MAX ? (uint32_t)spent : UINT32_MAX;
    move_times_begin(times, now);
}

void move_times_take_back(struct move_times *times, unsigned plies, int64_t now) {
    times->plies = plies < times->plies ? plies : times->plies;
    move_times_begin(times, now);
}

void move_times_pause(struct move_times *times, bool on, int64_t now) {
    times->spent = spent_until(times, now);
    times->since = now;
    times->runs = !on;
}

bool move_times_know(const struct move_times *times, unsigned plies) {
    return plies > 0 && times->plies == plies && !times->failed;
}

void move_times_write(const struct move_times *times, ff_buffer *out) {
    for (unsigned i = 0; i < times->plies; i++) {
        uint32_t tenths = times->ms[i] / 100;
        ff_buffer_format(out, i ? " %u" : "%u", tenths / 10);
        if (tenths % 10)
            ff_buffer_format(out, ".%u", tenths % 10);
    }
}
