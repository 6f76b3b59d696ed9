/* A client's inside, for the files that serve it: client.c, subscriptions.c, connections.c and
 * batch.c. All else asks by client.h. */
#ifndef FLAGFALL_SERVER_SESSION_CLIENT_PARTS_H
#define FLAGFALL_SERVER_SESSION_CLIENT_PARTS_H

#include "server/session/client.h"
#include "server/session/telling.h"

/* A client's interest in a table, in the table's list of followers. */
typedef struct follower follower;
struct follower {
    follower *next;
    ff_client *client;
    ff_table *table;     /* null: this place is free */
    uint64_t since;      /* how many games the client had followed before it */
    told_mark told;      /* what the client knows, this batch's messages counted, */
    told_mark committed; /* what it knows by what has been stored */
};

struct ff_client {
    ff_client *next;
    ff_client *before;
    ff_client *next_active;
    ff_client *next_herald;
    bool herald;
    bool changes; /* is told of games by changes */
    void *connection;
    bool browser; /* or a bot, which has no cookie */
    heap_timer stay;
    ff_person cookie;
    ff_identity identity;
    uint64_t number;
    char address[HUB_ADDRESS_SIZE];
    lobby_place lobby;
    bool active;
    bool cut;
    bool dismissed; /* in this batch */
    bool leaving;
    ff_outbox released;
    ff_outbox held;
    ff_outbox on_failure;
    uint64_t follows; /* how many games it has ever followed */
    follower followed[HUB_FOLLOWED_GAMES];
};

/* It has something in this batch: its end looks at it. And it has gone before. */
void client_activate(ff_hub *hub, ff_client *client);
void client_deactivate(ff_hub *hub, ff_client *client);

/* Holds a text in one of the client's boxes; null is one for which memory was out. A client that
 * leaves too much unread is cut. */
void client_hold(ff_hub *hub, ff_client *client, ff_outbox *where, outbox_text *text);

#endif
