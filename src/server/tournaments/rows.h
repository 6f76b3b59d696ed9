/* Tournaments in the store: their rows, by the statements of server/database. What is said in
 * store.h of batches holds here too. */
#ifndef FLAGFALL_SERVER_TOURNAMENTS_ROWS_H
#define FLAGFALL_SERVER_TOURNAMENTS_ROWS_H

#include "server/tournaments/tournament.h"

struct store;

/* The statements, prepared. Null, and noted in the store, where that fails. */
typedef struct tournament_rows tournament_rows;
tournament_rows *rows_open(struct store *store);
void rows_close(tournament_rows *rows);

/* Writes; false when the batch is spoilt. `rows_add` sets the number. Players and games by their
 * place in the list. */
bool rows_add(tournament_rows *rows, tournament_row *row);
bool rows_update(tournament_rows *rows, const tournament_row *row);
bool rows_put_player(tournament_rows *rows, const tournament *of, unsigned player);
bool rows_put_game(tournament_rows *rows, const tournament *of, unsigned game);

/* The last of the list is gone, and that place is another's now or nobody's. */
bool rows_drop_player(tournament_rows *rows, const tournament *of, unsigned player);

/* The person is nobody's from now on, wherever it played or what it made. */
bool rows_forget(tournament_rows *rows, const struct person *person);

/* From where guests have joined it is of no use any more. */
bool rows_forget_origins(tournament_rows *rows, int64_t number);

/* Takes tournaments that ended before that moment out, with all that belongs to them; a few at
 * once. */
bool rows_sweep(tournament_rows *rows, int64_t before);

/* Of several servers on a store (store_nodes.h). What is read from now on is what is written by: a
 * write is a conflict where another server has written since. False where that cannot be read. */
bool rows_note_revision(tournament_rows *rows);

/* Has no other server written since? `hold`: nor does one until the batch ends. */
bool rows_are_as_read(tournament_rows *rows, bool hold);

/* Reads; false, or STORE_FAILED, where that fails. A page of rows, `limit` at most: of those that
 * are open or run (`live`), the next to start first; or of those that are over, the newest first
 * and of smaller numbers than `before`. */
bool rows_list(tournament_rows *rows, bool live, int64_t before, unsigned limit,
               tournament_row *list, unsigned *count);
store_answer rows_find(tournament_rows *rows, ff_span id, tournament_row *row);

/* The tournament of that row, to be freed (STORE_DAMAGED: its players or games cannot be what was
 * written, or do not fit into memory); and how many players it has. */
store_answer rows_read(tournament_rows *rows, const tournament_row *row, tournament *of);
bool rows_count_players(tournament_rows *rows, int64_t number, unsigned *players);

/* The ids of its games from place `from` on, `limit` at most; empty where none has been begun. */
bool rows_list_games(tournament_rows *rows, int64_t number, int64_t from, unsigned limit,
                     char (*ids)[GAME_ID_SIZE], unsigned *count);

/* When the tournament that the person made before its newest `after` ones ended; 0: not yet. */
store_answer rows_find_made(tournament_rows *rows, const struct person *maker, unsigned after,
                            int64_t *ended);

/* Which tournament a game of the store belongs to, and which round it is of. */
store_answer rows_find_game(tournament_rows *rows, int64_t game, tournament_row *row,
                            unsigned *round);

#endif
