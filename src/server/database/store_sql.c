/* Statements and what they are bound to. What must hold: a statement has no values between
 * two uses, so that nothing is read from memory that its caller has given up. */
#include "server/database/store_sql.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- made and ended ---- */

/* The largest number of a parameter; one without a number follows the one before it. */
static int count_parameters(const char *sql) {
    int count = 0;
    for (const char *at = strchr(sql, '?'); at; at = strchr(at + 1, '?')) {
        bool numbered = at[1] >= '0' && at[1] <= '9';
        int number = numbered ? (int)strtol(at + 1, NULL, 10) : count + 1;
        count = number > count ? number : count;
    }
    return count;
}

static struct statement *prepare(struct store *store, const char *sql, bool streams) {
    int count = count_parameters(sql);
    struct statement *statement =
        calloc(1, sizeof *statement + (size_t)count * sizeof(struct value));
    if (!statement) {
        snprintf(store->trouble, sizeof store->trouble, "preparing: out of memory");
        return NULL;
    }
    statement->store = store;
    statement->sql = sql;
    statement->count = count;
    statement->streams = streams;
    statement->changes_one = strstr(sql, CHANGES_ONE) != NULL;
    if (store->engine->prepare(statement))
        return statement;
    store_note_trouble(store, "preparing");
    free(statement);
    return NULL;
}

struct statement *store_prepare(struct store *store, const char *sql) {
    return prepare(store, sql, false);
}

struct statement *store_prepare_stream(struct store *store, const char *sql) {
    return prepare(store, sql, true);
}

void store_finalize(struct statement *statement) {
    if (!statement)
        return;
    statement->store->engine->finalize(statement);
    free(statement);
}

void store_reset(struct statement *statement) {
    statement->store->engine->reset(statement);
    memset(statement->values, 0, (size_t)statement->count * sizeof *statement->values);
    statement->running = false;
}

/* ---- run ---- */

/* `running`: its parameters have been given to the engine, and must not change until a reset. */
static store_answer step(struct statement *statement) {
    store_answer answer = statement->store->engine->step(statement);
    statement->running = true;
    return answer;
}

/* By its first words a statement tells which rows they were. */
static bool note_unwritten(struct store *store, const struct statement *statement) {
    store_note_trouble(store, store->engine->tells_late ? "writing" : statement->sql);
    return store_spoil(store);
}

static bool run(struct store *store, struct statement *statement, uint64_t *changed) {
    assert(store->begun && !store->spoilt); /* see store_begin */
    bool done = store->engine->run(statement, changed);
    if (!done)
        note_unwritten(store, statement);
    store_reset(statement);
    return done;
}

bool store_run(struct store *store, struct statement *statement) {
    return run(store, statement, NULL);
}

bool store_run_counting(struct store *store, struct statement *statement, uint64_t *changed) {
    *changed = 0;
    return run(store, statement, changed);
}

bool store_run_asking(struct store *store, struct statement *statement, bool *changed) {
    uint64_t rows = 0;
    bool done = store_run_counting(store, statement, &rows);
    if (changed)
        *changed = rows > 0;
    return done;
}

bool store_run_insert(struct store *store, struct statement *statement, int64_t *number) {
    assert(store->begun && !store->spoilt); /* see store_begin */
    store_answer answer = step(statement);
    if (answer == STORE_FOUND) {
        *number = store_column_number(statement, 0);
        answer = step(statement);
    }
    if (answer != STORE_NONE)
        note_unwritten(store, statement);
    store_reset(statement);
    return answer == STORE_NONE;
}

bool store_run_for(struct store *store, struct statement *statement, const struct person *person) {
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, person);
    return store_run(store, statement);
}

bool store_run_but(struct store *store, struct statement *statement, const struct person *person,
                   const struct person *but) {
    static const struct person nobody = {{0}};
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, person);
    store_bind_maybe_person(statement, 2, but ? but : &nobody);
    return store_run(store, statement);
}

/* Looks first: a sweep that finds nothing, as most do, opens no transaction and writes nothing. */
bool store_sweep(struct store *store, struct statement *look, struct statement *sweep,
                 int64_t since) {
    store_bind_number(look, 1, since);
    store_answer found = store_step(store, look, "looking for what is old");
    store_reset(look);
    if (found != STORE_FOUND)
        return found == STORE_NONE;
    if (!store_begin(store))
        return false;
    store_bind_number(sweep, 1, since);
    return store_run(store, sweep);
}

bool store_run_delete(struct store *store, struct statement *statement) {
    uint64_t rows;
    bool done = store_run_counting(store, statement, &rows);
    store->rows += rows;
    return done;
}

void store_ask(struct store *store, struct statement *statement) {
    assert(!store->begun);
    if (store->engine->ask)
        store->engine->ask(statement);
    store_reset(statement);
}

void store_forget_asked(struct store *store) {
    if (store->engine->forget_asked)
        store->engine->forget_asked(store);
}

store_answer store_step(struct store *store, struct statement *statement, const char *doing) {
    store_answer answer = step(statement);
    store->rows += answer == STORE_FOUND;
    if (answer == STORE_FAILED)
        store_note_trouble(store, doing);
    return answer;
}

/* ---- parameters ---- */

static struct value *parameter(struct statement *statement, int at) {
    assert(at >= 1 && at <= statement->count && !statement->running);
    return &statement->values[at - 1];
}

void store_bind_number(struct statement *statement, int at, int64_t number) {
    *parameter(statement, at) = (struct value){.kind = VALUE_NUMBER, .number = number};
}

void store_bind_real(struct statement *statement, int at, double real) {
    *parameter(statement, at) = (struct value){.kind = VALUE_REAL, .real = real};
}

void store_bind_bytes(struct statement *statement, int at, const void *bytes, size_t size) {
    *parameter(statement, at) = (struct value){.kind = bytes ? VALUE_BYTES : VALUE_NULL,
                                               .bytes = {bytes, bytes ? size : 0}};
}

void store_bind_span(struct statement *statement, int at, ff_span text) {
    *parameter(statement, at) = (struct value){.kind = VALUE_TEXT, .bytes = text};
}

void store_bind_text(struct statement *statement, int at, const char *text) {
    store_bind_span(statement, at, ff_span_of(text));
}

void store_bind_person(struct statement *statement, int at, const struct person *person) {
    store_bind_bytes(statement, at, person->key, sizeof person->key);
}

/* What is not bound is null. */
void store_bind_maybe_text(struct statement *statement, int at, const char *text) {
    if (text[0])
        store_bind_text(statement, at, text);
}

void store_bind_maybe_person(struct statement *statement, int at, const struct person *person) {
    if (!person_is_nobody(person))
        store_bind_person(statement, at, person);
}

void store_bind_maybe(struct statement *statement, int at, int64_t number) {
    if (number != STORE_NULL)
        store_bind_number(statement, at, number);
}

void store_bind_value(struct statement *statement, int at, const struct value *value) {
    *parameter(statement, at) = *value;
}

/* ---- columns ---- */

int64_t store_column_number(const struct statement *statement, int at) {
    return statement->store->engine->number(statement, at);
}

double store_column_real(const struct statement *statement, int at) {
    return statement->store->engine->real(statement, at);
}

bool store_column_is_null(const struct statement *statement, int at) {
    return statement->store->engine->kind(statement, at) == VALUE_NULL;
}

void store_column_value(const struct statement *statement, int at, struct value *value) {
    value->kind = statement->store->engine->kind(statement, at);
    switch (value->kind) {
    case VALUE_NUMBER:
        value->number = store_column_number(statement, at);
        break;
    case VALUE_REAL:
        value->real = store_column_real(statement, at);
        break;
    case VALUE_TEXT:
    case VALUE_BYTES:
        value->bytes = store_column_span(statement, at);
        break;
    case VALUE_NULL:
        break;
    }
}

ff_span store_column_span(const struct statement *statement, int at) {
    return statement->store->engine->bytes(statement, at);
}

/* Up to a zero byte, as texts end everywhere else. */
void store_column_text(const struct statement *statement, int at, char *text, size_t size) {
    ff_span value = store_column_span(statement, at);
    assert(size > 0);
    snprintf(text, size, "%.*s", (int)value.size, value.data);
}

bool store_column_bytes(const struct statement *statement, int at, void *bytes, size_t size) {
    ff_span value = store_column_span(statement, at);
    if (value.size != size)
        return false;
    memcpy(bytes, value.data, size);
    return true;
}

void store_column_person(const struct statement *statement, int at, struct person *person) {
    *person = (struct person){{0}};
    store_column_bytes(statement, at, person->key, sizeof person->key);
}

int64_t store_column_maybe(const struct statement *statement, int at) {
    return store_column_is_null(statement, at) ? STORE_NULL : store_column_number(statement, at);
}
