/* The store: one SQLite file with everything that must not be lost. Here is how it is
 * opened, how batches end, and what a person is; what it keeps is told by the headers
 * of its subjects (store_games.h, ..).
 *
 * What is written between two calls of `store_commit` stands or falls together, and
 * a write that fails spoils the whole batch: `store_commit` then takes everything back
 * and says so. WAL and synchronous=FULL: what has been committed survives a kill and
 * a power cut.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_STORE_STORE_H
#define FLAGFALL_SERVER_STORE_STORE_H

#include "flagfall/base.h"
#include "server/base/person.h"

enum { STORE_SCHEMA = 12 /* the schema that this program writes */ };

/* DAMAGED: what was read is not what was written, and nobody can tell what that was; said
 * of games alone (store_games.h). FAILED may pass. */
typedef enum store_answer { STORE_FOUND, STORE_NONE, STORE_FAILED, STORE_DAMAGED } store_answer;

typedef struct ff_store ff_store;

/* Opens or creates the file, and brings one of an older Flagfall up to date. Null with
 * a message when it cannot be read and written, is something else, or was written by a
 * newer Flagfall. */
ff_store *store_open(const char *path, ff_error *error);

/* Opens the file that a server has in use, to read what is committed in it and nothing else:
 * for another thread, which keeps nobody waiting. Null with a message. */
ff_store *store_open_reader(const char *path, ff_error *error);

/* The file, as it was opened. */
const char *store_path(const ff_store *store);

/* Takes back what was not committed, and closes. */
void store_close(ff_store *store);

/* Has anything been written since the last call of `store_commit`? */
bool store_is_writing(const ff_store *store);

/* What was written must not stand: something that belongs to it could not be read. False. */
bool store_spoil(ff_store *store);

/* Ends the batch: true when all that was written since the last call is on disk,
 * or nothing was; false when none of it is. */
bool store_commit(ff_store *store);
void store_roll_back(ff_store *store);

/* Did the last commit or probe succeed? The probe really writes. */
bool store_is_working(const ff_store *store);
bool store_probe(ff_store *store);

/* How many rows have been read, or deleted with their games or as old chat, since it was
 * opened: what that has cost. */
uint64_t store_rows(const ff_store *store);

/* Was it that the file is malformed where it was read or written? Then it fails there
 * again, and elsewhere it may not. */
bool store_met_damage(const ff_store *store);

/* Why the store last failed; empty where it never did. For the log. */
const char *store_trouble(const ff_store *store);

#endif
