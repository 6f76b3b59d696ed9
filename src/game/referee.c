/* A game between two players. Who answers with an illegal move or army forfeits; nobody is
 * asked twice. What must hold: a player is given its own view and nothing else. */
#include "flagfall/player.h"

/* False when memory is out: the only refusal that says "over" of a game that is
 * not. */
static bool ask_for_move(ff_game *game, ff_player *const players[2], unsigned budget_ms) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    ff_seat seat = (ff_seat)view.turn;
    ff_game_view(game, seat, false, &view);
    ff_move move = players[seat]->move(players[seat], &view, budget_ms);
    if (move == FF_RESIGN)
        return ff_game_end(game, FF_BY_RESIGN, seat);
    ff_reason reason = ff_game_move(game, seat, FF_FROM(move), FF_TO(move));
    if (reason == FF_LEGAL || ff_game_is_over(game))
        return true;
    return reason != FF_GAME_OVER && ff_game_end(game, FF_BY_FORFEIT, seat);
}

bool ff_referee_play(ff_game *game, ff_player *red, ff_player *blue, unsigned budget_ms) {
    ff_player *const players[2] = {red, blue};
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    const ff_edition *edition = &view.rules->edition;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup = {{0}};
        players[seat]->set_up(players[seat], edition, (ff_seat)seat, &setup);
        if (!ff_game_set_up(game, (ff_seat)seat, &setup, NULL))
            ff_game_end(game, FF_BY_FORFEIT, (ff_seat)seat);
    }
    while (!ff_game_is_over(game))
        if (!ask_for_move(game, players, budget_ms))
            return false;
    return true;
}
