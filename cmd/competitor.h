/* Players by the names that `match` and `tournament` know them by. */
#ifndef FLAGFALL_COMPETITOR_H
#define FLAGFALL_COMPETITOR_H

#include "arena/match.h"
#include "engine/ucc_player.h"

/* What holds for programs, whoever they are. */
typedef struct program_terms {
    unsigned reply_ms; /* within which they must answer */
} program_terms;

/* A player of the command line. Stays where it is once it is found: the entrant
 * points into it. */
typedef struct competitor {
    match_entrant entrant;
    char name[40]; /* given by NAME=PLAYER, or empty */
    char *path;    /* of a program, in full; its own */
    ucc_program ucc;
    bool is_ucc; /* it knows only the board of that competition */
} competitor;

/* One line about the players there are, for help. */
#define COMPETITOR_HELP                                                                            \
    "A player is level:N, from 1 to 10, or level:N:human, who forgets shown ranks as\n"            \
    "people do; 'random', 'picket' or 'general'; or ucc:PATH, a program of the 2012\n"             \
    "competition: a file that is run in a copy of its folder. NAME=PLAYER gives it\n"              \
    "another name in results and records."

/* Finds the player that a word means. False after a complaint. */
bool competitor_find(const char *word, const program_terms *terms, competitor *c);
void competitor_free(competitor *c);

#endif
