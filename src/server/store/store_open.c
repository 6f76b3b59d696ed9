/* Opens a store: checks that the file is one, brings it up to date, prepares all statements.
 * What must hold: a file that is no store of a schema known here is not changed by a byte. */
#include "server/store/store_open.h"

#include "server/store/store_parts.h"
#include "server/store/store_schema.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    APPLICATION_ID = 0x46464c31, /* "FFL1", in the file's header */
    OPEN_WAIT_MS = 5000,         /* for a lock of another process, while the store is opened */
    READER_BUSY_MS = 5000,       /* a thread of its own may */
};

static const store_part *const parts[STORE_PARTS] = {
    [PART_GAMES] = &store_part_games,       [PART_LISTS] = &store_part_lists,
    [PART_ACCOUNTS] = &store_part_accounts, [PART_CHAT] = &store_part_chat,
    [PART_HOST] = &store_part_host,         [PART_GUESTS] = &store_part_guests,
    [PART_SESSIONS] = &store_part_sessions, [PART_ERASE] = &store_part_erase,
    [PART_PUSH] = &store_part_push,
};

static_assert((int)STORE_PARTS <= STORE_PARTS_MAX, "the statements of each part have a place");

/* Before the statements are prepared: their tables may not exist yet. */
static bool read_number(struct store *store, const char *sql, int *number) {
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *number = sqlite3_column_int(statement, 0);
    else
        store_note_trouble(store, "reading");
    sqlite3_finalize(statement);
    return ok;
}

/* An empty file is a store that has still to be made; a database of somebody else's is
 * refused before a single write, also where it has no tables but a number of its own. */
static bool check_identity(struct store *store, int *version, ff_error *error) {
    int application = 0, tables = 0;
    if (!read_number(store, "PRAGMA application_id", &application) ||
        !read_number(store, "PRAGMA user_version", version) ||
        !read_number(store, "SELECT count(*) FROM sqlite_schema", &tables))
        return store_fail(store->db, store->trouble, error);
    if (application != APPLICATION_ID && (application || tables))
        return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
                       "the file is a database, but not a Flagfall store");
    if (*version > STORE_SCHEMA)
        return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
                       "the store has schema %d, written by a newer Flagfall; this one knows "
                       "schemas up to %d",
                       *version, STORE_SCHEMA);
    return true;
}

/* All steps in one transaction, so that a kill leaves the old schema whole. */
static bool migrate(struct store *store, int version) {
    char finish[96];
    snprintf(finish, sizeof finish, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             APPLICATION_ID, STORE_SCHEMA);
    bool ok = store_execute(store, "BEGIN IMMEDIATE");
    for (int i = version; ok && i < STORE_SCHEMA; i++)
        ok = store_execute(store, store_migrations[i].sql) &&
             (!store_migrations[i].finish || store_migrations[i].finish(store));
    if (ok && version < STORE_SEALED)
        ok = store_seal_all(store);
    return ok && store_execute(store, finish);
}

static bool read_secret(struct store *store) {
    static const char sql[] = "SELECT key, session FROM secret";
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return store_note_trouble(store, "preparing");
    bool found = store_step(store, statement, "reading the secret") == STORE_FOUND &&
                 store_column_bytes(statement, 0, store->secret, sizeof store->secret) &&
                 store_column_bytes(statement, 1, store->session_key, sizeof store->session_key);
    sqlite3_finalize(statement);
    return found;
}

static bool prepare_part(struct store *store, store_part_id id) {
    assert(parts[id] && parts[id]->count <= PART_STATEMENTS_MAX);
    for (int i = 0; i < parts[id]->count; i++)
        if (sqlite3_prepare_v3(store->db, parts[id]->sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statement[id][i], NULL) != SQLITE_OK)
            return store_note_trouble(store, "preparing");
    return true;
}

/* All at once, as the store is opened: a statement that does not fit the schema is seen at
 * the start and not in the middle of somebody's game. */
static bool prepare(struct store *store) {
    for (int id = 0; id < STORE_PARTS; id++)
        if (!prepare_part(store, (store_part_id)id))
            return false;
    return read_secret(store);
}

/* Empty pages can be given back a few at a time. A store that was made before that was so is
 * written anew once, which takes as long as a copy of it and needs its room; where that fails
 * (the disk is full) its pages are used again and not given back. */
static void allow_giving_back(struct store *store) {
    int mode = 0;
    if (read_number(store, "PRAGMA auto_vacuum", &mode) && mode == 0)
        sqlite3_exec(store->db, "PRAGMA auto_vacuum = INCREMENTAL; VACUUM", NULL, NULL, NULL);
}

/* WAL, so that a copy and a check read while games go on. FULL, because what is acknowledged
 * has to outlive a loss of power: with NORMAL the last commits of a WAL may be missing then. */
static bool open_database(struct store *store, const char *path, ff_error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
        return store_fail(store->db, sqlite3_errmsg(store->db), error);
    sqlite3_busy_timeout(store->db, OPEN_WAIT_MS);
    int version = 0;
    if (!check_identity(store, &version, error))
        return false;
    if (sqlite3_db_readonly(store->db, "main"))
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the file may be read but not written");
    bool ok = (version > 0 || store_execute(store, "PRAGMA auto_vacuum = INCREMENTAL")) &&
              store_execute(store, "PRAGMA journal_mode = WAL") &&
              store_execute(store, "PRAGMA synchronous = FULL") &&
              store_execute(store, "PRAGMA foreign_keys = ON") &&
              store_execute(store, "PRAGMA cell_size_check = ON") && /* a torn page is told of */
              store_execute(store, "PRAGMA secure_delete = ON") &&   /* who leaves is forgotten */
              (version == STORE_SCHEMA || migrate(store, version)) && prepare(store);
    if (ok) /* what could not be deleted is tried again; nothing depends on it */
        store_execute(store, "UPDATE erasing SET stage = 0, after = 0, missed = 0 WHERE stage = 2");
    if (ok)
        allow_giving_back(store);
    sqlite3_busy_timeout(store->db, 0); /* the event loop waits for nobody's lock */
    return ok || store_fail(store->db, store->trouble, error);
}

struct store *store_open(const char *path, ff_error *error) {
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
        return NULL;
    }
    store->working = true;
    if (open_database(store, path, error))
        return store;
    store_close(store);
    return NULL;
}

/* For threads beside the loop's: each has a connection of its own, which is why none of them
 * needs SQLite's mutexes. */
struct store *store_open_reader(const char *path, ff_error *error) {
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    struct store *store = calloc(1, sizeof *store);
    bool ok = store && sqlite3_open_v2(path, &store->db, flags, NULL) == SQLITE_OK &&
              sqlite3_busy_timeout(store->db, READER_BUSY_MS) == SQLITE_OK && prepare(store);
    if (ok)
        return store;
    sqlite3 *db = store ? store->db : NULL;
    store_fail(db, sqlite3_errmsg(db), error);
    store_close(store);
    return NULL;
}

void store_close(struct store *store) {
    if (!store)
        return;
    for (int id = 0; id < STORE_PARTS; id++)
        for (int i = 0; i < parts[id]->count; i++)
            sqlite3_finalize(store->statement[id][i]);
    sqlite3_close(store->db);
    free(store);
}
