/* Time that only goes forward. */
#ifndef FLAGFALL_BASE_CLOCK_H
#define FLAGFALL_BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds on a clock that never goes back, whatever is done to the time of day. Only
 * differences mean anything. From any thread. */
uint64_t clock_now_ns(void);

#endif
