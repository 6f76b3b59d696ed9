/* The queue: who waits for any opponent, with one ticket a person. In memory alone: it is gone
 * with the server, and whoever still waits enters again.
 *
 * A ticket stays while its person is connected, and for a while after, so that a broken connection
 * costs no place; a person who is away meets nobody. One thread; all times in milliseconds of
 * the server. */
#ifndef FLAGFALL_SERVER_MATCHMAKING_MATCH_QUEUE_H
#define FLAGFALL_SERVER_MATCHMAKING_MATCH_QUEUE_H

#include "server/identity/presence.h"
#include "server/matchmaking/pairing.h"

enum {
    QUEUE_TICKETS = 1000,
    QUEUE_ADDRESS_TICKETS = 10, /* of these, from one address */
    QUEUE_POOLS = 64,           /* of one ticket, */
    QUEUE_ENTRIES = 8192,       /* and of all together */
    QUEUE_ADDRESS_SIZE = 48,
    QUEUE_GRACE_MS = 20000, /* that a ticket stays without its person */
    QUEUE_PAUSE_MS = 1000,  /* between two looks for pairs */
};

/* One way in which somebody would play. */
typedef struct match_pool {
    uint16_t edition, clock; /* as the server counts them */
    int32_t rating;          /* the person's for that edition */
} match_pool;

typedef struct match_wish {
    struct person person;
    char address[QUEUE_ADDRESS_SIZE];
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

/* Null when memory is out. */
struct match_queue *match_queue_new(void);
void match_queue_free(struct match_queue *queue);

typedef enum match_entered { MATCH_ENTERED, MATCH_FULL, MATCH_ADDRESS_FULL } match_entered;

/* Enters a wish of one pool or more, in the place of the person's earlier one, whose waiting
 * counts on. */
match_entered match_queue_enter(struct match_queue *queue, const match_wish *wish, int64_t now);

/* Puts back one of a pair that could not play. */
void match_queue_put_back(struct match_queue *queue, const match_ticket *ticket);

/* False where the person was not in it. */
bool match_queue_leave(struct match_queue *queue, const struct person *person);

/* The person's, valid until the queue changes; or null. */
const match_ticket *match_queue_find(const struct match_queue *queue, const struct person *person);

size_t match_queue_count(const struct match_queue *queue);

/* To be called often: drops who has been away for too long, and takes out one pair of those who
 * meet, which it looks for every QUEUE_PAUSE_MS. False where there is none: then until the next
 * look. */
bool match_queue_next(struct match_queue *queue, const struct presence *here, int64_t now,
                      match_pair *pair);

/* Goes through the tickets, which must not change. */
typedef void match_visitor(void *context, const match_ticket *ticket);
void match_queue_visit(const struct match_queue *queue, match_visitor *visit, void *context);

#endif
