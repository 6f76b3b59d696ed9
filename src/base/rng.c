/* The generator's public names; xoshiro256++ itself (Blackman and Vigna, 2018) is inline in
 * rng.h. */
#include "base/rng.h"

/* SplitMix64 (Steele, Lea and Flood, 2014), as the authors of xoshiro advise: seeds that differ
 * in one bit give states that have nothing in common, and never the state of four zeros, which
 * the generator could not leave. */
void ff_rng_seed(ff_rng *rng, uint64_t seed) {
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        rng->state[i] = z ^ z >> 31;
    }
}

uint64_t ff_rng_next(ff_rng *rng) {
    return rng_next(rng);
}

uint32_t ff_rng_below(ff_rng *rng, uint32_t bound) {
    return rng_below(rng, bound);
}
