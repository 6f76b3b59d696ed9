/* The store's inside, for its parts: store.c opens, commits and takes back;
 * store_schema.c has the tables; each subject has a file store_SUBJECT.c with its own
 * prepared statements. Nobody else includes this but bench/store.c, which measures sealing. */
#ifndef FLAGFALL_SERVER_STORE_STORE_PARTS_H
#define FLAGFALL_SERVER_STORE_STORE_PARTS_H

#include "server/store/store_games.h"

#include <sqlite3.h>

/* ---- the schema ---- */

/* Step i brings schema i to schema i + 1: some SQL, and then what SQL cannot do (may be
 * null). All steps are one transaction. */
typedef struct store_migration {
    const char *sql;
    bool (*finish)(ff_store *store);
} store_migration;

extern const store_migration store_migrations[STORE_SCHEMA];

/* The schema since which games are sealed as they are now (store_seal.h). Where an older
 * one is brought up to date, all games are sealed anew after the last step. */
enum { STORE_SEALED = 9 };
bool store_seal_all(ff_store *store);

/* ---- the parts and their statements ---- */

typedef enum store_part_id {
    PART_BATCHES,
    PART_GAMES,
    PART_LISTS,
    PART_ACCOUNTS,
    PART_CHAT,
    PART_GAPS,
    PART_HOST,
    PART_GUESTS,
    PART_SESSIONS,
    PART_ERASE,
    STORE_PARTS
} store_part_id;

enum { PART_STATEMENTS_MAX = 24 };

/* The SQL of a part, PART_STATEMENTS_MAX at most. */
typedef struct store_part {
    const char *const *sql;
    int count;
} store_part;

extern const store_part store_part_games;
extern const store_part store_part_lists;
extern const store_part store_part_accounts;
extern const store_part store_part_chat;
extern const store_part store_part_gaps;
extern const store_part store_part_host;
extern const store_part store_part_guests;
extern const store_part store_part_sessions;
extern const store_part store_part_erase;

struct ff_store {
    sqlite3 *db;
    sqlite3_stmt *statement[STORE_PARTS][PART_STATEMENTS_MAX];
    uint8_t secret[16];      /* keys the hashes of invitations */
    uint8_t session_key[32]; /* of which the keys of cookies and tickets are made */
    bool begun;              /* this batch has opened a transaction */
    bool spoilt;             /* a write of this batch has failed */
    bool working;            /* the last commit succeeded */
    bool met_damage;         /* what trouble tells of is a malformed file */
    uint64_t rows;           /* that have been read, or deleted by store_run_delete */
    char trouble[160];
};

/* ---- what parts are made of ---- */

/* Keeps why SQLite has failed; false. */
bool store_note_trouble(ff_store *store, const char *doing);

/* To be called before a write: opens the batch's transaction where there is none.
 * False when the batch is spoilt. */
bool store_begin(ff_store *store);

/* Runs a statement that gives no rows and makes it ready for the next time. False,
 * and the batch is spoilt, where it fails. */
bool store_run(ff_store *store, sqlite3_stmt *statement);

/* The same for one that deletes much: the rows count as if they had been read. */
bool store_run_delete(ff_store *store, sqlite3_stmt *statement);

/* Makes a statement that was stepped ready for the next time. */
void store_reset(sqlite3_stmt *statement);

/* What is bound must live until the statement has run. */
void store_bind_text(sqlite3_stmt *statement, int at, const char *text);
void store_bind_person(sqlite3_stmt *statement, int at, const ff_person *person);

/* Null where the text is empty, where the person is nobody, and for STORE_NULL. */
void store_bind_maybe_text(sqlite3_stmt *statement, int at, const char *text);
void store_bind_maybe_person(sqlite3_stmt *statement, int at, const ff_person *person);
void store_bind_maybe(sqlite3_stmt *statement, int at, int64_t number);

/* Runs a statement that is about one person, its first parameter, as a write. */
bool store_run_for(ff_store *store, sqlite3_stmt *statement, const ff_person *person);

/* Steps once: a row, none, or trouble (noted). */
store_answer store_step(ff_store *store, sqlite3_stmt *statement, const char *doing);

/* A column as terminated text, cut where it is too long. */
void store_column_text(sqlite3_stmt *statement, int at, char *text, size_t size);

/* False where the column has not this size: then nothing is copied. */
bool store_column_bytes(sqlite3_stmt *statement, int at, void *bytes, size_t size);
void store_column_person(sqlite3_stmt *statement, int at, ff_person *person);
int64_t store_column_maybe(sqlite3_stmt *statement, int at); /* null is STORE_NULL */

/* ---- rows of games: what a SELECT of STORE_GAME_COLUMNS `FROM STORE_GAME_TABLES WHERE ..`
 * gives. A seat that is missing is damage. ---- */

#define STORE_GAME_TABLES                                                                          \
    "game LEFT JOIN seat AS red ON red.game = number AND red.seat = 0"                             \
    " LEFT JOIN seat AS blue ON blue.game = number AND blue.seat = 1"

#define STORE_GAME_COLUMNS                                                                         \
    "number, id, edition, clock_bank, clock_free, clock_increment, clock_setup, memory, remember," \
    " hints, watch, open, rated, by, code, directed, seed, previous, rematch, created, started,"   \
    " ended, phase, result, ending, plies, red.kind, red.person, red.name, red.rating,"            \
    " red.change, red.salt, red.commitment, red.origin, blue.kind, blue.person, blue.name,"        \
    " blue.rating, blue.change, blue.salt, blue.commitment, blue.origin, game.rules,"              \
    " game.log, game.seal"

/* Reads one row, and whether it is damaged. */
void store_read_game(sqlite3_stmt *statement, store_game *game);

/* The log of game ?1 from act ?2 on, and a row of it, whose last column is its number. */
#define STORE_LIST_ACTS                                                                            \
    "SELECT kind, seat, text, time, remains, number FROM act WHERE game = ?1 AND number >= ?2"     \
    " ORDER BY number"
void store_read_act(sqlite3_stmt *statement, store_act *act);

/* Reads the games whose numbers a statement gives, to the end, or until the visitor has
 * enough, which makes it false; resets. */
bool store_visit_rows(ff_store *store, sqlite3_stmt *statement, store_game_visitor *visit,
                      void *context);

/* The same, with those of which nothing but the number can be told. */
bool store_visit_all_rows(ff_store *store, sqlite3_stmt *statement, store_game_visitor *visit,
                          void *context);

#endif
