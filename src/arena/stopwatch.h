/* How long a player thinks: a histogram with a fixed number of buckets, each a
 * sixteenth wider than the one before it in its octave. */
#ifndef FLAGFALL_ARENA_STOPWATCH_H
#define FLAGFALL_ARENA_STOPWATCH_H

#include <stdint.h>

enum { STOPWATCH_BUCKETS = 16 * 61 };

typedef struct stopwatch {
    uint64_t moves;
    uint64_t total_ns;
    uint64_t bucket[STOPWATCH_BUCKETS];
} stopwatch;

void stopwatch_add(stopwatch *watch, uint64_t ns);
void stopwatch_merge(stopwatch *into, const stopwatch *from);

double stopwatch_mean_ms(const stopwatch *watch);

/* The time within which `percent` of all moves were made; 0 without moves. */
double stopwatch_percentile_ms(const stopwatch *watch, unsigned percent);

#endif
