/* The 64-bit hash, the same on every machine and in every version: it is in files. */
#include "base/hash.h"

uint64_t hash_number(uint64_t hash, uint64_t number) {
    hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 29;
}

/* Eight bytes, lowest first on any machine. */
static uint64_t word_at(const unsigned char *bytes, size_t size) {
    uint64_t word = 0;
    for (size_t i = 0; i < size; i++)
        word |= (uint64_t)bytes[i] << (8 * i);
    return word;
}

uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    hash = hash_number(hash, size);
    for (; size >= 8; bytes += 8, size -= 8)
        hash = hash_number(hash, word_at(bytes, 8));
    return size ? hash_number(hash, word_at(bytes, size)) : hash;
}
