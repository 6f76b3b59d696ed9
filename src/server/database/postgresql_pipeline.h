/* Statements that are sent to PostgreSQL one behind another, and answered together (libpq's
 * pipeline mode). Between two waits libpq's other functions, which wait for one answer, must not be
 * called: whoever needs them waits first. */
#ifndef FLAGFALL_SERVER_DATABASE_POSTGRESQL_PIPELINE_H
#define FLAGFALL_SERVER_DATABASE_POSTGRESQL_PIPELINE_H

#include "server/database/postgresql_state.h"

/* A prepared statement, with values as libpq takes them. */
struct query {
    const char *name;
    int count;
    const char *const *value;
    const int *size, *format;
};

/* Sends it. `answer`: where its rows are put, once it has been waited for; null: nobody reads them.
 * False where the session is lost, or memory is out; or where something sent before has failed. */
bool pipeline_send(struct postgresql *own, const struct query *query, PGresult **answer);

/* The same for SQL of one statement without values. */
bool pipeline_send_sql(struct postgresql *own, const char *sql, PGresult **answer);

/* Sends a read whose rows `pipeline_take` will be asked for by the same name and values: of several
 * that are sent before the first is taken one is waited for. Nothing, where there is no room. */
void pipeline_ask(struct postgresql *own, const struct query *query);

/* What was asked for, once: the caller's to clear. Null: nothing, or it has failed. */
PGresult *pipeline_take(struct postgresql *own, const struct query *query);

/* What was not taken is no longer true soon. */
void pipeline_forget(struct postgresql *own);

/* Waits until all that was sent has been done: a round trip, or nothing where nothing was sent.
 * False where something has failed, whatever it was: it is noted, and all behind it has not been
 * done. */
bool pipeline_wait(struct postgresql *own);

#endif
