/* Who sits in a game, and by which clock it goes. What must hold: who sits is asked of `kind` and
 * `person` together, for a seat that somebody has left keeps its kind. */
#include "server/store/store_game.h"

#include <string.h>

store_standing game_standing(const store_game *game) {
    store_standing standing = {.started = game->started,
                               .ended = game->ended,
                               .phase = game->phase,
                               .result = game->result,
                               .ending = game->ending,
                               .rematch = game->rematch};
    memcpy(standing.code, game->code, sizeof standing.code);
    return standing;
}

bool game_stands_as(const store_game *game, const store_standing *stored) {
    return game->started == stored->started && game->ended == stored->ended &&
           game->phase == stored->phase && game->result == stored->result &&
           game->ending == stored->ending && game->rematch == stored->rematch &&
           strcmp(game->code, stored->code) == 0;
}

bool seat_has_person(const store_seat *seat) {
    return seat->kind == SEAT_GUEST || seat->kind == SEAT_ACCOUNT || seat->kind == SEAT_BOT;
}

/* Nobody's seat stays a guest's without a key: the game needs two players to be told, and a seat
 * that is free could be taken. */
void seat_leave(store_seat *seat) {
    seat->kind = SEAT_GUEST;
    seat->person = (struct person){{0}};
    seat->name[0] = 0;
}

ff_seat game_seat_of(const store_game *game, const struct person *person) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        if (seat_has_person(&game->seat[seat]) && person_is(&game->seat[seat].person, person))
            return (ff_seat)seat;
    return FF_NOBODY;
}

bool game_has_computer(const store_game *game) {
    return game->seat[FF_RED].kind == SEAT_COMPUTER || game->seat[FF_BLUE].kind == SEAT_COMPUTER;
}

/* A correspondence game is told by its increment, which no other game's terms allow: so schemas of
 * before need no column for it. */
unsigned clock_days(const clock_terms *terms) {
    return terms->increment > CLOCK_MOVE_MAX ? terms->increment / CLOCK_DAY : 0;
}

clock_terms clock_of_days(unsigned days) {
    uint32_t seconds = days * CLOCK_DAY;
    return (clock_terms){.bank = seconds, .increment = seconds, .setup = seconds};
}

bool game_is_correspondence(const store_game *game) {
    return game->terms.timed && clock_days(&game->terms.clock) > 0;
}
