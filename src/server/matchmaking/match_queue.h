/* The queue: who waits for any opponent, with one ticket a person. In memory: where one server has
 * the store it is gone with the server, and whoever still waits enters again; several servers keep
 * it in rows (server/seeking), and each has here what the rows say.
 *
 * A ticket stays while its person is connected, and for a while after, so that a broken connection
 * costs no place; a person who is away meets nobody. One thread; all times in milliseconds of
 * the server. */
#ifndef FLAGFALL_SERVER_MATCHMAKING_MATCH_QUEUE_H
#define FLAGFALL_SERVER_MATCHMAKING_MATCH_QUEUE_H

#include "server/base/person.h"
#include "server/matchmaking/pairing.h"

enum {
    QUEUE_TICKETS = 1000,
    QUEUE_ROOM = 2 * QUEUE_TICKETS, /* with those whom other servers let in at the same moment */
    QUEUE_ADDRESS_TICKETS = 10,     /* of these, from one address */
    QUEUE_POOLS = 64,               /* of one ticket, */
    QUEUE_ENTRIES = 8192,           /* and of all together */
    QUEUE_GRACE_MS = 20000,         /* that a ticket stays without its person */
    QUEUE_PAUSE_MS = 1000,          /* between two looks for pairs */
};

/* One way in which somebody would play. */
typedef struct match_pool {
    uint16_t edition, clock; /* as the server counts them */
    int32_t rating;          /* the person's for that edition */
} match_pool;

typedef struct match_wish {
    struct person person;
    int64_t origin;  /* stands for its address (store_guests.h) */
    int64_t version; /* drawn with each wish, to tell it from the one before; not 0 */
    bool rated, bot, bots;
    unsigned pools;
    match_pool pool[QUEUE_POOLS];
} match_wish;

typedef struct match_ticket {
    match_wish wish;
    int64_t since; /* when it was entered first */
    int64_t seen;  /* when its person was last here */
} match_ticket;

/* Two who have met, out of the queue. */
typedef struct match_pair {
    match_ticket of[2];
    uint16_t edition, clock;
    bool rated;
} match_pair;

struct match_queue;
struct hub;

/* Is that person connected? */
typedef bool match_here(const struct hub *hub, const struct person *person);

/* Null when memory is out. */
struct match_queue *match_queue_new(match_here *is_here, const struct hub *hub);
void match_queue_free(struct match_queue *queue);

typedef enum match_entered { MATCH_ENTERED, MATCH_FULL, MATCH_ADDRESS_FULL } match_entered;

/* Enters a wish of one pool or more, in the place of the person's earlier one, whose waiting
 * counts on. */
match_entered match_queue_enter(struct match_queue *queue, const match_wish *wish, int64_t now);

/* Puts in a ticket that was let in before, in the place of the person's: one of a pair that could
 * not play, or one of another server's. */
void match_queue_put(struct match_queue *queue, const match_ticket *ticket);

/* False where the person was not in it. */
bool match_queue_leave(struct match_queue *queue, const struct person *person);

/* The person's, valid until the queue changes; or null. */
const match_ticket *match_queue_find(const struct match_queue *queue, const struct person *person);

size_t match_queue_count(const struct match_queue *queue);

/* To be called often: every QUEUE_PAUSE_MS it looks who is here, and which of them meet. True where
 * it has looked. */
bool match_queue_look(struct match_queue *queue, int64_t now);

/* Nobody is known to be here any more: each ticket that is not put in again is lost. */
void match_queue_doubt(struct match_queue *queue);

/* A ticket whose person was away for QUEUE_GRACE_MS at the last look, at `now`; null: none. */
const match_ticket *match_queue_lost(const struct match_queue *queue, int64_t now);

/* Takes out one pair of those who met at the last look and still wait, and are here. False where
 * there is none. */
bool match_queue_next(struct match_queue *queue, match_pair *pair);

/* Goes through the tickets, which must not change. */
typedef void match_visitor(void *context, const match_ticket *ticket);
void match_queue_visit(const struct match_queue *queue, match_visitor *visit, void *context);

#endif
