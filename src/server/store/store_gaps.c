/* Statements about the server's signs of life and the gaps between them. */
#include "server/store/store_gaps.h"

#include "server/store/store_parts.h"

enum { READ_LIFE, READ_GAPS, PUT_LIFE, PUT_GAP, STATEMENTS };

static const char *const statements[STATEMENTS] = {
    [READ_LIFE] = "SELECT time FROM life WHERE id = 1",
    [READ_GAPS] = "SELECT began, ended FROM gap ORDER BY began",
    [PUT_LIFE] = "INSERT OR REPLACE INTO life (id, time) VALUES (1, ?1)",
    [PUT_GAP] = "INSERT OR REPLACE INTO gap (began, ended) VALUES (?1, ?2)",
};

const store_part store_part_gaps = {statements, STATEMENTS};

static sqlite3_stmt *statement_of(struct store *store, int index) {
    return store->statement[PART_GAPS][index];
}

bool store_read_life(struct store *store, int64_t *time) {
    sqlite3_stmt *statement = statement_of(store, READ_LIFE);
    store_answer answer = store_step(store, statement, "reading the last sign of life");
    *time = answer == STORE_FOUND ? sqlite3_column_int64(statement, 0) : 0;
    store_reset(statement);
    return answer != STORE_FAILED;
}

bool store_read_gaps(struct store *store, outage_gaps *gaps) {
    sqlite3_stmt *statement = statement_of(store, READ_GAPS);
    store_answer answer;
    bool ok = true;
    while (ok && (answer = store_step(store, statement, "reading gaps")) == STORE_FOUND)
        ok = gaps_add(gaps, sqlite3_column_int64(statement, 0), sqlite3_column_int64(statement, 1));
    store_reset(statement);
    return ok && answer == STORE_NONE;
}

bool store_put_life(struct store *store, int64_t time) {
    if (!store_begin(store))
        return false;
    sqlite3_stmt *statement = statement_of(store, PUT_LIFE);
    sqlite3_bind_int64(statement, 1, time);
    return store_run(store, statement);
}

bool store_put_gap(struct store *store, const outage_gap *gap) {
    if (!store_begin(store))
        return false;
    sqlite3_stmt *statement = statement_of(store, PUT_GAP);
    sqlite3_bind_int64(statement, 1, gap->began);
    sqlite3_bind_int64(statement, 2, gap->ended);
    return store_run(store, statement);
}
