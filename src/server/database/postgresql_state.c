/* What must hold: whatever has failed has said why, in `said`, and whether somebody else was
 * faster, in `conflict`. */
#include "server/database/engine.h"

#ifdef FLAGFALL_POSTGRESQL

#include "server/database/postgresql_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOCK_NOT_AVAILABLE "55P03" /* SQLSTATE */

/* ---- what it says ---- */

bool postgresql_is_away(const struct postgresql *own) {
    return PQstatus(own->db) != CONNECTION_OK;
}

/* SQLSTATE: a row that is there already or misses another (class 23), transactions that wait for
 * each other or were overtaken (class 40), a lock that somebody holds. With one server none of it
 * happens. */
static bool is_conflict(const struct postgresql *own, const char *state) {
    return own->mode == OPEN_NODE && state &&
           (strncmp(state, "23", 2) == 0 || strncmp(state, "40", 2) == 0 ||
            strcmp(state, LOCK_NOT_AVAILABLE) == 0);
}

bool postgresql_note(struct postgresql *own, PGresult *result) {
    const char *text = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    text = text ? text : PQerrorMessage(own->db);
    text = *text ? text : "it has not answered yet"; /* while it is connected again */
    own->conflict = is_conflict(own, state);
    own->damaged = state && strncmp(state, "XX00", 4) == 0 && state[4] != '0';
    snprintf(own->said, sizeof own->said, "%s%.*s",
             postgresql_is_away(own) ? "PostgreSQL is away: " : "", (int)strcspn(text, "\n"), text);
    PQclear(result);
    return false;
}

/* ---- plain SQL, for a connection that stands ---- */

bool postgresql_run(struct postgresql *own, const char *sql) {
    PGresult *result = PQexec(own->db, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY)
        return postgresql_note(own, result);
    PQclear(result);
    return true;
}

bool postgresql_ask(struct postgresql *own, const char *sql, char *text, size_t size) {
    PGresult *result = PQexec(own->db, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1)
        return postgresql_note(own, result);
    snprintf(text, size, "%s", PQgetvalue(result, 0, 0));
    PQclear(result);
    return true;
}

bool postgresql_ask_number(struct postgresql *own, const char *sql, int64_t *number) {
    char text[32];
    bool known = postgresql_ask(own, sql, text, sizeof text);
    *number = known ? strtoll(text, NULL, 10) : 0;
    return known;
}

/* ---- locks ---- */

bool postgresql_is_taken(struct postgresql *own) {
    snprintf(own->said, sizeof own->said, "another server is running on this store");
    return false;
}

bool postgresql_lock(struct postgresql *own, const char *function, int which, int wait_ms,
                     bool *taken) {
    char sql[160];
    snprintf(sql, sizeof sql, "SET lock_timeout = %d", wait_ms);
    *taken = false;
    if (!postgresql_run(own, sql))
        return false;
    snprintf(sql, sizeof sql, "SELECT %s(%d, hashtext(current_schema()))", function, which);
    PGresult *result = PQexec(own->db, sql);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    bool answered = PQresultStatus(result) == PGRES_TUPLES_OK;
    *taken = answered ? strcmp(PQgetvalue(result, 0, 0), "f") == 0
                      : state && strcmp(state, LOCK_NOT_AVAILABLE) == 0;
    if (answered)
        PQclear(result);
    else
        postgresql_note(own, result);
    snprintf(sql, sizeof sql, "SET lock_timeout = %d", own->mode == OPEN_NODE ? NODE_LOCK_MS : 0);
    return postgresql_run(own, sql) && answered && !*taken;
}

#endif
