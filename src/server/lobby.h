/* The lobby: what is offered and what may be watched, told to those who have subscribed.
 *
 * However often it changes, each subscriber is told the newest state a few times a second
 * at most, and not before it has read what it was told last. What is the same for all is
 * read and written once. */
#ifndef FLAGFALL_SERVER_LOBBY_H
#define FLAGFALL_SERVER_LOBBY_H

#include "flagfall/base.h"

typedef struct ff_hub ff_hub;
typedef struct ff_client ff_client;

enum {
    LOBBY_LISTED = 50,      /* challenges, and games to watch */
    LOBBY_PAUSE_MS = 500,   /* between two tellings, */
    LOBBY_PAUSE_EACH_MS = 2 /* and so much longer for each subscriber */
};

/* Begins as {0}. */
typedef struct ff_lobby {
    bool stale;         /* it is not what was last told */
    uint64_t told_ms;   /* when that was */
    uint64_t version;   /* grows with each telling */
    unsigned long seen; /* the tables' turnover at the last look */
    size_t subscribers;
} ff_lobby;

/* A client's subscription; begins as {0}. */
typedef struct lobby_place {
    bool on;
    uint64_t told; /* the version that it has */
} lobby_place;

/* Subscribes, which is answered by the lobby as it is, or ends the subscription. False
 * where the store cannot be read. */
bool lobby_subscribe(ff_hub *hub, ff_client *client, bool on);

/* Tells what is new, if it is time. To be called a few times a second, `now_ms` on any
 * steady clock. */
void lobby_pulse(ff_hub *hub, uint64_t now_ms);

#endif
