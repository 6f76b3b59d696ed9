#include "server/store_parts.h"

enum { LIST_OPEN, LIST_OVER, LIST_GOING, COUNT_GAMES, COUNT_CHALLENGES, STATEMENTS };

#define SELECT "SELECT " STORE_GAME_COLUMNS " FROM "
/* The person's seat comes first, so that its index leads. A person has one seat of a
 * game. */
#define OF_PERSON "seat AS own CROSS JOIN " STORE_GAME_TABLES " AND number = own.game"

#define WHERE_OVER " WHERE own.person = ?1 AND own.game < ?2 AND phase = 3"
#define COUNT_OF_PERSON                                                                            \
    "SELECT count(*), count(*) FILTER (WHERE phase < 3) FROM seat AS own"                          \
    " CROSS JOIN game ON number = own.game"

static const char *const statements[STATEMENTS] = {
    [LIST_OPEN] = SELECT OF_PERSON " WHERE own.person = ?1 AND phase < 3 ORDER BY own.game DESC",
    [LIST_OVER] = SELECT OF_PERSON WHERE_OVER " ORDER BY own.game DESC LIMIT ?3",
    [LIST_GOING] = SELECT STORE_GAME_TABLES " WHERE phase = 1 OR phase = 2 ORDER BY number",
    [COUNT_GAMES] = COUNT_OF_PERSON " WHERE own.person = ?",
    [COUNT_CHALLENGES] = COUNT_OF_PERSON " WHERE own.person = ? AND phase = 0",
};

const store_part store_part_lists = {statements, STATEMENTS};

bool store_visit_rows(ff_store *store, sqlite3_stmt *statement, store_game_visitor *visit,
                      void *context) {
    store_answer answer;
    bool going = true;
    while (going && (answer = store_step(store, statement, "reading games")) == STORE_FOUND) {
        store_game game;
        store_read_game(statement, &game);
        going = visit(context, &game);
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

bool store_visit_open(ff_store *store, const ff_person *person, store_game_visitor *visit,
                      void *context) {
    sqlite3_stmt *statement = store->statement[PART_LISTS][LIST_OPEN];
    store_bind_person(statement, 1, person);
    return store_visit_rows(store, statement, visit, context);
}

bool store_visit_over(ff_store *store, const ff_person *person, const store_page *page,
                      store_game_visitor *visit, void *context) {
    sqlite3_stmt *statement = store->statement[PART_LISTS][LIST_OVER];
    store_bind_person(statement, 1, person);
    sqlite3_bind_int64(statement, 2, page->before);
    sqlite3_bind_int64(statement, 3, page->limit);
    return store_visit_rows(store, statement, visit, context);
}

bool store_visit_going(ff_store *store, store_game_visitor *visit, void *context) {
    return store_visit_rows(store, store->statement[PART_LISTS][LIST_GOING], visit, context);
}

static bool count(ff_store *store, int index, const ff_person *person, unsigned *all,
                  unsigned *open) {
    sqlite3_stmt *statement = store->statement[PART_LISTS][index];
    store_bind_person(statement, 1, person);
    bool ok = store_step(store, statement, "counting games") == STORE_FOUND;
    if (ok) {
        *all = (unsigned)sqlite3_column_int(statement, 0);
        *open = (unsigned)sqlite3_column_int(statement, 1);
    }
    store_reset(statement);
    return ok;
}

bool store_count_games(ff_store *store, const ff_person *person, unsigned *all, unsigned *open) {
    return count(store, COUNT_GAMES, person, all, open);
}

bool store_count_challenges(ff_store *store, const ff_person *person, unsigned *offers) {
    unsigned open;
    return count(store, COUNT_CHALLENGES, person, offers, &open);
}
