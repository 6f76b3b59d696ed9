/* The rules a second time: slow, obvious, and sharing no line with the library.
 *
 * The board is an array of tokens, a piece keeps its token for life, the plies of
 * each player are a list, every position of the game is kept whole. Nothing here
 * is clever, so that a reader who holds it beside docs/rules.md can see that it
 * is right; the library is then compared with it. Out of memory ends the test. */
#ifndef FLAGFALL_TEST_ORACLE_H
#define FLAGFALL_TEST_ORACLE_H

#include "flagfall/setup.h"

typedef struct oracle oracle;

/* All that is true of a position, in the plainest form. */
typedef struct oracle_state {
    ff_seat turn;
    ff_result result;
    ff_ending ending;
    unsigned plies;
    unsigned quiet;
    unsigned chase[2];
    ff_seat seat[FF_SQUARES]; /* FF_NOBODY where no piece stands */
    ff_rank rank[FF_SQUARES];
    bool moved[FF_SQUARES]; /* the piece has moved since the first position */
    bool known[FF_SQUARES]; /* both players know its rank */
} oracle_state;

/* A piece somebody wants to set up, by square. */
typedef struct oracle_placing {
    int square;
    ff_rank rank;
} oracle_placing;

/* An empty board. `options` may be null. */
oracle *oracle_new(const ff_edition *edition, const ff_options *options);
oracle *oracle_copy(const oracle *other);
void oracle_free(oracle *self);

/* Puts a piece on an empty square, then, when all stand, names who begins. */
void oracle_put(oracle *self, int square, ff_seat seat, ff_rank rank);
void oracle_begin(oracle *self, ff_seat turn);

/* The same contracts as `ff_move_check`, `ff_position_try`, `ff_moves` (but
 * ordered by source and target) and `ff_perft`. */
ff_reason oracle_check(const oracle *self, unsigned from, unsigned to);
ff_reason oracle_try(oracle *self, unsigned from, unsigned to, ff_event *event);
size_t oracle_moves(const oracle *self, ff_move moves[FF_MOVES_MAX]);
uint64_t oracle_perft(const oracle *self, unsigned depth);

oracle_state oracle_state_of(const oracle *self);

/* Why a seat may not set up these pieces, placed in this order. */
ff_setup_reason oracle_setup_check(const ff_edition *edition, ff_seat seat,
                                   const oracle_placing *placings, size_t count);

#endif
