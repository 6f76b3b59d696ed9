/* The hub: everybody who is connected, and the batches in which they are served. Here is its
 * state, and what time it is in it. Who is connected is for connections.h, what one client is
 * sent for client.h, who hears of which game for subscriptions.h, and how a batch ends for
 * batch.h: each stands on those before it.
 *
 * A batch is what one round of the event loop brings. All that it wants to send is
 * held back until its end; then the store commits, and only then are the messages
 * released. Where the store fails, none of them is: each request of the batch is
 * refused with `store` instead, and the tables go back to what the store has.
 *
 * One thread. Knows nothing of sockets: whoever carries the messages gives
 * `ready` and takes them with `hub_next_message`. */
#ifndef FLAGFALL_SERVER_SESSION_HUB_H
#define FLAGFALL_SERVER_SESSION_HUB_H

#include "server/base/log.h"
#include "server/base/metrics.h"
#include "server/base/timer_heap.h"
#include "server/identity/attempts.h"
#include "server/identity/identity.h"
#include "server/identity/presence.h"
#include "server/identity/relays.h"
#include "server/matchmaking/match_queue.h"
#include "server/play/computer_workers.h"
#include "server/play/tables.h"
#include "server/push/wakes.h"
#include "server/puzzles/puzzle_shelf.h"
#include "server/session/adjudicator_state.h"
#include "server/session/lobby.h"
#include "server/session/outbox.h"
#include "server/store/store_host.h"

enum {
    HUB_OUTBOX_LIMIT = 2 << 20, /* bytes that a client may leave unread */
    HUB_FOLLOWED_GAMES = 17,    /* games that one connection hears of */
    HUB_ADDRESS_SIZE = 48,      /* of a connection, as text */
    HUB_BUCKETS = 4096,         /* of clients, by their persons */
};

/* What is given must outlive the hub. */
typedef struct hub_options {
    const char *version;
    struct store *store;
    struct opponents opponents;
    computer_workers *computers;
    struct workers *passwords;   /* that hash them */
    const push_sender *push;     /* that wakes people up; null: nobody does */
    const puzzle_shelf *puzzles; /* that are rated; null where there are none */
    int64_t watch_delay_ms;      /* with which spectators see games under way */
    unsigned guest_games;        /* seats at games that are kept of all guests together, */
    unsigned guest_share;        /* and of those from one address */
    /* There is something to be taken for this connection, or it is to be cut. */
    void (*ready)(void *connection, bool cut);
    struct metrics *metrics; /* may be null */
    const struct log *log;
    time_source *time; /* what time it is; null: the system's */
    adjudicator_rules rules;
} hub_options;

enum { HUB_TAG_SIZE = 17 };

/* What every client is told of the server, made once: members of the welcome, and a tag that is
 * another one when they are. */
typedef struct hub_lists {
    ff_buffer text;
    char tag[HUB_TAG_SIZE];
} hub_lists;

/* Who is connected to other servers on this store (server/nodes), in order. */
typedef struct hub_elsewhere {
    struct person *person;
    size_t count;
} hub_elsewhere;

/* The newest gap of the clocks as everybody was told of it (connections.h), and when that was. */
typedef struct hub_outage {
    outage_gap told;
    uint64_t told_ms;
} hub_outage;

struct tournaments;
struct fair_play;
struct nodes;
struct seeking;

struct hub {
    hub_options options;
    struct tables *tables;
    struct presence *presence;
    hub_elsewhere elsewhere;
    struct presence *watching; /* of those here, who looks at a page */
    struct wakes *wakes;
    struct match_queue *queue;
    struct lobby lobby;
    hub_lists lists;
    hub_outage outage;
    ff_rng rng;               /* for suggested armies */
    limits_table tries;       /* of codes and passwords, by address */
    struct attempts attempts; /* of passwords */
    struct relays relays;     /* proxies that the host has not named */
    uint64_t bytes;           /* that have been held for clients, */
    uint64_t told;            /* in so many messages */
    uint64_t joined;          /* clients that have ever come */
    struct client *clients;
    struct client *bucket[HUB_BUCKETS]; /* the same, by their persons */
    struct client *active;              /* those who have messages in this batch */
    uint64_t batch;                     /* its number */
    timer_heap stays;                   /* when browsers that are signed in are looked at again */
    adjudicator_memory adjudicator;
    struct person unerasable;        /* whose slice has met a malformed page (erasing.h) */
    struct tournaments *tournaments; /* of server/tournaments; null: none */
    int64_t vacations_ms;            /* when it is looked who is back from vacation; */
    int64_t vacations_after;         /* of that look: those that were to be over by then failed */
    struct fair_play *fair_play;     /* of server/moderation; null: nobody looks at games */
    struct nodes *nodes;             /* of server/nodes; null: none */
    struct seeking *seeking;         /* of server/seeking; null: `queue` is this server's alone */
    /* A person's first connection has come here, or its last one has gone; null: nobody asks. */
    void (*arrived)(struct hub *hub, const struct person *person);
    /* A batch has ended: what rooms above hold in memory of its rows stands, or is to be read
     * again; null: they hold nothing. */
    void (*ended)(struct hub *hub, bool committed);
    uint64_t failures;        /* of the store, up to the last batch; */
    int64_t failure_told_ms;  /* and until when the host is told of no more that were not read */
    bool guests_full;         /* as last told the host */
    char notice[NOTICE_SIZE]; /* the host's words to everybody, or empty */
};

/* How many bytes have been held for clients since the hub began, and in how many messages: what
 * telling has cost. A message that is told to many counts for each of them. */
uint64_t hub_bytes(const struct hub *hub);
uint64_t hub_told(const struct hub *hub);

/* How many different persons are connected; and is that one? Here, or elsewhere. */
size_t hub_count_persons(const struct hub *hub);
bool hub_is_connected(const struct hub *hub, const struct person *person);
bool hub_is_elsewhere(const struct hub *hub, const struct person *person);

/* The time has gone on: to be called whenever something has woken the loop. */
void hub_tick(struct hub *hub);

/* The server's time as of the last tick, in milliseconds since 1970. */
int64_t hub_now(const struct hub *hub);

/* How long somebody must have been away from this table for a claim. */
int64_t hub_claim_ms(const struct hub *hub, const struct table *table);

/* Does the store work, and is this server its keeper (store_nodes.h)? */
bool hub_keeps(const struct hub *hub);

/* How many milliseconds the loop may sleep until a batch is due for which nobody asks;
 * INT64_MAX: as long as it likes. */
int64_t hub_wait(const struct hub *hub);

#endif
