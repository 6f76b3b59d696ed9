/* Pursuit: who has kept running draws less, and in the end is left alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/search/pursuit.h"
#include "flagfall.h"

enum {
    RUNNER = FF_SQUARE(4, 6),
    BYSTANDER = FF_SQUARE(8, 6),
    HUNTER = FF_SQUARE(4, 3),
    MOVES = 80
};

/* What Red can see of a board that a test puts pieces on, and the moves that led there. */
typedef struct scene {
    ff_rules rules;
    ff_view view;
    bool idle; /* no miner is on its way to the flag */
    ff_move moves[MOVES];
    root_features features;
} scene;

static void put(scene *s, int square, ff_seat seat, ff_rank rank) {
    s->view.cell[square] =
        (ff_cell){.seat = seat, .rank = rank, .moved = rank < FF_BOMB, .known = true};
}

/* Two generals of Blue's and a marshal of Red's, all open; no move yet. */
static void scene_make(scene *s) {
    s->idle = false;
    ff_rules_init(&s->rules, ff_edition_default(), NULL);
    s->view = (ff_view){.rules = &s->rules, .viewer = FF_RED, .turn = FF_RED};
    s->view.history = (ff_history){.moves = s->moves};
    for (int square = 0; square < FF_SQUARES; square++)
        s->view.cell[square].seat = FF_NOBODY;
    put(s, RUNNER, FF_BLUE, FF_GENERAL);
    put(s, BYSTANDER, FF_BLUE, FF_GENERAL);
    put(s, HUNTER, FF_RED, FF_MARSHAL);
}

static void play(scene *s, int red_from, int red_to, int blue_from, int blue_to) {
    s->moves[s->view.history.size++] = FF_MOVE(red_from, red_to);
    s->moves[s->view.history.size++] = FF_MOVE(blue_from, blue_to);
}

/* Up the file and to the side by turns, so that the runner ends where the scene has it. */
static void hunt(scene *s, unsigned times) {
    for (unsigned i = times; i > 0; i--) {
        int shift = (int)(i % 2), side = (int)(1 - i % 2);
        play(s, FF_SQUARE(4 + shift, 4), FF_SQUARE(4 + shift, 5), FF_SQUARE(4 + shift, 6),
             FF_SQUARE(4 + side, 6));
    }
}

static double catchable(scene *s, int square) {
    belief b;
    belief_from_view(&b, &s->view);
    root_features_init(&s->features, &s->view, &b, 1);
    s->features.miner = s->idle ? FF_OFF_BOARD : FF_SQUARE(0, 0);
    s->features.advance = 1;
    pursuit_weigh(&s->features);
    for (int i = 0; i < s->features.targets; i++)
        if (s->features.target[i] == square)
            return s->features.catchable[i];
    fail();
    return 0;
}

static void who_has_run_three_times_draws_half_as_much(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    assert_true(catchable(&s, RUNNER) == 1);
    hunt(&s, 3);
    assert_true(catchable(&s, RUNNER) == 0.5);
    assert_true(catchable(&s, BYSTANDER) == 1);
}

static void while_no_miner_is_on_its_way_all_are_hunted(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    hunt(&s, 12);
    assert_true(catchable(&s, RUNNER) < 0.5);
    s.idle = true;
    assert_true(catchable(&s, RUNNER) == 1);
}

/* Either is two steps away. */
static void the_hunter_is_drawn_to_whom_it_has_not_hunted(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    hunt(&s, 12);
    catchable(&s, RUNNER);
    double to_runner = root_features_pull(&s.features, FF_MARSHAL, FF_SQUARE(4, 4));
    double to_bystander = root_features_pull(&s.features, FF_MARSHAL, FF_SQUARE(8, 4));
    assert_true(to_bystander > to_runner + 2);
}

static void a_step_that_nobody_asked_for_is_no_run(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    for (int i = 0; i < 6; i++)
        play(&s, FF_SQUARE(0, i % 2), FF_SQUARE(0, 1 - i % 2), FF_SQUARE(4, 6 + (i + 1) % 2),
             FF_SQUARE(4, 6 + i % 2));
    play(&s, FF_SQUARE(0, 0), FF_SQUARE(0, 1), FF_SQUARE(4, 7), RUNNER);
    assert_true(catchable(&s, RUNNER) == 1);
}

static void what_is_long_past_is_forgotten(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    hunt(&s, 3);
    for (int i = 0; i < 30; i++)
        play(&s, FF_SQUARE(0, i % 2), FF_SQUARE(0, 1 - i % 2), FF_SQUARE(9, i % 2),
             FF_SQUARE(9, 1 - i % 2));
    assert_true(catchable(&s, RUNNER) == 1);
}

/* The piece is followed, not the square: who stands where another ran from has run nowhere. */
static void runs_are_the_pieces_own(void **state) {
    (void)state;
    scene s;
    scene_make(&s);
    hunt(&s, 4);
    play(&s, FF_SQUARE(0, 0), FF_SQUARE(0, 1), RUNNER, FF_SQUARE(4, 7));
    play(&s, FF_SQUARE(0, 1), FF_SQUARE(0, 0), FF_SQUARE(7, 6), BYSTANDER);
    put(&s, FF_SQUARE(4, 7), FF_BLUE, FF_GENERAL);
    assert_true(catchable(&s, FF_SQUARE(4, 7)) < 0.5);
    assert_true(catchable(&s, BYSTANDER) == 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_has_run_three_times_draws_half_as_much),
        cmocka_unit_test(while_no_miner_is_on_its_way_all_are_hunted),
        cmocka_unit_test(the_hunter_is_drawn_to_whom_it_has_not_hunted),
        cmocka_unit_test(a_step_that_nobody_asked_for_is_no_run),
        cmocka_unit_test(what_is_long_past_is_forgotten),
        cmocka_unit_test(runs_are_the_pieces_own),
    };
    return cmocka_run_group_tests_name("pursuit", tests, NULL, NULL);
}
