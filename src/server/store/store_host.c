/* Statements about what the host has said, how many games there are, and the server's signs of
 * life with the gaps between them. What must hold: counts are kept by triggers (store_schema.c) and
 * only read here; a sign of life never goes back, whichever of several servers gives it. */
#include "server/store/store_host.h"

#include "server/base/address.h"
#include "server/store/store_parts.h"

enum {
    CLEAR_NOTICE,
    SET_NOTICE,
    READ_NOTICE,
    BAN,
    UNBAN,
    FIND_BAN,
    LIST_BANS,
    COUNTS,
    READ_LIFE,
    READ_GAPS,
    PUT_LIFE,
    PUT_GAP,
    STATEMENTS
};

static const char *const statements[STATEMENTS] = {
    [CLEAR_NOTICE] = "DELETE FROM notice",
    [SET_NOTICE] = "INSERT INTO notice (text) VALUES (?1)",
    [READ_NOTICE] = "SELECT text FROM notice",
    [BAN] = "INSERT INTO ban (address, time) VALUES (?1, ?2)"
            " ON CONFLICT (address) DO UPDATE SET time = excluded.time",
    [UNBAN] = "DELETE FROM ban WHERE address = ?1",
    [FIND_BAN] = "SELECT 1 FROM ban WHERE address = ?1",
    [LIST_BANS] = "SELECT address FROM ban ORDER BY address",
    [COUNTS] = "SELECT edition, phase, games FROM going WHERE games > 0",
    [READ_LIFE] = "SELECT time FROM life WHERE id = 1",
    [READ_GAPS] = "SELECT began, ended FROM gap ORDER BY began",
    [PUT_LIFE] = "INSERT INTO life (id, time) VALUES (1, ?1)"
                 " ON CONFLICT (id) DO UPDATE SET time = excluded.time"
                 " WHERE life.time < excluded.time",
    [PUT_GAP] = "INSERT INTO gap (began, ended) VALUES (?1, ?2)"
                " ON CONFLICT (began) DO UPDATE SET ended = excluded.ended",
};

const store_part store_part_host = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int index) {
    return store->statement[PART_HOST][index];
}

/* Taken away and written anew, in one batch: there is one notice or none. */
bool store_set_notice(struct store *store, const char *text) {
    if (!store_begin(store) || !store_run(store, statement_of(store, CLEAR_NOTICE)))
        return false;
    store_bind_text(statement_of(store, SET_NOTICE), 1, text);
    return !text[0] || store_run(store, statement_of(store, SET_NOTICE));
}

bool store_read_notice(struct store *store, char text[NOTICE_SIZE]) {
    struct statement *statement = statement_of(store, READ_NOTICE);
    store_answer answer = store_step(store, statement, "reading the notice");
    text[0] = 0;
    if (answer == STORE_FOUND)
        store_column_text(statement, 0, text, NOTICE_SIZE);
    store_reset(statement);
    return answer != STORE_FAILED;
}

bool store_ban_address(struct store *store, const char *address, int64_t now_ms) {
    struct statement *statement = statement_of(store, BAN);
    store_bind_text(statement, 1, address);
    store_bind_number(statement, 2, now_ms);
    return store_begin(store) && store_run(store, statement);
}

bool store_unban_address(struct store *store, const char *address) {
    store_bind_text(statement_of(store, UNBAN), 1, address);
    return store_begin(store) && store_run(store, statement_of(store, UNBAN));
}

store_answer store_find_ban(struct store *store, const char *address) {
    struct statement *statement = statement_of(store, FIND_BAN);
    store_bind_text(statement, 1, address);
    store_answer answer = store_step(store, statement, "reading bans");
    store_reset(statement);
    return answer;
}

bool store_visit_bans(struct store *store, store_ban_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, LIST_BANS);
    store_answer answer;
    bool going = true;
    while (going && (answer = store_step(store, statement, "reading bans")) == STORE_FOUND) {
        char address[ADDRESS_TEXT];
        store_column_text(statement, 0, address, sizeof address);
        going = visit(context, address);
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

bool store_visit_counts(struct store *store, store_count_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, COUNTS);
    store_answer answer;
    bool going = true;
    while (going && (answer = store_step(store, statement, "counting games")) == STORE_FOUND) {
        char edition[32];
        store_column_text(statement, 0, edition, sizeof edition);
        going = visit(context, edition, (unsigned)store_column_number(statement, 1),
                      (uint64_t)store_column_number(statement, 2));
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

/* ---- the server's life ---- */

bool store_read_life(struct store *store, int64_t *time) {
    struct statement *statement = statement_of(store, READ_LIFE);
    store_answer answer = store_step(store, statement, "reading the last sign of life");
    *time = answer == STORE_FOUND ? store_column_number(statement, 0) : 0;
    store_reset(statement);
    return answer != STORE_FAILED;
}

bool store_read_gaps(struct store *store, outage_gaps *gaps) {
    struct statement *statement = statement_of(store, READ_GAPS);
    store_answer answer;
    bool ok = true;
    while (ok && (answer = store_step(store, statement, "reading gaps")) == STORE_FOUND)
        ok = gaps_add(gaps, store_column_number(statement, 0), store_column_number(statement, 1));
    store_reset(statement);
    return ok && answer == STORE_NONE;
}

bool store_put_life(struct store *store, int64_t time) {
    if (!store_begin(store))
        return false;
    struct statement *statement = statement_of(store, PUT_LIFE);
    store_bind_number(statement, 1, time);
    return store_run(store, statement);
}

bool store_put_gap(struct store *store, const outage_gap *gap) {
    if (!store_begin(store))
        return false;
    struct statement *statement = statement_of(store, PUT_GAP);
    store_bind_number(statement, 1, gap->began);
    store_bind_number(statement, 2, gap->ended);
    return store_run(store, statement);
}
