/* What the search has found out about positions that it may meet again: by another
 * order of moves, or one ply deeper (a transposition table; Greenblatt, Eastlake and
 * Crocker, "The Greenblatt chess program", 1967).
 *
 * A later finding takes the place of an earlier one in its slot. What was found before
 * the last `transpositions_forget` is not found again, and leaves no trace: the table
 * behaves as an empty one. One thread uses a table. */
#ifndef FLAGFALL_AI_TRANSPOSITIONS_H
#define FLAGFALL_AI_TRANSPOSITIONS_H

#include "flagfall/position.h"

/* What the value says of the true one. */
typedef enum bound { BOUND_NONE, BOUND_UPPER, BOUND_LOWER, BOUND_EXACT } bound;

typedef struct finding {
    uint64_t key; /* in the table: mixed with its salt */
    int32_t value;
    ff_move move; /* the best, or the one that cut; 0 where none did */
    int8_t depth; /* plies looked ahead */
    uint8_t bound;
} finding;

typedef struct transpositions {
    finding *slot;
    uint64_t slots; /* 1 .. 2^32 */
    uint64_t salt;  /* another one after each forgetting */
} transpositions;

/* Room for as many findings as fit into so many bytes, one at least; false when memory
 * is out. To be freed by `transpositions_free`. */
bool transpositions_init(transpositions *t, size_t bytes);
void transpositions_free(transpositions *t);
void transpositions_forget(transpositions *t);

static inline finding *transpositions_slot(const transpositions *t, uint64_t key) {
    return &t->slot[(key >> 32) * t->slots >> 32];
}

/* Null where nothing is known. */
static inline const finding *transpositions_find(const transpositions *t, uint64_t key) {
    const finding *f = transpositions_slot(t, key);
    return f->key == (key ^ t->salt) ? f : NULL;
}

static inline void transpositions_keep(transpositions *t, finding f) {
    finding *slot = transpositions_slot(t, f.key);
    *slot = f;
    slot->key ^= t->salt;
}

#endif
