/* How a batch begins, and what is kept of a failure. What must hold: a batch is one transaction,
 * or it is spoilt. */
#include "server/database/store_state.h"

#include <stdio.h>
#include <string.h>

/* Of long SQL the first words, so that the reason has its place. */
bool store_note_trouble(struct store *store, const char *doing) {
    int most = (int)sizeof store->trouble / 3;
    snprintf(store->trouble, sizeof store->trouble, "%.*s%s: %s", most, doing,
             strlen(doing) > (size_t)most ? ".." : "", store->engine->message(store));
    store->failures++;
    store->met_damage = store->engine->met_damage(store);
    store->conflict |= store->begun && !store->spoilt && store->engine->met_conflict(store);
    return false;
}

bool store_fail(const struct store *store, const char *why, ff_error *error) {
    if (store->engine->is_memory_out(store))
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "%s", why);
}

bool store_fail_newer(int schema, int newest, ff_error *error) {
    return ff_fail(error, FF_ERROR_UNSUPPORTED, 0, 0,
                   "the store has schema %d, written by a newer Flagfall; this one knows "
                   "schemas up to %d",
                   schema, newest);
}

bool store_execute(struct store *store, const char *sql) {
    return store->engine->execute(store, sql) || store_note_trouble(store, sql);
}

/* Where a read fails (the disk, memory) the engine may take the whole transaction back by itself:
 * then nothing of this batch may stand, and no other transaction may begin in its place. */
bool store_begin(struct store *store) {
    if (store->spoilt || (store->begun && !store->engine->in_transaction(store))) {
        store->met_damage = false; /* what has met it came before, and was somebody else's */
        store->spoilt = true;
        return false;
    }
    if (store->begun)
        return true;
    store->begun = store->engine->begin(store) || store_note_trouble(store, "BEGIN");
    store->spoilt = !store->begun;
    store->batches += store->begun;
    return store->begun;
}
