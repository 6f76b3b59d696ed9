/* An allocator that fails when it is told to. For a test program named *_memory:
 * the build wraps malloc, calloc and realloc there, of the code under test alone.
 * To be included by one file of it. */
#ifndef TESTS_FAILING_MALLOC_H
#define TESTS_FAILING_MALLOC_H

#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

/* Allocations until the one that fails; 0: none fails. */
static unsigned long malloc_fails_in;

/* Bytes asked for so far, freed ones too. */
static size_t malloc_total;

/* The n-th allocation from now, counted from 1, fails, and only that one. */
static inline void malloc_fail_at(unsigned long n) {
    malloc_fails_in = n;
}

/* Has it failed yet? */
static inline bool malloc_has_failed(void) {
    return malloc_fails_in == 0;
}

static bool malloc_fails_now(void) {
    return malloc_fails_in > 0 && --malloc_fails_in == 0;
}

void *__wrap_malloc(size_t size) {
    malloc_total += size;
    return malloc_fails_now() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
    malloc_total += count * size;
    return malloc_fails_now() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *memory, size_t size) {
    malloc_total += size;
    return malloc_fails_now() ? NULL : __real_realloc(memory, size);
}

#endif
