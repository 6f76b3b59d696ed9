/* What must hold: whatever has failed has said why, in `said`, and whether somebody else was
 * faster, in `conflict`. */
#include "server/database/engine.h"

#ifdef FLAGFALL_POSTGRESQL

#include "server/database/postgresql_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SQLSTATE */
#define LOCK_NOT_AVAILABLE "55P03"
#define DIVISION_BY_ZERO "22012" /* of what changes no row: postgresql_words.h */
#define IN_FAILED_TRANSACTION "25P02"

/* ---- what it says ---- */

bool postgresql_is_away(const struct postgresql *own) {
    return own->cut || PQstatus(own->db) != CONNECTION_OK;
}

static bool is_state(const char *state, const char *of) {
    return state && strncmp(state, of, strlen(of)) == 0;
}

/* A row that is there already or misses another (class 23), transactions that wait for each other
 * or were overtaken (class 40), a lock that somebody holds: with one server none of it happens. And
 * a row that is not as it was read. */
static bool is_conflict(const struct postgresql *own, const char *state) {
    return is_state(state, DIVISION_BY_ZERO) ||
           (own->mode == OPEN_NODE && (is_state(state, "23") || is_state(state, "40") ||
                                       is_state(state, LOCK_NOT_AVAILABLE)));
}

/* Why a batch has failed stays said: of what comes behind that the database says only that it has.
 */
bool postgresql_note(struct postgresql *own, PGresult *result) {
    const char *text = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    const char *state = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    own->damaged = is_state(state, "XX00") && state[4] != '0';
    if (is_state(state, IN_FAILED_TRANSACTION)) {
        PQclear(result);
        return false;
    }
    text = is_state(state, DIVISION_BY_ZERO) ? NOT_AS_READ : text ? text : PQerrorMessage(own->db);
    text = *text ? text : "it has not answered yet"; /* while it is connected again */
    own->conflict = is_conflict(own, state);
    snprintf(own->said, sizeof own->said, "%s%.*s",
             postgresql_is_away(own) ? "PostgreSQL is away: " : "", (int)strcspn(text, "\n"), text);
    PQclear(result);
    return false;
}

/* ---- plain SQL, for a connection that stands ---- */

PGresult *postgresql_exec(struct postgresql *own, const char *sql) {
    own->round_trips++;
    return PQexec(own->db, sql);
}

bool postgresql_run(struct postgresql *own, const char *sql) {
    PGresult *result = postgresql_exec(own, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_EMPTY_QUERY)
        return postgresql_note(own, result);
    PQclear(result);
    return true;
}

bool postgresql_ask(struct postgresql *own, const char *sql, char *text, size_t size) {
    PGresult *result = postgresql_exec(own, sql);
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
    PGresult *result = postgresql_exec(own, sql);
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
