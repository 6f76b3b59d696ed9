/* The store's inside: its state, and how a batch is begun. For the files of this room and of
 * server/store; all else asks by store.h. */
#ifndef FLAGFALL_SERVER_DATABASE_STORE_STATE_H
#define FLAGFALL_SERVER_DATABASE_STORE_STATE_H

#include "flagfall/base.h"
#include "server/database/engine.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_PARTS_MAX = 16, PART_STATEMENTS_MAX = 24 };

struct store {
    const struct engine *engine;
    void *connection; /* the engine's own: of SQLite a sqlite3 */
    char *location;   /* as it was opened */
    bool shared;      /* by several servers (store_nodes.h) */
    struct statement *statement[STORE_PARTS_MAX][PART_STATEMENTS_MAX]; /* store_parts.h */
    uint8_t secret[16];      /* keys the hashes of invitations */
    uint8_t session_key[32]; /* of which the keys of cookies and tickets are made */
    bool begun;              /* this batch has opened a transaction */
    bool spoilt;             /* a write of this batch has failed */
    bool conflict;           /* because what it changes is not as it was read */
    bool conflicted;         /* so it was with the last batch */
    bool working;      /* the last commit succeeded, or nothing but a conflict was in its way */
    bool met_damage;   /* what trouble tells of is a malformed file */
    uint64_t batches;  /* that have opened a transaction */
    uint64_t failures; /* that have been noted */
    uint64_t rows;     /* that have been read, or deleted by store_run_delete */
    char trouble[160];
};

/* Keeps why the engine has failed; false. */
bool store_note_trouble(struct store *store, const char *doing);

/* Says why the engine has failed: that memory is out, or what `why` says. False. */
bool store_fail(const struct store *store, const char *why, ff_error *error);

/* Says that a newer Flagfall has written it; false. */
bool store_fail_newer(int schema, int newest, ff_error *error);

/* Runs SQL that gives no rows, whatever batch is open. False, and noted, where it fails. */
bool store_execute(struct store *store, const char *sql);

/* To be called before a write: opens the batch's transaction where there is none.
 * False when the batch is spoilt. */
bool store_begin(struct store *store);

#endif
