/* An allocator that fails when it is told to. For a test program named *_memory:
 * the build wraps malloc, calloc, realloc and free there, of the code under test alone.
 * To be included by one file of it. */
#ifndef TESTS_FAILING_MALLOC_H
#define TESTS_FAILING_MALLOC_H

#include <malloc.h>
#include <stdbool.h>
#include <stddef.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void __wrap_free(void *memory);

/* Allocations until the one that fails; 0: none fails. */
static unsigned long malloc_fails_in;

/* Bytes asked for so far, freed ones too. */
static size_t malloc_total;

/* Of these, bytes that have not been given back. */
static size_t malloc_live;

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

/* Counts what has been got. */
static void *malloc_counted(void *memory) {
    malloc_live += malloc_usable_size(memory);
    return memory;
}

void *__wrap_malloc(size_t size) {
    malloc_total += size;
    return malloc_fails_now() ? NULL : malloc_counted(__real_malloc(size));
}

void *__wrap_calloc(size_t count, size_t size) {
    malloc_total += count * size;
    return malloc_fails_now() ? NULL : malloc_counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *memory, size_t size) {
    malloc_total += size;
    if (malloc_fails_now())
        return NULL;
    size_t before = malloc_usable_size(memory);
    void *moved = __real_realloc(memory, size);
    if (moved)
        malloc_live += malloc_usable_size(moved) - before;
    return moved;
}

void __wrap_free(void *memory) {
    malloc_live -= malloc_usable_size(memory);
    __real_free(memory);
}

#endif
