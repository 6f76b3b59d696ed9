/* Players by the names that `match` and `tournament` know them by. */
#ifndef FLAGFALL_CONTEST_COMPETITOR_H
#define FLAGFALL_CONTEST_COMPETITOR_H

#include "ai/players/learned.h"
#include "ai/players/search_player.h"
#include "arena/match.h"
#include "engine/host/engine_player.h"
#include "engine/host/ucc_player.h"

#include <stdio.h>

enum { REPLY_MS_DEFAULT = 5000 };

/* What holds for players, whoever they are. */
typedef struct player_terms {
    ff_means means;    /* that each of ours may take */
    unsigned reply_ms; /* within which programs must answer */
    FILE *log;         /* takes what is said, and their standard error; null: nobody */
} player_terms;

/* A player of the command line. Stays where it is once it is found: the entrant
 * points into it. */
typedef struct competitor {
    match_entrant entrant;
    const char *word;           /* of the command line, without the name that it may give */
    const ff_player_kind *kind; /* of ours */
    ff_means means;
    learned_traits learned;       /* of a network from a file, that plays by itself */
    search_player_traits advised; /* or that the search player asks */
    net *net;
    uint64_t net_hash;
    char name[40]; /* given by NAME=PLAYER, or empty */
    command_line command;
    ucc_program ucc;
    engine_program engine;
    char *choice_text; /* the names and values that follow point into it */
    engine_choice choices[ENGINE_CHOICES_MAX];
    atomic_uint started;
    bool is_ucc; /* it knows only the board of that competition */
} competitor;

/* One line about the players there are, for help. */
#define COMPETITOR_HELP                                                                            \
    "A player is level:N, from 1 to 10, or level:N:human, who forgets shown ranks as\n"            \
    "people do; 'random', 'one-ply', 'search', 'learned' or 'guarded'; net:FILE, a\n"              \
    "network that 'flagfall learn' has made; advised:FILE, 'search' with its advice;\n"            \
    "engine:CMD, a program that speaks our protocol (engine,OPTION=VALUE:CMD sets an\n"            \
    "option of it); or ucc:PATH, a program of the 2012 competition. Programs run in a\n"           \
    "copy of their folder. NAME=PLAYER gives a player another name in results and records."

/* Finds the player that a word means. False after a complaint. To be freed by
 * `competitor_free` in either case. */
bool competitor_find(const char *word, const player_terms *terms, competitor *c);

/* Appends who it is, in one line: its name, the player behind a name that was given, and a hash of
 * a network's bytes. */
void competitor_describe(const competitor *c, ff_buffer *out);

/* Tells the player what the games are played by, before the first of them. */
void competitor_prepare(competitor *c, const ff_options *options);
void competitor_free(competitor *c);

#endif
