/* Reads rows of games. What must hold: whatever the file says, the value that comes of it is
 * one that its type allows, and is marked as damaged where it is not what was written. */
#include "server/store/store_game_rows.h"

#include "server/database/store_sql.h"
#include "server/store/store_seal.h"

/* A game without a clock has null in all four columns; the first tells for all. */
static void read_terms(const struct statement *statement, int at, game_terms *terms) {
    uint32_t *const clock[] = {&terms->clock.bank, &terms->clock.free, &terms->clock.increment,
                               &terms->clock.setup};
    bool *const switches[] = {&terms->memory, &terms->remember, &terms->hints,
                              &terms->watch,  &terms->open,     &terms->rated};
    terms->timed = !store_column_is_null(statement, at);
    for (int i = 0; i < 4; i++)
        *clock[i] = (uint32_t)store_column_number(statement, at + i);
    for (int i = 0; i < 6; i++)
        *switches[i] = store_column_number(statement, at + 4 + i) != 0;
}

/* A number of a list of names: nothing that is not in it comes out of a damaged file. */
static uint8_t column_of(const struct statement *statement, int at, int count) {
    int64_t number = store_column_number(statement, at);
    return number >= 0 && number < count ? (uint8_t)number : 0;
}

static void read_seat(const struct statement *statement, int at, store_seat *seat) {
    seat->kind = column_of(statement, at, SEAT_COMPUTER + 1);
    store_column_person(statement, at + 1, &seat->person);
    store_column_text(statement, at + 2, seat->name, sizeof seat->name);
    seat->rating = store_column_maybe(statement, at + 3);
    seat->change = store_column_maybe(statement, at + 4);
    store_column_text(statement, at + 5, seat->salt, sizeof seat->salt);
    store_column_text(statement, at + 6, seat->commitment, sizeof seat->commitment);
    seat->origin = store_column_number(statement, at + 7);
}

/* The seal is compared last, when all that it covers has been read; numbers that were cut to their
 * types above no longer fit it. */
void store_read_game(const struct statement *statement, store_game *game) {
    *game = (store_game){.number = store_column_number(statement, 0)};
    store_column_text(statement, 1, game->id, sizeof game->id);
    store_column_text(statement, 2, game->edition, sizeof game->edition);
    read_terms(statement, 3, &game->terms);
    game->by = store_column_number(statement, 13) == FF_BLUE ? FF_BLUE : FF_RED;
    store_column_text(statement, 14, game->code, sizeof game->code);
    store_column_person(statement, 15, &game->to);
    game->seed = (uint64_t)store_column_number(statement, 16);
    store_column_text(statement, 17, game->previous, sizeof game->previous);
    int64_t rematch = store_column_maybe(statement, 18);
    game->rematch = rematch == FF_RED || rematch == FF_BLUE ? (uint8_t)rematch : FF_NOBODY;
    game->created = store_column_number(statement, 19);
    game->started = store_column_number(statement, 20);
    game->ended = store_column_number(statement, 21);
    game->phase = column_of(statement, 22, PHASE_OVER + 1);
    game->result = column_of(statement, 23, FF_DRAW + 1);
    game->ending = column_of(statement, 24, FF_BY_ABORT + 1);
    game->plies = (uint16_t)store_column_number(statement, 25);
    read_seat(statement, 26, &game->seat[FF_RED]);
    read_seat(statement, 34, &game->seat[FF_BLUE]);
    game->rules = store_column_number(statement, 42);
    game->log = store_column_number(statement, 43);
    game->terms.delay = (uint16_t)store_column_number(statement, 45);
    game->seal = store_column_number(statement, 44);
    game->stored = game_standing(game);
    game->damaged = game->seal != seal_game(game);
}

void store_read_act(const struct statement *statement, store_act *act) {
    *act = (store_act){.kind = (uint8_t)store_column_number(statement, 0),
                       .seat = (uint8_t)store_column_number(statement, 1),
                       .time = store_column_number(statement, 3),
                       .left = store_column_maybe(statement, 4)};
    store_column_text(statement, 2, act->text, sizeof act->text);
}
