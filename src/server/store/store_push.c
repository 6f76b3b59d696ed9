/* Statements about Web Push. What must hold: an endpoint is one person's at a time, for it is one
 * browser's; and no row is replaced but deleted first, for triggers that count see nothing else. */
#include "server/store/store_push.h"

#include "server/store/store_parts.h"

#include <stdio.h>
#include <string.h>

enum {
    READ_KEY,
    CLEAR_KEY,
    SET_KEY,
    CLEAR_ALL,
    FIND,
    PUT,
    TRIM,
    DROP,
    DROP_OF,
    DROP_BY,
    DROP_STRAYS,
    LIST,
    COUNT_GUESTS,
    COUNT_ORIGIN,
    OLDEST_ORIGIN,
    FORGET_ORIGIN,
    OLDEST,
    SWEEP,
    STATEMENTS
};

#define COLUMNS "endpoint, person, cookie, point, secret, guest, time, origin"

/* DROP_OF without a cookie to spare (?2 is null) deletes all: a comparison with null is never true,
 * so it is asked for by itself. */
static const char *const statements[STATEMENTS] = {
    [READ_KEY] = "SELECT key, contact FROM push_key",
    [CLEAR_KEY] = "DELETE FROM push_key",
    [SET_KEY] = "INSERT INTO push_key (key, contact) VALUES (?1, ?2)",
    [CLEAR_ALL] = "DELETE FROM push",
    [FIND] = "SELECT " COLUMNS " FROM push WHERE endpoint = ?1",
    [PUT] = "INSERT INTO push (" COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
            " ON CONFLICT DO NOTHING",
    [TRIM] = "DELETE FROM push WHERE person = ?1 AND endpoint NOT IN (SELECT endpoint FROM push"
             " WHERE person = ?1 ORDER BY time DESC LIMIT ?2)",
    [DROP] = "DELETE FROM push WHERE endpoint = ?1",
    [DROP_OF] = "DELETE FROM push WHERE person = ?1 AND (cookie <> ?2 OR ?2 IS NULL)",
    [DROP_BY] = "DELETE FROM push WHERE cookie = ?1",
    [DROP_STRAYS] = "DELETE FROM push WHERE person = ?1 AND cookie NOT IN (SELECT cookie"
                    " FROM session WHERE account = ?1)",
    [LIST] = "SELECT " COLUMNS " FROM push WHERE person = ?1 ORDER BY time",
    [COUNT_GUESTS] = "SELECT count FROM push_guests",
    [COUNT_ORIGIN] = "SELECT count(*) FROM push WHERE origin = ?1",
    [OLDEST_ORIGIN] = "SELECT 1 FROM push WHERE origin IS NOT NULL AND time < ?1 LIMIT 1",
    [FORGET_ORIGIN] = "UPDATE push SET origin = NULL WHERE endpoint IN (SELECT endpoint FROM push"
                      " WHERE origin IS NOT NULL AND time < ?1 LIMIT 50)",
    [OLDEST] = "SELECT 1 FROM push WHERE time < ?1 LIMIT 1",
    [SWEEP] = "DELETE FROM push WHERE endpoint IN (SELECT endpoint FROM push WHERE time < ?1"
              " LIMIT 50)",
};

const store_part store_part_push = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_PUSH][which];
}

/* ---- the server's key ---- */

/* A key that is longer than it can be is none: the file was damaged, and the server wakes nobody.
 */
store_answer store_read_push_key(struct store *store, store_push_key *key) {
    struct statement *statement = statement_of(store, READ_KEY);
    store_answer answer = store_step(store, statement, "reading the key for wake-ups");
    *key = (store_push_key){.size = 0};
    if (answer == STORE_FOUND) {
        ff_span der = store_column_span(statement, 0);
        if (der.size <= sizeof key->der) {
            memcpy(key->der, der.data, der.size);
            key->size = der.size;
        }
        store_column_text(statement, 1, key->contact, sizeof key->contact);
    }
    store_reset(statement);
    return answer;
}

bool store_set_push_key(struct store *store, const store_push_key *key) {
    if (!store_begin(store) || !store_run(store, statement_of(store, CLEAR_KEY)) ||
        !store_run(store, statement_of(store, CLEAR_ALL)))
        return false;
    if (!key)
        return true;
    struct statement *statement = statement_of(store, SET_KEY);
    store_bind_bytes(statement, 1, key->der, (int)key->size);
    store_bind_text(statement, 2, key->contact);
    return store_run(store, statement);
}

/* ---- subscriptions ---- */

static void read_push(struct statement *statement, store_push *push) {
    store_column_text(statement, 0, push->endpoint, sizeof push->endpoint);
    store_column_person(statement, 1, &push->person);
    store_column_person(statement, 2, &push->cookie);
    store_column_bytes(statement, 3, push->point, sizeof push->point);
    store_column_bytes(statement, 4, push->secret, sizeof push->secret);
    push->guest = store_column_number(statement, 5) != 0;
    push->time = store_column_number(statement, 6);
    push->origin = store_column_number(statement, 7);
}

store_answer store_find_push(struct store *store, const char *endpoint, store_push *push) {
    struct statement *statement = statement_of(store, FIND);
    store_bind_text(statement, 1, endpoint);
    store_answer answer = store_step(store, statement, "reading a subscription");
    if (answer == STORE_FOUND)
        read_push(statement, push);
    store_reset(statement);
    return answer;
}

bool store_drop_push(struct store *store, const char *endpoint) {
    struct statement *statement = statement_of(store, DROP);
    if (!store_begin(store))
        return false;
    store_bind_text(statement, 1, endpoint);
    return store_run(store, statement);
}

/* Another server may put the same endpoint between the two statements: what it has put is there to
 * be deleted the second time. A third one's stays. */
bool store_put_push(struct store *store, const store_push *push) {
    struct statement *statement = statement_of(store, PUT), *trim = statement_of(store, TRIM);
    bool put = false;
    for (int tries = 0; tries < 2 && !put; tries++) {
        if (!store_drop_push(store, push->endpoint))
            return false;
        store_bind_text(statement, 1, push->endpoint);
        store_bind_person(statement, 2, &push->person);
        store_bind_person(statement, 3, &push->cookie);
        store_bind_bytes(statement, 4, push->point, sizeof push->point);
        store_bind_bytes(statement, 5, push->secret, sizeof push->secret);
        store_bind_number(statement, 6, push->guest);
        store_bind_number(statement, 7, push->time);
        store_bind_maybe(statement, 8, push->origin ? push->origin : STORE_NULL);
        if (!store_run_asking(store, statement, &put))
            return false;
    }
    store_bind_number(trim, 2, STORE_PUSH_EACH);
    return store_run_for(store, trim, &push->person);
}

bool store_drop_push_of(struct store *store, const struct person *person,
                        const struct person *but) {
    return store_run_but(store, statement_of(store, DROP_OF), person, but);
}

bool store_drop_push_by(struct store *store, const struct person *cookie) {
    return store_run_for(store, statement_of(store, DROP_BY), cookie);
}

bool store_drop_push_strays(struct store *store, const struct person *account) {
    return store_run_for(store, statement_of(store, DROP_STRAYS), account);
}

bool store_visit_push(struct store *store, const struct person *person, store_push_visitor *visit,
                      void *context) {
    struct statement *statement = statement_of(store, LIST);
    store_answer answer;
    bool going = true;
    store_bind_person(statement, 1, person);
    while (going &&
           (answer = store_step(store, statement, "reading subscriptions")) == STORE_FOUND) {
        store_push push = {.guest = false};
        read_push(statement, &push);
        going = visit(context, &push);
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

/* Is the number that a statement counts below `most`? */
static store_answer is_below(struct store *store, struct statement *statement, int64_t most) {
    store_answer answer = store_step(store, statement, "counting subscriptions");
    bool room = answer == STORE_FOUND && store_column_number(statement, 0) < most;
    store_reset(statement);
    return answer == STORE_FOUND ? (room ? STORE_FOUND : STORE_NONE) : STORE_FAILED;
}

store_answer store_has_push_room(struct store *store) {
    return is_below(store, statement_of(store, COUNT_GUESTS), STORE_PUSH_GUESTS);
}

store_answer store_has_push_share(struct store *store, int64_t origin) {
    struct statement *statement = statement_of(store, COUNT_ORIGIN);
    store_bind_number(statement, 1, origin);
    return is_below(store, statement, STORE_PUSH_SHARE);
}

bool store_sweep_push(struct store *store, int64_t since) {
    return store_sweep(store, statement_of(store, OLDEST), statement_of(store, SWEEP), since);
}

bool store_forget_push_origins(struct store *store, int64_t since) {
    return store_sweep(store, statement_of(store, OLDEST_ORIGIN),
                       statement_of(store, FORGET_ORIGIN), since);
}
