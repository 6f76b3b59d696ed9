/* Tournaments that are announced or run: they begin, pair, take results and end by themselves, as
 * time goes by. All in memory is rebuilt from rows (rows.h); where a batch cannot be stored it is
 * read anew.
 *
 *   announced   accounts, and guests where they may, join and leave; at its start it begins
 *               with two players or more, or is cancelled
 *   Swiss,      a round is paired when all games of the one before are over, some seconds later
 *   round robin (`TOURNAMENT_PAUSE_MS`); the last one ends the tournament
 *   exhibition  one round: the one who has announced it meets everybody else at once, or those
 *               whom it has chosen until then. Without that one it is cancelled
 *   arena       who is free, here and not away is paired every few seconds, until the time is up;
 *               games that go on then are played to their end, and count
 *
 * Who has no army when the set-up time is up has not come: the other one wins without playing, and
 * who did not come is away until joining again. A game that nobody came to, or that the host
 * closes, is worth nothing to both; one whose other player's data is deleted is won. Away are also
 * those who leave. */
#ifndef FLAGFALL_SERVER_TOURNAMENTS_TOURNAMENTS_H
#define FLAGFALL_SERVER_TOURNAMENTS_TOURNAMENTS_H

#include "server/session/hub.h"
#include "server/tournaments/rows.h"

enum {
    TOURNAMENTS_LIVE = 50,  /* announced or running, */
    TOURNAMENTS_EACH = 2,   /* and of these of one maker; */
    TOURNAMENTS_DAY = 10,   /* and so many with those that ended within a day */
    TOURNAMENTS_JOINED = 5, /* that one person is in at once */
    TOURNAMENT_GUESTS = 16, /* of one address, in one tournament; */
    /* in an exhibition whose host does not choose, one in so many places */
    TOURNAMENT_GUEST_SHARE = 4,
    TOURNAMENT_PAUSE_MS = 10000,
    TOURNAMENT_ARENA_MS = 3000, /* between two pairings of an arena */
};

struct tournaments;

/* For a hub whose store is open; it must be closed before the hub. Null when memory is out or the
 * store cannot be read. */
struct tournaments *tournaments_new(struct hub *hub);
void tournaments_free(struct tournaments *all);

/* The time goes on, in the batch that is open: to be called a few times a second, `now_ms` on any
 * steady clock. */
void tournaments_pulse(struct tournaments *all, uint64_t now_ms);

/* The batch could not be stored: everything is read anew, at once or as soon as that is possible.
 */
void tournaments_reload(struct tournaments *all);

/* Another server on this store may have changed them: who watches, or has been paired, hears of it
 * here too. */
void tournaments_refresh(struct tournaments *all);

/* ---- what people ask; the answer is a word as refusals have it, null: done ---- */

/* Announces what `row` says, which gets its number and id. */
const char *tournaments_announce(struct tournaments *all, tournament_row *row);

/* Takes part, again where one has been away (`origin`: from where, as store_guests.h has it); and
 * does so no longer. Before the start who leaves is out of the list. */
const char *tournaments_join(struct tournaments *all, ff_span id, const struct person *person,
                             int64_t origin);
const char *tournaments_leave(struct tournaments *all, ff_span id, const struct person *person);

/* In an exhibition of that person's who chooses, who is called so plays, or (`on` false) only asks
 * to. */
const char *tournaments_choose(struct tournaments *all, ff_span id, const struct person *person,
                               ff_span name, bool on);

/* Takes back what has not begun; by its maker, or (nobody) the host. */
const char *tournaments_cancel(struct tournaments *all, ff_span id, const struct person *person);

/* The person's data is being deleted: it is nobody's from now on wherever it played. */
void tournaments_forget(struct tournaments *all, const struct person *person);

/* ---- looking ---- */

/* One of those that are announced or run, or null. Good until the next call of another function
 * here. */
const tournament *tournaments_find(const struct tournaments *all, ff_span id);

/* How many there are, and each. */
unsigned tournaments_count(const struct tournaments *all);
const tournament *tournaments_at(const struct tournaments *all, unsigned index);

/* Their rows in the store, to find also those that are over. They stay the tournaments' own. */
tournament_rows *tournaments_rows(struct tournaments *all);

#endif
