/* A game and its truth, played in step: what the game says of a move, the position that knows all
 * says too. */
#include "world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void put_origins(world *w, const ff_edition *edition) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        for (unsigned k = 0; k < ff_edition_zone_size(edition); k++)
            if (w->setup[seat].rank[k] != FF_EMPTY)
                w->origin[ff_edition_zone_square(edition, (ff_seat)seat, k)] = (uint8_t)k;
}

void world_begin(world *w, const ff_edition *edition, const ff_setup setup[2]) {
    memset(w, 0, sizeof *w);
    w->game = ff_game_new(edition, NULL);
    assert_non_null(w->game);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        w->setup[seat] = setup[seat];
        assert_true(ff_game_set_up(w->game, (ff_seat)seat, &setup[seat], NULL));
    }
    ff_view view;
    ff_game_view(w->game, FF_NOBODY, false, &view);
    w->rules = view.rules;
    ff_position_setup(w->rules, &w->truth, &setup[FF_RED], &setup[FF_BLUE]);
    put_origins(w, edition);
    w->over = ff_game_is_over(w->game);
}

void world_begin_random(world *w, const ff_edition *edition, ff_rng *rng) {
    ff_setup setup[2];
    ff_setup_random(&setup[FF_RED], edition, rng);
    ff_setup_random(&setup[FF_BLUE], edition, rng);
    world_begin(w, edition, setup);
}

void world_end(world *w) {
    ff_game_free(w->game);
    ff_history_free(&w->history);
}

ff_reason world_play(world *w, ff_move move, ff_event *event) {
    ff_event made = {0};
    unsigned from = FF_FROM(move), to = FF_TO(move);
    if (w->history.size == w->history.capacity)
        assert_true(ff_history_reserve(&w->history, 2 * w->history.capacity + 64));
    ff_seat seat = (ff_seat)w->truth.turn;
    ff_reason reason = ff_position_try(w->rules, &w->truth, &w->history, from, to, &made);
    assert_int_equal(ff_game_move(w->game, seat, from, to), reason);
    if (reason == FF_LEGAL && made.battle != FF_DEFENDER_WINS && made.battle != FF_BOTH_DIE)
        w->origin[to] = w->origin[from];
    w->over = w->truth.result != FF_ONGOING;
    assert_int_equal(ff_game_is_over(w->game), w->over);
    if (event)
        *event = made;
    return reason;
}

ff_move world_draw(const world *w, ff_rng *rng) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_moves(w->rules, &w->truth, &w->history, moves);
    assert_true(count > 0);
    return moves[ff_rng_below(rng, (uint32_t)count)];
}
