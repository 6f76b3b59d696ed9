/* Vacations: an account's clocks stand in all its correspondence games, for a number of days that
 * the host allows in a calendar year (UTC). Days that were begun are used, and they are of the year
 * in which the vacation began. Other games go on as ever.
 *
 * The row (vacation_rows.h) says who is away until when. In the log of each game there is an act
 * when its seat leaves and when it returns, of the same batch: so the log alone tells what its
 * clocks have shown. Nobody else is told more than that a clock stands. */
#ifndef FLAGFALL_SERVER_VACATION_VACATIONS_H
#define FLAGFALL_SERVER_VACATION_VACATIONS_H

#include "server/session/hub.h"

enum { VACATION_DAYS_MAX = 180 /* that a host can allow in a year */ };

typedef enum vacation_outcome {
    VACATION_DONE,
    VACATION_NOT_ALLOWED, /* the host allows none */
    VACATION_TOO_LONG,    /* for what is left of the year's days */
    VACATION_FAILED,      /* the store cannot be read, or the batch is spoilt */
} vacation_outcome;

/* Both of the next tell all connections of the account how it stands then. */

/* The account's clocks stand from now on, for so many days (1 or more); or, where they do already,
 * until so many days from now. */
vacation_outcome vacations_leave(struct hub *hub, const struct person *person, int64_t days);

/* They go on; nothing changes where they do already. DONE or FAILED. */
vacation_outcome vacations_return(struct hub *hub, const struct person *person);

typedef struct vacation_days {
    int64_t until;         /* ms since 1970; 0: it is not away */
    int64_t used, allowed; /* days of this year */
} vacation_days;

/* How the account stands. False when the store cannot be read. */
bool vacations_find(struct hub *hub, const struct person *person, vacation_days *days);

/* The same as the message `vacation` (docs/protocol.md), for that account alone. */
bool vacations_write(struct hub *hub, const struct person *person, ff_buffer *out);

/* Another server on this store has changed that: all its connections here hear how it stands. */
void vacations_tell(struct hub *hub, const struct person *person);

/* A game has got both its seats: the clocks of who is on vacation stand there too. False, and
 * the batch is spoilt, where that fails. */
bool vacations_begin_game(struct hub *hub, struct table *table);

/* To be called often: ends vacations whose time is over, one in each call. */
void vacations_pulse(struct hub *hub);

#endif
