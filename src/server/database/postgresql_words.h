/* The store's SQL in PostgreSQL's words. */
#ifndef FLAGFALL_SERVER_DATABASE_POSTGRESQL_WORDS_H
#define FLAGFALL_SERVER_DATABASE_POSTGRESQL_WORDS_H

#include "flagfall/base.h"

/* Appends the SQL, terminated: parameters ?1 and ? become $1, types and what only SQLite has a
 * word for become what PostgreSQL calls it or nothing. Texts compare byte by byte, as in SQLite. */
void postgresql_words(const char *sql, ff_buffer *out);

#endif
