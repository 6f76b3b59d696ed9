/* Puzzles found in finished games and proven, and puzzles looked at again. docs/puzzles.md tells
 * what is asked of each kind. */
#ifndef FLAGFALL_AI_PUZZLES_PUZZLES_H
#define FLAGFALL_AI_PUZZLES_PUZZLES_H

#include "flagfall/replay.h"
#include "puzzle/puzzle.h"

enum {
    PUZZLES_NODES = 40000,        /* positions a proof looks at, twice */
    PUZZLES_WORLDS = 200,         /* worlds of a proof by material */
    PUZZLES_BELIEFS = 4000,       /* worlds of a belief, twice */
    PUZZLES_MARGIN = 150,         /* hundredths of a scout from the answer to the next move */
    PUZZLES_FLAG_LEAST = 700,     /* per mille, the chance that the answer is the flag */
    PUZZLES_FLAG_NEXT = 150,      /* and that the next is, at most */
    PUZZLES_CHECK_NODES = 400000, /* where a puzzle is looked at again */
    PUZZLES_CHECK_SEED = 1001,
};

typedef struct puzzles_finder puzzles_finder;

/* A finder keeps two players, of two seeds that follow from this one, which agree on every answer.
 * `nodes` of 0 are PUZZLES_NODES. Null when memory is out. */
puzzles_finder *puzzles_finder_new(uint64_t seed, uint64_t nodes);
void puzzles_finder_free(puzzles_finder *finder);

/* Can puzzles be made of this game? It began from two set-ups under a built-in edition and no
 * option, and is over: `*why` says what is missing, else it is null. */
bool puzzles_may_come_of(const ff_replay *replay, const char **why);

/* The armies of such a game, whose edition `p` has. */
void puzzles_armies(const ff_replay *replay, puzzle *p);

/* Goes through such a game and hands out what it finds, at most one of each kind for each seat,
 * in the order of the game; `take` answers whether to go on. The same game, seed and nodes give
 * the same puzzles. False when memory is out. */
bool puzzles_find(puzzles_finder *finder, const ff_replay *replay, const ff_history *history,
                  bool (*take)(void *context, const puzzle *p), void *context);

/* Looks at a puzzle again as the finder's first player would choose: a move by the search, a
 * flag by a belief of ten times PUZZLES_BELIEFS worlds. `found` is its answer. False when memory
 * is out. */
bool puzzles_answer(puzzles_finder *finder, const puzzle *p, ff_move *found);

#endif
