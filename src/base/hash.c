/* The 64-bit hash. What must hold: it gives the same on every machine and in every version,
 * because files and recorded signatures hold its results. So bytes are put together by shifts,
 * not read as numbers of the machine. */
#include "base/hash.h"

uint64_t hash_number(uint64_t hash, uint64_t number) {
    /* Multiplying carries low bits up, shifting brings high bits down again, so that numbers
     * which differ in one bit give results which differ in many. Both factors are odd, hence
     * nothing is lost; the first is 2^64 divided by the golden ratio. */
    hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
    hash *= 0xd6e8feb86659fd93u;
    return hash ^ hash >> 29;
}

uint64_t hash_seed(uint64_t seed, uint64_t number) {
    return hash_number(hash_number(0, seed), number);
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
    /* With the size in it, a text that ends in zero bytes and the same text without them
     * differ. */
    hash = hash_number(hash, size);
    for (; size >= 8; bytes += 8, size -= 8)
        hash = hash_number(hash, word_at(bytes, 8));
    return size ? hash_number(hash, word_at(bytes, size)) : hash;
}
