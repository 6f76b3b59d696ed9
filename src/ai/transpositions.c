#include "ai/transpositions.h"

#include <stdlib.h>

#include "base/hash.h"

static const uint64_t most = UINT64_C(1) << 32;

bool transpositions_init(transpositions *t, size_t bytes) {
    uint64_t slots = bytes / sizeof *t->slot;
    t->slots = slots < 1 ? 1 : slots > most ? most : slots;
    t->salt = 1; /* an empty slot has key 0 */
    t->slot = calloc((size_t)t->slots, sizeof *t->slot);
    return t->slot;
}

void transpositions_free(transpositions *t) {
    free(t->slot);
    t->slot = NULL;
}

void transpositions_forget(transpositions *t) {
    t->salt = ff_hash_number(t->salt, 1);
}
