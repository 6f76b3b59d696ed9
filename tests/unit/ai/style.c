/* Styles: what a search player likes beside the best move shows in its army and its moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/search/style.h"
#include "ai/setup/setups.h"
#include "drawn_game.h"
#include "flagfall.h"

/* A board that a test puts pieces on, Red's to see. */
typedef struct scene {
    ff_rules rules;
    ff_view view;
    root_features features;
} scene;

static void scene_clear(scene *s) {
    ff_rules_init(&s->rules, ff_edition_default(), NULL);
    s->view = (ff_view){.rules = &s->rules, .viewer = FF_RED, .turn = FF_RED};
    for (int square = 0; square < FF_SQUARES; square++)
        s->view.cell[square].seat = FF_NOBODY;
}

static void put_own(scene *s, int square, ff_rank rank, bool known) {
    s->view.cell[square] = (ff_cell){.seat = FF_RED, .rank = rank, .moved = true, .known = known};
}

/* A piece of Blue's that has moved, hidden or open. */
static void put_enemy(scene *s, int square, unsigned rank) {
    s->view.cell[square] = (ff_cell){
        .seat = FF_BLUE, .rank = (uint8_t)rank, .moved = true, .known = rank != FF_HIDDEN};
}

static int bias(scene *s, search_style style, int from, int to) {
    belief b;
    belief_from_view(&b, &s->view);
    root_features_init(&s->features, &s->view, &b, 1);
    return search_style_bias(&style, &s->features, FF_MOVE(from, to));
}

static void who_has_no_style_likes_nothing_beyond_the_best(void **state) {
    (void)state;
    scene s;
    scene_clear(&s);
    put_own(&s, FF_SQUARE(0, 3), FF_MARSHAL, true);
    put_enemy(&s, FF_SQUARE(0, 5), FF_HIDDEN);
    assert_int_equal(bias(&s, (search_style){0}, FF_SQUARE(0, 3), FF_SQUARE(0, 4)), 0);
}

static void who_is_shy_keeps_the_marshal_from_what_may_be_the_spy(void **state) {
    (void)state;
    const search_style shy = {.shy = 100};
    scene s;
    scene_clear(&s);
    put_own(&s, FF_SQUARE(0, 3), FF_MARSHAL, true);
    put_enemy(&s, FF_SQUARE(0, 5), FF_HIDDEN);
    assert_int_equal(bias(&s, shy, FF_SQUARE(0, 3), FF_SQUARE(0, 4)), -100);
    assert_int_equal(bias(&s, shy, FF_SQUARE(0, 3), FF_SQUARE(0, 2)), 0);
    s.view.lost[FF_BLUE][FF_SPY] = 1;
    assert_int_equal(bias(&s, shy, FF_SQUARE(0, 3), FF_SQUARE(0, 4)), 0);
    s.view.lost[FF_BLUE][FF_SPY] = 0;
    put_enemy(&s, FF_SQUARE(0, 5), FF_MINER);
    assert_int_equal(bias(&s, shy, FF_SQUARE(0, 3), FF_SQUARE(0, 4)), 0);
}

static void who_guards_stands_hidden_beside_what_is_shown(void **state) {
    (void)state;
    const search_style guards = {.guard = 40};
    scene s;
    scene_clear(&s);
    put_own(&s, FF_SQUARE(0, 4), FF_CAPTAIN, true);
    put_own(&s, FF_SQUARE(1, 3), FF_GENERAL, false);
    assert_int_equal(bias(&s, guards, FF_SQUARE(1, 3), FF_SQUARE(0, 3)), 40);
    put_own(&s, FF_SQUARE(1, 3), FF_GENERAL, true);
    assert_int_equal(bias(&s, guards, FF_SQUARE(1, 3), FF_SQUARE(0, 3)), 0);
    put_own(&s, FF_SQUARE(1, 3), FF_SERGEANT, false);
    assert_int_equal(bias(&s, guards, FF_SQUARE(1, 3), FF_SQUARE(0, 3)), 0);
}

static void who_forks_goes_where_two_can_be_taken(void **state) {
    (void)state;
    const search_style forks = {.fork = 50};
    scene s;
    scene_clear(&s);
    put_own(&s, FF_SQUARE(1, 3), FF_COLONEL, true);
    put_enemy(&s, FF_SQUARE(1, 5), FF_CAPTAIN);
    assert_int_equal(bias(&s, forks, FF_SQUARE(1, 3), FF_SQUARE(1, 4)), 0);
    put_enemy(&s, FF_SQUARE(0, 4), FF_LIEUTENANT);
    assert_int_equal(bias(&s, forks, FF_SQUARE(1, 3), FF_SQUARE(1, 4)), 50);
    put_enemy(&s, FF_SQUARE(0, 4), FF_GENERAL);
    assert_int_equal(bias(&s, forks, FF_SQUARE(1, 3), FF_SQUARE(1, 4)), 0);
}

/* Its first step takes a piece into the open like any other. */
static void a_piece_that_moves_for_the_first_time_counts_as_moved(void **state) {
    (void)state;
    const search_style guards = {.guard = 40};
    scene s;
    scene_clear(&s);
    put_own(&s, FF_SQUARE(0, 3), FF_CAPTAIN, false);
    put_own(&s, FF_SQUARE(1, 4), FF_GENERAL, false);
    s.view.cell[FF_SQUARE(0, 3)].moved = false;
    assert_int_equal(bias(&s, guards, FF_SQUARE(0, 3), FF_SQUARE(0, 4)), 40);
}

static void an_attack_counts_by_how_it_may_go(void **state) {
    (void)state;
    const search_style forks = {.fork = 50};
    const int from = FF_SQUARE(1, 3), to = FF_SQUARE(1, 4);
    scene s;
    scene_clear(&s);
    put_own(&s, from, FF_COLONEL, true);
    put_enemy(&s, FF_SQUARE(0, 4), FF_LIEUTENANT);
    put_enemy(&s, FF_SQUARE(1, 5), FF_CAPTAIN);
    put_enemy(&s, to, FF_MAJOR);
    assert_int_equal(bias(&s, forks, from, to), 50); /* wins, and threatens two more */
    put_enemy(&s, to, FF_COLONEL);
    assert_int_equal(bias(&s, forks, from, to), 0); /* nobody is left who could */
    put_enemy(&s, to, FF_MARSHAL);
    assert_int_equal(bias(&s, forks, from, to), 0);
    put_enemy(&s, to, FF_HIDDEN);
    int liked = bias(&s, forks, from, to);
    assert_in_range(liked, 50 * s.features.duel[FF_COLONEL][to].win - 1,
                    50 * s.features.duel[FF_COLONEL][to].win + 1);
    assert_in_range(liked, 10, 45);
}

/* What lies behind a piece draws others than him who forks. */
static void what_bars_the_way_to_the_flag_is_no_prey_for_that(void **state) {
    (void)state;
    const search_style forks = {.fork = 50};
    scene s;
    scene_clear(&s);
    put_own(&s, FF_SQUARE(1, 3), FF_COLONEL, true);
    put_enemy(&s, FF_SQUARE(1, 5), FF_CAPTAIN);
    put_enemy(&s, FF_SQUARE(0, 4), FF_COLONEL);
    belief b;
    belief_from_view(&b, &s.view);
    root_features_init(&s.features, &s.view, &b, 1);
    s.features.gate[FF_SQUARE(0, 4)] = 20;
    s.features.duel[FF_COLONEL][FF_SQUARE(0, 4)].gain += 20;
    assert_int_equal(
        search_style_bias(&forks, &s.features, FF_MOVE(FF_SQUARE(1, 3), FF_SQUARE(1, 4))), 0);
}

static void who_sits_still_moves_nothing_for_the_first_time(void **state) {
    (void)state;
    const search_style still = {.still = 25};
    scene s;
    scene_clear(&s);
    put_own(&s, FF_SQUARE(1, 3), FF_CAPTAIN, false);
    assert_int_equal(bias(&s, still, FF_SQUARE(1, 3), FF_SQUARE(1, 4)), 0);
    s.view.cell[FF_SQUARE(1, 3)].moved = false;
    assert_int_equal(bias(&s, still, FF_SQUARE(1, 3), FF_SQUARE(1, 4)), -25);
}

static void the_guarded_player_has_its_flag_shut_in(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    for (uint64_t seed = 0; seed < 40; seed++) {
        ff_setup setup;
        ff_player *player = drawn_game_player("guarded", seed);
        player->set_up(player, edition, FF_RED, &setup);
        assert_int_equal(ff_setup_check(&setup, edition), FF_SETUP_OK);
        assert_true(setup_is_shut_in(&setup, edition));
        player->free(player);
    }
}

/* In an army without the bombs for it the flag stands as well as it can. */
static void without_bombs_enough_it_sets_up_all_the_same(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_find(ff_span_of("duel"));
    ff_setup setup;
    ff_player *player = drawn_game_player("guarded", 1);
    player->set_up(player, edition, FF_BLUE, &setup);
    assert_int_equal(ff_setup_check(&setup, edition), FF_SETUP_OK);
    player->free(player);
}

static void a_flag_with_an_open_side_is_not_shut_in(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    ff_setup setup = {{0}};
    for (int k = 0; k < 40; k++)
        setup.rank[k] = FF_SCOUT;
    setup.rank[0] = FF_FLAG;
    setup.rank[1] = FF_BOMB;
    assert_false(setup_is_shut_in(&setup, edition));
    setup.rank[10] = FF_BOMB;
    assert_true(setup_is_shut_in(&setup, edition));
    setup.rank[0] = FF_BOMB;
    setup.rank[39] = FF_FLAG; /* in the front row */
    setup.rank[38] = setup.rank[29] = FF_BOMB;
    assert_false(setup_is_shut_in(&setup, edition));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_no_style_likes_nothing_beyond_the_best),
        cmocka_unit_test(who_is_shy_keeps_the_marshal_from_what_may_be_the_spy),
        cmocka_unit_test(who_guards_stands_hidden_beside_what_is_shown),
        cmocka_unit_test(who_forks_goes_where_two_can_be_taken),
        cmocka_unit_test(a_piece_that_moves_for_the_first_time_counts_as_moved),
        cmocka_unit_test(an_attack_counts_by_how_it_may_go),
        cmocka_unit_test(what_bars_the_way_to_the_flag_is_no_prey_for_that),
        cmocka_unit_test(who_sits_still_moves_nothing_for_the_first_time),
        cmocka_unit_test(the_guarded_player_has_its_flag_shut_in),
        cmocka_unit_test(without_bombs_enough_it_sets_up_all_the_same),
        cmocka_unit_test(a_flag_with_an_open_side_is_not_shut_in),
    };
    return cmocka_run_group_tests_name("style", tests, NULL, NULL);
}
