/* A heap of timers: who is to be woken first, of thousands. A binary heap; setting, dropping and
 * taking the first are logarithmic. A timer lives in what it belongs to, which must
 * drop it before it goes. One thread. */
#ifndef FLAGFALL_SERVER_BASE_TIMER_HEAP_H
#define FLAGFALL_SERVER_BASE_TIMER_HEAP_H

#include "flagfall/base.h"

/* Begins as {0}. */
typedef struct heap_timer {
    int64_t when;
    size_t place; /* in the heap, from 1; 0: it is not set */
} heap_timer;

/* Begins as {0}. */
typedef struct timer_heap {
    heap_timer **heap; /* from 1 */
    size_t count, capacity;
} timer_heap;

void timer_heap_free(timer_heap *timers);

/* Room for so many timers, so that setting them cannot fail. False when memory is
 * out. */
bool timer_heap_reserve(timer_heap *timers, size_t count);

/* Sets a timer, or sets it anew. There must be room. */
void timer_heap_set(timer_heap *timers, heap_timer *timer, int64_t when);

/* Drops it, set or not. */
void timer_heap_drop(timer_heap *timers, heap_timer *timer);

/* The earliest, null where none is set. It stays set. */
heap_timer *timer_heap_first(const timer_heap *timers);

#endif
