/* A 64-bit hash of bytes, the same on every machine: for signatures and tables,
 * not against malice. (FNV-1a's loop over words, mixed by a 64x64 multiply.) */
#ifndef FLAGFALL_BASE_HASH_H
#define FLAGFALL_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* Continues from `hash` (0 to begin) over `size` bytes. */
uint64_t hash_bytes(uint64_t hash, const void *data, size_t size);

/* Continues from `hash` over one number. */
uint64_t hash_number(uint64_t hash, uint64_t number);

#endif
