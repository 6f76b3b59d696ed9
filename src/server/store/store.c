#include "server/store/store_parts.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    APPLICATION_ID = 0x46464c31, /* "FFL1", in the file's header */
    OPEN_WAIT_MS = 5000,         /* for a lock of another process, while the store is opened */
    READER_BUSY_MS = 5000,       /* a thread of its own may */
};

enum { PROBE, SECRET, STATEMENTS };

static const char *const statements[STATEMENTS] = {
    /* A count, so that there is something to be written each time. */
    [PROBE] = "INSERT OR REPLACE INTO probe (id, time)"
              " SELECT 1, ifnull(max(time), 0) + 1 FROM probe",
    [SECRET] = "SELECT key, session FROM secret",
};

static const store_part part_batches = {statements, STATEMENTS};

static const store_part *const parts[STORE_PARTS] = {
    [PART_BATCHES] = &part_batches,         [PART_GAMES] = &store_part_games,
    [PART_LISTS] = &store_part_lists,       [PART_ACCOUNTS] = &store_part_accounts,
    [PART_CHAT] = &store_part_chat,         [PART_GAPS] = &store_part_gaps,
    [PART_HOST] = &store_part_host,         [PART_GUESTS] = &store_part_guests,
    [PART_SESSIONS] = &store_part_sessions, [PART_ERASE] = &store_part_erase,
};

bool store_note_trouble(ff_store *store, const char *doing) {
    snprintf(store->trouble, sizeof store->trouble, "%s: %s", doing, sqlite3_errmsg(store->db));
    store->met_damage = (sqlite3_extended_errcode(store->db) & 0xff) == SQLITE_CORRUPT;
    return false;
}

static bool execute(ff_store *store, const char *sql) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_note_trouble(store, sql);
}

/* ---- opening ---- */

static bool read_number(ff_store *store, const char *sql, int *number) {
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

static bool check_identity(ff_store *store, int *version, ff_error *error) {
    int application = 0, tables = 0;
    if (!read_number(store, "PRAGMA application_id", &application) ||
        !read_number(store, "PRAGMA user_version", version) ||
        !read_number(store, "SELECT count(*) FROM sqlite_schema", &tables))
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", store->trouble);
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
static bool migrate(ff_store *store, int version) {
    char finish[96];
    snprintf(finish, sizeof finish, "PRAGMA application_id = %d; PRAGMA user_version = %d; COMMIT",
             APPLICATION_ID, STORE_SCHEMA);
    bool ok = execute(store, "BEGIN IMMEDIATE");
    for (int i = version; ok && i < STORE_SCHEMA; i++)
        ok = execute(store, store_migrations[i].sql) &&
             (!store_migrations[i].finish || store_migrations[i].finish(store));
    if (ok && version < STORE_SEALED)
        ok = store_seal_all(store);
    return ok && execute(store, finish);
}

static bool read_secret(ff_store *store) {
    sqlite3_stmt *statement = store->statement[PART_BATCHES][SECRET];
    bool found = store_step(store, statement, "reading the secret") == STORE_FOUND &&
                 store_column_bytes(statement, 0, store->secret, sizeof store->secret) &&
                 store_column_bytes(statement, 1, store->session_key, sizeof store->session_key);
    store_reset(statement);
    return found;
}

static bool prepare_part(ff_store *store, store_part_id id) {
    assert(parts[id]->count <= PART_STATEMENTS_MAX);
    for (int i = 0; i < parts[id]->count; i++)
        if (sqlite3_prepare_v3(store->db, parts[id]->sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statement[id][i], NULL) != SQLITE_OK)
            return store_note_trouble(store, "preparing");
    return true;
}

static bool prepare(ff_store *store) {
    for (int id = 0; id < STORE_PARTS; id++)
        if (!prepare_part(store, (store_part_id)id))
            return false;
    return read_secret(store);
}

/* Empty pages can be given back a few at a time. A store that was made before that was so is
 * written anew once, which takes as long as a copy of it and needs its room; where that fails
 * (the disk is full) its pages are used again and not given back. */
static void allow_giving_back(ff_store *store) {
    int mode = 0;
    if (read_number(store, "PRAGMA auto_vacuum", &mode) && mode == 0)
        sqlite3_exec(store->db, "PRAGMA auto_vacuum = INCREMENTAL; VACUUM", NULL, NULL, NULL);
}

static bool open_database(ff_store *store, const char *path, ff_error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s",
                       store->db ? sqlite3_errmsg(store->db) : "out of memory");
    sqlite3_busy_timeout(store->db, OPEN_WAIT_MS);
    int version = 0;
    if (!check_identity(store, &version, error))
        return false;
    if (sqlite3_db_readonly(store->db, "main"))
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the file may be read but not written");
    bool ok = (version > 0 || execute(store, "PRAGMA auto_vacuum = INCREMENTAL")) &&
              execute(store, "PRAGMA journal_mode = WAL") &&
              execute(store, "PRAGMA synchronous = FULL") &&
              execute(store, "PRAGMA foreign_keys = ON") &&
              execute(store, "PRAGMA cell_size_check = ON") && /* a torn page is told of */
              execute(store, "PRAGMA secure_delete = ON") &&   /* who leaves is forgotten */
              (version == STORE_SCHEMA || migrate(store, version)) && prepare(store);
    if (ok) /* what could not be deleted is tried again; nothing depends on it */
        execute(store, "UPDATE erasing SET stage = 0, after = 0, missed = 0 WHERE stage = 2");
    if (ok)
        allow_giving_back(store);
    sqlite3_busy_timeout(store->db, 0); /* the event loop waits for nobody's lock */
    return ok || ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", store->trouble);
}

ff_store *store_open(const char *path, ff_error *error) {
    ff_store *store = calloc(1, sizeof *store);
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

ff_store *store_open_reader(const char *path, ff_error *error) {
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    ff_store *store = calloc(1, sizeof *store);
    bool ok = store && sqlite3_open_v2(path, &store->db, flags, NULL) == SQLITE_OK &&
              sqlite3_busy_timeout(store->db, READER_BUSY_MS) == SQLITE_OK && prepare(store);
    if (ok)
        return store;
    ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s",
            store && store->db ? sqlite3_errmsg(store->db) : "out of memory");
    store_close(store);
    return NULL;
}

const char *store_path(const ff_store *store) {
    return sqlite3_db_filename(store->db, "main");
}

void store_close(ff_store *store) {
    if (!store)
        return;
    for (int id = 0; id < STORE_PARTS; id++)
        for (int i = 0; i < parts[id]->count; i++)
            sqlite3_finalize(store->statement[id][i]);
    sqlite3_close(store->db);
    free(store);
}

/* ---- writing ---- */

bool store_spoil(ff_store *store) {
    store->spoilt = true;
    return false;
}

/* Where a read fails (the disk, memory) SQLite may take the whole transaction back by itself:
 * then nothing of this batch may stand, and no other transaction may begin in its place. */
bool store_begin(ff_store *store) {
    if (store->spoilt || (store->begun && sqlite3_get_autocommit(store->db))) {
        store->met_damage = false; /* what has met it came before, and was somebody else's */
        return store_spoil(store);
    }
    if (store->begun)
        return true;
    store->begun = execute(store, "BEGIN IMMEDIATE");
    return store->begun || store_spoil(store);
}

bool store_run(ff_store *store, sqlite3_stmt *statement) {
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done) {
        store_note_trouble(store, "writing");
        store_spoil(store);
    }
    store_reset(statement);
    return done;
}

bool store_run_for(ff_store *store, sqlite3_stmt *statement, const ff_person *person) {
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, person);
    return store_run(store, statement);
}

bool store_run_delete(ff_store *store, sqlite3_stmt *statement) {
    bool done = store_run(store, statement);
    store->rows += done ? (uint64_t)sqlite3_changes(store->db) : 0;
    return done;
}

void store_reset(sqlite3_stmt *statement) {
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

void store_bind_text(sqlite3_stmt *statement, int at, const char *text) {
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

void store_bind_person(sqlite3_stmt *statement, int at, const ff_person *person) {
    sqlite3_bind_blob(statement, at, person->key, sizeof person->key, SQLITE_STATIC);
}

void store_bind_maybe_text(sqlite3_stmt *statement, int at, const char *text) {
    if (text[0])
        store_bind_text(statement, at, text);
    else
        sqlite3_bind_null(statement, at);
}

void store_bind_maybe_person(sqlite3_stmt *statement, int at, const ff_person *person) {
    if (person_is_nobody(person))
        sqlite3_bind_null(statement, at);
    else
        store_bind_person(statement, at, person);
}

void store_bind_maybe(sqlite3_stmt *statement, int at, int64_t number) {
    if (number == STORE_NULL)
        sqlite3_bind_null(statement, at);
    else
        sqlite3_bind_int64(statement, at, number);
}

store_answer store_step(ff_store *store, sqlite3_stmt *statement, const char *doing) {
    int step = sqlite3_step(statement);
    store->rows += step == SQLITE_ROW;
    if (step == SQLITE_ROW)
        return STORE_FOUND;
    if (step == SQLITE_DONE)
        return STORE_NONE;
    store_note_trouble(store, doing);
    return STORE_FAILED;
}

void store_column_text(sqlite3_stmt *statement, int at, char *text, size_t size) {
    const unsigned char *value = sqlite3_column_text(statement, at);
    snprintf(text, size, "%s", value ? (const char *)value : "");
}

bool store_column_bytes(sqlite3_stmt *statement, int at, void *bytes, size_t size) {
    if (sqlite3_column_bytes(statement, at) != (int)size)
        return false;
    memcpy(bytes, sqlite3_column_blob(statement, at), size);
    return true;
}

void store_column_person(sqlite3_stmt *statement, int at, ff_person *person) {
    *person = (ff_person){{0}};
    store_column_bytes(statement, at, person->key, sizeof person->key);
}

int64_t store_column_maybe(sqlite3_stmt *statement, int at) {
    bool null = sqlite3_column_type(statement, at) == SQLITE_NULL;
    return null ? STORE_NULL : sqlite3_column_int64(statement, at);
}

/* Has the file been deleted or replaced under us? Then what we write is lost. */
static bool is_gone(ff_store *store) {
    int gone = 0;
    if (sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &gone) != SQLITE_OK)
        return false;
    if (gone)
        snprintf(store->trouble, sizeof store->trouble, "the file has been moved or deleted");
    return gone != 0;
}

void store_roll_back(ff_store *store) {
    if (!sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    store->spoilt = store->begun = false;
}

bool store_is_writing(const ff_store *store) {
    return store->begun;
}

bool store_commit(ff_store *store) {
    if (!store->spoilt && !store->begun)
        return true;
    store->working = !store->spoilt && !is_gone(store) && execute(store, "COMMIT");
    store_roll_back(store); /* nothing is left to take back after a commit */
    return store->working;
}

bool store_is_working(const ff_store *store) {
    return store->working;
}

bool store_probe(ff_store *store) {
    if (store->spoilt || store->begun)
        return store->working; /* a batch is open, and its end will tell */
    if (store_begin(store))
        store_run(store, store->statement[PART_BATCHES][PROBE]);
    return store_commit(store);
}

uint64_t store_rows(const ff_store *store) {
    return store->rows;
}

bool store_met_damage(const ff_store *store) {
    return store->met_damage;
}

const char *store_trouble(const ff_store *store) {
    return store->trouble;
}
