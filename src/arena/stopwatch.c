/* Thinking times in a histogram whose size does not depend on how many there are. */
#include "arena/stopwatch.h"

#include <assert.h>

void stopwatch_add(stopwatch *watch, uint64_t ns) {
    watch->moves++;
    watch->total_ns += ns;
    /* Numbers below 16 have a bucket each; above, the leading bit says the octave and the next four
     * the bucket in it. So a bucket is at most a sixteenth wide of the times that it holds. */
    unsigned octave = 0;
    while (ns >> octave >= 32)
        octave++;
    assert(octave * 16 + (unsigned)(ns >> octave) < STOPWATCH_BUCKETS);
    watch->bucket[octave * 16 + (unsigned)(ns >> octave)]++;
}

void stopwatch_merge(stopwatch *into, const stopwatch *from) {
    into->moves += from->moves;
    into->total_ns += from->total_ns;
    for (int i = 0; i < STOPWATCH_BUCKETS; i++)
        into->bucket[i] += from->bucket[i];
}

double stopwatch_mean_ms(const stopwatch *watch) {
    return watch->moves ? (double)watch->total_ns / (double)watch->moves / 1e6 : 0;
}

double stopwatch_percentile_ms(const stopwatch *watch, unsigned percent) {
    uint64_t wanted = (watch->moves * percent + 99) / 100, seen = 0;
    for (unsigned i = 0; i < STOPWATCH_BUCKETS; i++) {
        seen += watch->bucket[i];
        if (!watch->moves || seen < wanted)
            continue;
        unsigned octave = i < 32 ? 0 : i / 16 - 1;
        uint64_t first = i - octave * 16; /* the largest number of the bucket is told */
        return (double)(((first + 1) << octave) - 1) / 1e6;
    }
    return 0;
}
