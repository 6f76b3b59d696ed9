/* The store's SQL in PostgreSQL's words. */
#ifndef FLAGFALL_SERVER_DATABASE_POSTGRESQL_WORDS_H
#define FLAGFALL_SERVER_DATABASE_POSTGRESQL_WORDS_H

#include "flagfall/base.h"

/* Appends the SQL, terminated: parameters ?1 and ? become $1, types and what only SQLite has a
 * word for become what PostgreSQL calls it or nothing. Texts compare byte by byte, as in SQLite. A
 * statement that changes one row (CHANGES_ONE) divides by zero where it changes none: it fails in
 * the database, so that no commit that was sent with it is done. */
void postgresql_words(const char *sql, ff_buffer *out);

#endif
