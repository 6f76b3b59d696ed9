/* Swiss pairings by the Dutch system: FIDE Handbook C.04.3, in the version of Baku 2016, whose
 * articles are named here; C.04.1 for what all Swiss systems hold to.
 *
 * Always, and exactly:
 *   C.1  nobody meets twice (a pairing to which somebody did not come was no meeting)
 *   C.2  nobody who had a bye, or points without playing, has a bye
 *   C.3  two with the same absolute colour preference do not meet; but in the last round those who
 *        have more than half of the points may
 *   C.4  the round can be completed: if any pairing holds to C.1 to C.3, one is found
 *
 * Then, bracket by bracket from the highest score, the best by this order: most pairs (C.5); those
 * moved down from the highest scores paired first (C.6); most pairs in the next bracket (first half
 * of C.7); colours of those with more than half of the points (C.8, C.9), colour preferences
 * (C.10), strong ones (C.11); no float of the same kind as one or two rounds ago (C.12 to C.15),
 * and else as short ones as can be (C.16 to C.19). Of what is as good, the fewest exchanges between
 * the halves of a bracket, of the nearest numbers (D.2); then the first in the order of
 * transpositions (D.1): the highest player's opponent is as high in the lower half as can be, then
 * the next one's. Colours go by E.1 to E.5.
 *
 * What differs from the full procedure: in C.7 the scores of those who move on twice are not
 * compared; in C.16 to C.19 the sum of the differences counts and not the greatest first; five
 * scores and more among those moved down count as four (C.6); two who were moved down are paired
 * with each other in the last bracket only; where there are several exchanges of equal sums, which
 * ones they are may be another choice than D.2's.
 *
 * The best of a bracket is found by a matching of greatest weight over all who are left, so that
 * the time is bounded: a bracket takes a matching of O(n^3) for each of its players, and four more,
 * at most. */
#ifndef FLAGFALL_PAIRING_SWISS_H
#define FLAGFALL_PAIRING_SWISS_H

#include "pairing/crosstable.h"
#include "pairing/round_robin.h"

typedef enum swiss_answer {
    SWISS_PAIRED,
    SWISS_IMPOSSIBLE, /* no pairing holds to C.1 to C.3 */
    SWISS_NO_MEMORY,
} swiss_answer;

typedef struct swiss_round {
    const crosstable *table; /* of the rounds before */
    const bool *plays;       /* by player: is to be paired */
    unsigned rounds;         /* that the tournament has in all */
    bool first_is_white;     /* the lot of E.5: the first player's colour in the first round */
} swiss_round;

/* Pairs a round: room for (players + 1) / 2 in `pairs`, `count` says how many. Who has a bye is
 * White, and comes last. The same table gives the same pairs. */
swiss_answer swiss_pair(const swiss_round *round, fixture_pair *pairs, unsigned *count);

#endif
