/* A store is copied to another place, row by row, by its own list of tables. What must hold: the
 * copy is whole or not there, and neither store changes meanwhile: each is claimed as by a
 * server. */
#define _POSIX_C_SOURCE 200809L

#include "server/transfer/store_copy.h"

#include "server/database/store_claim.h"
#include "server/store/store_open.h"
#include "server/transfer/table_list.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROGRESS_EVERY = 1000 }; /* rows: some times a second */

typedef struct copying {
    struct store *source, *target;
    table_list from, to;
    table_reader reader;
    const store_copy_hears *hears;
    store_copy_report *report;
    const char *unit; /* of progress */
    uint64_t done, total;
    ff_error *error;
} copying;

/* ---- what is said ---- */

static bool fail_at(const char *location, ff_error_code code, const char *why, ff_error *error) {
    char shown[LOCATION_SHOWN];
    return ff_fail(error, code, 0, 0, "%s: %s", location_show(location, shown), why);
}

static bool fail(const copying *at, const struct store *store) {
    return fail_at(store->location, FF_ERROR_SYSTEM, store_trouble(store), at->error);
}

static void begin_progress(copying *at, const char *unit) {
    at->unit = unit;
    at->done = 0;
    at->hears->progress(at->hears->check.context, unit, 0, at->total);
}

static store_answer next_row_of(void *context, const struct value **values) {
    copying *at = context;
    store_answer answer = table_reader_next(&at->reader, values);
    if (answer == STORE_FOUND && ++at->done % PROGRESS_EVERY == 0)
        at->hears->progress(at->hears->check.context, at->unit, at->done, at->total);
    return answer;
}

/* ---- rows ---- */

static struct statement *prepare_insert(struct store *store, const listed_table *table,
                                        ff_buffer *sql) {
    ff_buffer_format(sql, "INSERT INTO \"%s\" (%s) VALUES (", table->name, table->columns);
    for (int i = 1; i <= table->count; i++)
        ff_buffer_format(sql, "?%d%s", i, i < table->count ? ", " : ")");
    return sql->failed ? NULL : store_prepare(store, sql->data);
}

static bool insert_rows(copying *at, const listed_table *table) {
    ff_buffer sql = {0};
    const struct value *values;
    struct statement *insert = prepare_insert(at->target, table, &sql);
    store_answer answer = STORE_FAILED;
    bool done = insert != NULL;
    while (done && (answer = next_row_of(at, &values)) == STORE_FOUND) {
        for (int i = 0; i < table->count; i++)
            store_bind_value(insert, i + 1, &values[i]);
        done = store_run(at->target, insert);
    }
    store_finalize(insert);
    ff_buffer_free(&sql);
    return done && answer == STORE_NONE;
}

/* An engine that can take many rows at once does so (PostgreSQL's COPY): an INSERT for each would
 * wait for the network each time. */
static bool load_rows(copying *at, const listed_table *table) {
    const struct engine *engine = at->target->engine;
    if (!engine->load)
        return insert_rows(at, table);
    return engine->load(at->target, table->name, table->columns, table->count, next_row_of, at) ||
           store_note_trouble(at->target, table->name);
}

static bool copy_table(copying *at, listed_table *table) {
    bool opened = table_reader_open(&at->reader, at->source, table);
    bool copied = opened && load_rows(at, table);
    if (!copied)
        fail(at, !opened || at->reader.failed ? at->source : at->target);
    table_reader_close(&at->reader);
    return copied;
}

/* Are the rows of the copy those that were read? */
static bool compare_table(copying *at, const listed_table *from, listed_table *to) {
    const struct value *values;
    store_answer answer = STORE_FAILED;
    if (table_reader_open(&at->reader, at->target, to))
        while ((answer = next_row_of(at, &values)) == STORE_FOUND)
            continue;
    table_reader_close(&at->reader);
    if (answer != STORE_NONE)
        return fail(at, at->target);
    return (from->rows == to->rows && from->sum == to->sum) ||
           ff_fail(at->error, FF_ERROR_SYSTEM, 0, 0,
                   "table %s: its rows in the copy are not those of the store", from->name);
}

/* ---- the whole ---- */

/* The rows that a new store begins with are the old one's to have. Backwards, for a table stands
 * behind those that it refers to. */
static bool empty_tables(copying *at) {
    char sql[LISTED_NAME + 32];
    bool done = true;
    for (int i = at->to.count; done && i-- > 0;) {
        snprintf(sql, sizeof sql, "DELETE FROM \"%s\"", at->to.table[i].name);
        done = store_execute(at->target, sql);
    }
    return done || fail(at, at->target);
}

static bool list_tables(copying *at) {
    if (!table_list_read(at->source, &at->from))
        return fail(at, at->source);
    if (!table_list_read(at->target, &at->to))
        return fail(at, at->target);
    const char *other = table_list_difference(&at->from, &at->to);
    if (other)
        return ff_fail(at->error, FF_ERROR_UNSUPPORTED, 0, 0,
                       "table %s is not the same in both: something has been added to the store "
                       "that is not Flagfall's",
                       other);
    return table_list_count(at->source, &at->from, &at->total) || fail(at, at->source);
}

static bool set_triggers(copying *at, bool on) {
    return at->target->engine->set_triggers(at->target, on) ||
           store_note_trouble(at->target, "triggers") || fail(at, at->target);
}

/* Without triggers, for what they would count and write is copied as it stands; they are on again
 * before the copy is committed. The rows are compared within the same transaction, so that a
 * difference leaves nothing behind. */
static bool copy_rows(copying *at) {
    bool done = list_tables(at) && set_triggers(at, false) && empty_tables(at);
    if (done)
        begin_progress(at, "rows");
    for (int i = 0; done && i < at->from.count; i++)
        done = copy_table(at, &at->from.table[i]);
    at->report->tables = (unsigned)at->from.count;
    at->report->rows = at->done;
    if (done)
        begin_progress(at, "rows compared");
    for (int i = 0; done && i < at->from.count; i++)
        done = compare_table(at, &at->from.table[i], &at->to.table[i]);
    return done && set_triggers(at, true);
}

/* The source is read in one transaction: should its session be lost, no other takes its place. */
static bool copy_opened(copying *at) {
    at->source->begun = store_execute(at->source, at->source->engine->begin_reading);
    bool done = at->source->begun ? copy_rows(at) : fail(at, at->source);
    store_roll_back(at->source);
    if (!done)
        store_roll_back(at->target);
    return done && (store_commit(at->target) || fail(at, at->target));
}

/* While it is open still: its last connection takes the journal's files away. */
static bool check_copy(copying *at) {
    ff_error inner;
    at->hears->progress(at->hears->check.context, "games", 0, 0);
    return store_check(at->target->location, &at->hears->check, &at->report->check, &inner) ||
           fail_at(at->target->location, inner.code, inner.message, at->error);
}

static bool copy_between(const char *from, const char *to, const store_copy_hears *hears,
                         store_copy_report *report, ff_error *error) {
    ff_error inner;
    copying *at = calloc(1, sizeof *at);
    if (!at)
        return ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "out of memory");
    at->hears = hears;
    at->report = report;
    at->error = error;
    at->source = store_open_existing(from, &inner);
    at->target = at->source ? store_open_empty(to, &inner) : NULL;
    if (!at->target)
        fail_at(at->source ? to : from, inner.code, inner.message, error);
    report->whole = at->source && at->target && copy_opened(at);
    bool done = report->whole && check_copy(at);
    store_close(at->target);
    store_close(at->source);
    free(at);
    return done;
}

/* ---- one at a time, and nobody else ---- */

static bool claim(const char *location, int *claimed, ff_error *error) {
    ff_error inner;
    return store_claim(location, claimed, &inner) ||
           fail_at(location, inner.code, inner.message, error);
}

static bool is_file(const char *location) {
    return engine_of(location) == &engine_sqlite && access(location, F_OK) == 0;
}

/* To claim a file that is not there makes it: so it is taken away again, but only if it was this
 * copy that made it and nothing whole is in it. */
static bool copy_claimed(const char *from, const char *to, const store_copy_hears *hears,
                         store_copy_report *report, ff_error *error) {
    int claims[2] = {-1, -1};
    ff_error inner;
    bool was_there = is_file(to);
    bool done = claim(from, &claims[0], error) && claim(to, &claims[1], error) &&
                (store_is_whole(from, &inner) || fail_at(from, inner.code, inner.message, error)) &&
                copy_between(from, to, hears, report, error);
    if (!report->whole && !was_there && claims[1] >= 0)
        unlink(to);
    store_release(claims[1]);
    store_release(claims[0]);
    return done;
}

bool store_copy(const char *from, const char *to, const store_copy_hears *hears,
                store_copy_report *report, ff_error *error) {
    *report = (store_copy_report){0};
    if (sodium_init() < 0)
        return ff_fail(error, FF_ERROR_SYSTEM, 0, 0, "the system gives no random numbers");
    if (strcmp(from, to) == 0)
        return ff_fail(error, FF_ERROR_CONFLICT, 0, 0, "a store is not copied to itself");
    ff_error inner;
    if (!store_is_there(from, &inner))
        return fail_at(from, inner.code, inner.message, error);
    return copy_claimed(from, to, hears, report, error);
}
