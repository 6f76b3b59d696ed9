/* Reads the system's clocks, for all of the server. No other file of src/server may: what
 * reads a clock elsewhere would go on while a manual source stands still. */
#define _POSIX_C_SOURCE 200809L

#include "server/base/time_source.h"

#include "base/clock.h"

#include <assert.h>
#include <time.h>

#define YEAR_2000_MS INT64_C(946684800000)

static int64_t read_clock_us(clockid_t which) {
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* The two clocks begin apart, so that a test sees where one is taken for the other. */
time_source time_source_manual(void) {
    return (time_source){true, {.steady = 1000, .wall = YEAR_2000_MS}};
}

bool time_source_is_manual(const time_source *source) {
    return source && source->manual;
}

/* Each clock by itself is read and moved in one piece: other threads read, one moves. */
time_pair time_source_now(const time_source *source) {
    if (time_source_is_manual(source))
        return (time_pair){.steady = __atomic_load_n(&source->at.steady, __ATOMIC_RELAXED),
                           .wall = __atomic_load_n(&source->at.wall, __ATOMIC_RELAXED)};
    return (time_pair){time_stopwatch_us() / 1000, read_clock_us(CLOCK_REALTIME) / 1000};
}

void time_source_pass(time_source *source, int64_t milliseconds) {
    assert(source->manual && milliseconds >= 0);
    __atomic_fetch_add(&source->at.steady, milliseconds, __ATOMIC_RELAXED);
    __atomic_fetch_add(&source->at.wall, milliseconds, __ATOMIC_RELAXED);
}

void time_source_set_wall(time_source *source, int64_t milliseconds) {
    assert(source->manual);
    __atomic_fetch_add(&source->at.wall, milliseconds, __ATOMIC_RELAXED);
}

int64_t time_stopwatch_us(void) {
    return (int64_t)(clock_now_ns() / 1000);
}

int64_t time_processor_us(void) {
    return read_clock_us(CLOCK_THREAD_CPUTIME_ID);
}
