/* Statements about wishes. What must hold: what waits has no end, and what has ended never waits
 * again but as another wish. */
#include "server/seeking/wish_rows.h"

#include "server/database/store_nodes.h"
#include "server/database/store_sql.h"
#include "server/play/clock.h"

#include <stdio.h>
#include <stdlib.h>

enum { ENTER, HOLD, END, FIND, LIST, LOOK, SWEEP, STATEMENTS };

#define COLUMNS "person, origin, version, rated, bot, bots, pools, since"

static const char *const sql[STATEMENTS] = {
    [ENTER] = "INSERT INTO wish (" COLUMNS ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
              " ON CONFLICT (person) DO UPDATE SET origin = excluded.origin,"
              " version = excluded.version, rated = excluded.rated, bot = excluded.bot,"
              " bots = excluded.bots, pools = excluded.pools, since = excluded.since,"
              " ended = NULL, game = NULL, reason = NULL, message = NULL"
              " WHERE (wish.version = ?9 AND wish.ended IS NULL)"
              " OR (?9 = 0 AND wish.ended IS NOT NULL)",
    [HOLD] = "SELECT 1 FROM wish WHERE person = ?1 AND version = ?2 AND ended IS NULL"
             " AND EXISTS (SELECT 1 FROM here, pg_locks WHERE here.person = ?1"
             "  AND locktype = 'advisory' AND classid::bigint = ?3 AND objid::bigint = here.node)"
             " /* FOR UPDATE */",
    [END] = "UPDATE wish SET ended = ?3, game = ?4, reason = ?5, message = ?6"
            " WHERE person = ?1 AND (version = ?2 OR ?2 = 0) AND ended IS NULL",
    [FIND] = "SELECT " COLUMNS ", ended, game, reason, message FROM wish WHERE person = ?1",
    [LIST] = "SELECT " COLUMNS " FROM wish WHERE ended IS NULL",
    [LOOK] = "SELECT 1 FROM wish WHERE ended < ?1 LIMIT 1",
    [SWEEP] = "DELETE FROM wish WHERE ended < ?1",
};

struct wish_rows {
    struct store *store;
    struct statement *statement[STATEMENTS];
};

wish_rows *wish_rows_open(struct store *store) {
    wish_rows *rows = calloc(1, sizeof *rows);
    if (!rows)
        return NULL;
    rows->store = store;
    for (int i = 0; i < STATEMENTS; i++)
        if (!(rows->statement[i] = store_prepare(store, sql[i]))) {
            wish_rows_close(rows);
            return NULL;
        }
    return rows;
}

void wish_rows_close(wish_rows *rows) {
    for (int i = 0; rows && i < STATEMENTS; i++)
        store_finalize(rows->statement[i]);
    free(rows);
}

/* ---- pools as text: `duel 5+3 1500,barrage 5+3 1512` ---- */

static void write_pools(ff_buffer *out, const match_wish *wish) {
    for (unsigned i = 0; i < wish->pools; i++)
        ff_buffer_format(out, "%s%s %s %d", i ? "," : "", ff_edition_at(wish->pool[i].edition)->id,
                         clock_presets[wish->pool[i].clock].name, wish->pool[i].rating);
}

/* The text up to a byte, which is passed over. */
static ff_span cut(ff_span *text, char end) {
    size_t size = 0;
    while (size < text->size && text->data[size] != end)
        size++;
    ff_span word = {text->data, size};
    size += size < text->size;
    *text = (ff_span){text->data + size, text->size - size};
    return word;
}

static bool read_pool(ff_span text, match_pool *pool) {
    ff_span edition = cut(&text, ' '), clock = cut(&text, ' ');
    char rating[12];
    *pool = (match_pool){.edition = 0};
    while (pool->edition < ff_edition_count() &&
           !ff_span_equals(edition, ff_edition_at(pool->edition)->id))
        pool->edition++;
    while (pool->clock < clock_preset_count &&
           !ff_span_equals(clock, clock_presets[pool->clock].name))
        pool->clock++;
    snprintf(rating, sizeof rating, "%.*s", (int)text.size, text.data);
    pool->rating = (int32_t)strtol(rating, NULL, 10);
    return pool->edition < ff_edition_count() && pool->clock < clock_preset_count;
}

/* What another version of the server knows and this one does not is left out. */
static void read_pools(ff_span text, match_wish *wish) {
    wish->pools = 0;
    while (text.size > 0 && wish->pools < QUEUE_POOLS)
        wish->pools += read_pool(cut(&text, ','), &wish->pool[wish->pools]);
}

/* ---- writing ---- */

static store_answer write(wish_rows *rows, int which) {
    uint64_t changed;
    if (!store_run_counting(rows->store, rows->statement[which], &changed))
        return STORE_FAILED;
    return changed ? STORE_FOUND : STORE_NONE;
}

store_answer wish_rows_enter(wish_rows *rows, const match_ticket *ticket, int64_t known) {
    struct statement *statement = rows->statement[ENTER];
    const match_wish *wish = &ticket->wish;
    ff_buffer pools = {0};
    store_answer answer = STORE_FAILED;
    write_pools(&pools, wish);
    if (store_begin(rows->store) && !pools.failed) {
        store_bind_person(statement, 1, &wish->person);
        store_bind_number(statement, 2, wish->origin);
        store_bind_number(statement, 3, wish->version);
        store_bind_number(statement, 4, wish->rated);
        store_bind_number(statement, 5, wish->bot);
        store_bind_number(statement, 6, wish->bots);
        store_bind_span(statement, 7, (ff_span){pools.data, pools.size});
        store_bind_number(statement, 8, ticket->since);
        store_bind_number(statement, 9, known);
        answer = write(rows, ENTER);
    }
    ff_buffer_free(&pools);
    if (answer == STORE_FAILED)
        store_spoil(rows->store);
    return answer;
}

store_answer wish_rows_hold(wish_rows *rows, const match_ticket *ticket) {
    struct statement *statement = rows->statement[HOLD];
    if (!store_begin(rows->store))
        return STORE_FAILED;
    store_bind_person(statement, 1, &ticket->wish.person);
    store_bind_number(statement, 2, ticket->wish.version);
    store_bind_number(statement, 3, NODE_LOCK);
    store_answer answer = store_step(rows->store, statement, "holding a wish");
    store_reset(statement);
    if (answer == STORE_FAILED)
        store_spoil(rows->store);
    return answer;
}

store_answer wish_rows_end(wish_rows *rows, const struct person *person, int64_t version,
                           int64_t now, const wish_end *end) {
    struct statement *statement = rows->statement[END];
    if (!store_begin(rows->store))
        return STORE_FAILED;
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, version);
    store_bind_number(statement, 3, now);
    store_bind_maybe_text(statement, 4, end->game);
    store_bind_maybe_text(statement, 5, end->reason);
    store_bind_maybe_text(statement, 6, end->message);
    return write(rows, END);
}

/* ---- reading ---- */

static void read_ticket(const struct statement *statement, match_ticket *ticket) {
    match_wish *wish = &ticket->wish;
    *ticket = (match_ticket){.since = store_column_number(statement, 7)};
    store_column_person(statement, 0, &wish->person);
    wish->origin = store_column_number(statement, 1);
    wish->version = store_column_number(statement, 2);
    wish->rated = store_column_number(statement, 3) != 0;
    wish->bot = store_column_number(statement, 4) != 0;
    wish->bots = store_column_number(statement, 5) != 0;
    read_pools(store_column_span(statement, 6), wish);
}

store_answer wish_rows_find(wish_rows *rows, const struct person *person, match_ticket *ticket,
                            wish_end *end) {
    struct statement *statement = rows->statement[FIND];
    *end = (wish_end){.game = ""};
    store_bind_person(statement, 1, person);
    store_answer answer = store_step(rows->store, statement, "reading a wish");
    if (answer == STORE_FOUND && store_column_is_null(statement, 8)) {
        read_ticket(statement, ticket);
    } else if (answer == STORE_FOUND) {
        answer = STORE_NONE;
        store_column_text(statement, 9, end->game, sizeof end->game);
        store_column_text(statement, 10, end->reason, sizeof end->reason);
        store_column_text(statement, 11, end->message, sizeof end->message);
    }
    store_reset(statement);
    return answer;
}

bool wish_rows_visit(wish_rows *rows, match_visitor *visit, void *context) {
    struct statement *statement = rows->statement[LIST];
    match_ticket ticket;
    store_answer answer;
    while ((answer = store_step(rows->store, statement, "reading wishes")) == STORE_FOUND) {
        read_ticket(statement, &ticket);
        visit(context, &ticket);
    }
    store_reset(statement);
    return answer == STORE_NONE;
}

void wish_rows_sweep(wish_rows *rows, int64_t before) {
    store_sweep(rows->store, rows->statement[LOOK], rows->statement[SWEEP], before);
}
