/* A computer player as an engine of our own protocol (docs/engine-protocol.md): the
 * engine's side, for as many games as the host likes. */
#ifndef FLAGFALL_ENGINE_ENGINE_BOT_H
#define FLAGFALL_ENGINE_ENGINE_BOT_H

#include "flagfall/player.h"

#include <stdio.h>

/* What the host may set; the values here are the defaults. */
typedef struct engine_settings {
    unsigned long level;       /* 1 .. levels */
    unsigned long human;       /* 0 or 1: forgets as people do */
    unsigned long movetime_ms; /* for a `go` that says nothing */
    unsigned long seed;        /* 0: another one each game */
    unsigned long beliefs;     /* 0 or 1: tell them */
    unsigned long memory_mb;   /* that the player may take */
    unsigned long threads;     /* that think about a move */
} engine_settings;

typedef struct engine_bot_plan {
    const char *name;
    const char *author;
    unsigned levels; /* 1 or more */
    engine_settings settings;
    uint64_t chance; /* games without a seed are drawn from this */
    /* A new player; null when memory is out, or less is allowed than it needs. */
    ff_player *(*create)(const engine_settings *settings, uint64_t seed);
    FILE *in;
    FILE *out;
} engine_bot_plan;

/* Speaks until `quit` or the end of the input. What the host says wrong is answered
 * by a line `error`, and changes nothing. False when memory or threads are out, or
 * nobody reads the output. */
bool engine_bot_run(const engine_bot_plan *plan);

#endif
