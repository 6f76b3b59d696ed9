/* Batches: a transaction is opened by the first write and ended by `store_commit`. What must
 * hold: once a write has failed nothing of its batch is ever committed. */
#include "server/database/store.h"

#include "server/database/store_state.h"

#include <assert.h>

const char *store_location(const struct store *store) {
    return store->location;
}

unsigned store_port(const struct store *store) {
    return store->engine->port(store);
}

unsigned store_sessions(const struct store *store) {
    return store->engine->sessions ? store->engine->sessions(store) : 0;
}

uint64_t store_round_trips(const struct store *store) {
    return store->engine->round_trips ? store->engine->round_trips(store) : 0;
}

bool store_spoil(struct store *store) {
    store->spoilt = true;
    return false;
}

void store_roll_back(struct store *store) {
    store->engine->roll_back(store);
    assert(!store->engine->in_transaction(store)); /* nothing of this batch is left */
    store->conflicted = store->conflict;
    store->spoilt = store->begun = store->conflict = false;
}

bool store_is_writing(const struct store *store) {
    return store->begun;
}

/* A batch that met another writer (`conflict`) is lost as a spoilt one is, but says nothing against
 * the store: it works, and the same may be tried again. */
bool store_commit(struct store *store) {
    store->conflicted = false;
    if (!store->spoilt && !store->begun)
        return true;
    bool stands =
        !store->spoilt && (store->engine->commit(store) || store_note_trouble(store, "COMMIT"));
    store_roll_back(store); /* nothing is left to take back after a commit */
    store->working = stands || store->conflicted;
    return stands;
}

bool store_has_conflicted(const struct store *store) {
    return store->conflicted;
}

bool store_is_working(const struct store *store) {
    return store->working;
}

bool store_probe(struct store *store) {
    if (store->spoilt || store->begun)
        return store->working; /* a batch is open, and its end will tell */
    /* A count, so that there is something to be written each time. */
    if (store_begin(store) &&
        !store_execute(store, "INSERT INTO probe (id, time) VALUES (1, 1)"
                              " ON CONFLICT (id) DO UPDATE SET time = probe.time + 1"))
        store_spoil(store);
    return store_commit(store);
}

bool store_is_reachable(struct store *store) {
    return !store->engine->is_reachable || store->engine->is_reachable(store);
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

uint64_t store_failures(const struct store *store) {
    return store->failures;
}
