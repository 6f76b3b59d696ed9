/* Where the players of a schedule stand. */
#ifndef FLAGFALL_ARENA_STANDING_H
#define FLAGFALL_ARENA_STANDING_H

#include "arena/results.h"

typedef struct standing {
    unsigned players;
    unsigned order[SCHEDULE_PLAYERS_MAX]; /* strongest first: by points a game */
    pairing_results sum[SCHEDULE_PLAYERS_MAX];
    /* Of two players, the first one's difference to the other and the reverse; of
     * more, ratings with mean 0. */
    estimate elo[SCHEDULE_PLAYERS_MAX];
    bool padded; /* ratings exist only with a drawn game more for each pairing */
} standing;

void standing_fill(standing *s, const results *all);

#endif
