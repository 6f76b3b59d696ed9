/* Whole tables of a store in PostgreSQL, for who copies it: what there are, and rows that come in
 * by COPY. */
#ifndef FLAGFALL_SERVER_DATABASE_POSTGRESQL_TABLES_H
#define FLAGFALL_SERVER_DATABASE_POSTGRESQL_TABLES_H

#include "server/database/engine.h"

#include <libpq-fe.h>

extern const char postgresql_list_columns[]; /* see engine.h */

/* Of all tables: the counters that triggers keep are copied as they are. */
extern const char postgresql_triggers_off[];
extern const char postgresql_triggers_on[];

/* See engine.h. How it has ended: with a command that is done (PGRES_COMMAND_OK), or else with what
 * tells why not; null where libpq alone knows. The caller's to clear. */
PGresult *postgresql_load(PGconn *db, const char *table, const char *columns, int count,
                          next_row *next, void *context);

#endif
