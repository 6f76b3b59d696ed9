/* Round robins by the Berger tables: FIDE Handbook C.05, Annex 1. */
#ifndef FLAGFALL_PAIRING_ROUND_ROBIN_H
#define FLAGFALL_PAIRING_ROUND_ROBIN_H

#include "pairing/crosstable.h"

/* A pair of one round. With an odd number of players one is free in each round: then it is
 * White, and `black` is CROSSTABLE_NOBODY. */
typedef struct fixture_pair {
    uint16_t white, black;
} fixture_pair;

/* How many rounds it takes so many players. */
unsigned round_robin_rounds(unsigned players);

/* The pairs of a round (from 0), as the table for so many players lists them: room for
 * (players + 1) / 2. Returns how many. */
unsigned round_robin_pair(unsigned players, unsigned round, fixture_pair *pairs);

#endif
