/* An arena: memory that is taken bit by bit and given back all at once, as what belongs
 * to one request, or one message, is. Not for several threads at a time. */
#ifndef FLAGFALL_BASE_ARENA_H
#define FLAGFALL_BASE_ARENA_H

#include "flagfall/base.h"

typedef struct arena_block arena_block;

/* Begins as {0}; ends with `arena_free`, after which it is {0} again. */
struct arena {
    arena_block *last; /* the newest, which has what is left */
    size_t used;       /* bytes of it */
};

/* So many bytes, aligned for anything and not zeroed, valid until the arena ends. Null
 * when memory is out. */
void *arena_take(struct arena *arena, size_t size);

/* A copy, with a zero after it that does not count; data null when memory is out. */
ff_span arena_copy(struct arena *arena, ff_span text);

/* The buffer's text belongs to the arena from now on, and the buffer is empty. False when
 * it had failed or memory is out: then it is freed. */
bool arena_adopt(struct arena *arena, ff_buffer *buffer, ff_span *text);

/* All that one arena has is another's from now on. */
void arena_join(struct arena *to, struct arena *from);

void arena_free(struct arena *arena);

#endif
