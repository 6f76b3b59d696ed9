/* Glicko-2 ratings (M. Glickman, "Example of the Glicko-2 system", 2013), with one
 * game as a rating period, as play on a server has no others: deviations grow with
 * the days in between. Pure arithmetic. */
#ifndef FLAGFALL_SERVER_BASE_GLICKO_H
#define FLAGFALL_SERVER_BASE_GLICKO_H

#include <stddef.h>

typedef struct glicko {
    double rating;     /* 1500 for who has not played */
    double deviation;  /* 30 to 350: how far off it may be */
    double volatility; /* how much it is expected to move */
} glicko;

/* One game against somebody: 1 won, 0.5 drawn, 0 lost. */
typedef struct glicko_game {
    glicko other;
    double score;
} glicko_game;

/* Who has not played. */
glicko glicko_new(void);

/* What a store has kept; numbers that no rating has (a damaged row) are as of who has not played,
 * since any game with them would make other ratings no numbers either. */
glicko glicko_stored(double rating, double deviation, double volatility);

/* After `days` without a game: less certain, never more than at the beginning. */
glicko glicko_after_rest(glicko player, double days);

/* After a period with these games (`count` 1 or more), the others as they were
 * before it. */
glicko glicko_after_games(glicko player, const glicko_game *games, size_t count);

#endif
