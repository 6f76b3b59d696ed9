/* What the store keeps of rated puzzles: each puzzle's rating; who has tried which, once; and of
 * each account which one it has been dealt and how many it has had right in a row. An account's own
 * rating is one of its ratings (store_accounts.h), in the group `puzzles`. */
#ifndef FLAGFALL_SERVER_PUZZLES_PUZZLE_ROWS_H
#define FLAGFALL_SERVER_PUZZLES_PUZZLE_ROWS_H

#include "server/base/glicko.h"
#include "server/base/person.h"
#include "server/database/store.h"
#include "server/puzzles/puzzle_shelf.h"

#define PUZZLE_RATING_GROUP "puzzles"

enum { PUZZLE_CHOICE = 8 }; /* that come into question for a deal */

typedef struct puzzle_rated {
    uint64_t id;
    glicko glicko;
    unsigned tries;
    int64_t time; /* of the last try, ms since 1970 */
} puzzle_rated;

typedef struct puzzle_solver {
    bool asked;       /* the next is in use */
    uint64_t present; /* dealt, and not answered yet */
    unsigned streak, best;
} puzzle_solver;

/* Those on the shelf can be dealt from now on, and no others; what is known of others stays. In the
 * store's batch. */
bool puzzle_rows_list(struct store *store, const puzzle_shelf *shelf);

/* Names of puzzles that the person has not tried, the nearest to that rating above and below it:
 * PUZZLE_CHOICE at most. Of many that are equally near, `lot`, a random number, says which.
 * STORE_NONE: there are none left. */
store_answer puzzle_rows_choose(struct store *store, const struct person *person, double rating,
                                uint64_t lot, uint64_t ids[PUZZLE_CHOICE], size_t *count);

/* What is known of a puzzle, which is about to be changed: of several servers no other changes it
 * before the batch ends, and what one has changed already is seen. */
store_answer puzzle_rows_hold(struct store *store, uint64_t id, puzzle_rated *rated);

/* Who has never been dealt any is as new: STORE_FOUND too. */
store_answer puzzle_rows_find_solver(struct store *store, const struct person *person,
                                     puzzle_solver *solver);

/* In the store's batch; false when it is spoilt. */
bool puzzle_rows_put_solver(struct store *store, const struct person *person,
                            const puzzle_solver *solver);
bool puzzle_rows_set(struct store *store, const puzzle_rated *rated); /* with one more try */

/* The same. Not `added`: the person has tried it before, perhaps at another server just now. */
bool puzzle_rows_add_try(struct store *store, const struct person *person, uint64_t id, bool right,
                         int64_t time, bool *added);

/* What the person has tried, by the puzzles' names. False where the store cannot be read. */
typedef void puzzle_try_visitor(void *context, uint64_t id, bool right, int64_t time);
bool puzzle_rows_visit_tries(struct store *store, const struct person *person,
                             puzzle_try_visitor *visit, void *context);

#endif
