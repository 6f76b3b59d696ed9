/* What the parts of the store are made of: prepared statements that are run, bound and read.
 * Each is run to its end or reset by who has stepped it, so that it is ready for the next. */
#ifndef FLAGFALL_SERVER_DATABASE_STORE_SQL_H
#define FLAGFALL_SERVER_DATABASE_STORE_SQL_H

#include "server/base/person.h"
#include "server/database/store.h"
#include "server/database/store_state.h"

/* Runs a statement that gives no rows and makes it ready for the next time. False,
 * and the batch is spoilt, where it fails. */
bool store_run(struct store *store, sqlite3_stmt *statement);

/* The same for one that deletes much: the rows count as if they had been read. */
bool store_run_delete(struct store *store, sqlite3_stmt *statement);

/* Makes a statement that was stepped ready for the next time. */
void store_reset(sqlite3_stmt *statement);

/* What is bound must live until the statement has run. */
void store_bind_text(sqlite3_stmt *statement, int at, const char *text);
void store_bind_person(sqlite3_stmt *statement, int at, const struct person *person);

/* Null where the text is empty, where the person is nobody, and for STORE_NULL. */
void store_bind_maybe_text(sqlite3_stmt *statement, int at, const char *text);
void store_bind_maybe_person(sqlite3_stmt *statement, int at, const struct person *person);
void store_bind_maybe(sqlite3_stmt *statement, int at, int64_t number);

/* Runs a statement that is about one person, its first parameter, as a write. */
bool store_run_for(struct store *store, sqlite3_stmt *statement, const struct person *person);

/* The same with a second parameter, the one whom it leaves alone (may be null). */
bool store_run_but(struct store *store, sqlite3_stmt *statement, const struct person *person,
                   const struct person *but);

/* Runs `sweep`, which deletes some of what is older than `since`, its first parameter, where `look`
 * finds such a row: nothing is committed where there is nothing to delete. False when the batch is
 * spoilt, or the store cannot be read. */
bool store_sweep(struct store *store, sqlite3_stmt *look, sqlite3_stmt *sweep, int64_t since);

/* Steps once: a row, none, or trouble (noted). */
store_answer store_step(struct store *store, sqlite3_stmt *statement, const char *doing);

/* A column as terminated text, cut where it is too long. */
void store_column_text(sqlite3_stmt *statement, int at, char *text, size_t size);

/* False where the column has not this size: then nothing is copied. */
bool store_column_bytes(sqlite3_stmt *statement, int at, void *bytes, size_t size);
void store_column_person(sqlite3_stmt *statement, int at, struct person *person);
int64_t store_column_maybe(sqlite3_stmt *statement, int at); /* null is STORE_NULL */

#endif
