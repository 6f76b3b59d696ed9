/* How somebody sets up, found from the armies of finished games: where flag, bombs and marshal
 * stood, how it went by the flag's place, which armies came again. Read anew whenever somebody
 * asks, as results are (career.h). */
#ifndef FLAGFALL_SERVER_PEOPLE_FORMATIONS_H
#define FLAGFALL_SERVER_PEOPLE_FORMATIONS_H

#include "flagfall/setup.h"
#include "server/people/career.h"

/* One edition. Places are those of a set-up's letters, from 0. */
typedef struct formation_map {
    char edition[32];
    unsigned zone; /* how many places there are */
    career_score score;
    unsigned flag[FF_ZONE_MAX], bombs[FF_ZONE_MAX], marshal[FF_ZONE_MAX]; /* games */
    unsigned points[FF_ZONE_MAX]; /* of games with the flag there: 2 a win, 1 a draw */
} formation_map;

/* An army that was played. */
typedef struct formation {
    unsigned map; /* its edition's */
    char letters[FF_ZONE_MAX + 1];
    career_score score;
} formation;

typedef struct formations {
    formation_map maps[CAREER_EDITIONS]; /* those with the most games first */
    size_t map_count;
    formation *armies;
    size_t army_count;
} formations;

/* Reads them; `watched`: only of games that could be watched. False when the store cannot be read
 * or memory is out; to be freed even then. */
bool formations_read(struct store *store, const struct person *person, bool watched,
                     formations *read);
void formations_free(formations *gone);

/* One more game with this army; what is no army of the edition is left out. Room for
 * CAREER_GAMES armies is expected. */
void formations_add(formations *to, const char *edition, const char *letters, uint8_t result);

/* The armies of an edition with the most games, or with the best score of those played three times
 * or more (a win and a loss are added to each, so that few games say little). The best first;
 * returns how many of `most` there are. */
size_t formations_favourite(const formations *of, unsigned map, const formation **found,
                            size_t most);
size_t formations_best(const formations *of, unsigned map, const formation **found, size_t most);

#endif
