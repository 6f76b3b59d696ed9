/* The generator's public names; the inline ones are in rng.h. */
#include "base/rng.h"

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
