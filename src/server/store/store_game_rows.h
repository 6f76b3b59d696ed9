/* Rows of games and of their logs, as SQL names them and as values. */
#ifndef FLAGFALL_SERVER_STORE_STORE_GAME_ROWS_H
#define FLAGFALL_SERVER_STORE_STORE_GAME_ROWS_H

#include "server/database/store_sql.h"
#include "server/store/store_game.h"

/* What a SELECT of STORE_GAME_COLUMNS `FROM STORE_GAME_TABLES WHERE ..` gives. A seat that is
 * missing is damage. */

#define STORE_GAME_TABLES                                                                          \
    "game LEFT JOIN seat AS red ON red.game = number AND red.seat = 0"                             \
    " LEFT JOIN seat AS blue ON blue.game = number AND blue.seat = 1"

#define STORE_GAME_COLUMNS                                                                         \
    "number, id, edition, clock_bank, clock_free, clock_increment, clock_setup, memory, remember," \
    " hints, watch, open, rated, by, code, directed, seed, previous, rematch, created, started,"   \
    " ended, phase, result, ending, plies, red.kind, red.person, red.name, red.rating,"            \
    " red.change, red.salt, red.commitment, red.origin, blue.kind, blue.person, blue.name,"        \
    " blue.rating, blue.change, blue.salt, blue.commitment, blue.origin, game.rules,"              \
    " game.log, game.seal, game.delay"

/* Reads one row, and whether it is damaged. */
void store_read_game(const struct statement *statement, store_game *game);

/* The log of game ?1 from act ?2 on, and a row of it, whose last column is its number. */
#define STORE_LIST_ACTS                                                                            \
    "SELECT kind, seat, text, time, remains, number FROM act WHERE game = ?1 AND number >= ?2"     \
    " ORDER BY number"
void store_read_act(const struct statement *statement, store_act *act);

#endif
