/* Statements about lists of games. What must hold: a list is a list of numbers, which indexes alone
 * tell; each game is then read by its number. So a page of the file that is malformed costs the
 * games on it, and not every list that one of them belongs to. */
#include "server/store/store_games.h"
#include "server/store/store_parts.h"

enum {
    LIST_OPEN,
    LIST_OVER,
    LIST_SEATED,
    LIST_GOING,
    LIST_PHASE,
    LIST_UNSTARTED,
    LIST_ENDED,
    LIST_DIRECTED,
    LIST_WATCHABLE,
    FIND_LAST_TIME,
    COUNT_GAMES,
    COUNT_CHALLENGES,
    STATEMENTS
};

/* Is the game of a person's `seat` in the index of those that go on? */
#define GOES_ON                                                                                    \
    "EXISTS (SELECT 1 FROM game INDEXED BY game_going WHERE phase IN (0, 1, 2) AND phase < 3"      \
    " AND number = seat.game)"

#define NEWEST " ORDER BY number DESC LIMIT ?1"
#define COUNT_OF_PERSON                                                                            \
    "SELECT count(*), count(*) FILTER (WHERE phase < 3) FROM seat AS own"                          \
    " CROSS JOIN game ON number = own.game"

static const char *const statements[STATEMENTS] = {
    [LIST_OPEN] = "SELECT game FROM seat WHERE person = ?1 AND " GOES_ON " ORDER BY game DESC"
                  " LIMIT ?2",
    [LIST_OVER] = "SELECT game FROM seat WHERE person = ?1 AND game < ?2 AND NOT " GOES_ON
                  " ORDER BY game DESC LIMIT ?3",
    [LIST_SEATED] = "SELECT DISTINCT game FROM seat INDEXED BY seat_person WHERE person = ?1"
                    " AND game > ?2 ORDER BY game LIMIT ?3",
    [LIST_GOING] = "SELECT number FROM game INDEXED BY game_playing WHERE (phase = 1 OR phase = 2)"
                   " AND number > ?1 ORDER BY number LIMIT ?2",
    /* That phases are below 3 lets the index be used. */
    [LIST_PHASE] = "SELECT number FROM game INDEXED BY game_going WHERE phase = ?1 AND phase < 3"
                   " AND number > ?2 ORDER BY number LIMIT ?3",
    [LIST_UNSTARTED] = "SELECT number FROM game INDEXED BY game_unstarted WHERE phase = 3"
                       " AND started IS NULL AND phase = ?1 AND number > ?2"
                       " ORDER BY number LIMIT ?3",
    [LIST_ENDED] =
        "SELECT number, ended FROM game INDEXED BY game_ended WHERE phase = 3 AND ended >= ?1"
        " AND (ended > ?1 OR number > ?2) AND ended < ?3"
        " ORDER BY ended, number LIMIT ?4",
    [LIST_DIRECTED] = "SELECT number FROM game INDEXED BY game_directed"
                      " WHERE phase = 0 AND directed = ?2" NEWEST,
    [LIST_WATCHABLE] = "SELECT number FROM game INDEXED BY game_watch"
                       " WHERE phase = 2 AND watch = 1" NEWEST,
    [FIND_LAST_TIME] = "SELECT time FROM act WHERE game = ?1 ORDER BY number DESC LIMIT 1",
    [COUNT_GAMES] = COUNT_OF_PERSON " WHERE own.person = ?",
    [COUNT_CHALLENGES] = COUNT_OF_PERSON " WHERE own.person = ? AND phase = 0",
};

const store_part store_part_lists = {statements, STATEMENTS};

/* `all`: those too of which nothing but the number can be told. `at`, not null, becomes the
 * place that each has in the list. */
static bool visit_games(struct store *store, struct statement *statement, bool all, store_ended *at,
                        store_game_visitor *visit, void *context) {
    store_answer answer = STORE_NONE;
    bool going = true;
    while (going && (answer = store_step(store, statement, "reading games")) == STORE_FOUND) {
        store_game game;
        store_answer found = store_find_number(store, store_column_number(statement, 0), &game);
        if (at)
            *at = (store_ended){store_column_number(statement, 1), game.number};
        bool shown = found == STORE_FOUND || (found == STORE_DAMAGED && (all || game.id[0]));
        going = found != STORE_FAILED && (!shown || visit(context, &game));
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

bool store_visit_open(struct store *store, const struct person *person, unsigned limit,
                      store_game_visitor *visit, void *context) {
    struct statement *statement = store->statement[PART_LISTS][LIST_OPEN];
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, limit);
    return visit_games(store, statement, false, NULL, visit, context);
}

bool store_visit_over(struct store *store, const struct person *person, const store_page *page,
                      store_game_visitor *visit, void *context) {
    struct statement *statement = store->statement[PART_LISTS][LIST_OVER];
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, page->before);
    store_bind_number(statement, 3, page->limit);
    return visit_games(store, statement, false, NULL, visit, context);
}

bool store_visit_seated(struct store *store, const struct person *person, int64_t after,
                        unsigned limit, store_game_visitor *visit, void *context) {
    struct statement *statement = store->statement[PART_LISTS][LIST_SEATED];
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, after);
    store_bind_number(statement, 3, limit);
    return visit_games(store, statement, true, NULL, visit, context);
}

bool store_visit_going(struct store *store, int64_t after, unsigned limit,
                       store_game_visitor *visit, void *context) {
    struct statement *statement = store->statement[PART_LISTS][LIST_GOING];
    store_bind_number(statement, 1, after);
    store_bind_number(statement, 2, limit);
    return visit_games(store, statement, false, NULL, visit, context);
}

bool store_visit_phase(struct store *store, phase wanted, int64_t after, unsigned limit,
                       store_game_visitor *visit, void *context) {
    int list = wanted == PHASE_OVER ? LIST_UNSTARTED : LIST_PHASE;
    struct statement *statement = store->statement[PART_LISTS][list];
    store_bind_number(statement, 1, wanted);
    store_bind_number(statement, 2, after);
    store_bind_number(statement, 3, limit);
    return visit_games(store, statement, true, NULL, visit, context);
}

bool store_visit_ended(struct store *store, store_ended *at, int64_t before, unsigned limit,
                       store_game_visitor *visit, void *context) {
    struct statement *statement = store->statement[PART_LISTS][LIST_ENDED];
    store_bind_number(statement, 1, at->time);
    store_bind_number(statement, 2, at->number);
    store_bind_number(statement, 3, before);
    store_bind_number(statement, 4, limit);
    return visit_games(store, statement, true, at, visit, context);
}

bool store_find_last_time(struct store *store, const store_game *game, int64_t *time) {
    struct statement *statement = store->statement[PART_LISTS][FIND_LAST_TIME];
    store_bind_number(statement, 1, game->number);
    store_answer answer = store_step(store, statement, "reading a game");
    *time = answer == STORE_FOUND ? store_column_number(statement, 0) : game->created;
    store_reset(statement);
    return answer != STORE_FAILED;
}

static bool visit_newest(struct store *store, int index, unsigned limit, store_game_visitor *visit,
                         void *context) {
    struct statement *statement = store->statement[PART_LISTS][index];
    store_bind_number(statement, 1, limit);
    return visit_games(store, statement, false, NULL, visit, context);
}

bool store_visit_directed(struct store *store, const struct person *person, unsigned limit,
                          store_game_visitor *visit, void *context) {
    store_bind_person(store->statement[PART_LISTS][LIST_DIRECTED], 2, person);
    return visit_newest(store, LIST_DIRECTED, limit, visit, context);
}

bool store_visit_watchable(struct store *store, unsigned limit, store_game_visitor *visit,
                           void *context) {
    return visit_newest(store, LIST_WATCHABLE, limit, visit, context);
}

static bool count(struct store *store, int index, const struct person *person, unsigned *all,
                  unsigned *open) {
    struct statement *statement = store->statement[PART_LISTS][index];
    store_bind_person(statement, 1, person);
    bool ok = store_step(store, statement, "counting games") == STORE_FOUND;
    if (ok) {
        *all = (unsigned)store_column_number(statement, 0);
        *open = (unsigned)store_column_number(statement, 1);
    }
    store_reset(statement);
    return ok;
}

bool store_count_games(struct store *store, const struct person *person, unsigned *all,
                       unsigned *open) {
    return count(store, COUNT_GAMES, person, all, open);
}

bool store_count_challenges(struct store *store, const struct person *person, unsigned *offers) {
    unsigned open;
    return count(store, COUNT_CHALLENGES, person, offers, &open);
}
