#include "server/store_parts.h"

#include <string.h>
#include <time.h>

#define GAME_COLUMNS                                                                               \
    "id, owner, edition, opponent, seat, memory, seed, created, phase, result, plies"

enum {
    ADD_GAME,
    ADD_ACT,
    UPDATE_GAME,
    FIND_GAME,
    FIND_ANY_GAME,
    LIST_ACTS,
    LIST_GAMES,
    LIST_WAITING,
    COUNT_GAMES,
    STATEMENTS
};

/* Games are numbered as they come (rowid): the newest has the highest. Red is seat 0 and moves on
 * even plies; a computer that has not set up is waited for in phase 0. */
static const char *const statements[STATEMENTS] = {
    [ADD_GAME] = "INSERT INTO game (" GAME_COLUMNS ") VALUES (?,?,?,?,?,?,?,?,?,?,?)",
    [ADD_ACT] = "INSERT INTO act (game, number, kind, seat, text, time) VALUES (?,?,?,?,?,?)",
    [UPDATE_GAME] = "UPDATE game SET phase = ?2, result = ?3, plies = ?4 WHERE id = ?1",
    [FIND_GAME] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ? AND owner = ?",
    [FIND_ANY_GAME] = "SELECT " GAME_COLUMNS " FROM game WHERE id = ?",
    [LIST_ACTS] = "SELECT kind, seat, text FROM act WHERE game = ? ORDER BY number",
    [LIST_GAMES] = "SELECT " GAME_COLUMNS " FROM game WHERE owner = ?1 AND (phase < 2 OR id IN"
                   " (SELECT id FROM game WHERE owner = ?1 AND phase = 2"
                   " ORDER BY rowid DESC LIMIT ?2)) ORDER BY rowid DESC",
    [LIST_WAITING] = "SELECT " GAME_COLUMNS " FROM game WHERE (phase = 1 AND plies % 2 <> seat) OR"
                     " (phase = 0 AND NOT EXISTS (SELECT 1 FROM act WHERE act.game = game.id"
                     " AND act.seat <> game.seat)) ORDER BY rowid",
    [COUNT_GAMES] = "SELECT count(*), count(*) FILTER (WHERE phase < 2) FROM game WHERE owner = ?",
};

const store_part store_part_games = {statements, STATEMENTS};

/* ---- writing ---- */

bool store_add_game(ff_store *store, const store_game *game) {
    if (!store_begin(store))
        return false;
    sqlite3_stmt *statement = store->statement[PART_GAMES][ADD_GAME];
    store_bind_text(statement, 1, game->id);
    store_bind_guest(statement, 2, &game->owner);
    store_bind_text(statement, 3, game->edition);
    store_bind_text(statement, 4, game->opponent);
    sqlite3_bind_int(statement, 5, game->seat);
    sqlite3_bind_int(statement, 6, game->memory);
    sqlite3_bind_int64(statement, 7, (sqlite3_int64)game->seed);
    sqlite3_bind_int64(statement, 8, game->created);
    sqlite3_bind_int(statement, 9, game->phase);
    sqlite3_bind_int(statement, 10, game->result);
    sqlite3_bind_int(statement, 11, game->plies);
    return store_run(store, statement);
}

static bool update_game(ff_store *store, const store_game *game) {
    sqlite3_stmt *statement = store->statement[PART_GAMES][UPDATE_GAME];
    store_bind_text(statement, 1, game->id);
    sqlite3_bind_int(statement, 2, game->phase);
    sqlite3_bind_int(statement, 3, game->result);
    sqlite3_bind_int(statement, 4, game->plies);
    return store_run(store, statement);
}

bool store_add_act(ff_store *store, const store_game *game, unsigned number, const store_act *act) {
    if (!store_begin(store))
        return false;
    sqlite3_stmt *statement = store->statement[PART_GAMES][ADD_ACT];
    store_bind_text(statement, 1, game->id);
    sqlite3_bind_int64(statement, 2, number);
    sqlite3_bind_int(statement, 3, act->kind);
    sqlite3_bind_int(statement, 4, act->seat);
    store_bind_text(statement, 5, act->text);
    sqlite3_bind_int64(statement, 6, time(NULL));
    return store_run(store, statement) && update_game(store, game);
}

/* ---- reading ---- */

static void read_game(sqlite3_stmt *statement, store_game *game) {
    *game = (store_game){0};
    store_column_text(statement, 0, game->id, sizeof game->id);
    if (sqlite3_column_bytes(statement, 1) == (int)sizeof game->owner.key)
        memcpy(game->owner.key, sqlite3_column_blob(statement, 1), sizeof game->owner.key);
    store_column_text(statement, 2, game->edition, sizeof game->edition);
    store_column_text(statement, 3, game->opponent, sizeof game->opponent);
    game->seat = sqlite3_column_int(statement, 4) == FF_BLUE ? FF_BLUE : FF_RED;
    game->memory = sqlite3_column_int(statement, 5) != 0;
    game->seed = (uint64_t)sqlite3_column_int64(statement, 6);
    game->created = sqlite3_column_int64(statement, 7);
    game->phase = (uint8_t)sqlite3_column_int(statement, 8);
    game->result = (uint8_t)sqlite3_column_int(statement, 9);
    game->plies = (uint16_t)sqlite3_column_int(statement, 10);
}

/* Reads to the end or until the visitor has enough; frees the statement for the
 * next time. */
static bool visit_games(ff_store *store, sqlite3_stmt *statement, store_game_visitor *visit,
                        void *context) {
    int step;
    bool going = true;
    while (going && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        store_game game;
        read_game(statement, &game);
        going = visit(context, &game);
    }
    bool ok = going && step == SQLITE_DONE;
    if (going && !ok)
        store_note_trouble(store, "reading games");
    store_reset(statement);
    return ok;
}

static store_answer find(ff_store *store, sqlite3_stmt *statement, store_game *game) {
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW)
        read_game(statement, game);
    else if (step != SQLITE_DONE)
        store_note_trouble(store, "finding a game");
    store_reset(statement);
    return step == SQLITE_ROW ? STORE_FOUND : step == SQLITE_DONE ? STORE_NONE : STORE_FAILED;
}

store_answer store_find_game(ff_store *store, ff_span id, const ff_guest *owner, store_game *game) {
    sqlite3_stmt *statement = store->statement[PART_GAMES][FIND_GAME];
    if (id.size >= GAME_ID_SIZE)
        return STORE_NONE;
    sqlite3_bind_text(statement, 1, id.data, (int)id.size, SQLITE_STATIC);
    store_bind_guest(statement, 2, owner);
    return find(store, statement, game);
}

store_answer store_find_any_game(ff_store *store, const char *id, store_game *game) {
    store_bind_text(store->statement[PART_GAMES][FIND_ANY_GAME], 1, id);
    return find(store, store->statement[PART_GAMES][FIND_ANY_GAME], game);
}

bool store_visit_acts(ff_store *store, const char *id, store_act_visitor *visit, void *context) {
    sqlite3_stmt *statement = store->statement[PART_GAMES][LIST_ACTS];
    store_bind_text(statement, 1, id);
    int step;
    bool going = true;
    while (going && (step = sqlite3_step(statement)) == SQLITE_ROW) {
        store_act act = {.kind = (uint8_t)sqlite3_column_int(statement, 0),
                         .seat = (uint8_t)sqlite3_column_int(statement, 1)};
        store_column_text(statement, 2, act.text, sizeof act.text);
        going = visit(context, &act);
    }
    bool ok = going && step == SQLITE_DONE;
    if (going && !ok)
        store_note_trouble(store, "reading a game");
    store_reset(statement);
    return ok;
}

bool store_visit_games(ff_store *store, const ff_guest *owner, unsigned finished,
                       store_game_visitor *visit, void *context) {
    sqlite3_stmt *statement = store->statement[PART_GAMES][LIST_GAMES];
    store_bind_guest(statement, 1, owner);
    sqlite3_bind_int64(statement, 2, finished);
    return visit_games(store, statement, visit, context);
}

bool store_visit_waiting(ff_store *store, store_game_visitor *visit, void *context) {
    return visit_games(store, store->statement[PART_GAMES][LIST_WAITING], visit, context);
}

bool store_count_games(ff_store *store, const ff_guest *owner, unsigned *all, unsigned *open) {
    sqlite3_stmt *statement = store->statement[PART_GAMES][COUNT_GAMES];
    store_bind_guest(statement, 1, owner);
    bool ok = sqlite3_step(statement) == SQLITE_ROW;
    if (ok) {
        *all = (unsigned)sqlite3_column_int(statement, 0);
        *open = (unsigned)sqlite3_column_int(statement, 1);
    } else {
        store_note_trouble(store, "counting games");
    }
    store_reset(statement);
    return ok;
}
