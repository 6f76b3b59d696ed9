/* The generator of flagfall/base.h, inline for those who draw millions. */
#ifndef FLAGFALL_BASE_RNG_H
#define FLAGFALL_BASE_RNG_H

#include "flagfall/base.h"

static inline uint64_t rng_rotate(uint64_t x, int k) {
    return x << k | x >> (64 - k);
}

static inline uint64_t rng_next(ff_rng *rng) {
    uint64_t *s = rng->state;
    uint64_t result = rng_rotate(s[0] + s[3], 23) + s[0];
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rng_rotate(s[3], 45);
    return result;
}

static inline uint32_t rng_below(ff_rng *rng, uint32_t bound) {
    uint64_t product = (rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t threshold = -bound % bound;
        while ((uint32_t)product < threshold)
            product = (rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#endif
