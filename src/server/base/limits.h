/* How often somebody may do something: buckets of tokens by key, in a table of
 * fixed size. Where it is full the fullest bucket of a few is given up, which is
 * the one whose owner has been quiet longest. One thread. */
#ifndef FLAGFALL_SERVER_BASE_LIMITS_H
#define FLAGFALL_SERVER_BASE_LIMITS_H

#include "flagfall/base.h"

enum { LIMITS_BUCKETS = 4096 };

typedef struct limits_bucket {
    uint64_t key; /* 0: free */
    uint64_t time_ms;
    double tokens;
} limits_bucket;

typedef struct limits_table {
    double burst;       /* how many at once, after a pause */
    double per_second;  /* how fast they come back */
    uint8_t secret[16]; /* so that nobody can choose whose bucket theirs displaces */
    limits_bucket bucket[LIMITS_BUCKETS];
} limits_table;

/* A table in which nobody has done anything. */
void limits_init(limits_table *limits, double burst, double per_second);

/* May whoever is `who` (a name, an address) do it once more at `now_ms`, on any
 * steady clock? If so it counts as done. */
bool limits_take(limits_table *limits, ff_span who, uint64_t now_ms);

/* Takes so many at once, be they more than there are: those that are missing have to come back
 * first. And how many milliseconds it takes until there is one; 0: there is. */
void limits_spend(limits_table *limits, ff_span who, uint64_t now_ms, double count);
uint64_t limits_wait(limits_table *limits, ff_span who, uint64_t now_ms);

/* It does not count after all: gives back what was taken. */
void limits_give_back(limits_table *limits, ff_span who, uint64_t now_ms);

#endif
