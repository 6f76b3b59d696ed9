/* The time source: the one place where the server reads a clock.
 *
 * Two clocks are read together. The steady one counts milliseconds since whenever and
 * never goes back; intervals are measured by it. The wall clock counts milliseconds
 * since 1970, and somebody may set it. What the server makes of both is the
 * server clock's (server_clock.h).
 *
 * A manual source stands still until it is told to move: so a test decides what time it
 * is, and nothing in it depends on how fast the machine is. Who holds no source (a null
 * pointer) reads the system's clocks.
 *
 * One thread moves a source. Every thread may read it: whatever writes to the log does. */
#ifndef FLAGFALL_SERVER_BASE_TIME_SOURCE_H
#define FLAGFALL_SERVER_BASE_TIME_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

/* What the two clocks say, in milliseconds. */
typedef struct time_pair {
    int64_t steady; /* since whenever */
    int64_t wall;   /* since 1970 */
} time_pair;

/* Begins as {0}: the system's clocks. */
typedef struct time_source {
    bool manual;
    time_pair at; /* of a manual one: what it says now */
} time_source;

/* Where a manual source of the server's begins: at 2000-01-01 00:00 UTC. The same at
 * each start, so that a replay is told the same times. */
time_source time_source_manual(void);

/* Null is not. */
bool time_source_is_manual(const time_source *source);

/* What time it is. Null: the system's. */
time_pair time_source_now(const time_source *source);

/* Of a source that must be manual: lets time go on by 0 ms or more; sets the wall clock
 * forward or back, which leaves the steady one as it is. */
void time_source_pass(time_source *source, int64_t milliseconds);
void time_source_set_wall(time_source *source, int64_t milliseconds);

/* For measuring how long something took, never for deciding: microseconds of the
 * system's steady clock, manual source or not. */
int64_t time_stopwatch_us(void);

/* The same of the processor that this thread has had. */
int64_t time_processor_us(void);

#endif
