/* Ratings move as the paper's own example says, and stay sane where it is silent. */
#include "server/base/glicko.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_near(double is, double wanted, double within) {
    if (!(fabs(is - wanted) <= within))
        fail_msg("%f is not within %g of %f", is, within, wanted);
}

/* A player of 1500/200 beats 1400/30, loses to 1550/100 and to 1700/300. */
static void the_example_of_the_paper_comes_out(void **state) {
    (void)state;
    glicko player = {1500, 200, 0.06};
    glicko_game games[] = {{{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    glicko after = glicko_after_games(player, games, 3);
    assert_near(after.rating, 1464.06, 0.02);
    assert_near(after.deviation, 151.52, 0.01);
    assert_near(after.volatility, 0.05999, 0.00001);
}

static void a_win_and_a_loss_between_equals_move_both_alike(void **state) {
    (void)state;
    glicko_game won = {glicko_new(), 1}, lost = {glicko_new(), 0};
    glicko winner = glicko_after_games(glicko_new(), &won, 1);
    glicko loser = glicko_after_games(glicko_new(), &lost, 1);
    assert_true(winner.rating > 1600);
    assert_near(winner.rating - 1500, 1500 - loser.rating, 1e-9);
    assert_near(winner.deviation, loser.deviation, 1e-9);
    assert_true(winner.deviation < 350);
}

static void a_draw_between_equals_moves_nobody(void **state) {
    (void)state;
    glicko_game drawn = {glicko_new(), 0.5};
    assert_near(glicko_after_games(glicko_new(), &drawn, 1).rating, 1500, 1e-9);
}

static void rest_makes_a_rating_less_certain_but_never_worse_than_none(void **state) {
    (void)state;
    glicko player = {1700, 50, 0.06};
    glicko month = glicko_after_rest(player, 30), ages = glicko_after_rest(player, 1e9);
    assert_near(month.rating, 1700, 0);
    assert_true(month.deviation > 50 && month.deviation < 100);
    assert_near(ages.deviation, 350, 0);
    assert_near(glicko_after_rest(player, -5).deviation, 50, 1e-9);
}

static void thousands_of_games_keep_the_numbers_in_range(void **state) {
    (void)state;
    glicko strong = glicko_new(), weak = glicko_new();
    for (int i = 0; i < 5000; i++) {
        glicko_game won = {weak, 1}, lost = {strong, 0};
        strong = glicko_after_games(strong, &won, 1);
        weak = glicko_after_games(weak, &lost, 1);
    }
    assert_true(isfinite(strong.rating) && strong.rating > weak.rating && strong.rating < 10000);
    assert_true(strong.deviation >= 30 && strong.volatility > 0 && strong.volatility < 1);
}

static void a_stored_row_with_numbers_that_no_rating_has_begins_anew(void **state) {
    (void)state;
    static const double rows[][3] = {{1500, 350, 0},     {1500, 350, -0.06}, {1500, 0, 0.06},
                                     {1500, 351, 0.06},  {NAN, 350, 0.06},   {1500, NAN, 0.06},
                                     {1500, 350, NAN},   {INFINITY, 350, 1}, {1e300, 350, 0.06},
                                     {1500, 350, 1e300}, {1500, 350, 1e-300}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        glicko found = glicko_stored(rows[i][0], rows[i][1], rows[i][2]), fresh = glicko_new();
        assert_memory_equal(&found, &fresh, sizeof fresh);
    }
    glicko kept = glicko_stored(1830.5, 47.25, 0.0599);
    assert_near(kept.rating, 1830.5, 0);
    assert_near(kept.deviation, 47.25, 0);
    assert_near(kept.volatility, 0.0599, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_paper_comes_out),
        cmocka_unit_test(a_win_and_a_loss_between_equals_move_both_alike),
        cmocka_unit_test(a_draw_between_equals_moves_nobody),
        cmocka_unit_test(rest_makes_a_rating_less_certain_but_never_worse_than_none),
        cmocka_unit_test(thousands_of_games_keep_the_numbers_in_range),
        cmocka_unit_test(a_stored_row_with_numbers_that_no_rating_has_begins_anew),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
