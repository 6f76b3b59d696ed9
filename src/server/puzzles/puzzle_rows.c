/* Statements about rated puzzles. What must hold: a person has one row for each puzzle tried,
 * written with both ratings in one batch, so that the first answer counts and no other. A puzzle's
 * name is 64 bits of a hash, kept as the store's signed number: the same bits. */
#include "server/puzzles/puzzle_rows.h"

#include "server/database/store_nodes.h"
#include "server/store/store_parts.h"

#include <stdlib.h>
#include <string.h>

enum {
    LIST_LISTED,
    UNLIST,
    LIST,
    CHOOSE_ABOVE,
    CHOOSE_BELOW,
    CHOOSE_FROM,
    CHOOSE_BEFORE,
    HOLD,
    SET,
    ADD_TRY,
    FIND_SOLVER,
    PUT_SOLVER,
    LIST_TRIES,
    STATEMENTS
};

/* Ends where the condition on the rating begins; `rating` and `listed` are an index of the table.
 */
#define UNTRIED                                                                                    \
    "SELECT id, rating FROM puzzle WHERE listed = 1 AND NOT EXISTS (SELECT 1 FROM puzzle_try"      \
    " WHERE person = ?1 AND puzzle = puzzle.id) AND "

static const char *const statements[STATEMENTS] = {
    [LIST_LISTED] = "SELECT id FROM puzzle WHERE listed = 1",
    [UNLIST] = "UPDATE puzzle SET listed = 0 WHERE id = ?1",
    [LIST] = "INSERT INTO puzzle (id, listed, rating, deviation, volatility, tries, time)"
             " VALUES (?1, 1, ?2, ?3, ?4, 0, 0) ON CONFLICT (id) DO UPDATE SET listed = 1",
    [CHOOSE_ABOVE] = UNTRIED "rating >= ?2 ORDER BY rating LIMIT ?3",
    [CHOOSE_BELOW] = UNTRIED "rating < ?2 ORDER BY rating DESC LIMIT ?3",
    [CHOOSE_FROM] = UNTRIED "rating = ?2 AND id >= ?4 ORDER BY id LIMIT ?3",
    [CHOOSE_BEFORE] = UNTRIED "rating = ?2 AND id < ?4 ORDER BY id LIMIT ?3",
    [HOLD] = "SELECT rating, deviation, volatility, tries, time FROM puzzle WHERE id = ?1"
             " /* FOR UPDATE */",
    [SET] = "UPDATE puzzle SET rating = ?2, deviation = ?3, volatility = ?4, tries = ?5, time = ?6"
            " WHERE id = ?1 AND tries < ?5 " CHANGES_ONE,
    [ADD_TRY] = "INSERT INTO puzzle_try (person, puzzle, solved, time) VALUES (?1, ?2, ?3, ?4)"
                " ON CONFLICT DO NOTHING",
    [FIND_SOLVER] = "SELECT present, streak, best FROM puzzle_solver WHERE person = ?1",
    [PUT_SOLVER] = "INSERT INTO puzzle_solver (person, present, streak, best)"
                   " VALUES (?1, ?2, ?3, ?4) ON CONFLICT (person) DO UPDATE SET"
                   " present = excluded.present, streak = excluded.streak, best = excluded.best",
    [LIST_TRIES] = "SELECT puzzle, solved, time FROM puzzle_try WHERE person = ?1 ORDER BY puzzle",
};

const store_part store_part_puzzles = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_PUZZLES][which];
}

static void bind_glicko(struct statement *statement, const glicko *rating) {
    store_bind_real(statement, 2, rating->rating);
    store_bind_real(statement, 3, rating->deviation);
    store_bind_real(statement, 4, rating->volatility);
}

/* ---- which there are ---- */

static bool list(struct store *store, uint64_t id) {
    const glicko fresh = glicko_new();
    struct statement *statement = statement_of(store, LIST);
    store_bind_number(statement, 1, (int64_t)id);
    bind_glicko(statement, &fresh);
    return store_begin(store) && store_run(store, statement);
}

/* Marks the places of the shelf that are listed; what is listed and not on the shelf comes into
 * `gone`, as numbers of 8 bytes: rows are not changed while a statement reads them. */
static bool find_listed(struct store *store, const puzzle_shelf *shelf, bool *listed,
                        ff_buffer *gone) {
    struct statement *statement = statement_of(store, LIST_LISTED);
    store_answer answer;
    while ((answer = store_step(store, statement, "listing puzzles")) == STORE_FOUND) {
        int64_t id = store_column_number(statement, 0);
        size_t place;
        if (puzzle_shelf_place(shelf, (uint64_t)id, &place))
            listed[place] = true;
        else
            ff_buffer_add(gone, (const char *)&id, sizeof id);
    }
    store_reset(statement);
    return answer == STORE_NONE && !gone->failed;
}

static bool unlist_all(struct store *store, const ff_buffer *gone) {
    bool ok = true;
    for (size_t at = 0; ok && at < gone->size; at += sizeof(int64_t)) {
        int64_t id;
        memcpy(&id, gone->data + at, sizeof id);
        struct statement *statement = statement_of(store, UNLIST);
        store_bind_number(statement, 1, id);
        ok = store_begin(store) && store_run(store, statement);
    }
    return ok;
}

/* A start with the same puzzles writes nothing: of 100,000 puzzles that would be a long batch each
 * time. */
bool puzzle_rows_list(struct store *store, const puzzle_shelf *shelf) {
    size_t count = puzzle_shelf_count(shelf);
    bool *listed = calloc(count + 1, sizeof *listed);
    ff_buffer gone = {0};
    bool ok = listed && find_listed(store, shelf, listed, &gone) && unlist_all(store, &gone);
    for (size_t i = 0; ok && i < count; i++)
        ok = listed[i] || list(store, puzzle_shelf_id(shelf, i));
    ff_buffer_free(&gone);
    free(listed);
    return ok;
}

/* ---- choosing ---- */

/* Half of the choice is harder than the person, half easier: with the nearest eight alone somebody
 * at the edge of the ratings would meet only one kind. */
enum { EACH_SIDE = PUZZLE_CHOICE / 2 };

typedef struct choosing {
    struct store *store;
    const struct person *person;
    int64_t lot;
    struct found {
        uint64_t id;
        double rating;
    } found[PUZZLE_CHOICE];
    size_t count;
} choosing;

/* Adds what the statement finds, until there are `most`. False where the store cannot be read. */
static bool add(choosing *at, int which, double rating, size_t most) {
    struct statement *statement = statement_of(at->store, which);
    store_answer answer = STORE_NONE;
    if (at->count == most)
        return true;
    store_bind_person(statement, 1, at->person);
    store_bind_number(statement, 3, (int64_t)(most - at->count));
    store_bind_real(statement, 2, rating);
    if (which == CHOOSE_FROM || which == CHOOSE_BEFORE)
        store_bind_number(statement, 4, at->lot);
    while ((answer = store_step(at->store, statement, "choosing a puzzle")) == STORE_FOUND)
        at->found[at->count++] = (struct found){(uint64_t)store_column_number(statement, 0),
                                                store_column_real(statement, 1)};
    store_reset(statement);
    return answer == STORE_NONE;
}

/* Adds those on one side of the rating. Of the last one's rating there may be more, as of all that
 * nobody has tried yet: which of them come is drawn by lot, as names from `lot` on and, where these
 * are too few, from the lowest name on. So a deal costs a few rows of an index and not all that are
 * equal. */
static bool add_side(choosing *at, int side, double rating) {
    size_t begin = at->count, most = begin + EACH_SIDE;
    if (!add(at, side, rating, most))
        return false;
    if (at->count < most)
        return true;
    double last = at->found[most - 1].rating;
    while (at->count > begin && at->found[at->count - 1].rating == last)
        at->count--;
    return add(at, CHOOSE_FROM, last, most) && add(at, CHOOSE_BEFORE, last, most);
}

store_answer puzzle_rows_choose(struct store *store, const struct person *person, double rating,
                                uint64_t lot, uint64_t ids[PUZZLE_CHOICE], size_t *count) {
    choosing at = {.store = store, .person = person, .lot = (int64_t)lot};
    if (!add_side(&at, CHOOSE_ABOVE, rating) || !add_side(&at, CHOOSE_BELOW, rating))
        return STORE_FAILED;
    for (size_t i = 0; i < at.count; i++)
        ids[i] = at.found[i].id;
    *count = at.count;
    return at.count > 0 ? STORE_FOUND : STORE_NONE;
}

/* ---- one puzzle, one person ---- */

store_answer puzzle_rows_hold(struct store *store, uint64_t id, puzzle_rated *rated) {
    struct statement *statement = statement_of(store, HOLD);
    bool shared = store_is_shared(store);
    if (shared && !store_begin(store))
        return STORE_FAILED;
    store_bind_number(statement, 1, (int64_t)id);
    store_answer answer = store_step(store, statement, "reading a puzzle");
    *rated = (puzzle_rated){.id = id, .glicko = glicko_new()};
    if (answer == STORE_FOUND) {
        rated->glicko =
            glicko_stored(store_column_real(statement, 0), store_column_real(statement, 1),
                          store_column_real(statement, 2));
        rated->tries = (unsigned)store_column_number(statement, 3);
        rated->time = store_column_number(statement, 4);
    }
    store_reset(statement);
    if (shared && answer == STORE_FAILED)
        store_spoil(store);
    return answer;
}

/* Each try counts on: of two servers that have read the same row the second one meets a conflict.
 */
bool puzzle_rows_set(struct store *store, const puzzle_rated *rated) {
    struct statement *statement = statement_of(store, SET);
    store_bind_number(statement, 1, (int64_t)rated->id);
    bind_glicko(statement, &rated->glicko);
    store_bind_number(statement, 5, rated->tries);
    store_bind_number(statement, 6, rated->time);
    return store_begin(store) && store_run(store, statement);
}

bool puzzle_rows_add_try(struct store *store, const struct person *person, uint64_t id, bool right,
                         int64_t time, bool *added) {
    struct statement *statement = statement_of(store, ADD_TRY);
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, (int64_t)id);
    store_bind_number(statement, 3, right);
    store_bind_number(statement, 4, time);
    return store_run_asking(store, statement, added);
}

store_answer puzzle_rows_find_solver(struct store *store, const struct person *person,
                                     puzzle_solver *solver) {
    struct statement *statement = statement_of(store, FIND_SOLVER);
    store_bind_person(statement, 1, person);
    store_answer answer = store_step(store, statement, "reading who solves puzzles");
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
bool puzzle_rows_put_solver(struct store *store, const struct person *person,
                            const puzzle_solver *solver) {
    struct statement *statement = statement_of(store, PUT_SOLVER);
    store_bind_maybe(statement, 2, solver->asked ? (int64_t)solver->present : STORE_NULL);
    store_bind_number(statement, 3, solver->streak);
    store_bind_number(statement, 4, solver->best);
    return store_run_for(store, statement, person);
}

bool puzzle_rows_visit_tries(struct store *store, const struct person *person,
                             puzzle_try_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, LIST_TRIES);
    store_answer answer = STORE_NONE;
    store_bind_person(statement, 1, person);
    while ((answer = store_step(store, statement, "reading tries")) == STORE_FOUND)
        visit(context, (uint64_t)store_column_number(statement, 0),
              store_column_number(statement, 1) != 0, store_column_number(statement, 2));
    store_reset(statement);
    return answer == STORE_NONE;
}
