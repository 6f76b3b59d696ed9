/* Games between drawn armies, led on by chance or by a player. What must hold: every
 * move is legal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "drawn_game.h"

ff_game *drawn_game_new(const ff_edition *edition, uint64_t seed) {
    ff_game *game =
        ff_game_new(edition, &(ff_options){.size = sizeof(ff_options), .ply_limit = 4000});
    assert_non_null(game);
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        ff_preset_draw(edition, &rng, &setup);
        assert_true(ff_game_set_up(game, (ff_seat)seat, &setup, NULL));
    }
    return game;
}

ff_view drawn_game_view(const ff_game *game) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    ff_game_view(game, (ff_seat)view.turn, false, &view);
    return view;
}

static void play(ff_game *game, const ff_view *view, ff_move move) {
    assert_int_equal(ff_game_move(game, (ff_seat)view->turn, FF_FROM(move), FF_TO(move)), FF_LEGAL);
}

void drawn_game_wander(ff_game *game, ff_rng *rng, unsigned plies) {
    while (plies-- > 0 && !ff_game_is_over(game)) {
        ff_view view = drawn_game_view(game);
        ff_move moves[FF_MOVES_MAX];
        size_t count = ff_view_moves(&view, moves);
        play(game, &view, moves[ff_rng_below(rng, (uint32_t)count)]);
    }
}

void drawn_game_lead(ff_game *game, ff_player *player, unsigned plies) {
    while (plies-- > 0 && !ff_game_is_over(game)) {
        ff_view view = drawn_game_view(game);
        play(game, &view, player->move(player, &view, 0));
    }
}

ff_player *drawn_game_player(const char *name, uint64_t seed) {
    const ff_player_kind *kind = ff_computer_find(ff_span_of(name));
    assert_non_null(kind);
    ff_player *player = ff_player_new(kind, seed);
    assert_non_null(player);
    return player;
}
