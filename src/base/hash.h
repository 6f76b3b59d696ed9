/* A 64-bit hash of bytes, the same on every machine: for signatures and tables,
 * not against malice. (FNV-1a's loop over words, mixed by a 64x64 multiply.) */
#ifndef FLAGFALL_BASE_HASH_H
#define FLAGFALL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Continues from `hash` (0 to begin) over `size` bytes. */
uint64_t hash_bytes(uint64_t hash, const void *data, size_t size);

/* Continues from `hash` over one number. The result depends on `hash ^ number` alone, so for what
 * follows from somebody's seed there is `hash_seed`. */
uint64_t hash_number(uint64_t hash, uint64_t number);

/* The seed of the `number`-th game, move or draw under a seed. Seeds that people choose are near
 * each other, and so are numbers: the seed is hashed before the number comes to it, so that no two
 * seeds give the same in another order. */
uint64_t hash_seed(uint64_t seed, uint64_t number);

#endif
