/* A binary heap of timers: the first to be due stands in place 1, and below place p stand 2p and
 * 2p + 1. Place 0 is that of a timer that is not set. What must hold: no timer is due before its
 * parent in the heap, and each knows its own place, so that it can be dropped from the middle. */
#include "server/base/timer_heap.h"

#include <assert.h>
#include <stdlib.h>

void timer_heap_free(timer_heap *timers) {
    free(timers->heap);
    *timers = (timer_heap){0};
}

bool timer_heap_reserve(timer_heap *timers, size_t count) {
    if (count <= timers->capacity)
        return true;
    size_t capacity = 2 * timers->capacity > count ? 2 * timers->capacity : count;
    heap_timer **heap = realloc(timers->heap, (capacity + 1) * sizeof(heap_timer *));
    if (!heap)
        return false;
    timers->heap = heap;
    timers->capacity = capacity;
    return true;
}

static void put(timer_heap *timers, heap_timer *timer, size_t place) {
    timers->heap[place] = timer;
    timer->place = place;
}

/* Moves later timers down, from `place` towards the top, until the timer may stand there. */
static size_t rise(timer_heap *timers, const heap_timer *timer, size_t place) {
    for (; place > 1 && timer->when < timers->heap[place / 2]->when; place /= 2)
        put(timers, timers->heap[place / 2], place);
    return place;
}

/* Moves earlier timers up, from `place` towards the bottom, until the timer may stand there. */
static size_t sink(timer_heap *timers, const heap_timer *timer, size_t place) {
    for (size_t child; (child = 2 * place) <= timers->count; place = child) {
        if (child < timers->count && timers->heap[child + 1]->when < timers->heap[child]->when)
            child++;
        if (timer->when <= timers->heap[child]->when)
            break;
        put(timers, timers->heap[child], place);
    }
    return place;
}

static void settle(timer_heap *timers, heap_timer *timer, size_t place) {
    assert(place >= 1 && place <= timers->count);
    place = rise(timers, timer, place);
    put(timers, timer, sink(timers, timer, place));
    assert(timers->heap[timer->place] == timer);
    assert(place == 1 || timers->heap[place / 2]->when <= timers->heap[place]->when);
}

void timer_heap_set(timer_heap *timers, heap_timer *timer, int64_t when) {
    timer->when = when;
    if (!timer->place) {
        assert(timers->count < timers->capacity);
        timer->place = ++timers->count;
    }
    assert(timer->place <= timers->count);
    settle(timers, timer, timer->place);
}

void timer_heap_drop(timer_heap *timers, heap_timer *timer) {
    size_t place = timer->place;
    if (!place)
        return;
    assert(place <= timers->count && timers->heap[place] == timer);
    heap_timer *last = timers->heap[timers->count--];
    timer->place = 0;
    if (last != timer)
        settle(timers, last, place);
}

heap_timer *timer_heap_first(const timer_heap *timers) {
    return timers->count ? timers->heap[1] : NULL;
}
