/* Who meets whom: one order of games for a match, a round robin and a gauntlet.
 *
 * Each two players that meet are a pairing. Its games come in pairs: in the first
 * the player with the lower number is Red, in the second the two change seats and
 * the armies stay. A round is one pair of games of every pairing, so that a
 * tournament broken off halfway is halfway everywhere. Where the number of games is
 * odd, one more game of every pairing comes last. */
#ifndef FLAGFALL_ARENA_SCHEDULE_H
#define FLAGFALL_ARENA_SCHEDULE_H

#include <stdbool.h>

typedef struct schedule {
    unsigned players; /* 2 or more */
    unsigned games;   /* of each pairing */
    bool gauntlet;    /* the first meets all others, who do not meet each other */
} schedule;

enum { SCHEDULE_PLAYERS_MAX = 64 };

/* A game of the schedule. */
typedef struct fixture {
    unsigned pairing;   /* from 0 */
    unsigned player[2]; /* of the pairing, the lower number first */
    unsigned number;    /* of the game in its pairing, from 0 */
    unsigned red;       /* which of `player` is Red: 0, or 1 in the second of a pair */
} fixture;

unsigned schedule_pairings(const schedule *s);

/* Games of all pairings. */
unsigned schedule_games(const schedule *s);

/* The players of a pairing: (0,1), (0,2) .. (0,n-1), (1,2) .. */
void schedule_pairing(const schedule *s, unsigned pairing, unsigned player[2]);

/* The game with that number from 0, below `schedule_games`. */
fixture schedule_fixture(const schedule *s, unsigned index);

#endif
