/* A table in one allocation, indexed by the low bits of a key. Forgetting changes the salt
 * of keys instead of clearing memory. */
#include "ai/search/transpositions.h"

#include <stdlib.h>

#include "base/hash.h"

/* Slots that a thought begins with: a quarter of a mebibyte. */
enum { FEW = 1 << 14 };

bool transpositions_init(transpositions *t, size_t bytes) {
    t->slots = 1;
    while (2 * t->slots * sizeof *t->slot <= bytes)
        t->slots *= 2;
    t->salt = 1; /* an empty slot has key 0 */
    t->slot = calloc((size_t)t->slots, sizeof *t->slot);
    transpositions_forget(t);
    return t->slot;
}

void transpositions_free(transpositions *t) {
    free(t->slot);
    t->slot = NULL;
}

void transpositions_forget(transpositions *t) {
    t->used = t->slots < FEW ? t->slots : FEW;
    t->kept = 0;
    /* A slot's key is mixed with the salt, so with another salt no old entry can match.
     * Clearing the memory would cost more than a short thought. */
    t->salt = hash_number(t->salt, 1);
}

/* A slot is the low bits of a key, and now one bit more: an entry stays where it is or goes as
 * far up as there were slots. What it leaves behind is not looked for there any more. */
void transpositions_grow(transpositions *t) {
    uint64_t before = t->used;
    for (uint64_t i = 0; i < before; i++)
        if ((t->slot[i].key ^ t->salt) & before)
            t->slot[i + before] = t->slot[i];
    t->used = 2 * before;
    t->kept = 0;
}
