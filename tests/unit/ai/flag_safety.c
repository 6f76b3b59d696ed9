/* The computer keeps an eye on its own flag: who may break in, and who is in time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/search/flag_safety.h"
#include "flagfall.h"

enum { MINER = FF_SQUARE(2, 3), GUARD = FF_SQUARE(4, 2) };

static void put(ff_view *view, int square, ff_seat seat, ff_rank rank, bool known) {
    view->cell[square] =
        (ff_cell){.seat = seat, .rank = rank, .moved = rank < FF_BOMB, .known = known};
}

/* Red's flag in the corner behind two bombs, a blue miner that everybody knows four
 * steps from either, a blue scout, and Blue's flag far away; no guard yet. */
static void view_make(ff_view *view, ff_rules *rules) {
    ff_rules_init(rules, ff_edition_default(), NULL);
    *view = (ff_view){.rules = rules, .viewer = FF_RED, .turn = FF_RED};
    for (int square = 0; square < FF_SQUARES; square++)
        view->cell[square].seat = FF_NOBODY;
    put(view, FF_SQUARE(0, 0), FF_RED, FF_FLAG, false);
    put(view, FF_SQUARE(0, 1), FF_RED, FF_BOMB, false);
    put(view, FF_SQUARE(1, 0), FF_RED, FF_BOMB, false);
    put(view, MINER, FF_BLUE, FF_MINER, true);
    put(view, FF_SQUARE(5, 2), FF_BLUE, FF_SCOUT, true);
    put(view, FF_SQUARE(9, 9), FF_BLUE, FF_FLAG, true);
}

/* What the piece from `root` costs where it stands now, or is taken. */
static int cost_from(const ff_view *view, int root, int stands) {
    belief b;
    root_features o;
    flag_safety s;
    ff_position position;
    uint8_t at[FLAG_SAFETY_INTRUDERS];
    belief_from_view(&b, view);
    root_features_init(&o, view, &b, 1);
    flag_safety_init(&s, &o);
    ff_view_position(view, &position);
    for (unsigned i = 0; i < FLAG_SAFETY_INTRUDERS; i++)
        at[i] = i < s.intruders && s.intruder[i].square == root ? (uint8_t)stands : FF_OFF_BOARD;
    return flag_safety_cost(&s, &position, at);
}

static int cost(const ff_view *view, int stands) {
    return cost_from(view, MINER, stands);
}

static void a_miner_near_the_bombs_is_a_threat_until_somebody_is_in_time(void **state) {
    (void)state;
    ff_view view;
    ff_rules rules;
    view_make(&view, &rules);
    int alone = cost(&view, MINER);
    assert_true(alone > 0);
    assert_true(cost(&view, FF_SQUARE(1, 1)) > alone);
    assert_int_equal(cost(&view, FF_OFF_BOARD), 0);
    put(&view, FF_SQUARE(9, 2), FF_RED, FF_COLONEL, false);
    assert_int_equal(cost(&view, MINER), alone); /* too far away */
    put(&view, FF_SQUARE(1, 2), FF_RED, FF_SCOUT, false);
    assert_int_equal(cost(&view, MINER), alone); /* too weak */
    put(&view, FF_SQUARE(2, 1), FF_RED, FF_SERGEANT, false);
    assert_int_equal(cost(&view, MINER), 0);
}

static void bombs_stop_all_but_miners(void **state) {
    (void)state;
    ff_view view;
    ff_rules rules;
    view_make(&view, &rules);
    put(&view, MINER, FF_BLUE, FF_MARSHAL, true);
    assert_int_equal(cost(&view, MINER), 0);
    put(&view, FF_SQUARE(0, 1), FF_NOBODY, FF_EMPTY, false);
    assert_true(cost(&view, MINER) > 0);
}

/* Behind the back row of a board of eight rows nobody walks. */
static void nobody_comes_from_behind_a_smaller_board(void **state) {
    (void)state;
    ff_view view;
    ff_rules rules;
    view_make(&view, &rules);
    ff_rules_init(&rules, ff_edition_find(ff_span_of("classic30")), NULL);
    assert_int_equal(rules.edition.rows, 8);
    for (int square = 0; square < FF_SQUARES; square++)
        put(&view, square, FF_NOBODY, FF_EMPTY, false);
    view.viewer = view.turn = FF_BLUE;
    put(&view, FF_SQUARE(0, 7), FF_BLUE, FF_FLAG, false);
    put(&view, FF_SQUARE(0, 6), FF_BLUE, FF_BOMB, false);
    put(&view, FF_SQUARE(1, 7), FF_BLUE, FF_BOMB, false);
    put(&view, FF_SQUARE(4, 3), FF_RED, FF_MARSHAL, true);
    assert_int_equal(cost_from(&view, FF_SQUARE(4, 3), FF_SQUARE(2, 6)), 0);
    put(&view, FF_SQUARE(1, 7), FF_NOBODY, FF_EMPTY, false);
    assert_true(cost_from(&view, FF_SQUARE(4, 3), FF_SQUARE(2, 6)) > 0);
}

/* A scout beside the colonel is cheap to have, but then the miner is through. */
static void a_guard_goes_home_before_it_takes_a_scout(void **state) {
    (void)state;
    ff_view view;
    ff_rules rules;
    view_make(&view, &rules);
    put(&view, GUARD, FF_RED, FF_COLONEL, true);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        ff_player *player = ff_player_new(ff_computer_find(ff_span_of("search")), seed);
        assert_non_null(player);
        ff_move move = player->move(player, &view, 0);
        assert_int_equal(FF_FROM(move), GUARD);
        assert_true(FF_TO(move) == GUARD - 1 || FF_TO(move) == GUARD - FF_FILES);
        player->free(player);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_miner_near_the_bombs_is_a_threat_until_somebody_is_in_time),
        cmocka_unit_test(bombs_stop_all_but_miners),
        cmocka_unit_test(nobody_comes_from_behind_a_smaller_board),
        cmocka_unit_test(a_guard_goes_home_before_it_takes_a_scout),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
