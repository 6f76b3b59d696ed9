/* Buckets of tokens in a table of fixed size, by a keyed hash that nobody outside can aim with.
 * Where a run of places is full the fullest bucket makes room: who has taken least loses least by
 * being forgotten. What must hold: a bucket never has more than `burst`, and an attacker who fills
 * the table with names gets no more tokens than that for each. */
#include "server/base/limits.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { PROBES = 8 };

void limits_init(limits_table *limits, double burst, double per_second) {
    memset(limits, 0, sizeof *limits);
    limits->burst = burst;
    limits->per_second = per_second;
    randombytes_buf(limits->secret, sizeof limits->secret);
}

static double tokens_at(const limits_table *limits, const limits_bucket *bucket, uint64_t now_ms) {
    double seconds = now_ms > bucket->time_ms ? (double)(now_ms - bucket->time_ms) / 1000 : 0;
    double tokens = bucket->tokens + seconds * limits->per_second;
    return tokens < limits->burst ? tokens : limits->burst;
}

/* The bucket of a key. Nobody keeps a place for ever: where all that the key may use are taken,
 * the fullest is given to the new one, which begins with as much as anybody has at first. */
static limits_bucket *find(limits_table *limits, uint64_t key, uint64_t now_ms) {
    limits_bucket *fullest = NULL;
    for (unsigned i = 0; i < PROBES; i++) {
        limits_bucket *at = &limits->bucket[(key + i) % LIMITS_BUCKETS];
        if (at->key == key)
            return at;
        if (!at->key)
            *at = (limits_bucket){0, now_ms, limits->burst};
        if (!fullest || tokens_at(limits, at, now_ms) > tokens_at(limits, fullest, now_ms))
            fullest = at;
    }
    assert(fullest);
    *fullest = (limits_bucket){key, now_ms, limits->burst};
    return fullest;
}

/* The bucket of whoever it is, filled up to now. */
static limits_bucket *bucket_of(limits_table *limits, ff_span who, uint64_t now_ms) {
    uint64_t key;
    static_assert(sizeof key == crypto_shorthash_BYTES, "a key is a short hash");
    crypto_shorthash((unsigned char *)&key, (const unsigned char *)who.data, who.size,
                     limits->secret);
    key |= 1; /* 0 is nobody's */
    limits_bucket *bucket = find(limits, key, now_ms);
    bucket->tokens = tokens_at(limits, bucket, now_ms);
    bucket->time_ms = now_ms;
    assert(bucket->tokens <= limits->burst);
    return bucket;
}

bool limits_take(limits_table *limits, ff_span who, uint64_t now_ms) {
    limits_bucket *bucket = bucket_of(limits, who, now_ms);
    if (bucket->tokens < 1)
        return false;
    bucket->tokens -= 1;
    return true;
}

void limits_spend(limits_table *limits, ff_span who, uint64_t now_ms, double count) {
    bucket_of(limits, who, now_ms)->tokens -= count;
}

uint64_t limits_wait(limits_table *limits, ff_span who, uint64_t now_ms) {
    double missing = 1 - bucket_of(limits, who, now_ms)->tokens;
    return missing <= 0 ? 0 : (uint64_t)(missing * 1000 / limits->per_second) + 1;
}

void limits_give_back(limits_table *limits, ff_span who, uint64_t now_ms) {
    limits_bucket *bucket = bucket_of(limits, who, now_ms);
    bucket->tokens = bucket->tokens + 1 < limits->burst ? bucket->tokens + 1 : limits->burst;
}
