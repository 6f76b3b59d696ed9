/* What it costs to serve a message or a request: a class that each row of the tables of
 * commands (command.h) and of routes (routes.h) states. */
#ifndef FLAGFALL_SERVER_BASE_COST_H
#define FLAGFALL_SERVER_BASE_COST_H

typedef enum cost {
    COST_LIGHT, /* memory alone, or one row of the store by its key */
    COST_WRITE, /* a change that the batch commits: a few rows */
    COST_READ,  /* many rows of the store */
    COST_HEAVY, /* work for a worker: hashes, replays, whole exports; or all games in memory */
} cost;

#endif
