/* An umpire is one implementation of the rules seen from a test: the library's,
 * or the oracle's. What is asked of one is asked of the other in the same words. */
#ifndef FLAGFALL_TEST_UMPIRE_H
#define FLAGFALL_TEST_UMPIRE_H

#include "oracle.h"

typedef struct umpire umpire;
struct umpire {
    const char *name;
    void (*put)(umpire *self, int square, ff_seat seat, ff_rank rank);
    void (*begin)(umpire *self, ff_seat turn);
    ff_reason (*check)(const umpire *self, unsigned from, unsigned to);
    ff_reason (*attempt)(umpire *self, unsigned from, unsigned to, ff_event *event);
    size_t (*moves)(const umpire *self, ff_move moves[FF_MOVES_MAX]); /* in any order */
    uint64_t (*perft)(umpire *self, unsigned depth);
    oracle_state (*state)(const umpire *self);
    ff_setup_reason (*setup_check)(const ff_edition *edition, ff_seat seat,
                                   const oracle_placing *placings, size_t count);
    void (*free)(umpire *self);
};

/* Makes an umpire for a game of that edition; `options` may be null. Out of
 * memory ends the test. */
typedef umpire *umpire_new(const ff_edition *edition, const ff_options *options);

umpire_new umpire_core_new;
umpire_new umpire_oracle_new;

/* Puts what the letters of a position say, a1 b1 .. first, in rows of `files`;
 * capitals or not is the same to the rules. False for a letter that is none. */
bool umpire_put_letters(umpire *self, unsigned files, const char *letters);

/* Both of them. */
enum { UMPIRES = 2 };
extern umpire_new *const umpire_kinds[UMPIRES];

#endif
