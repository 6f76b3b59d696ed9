/* What the parts of the store are made of: prepared statements that are run, bound and read, in the
 * SQL that every engine understands (engine.h). Each is run to its end or reset by who has stepped
 * it, so that it is ready for the next. */
#ifndef FLAGFALL_SERVER_DATABASE_STORE_SQL_H
#define FLAGFALL_SERVER_DATABASE_STORE_SQL_H

#include "server/base/person.h"
#include "server/database/store.h"
#include "server/database/store_state.h"

/* Prepares a statement beside those of the parts; `sql` must live as long as it. Null, and noted,
 * where it fails. */
struct statement *store_prepare(struct store *store, const char *sql);

/* The same for one whose rows may be too many for memory: they come one by one, and nothing else is
 * asked of the store until the last has come. */
struct statement *store_prepare_stream(struct store *store, const char *sql);

/* May be given null. */
void store_finalize(struct statement *statement);

/* Runs a statement that gives no rows and makes it ready for the next time. False,
 * and the batch is spoilt, where it fails. A database elsewhere is not waited for: where such a
 * statement fails, what is read or counted next in the batch fails in its place, or else its
 * commit. One whose SQL ends with CHANGES_ONE (engine.h) fails, by a conflict (store.h), where the
 * row is no longer as it was read. */
bool store_run(struct store *store, struct statement *statement);

/* The same, waited for: how many rows it has changed. */
bool store_run_counting(struct store *store, struct statement *statement, uint64_t *changed);

/* The same: has it changed any (may be null)? */
bool store_run_asking(struct store *store, struct statement *statement, bool *changed);

/* The same for one that deletes much: the rows count as if they had been read. */
bool store_run_delete(struct store *store, struct statement *statement);

/* The same for an INSERT that gives the number of its row (RETURNING). */
bool store_run_insert(struct store *store, struct statement *statement, int64_t *number);

/* Makes a statement that was stepped ready for the next time. */
void store_reset(struct statement *statement);

/* Parameters count from 1; one that is not bound is null. What is bound must live until the
 * statement has run. */
void store_bind_number(struct statement *statement, int at, int64_t number);
void store_bind_real(struct statement *statement, int at, double real);
void store_bind_bytes(struct statement *statement, int at, const void *bytes, size_t size);
void store_bind_span(struct statement *statement, int at, ff_span text);
void store_bind_text(struct statement *statement, int at, const char *text);
void store_bind_person(struct statement *statement, int at, const struct person *person);

/* Null where the text is empty, where the person is nobody, and for STORE_NULL. */
void store_bind_maybe_text(struct statement *statement, int at, const char *text);
void store_bind_maybe_person(struct statement *statement, int at, const struct person *person);
void store_bind_maybe(struct statement *statement, int at, int64_t number);
void store_bind_value(struct statement *statement, int at, const struct value *value);

/* Runs a statement that is about one person, its first parameter, as a write. */
bool store_run_for(struct store *store, struct statement *statement, const struct person *person);

/* The same with a second parameter, the one whom it leaves alone (may be null). */
bool store_run_but(struct store *store, struct statement *statement, const struct person *person,
                   const struct person *but);

/* Runs `sweep`, which deletes some of what is older than `since`, its first parameter, where `look`
 * finds such a row: nothing is committed where there is nothing to delete. False when the batch is
 * spoilt, or the store cannot be read. */
bool store_sweep(struct store *store, struct statement *look, struct statement *sweep,
                 int64_t since);

/* Asks early for what is going to be read: the first step of the same statement with the same
 * values takes that answer, and what was asked together is waited for together. Until then nothing
 * may be written; what has not been taken is forgotten when a batch begins, or when the caller says
 * so. */
void store_ask(struct store *store, struct statement *statement);
void store_forget_asked(struct store *store);

/* Steps once: a row, none, or trouble (noted). */
store_answer store_step(struct store *store, struct statement *statement, const char *doing);

/* Columns count from 0; of one that is null the number is 0 and the text empty. */
int64_t store_column_number(const struct statement *statement, int at);
double store_column_real(const struct statement *statement, int at);
bool store_column_is_null(const struct statement *statement, int at);
void store_column_value(const struct statement *statement, int at, struct value *value);

/* The text or bytes of a column, as long as no other row is stepped to. */
ff_span store_column_span(const struct statement *statement, int at);

/* A column as terminated text, cut where it is too long. */
void store_column_text(const struct statement *statement, int at, char *text, size_t size);

/* False where the column has not this size: then nothing is copied. */
bool store_column_bytes(const struct statement *statement, int at, void *bytes, size_t size);
void store_column_person(const struct statement *statement, int at, struct person *person);
int64_t store_column_maybe(const struct statement *statement, int at); /* null is STORE_NULL */

#endif
