/* The store: one SQLite file, or a schema of a PostgreSQL database, with everything that must not
 * be lost. Here is how its batches end and what is known of its failures. How it is opened is told
 * by server/store/store_open.h, what it keeps by the headers of its subjects there (store_games.h,
 * ..).
 *
 * What is written between two calls of `store_commit` stands or falls together, and
 * a write that fails spoils the whole batch: `store_commit` then takes everything back
 * and says so. What has been committed survives a kill and a power cut.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_DATABASE_STORE_H
#define FLAGFALL_SERVER_DATABASE_STORE_H

#include "server/database/store_answer.h"

#include <stdbool.h>
#include <stdint.h>

struct store;

/* Where it is, as it was opened. */
const char *store_location(const struct store *store);

/* By which port of TCP it is reached; 0: by none. */
unsigned store_port(const struct store *store);

/* How many sessions with the database have been begun for it, one after another, since it was
 * opened: each but the first in place of one that was lost. Of a file 0. */
unsigned store_sessions(const struct store *store);

/* How often answers of the database have been waited for. Of a file 0. */
uint64_t store_round_trips(const struct store *store);

/* Has anything been written since the last call of `store_commit`? */
bool store_is_writing(const struct store *store);

/* What was written must not stand: something that belongs to it could not be read. False. */
bool store_spoil(struct store *store);

/* Ends the batch: true when all that was written since the last call is on disk,
 * or nothing was; false when none of it is. */
bool store_commit(struct store *store);
void store_roll_back(struct store *store);

/* Was the last batch taken back for nothing but that somebody else had changed what it was to
 * change? The store is well; what is in memory of it has to be read again. */
bool store_has_conflicted(const struct store *store);

/* Did the last commit or probe succeed, or meet nothing but a conflict? The probe really writes. */
bool store_is_working(const struct store *store);
bool store_probe(struct store *store);

/* Is the session with the database still there, as far as is known without asking it? What has been
 * closed is known, what is silent is not. Of a file always. */
bool store_is_reachable(struct store *store);

/* How many rows have been read, or deleted with their games or as old chat, since it was
 * opened, and of a file how many could have been in the time in which others were looked at: what
 * that has cost. */
uint64_t store_rows(const struct store *store);

/* Was it that the file is malformed where it was read or written? Then it fails there
 * again, and elsewhere it may not. */
bool store_met_damage(const struct store *store);

/* Why the store last failed, and at what; empty where it never did. For the log. */
const char *store_trouble(const struct store *store);

/* How often it has failed, whether a batch was lost by it or something could not be read. */
uint64_t store_failures(const struct store *store);

#endif
