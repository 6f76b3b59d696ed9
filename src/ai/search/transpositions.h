/* What the search has found out about positions that it may meet again: by another
 * order of moves, or one ply deeper (a transposition table; Greenblatt, Eastlake and
 * Crocker, "The Greenblatt chess program", 1967).
 *
 * A later entry takes the place of an earlier one in its slot. A thought begins with a
 * few slots, which stay near the processor, and takes twice as many whenever they fill,
 * as far as there is room. What was found before the last `transpositions_forget` is not
 * found again, and leaves no trace: the table behaves as an empty one. One thread uses a
 * table. */
#ifndef FLAGFALL_AI_TRANSPOSITIONS_H
#define FLAGFALL_AI_TRANSPOSITIONS_H

#include "flagfall/position.h"

/* What the value says of the true one. */
typedef enum transposition_bound {
    BOUND_NONE,
    BOUND_UPPER,
    BOUND_LOWER,
    BOUND_EXACT
} transposition_bound;

typedef struct transposition_entry {
    uint64_t key; /* in the table: mixed with its salt */
    int32_t value;
    ff_move move;  /* the best, or the one that cut; 0 where none did */
    int8_t depth;  /* plies looked ahead */
    uint8_t bound; /* transposition_bound */
} transposition_entry;

typedef struct transpositions {
    transposition_entry *slot;
    uint64_t slots; /* there are; a power of two, like the next */
    uint64_t used;  /* in use */
    uint64_t kept;  /* entries kept since the last growth */
    uint64_t salt;  /* another one after each forgetting */
} transpositions;

/* Room for as many entries as fit into so many bytes, one at least; false when memory
 * is out. To be freed by `transpositions_free`. */
bool transpositions_init(transpositions *t, size_t bytes);
void transpositions_free(transpositions *t);
void transpositions_forget(transpositions *t);

/* Takes twice as many slots into use. */
void transpositions_grow(transpositions *t);

/* Null where nothing is known. */
static inline const transposition_entry *transpositions_find(const transpositions *t,
                                                             uint64_t key) {
    const transposition_entry *f = &t->slot[key & (t->used - 1)];
    return f->key == (key ^ t->salt) ? f : NULL;
}

static inline void transpositions_keep(transpositions *t, transposition_entry f) {
    if (++t->kept > t->used / 2 && t->used < t->slots)
        transpositions_grow(t);
    transposition_entry *slot = &t->slot[f.key & (t->used - 1)];
    *slot = f;
    slot->key ^= t->salt;
}

#endif
