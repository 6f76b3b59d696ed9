/* A client's state, for the files that serve it: client.c, subscriptions.c, connections.c and
 * batch.c. All else asks by client.h. */
#ifndef FLAGFALL_SERVER_SESSION_CLIENT_STATE_H
#define FLAGFALL_SERVER_SESSION_CLIENT_STATE_H

#include "server/session/hub.h"
#include "server/session/telling.h"

/* A client's interest in a table, in the table's list of followers. */
typedef struct follower follower;
struct follower {
    follower *next, *before;
    struct client *client;
    struct table *table; /* null: this place is free */
    bool views;          /* counted among the table's viewers */
    uint64_t since;      /* how many games the client had followed before it */
    told_mark told;      /* what the client knows, this batch's messages counted, */
    told_mark committed; /* what it knows by what has been stored */
};

struct client {
    struct client *next;
    struct client *before;
    struct client *next_in_bucket;
    struct client *next_active;
    bool herald;  /* hears of all its person's games */
    bool changes; /* is told of games by changes */
    void *connection;
    bool browser; /* or a bot, which has no cookie */
    heap_timer stay;
    struct person cookie;
    struct identity identity;
    uint64_t number;
    char address[HUB_ADDRESS_SIZE];
    int64_t origin; /* stands for the address */
    lobby_place lobby;
    int64_t tournament; /* that it watches; 0: none */
    bool active;
    bool cut;
    bool dismissed; /* in this batch */
    bool leaving;
    bool watching; /* its page is looked at, or says nothing of that */
    struct outbox released;
    struct outbox held;
    struct outbox on_failure;
    uint64_t follows; /* how many games it has ever followed */
    follower followed[HUB_FOLLOWED_GAMES];
};

#endif
