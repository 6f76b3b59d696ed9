/* What guests are called, what they fill of the store, and how it is given back. Anybody can be any
 * number of guests, so their seats are counted by the address from which they were taken, too. Of
 * that the store keeps a keyed hash for a while and never the address.
 *
 * The counts are the store's own, kept by triggers in the batch that seats come and go in: a
 * batch that is taken back takes them back, so they cannot drift. */
#ifndef FLAGFALL_SERVER_STORE_STORE_GUESTS_H
#define FLAGFALL_SERVER_STORE_STORE_GUESTS_H

#include "server/store/store_games.h"

/* The name that a guest has chosen, as it was written; an empty one takes it away. False when the
 * batch is spoilt. */
bool store_set_guest_name(struct store *store, const struct person *person, const char *name,
                          int64_t now);
store_answer store_find_guest_name(struct store *store, const struct person *person,
                                   char name[SEAT_NAME_SIZE]);

/* Deletes some names that were chosen before `since`. False when the batch is spoilt. */
bool store_sweep_guest_names(struct store *store, int64_t since);

/* For `origin` of a seat: stands for an address (as `address_write` gives its group) in this
 * store alone; never 0. */
int64_t store_origin_of(const struct store *store, const char *address);

/* How many seats all guests have, and how many of them were taken from that origin. False
 * where it cannot be read. */
bool store_count_guests(struct store *store, int64_t origin, uint64_t *all, uint64_t *of_origin);

/* Forgets where seats were taken from of games that were made before `time` (ms since 1970),
 * of a hundred at most: they count for all guests together from now on. False when the batch is
 * spoilt. */
bool store_forget_origins(struct store *store, int64_t time);

/* Gives the system some of the file's empty pages back, where there are many. False when the
 * batch is spoilt. */
bool store_give_back(struct store *store);

#endif
