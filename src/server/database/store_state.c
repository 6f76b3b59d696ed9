/* How a batch begins, and what is kept of a failure. What must hold: a batch is one transaction,
 * or it is spoilt. */
#include "server/database/store_state.h"

#include <stdio.h>

bool store_note_trouble(struct store *store, const char *doing) {
    snprintf(store->trouble, sizeof store->trouble, "%s: %s", doing, sqlite3_errmsg(store->db));
    store->met_damage = (sqlite3_extended_errcode(store->db) & 0xff) == SQLITE_CORRUPT;
    return false;
}

bool store_fail(sqlite3 *db, const char *why, ff_error *error) {
    if (sqlite3_errcode(db) == SQLITE_NOMEM || sqlite3_extended_errcode(db) == SQLITE_IOERR_NOMEM)
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", why);
}

bool store_execute(struct store *store, const char *sql) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_note_trouble(store, sql);
}

/* Where a read fails (the disk, memory) SQLite may take the whole transaction back by itself:
 * then nothing of this batch may stand, and no other transaction may begin in its place. */
bool store_begin(struct store *store) {
    if (store->spoilt || (store->begun && sqlite3_get_autocommit(store->db))) {
        store->met_damage = false; /* what has met it came before, and was somebody else's */
        store->spoilt = true;
        return false;
    }
    if (store->begun)
        return true;
    store->begun = store_execute(store, "BEGIN IMMEDIATE");
    store->spoilt = !store->begun;
    return store->begun;
}
