/* What must hold: a person has one row a puzzle, written with both ratings in one batch, so that
 * the first answer counts and no other. */
#include "server/puzzles/puzzle_rows.h"

#include "server/database/store_sql.h"

#include <stdlib.h>

enum {
    UNLIST,
    LIST,
    CHOOSE_ABOVE,
    CHOOSE_BELOW,
    FIND,
    SET,
    ADD_TRY,
    FIND_SOLVER,
    PUT_SOLVER,
    LIST_TRIES,
    STATEMENTS
};

#define UNTRIED                                                                                    \
    "SELECT id FROM puzzle WHERE listed = 1 AND NOT EXISTS (SELECT 1 FROM puzzle_try"              \
    " WHERE person = ?1 AND puzzle = puzzle.id) AND "

static const char *const statements[STATEMENTS] = {
    [UNLIST] = "UPDATE puzzle SET listed = 0 WHERE listed = 1",
    [LIST] = "INSERT INTO puzzle (id, listed, rating, deviation, volatility, tries, time)"
             " VALUES (?1, 1, ?2, ?3, ?4, 0, 0) ON CONFLICT (id) DO UPDATE SET listed = 1",
    [CHOOSE_ABOVE] = UNTRIED "rating >= ?2 ORDER BY rating LIMIT ?3",
    [CHOOSE_BELOW] = UNTRIED "rating < ?2 ORDER BY rating DESC LIMIT ?3",
    [FIND] = "SELECT rating, deviation, volatility, tries, time FROM puzzle WHERE id = ?1",
    [SET] = "UPDATE puzzle SET rating = ?2, deviation = ?3, volatility = ?4, tries = ?5, time = ?6"
            " WHERE id = ?1",
    [ADD_TRY] = "INSERT INTO puzzle_try (person, puzzle, solved, time) VALUES (?1, ?2, ?3, ?4)",
    [FIND_SOLVER] = "SELECT present, streak, best FROM puzzle_solver WHERE person = ?1",
    [PUT_SOLVER] = "INSERT INTO puzzle_solver (person, present, streak, best)"
                   " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (person) DO UPDATE SET"
                   " present = excluded.present, streak = excluded.streak, best = excluded.best",
    [LIST_TRIES] = "SELECT puzzle, solved, time FROM puzzle_try WHERE person = ?1 ORDER BY puzzle",
};

struct puzzle_rows {
    struct store *store;
    struct statement *statement[STATEMENTS];
};

puzzle_rows *puzzle_rows_open(struct store *store) {
    puzzle_rows *rows = calloc(1, sizeof *rows);
    if (!rows)
        return NULL;
    rows->store = store;
    for (int i = 0; i < STATEMENTS; i++) {
        rows->statement[i] = store_prepare(store, statements[i]);
        if (!rows->statement[i]) {
            puzzle_rows_close(rows);
            return NULL;
        }
    }
    return rows;
}

void puzzle_rows_close(puzzle_rows *rows) {
    if (!rows)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        store_finalize(rows->statement[i]);
    free(rows);
}

static bool write_row(puzzle_rows *rows, struct statement *statement) {
    return store_begin(rows->store) && store_run(rows->store, statement);
}

static void bind_glicko(struct statement *statement, const glicko *rating) {
    store_bind_real(statement, 2, rating->rating);
    store_bind_real(statement, 3, rating->deviation);
    store_bind_real(statement, 4, rating->volatility);
}

/* ---- which there are ---- */

bool puzzle_rows_list(puzzle_rows *rows, const puzzle_shelf *shelf) {
    const glicko fresh = glicko_new();
    struct statement *list = rows->statement[LIST];
    bool ok = write_row(rows, rows->statement[UNLIST]);
    for (size_t i = 0; ok && i < puzzle_shelf_count(shelf); i++) {
        store_bind_number(list, 1, (int64_t)puzzle_shelf_id(shelf, i));
        bind_glicko(list, &fresh);
        ok = write_row(rows, list);
    }
    return ok;
}

/* Adds those on one side of the rating. False where the store cannot be read. */
static bool choose(puzzle_rows *rows, int side, const struct person *person, double rating,
                   uint64_t *ids, size_t *count) {
    struct statement *statement = rows->statement[side];
    store_answer answer = STORE_NONE;
    store_bind_person(statement, 1, person);
    store_bind_real(statement, 2, rating);
    store_bind_number(statement, 3, PUZZLE_CHOICE / 2);
    while ((answer = store_step(rows->store, statement, "choosing a puzzle")) == STORE_FOUND)
        ids[(*count)++] = (uint64_t)store_column_number(statement, 0);
    store_reset(statement);
    return answer == STORE_NONE;
}

store_answer puzzle_rows_choose(puzzle_rows *rows, const struct person *person, double rating,
                                uint64_t ids[PUZZLE_CHOICE], size_t *count) {
    *count = 0;
    if (!choose(rows, CHOOSE_ABOVE, person, rating, ids, count) ||
        !choose(rows, CHOOSE_BELOW, person, rating, ids, count))
        return STORE_FAILED;
    return *count > 0 ? STORE_FOUND : STORE_NONE;
}

/* ---- one puzzle, one person ---- */

store_answer puzzle_rows_find(puzzle_rows *rows, uint64_t id, puzzle_rated *rated) {
    struct statement *statement = rows->statement[FIND];
    store_bind_number(statement, 1, (int64_t)id);
    store_answer answer = store_step(rows->store, statement, "reading a puzzle");
    *rated = (puzzle_rated){.id = id, .glicko = glicko_new()};
    if (answer == STORE_FOUND) {
        rated->glicko = (glicko){store_column_real(statement, 0), store_column_real(statement, 1),
                                 store_column_real(statement, 2)};
        rated->tries = (unsigned)store_column_number(statement, 3);
        rated->time = store_column_number(statement, 4);
    }
    store_reset(statement);
    return answer;
}

bool puzzle_rows_set(puzzle_rows *rows, const puzzle_rated *rated) {
    struct statement *statement = rows->statement[SET];
    store_bind_number(statement, 1, (int64_t)rated->id);
    bind_glicko(statement, &rated->glicko);
    store_bind_number(statement, 5, rated->tries);
    store_bind_number(statement, 6, rated->time);
    return write_row(rows, statement);
}

bool puzzle_rows_add_try(puzzle_rows *rows, const struct person *person, uint64_t id, bool right,
                         int64_t time) {
    struct statement *statement = rows->statement[ADD_TRY];
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, (int64_t)id);
    store_bind_number(statement, 3, right);
    store_bind_number(statement, 4, time);
    return write_row(rows, statement);
}

store_answer puzzle_rows_find_solver(puzzle_rows *rows, const struct person *person,
                                     puzzle_solver *solver) {
    struct statement *statement = rows->statement[FIND_SOLVER];
    store_bind_person(statement, 1, person);
    store_answer answer = store_step(rows->store, statement, "reading who solves puzzles");
    *solver = (puzzle_solver){.asked = false};
    if (answer == STORE_FOUND) {
        solver->asked = !store_column_is_null(statement, 0);
        solver->present = (uint64_t)store_column_number(statement, 0);
        solver->streak = (unsigned)store_column_number(statement, 1);
        solver->best = (unsigned)store_column_number(statement, 2);
    }
    store_reset(statement);
    return answer == STORE_FAILED ? STORE_FAILED : STORE_FOUND;
}

/* A name may be any number, so that one which is none is told apart by being null: 0 is as good as
 * any other. */
bool puzzle_rows_put_solver(puzzle_rows *rows, const struct person *person,
                            const puzzle_solver *solver) {
    struct statement *statement = rows->statement[PUT_SOLVER];
    store_bind_person(statement, 1, person);
    store_bind_maybe(statement, 2, solver->asked ? (int64_t)solver->present : STORE_NULL);
    store_bind_number(statement, 3, solver->streak);
    store_bind_number(statement, 4, solver->best);
    return write_row(rows, statement);
}

bool puzzle_rows_visit_tries(puzzle_rows *rows, const struct person *person,
                             puzzle_try_visitor *visit, void *context) {
    struct statement *statement = rows->statement[LIST_TRIES];
    store_answer answer = STORE_NONE;
    store_bind_person(statement, 1, person);
    while ((answer = store_step(rows->store, statement, "reading tries")) == STORE_FOUND)
        visit(context, (uint64_t)store_column_number(statement, 0),
              store_column_number(statement, 1) != 0, store_column_number(statement, 2));
    store_reset(statement);
    return answer == STORE_NONE;
}
