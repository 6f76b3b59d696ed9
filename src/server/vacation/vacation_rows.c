/* Statements about vacations. */
#include "server/vacation/vacation_rows.h"

#include "server/database/store_nodes.h"
#include "server/store/store_parts.h"

enum { FIND, HOLD, FIND_DUE, PUT, STATEMENTS };

static const char *const statements[STATEMENTS] = {
    [FIND] = "SELECT person, year, used, since, until FROM vacation WHERE person = ?1",
    [HOLD] = "SELECT person, year, used, since, until FROM vacation WHERE person = ?1"
             " /* FOR UPDATE */",
    [FIND_DUE] = "SELECT person, year, used, since, until FROM vacation"
                 " WHERE until IS NOT NULL AND until > ?1 AND until <= ?2 ORDER BY until LIMIT 1",
    [PUT] = "INSERT INTO vacation (person, year, used, since, until) VALUES (?1, ?2, ?3, ?4, ?5)"
            " ON CONFLICT (person) DO UPDATE SET year = excluded.year, used = excluded.used,"
            " since = excluded.since, until = excluded.until",
};

const store_part store_part_vacation = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_VACATION][which];
}

static store_answer read_row(struct store *store, struct statement *statement, vacation_row *row) {
    store_answer answer = store_step(store, statement, "reading a vacation");
    if (answer == STORE_FOUND) {
        store_column_person(statement, 0, &row->person);
        row->year = store_column_number(statement, 1);
        row->used = store_column_number(statement, 2);
        row->since = store_column_number(statement, 3);
        row->until = store_column_number(statement, 4);
    }
    store_reset(statement);
    return answer;
}

static store_answer find(struct store *store, int which, const struct person *person,
                         vacation_row *row) {
    struct statement *statement = statement_of(store, which);
    *row = (vacation_row){.person = *person};
    store_bind_person(statement, 1, person);
    return read_row(store, statement, row) == STORE_FAILED ? STORE_FAILED : STORE_FOUND;
}

store_answer vacation_find(struct store *store, const struct person *person, vacation_row *row) {
    return find(store, FIND, person, row);
}

store_answer vacation_hold(struct store *store, const struct person *person, vacation_row *row) {
    bool holds = store_is_shared(store);
    if (holds && !store_begin(store))
        return STORE_FAILED;
    store_answer answer = find(store, holds ? HOLD : FIND, person, row);
    if (holds && answer == STORE_FAILED)
        store_spoil(store);
    return answer;
}

store_answer vacation_find_due(struct store *store, int64_t after, int64_t now, vacation_row *row) {
    struct statement *statement = statement_of(store, FIND_DUE);
    store_bind_number(statement, 1, after);
    store_bind_number(statement, 2, now);
    return read_row(store, statement, row);
}

bool vacation_put(struct store *store, const vacation_row *row) {
    struct statement *statement = statement_of(store, PUT);
    store_bind_number(statement, 2, row->year);
    store_bind_number(statement, 3, row->used);
    store_bind_maybe(statement, 4, row->until ? row->since : STORE_NULL);
    store_bind_maybe(statement, 5, row->until ? row->until : STORE_NULL);
    return store_run_for(store, statement, &row->person);
}
