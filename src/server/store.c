#include "server/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    APPLICATION_ID = 0x46464c31, /* "FFL1", in the file's header */
    BUSY_MS = 250,               /* the event loop waits no longer for somebody else's lock */
};

/* Step i brings schema i to schema i + 1. */
static const char *const migrations[STORE_SCHEMA] = {
    "CREATE TABLE game ("
    " id TEXT NOT NULL UNIQUE, owner BLOB NOT NULL, edition TEXT NOT NULL, opponent TEXT NOT NULL,"
    " seat INTEGER NOT NULL, memory INTEGER NOT NULL, seed INTEGER NOT NULL,"
    " created INTEGER NOT NULL, phase INTEGER NOT NULL, result INTEGER NOT NULL,"
    " plies INTEGER NOT NULL) STRICT;"
    "CREATE INDEX game_owner ON game (owner, phase);"
    "CREATE INDEX game_open ON game (phase) WHERE phase < 2;"
    "CREATE TABLE act ("
    " game TEXT NOT NULL REFERENCES game (id), number INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " seat INTEGER NOT NULL, text TEXT NOT NULL, time INTEGER NOT NULL,"
    " PRIMARY KEY (game, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe (id INTEGER PRIMARY KEY, time INTEGER NOT NULL) STRICT;",
};

#define GAME_COLUMNS                                                                               \
    "id, owner, edition, opponent, seat, memory, seed, created, phase, result, plies"

enum {
    ADD_GAME,
    ADD_ACT,
    UPDATE_GAME,
    FIND_GAME,
    FIND_ANY_GAME,
    LIST_ACTS,
    LIST_GAMES,
    LIST_WAITING,
    COUNT_GAMES,
    PROBE,
    STATEMENTS
};

/* Games are numbered as they come (rowid): the newest has the highest. Red is seat 0 and moves on
 * even plies; a computer that has not set up is waited for in phase 0. */
static const char *const statements[STATEMENTS] = {
    [ADD_GAME] = "INSERT INTO game (" GAME_COLUMNS ") VALUES (?,?,?,?,?,?,?,?,?,?,?)",
    [ADD_ACT] = "INSERT INTO act (game, number, kind, seat, text, time) VALUES (?,?,?,?,?,?)",
    [UPDATE_GAME] = "UPDATE game SET phase = ?2, result = ?3, plies = ?4 WHERE id = ?1",
    [FIND_GAME] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ? AND owner = ?",
    [FIND_ANY_GAME] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?",
    [LIST_ACTS] = "SELECT kind, seat, text FROM act WHERE game = ? ORDER BY number",
    [LIST_GAMES] = "SELECT " GAME_COLUMNS " FROM game WHERE owner = ?1 AND (phase < 2 OR id IN"
                   " (SELECT id FROM game WHERE owner = ?1 AND phase = 2"
                   " ORDER BY rowid DESC LIMIT ?2)) ORDER BY rowid DESC",
    [LIST_WAITING] = "SELECT " GAME_COLUMNS " FROM game WHERE (phase = 1 AND plies % 2 <> seat) OR"
                     " (phase = 0 AND NOT EXISTS (SELECT 1 FROM act WHERE act.game = game.id"
                     " AND act.seat <> game.seat)) ORDER BY rowid",
    [COUNT_GAMES] = "SELECT count(*), count(*) FILTER (WHERE phase < 2) FROM game WHERE owner = ?",
    [PROBE] = "INSERT OR REPLACE INTO probe (id, time) VALUES (1, ?)",
};

struct ff_store {
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    bool spoilt;  /* a write of this turn has failed */
    bool working; /* the last commit succeeded */
    char trouble[160];
};

static bool note_trouble(ff_store *store, const char *doing) {
    snprintf(store->trouble, sizeof store->trouble, "%s: %s", doing, sqlite3_errmsg(store->db));
    return false;
}

static bool execute(ff_store *store, const char *sql) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || note_trouble(store, sql);
}

/* ---- opening ---- */

static bool read_number(ff_store *store, const char *sql, int *number) {
    sqlite3_stmt *statement = NULL;
    bool ok = sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) == SQLITE_OK &&
              sqlite3_step(statement) == SQLITE_ROW;
    if (ok)
        *number = sqlite3_column_int(statement, 0);
    else
        note_trouble(store, "reading");
    sqlite3_finalize(statement);
    return ok;
}

static bool check_identity(ff_store *store, int *version, ff_error *error) {
    int application = 0, tables = 0;
    if (!read_number(store, "PRAGMA application_id", &application) ||
        !read_number(store, "PRAGMA user_version", version) ||
        !read_number(store, "SELECT count(*) FROM sqlite_schema", &tables))
        return ff_fail(error, 0, 0, "%s", store->trouble);
    if (application != APPLICATION_ID && (application || tables))
        return ff_fail(error, 0, 0, "the file is a database, but not a Flagfall store");
    if (*version > STORE_SCHEMA)
        return ff_fail(error, 0, 0,
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
        ok = execute(store, migrations[i]);
    return ok && execute(store, finish);
}

static bool prepare(ff_store *store) {
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statement[i], NULL) != SQLITE_OK)
            return note_trouble(store, "preparing");
    return true;
}

static bool open_database(ff_store *store, const char *path, ff_error *error) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
        return ff_fail(error, 0, 0, "%s", store->db ? sqlite3_errmsg(store->db) : "out of memory");
    sqlite3_busy_timeout(store->db, BUSY_MS);
    int version = 0;
    if (!check_identity(store, &version, error))
        return false;
    if (sqlite3_db_readonly(store->db, "main"))
        return ff_fail(error, 0, 0, "the file may be read but not written");
    bool ok = execute(store, "PRAGMA journal_mode = WAL") &&
              execute(store, "PRAGMA synchronous = FULL") &&
              execute(store, "PRAGMA foreign_keys = ON") &&
              (version == STORE_SCHEMA || migrate(store, version)) && prepare(store);
    return ok || ff_fail(error, 0, 0, "%s", store->trouble);
}

ff_store *store_open(const char *path, ff_error *error) {
    ff_store *store = calloc(1, sizeof *store);
    if (!store) {
        ff_fail(error, 0, 0, "out of memory");
        return NULL;
    }
    store->working = true;
    if (open_database(store, path, error))
        return store;
    store_close(store);
    return NULL;
}

void store_close(ff_store *store) {
    if (!store)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statement[i]);
    sqlite3_close(store->db);
    free(store);
}

/* ---- writing ---- */

static bool spoil(ff_store *store, const char *doing) {
    if (doing)
        note_trouble(store, doing);
    store->spoilt = true;
    return false;
}

static bool begin(ff_store *store) {
    if (store->spoilt)
        return false;
    if (!sqlite3_get_autocommit(store->db))
        return true;
    return execute(store, "BEGIN IMMEDIATE") || spoil(store, NULL);
}

/* Runs a statement that gives no rows and makes it ready for the next time. */
static bool run(ff_store *store, sqlite3_stmt *statement) {
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done)
        spoil(store, "writing");
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return done;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text) {
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_guest(sqlite3_stmt *statement, int at, const ff_guest *guest) {
    sqlite3_bind_blob(statement, at, guest->key, sizeof guest->key, SQLITE_STATIC);
}

bool store_add_game(ff_store *store, const store_game *game) {
    if (!begin(store))
        return false;
    sqlite3_stmt *statement = store->statement[ADD_GAME];
    bind_text(statement, 1, game->id);
    bind_guest(statement, 2, &game->owner);
    bind_text(statement, 3, game->edition);
    bind_text(statement, 4, game->opponent);
    sqlite3_bind_int(statement, 5, game->seat);
    sqlite3_bind_int(statement, 6, game->memory);
    sqlite3_bind_int64(statement, 7, (sqlite3_int64)game->seed);
    sqlite3_bind_int64(statement, 8, game->created);
    sqlite3_bind_int(statement, 9, game->phase);
    sqlite3_bind_int(statement, 10, game->result);
    sqlite3_bind_int(statement, 11, game->plies);
    return run(store, statement);
}

static bool update_game(ff_store *store, const store_game *game) {
    sqlite3_stmt *statement = store->statement[UPDATE_GAME];
    bind_text(statement, 1, game->id);
    sqlite3_bind_int(statement, 2, game->phase);
    sqlite3_bind_int(statement, 3, game->result);
    sqlite3_bind_int(statement, 4, game->plies);
    return run(store, statement);
}

bool store_add_act(ff_store *store, const store_game *game, unsigned number, const store_act *act) {
    if (!begin(store))
        return false;
    sqlite3_stmt *statement = store->statement[ADD_ACT];
    bind_text(statement, 1, game->id);
    sqlite3_bind_int64(statement, 2, number);
    sqlite3_bind_int(statement, 3, act->kind);
    sqlite3_bind_int(statement, 4, act->seat);
    bind_text(statement, 5, act->text);
    sqlite3_bind_int64(statement, 6, time(NULL));
    return run(store, statement) && update_game(store, game);
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
    store->spoilt = false;
}

bool store_commit(ff_store *store) {
    bool wrote = store->spoilt || !sqlite3_get_autocommit(store->db);
    if (!wrote)
        return true;
    store->working = !store->spoilt && !is_gone(store) && execute(store, "COMMIT");
    store_roll_back(store); /* nothing is left to take back after a commit */
    return store->working;
}

bool store_is_working(const ff_store *store) {
    return store->working;
}

bool store_probe(ff_store *store) {
    if (store->spoilt || !sqlite3_get_autocommit(store->db))
        return store->working; /* a turn is open, and its end will tell */
    if (begin(store)) {
        sqlite3_bind_int64(store->statement[PROBE], 1, time(NULL));
        run(store, store->statement[PROBE]);
    }
    return store_commit(store);
}

const char *store_trouble(const ff_store *store) {
    return store->trouble;
}

/* ---- reading ---- */

static void copy_text(sqlite3_stmt *statement, int at, char *text, size_t size) {
    const unsigned char *value = sqlite3_column_text(statement, at);
    snprintf(text, size, "%s", value ? (const char *)value : "");
}

static void read_game(sqlite3_stmt *statement, store_game *game) {
    *game = (store_game){0};
    copy_text(statement, 0, game->id, sizeof game->id);
    if (sqlite3_column_bytes(statement, 1) == (int)sizeof game->owner.key)
        memcpy(game->owner.key, sqlite3_column_blob(statement, 1), sizeof game->owner.key);
    copy_text(statement, 2, game->edition, sizeof game->edition);
    copy_text(statement, 3, game->opponent, sizeof game->opponent);
    game->seat = sqlite3_column_int(statement, 4) == FF_BLUE ? FF_BLUE : FF_RED;
    game->memory = sqlite3_column_int(statement, 5) != 0;
    game->seed = (uint64_t)sqlite3_column_int64(statement, 6);
    game->created = sqlite3_column_int64(statement, 7);
    game->phase = (uint8_t)sqlite3_column_int(statement, 8);
    game->result = (uint8_t)sqlite3_column_int(statement, 9);
    game->plies = (uint16_t)sqlite3_column_int(statement, 10);
}

/* Reads to the end or until the visitor has enough; frees the statement for the
 * next time. */
static bool visit_games(ff_store *store, sqlite3_stmt *statement, store_game_visitor *visit,
                        void *context) {
    int step;
    bool going = true;
    while (going && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        store_game game;
        read_game(statement, &game);
        going = visit(context, &game);
    }
    bool ok = going && step == SQLITE_DONE;
    if (going && !ok)
        note_trouble(store, "reading games");
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return ok;
}

static store_answer find(ff_store *store, sqlite3_stmt *statement, store_game *game) {
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW)
        read_game(statement, game);
    else if (step != SQLITE_DONE)
        note_trouble(store, "finding a game");
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return step == SQLITE_ROW ? STORE_FOUND : step == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

store_answer store_find_game(ff_store *store, ff_span id, const ff_guest *owner, store_game *game) {
    sqlite3_stmt *statement = store->statement[FIND_GAME];
    if (id.size >= GAME_ID_SIZE)
        return STORE_NONE;
    sqlite3_bind_text(statement, 1, id.data, (int)id.size, SQLITE_STATIC);
    bind_guest(statement, 2, owner);
    return find(store, statement, game);
}

store_answer store_find_any_game(ff_store *store, const char *id, store_game *game) {
    bind_text(store->statement[FIND_ANY_GAME], 1, id);
    return find(store, store->statement[FIND_ANY_GAME], game);
}

bool store_visit_acts(ff_store *store, const char *id, store_act_visitor *visit, void *context) {
    sqlite3_stmt *statement = store->statement[LIST_ACTS];
    bind_text(statement, 1, id);
    int step;
    bool going = true;
    while (going && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        store_act act = {.kind = (uint8_t)sqlite3_column_int(statement, 0),
                         .seat = (uint8_t)sqlite3_column_int(statement, 1)};
        copy_text(statement, 2, act.text, sizeof act.text);
        going = visit(context, &act);
    }
    bool ok = going && step == SQLITE_DONE;
    if (going && !ok)
        note_trouble(store, "reading a game");
    sqlite3_reset(statement);
    return ok;
}

bool store_visit_games(ff_store *store, const ff_guest *owner, unsigned finished,
                       store_game_visitor *visit, void *context) {
    sqlite3_stmt *statement = store->statement[LIST_GAMES];
    bind_guest(statement, 1, owner);
    sqlite3_bind_int64(statement, 2, finished);
    return visit_games(store, statement, visit, context);
}

bool store_visit_waiting(ff_store *store, store_game_visitor *visit, void *context) {
    return visit_games(store, store->statement[LIST_WAITING], visit, context);
}

bool store_count_games(ff_store *store, const ff_guest *owner, unsigned *all, unsigned *open) {
    sqlite3_stmt *statement = store->statement[COUNT_GAMES];
    bind_guest(statement, 1, owner);
    bool ok = sqlite3_step(statement) == SQLITE_ROW;
    if (ok) {
        *all = (unsigned)sqlite3_column_int(statement, 0);
        *open = (unsigned)sqlite3_column_int(statement, 1);
    } else {
        note_trouble(store, "counting games");
    }
    sqlite3_reset(statement);
    return ok;
}
