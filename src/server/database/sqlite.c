/* SQLite as the engine of a store: one file. What must hold: a file that is no store of a schema
 * known here is not changed by a byte; what has been committed survives a kill and a power cut. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "server/database/sqlite.h"

#include "server/base/time_source.h"
#include "server/database/store.h"
#include "server/database/wal_check.h"

#include <assert.h>
#include <libgen.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    APPLICATION_ID = 0x46464c31, /* "FFL1", in the file's header */
    OPEN_WAIT_MS = 5000,         /* for a lock of another process, while the store is opened */
    READER_BUSY_MS = 5000,       /* a thread of its own may */
    BEGIN_TRIES = 200,           /* to have the lock that a reader has for a moment, */
    BEGIN_WAIT_US = 5000,        /* after which nothing is tried again, */
    BEGIN_TURNS = 5,             /* where others had so many turns to let it go */
    FREE_PAGES_MIN = 256,        /* empty pages that may lie about: they are used again */
    GIVEN_AT_ONCE = 32,          /* pages, each of 4 KB, that are given back at once */
    FILE_PROBLEMS_MAX = 100,
    STEPS_A_ROW = 256, /* of SQLite's machine: some three microseconds */
};

#define BEGIN "BEGIN IMMEDIATE"
#define COMMIT "COMMIT"

struct sqlite {
    sqlite3 *db;
    /* Run with each batch; null before the store is settled. */
    sqlite3_stmt *begin, *commit;
    sqlite3_stmt *free_pages; /* how many there are */
    bool gone;                /* the last commit found the file moved or deleted */
    bool conflict;            /* the last statement has changed no row, and should have */
};

sqlite3 *sqlite_of(const struct store *store) {
    const struct sqlite *own = store->connection;
    return own ? own->db : NULL;
}

/* ---- what it says ---- */

static const char *sqlite_message(const struct store *store) {
    const struct sqlite *own = store->connection;
    return own && own->gone       ? "the file has been moved or deleted"
           : own && own->conflict ? NOT_AS_READ
                                  : sqlite3_errmsg(sqlite_of(store));
}

/* One server a file: it has met itself. */
static bool sqlite_met_conflict(const struct store *store) {
    return ((const struct sqlite *)store->connection)->conflict;
}

static bool sqlite_met_damage(const struct store *store) {
    return (sqlite3_extended_errcode(sqlite_of(store)) & 0xff) == SQLITE_CORRUPT;
}

/* Without a connection there was no memory for one. */
static bool sqlite_is_memory_out(const struct store *store) {
    sqlite3 *db = sqlite_of(store);
    return sqlite3_errcode(db) == SQLITE_NOMEM ||
           sqlite3_extended_errcode(db) == SQLITE_IOERR_NOMEM;
}

/* ---- SQL without rows ---- */

static bool sqlite_execute(struct store *store, const char *sql) {
    return sqlite3_exec(sqlite_of(store), sql, NULL, NULL, NULL) == SQLITE_OK;
}

/* The same of a statement that comes with each batch, prepared where the store is settled. */
static bool run_prepared(struct store *store, sqlite3_stmt *prepared, const char *sql) {
    if (!prepared)
        return sqlite_execute(store, sql);
    sqlite3_step(prepared);
    return sqlite3_reset(prepared) == SQLITE_OK;
}

/* One of our own threads that begins to read has the writer's lock for a moment, where it has met
 * the last commit half told (walIndexReadHdr of SQLite): seen once in 460,000 batches beside four
 * threads that read all the time. So a batch tries again at once. Who else has the lock has it for
 * longer: then all tries together keep the loop for 0.2 ms, or where each turn that is given to
 * others is a long one (four busy processes a processor) for BEGIN_WAIT_US, and for BEGIN_TURNS at
 * least, since the thread itself may wait for its turn. Once an outage: of a store that has failed
 * already nothing is tried twice. */
static bool sqlite_begin(struct store *store) {
    struct sqlite *own = store->connection;
    unsigned most = store->working ? BEGIN_TRIES : 0;
    int64_t began = time_stopwatch_us();
    own->conflict = false;
    for (unsigned turns = 0; !run_prepared(store, own->begin, BEGIN); turns++) {
        bool late = turns >= BEGIN_TURNS && time_stopwatch_us() - began >= BEGIN_WAIT_US;
        if (late || turns >= most || sqlite3_errcode(sqlite_of(store)) != SQLITE_BUSY)
            return false;
        sched_yield();
    }
    return true;
}

static bool sqlite_in_transaction(const struct store *store) {
    return !sqlite3_get_autocommit(sqlite_of(store));
}

/* Has the file been deleted or replaced under us? Then what we write is lost. */
static bool sqlite_commit(struct store *store) {
    struct sqlite *own = store->connection;
    int gone = 0;
    sqlite3_file_control(own->db, "main", SQLITE_FCNTL_HAS_MOVED, &gone);
    own->gone = gone != 0;
    return !gone && run_prepared(store, own->commit, COMMIT);
}

static void sqlite_roll_back(struct store *store) {
    if (sqlite_in_transaction(store))
        sqlite_execute(store, "ROLLBACK");
}

static bool sqlite_set_schema(struct store *store, int schema) {
    char sql[96];
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
             APPLICATION_ID, schema);
    return sqlite_execute(store, sql);
}

/* ---- opened and closed ---- */

/* Before the statements are prepared: their tables may not exist yet. */
static bool read_number(sqlite3 *db, const char *sql, int *number) {
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *number = sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return ok;
}

/* An empty file is a store that has still to be made; a database of somebody else's is
 * refused before a single write, also where it has no tables but a number of its own. */
static bool check_identity(struct store *store, int newest, int *schema, ff_error *error) {
    sqlite3 *db = sqlite_of(store);
    int application = 0, tables = 0;
    if (!read_number(db, "PRAGMA application_id", &application) ||
        !read_number(db, "PRAGMA user_version", schema) ||
        !read_number(db, "SELECT count(*) FROM sqlite_schema", &tables)) {
        store_note_trouble(store, "reading");
        return store_fail(store, store->trouble, error);
    }
    if (application != APPLICATION_ID && (application || tables))
        return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
                       "the file is a database, but not a Flagfall store");
    return *schema <= newest || store_fail_newer(*schema, newest, error);
}

/* WAL, so that a copy and a check read while games go on. FULL, because what is acknowledged
 * has to outlive a loss of power: with NORMAL the last commits of a WAL may be missing then. */
static bool set_up(struct store *store, int schema) {
    return (schema > 0 || store_execute(store, "PRAGMA auto_vacuum = INCREMENTAL")) &&
           store_execute(store, "PRAGMA journal_mode = WAL") &&
           store_execute(store, "PRAGMA synchronous = FULL") &&
           store_execute(store, "PRAGMA foreign_keys = ON") &&
           store_execute(store, "PRAGMA cell_size_check = ON") && /* a torn page is told of */
           store_execute(store, "PRAGMA secure_delete = ON");     /* who leaves is forgotten */
}

/* Sorts of many rows and what a large statement may have to take back go to files: beside the
 * store, for the sandbox lets us write nowhere else, and there is room. */
static bool keep_temporary_files_beside(const char *path) {
    char file[PATH_MAX];
    if (!realpath(path, file)) /* it is still to be made */
        snprintf(file, sizeof file, "%s", path);
    return setenv("SQLITE_TMPDIR", dirname(file), 1) == 0;
}

/* What holds for all of SQLite is said before the first store is opened, for later it is not heard.
 * Nobody asks it how much memory it has, so it need not count it, under a lock, whenever it
 * allocates. */
static bool open_writer(struct store *store, const char *path, int newest, int *schema,
                        ff_error *error) {
    struct sqlite *own = store->connection;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    if (!keep_temporary_files_beside(path))
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    if (sqlite3_open_v2(path, &own->db, flags, NULL) != SQLITE_OK)
        return store_fail(store, sqlite_message(store), error);
    sqlite3_busy_timeout(own->db, OPEN_WAIT_MS);
    if (!check_identity(store, newest, schema, error))
        return false;
    if (sqlite3_db_readonly(own->db, "main"))
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the file may be read but not written");
    return set_up(store, *schema) || store_fail(store, store->trouble, error);
}

/* For threads beside the loop's: each has a connection of its own, which is why none of them
 * needs SQLite's mutexes. */
static bool open_reader(struct store *store, const char *path, ff_error *error) {
    struct sqlite *own = store->connection;
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    return (sqlite3_open_v2(path, &own->db, flags, NULL) == SQLITE_OK &&
            sqlite3_busy_timeout(own->db, READER_BUSY_MS) == SQLITE_OK) ||
           store_fail(store, sqlite_message(store), error);
}

static bool sqlite_open(struct store *store, const char *path, open_mode mode, int newest,
                        int *schema, ff_error *error) {
    store->connection = calloc(1, sizeof(struct sqlite));
    if (!store->connection)
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    return mode == OPEN_WRITER ? open_writer(store, path, newest, schema, error)
                               : open_reader(store, path, error);
}

/* Empty pages can be given back a few at a time. A store that was made before that was so is
 * written anew once, which takes as long as a copy of it and needs its room; where that fails
 * (the disk is full) its pages are used again and not given back. */
static void allow_giving_back(sqlite3 *db) {
    int mode = 0;
    if (read_number(db, "PRAGMA auto_vacuum", &mode) && mode == 0)
        sqlite3_exec(db, "PRAGMA auto_vacuum = INCREMENTAL; VACUUM", NULL, NULL, NULL);
}

static bool prepare_own(const struct sqlite *own, const char *sql, sqlite3_stmt **prepared) {
    return sqlite3_prepare_v3(own->db, sql, -1, SQLITE_PREPARE_PERSISTENT, prepared, NULL) ==
           SQLITE_OK;
}

static bool sqlite_settle(struct store *store) {
    struct sqlite *own = store->connection;
    allow_giving_back(own->db);
    bool ok = (prepare_own(own, BEGIN, &own->begin) && prepare_own(own, COMMIT, &own->commit) &&
               prepare_own(own, "PRAGMA freelist_count", &own->free_pages)) ||
              store_note_trouble(store, "preparing");
    sqlite3_busy_timeout(own->db, 0); /* the event loop waits for nobody's lock */
    return ok;
}

static void sqlite_close(struct store *store) {
    struct sqlite *own = store->connection;
    if (!own)
        return;
    sqlite3_finalize(own->begin);
    sqlite3_finalize(own->commit);
    sqlite3_finalize(own->free_pages);
    sqlite3_close(own->db);
    free(own);
}

static unsigned sqlite_port(const struct store *store) {
    (void)store;
    return 0;
}

/* ---- statements ---- */

static bool sqlite_prepare(struct statement *statement) {
    sqlite3_stmt *handle = NULL;
    bool done = sqlite3_prepare_v3(sqlite_of(statement->store), statement->sql, -1,
                                   SQLITE_PREPARE_PERSISTENT, &handle, NULL) == SQLITE_OK;
    assert(!done || sqlite3_bind_parameter_count(handle) == statement->count);
    statement->handle = handle;
    return done;
}

static int bind(sqlite3_stmt *handle, int at, const struct value *value) {
    switch (value->kind) {
    case VALUE_NUMBER:
        return sqlite3_bind_int64(handle, at, value->number);
    case VALUE_REAL:
        return sqlite3_bind_double(handle, at, value->real);
    case VALUE_TEXT:
        return sqlite3_bind_text(handle, at, value->bytes.data, (int)value->bytes.size,
                                 SQLITE_STATIC);
    case VALUE_BYTES:
        return sqlite3_bind_blob(handle, at, value->bytes.data, (int)value->bytes.size,
                                 SQLITE_STATIC);
    case VALUE_NULL:
        break;
    }
    return SQLITE_OK; /* what is not bound is null */
}

static store_answer sqlite_step(struct statement *statement) {
    sqlite3_stmt *handle = statement->handle;
    for (int i = 0; !statement->running && i < statement->count; i++)
        if (bind(handle, i + 1, &statement->values[i]) != SQLITE_OK)
            return STORE_FAILED;
    int step = sqlite3_step(handle);
    return step == SQLITE_ROW ? STORE_FOUND : step == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

static bool sqlite_run(struct statement *statement, uint64_t *changed) {
    struct sqlite *own = statement->store->connection;
    bool done = sqlite_step(statement) == STORE_NONE;
    uint64_t rows = (uint64_t)sqlite3_changes(own->db);
    own->conflict = done && statement->changes_one && rows == 0;
    if (changed)
        *changed = rows;
    return done && !own->conflict;
}

/* What looks at much and gives little, as a count, costs too: as many rows as take that time. */
static void sqlite_reset(struct statement *statement) {
    int steps = sqlite3_stmt_status(statement->handle, SQLITE_STMTSTATUS_VM_STEP, 1);
    statement->store->rows += (uint64_t)steps / STEPS_A_ROW;
    sqlite3_reset(statement->handle);
    sqlite3_clear_bindings(statement->handle);
}

static void sqlite_finalize(struct statement *statement) {
    sqlite3_finalize(statement->handle);
}

/* ---- columns ---- */

static int64_t sqlite_number(const struct statement *statement, int at) {
    return sqlite3_column_int64(statement->handle, at);
}

static double sqlite_real(const struct statement *statement, int at) {
    return sqlite3_column_double(statement->handle, at);
}

static ff_span sqlite_bytes(const struct statement *statement, int at) {
    const void *data = sqlite3_column_blob(statement->handle, at);
    return (ff_span){data ? data : "",
                     data ? (size_t)sqlite3_column_bytes(statement->handle, at) : 0};
}

static value_kind sqlite_kind(const struct statement *statement, int at) {
    switch (sqlite3_column_type(statement->handle, at)) {
    case SQLITE_INTEGER:
        return VALUE_NUMBER;
    case SQLITE_FLOAT:
        return VALUE_REAL;
    case SQLITE_TEXT:
        return VALUE_TEXT;
    case SQLITE_BLOB:
        return VALUE_BYTES;
    default:
        return VALUE_NULL;
    }
}

/* ---- the host's ---- */

/* A few pages a time, after a batch: to give back all at once would keep the event loop for as long
 * as it takes to copy them. */
static bool sqlite_give_back(struct store *store) {
    struct sqlite *own = store->connection;
    char sql[64];
    int64_t pages = 0;
    if (sqlite3_step(own->free_pages) == SQLITE_ROW)
        pages = sqlite3_column_int64(own->free_pages, 0);
    sqlite3_reset(own->free_pages);
    if (pages < FREE_PAGES_MIN)
        return true;
    snprintf(sql, sizeof sql, "PRAGMA incremental_vacuum(%d)", GIVEN_AT_ONCE);
    return store_begin(store) &&
           (sqlite_execute(store, sql) || store_note_trouble(store, "giving space back") ||
            store_spoil(store));
}

/* The rows of a pragma, each a problem; `good` is the row that is none. */
static void run_pragma(sqlite3 *db, const char *sql, const char *prefix, const char *good,
                       store_problem *tell, void *context) {
    sqlite3_stmt *statement = NULL;
    char line[512];
    int step = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);
    while (step == SQLITE_OK || step == SQLITE_ROW) {
        step = sqlite3_step(statement);
        const char *text =
            step == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        snprintf(line, sizeof line, "%s%s", prefix, text ? text : "?");
        if (step == SQLITE_ROW && (!text || strcmp(text, good) != 0))
            tell(context, line);
    }
    if (step != SQLITE_DONE) {
        snprintf(line, sizeof line, "%s%s", prefix, sqlite3_errmsg(db));
        tell(context, line);
    }
    sqlite3_finalize(statement);
}

static void sqlite_check(struct store *store, store_problem *tell, void *context) {
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA integrity_check(%d)", FILE_PROBLEMS_MAX);
    run_pragma(sqlite_of(store), sql, "", "ok", tell, context);
    run_pragma(sqlite_of(store), "PRAGMA foreign_key_check", "what belongs to no game, in table ",
               "", tell, context);
}

/* Is there a store to be copied? Without a look into it SQLite has not opened the file yet. */
static bool open_source(sqlite3 **db, const char *path) {
    return sqlite3_open_v2(path, db, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
           sqlite3_busy_timeout(*db, READER_BUSY_MS) == SQLITE_OK &&
           sqlite3_exec(*db, "SELECT 1 FROM sqlite_schema LIMIT 1", NULL, NULL, NULL) == SQLITE_OK;
}

/* A reader of its own: it sees one moment of the file, and no writer waits for it. */
static bool sqlite_copy(const char *path, const char *copy, ff_error *error) {
    struct sqlite own = {0};
    struct store reader = {.engine = &engine_sqlite, .connection = &own};
    sqlite3_stmt *statement = NULL;
    bool opened = open_source(&own.db, path);
    bool good = opened &&
                sqlite3_prepare_v2(own.db, "VACUUM INTO ?1", -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_bind_text(statement, 1, copy, -1, SQLITE_STATIC) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_DONE;
    if (!opened && sqlite3_errcode(own.db) != SQLITE_NOMEM)
        ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0, "the store cannot be read: %s",
                sqlite_message(&reader));
    else if (!good)
        store_fail(&reader, sqlite_message(&reader), error);
    sqlite3_finalize(statement);
    sqlite3_close(own.db);
    return good;
}

/* Tables in such an order that each comes after those which its foreign keys name: so they can be
 * copied one after the other. The bound ends a circle of references. */
static const char list_columns[] =
    "WITH RECURSIVE refers (child, parent) AS (SELECT s.name, f.\"table\""
    " FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) f WHERE s.type = 'table'),"
    " depth (name, at) AS (SELECT name, 0 FROM sqlite_schema"
    " WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    " UNION SELECT child, at + 1 FROM depth JOIN refers ON parent = depth.name WHERE at < 64)"
    " SELECT t.name, c.name FROM (SELECT name, max(at) AS at FROM depth GROUP BY name) t"
    " JOIN pragma_table_info(t.name) c ORDER BY t.at, t.name, c.name";

static bool sqlite_set_triggers(struct store *store, bool on) {
    return sqlite3_db_config(sqlite_of(store), SQLITE_DBCONFIG_ENABLE_TRIGGER, (int)on, NULL) ==
           SQLITE_OK;
}

const struct engine engine_sqlite = {
    .count_lost = wal_count_lost,
    .open = sqlite_open,
    .settle = sqlite_settle,
    .close = sqlite_close,
    .port = sqlite_port,
    .message = sqlite_message,
    .met_damage = sqlite_met_damage,
    .met_conflict = sqlite_met_conflict,
    .is_memory_out = sqlite_is_memory_out,
    .execute = sqlite_execute,
    .begin = sqlite_begin,
    .begin_reading = "BEGIN",
    .commit = sqlite_commit,
    .roll_back = sqlite_roll_back,
    .in_transaction = sqlite_in_transaction,
    .set_schema = sqlite_set_schema,
    .prepare = sqlite_prepare,
    .step = sqlite_step,
    .reset = sqlite_reset,
    .finalize = sqlite_finalize,
    .run = sqlite_run,
    .number = sqlite_number,
    .real = sqlite_real,
    .bytes = sqlite_bytes,
    .kind = sqlite_kind,
    .give_back = sqlite_give_back,
    .check = sqlite_check,
    .copy = sqlite_copy,
    .list_columns = list_columns,
    .set_triggers = sqlite_set_triggers,
};
