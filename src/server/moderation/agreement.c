/* Statements about agreement with the computer: a row for each seat of a game. What must hold: a
 * game has both of its rows or none, for they are written in one batch. */
#include "server/moderation/agreement.h"

#include "server/store/store_parts.h"

enum { PUT, FIND, STATEMENTS };

/* PUT takes the game's number from its table, so that a game which was deleted while the thread
 * looked at it gets no rows; and what is known of a game already stays. */
static const char *const statements[STATEMENTS] = {
    [PUT] = "INSERT INTO agreement (game, seat, nodes, moves, same, doubtful, loss)"
            " SELECT number, ?2, ?3, ?4, ?5, ?6, ?7 FROM game WHERE number = ?1"
            " ON CONFLICT (game, seat) DO NOTHING",
    [FIND] = "SELECT seat, nodes, moves, same, doubtful, loss FROM agreement WHERE game = ?1",
};

const store_part store_part_agreement = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_AGREEMENT][which];
}

bool agreement_put(struct store *store, int64_t game, const agreement found[2]) {
    bool ok = store_begin(store);
    for (int seat = FF_RED; ok && seat <= FF_BLUE; seat++) {
        struct statement *statement = statement_of(store, PUT);
        store_bind_number(statement, 1, game);
        store_bind_number(statement, 2, seat);
        store_bind_number(statement, 3, found[seat].nodes);
        store_bind_number(statement, 4, found[seat].moves);
        store_bind_number(statement, 5, found[seat].same);
        store_bind_number(statement, 6, found[seat].doubtful);
        store_bind_real(statement, 7, found[seat].loss);
        ok = store_run(store, statement);
    }
    return ok;
}

/* One row of two is as good as none: only a damaged store has it, and the game is looked at again.
 */
store_answer agreement_find(struct store *store, int64_t game, agreement found[2]) {
    struct statement *statement = statement_of(store, FIND);
    store_answer answer;
    unsigned seats = 0;
    store_bind_number(statement, 1, game);
    while ((answer = store_step(store, statement, "reading an agreement")) == STORE_FOUND) {
        found[store_column_number(statement, 0) == FF_BLUE] =
            (agreement){.nodes = (unsigned)store_column_number(statement, 1),
                        .moves = (unsigned)store_column_number(statement, 2),
                        .same = (unsigned)store_column_number(statement, 3),
                        .doubtful = (unsigned)store_column_number(statement, 4),
                        .loss = store_column_real(statement, 5)};
        seats++;
    }
    store_reset(statement);
    return answer == STORE_FAILED ? STORE_FAILED : seats == 2 ? STORE_FOUND : STORE_NONE;
}
