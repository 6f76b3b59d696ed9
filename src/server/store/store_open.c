/* Opens a store: its engine checks that it is one, here it is brought up to date and all statements
 * are prepared. What must hold: what is no store, or one of a newer Flagfall, is left as it was. */
#define _POSIX_C_SOURCE 200809L

#include "server/store/store_open.h"

#include "server/store/store_parts.h"
#include "server/store/store_schema.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const store_part *const parts[STORE_PARTS] = {
    [PART_GAMES] = &store_part_games,
    [PART_LISTS] = &store_part_lists,
    [PART_ACCOUNTS] = &store_part_accounts,
    [PART_CHAT] = &store_part_chat,
    [PART_HOST] = &store_part_host,
    [PART_GUESTS] = &store_part_guests,
    [PART_SESSIONS] = &store_part_sessions,
    [PART_ERASE] = &store_part_erase,
    [PART_PUSH] = &store_part_push,
    [PART_PEOPLE] = &store_part_people,
    [PART_PUZZLES] = &store_part_puzzles,
    [PART_REPORTS] = &store_part_reports,
    [PART_VACATION] = &store_part_vacation,
    [PART_AGREEMENT] = &store_part_agreement,
    [PART_GUEST_BANS] = &store_part_guest_bans,
};

static_assert((int)STORE_PARTS <= STORE_PARTS_MAX, "the statements of each part have a place");

/* All steps in one transaction, so that a kill leaves the old schema whole. */
static bool run_steps(struct store *store, int version) {
    bool ok = store_begin(store);
    for (int i = version; ok && i < STORE_SCHEMA; i++)
        ok = store->engine == &engine_postgresql
                 ? store_migrate_postgresql(store, i)
                 : store_execute(store, store_migrations[i].sql) &&
                       (!store_migrations[i].finish || store_migrations[i].finish(store));
    if (ok && version < STORE_SEALED)
        ok = store_seal_all(store);
    return ok && (store->engine->set_schema(store, STORE_SCHEMA) ||
                  store_note_trouble(store, "migrating"));
}

static bool read_secret(struct store *store) {
    static const char sql[] = "SELECT key, session FROM secret";
    struct statement *statement = store_prepare(store, sql);
    if (!statement)
        return false;
    bool found = store_step(store, statement, "reading the secret") == STORE_FOUND &&
                 store_column_bytes(statement, 0, store->secret, sizeof store->secret) &&
                 store_column_bytes(statement, 1, store->session_key, sizeof store->session_key);
    store_finalize(statement);
    return found;
}

/* All at once, as the store is opened: a statement that does not fit the schema is seen at
 * the start and not in the middle of somebody's game. */
static bool prepare(struct store *store) {
    for (int id = 0; id < STORE_PARTS; id++) {
        assert(parts[id] && parts[id]->count <= PART_STATEMENTS_MAX);
        for (int i = 0; i < parts[id]->count; i++)
            if (!(store->statement[id][i] = store_prepare(store, parts[id]->sql[i])))
                return false;
    }
    return read_secret(store);
}

static bool open_engine(struct store *store, open_mode mode, int *schema, ff_error *error) {
    *schema = 0;
    return store->engine->open(store, store->location, mode, STORE_SCHEMA, schema, error);
}

/* An older schema is brought up by its own engine's words; one with no tables begins at 0. */
static bool bring_up(struct store *store, int schema, ff_error *error) {
    bool ok = true;
    if (schema != STORE_SCHEMA) {
        ok = run_steps(store, schema) &&
             (store->engine->commit(store) || store_note_trouble(store, "migrating"));
        store->begun = false; /* what is not committed goes with the connection */
    }
    ok = ok && prepare(store);
    if (ok) /* what could not be deleted is tried again; nothing depends on it */
        store_execute(store, "UPDATE erasing SET stage = 0, after = 0, missed = 0 WHERE stage = 2");
    ok = ok && store->engine->settle(store);
    return ok || store_fail(store, store->trouble, error);
}

static bool open_writer(struct store *store, ff_error *error) {
    int schema;
    return open_engine(store, OPEN_WRITER, &schema, error) && bring_up(store, schema, error);
}

static bool open_existing(struct store *store, ff_error *error) {
    int schema;
    if (!open_engine(store, OPEN_WRITER, &schema, error))
        return false;
    return schema > 0 ? bring_up(store, schema, error)
                      : ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0, "there is no store");
}

static bool open_empty(struct store *store, ff_error *error) {
    int schema;
    if (!open_engine(store, OPEN_WRITER, &schema, error))
        return false;
    if (schema > 0)
        return ff_fail(error, FF_ERROR_CONFLICT, 0, 0, "there is a store already");
    return run_steps(store, schema) || store_fail(store, store->trouble, error);
}

static bool open_node(struct store *store, ff_error *error) {
    int schema;
    store->shared = store->engine->nodes != NULL;
    if (!store->shared)
        return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
                       "a file has one server: several (--node) need a store in PostgreSQL");
    return open_engine(store, OPEN_NODE, &schema, error) && bring_up(store, schema, error);
}

/* A thread beside the loop's has a connection of its own. */
static bool open_reader(struct store *store, ff_error *error) {
    return store->engine->open(store, store->location, OPEN_READER, STORE_SCHEMA, NULL, error) &&
           (prepare(store) || store_fail(store, store->engine->message(store), error));
}

/* It stays in its batch, which is never committed, so that it is not connected again in the middle
 * of what it reads. */
static bool open_snapshot(struct store *store, ff_error *error) {
    if (!open_reader(store, error))
        return false;
    store->begun = store_execute(store, store->engine->begin_reading);
    return store->begun || store_fail(store, store->trouble, error);
}

static struct store *open_by(const char *location, bool (*open)(struct store *, ff_error *),
                             ff_error *error) {
    struct store *store = calloc(1, sizeof *store);
    if (store) {
        store->engine = engine_of(location);
        store->location = strdup(location);
        store->working = true;
    }
    if (!store || !store->location)
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    else if (open(store, error))
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open(const char *location, ff_error *error) {
    return open_by(location, open_writer, error);
}

struct store *store_open_existing(const char *location, ff_error *error) {
    return open_by(location, open_existing, error);
}

struct store *store_open_empty(const char *location, ff_error *error) {
    return open_by(location, open_empty, error);
}

bool store_is_there(const char *location, ff_error *error) {
    return engine_of(location) != &engine_sqlite || access(location, F_OK) == 0 ||
           ff_fail(error, FF_ERROR_SYSTEM, 0, 0,
                   "there is no such file: a server makes its store when it first starts");
}

bool store_is_whole(const char *location, ff_error *error) {
    uint64_t at = 0;
    unsigned lost = engine_of(location)->count_lost(location, &at);
    return !lost || ff_fail(error, FF_ERROR_SYSTEM, 0, 0,
                            "%s-wal is damaged at byte %llu, and %u stored batches lie behind it: "
                            "keep a copy, then start the server, which goes on without them",
                            location, (unsigned long long)at, lost);
}

struct store *store_open_node(const char *location, ff_error *error) {
    return open_by(location, open_node, error);
}

struct store *store_open_reader(const char *location, ff_error *error) {
    return open_by(location, open_reader, error);
}

struct store *store_open_snapshot(const char *location, ff_error *error) {
    return open_by(location, open_snapshot, error);
}

void store_close(struct store *store) {
    if (!store)
        return;
    for (int id = 0; id < STORE_PARTS; id++)
        for (int i = 0; i < parts[id]->count; i++)
            store_finalize(store->statement[id][i]);
    store->engine->close(store);
    free(store->location);
    free(store);
}
