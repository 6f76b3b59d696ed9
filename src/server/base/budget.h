/* What serving somebody may cost: points, of which a connection, a person and an address each
 * get so many a second. They are charged after the service, by what it really was: its class
 * (cost.h), the rows that were read for it, the bytes that came, those that it made, and to how
 * many they go. Who has none left waits until some have come back; nothing is refused for it.
 *
 * A point is about 25 microseconds of one slow core. Pure: `now_ms` is on any steady clock.
 * One thread. */
#ifndef FLAGFALL_SERVER_BASE_BUDGET_H
#define FLAGFALL_SERVER_BASE_BUDGET_H

#include "server/base/cost.h"
#include "server/base/limits.h"

enum {
    BUDGET_CONNECTION = 500, /* points a second */
    BUDGET_PERSON = 1000,    /* of all its connections */
    BUDGET_EACH = 20,        /* of an address, for each connection that it may have */
    BUDGET_SECONDS = 4,      /* for which points are saved up */
    BUDGET_ROWS = 8,         /* rows of the store that are a point, */
    BUDGET_BYTES = 8192,     /* bytes that are made to be sent, */
    BUDGET_TOLD = 10,        /* messages that are sent because of it, */
    BUDGET_HEARD = 512,      /* and bytes that have come and are taken apart */
};

/* What was done. */
typedef struct budget_work {
    cost cost;
    uint64_t rows, bytes, heard;
    uint64_t told; /* messages, to whomever */
} budget_work;

/* A connection's own points. Begins as {0}: full. */
typedef struct budget_purse {
    double spent; /* of a full purse */
    uint64_t time_ms;
} budget_purse;

/* For whom; `purse` and `person` may be without data. */
typedef struct budget_party {
    budget_purse *purse; /* null: no connection that stays */
    ff_span person, address;
} budget_party;

struct budget {
    limits_table persons, addresses;
};

/* `connections` is how many an address may have. */
void budget_init(struct budget *budget, unsigned connections);

/* In points, 1 or more. */
unsigned budget_points(const budget_work *work);

/* How many milliseconds the party has to wait before it is served; 0: none. */
uint64_t budget_wait(struct budget *budget, const budget_party *party, uint64_t now_ms);

/* Takes the points from all three; they may be more than there are. */
void budget_charge(struct budget *budget, const budget_party *party, unsigned points,
                   uint64_t now_ms);

#endif
