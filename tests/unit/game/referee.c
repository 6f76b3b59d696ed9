/* The referee: two players, one game, and no patience with what is not a move. */
#include "board.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* A player that misbehaves in one way, and is otherwise the random player. */
typedef struct rogue {
    ff_player player;
    ff_player *honest;
    ff_move answer;    /* instead of a move, where not 0 */
    bool empty_army;   /* instead of an army */
    unsigned asked;    /* times a move was asked for */
    unsigned budget;   /* the last one */
    bool saw_too_much; /* a hidden rank, or a view that is not its own */
} rogue;

static void rogue_set_up(ff_player *self, const ff_edition *edition, ff_seat seat,
                         ff_setup *setup) {
    rogue *r = (rogue *)self;
    if (r->empty_army)
        *setup = (ff_setup){{0}};
    else
        r->honest->set_up(r->honest, edition, seat, setup);
}

static ff_move rogue_move(ff_player *self, const ff_view *view, unsigned budget_ms) {
    rogue *r = (rogue *)self;
    r->asked++;
    r->budget = budget_ms;
    r->saw_too_much |= view->viewer != view->turn;
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_cell cell = view->cell[square];
        bool enemy = cell.seat != FF_NOBODY && cell.seat != view->viewer;
        r->saw_too_much |= enemy && cell.rank != FF_HIDDEN && !cell.known;
    }
    return r->answer ? r->answer : r->honest->move(r->honest, view, budget_ms);
}

static rogue rogue_new(uint64_t seed) {
    rogue r = {.player = {.size = sizeof(ff_player), .set_up = rogue_set_up, .move = rogue_move},
               .honest = ff_random_player_new(NULL, seed)};
    assert_non_null(r.honest);
    return r;
}

static void rogue_done(rogue *r) {
    r->honest->free(r->honest);
}

static ff_game *new_game(const char *edition) {
    ff_game *game = ff_game_new(ff_edition_find(ff_span_of(edition)), NULL);
    assert_non_null(game);
    return game;
}

static void two_random_players_finish_their_game(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_game *game = new_game(ff_edition_at(i)->id);
        rogue red = rogue_new(i), blue = rogue_new(100 + i);
        assert_true(ff_referee_play(game, &red.player, &blue.player, 25));
        assert_true(ff_game_is_over(game));
        assert_false(red.saw_too_much || blue.saw_too_much);
        ff_view view = view_for(game, FF_NOBODY);
        assert_int_not_equal(view.result, FF_ONGOING);
        assert_int_not_equal(view.ending, FF_BY_FORFEIT);
        assert_int_equal(red.asked + blue.asked, view.plies);
        assert_true(view.plies == 0 || red.budget == 25);
        rogue_done(&red);
        rogue_done(&blue);
        ff_game_free(game);
    }
}

static uint64_t hash_of_a_game(uint64_t red_seed, uint64_t blue_seed) {
    ff_game *game = new_game("duel");
    rogue red = rogue_new(red_seed), blue = rogue_new(blue_seed);
    assert_true(ff_referee_play(game, &red.player, &blue.player, 0));
    ff_view view = view_for(game, FF_NOBODY);
    uint64_t hash = ff_view_hash(&view);
    rogue_done(&red);
    rogue_done(&blue);
    ff_game_free(game);
    return hash;
}

static void the_same_seeds_play_the_same_game(void **state) {
    (void)state;
    assert_true(hash_of_a_game(1, 2) == hash_of_a_game(1, 2));
    assert_true(hash_of_a_game(1, 2) != hash_of_a_game(1, 3));
}

static void an_illegal_move_forfeits(void **state) {
    (void)state;
    ff_game *game = new_game("tournament");
    rogue red = rogue_new(1), blue = rogue_new(2);
    blue.answer = FF_MOVE(FF_OFF_BOARD, 3);
    assert_true(ff_referee_play(game, &red.player, &blue.player, 0));
    ff_view view = view_for(game, FF_NOBODY);
    assert_int_equal(view.result, FF_RED_WINS);
    assert_int_equal(view.ending, FF_BY_FORFEIT);
    assert_int_equal(view.plies, 1);
    assert_int_equal(blue.asked, 1);
    rogue_done(&red);
    rogue_done(&blue);
    ff_game_free(game);
}

static void whoever_gives_up_has_resigned(void **state) {
    (void)state;
    ff_game *game = new_game("tournament");
    rogue red = rogue_new(1), blue = rogue_new(2);
    red.answer = FF_RESIGN;
    assert_true(ff_referee_play(game, &red.player, &blue.player, 0));
    ff_view view = view_for(game, FF_NOBODY);
    assert_int_equal(view.result, FF_BLUE_WINS);
    assert_int_equal(view.ending, FF_BY_RESIGN);
    assert_int_equal(view.plies, 0);
    rogue_done(&red);
    rogue_done(&blue);
    ff_game_free(game);
}

static void an_army_that_is_none_forfeits(void **state) {
    (void)state;
    ff_game *game = new_game("tournament");
    rogue red = rogue_new(1), blue = rogue_new(2);
    red.empty_army = true;
    assert_true(ff_referee_play(game, &red.player, &blue.player, 0));
    ff_view view = view_for(game, FF_NOBODY);
    assert_int_equal(view.result, FF_BLUE_WINS);
    assert_int_equal(view.ending, FF_BY_FORFEIT);
    assert_int_equal(red.asked + blue.asked, 0);
    rogue_done(&red);
    rogue_done(&blue);
    ff_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_random_players_finish_their_game),
        cmocka_unit_test(the_same_seeds_play_the_same_game),
        cmocka_unit_test(an_illegal_move_forfeits),
        cmocka_unit_test(whoever_gives_up_has_resigned),
        cmocka_unit_test(an_army_that_is_none_forfeits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
