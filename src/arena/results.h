/* What a schedule's games have come to. */
#ifndef FLAGFALL_ARENA_RESULTS_H
#define FLAGFALL_ARENA_RESULTS_H

#include "arena/schedule.h"
#include "arena/statistics.h"
#include "arena/stopwatch.h"
#include "flagfall/position.h"

/* A finished game as the arena keeps it. The record and the watches are somebody
 * else's. */
typedef struct match_game {
    unsigned index; /* in the schedule */
    ff_result result;
    ff_ending ending;
    unsigned plies;
    const stopwatch *watch; /* of Red and of Blue */
    ff_span record;
} match_game;

enum { RESULTS_ENDINGS = FF_BY_ABORT + 1 };

/* The games of two players, seen from the first. */
typedef struct pairing_results {
    tally tally;
    unsigned won[RESULTS_ENDINGS]; /* by how they ended */
    unsigned drawn[RESULTS_ENDINGS];
    unsigned lost[RESULTS_ENDINGS];
    uint64_t plies;
    unsigned half; /* half points of the first game of a pair whose second is not in yet */
} pairing_results;

/* What a program did wrong, one line; empty where that is not known. */
typedef struct results_fault {
    char text[160];
} results_fault;

typedef struct results {
    schedule schedule;
    unsigned games;
    pairing_results *pairing; /* one each */
    stopwatch *watch;         /* a player each */
    results_fault *fault;     /* of the first game that each player has forfeited */
} results;

/* False when memory is out; to be freed all the same. */
bool results_init(results *all, const schedule *s);
void results_free(results *all);

/* Adds the next game of the schedule. */
void results_add(results *all, const match_game *game);

/* All games of a player, seen from its side. `half` says nothing. */
pairing_results results_of(const results *all, unsigned player);

#endif
