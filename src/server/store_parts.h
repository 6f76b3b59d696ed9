/* The store's inside, for its parts: store.c opens, commits and takes back;
 * store_schema.c has the tables; each subject has a file store_SUBJECT.c with its own
 * prepared statements. Nobody else includes this. */
#ifndef FLAGFALL_SERVER_STORE_PARTS_H
#define FLAGFALL_SERVER_STORE_PARTS_H

#include "server/store.h"

#include <sqlite3.h>

/* ---- the schema ---- */

/* Step i brings schema i to schema i + 1; STORE_SCHEMA of them. */
extern const char *const store_migrations[];

/* ---- the parts and their statements ---- */

typedef enum store_part_id { PART_TURNS, PART_GAMES, STORE_PARTS } store_part_id;

enum { PART_STATEMENTS_MAX = 24 };

/* The SQL of a part, PART_STATEMENTS_MAX at most. */
typedef struct store_part {
    const char *const *sql;
    int count;
} store_part;

extern const store_part store_part_games;

struct ff_store {
    sqlite3 *db;
    sqlite3_stmt *statement[STORE_PARTS][PART_STATEMENTS_MAX];
    bool spoilt;  /* a write of this turn has failed */
    bool working; /* the last commit succeeded */
    char trouble[160];
};

/* ---- what parts are made of ---- */

/* Keeps why SQLite has failed; false. */
bool store_note_trouble(ff_store *store, const char *doing);

/* To be called before a write: opens the turn's transaction where there is none.
 * False when the turn is spoilt. */
bool store_begin(ff_store *store);

/* Runs a statement that gives no rows and makes it ready for the next time. False,
 * and the turn is spoilt, where it fails. */
bool store_run(ff_store *store, sqlite3_stmt *statement);

/* Makes a statement that was stepped ready for the next time. */
void store_reset(sqlite3_stmt *statement);

/* What is bound must live until the statement has run. */
void store_bind_text(sqlite3_stmt *statement, int at, const char *text);
void store_bind_guest(sqlite3_stmt *statement, int at, const ff_guest *guest);

/* A column as terminated text, cut where it is too long. */
void store_column_text(sqlite3_stmt *statement, int at, char *text, size_t size);

#endif
