/* Memory of one request: blocks in a list, newest first. What is taken comes from the newest
 * block; what is larger than a block has a block of its own. What must hold: nothing that was
 * taken ever moves, because whoever took it keeps the pointer until the whole arena ends. */
#include "base/arena.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A block with its head and the allocator's own bookkeeping is to stay below 1 KiB, which is a
 * size that allocators hand out without waste. */
enum { BLOCK = 1024 - 64, ALIGN = _Alignof(max_align_t) };

struct arena_block {
    arena_block *before;
    size_t size;   /* of `bytes` */
    char *adopted; /* text that somebody else has allocated, or null */
    _Alignas(max_align_t) char bytes[];
};

static arena_block *add_block(struct arena *arena, size_t size) {
    arena_block *added = size > SIZE_MAX - sizeof *added ? NULL : malloc(sizeof *added + size);
    if (!added)
        return NULL;
    *added = (arena_block){.before = arena->last, .size = size};
    arena->last = added;
    arena->used = 0;
    return added;
}

void *arena_take(struct arena *arena, size_t size) {
    size_t whole = size + ALIGN - size % ALIGN; /* more than none, so that there is a block */
    if (whole < size)
        return NULL;
    size_t left = arena->last ? arena->last->size - arena->used : 0;
    if (left < whole && !add_block(arena, whole > BLOCK ? whole : BLOCK))
        return NULL;
    assert(arena->used + whole <= arena->last->size);
    void *taken = arena->last->bytes + arena->used;
    arena->used += whole;
    return taken;
}

ff_span arena_copy(struct arena *arena, ff_span text) {
    char *copy = arena_take(arena, text.size + 1);
    if (!copy)
        return (ff_span){NULL, 0};
    if (text.size > 0)
        memcpy(copy, text.data, text.size);
    copy[text.size] = 0;
    return (ff_span){copy, text.size};
}

bool arena_adopt(struct arena *arena, ff_buffer *buffer, ff_span *text) {
    ff_buffer taken = *buffer;
    arena_block *block = taken.failed ? NULL : add_block(arena, 0);
    *buffer = (ff_buffer){0};
    if (!block) {
        ff_buffer_free(&taken);
        return false;
    }
    block->adopted = taken.data;
    *text = (ff_span){taken.data ? taken.data : "", taken.size};
    return true;
}

void arena_join(struct arena *to, struct arena *from) {
    arena_block *oldest = from->last;
    if (!oldest)
        return;
    while (oldest->before)
        oldest = oldest->before;
    /* The other's blocks go on top of ours, and its newest one is the newest of all: `used`
     * tells of that one only, so what was left in our newest block is not used any more. */
    oldest->before = to->last;
    *to = *from;
    *from = (struct arena){0};
}

void arena_free(struct arena *arena) {
    for (arena_block *at = arena->last, *before; at; at = before) {
        before = at->before;
        free(at->adopted);
        free(at);
    }
    *arena = (struct arena){0};
}
