/* Breaking in: a bomb is worth what the flag behind it is likely worth, and no other is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/search/break_in.h"
#include "flagfall.h"

enum {
    FLAG = FF_SQUARE(0, 9),
    BESIDE = FF_SQUARE(1, 9),
    BEFORE = FF_SQUARE(0, 8),
    LONE = FF_SQUARE(6, 8),
    MINER = FF_SQUARE(0, 5)
};

/* What Red can see of a board that a test puts pieces on. */
typedef struct scene {
    ff_rules rules;
    ff_view view;
    root_features features;
} scene;

static void put(scene *s, int square, ff_seat seat, ff_rank rank) {
    s->view.cell[square] =
        (ff_cell){.seat = seat, .rank = rank, .moved = rank < FF_BOMB, .known = true};
}

/* Blue's flag in the corner behind two bombs, a bomb elsewhere, a miner of Red's on the way:
 * all open. */
static void scene_make(scene *s) {
    ff_rules_init(&s->rules, ff_edition_default(), NULL);
    s->view = (ff_view){.rules = &s->rules, .viewer = FF_RED, .turn = FF_RED};
    for (int square = 0; square < FF_SQUARES; square++)
        s->view.cell[square].seat = FF_NOBODY;
    put(s, FLAG, FF_BLUE, FF_FLAG);
    put(s, BESIDE, FF_BLUE, FF_BOMB);
    put(s, BEFORE, FF_BLUE, FF_BOMB);
    put(s, LONE, FF_BLUE, FF_BOMB);
    put(s, MINER, FF_RED, FF_MINER);
}

static void plan(scene *s) {
    belief b;
    belief_from_view(&b, &s->view);
    root_features_init(&s->features, &s->view, &b, 1);
    break_in_plan(&s->features);
}

static void the_bomb_on_the_way_to_the_flag_is_worth_more_than_any_other(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    plan(&s);
    assert_true(s.features.gate[BEFORE] > 10);
    assert_true(s.features.gate[BESIDE] == 0);
    assert_true(s.features.gate[LONE] == 0);
    assert_true(s.features.duel[FF_MINER][BEFORE].gain > s.features.duel[FF_MINER][LONE].gain + 10);
    assert_true(s.features.duel[FF_MARSHAL][BEFORE].gain <= s.features.duel[FF_MARSHAL][LONE].gain);
}

static void a_miner_is_drawn_to_it_from_afar(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    plan(&s);
    double near = root_features_pull(&s.features, FF_MINER, FF_SQUARE(0, 6));
    double far = root_features_pull(&s.features, FF_MINER, FF_SQUARE(0, 4));
    assert_true(near > far + 0.5);
}

/* However far it is: the pull of a target falls with the distance, this does not. */
static void each_step_of_that_miner_towards_the_flag_is_worth_the_same(void **state) {
    (void)state;
    enum { BEHIND = FF_SQUARE(0, 4), ASIDE = FF_SQUARE(1, 5), OTHER = FF_SQUARE(9, 0) };
    scene s;
    scene_make(&s);
    put(&s, OTHER, FF_RED, FF_MINER);
    plan(&s);
    int step = break_in_advance(&s.features, FF_MOVE(MINER, FF_SQUARE(0, 6)));
    assert_int_equal(step, 60);
    assert_int_equal(break_in_advance(&s.features, FF_MOVE(MINER, BEHIND)), -step);
    assert_int_equal(break_in_advance(&s.features, FF_MOVE(MINER, ASIDE)), -step);
    assert_int_equal(break_in_advance(&s.features, FF_MOVE(OTHER, FF_SQUARE(9, 1))), 0);
    scene_make(&s);
    put(&s, MINER, FF_BLUE, FF_MINER);
    put(&s, FF_SQUARE(0, 1), FF_RED, FF_MINER);
    plan(&s);
    assert_int_equal(break_in_advance(&s.features, FF_MOVE(FF_SQUARE(0, 1), FF_SQUARE(0, 2))),
                     step);
}

/* In a crowd at home the miner who is to go has no way until others make one. */
static void who_stands_before_that_miner_is_to_step_aside(void **state) {
    (void)state;
    enum { FIRST = FF_SQUARE(0, 6), SECOND = FF_SQUARE(0, 7), ASIDE = FF_SQUARE(1, 6) };
    scene s;
    scene_make(&s);
    put(&s, FIRST, FF_RED, FF_SCOUT);
    for (int row = 5; row < 8; row++)
        put(&s, FF_SQUARE(1, row), FF_RED, FF_BOMB);
    plan(&s);
    int forward = break_in_advance(&s.features, FF_MOVE(FIRST, SECOND));
    assert_int_equal(forward, 0); /* from one square of the way to another */
    put(&s, ASIDE, FF_NOBODY, FF_EMPTY);
    plan(&s);
    int aside = break_in_advance(&s.features, FF_MOVE(FIRST, ASIDE));
    assert_int_equal(aside, 120);
    put(&s, ASIDE, FF_RED, FF_SCOUT);
    put(&s, FIRST, FF_NOBODY, FF_EMPTY);
    plan(&s);
    assert_int_equal(break_in_advance(&s.features, FF_MOVE(ASIDE, FIRST)), -aside);
    put(&s, ASIDE, FF_BLUE, FF_SCOUT);
    put(&s, FIRST, FF_RED, FF_SCOUT);
    plan(&s);
    assert_int_equal(break_in_advance(&s.features, FF_MOVE(FIRST, ASIDE)), 0); /* an attack */
}

/* Beyond the next three squares there is time. */
static void who_stands_farther_on_that_way_may_stay(void **state) {
    (void)state;
    enum { FAR_MINER = FF_SQUARE(0, 2), THIRD = FF_SQUARE(0, 5), FOURTH = FF_SQUARE(0, 6) };
    scene s;
    scene_make(&s);
    put(&s, MINER, FF_NOBODY, FF_EMPTY);
    put(&s, FAR_MINER, FF_RED, FF_MINER);
    for (int row = 2; row < 8; row++)
        put(&s, FF_SQUARE(1, row), FF_RED, FF_BOMB);
    put(&s, FF_SQUARE(1, 6), FF_NOBODY, FF_EMPTY);
    put(&s, FF_SQUARE(1, 5), FF_NOBODY, FF_EMPTY);
    put(&s, FOURTH, FF_RED, FF_SCOUT);
    plan(&s);
    assert_int_equal(break_in_advance(&s.features, FF_MOVE(FOURTH, FF_SQUARE(1, 6))), 0);
    put(&s, FOURTH, FF_NOBODY, FF_EMPTY);
    put(&s, THIRD, FF_RED, FF_SCOUT);
    plan(&s);
    assert_int_equal(break_in_advance(&s.features, FF_MOVE(THIRD, FF_SQUARE(1, 5))), 120);
}

/* A way through one's own pieces is longer by three steps for each. */
static void a_miner_with_a_free_way_goes_before_one_that_is_shut_in(void **state) {
    (void)state;
    enum { SHUT_IN = FF_SQUARE(0, 2), FREE = FF_SQUARE(2, 2), FARTHER = FF_SQUARE(4, 2) };
    scene s;
    scene_make(&s);
    put(&s, MINER, FF_NOBODY, FF_EMPTY);
    put(&s, SHUT_IN, FF_RED, FF_MINER);
    put(&s, FF_SQUARE(0, 3), FF_RED, FF_SCOUT);
    put(&s, FF_SQUARE(1, 2), FF_RED, FF_BOMB);
    put(&s, FREE, FF_RED, FF_MINER);
    plan(&s);
    assert_int_equal(s.features.miner, FREE);
    put(&s, FREE, FF_NOBODY, FF_EMPTY);
    put(&s, FARTHER, FF_RED, FF_MINER);
    plan(&s);
    assert_int_equal(s.features.miner, SHUT_IN);
}

/* The miner who goes needs others behind it. */
static void miners_are_dearer_while_one_is_on_its_way(void **state) {
    (void)state;
    static const struct { double flag, times; } chances[] = {{1, 1.5}, {0.5, 1.5}, {0.4, 1}};
    scene s;
    for (size_t i = 0; i < sizeof chances / sizeof *chances; i++) {
        scene_make(&s);
        put(&s, LONE, FF_BLUE, FF_SERGEANT);
        belief b;
        belief_from_view(&b, &s.view);
        b.chance[FLAG][FF_FLAG] = chances[i].flag;
        root_features_init(&s.features, &s.view, &b, 1);
        double worth = s.features.worth[FF_RED][FF_MINER];
        double fear = s.features.duel[FF_MINER][LONE].fear;
        double other = s.features.worth[FF_RED][FF_SERGEANT];
        break_in_plan(&s.features);
        assert_true(worth > 0 && s.features.worth[FF_RED][FF_MINER] == worth * chances[i].times);
        assert_true(fear > 0 && s.features.duel[FF_MINER][LONE].fear == fear * chances[i].times);
        assert_true(s.features.worth[FF_RED][FF_SERGEANT] == other);
    }
}

/* What stands before the bombs is worth clearing away, though less. */
static void who_bars_the_way_is_worth_something_too(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    for (int file = 0; file < FF_FILES; file++)
        put(&s, FF_SQUARE(file, 7), FF_BLUE, FF_SERGEANT);
    plan(&s);
    int gates = 0;
    for (int file = 0; file < FF_FILES; file++)
        gates += s.features.gate[FF_SQUARE(file, 7)] > 0;
    assert_int_equal(gates, 1);
    assert_true(s.features.gate[FF_SQUARE(0, 7)] > 0);
    assert_true(s.features.gate[FF_SQUARE(0, 7)] < s.features.gate[BEFORE]);
}

/* The last gate before a certain flag is worth forty scouts, each farther out half of the next. */
static void each_gate_farther_out_is_worth_half_of_the_one_behind_it(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    for (int row = 6; row < 8; row++)
        for (int file = 0; file < FF_FILES; file++)
            put(&s, FF_SQUARE(file, row), FF_BLUE, FF_SERGEANT);
    plan(&s);
    assert_true(s.features.gate[BEFORE] == 40);
    assert_true(s.features.gate[FF_SQUARE(0, 7)] == 20);
    assert_true(s.features.gate[FF_SQUARE(0, 6)] == 10);
    assert_true(s.features.gate[FF_SQUARE(1, 7)] == 0);
}

/* Two hidden pieces, one of them the flag: half as likely is worth a quarter. */
static void a_gate_is_worth_the_square_of_the_chance_of_the_flag(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.view.cell[FLAG] = s.view.cell[BEFORE] = s.view.cell[BESIDE] =
        (ff_cell){.seat = FF_BLUE, .rank = FF_HIDDEN};
    belief b;
    belief_from_view(&b, &s.view);
    for (int rank = 0; rank < FF_RANKS; rank++)
        b.chance[FLAG][rank] = b.chance[BEFORE][rank] = b.chance[BESIDE][rank] = 0;
    b.chance[FLAG][FF_FLAG] = b.chance[FLAG][FF_BOMB] = 0.5;
    b.chance[BEFORE][FF_BOMB] = b.chance[BESIDE][FF_BOMB] = 1;
    root_features_init(&s.features, &s.view, &b, 1);
    break_in_plan(&s.features);
    assert_true(s.features.gate[BEFORE] == 10);
    /* Only who can remove the bomb gains by it. */
    assert_true(root_features_clears(&s.features, FF_MINER, BEFORE) == 1);
    assert_true(root_features_clears(&s.features, FF_MARSHAL, BEFORE) == 0);
}

static void without_a_miner_or_an_idea_of_the_flag_no_bomb_is_special(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    put(&s, MINER, FF_RED, FF_CAPTAIN);
    plan(&s);
    assert_true(s.features.gate[BEFORE] == 0);
    scene_make(&s);
    for (int file = 0; file < FF_FILES; file++)
        for (int row = 8; row < 10; row++)
            s.view.cell[FF_SQUARE(file, row)] = (ff_cell){.seat = FF_BLUE, .rank = FF_HIDDEN};
    plan(&s);
    for (int square = 0; square < FF_SQUARES; square++)
        assert_true(s.features.gate[square] == 0);
}

static void an_open_flag_needs_no_breaking_in(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    s.view.cell[BEFORE] = (ff_cell){.seat = FF_NOBODY};
    plan(&s);
    for (int square = 0; square < FF_SQUARES; square++)
        assert_true(s.features.gate[square] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bomb_on_the_way_to_the_flag_is_worth_more_than_any_other),
        cmocka_unit_test(a_miner_is_drawn_to_it_from_afar),
        cmocka_unit_test(each_step_of_that_miner_towards_the_flag_is_worth_the_same),
        cmocka_unit_test(who_stands_before_that_miner_is_to_step_aside),
        cmocka_unit_test(who_stands_farther_on_that_way_may_stay),
        cmocka_unit_test(a_miner_with_a_free_way_goes_before_one_that_is_shut_in),
        cmocka_unit_test(miners_are_dearer_while_one_is_on_its_way),
        cmocka_unit_test(who_bars_the_way_is_worth_something_too),
        cmocka_unit_test(each_gate_farther_out_is_worth_half_of_the_one_behind_it),
        cmocka_unit_test(a_gate_is_worth_the_square_of_the_chance_of_the_flag),
        cmocka_unit_test(without_a_miner_or_an_idea_of_the_flag_no_bomb_is_special),
        cmocka_unit_test(an_open_flag_needs_no_breaking_in),
    };
    return cmocka_run_group_tests_name("break in", tests, NULL, NULL);
}
