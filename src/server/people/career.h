/* A person's finished games as few plain numbers each, read from the store; and what they come
 * to: results by edition and by opponent, and how the ratings went. Nothing of it is kept, so
 * nothing of it can be wrong, and who has its data deleted leaves none of it.
 *
 * A game that goes on is none of them, nor is one that was ended for nobody, or is damaged. */
#ifndef FLAGFALL_SERVER_PEOPLE_CAREER_H
#define FLAGFALL_SERVER_PEOPLE_CAREER_H

#include "server/store/store_games.h"

enum {
    CAREER_GAMES = 2000, /* the newest; nobody has more (commands/messages.h) */
    CAREER_EDITIONS = 32,
};

typedef enum outcome { OUTCOME_LOST, OUTCOME_DRAWN, OUTCOME_WON } outcome;

/* One game, as its person has played it. */
typedef struct career_game {
    int64_t ended; /* ms since 1970 */
    char edition[32];
    uint8_t outcome;
    uint8_t ending; /* ff_ending */
    bool rated, watch;
    uint16_t plies;
    int64_t rating; /* after the game; STORE_NULL: it has changed none */
    int64_t before; /* and before it */
    uint8_t kind;   /* seat_kind of the opponent */
    struct person opponent;
    char name[SEAT_NAME_SIZE]; /* the opponent's */
    int64_t strength;          /* its rating, or STORE_NULL */
} career_game;

/* Oldest first. */
typedef struct career {
    career_game *games;
    size_t count;
} career;

/* Whether this game counts, and as what; `person` has sat in it. */
bool career_read_game(const store_game *game, const struct person *person, career_game *read);

/* False when the store cannot be read or memory is out; to be freed even then. */
bool career_read(struct store *store, const struct person *person, career *read);
void career_free(career *gone);

/* ---- results ---- */

typedef struct career_score {
    unsigned games, won, drawn, lost;
} career_score;

void career_count(career_score *score, uint8_t result);

/* By edition, those with the most games first. Returns how many there are. */
typedef struct career_edition {
    char edition[32];
    career_score score;
} career_edition;
size_t career_by_edition(const career *of, career_edition editions[CAREER_EDITIONS]);

/* By opponent: each computer player and each account has its own row, guests share one without a
 * name. Those with the most games first; `rows` has room for one a game. 0 where there are games:
 * memory is out. */
typedef struct career_opponent {
    uint8_t kind;
    struct person person;
    const char *name; /* of the career; empty for guests */
    career_score score;
} career_opponent;
size_t career_by_opponent(const career *of, career_opponent *rows);

#endif
