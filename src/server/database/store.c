/* Batches: a transaction is opened by the first write and ended by `store_commit`. What must
 * hold: once a write has failed nothing of its batch is ever committed. */
#include "server/database/store.h"

#include "server/database/store_state.h"

#include <assert.h>
#include <stdio.h>

const char *store_path(const struct store *store) {
    return sqlite3_db_filename(store->db, "main");
}

bool store_spoil(struct store *store) {
    store->spoilt = true;
    return false;
}

/* Has the file been deleted or replaced under us? Then what we write is lost. */
static bool is_gone(struct store *store) {
    int gone = 0;
    if (sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &gone) != SQLITE_OK)
        return false;
    if (gone)
        snprintf(store->trouble, sizeof store->trouble, "the file has been moved or deleted");
    return gone != 0;
}

void store_roll_back(struct store *store) {
    if (!sqlite3_get_autocommit(store->db))
        sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
    assert(sqlite3_get_autocommit(store->db)); /* nothing of this batch is left */
    store->spoilt = store->begun = false;
}

bool store_is_writing(const struct store *store) {
    return store->begun;
}

bool store_commit(struct store *store) {
    if (!store->spoilt && !store->begun)
        return true;
    store->working = !store->spoilt && !is_gone(store) && store_execute(store, "COMMIT");
    store_roll_back(store); /* nothing is left to take back after a commit */
    return store->working;
}

bool store_is_working(const struct store *store) {
    return store->working;
}

bool store_probe(struct store *store) {
    if (store->spoilt || store->begun)
        return store->working; /* a batch is open, and its end will tell */
    /* A count, so that there is something to be written each time. */
    if (store_begin(store) &&
        !store_execute(store, "INSERT OR REPLACE INTO probe (id, time)"
                              " SELECT 1, ifnull(max(time), 0) + 1 FROM probe"))
        store_spoil(store);
    return store_commit(store);
}

uint64_t store_rows(const struct store *store) {
    return store->rows;
}

bool store_met_damage(const struct store *store) {
    return store->met_damage;
}

const char *store_trouble(const struct store *store) {
    return store->trouble;
}
