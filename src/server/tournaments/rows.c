/* Statements about tournaments. What must hold: a result is written with its number, so that
 * results are read back in the order in which they came. */
#include "server/tournaments/rows.h"

#include "server/database/store_nodes.h"

#include "server/database/store_sql.h"

#include <stdlib.h>

enum {
    ADD,
    UPDATE,
    PUT_PLAYER,
    DROP_PLAYER,
    FORGET_PLAYER,
    FORGET_MAKER,
    FORGET_ORIGINS,
    PUT_GAME,
    OLDEST,
    SWEEP,
    LIVE,
    FINISHED,
    FIND,
    PLAYERS,
    GAMES,
    IDS,
    COUNT,
    MADE,
    GAME,
    STATEMENTS
};

#define COLUMNS                                                                                    \
    "number, id, name, maker, kind, state, edition, bank, free, increment, setup, rated, starts,"  \
    " ended, minutes, rounds, places, round, seeded, first_is_red, guests, host_seat, chooses"

static const char *const sql[STATEMENTS] = {
    [ADD] = "INSERT INTO tournament (id, name, maker, kind, state, edition, bank, free, increment,"
            " setup, rated, starts, ended, minutes, rounds, places, round, seeded, first_is_red,"
            " guests, host_seat, chooses) VALUES (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,"
            " ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23) RETURNING number",
    [UPDATE] = "UPDATE tournament SET state = ?2, ended = ?3, rounds = ?4, round = ?5, seeded = ?6"
               " WHERE number = ?1",
    [PUT_PLAYER] = "INSERT INTO tournament_player (tournament, place, person, name, bot, rating,"
                   " away, guest, origin, asks) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                   " ON CONFLICT (tournament, place) DO UPDATE SET person = ?3, name = ?4,"
                   " bot = ?5, rating = ?6, away = ?7, guest = ?8, origin = ?9, asks = ?10",
    [DROP_PLAYER] = "DELETE FROM tournament_player WHERE tournament = ?1 AND place = ?2",
    [FORGET_PLAYER] = "UPDATE tournament_player SET person = NULL, name = '' WHERE person = ?1",
    [FORGET_MAKER] = "UPDATE tournament SET maker = NULL WHERE maker = ?1",
    [FORGET_ORIGINS] = "UPDATE tournament_player SET origin = NULL WHERE tournament = ?1"
                       " AND origin IS NOT NULL",
    [PUT_GAME] = "INSERT INTO tournament_game (tournament, place, round, red, blue, game, id,"
                 " result, forfeit, done) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"
                 " ON CONFLICT (tournament, place) DO UPDATE SET game = ?6, id = ?7, result = ?8,"
                 " forfeit = ?9, done = ?10",
    [OLDEST] = "SELECT 1 FROM tournament WHERE state >= 2 AND ended < ?1 LIMIT 1",
    [SWEEP] = "DELETE FROM tournament WHERE number IN (SELECT number FROM tournament"
              " WHERE state >= 2 AND ended < ?1 LIMIT 1)",
    [LIVE] = "SELECT " COLUMNS " FROM tournament WHERE state < 2 ORDER BY starts, number LIMIT ?2",
    [FINISHED] = "SELECT " COLUMNS " FROM tournament WHERE state >= 2 AND number < ?1"
                 " ORDER BY number DESC LIMIT ?2",
    [FIND] = "SELECT " COLUMNS " FROM tournament WHERE id = ?1",
    [PLAYERS] = "SELECT person, name, bot, rating, away, guest, origin, asks FROM tournament_player"
                " WHERE tournament = ?1 ORDER BY place",
    [GAMES] = "SELECT round, red, blue, game, id, result, forfeit, done FROM tournament_game"
              " WHERE tournament = ?1 ORDER BY place",
    [IDS] = "SELECT id FROM tournament_game WHERE tournament = ?1 AND place >= ?2"
            " ORDER BY place LIMIT ?3",
    [COUNT] = "SELECT count(*) FROM tournament_player WHERE tournament = ?1",
    [MADE] = "SELECT ended FROM tournament WHERE maker = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2",
    [GAME] = "SELECT " COLUMNS ", (SELECT round FROM tournament_game WHERE game = ?1)"
             " FROM tournament WHERE number = (SELECT tournament FROM tournament_game"
             " WHERE game = ?1)",
};

/* Several servers read all that is live into memory, and write what follows from it: each batch
 * that writes counts a revision on, and is a conflict where that is not the one that was read. */
enum { REVISION, HOLD, COUNT_ON, OF_NODES };
static const char *const sql_of_nodes[OF_NODES] = {
    [REVISION] = "SELECT number FROM revision WHERE of = 'tournaments'",
    [HOLD] = "SELECT number FROM revision WHERE of = 'tournaments' /* FOR UPDATE */",
    [COUNT_ON] = "UPDATE revision SET number = number + 1 WHERE of = 'tournaments' AND number = "
                 "?1 " CHANGES_ONE,
};

struct tournament_rows {
    struct store *store;
    struct statement *statement[STATEMENTS];
    struct statement *of_nodes[OF_NODES]; /* null: one server has the store */
    int64_t revision;                     /* that was read, or that the open batch makes */
    uint64_t batch;                       /* which has counted it on */
};

tournament_rows *rows_open(struct store *store) {
    tournament_rows *rows = calloc(1, sizeof *rows);
    if (!rows)
        return NULL;
    rows->store = store;
    for (int i = 0; i < STATEMENTS; i++)
        if (!(rows->statement[i] = store_prepare(store, sql[i]))) {
            rows_close(rows);
            return NULL;
        }
    for (int i = 0; store_is_shared(store) && i < OF_NODES; i++)
        if (!(rows->of_nodes[i] = store_prepare(store, sql_of_nodes[i]))) {
            rows_close(rows);
            return NULL;
        }
    return rows;
}

void rows_close(tournament_rows *rows) {
    for (int i = 0; rows && i < STATEMENTS; i++)
        store_finalize(rows->statement[i]);
    for (int i = 0; rows && i < OF_NODES; i++)
        store_finalize(rows->of_nodes[i]);
    free(rows);
}

/* ---- several servers ---- */

static bool find_revision(tournament_rows *rows, int which, int64_t *revision) {
    struct statement *from = rows->of_nodes[which];
    store_answer answer = store_step(rows->store, from, "reading a revision");
    *revision = answer == STORE_FOUND ? store_column_number(from, 0) : 0;
    store_reset(from);
    return answer != STORE_FAILED;
}

bool rows_note_revision(tournament_rows *rows) {
    return !rows->of_nodes[REVISION] || find_revision(rows, REVISION, &rows->revision);
}

bool rows_are_as_read(tournament_rows *rows, bool hold) {
    int64_t now;
    if (!rows->of_nodes[HOLD])
        return true;
    if (hold && !store_begin(rows->store))
        return true; /* nothing is written */
    return find_revision(rows, hold ? HOLD : REVISION, &now) ? now == rows->revision
                                                             : hold && store_spoil(rows->store);
}

static bool begin(tournament_rows *rows) {
    struct statement *on = rows->of_nodes[COUNT_ON];
    if (!store_begin(rows->store))
        return false;
    if (!on || rows->batch == rows->store->batches)
        return true;
    store_bind_number(on, 1, rows->revision);
    if (!store_run(rows->store, on))
        return false;
    rows->batch = rows->store->batches;
    rows->revision++;
    return true;
}

/* ---- writing ---- */

/* The parameters from `at` on. */
static void bind_numbers(struct statement *to, int at, const int64_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        store_bind_number(to, at + (int)i, numbers[i]);
}

bool rows_add(tournament_rows *rows, tournament_row *row) {
    struct statement *to = rows->statement[ADD];
    const int64_t numbers[] = {
        row->clock.bank,   row->clock.free, row->clock.increment, row->clock.setup,
        row->rated,        row->starts,     row->ended,           row->minutes,
        row->rounds,       row->places,     row->round,           row->seeded,
        row->first_is_red, row->guests,     row->host_seat,       row->chooses};
    if (!begin(rows))
        return false;
    store_bind_text(to, 2, row->id);
    store_bind_text(to, 3, row->name);
    store_bind_maybe_person(to, 4, &row->maker);
    store_bind_number(to, 5, row->kind);
    store_bind_number(to, 6, row->state);
    store_bind_text(to, 7, row->edition);
    bind_numbers(to, 8, numbers, sizeof numbers / sizeof *numbers);
    return store_run_insert(rows->store, to, &row->number);
}

bool rows_update(tournament_rows *rows, const tournament_row *row) {
    struct statement *to = rows->statement[UPDATE];
    const int64_t numbers[] = {row->number, row->state, row->ended,
                               row->rounds, row->round, row->seeded};
    if (!begin(rows))
        return false;
    bind_numbers(to, 1, numbers, sizeof numbers / sizeof *numbers);
    return store_run(rows->store, to);
}

bool rows_put_player(tournament_rows *rows, const tournament *of, unsigned place) {
    struct statement *to = rows->statement[PUT_PLAYER];
    const tournament_player *player = &of->player[place];
    if (!begin(rows))
        return false;
    store_bind_number(to, 1, of->row.number);
    store_bind_number(to, 2, place);
    store_bind_maybe_person(to, 3, &player->person);
    store_bind_text(to, 4, player->name);
    store_bind_number(to, 5, player->bot);
    store_bind_number(to, 6, player->rating);
    store_bind_number(to, 7, player->away);
    store_bind_number(to, 8, player->guest);
    store_bind_maybe(to, 9, player->origin ? player->origin : STORE_NULL);
    store_bind_number(to, 10, player->asks);
    return store_run(rows->store, to);
}

/* The last player has been moved to the free place (tournament_drop_player): the last row goes, and
 * the place gets the one that stands there now. */
bool rows_drop_player(tournament_rows *rows, const tournament *of, unsigned place) {
    struct statement *drop = rows->statement[DROP_PLAYER];
    if (!begin(rows))
        return false;
    store_bind_number(drop, 1, of->row.number);
    store_bind_number(drop, 2, of->players);
    return store_run(rows->store, drop) &&
           (place == of->players || rows_put_player(rows, of, place));
}

bool rows_forget(tournament_rows *rows, const struct person *person) {
    return begin(rows) && store_run_for(rows->store, rows->statement[FORGET_PLAYER], person) &&
           store_run_for(rows->store, rows->statement[FORGET_MAKER], person);
}

bool rows_forget_origins(tournament_rows *rows, int64_t number) {
    struct statement *to = rows->statement[FORGET_ORIGINS];
    if (!begin(rows))
        return false;
    store_bind_number(to, 1, number);
    return store_run(rows->store, to);
}

bool rows_put_game(tournament_rows *rows, const tournament *of, unsigned place) {
    struct statement *to = rows->statement[PUT_GAME];
    const tournament_game *game = &of->game[place];
    if (!begin(rows))
        return false;
    store_bind_number(to, 1, of->row.number);
    store_bind_number(to, 2, place);
    store_bind_number(to, 3, game->round);
    store_bind_number(to, 4, game->red);
    store_bind_number(to, 5, game->blue);
    store_bind_maybe(to, 6, game->game ? game->game : STORE_NULL);
    store_bind_text(to, 7, game->id);
    store_bind_number(to, 8, game->result);
    store_bind_number(to, 9, game->forfeit);
    store_bind_number(to, 10, game->done);
    return store_run(rows->store, to);
}

bool rows_sweep(tournament_rows *rows, int64_t before) {
    return store_sweep(rows->store, rows->statement[OLDEST], rows->statement[SWEEP], before);
}

/* ---- reading ---- */

static void read_row(const struct statement *from, tournament_row *row) {
    *row = (tournament_row){.number = store_column_number(from, 0)};
    store_column_text(from, 1, row->id, sizeof row->id);
    store_column_text(from, 2, row->name, sizeof row->name);
    store_column_person(from, 3, &row->maker);
    row->kind = (uint8_t)store_column_number(from, 4);
    row->state = (uint8_t)store_column_number(from, 5);
    store_column_text(from, 6, row->edition, sizeof row->edition);
    row->clock = (clock_terms){.bank = (uint32_t)store_column_number(from, 7),
                               .free = (uint32_t)store_column_number(from, 8),
                               .increment = (uint32_t)store_column_number(from, 9),
                               .setup = (uint32_t)store_column_number(from, 10)};
    row->rated = store_column_number(from, 11) != 0;
    row->starts = store_column_number(from, 12);
    row->ended = store_column_number(from, 13);
    row->minutes = (unsigned)store_column_number(from, 14);
    row->rounds = (unsigned)store_column_number(from, 15);
    row->places = (unsigned)store_column_number(from, 16);
    row->round = (unsigned)store_column_number(from, 17);
    row->seeded = (unsigned)store_column_number(from, 18);
    row->first_is_red = store_column_number(from, 19) != 0;
    row->guests = store_column_number(from, 20) != 0;
    row->host_seat = (uint8_t)store_column_number(from, 21);
    row->chooses = store_column_number(from, 22) != 0;
}

/* Numbers that no writer has put there are no places in any list. */
static bool is_sound_row(const tournament_row *row) {
    return row->kind < TOURNAMENT_KINDS && row->state <= TOURNAMENT_CANCELLED &&
           row->places <= tournament_format_of(row->kind)->places && row->host_seat <= FF_NOBODY &&
           (!row->chooses || row->kind == TOURNAMENT_EXHIBITION) &&
           row->round <= CROSSTABLE_ROUNDS_MAX && row->rounds <= CROSSTABLE_ROUNDS_MAX;
}

bool rows_list(tournament_rows *rows, bool live, int64_t before, unsigned limit,
               tournament_row *list, unsigned *count) {
    struct statement *from = rows->statement[live ? LIVE : FINISHED];
    store_answer answer;
    *count = 0;
    if (!live)
        store_bind_number(from, 1, before);
    store_bind_number(from, 2, limit);
    while ((answer = store_step(rows->store, from, "reading tournaments")) == STORE_FOUND) {
        read_row(from, &list[*count]);
        *count += is_sound_row(&list[*count]);
    }
    store_reset(from);
    return answer == STORE_NONE;
}

/* The row that the statement gives, which has still to be reset. */
static store_answer read_one(tournament_rows *rows, struct statement *from, tournament_row *row) {
    store_answer answer = store_step(rows->store, from, "reading a tournament");
    if (answer != STORE_FOUND)
        return answer;
    read_row(from, row);
    return is_sound_row(row) ? STORE_FOUND : STORE_NONE;
}

store_answer rows_find(tournament_rows *rows, ff_span id, tournament_row *row) {
    struct statement *from = rows->statement[FIND];
    store_bind_span(from, 1, id);
    store_answer answer = read_one(rows, from, row);
    store_reset(from);
    return answer;
}

static store_answer read_players(tournament_rows *rows, tournament *of) {
    struct statement *from = rows->statement[PLAYERS];
    store_answer answer;
    bool ok = true;
    store_bind_number(from, 1, of->row.number);
    while (ok && (answer = store_step(rows->store, from, "reading players")) == STORE_FOUND) {
        tournament_player player = {.bot = store_column_number(from, 2) != 0,
                                    .rating = store_column_number(from, 3),
                                    .away = store_column_number(from, 4) != 0,
                                    .guest = store_column_number(from, 5) != 0,
                                    .origin = store_column_number(from, 6),
                                    .asks = store_column_number(from, 7) != 0};
        store_column_person(from, 0, &player.person);
        store_column_text(from, 1, player.name, sizeof player.name);
        ok = of->players < tournament_list_max(&of->row) && tournament_add_player(of, &player);
    }
    store_reset(from);
    return ok ? answer : STORE_DAMAGED;
}

/* Numbers are places in lists of this tournament: what a damaged store says must not lead outside
 * of them. */
static bool is_sound_game(const tournament *of, const tournament_game *game) {
    return game->red < of->players &&
           (game->blue < of->players || game->blue == TOURNAMENT_NOBODY) &&
           game->result <= RESULT_NONE && game->round <= of->row.round &&
           (game->round > 0) == (of->row.kind != TOURNAMENT_ARENA) &&
           (game->result == RESULT_OPEN) == (game->done == 0);
}

static int compare_done(const void *a, const void *b) {
    const unsigned *x = a, *y = b;
    return (x[0] > y[0]) - (x[0] < y[0]);
}

/* All games come open, and then their results in order: streaks, colours and points depend on it.
 */
static bool count_results(tournament *of, const tournament_game *found, unsigned count) {
    unsigned(*order)[2] = calloc(count + 1u, sizeof *order);
    unsigned results = 0;
    bool ok = order != NULL;
    for (unsigned i = 0; ok && i < count; i++) {
        tournament_game open = found[i];
        open.result = RESULT_OPEN;
        open.done = 0;
        ok = tournament_add_game(of, &open);
        if (found[i].done > 0) {
            order[results][0] = found[i].done;
            order[results++][1] = i;
        }
    }
    if (ok)
        qsort(order, results, sizeof *order, compare_done);
    for (unsigned i = 0; ok && i < results; i++) {
        const tournament_game *game = &found[order[i][1]];
        tournament_finish(of, order[i][1], (tournament_result)game->result, game->forfeit);
    }
    free(order);
    return ok;
}

static store_answer read_games(tournament_rows *rows, tournament *of) {
    struct statement *from = rows->statement[GAMES];
    tournament found = {.row = of->row, .player = of->player, .players = of->players};
    store_answer answer;
    bool ok = true;
    store_bind_number(from, 1, of->row.number);
    while (ok && (answer = store_step(rows->store, from, "reading games")) == STORE_FOUND) {
        tournament_game game = {.round = (unsigned)store_column_number(from, 0),
                                .red = (uint16_t)store_column_number(from, 1),
                                .blue = (uint16_t)store_column_number(from, 2),
                                .game = store_column_number(from, 3),
                                .result = (uint8_t)store_column_number(from, 5),
                                .forfeit = store_column_number(from, 6) != 0,
                                .done = (unsigned)store_column_number(from, 7)};
        store_column_text(from, 4, game.id, sizeof game.id);
        ok = is_sound_game(of, &game) && tournament_add_game(&found, &game);
    }
    store_reset(from);
    for (unsigned i = 0; i < of->players; i++)
        of->player[i].playing = 0;
    if (!ok || (answer == STORE_NONE && !count_results(of, found.game, found.games)))
        answer = STORE_DAMAGED;
    free(found.game);
    return answer;
}

store_answer rows_read(tournament_rows *rows, const tournament_row *row, tournament *of) {
    *of = (tournament){.row = *row};
    store_answer answer = read_players(rows, of);
    if (answer == STORE_NONE)
        answer = read_games(rows, of);
    if (answer == STORE_NONE)
        return STORE_FOUND;
    tournament_free(of);
    return answer;
}

bool rows_count_players(tournament_rows *rows, int64_t number, unsigned *players) {
    struct statement *from = rows->statement[COUNT];
    store_bind_number(from, 1, number);
    store_answer answer = store_step(rows->store, from, "counting players");
    *players = answer == STORE_FOUND ? (unsigned)store_column_number(from, 0) : 0;
    store_reset(from);
    return answer == STORE_FOUND;
}

bool rows_list_games(tournament_rows *rows, int64_t number, int64_t from, unsigned limit,
                     char (*ids)[GAME_ID_SIZE], unsigned *count) {
    struct statement *games = rows->statement[IDS];
    store_answer answer;
    *count = 0;
    store_bind_number(games, 1, number);
    store_bind_number(games, 2, from);
    store_bind_number(games, 3, limit);
    while ((answer = store_step(rows->store, games, "reading games")) == STORE_FOUND)
        store_column_text(games, 0, ids[(*count)++], GAME_ID_SIZE);
    store_reset(games);
    return answer == STORE_NONE;
}

store_answer rows_find_made(tournament_rows *rows, const struct person *maker, unsigned after,
                            int64_t *ended) {
    struct statement *from = rows->statement[MADE];
    store_bind_person(from, 1, maker);
    store_bind_number(from, 2, after);
    store_answer answer = store_step(rows->store, from, "reading a tournament");
    if (answer == STORE_FOUND)
        *ended = store_column_number(from, 0);
    store_reset(from);
    return answer;
}

store_answer rows_find_game(tournament_rows *rows, int64_t game, tournament_row *row,
                            unsigned *round) {
    struct statement *from = rows->statement[GAME];
    store_bind_number(from, 1, game);
    store_answer answer = read_one(rows, from, row);
    if (answer == STORE_FOUND)
        *round = (unsigned)store_column_number(from, 23);
    store_reset(from);
    return answer;
}
