/* The server clock: what time it is for the server, and what of it counts for clocks.
 *
 * The server's time is in milliseconds since 1970 and never goes back: the wall clock's
 * as the server starts (of several on a store the database's, which they share), and from
 * then on a steady clock's. Where the wall clock runs away from it (the machine slept,
 * somebody set it) time jumps after it, and the jump is a gap. A wall clock that is set back is not
 * followed.
 *
 * Gaps (outage_gaps.h) are also the time from a server's last sign of life to the next
 * server's start, and the time from the beginning of the batch in which a store failed until it
 * works again; both last SERVER_CLOCK_GRACE_MS longer, so that browsers can come back. A sign of
 * life is stored every SERVER_CLOCK_LIFE_MS while a clock runs (else every SERVER_CLOCK_IDLE_MS),
 * and with whatever is stored anyway where the last one is SERVER_CLOCK_FRESH_MS old. So after a
 * kill whoever was on turn is charged for no more than the time that the server lived,
 * and for no less than that without SERVER_CLOCK_LIFE_MS and the time of a commit. */
#ifndef FLAGFALL_SERVER_PLAY_SERVER_CLOCK_H
#define FLAGFALL_SERVER_PLAY_SERVER_CLOCK_H

#include "server/base/outage_gaps.h"
#include "server/base/time_source.h"
#include "server/database/store.h"

enum {
    SERVER_CLOCK_GRACE_MS = 5000,
    SERVER_CLOCK_LIFE_MS = 4000,
    SERVER_CLOCK_IDLE_MS = 600000,
    SERVER_CLOCK_FRESH_MS = 1000,
    SERVER_CLOCK_JUMP_MS = 2000, /* a wall clock that is further off has jumped */
};

typedef struct server_clock {
    struct store *store;
    outage_gaps gaps;
    int64_t now;    /* the server's time, */
    int64_t began;  /* and when this batch began; 0: it has not */
    int64_t steady; /* the steady clock's, then */
    int64_t lived;  /* the last sign of life in the store */
    int64_t living; /* and in its open batch, or 0 */
    size_t saved;   /* so many gaps are in the store, */
    size_t saving;  /* or in its open batch */
    bool behind;    /* the store has gaps that are not among these */
} server_clock;

/* Begins: the time since the last server's end is a gap, where no other runs on this store. False
 * when the store cannot be read or memory is out; destroy it even then. */
bool server_clock_init(server_clock *keeper, struct store *store, time_pair now);
void server_clock_destroy(server_clock *keeper);

/* Another server on this store has added gaps. False where they cannot be read now, or where the
 * store is to hear of our own first: the clock is behind the store until it has been done. */
bool server_clock_reload(server_clock *keeper);
bool server_clock_is_behind(const server_clock *keeper);

/* The time has gone on. */
void server_clock_tick(server_clock *keeper, time_pair now);

/* The time that counts: now, and what it was or will be at any of the server's times. */
int64_t server_clock_counting(const server_clock *keeper);
int64_t server_clock_counting_at(const server_clock *keeper, int64_t time);

/* To be called before a commit: adds to the batch what is to be kept of time, if it is due
 * or something else is stored anyway. `running`: there are clocks that run. */
void server_clock_before_commit(server_clock *keeper, bool running);

/* To be called after it, whatever came of it. While the store fails, time stands still. */
void server_clock_after_commit(server_clock *keeper, bool committed);

/* Adds a last sign of life to the batch: the server ends as it should. */
void server_clock_farewell(server_clock *keeper);

/* The newest gap; it ends at INT64_MAX while the store fails. All 0 where there was none. */
outage_gap server_clock_newest_gap(const server_clock *keeper);

/* How long from now until the time that counts is `then`, or until a commit is due for
 * which nobody else asks, whatever comes first; INT64_MAX: neither comes. */
int64_t server_clock_wait(const server_clock *keeper, int64_t then, bool running);

#endif
