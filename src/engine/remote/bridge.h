/* The bridge: a computer player on a server, by the API for bots (docs/bots.md). It
 * accepts challenges, plays each game on a thread of its own, and comes back when the
 * server or the line has been away. */
#ifndef FLAGFALL_BRIDGE_BRIDGE_H
#define FLAGFALL_BRIDGE_BRIDGE_H

#include "flagfall/player.h"

/* Which offers are accepted. Games with memory mode never are: what programs are told
 * there does not tell where they stand. */
typedef struct bridge_policy {
    const char *editions; /* ids with commas between; null: every one that is known here */
    bool timed, untimed;  /* with a clock, without */
    bool rated, casual;
    unsigned games; /* at once */
} bridge_policy;

typedef struct bridge_options {
    const char *server; /* "https://play.example.org" */
    const char *token;
    bridge_policy policy;
    unsigned budget_ms; /* a move */
    unsigned count;     /* ends after so many games; 0: goes on for ever */
    /* A player for a game, from any thread; null when memory or processes are out. */
    ff_player *(*create)(const void *context, uint64_t seed);
    const void *context;
    /* What such a player has done wrong, one line; null: nothing. May be null. */
    const char *(*fault)(const ff_player *player);
    /* Tells a person what happens, a line without its end; from any thread. */
    void (*tell)(const char *line);
} bridge_options;

/* Goes on until `count` games are over. False with a message where the server refuses
 * the token, or is none, or the system has no memory or threads. */
bool bridge_run(const bridge_options *options, ff_error *error);

#endif
