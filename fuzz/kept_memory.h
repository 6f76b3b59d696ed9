/* Large blocks that are asked for again and again, kept from one input to the next: the
 * address sanitizer takes and gives back their pages each time, which cost ten times as much
 * as what is tested. The linker puts these functions in the place of calloc and free
 * (CMakeLists.txt). Between two uses a block may not be touched, as ever: it is poisoned.
 * What must hold: no kept block is given to realloc. */
#ifndef FLAGFALL_FUZZ_KEPT_MEMORY_H
#define FLAGFALL_FUZZ_KEPT_MEMORY_H

#include <sanitizer/asan_interface.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { KEPT_FROM = 1 << 15 /* bytes */, KEPT_BLOCKS = 16 };

static struct {
    void *block;
    size_t size;
    bool used;
} kept[KEPT_BLOCKS];

void *__real_calloc(size_t count, size_t size);
void __real_free(void *block);
void *__wrap_calloc(size_t count, size_t size);
void __wrap_free(void *block);

void *__wrap_calloc(size_t count, size_t size) {
    bool fits = size == 0 || count <= SIZE_MAX / size;
    if (!fits || count * size < KEPT_FROM)
        return __real_calloc(count, size);
    size *= count;
    for (int i = 0; i < KEPT_BLOCKS; i++) {
        if (kept[i].used || (kept[i].block && kept[i].size != size))
            continue;
        if (!kept[i].block)
            kept[i].block = __real_calloc(1, size);
        kept[i].size = size;
        kept[i].used = kept[i].block != NULL;
        if (!kept[i].used)
            return NULL;
        ASAN_UNPOISON_MEMORY_REGION(kept[i].block, size);
        return memset(kept[i].block, 0, size);
    }
    return __real_calloc(1, size);
}

void __wrap_free(void *block) {
    for (int i = 0; block && i < KEPT_BLOCKS; i++)
        if (kept[i].block == block) {
            ASAN_POISON_MEMORY_REGION(block, kept[i].size);
            kept[i].used = false;
            return;
        }
    __real_free(block);
}

#endif
