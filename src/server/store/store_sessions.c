/* Sessions and places in the store. What must hold: a session's guest never becomes an
 * account by what is written here; a cookie that has been replaced stays replaced until
 * its row is swept away, long after the cookie itself has run out. */
#include "server/store/store_sessions.h"

#include "server/store/store_parts.h"
#include "server/store/store_push.h"

#include <string.h>

enum {
    FIND,
    PUT,
    REPLACE,
    TOUCH,
    END_ALL,
    FORGET_DEVICES,
    TRIM,
    LIST,
    NOTE_PLACE,
    FIND_PLACE,
    TRIM_PLACES,
    FORGET_PLACES,
    OLD_SESSION,
    SWEEP_SESSIONS,
    OLD_PLACE,
    SWEEP_PLACES,
    STATEMENTS
};

#define COLUMNS "cookie, account, guest, device, old, created, used"
#define PUT_SESSION                                                                                \
    "INSERT INTO session (" COLUMNS ") VALUES (?,?,?,?,?,?,?) ON CONFLICT (cookie) DO UPDATE SET"  \
    " account = excluded.account, guest = excluded.guest, device = excluded.device,"               \
    " old = excluded.old, created = excluded.created, used = excluded.used"
#define SLICE "50" /* rows that one sweep takes: the event loop waits for it */

static const char *const statements[STATEMENTS] = {
    [FIND] = "SELECT " COLUMNS " FROM session WHERE cookie = ?",
    [PUT] = PUT_SESSION,
    [REPLACE] = PUT_SESSION " WHERE session.guest IS NOT NULL",
    [TOUCH] = "UPDATE session SET used = ?2 WHERE cookie = ?1",
    [END_ALL] =
        "UPDATE session SET account = NULL WHERE account = ?1 AND (cookie <> ?2 OR ?2 IS NULL)",
    [FORGET_DEVICES] =
        "UPDATE session SET device = NULL WHERE device = ?1 AND (cookie <> ?2 OR ?2 IS NULL)",
    [TRIM] = "UPDATE session SET account = NULL, device = NULL WHERE device = ?1 AND cookie <> ?2"
             " AND cookie NOT IN (SELECT cookie FROM session WHERE device = ?1"
             " ORDER BY used DESC LIMIT ?3)",
    [LIST] = "SELECT " COLUMNS " FROM session WHERE account = ?1 ORDER BY used DESC LIMIT ?2",
    [NOTE_PLACE] = "INSERT INTO place (account, address, time) VALUES (?1, ?2, ?3)"
                   " ON CONFLICT (account, address) DO UPDATE SET time = excluded.time",
    [FIND_PLACE] = "SELECT 1 FROM place WHERE account = ?1 AND address = ?2 AND time >= ?3",
    [TRIM_PLACES] = "DELETE FROM place WHERE account = ?1 AND address NOT IN (SELECT address"
                    " FROM place WHERE account = ?1 ORDER BY time DESC LIMIT 8)",
    [FORGET_PLACES] = "DELETE FROM place WHERE account = ?1",
    [OLD_SESSION] = "SELECT 1 FROM session WHERE used < ?1 LIMIT 1",
    [SWEEP_SESSIONS] = "DELETE FROM session WHERE cookie IN (SELECT cookie FROM session"
                       " WHERE used < ?1 LIMIT " SLICE ")",
    [OLD_PLACE] = "SELECT 1 FROM place WHERE time < ?1 LIMIT 1",
    [SWEEP_PLACES] = "DELETE FROM place WHERE (account, address) IN (SELECT account, address"
                     " FROM place WHERE time < ?1 LIMIT " SLICE ")",
};

const store_part store_part_sessions = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_SESSIONS][which];
}

const uint8_t *store_session_key(const struct store *store) {
    return store->session_key;
}

/* ---- sessions ---- */

static void read_session(struct statement *statement, store_session *session) {
    store_column_person(statement, 0, &session->cookie);
    store_column_person(statement, 1, &session->account);
    store_column_person(statement, 2, &session->guest);
    store_column_person(statement, 3, &session->device);
    session->old = store_column_number(statement, 4) != 0;
    session->created = store_column_number(statement, 5);
    session->used = store_column_number(statement, 6);
}

store_answer store_find_session(struct store *store, const struct person *cookie,
                                store_session *session) {
    struct statement *statement = statement_of(store, FIND);
    store_bind_person(statement, 1, cookie);
    store_answer answer = store_step(store, statement, "reading a session");
    *session = (store_session){.cookie = *cookie};
    if (answer == STORE_FOUND)
        read_session(statement, session);
    store_reset(statement);
    return answer;
}

static bool put(struct store *store, int which, const store_session *session, bool *changed) {
    struct statement *statement = statement_of(store, which);
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, &session->cookie);
    store_bind_maybe_person(statement, 2, &session->account);
    store_bind_maybe_person(statement, 3, &session->guest);
    store_bind_maybe_person(statement, 4, &session->device);
    store_bind_number(statement, 5, session->old);
    store_bind_number(statement, 6, session->created);
    store_bind_number(statement, 7, session->used);
    return changed ? store_run_asking(store, statement, changed) : store_run(store, statement);
}

bool store_put_session(struct store *store, const store_session *session) {
    return put(store, PUT, session, NULL);
}

bool store_replace_session(struct store *store, const store_session *gone, bool *replaced) {
    return put(store, REPLACE, gone, replaced);
}

bool store_touch_session(struct store *store, const struct person *cookie, int64_t now) {
    struct statement *statement = statement_of(store, TOUCH);
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, cookie);
    store_bind_number(statement, 2, now);
    return store_run(store, statement);
}

bool store_end_sessions(struct store *store, const struct person *account, const struct person *but,
                        bool forget) {
    return store_run_but(store, statement_of(store, END_ALL), account, but) &&
           store_drop_push_of(store, account, but) &&
           (!forget || store_run_but(store, statement_of(store, FORGET_DEVICES), account, but));
}

bool store_trim_sessions(struct store *store, const struct person *account,
                         const struct person *but) {
    struct statement *statement = statement_of(store, TRIM);
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, account);
    store_bind_person(statement, 2, but);
    store_bind_number(statement, 3, STORE_BROWSERS);
    return store_run(store, statement) && store_drop_push_strays(store, account);
}

bool store_visit_sessions(struct store *store, const struct person *account, unsigned limit,
                          store_session_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, LIST);
    store_answer answer = STORE_FOUND;
    bool going = true;
    store_bind_person(statement, 1, account);
    store_bind_number(statement, 2, limit);
    while (going && (answer = store_step(store, statement, "reading sessions")) == STORE_FOUND) {
        store_session session;
        read_session(statement, &session);
        going = visit(context, &session);
    }
    store_reset(statement);
    return answer == STORE_NONE;
}

/* ---- places ---- */

static void bind_place(struct statement *statement, const struct person *account,
                       const uint8_t place[STORE_PLACE_SIZE]) {
    store_bind_person(statement, 1, account);
    store_bind_bytes(statement, 2, place, STORE_PLACE_SIZE);
}

/* The last eight addresses (TRIM_PLACES) are enough to tell a usual one from a strange one, and are
 * all that is kept of where somebody was. */
bool store_note_place(struct store *store, const struct person *account,
                      const uint8_t place[STORE_PLACE_SIZE], int64_t now) {
    struct statement *statement = statement_of(store, NOTE_PLACE);
    if (!store_begin(store))
        return false;
    bind_place(statement, account, place);
    store_bind_number(statement, 3, now);
    return store_run(store, statement) &&
           store_run_for(store, statement_of(store, TRIM_PLACES), account);
}

store_answer store_find_place(struct store *store, const struct person *account,
                              const uint8_t place[STORE_PLACE_SIZE], int64_t since) {
    struct statement *statement = statement_of(store, FIND_PLACE);
    bind_place(statement, account, place);
    store_bind_number(statement, 3, since);
    store_answer answer = store_step(store, statement, "reading places");
    store_reset(statement);
    return answer;
}

bool store_forget_places(struct store *store, const struct person *account) {
    return store_run_for(store, statement_of(store, FORGET_PLACES), account);
}

/* ---- the end ---- */

static bool sweep(struct store *store, int look, int take, int64_t since) {
    return store_sweep(store, statement_of(store, look), statement_of(store, take), since);
}

bool store_sweep_sessions(struct store *store, int64_t sessions_since, int64_t places_since) {
    return sweep(store, OLD_SESSION, SWEEP_SESSIONS, sessions_since) &&
           sweep(store, OLD_PLACE, SWEEP_PLACES, places_since);
}
