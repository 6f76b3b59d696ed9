/* Statements and what they are bound to. What must hold: a statement has no bindings between
 * two uses, so that nothing is read from memory that its caller has given up. */
#include "server/database/store_sql.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

bool store_run(struct store *store, sqlite3_stmt *statement) {
    assert(store->begun && !store->spoilt); /* see store_begin */
    bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done) {
        store_note_trouble(store, "writing");
        store_spoil(store);
    }
    store_reset(statement);
    return done;
}

bool store_run_for(struct store *store, sqlite3_stmt *statement, const struct person *person) {
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, person);
    return store_run(store, statement);
}

bool store_run_but(struct store *store, sqlite3_stmt *statement, const struct person *person,
                   const struct person *but) {
    static const struct person nobody = {{0}};
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, person);
    store_bind_maybe_person(statement, 2, but ? but : &nobody);
    return store_run(store, statement);
}

bool store_sweep(struct store *store, sqlite3_stmt *look, sqlite3_stmt *sweep, int64_t since) {
    sqlite3_bind_int64(look, 1, since);
    store_answer found = store_step(store, look, "looking for what is old");
    store_reset(look);
    if (found != STORE_FOUND)
        return found == STORE_NONE;
    if (!store_begin(store))
        return false;
    sqlite3_bind_int64(sweep, 1, since);
    return store_run(store, sweep);
}

bool store_run_delete(struct store *store, sqlite3_stmt *statement) {
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

void store_bind_person(sqlite3_stmt *statement, int at, const struct person *person) {
    sqlite3_bind_blob(statement, at, person->key, sizeof person->key, SQLITE_STATIC);
}

void store_bind_maybe_text(sqlite3_stmt *statement, int at, const char *text) {
    if (text[0])
        store_bind_text(statement, at, text);
    else
        sqlite3_bind_null(statement, at);
}

void store_bind_maybe_person(sqlite3_stmt *statement, int at, const struct person *person) {
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

store_answer store_step(struct store *store, sqlite3_stmt *statement, const char *doing) {
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

void store_column_person(sqlite3_stmt *statement, int at, struct person *person) {
    *person = (struct person){{0}};
    store_column_bytes(statement, at, person->key, sizeof person->key);
}

int64_t store_column_maybe(sqlite3_stmt *statement, int at) {
    bool null = sqlite3_column_type(statement, at) == SQLITE_NULL;
    return null ? STORE_NULL : sqlite3_column_int64(statement, at);
}
