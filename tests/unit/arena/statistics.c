/* Intervals, Elo and sequential tests against values worked out by hand, and against
 * tests that fishtest has published. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/ratings.h"
#include "arena/statistics.h"

static void assert_near(double value, double wanted, double most) {
    if (!(fabs(value - wanted) <= most))
        fail_msg("%.6f is not %.6f", value, wanted);
}

static void assert_estimate(estimate e, double value, double low, double high) {
    assert_near(e.value, value, 5e-5);
    assert_near(e.low, low, 5e-5);
    assert_near(e.high, high, 5e-5);
}

/* 16 pairs as three quarters of independent games would spread them. */
static void independent_games_have_wilsons_interval(void **state) {
    (void)state;
    tally t = {.won = 24, .lost = 8, .pairs = {1, 0, 6, 0, 9}};
    assert_near(statistics_pair_factor(&t), 0.5, 1e-12);
    assert_estimate(statistics_share(&t), 0.75, 0.57893, 0.86746);
}

static void who_wins_everything_may_still_lose(void **state) {
    (void)state;
    tally all = {.won = 10, .pairs = {0, 0, 0, 0, 5}};
    assert_estimate(statistics_share(&all), 1, 0.72246, 1);
    assert_true(isinf(statistics_elo(&all).value));
    assert_near(statistics_elo(&all).low, 166.2, 0.1);
    assert_true(isinf(statistics_elo(&all).high));
    tally nothing = tally_reversed(&all);
    assert_estimate(statistics_share(&nothing), 0, 0, 0.27754);
    tally none = {.won = 0};
    assert_estimate(statistics_share(&none), 0.5, 0, 1);
    assert_true(isinf(statistics_elo(&none).high));
}

/* 88 of 100, and as many where twelve were drawn. */
static void draws_are_no_wins(void **state) {
    (void)state;
    tally t = {.won = 88, .drawn = 12, .pairs = {0, 0, 0, 12, 38}};
    assert_estimate(statistics_won(&t), 0.88, 0.80188, 0.93001);
    assert_true(statistics_share(&t).value > 0.93);
}

static void one_game_says_little(void **state) {
    (void)state;
    tally one = {.won = 1};
    assert_true(statistics_share(&one).low < 0.21);
}

/* Where the armies decide, each takes one game of a pair, and the mean is sure; where
 * both games of each pair end alike, they are worth half as many. */
static void pairs_tell_what_games_alone_do_not(void **state) {
    (void)state;
    tally split = {.won = 50, .lost = 50, .pairs = {0, 0, 50, 0, 0}};
    tally alike = {.won = 50, .lost = 50, .pairs = {25, 0, 0, 0, 25}};
    tally plain = {.won = 50, .lost = 50, .pairs = {12, 0, 26, 0, 12}};
    double narrow = statistics_share(&split).high - 0.5, wide = statistics_share(&alike).high - 0.5,
           usual = statistics_share(&plain).high - 0.5;
    assert_true(narrow < 0.03 && usual > 0.08 && usual < 0.1 && wide > 0.12 && wide < 0.14);
}

static void elo_is_the_logistic_curve(void **state) {
    (void)state;
    assert_near(statistics_elo_of(0.75), 190.8485, 1e-3);
    assert_near(statistics_elo_of(0.5), 0, 1e-12);
    assert_near(statistics_share_of(-400), 1 / 11.0, 1e-12);
    assert_near(statistics_elo_of(statistics_share_of(123.4)), 123.4, 1e-9);
}

/* Published in the log of Stockfish (2020 and 2021, logistic bounds, alpha and beta
 * 0.05): bounds, pairs, and the ratio to two digits. */
static const struct published {
    double elo0, elo1;
    unsigned pairs[5];
    double llr;
} published[] = {
    {-0.20, 1.10, {406, 8728, 41933, 8848, 493}, 2.94},
    {0.20, 0.90, {23, 1079, 15473, 1255, 14}, 2.94},
    {-0.70, 0.20, {2, 245, 4962, 291, 4}, 2.95},
    {-1.00, 0.20, {577, 11681, 56451, 11586, 605}, 2.94},
    {-0.20, 1.10, {4, 2342, 11769, 2494, 7}, 2.93},
    {-1.25, 0.25, {71, 1427, 7558, 1518, 66}, 2.93},
    {0.25, 1.25, {13, 1176, 17184, 1178, 21}, -3.00},
    {0.25, 1.25, {25, 1383, 19438, 1408, 26}, -2.96},
    {-0.25, 1.25, {4014, 25760, 49669, 26172, 4097}, 2.94},
    {0.25, 1.25, {2447, 30157, 92636, 30835, 2581}, 2.94},
};

static void the_ratio_is_the_one_that_fishtest_published(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof published / sizeof *published; i++) {
        const struct published *p = &published[i];
        sprt test = {p->elo0, p->elo1, 0.05, 0.05};
        assert_near(sprt_llr(&test, p->pairs), p->llr, 0.0101);
    }
}

static void a_test_ends_at_walds_bounds(void **state) {
    (void)state;
    sprt test = {0, 10, 0.05, 0.05};
    assert_near(sprt_lower(&test), -2.9444, 1e-4);
    assert_near(sprt_upper(&test), 2.9444, 1e-4);
    assert_int_equal(sprt_judge(&test, (unsigned[5]){0, 0, 0, 0, 0}), SPRT_GO_ON);
    assert_int_equal(sprt_judge(&test, (unsigned[5]){10, 20, 40, 20, 10}), SPRT_GO_ON);
    assert_int_equal(sprt_judge(&test, (unsigned[5]){10, 100, 500, 300, 40}), SPRT_ELO1);
    assert_int_equal(sprt_judge(&test, (unsigned[5]){40, 300, 500, 100, 10}), SPRT_ELO0);
    sprt careful = {0, 10, 0.01, 0.1};
    assert_near(sprt_upper(&careful), log(0.9 / 0.01), 1e-12);
    assert_near(sprt_lower(&careful), log(0.1 / 0.99), 1e-12);
}

/* What one side's test says, the other side's says of the mirrored hypotheses. */
static void a_test_is_the_same_from_both_sides(void **state) {
    (void)state;
    tally t = {.pairs = {3, 8, 40, 22, 9}};
    tally r = tally_reversed(&t);
    sprt test = {-5, 15, 0.05, 0.05}, mirrored = {-15, 5, 0.05, 0.05};
    assert_near(sprt_llr(&test, t.pairs), -sprt_llr(&mirrored, r.pairs), 1e-9);
}

static void one_sided_results_are_no_trouble(void **state) {
    (void)state;
    sprt test = {0, 50, 0.05, 0.05};
    for (unsigned count = 1; count < 1000; count *= 3) {
        unsigned won[5] = {0, 0, 0, 0, count}, lost[5] = {count, 0, 0, 0, 0};
        assert_true(isfinite(sprt_llr(&test, won)) && sprt_llr(&test, won) > 0);
        assert_true(isfinite(sprt_llr(&test, lost)) && sprt_llr(&test, lost) < 0);
    }
}

/* --- ratings -------------------------------------------------------------------- */

static tally games(unsigned won, unsigned lost) {
    return (tally){.won = won, .lost = lost};
}

/* Odds of three to one twice over are nine to one. */
static void ratings_add_up(void **state) {
    (void)state;
    schedule s = {.players = 3, .games = 100};
    tally results[] = {games(75, 25), games(90, 10), games(75, 25)};
    estimate rating[3];
    assert_false(ratings_fit(&s, results, rating));
    assert_near(rating[0].value, 190.8485, 1e-3);
    assert_near(rating[1].value, 0, 1e-6);
    assert_near(rating[2].value, -190.8485, 1e-3);
    assert_true(rating[0].low < 170 && rating[0].low > 130);
}

/* The delta method by hand: each of two has half the difference's error. */
static void the_error_is_that_of_the_games(void **state) {
    (void)state;
    schedule s = {.players = 2, .games = 64};
    tally t = {.won = 48, .lost = 16, .pairs = {2, 0, 12, 0, 18}};
    estimate rating[2];
    assert_false(ratings_fit(&s, &t, rating));
    double factor = 2 * statistics_pair_factor(&t);
    double error = 1.96 * sqrt(factor / (64 * 0.75 * 0.25)) * 400 / log(10);
    assert_near(rating[0].value - rating[1].value, 190.8485, 1e-3);
    assert_near(rating[0].high - rating[0].value, error / 2, 0.01);
}

static void who_loses_everything_has_a_rating_still(void **state) {
    (void)state;
    schedule s = {.players = 3, .games = 10};
    tally results[] = {games(6, 4), games(10, 0), games(10, 0)};
    estimate rating[3];
    assert_true(ratings_fit(&s, results, rating));
    assert_true(rating[2].value < rating[1].value - 300 && isfinite(rating[2].low));
    assert_true(rating[0].value > rating[1].value);
}

static void a_gauntlet_and_an_unfinished_one_are_rated(void **state) {
    (void)state;
    schedule s = {.players = 4, .games = 100, .gauntlet = true};
    tally results[] = {games(50, 50), games(75, 25), {.won = 0}};
    estimate rating[4];
    assert_true(ratings_fit(&s, results, rating));
    for (int i = 0; i < 4; i++)
        assert_true(isfinite(rating[i].value));
    tally all[] = {games(50, 50), games(75, 25), games(25, 75)};
    assert_false(ratings_fit(&s, all, rating));
    assert_near(rating[3].value - rating[0].value, 190.8485, 1e-3);
}

static void many_players_far_apart_are_rated(void **state) {
    (void)state;
    enum { MANY = SCHEDULE_PLAYERS_MAX };
    static tally results[MANY * (MANY - 1) / 2];
    schedule s = {.players = MANY, .games = 1000};
    estimate rating[MANY];
    for (unsigned i = 0; i < schedule_pairings(&s); i++) {
        unsigned player[2];
        schedule_pairing(&s, i, player);
        double share = statistics_share_of(40.0 * (player[1] - player[0]));
        results[i] = games((unsigned)lround(1e6 * share), (unsigned)lround(1e6 * (1 - share)));
    }
    assert_false(ratings_fit(&s, results, rating));
    for (int i = 0; i + 1 < MANY; i++)
        assert_near(rating[i].value - rating[i + 1].value, 40, 0.5);
}

/* --- the schedule --------------------------------------------------------------- */

static void everybody_meets_everybody_equally_often_in_both_chairs(void **state) {
    (void)state;
    for (unsigned odd = 0; odd < 2; odd++) {
        schedule s = {.players = 5, .games = 6 + odd};
        unsigned met[5][5] = {{0}}, last[10] = {0};
        assert_int_equal(schedule_games(&s), 10 * (6 + odd));
        for (unsigned i = 0; i < schedule_games(&s); i++) {
            fixture f = schedule_fixture(&s, i);
            assert_true(f.player[0] < f.player[1] && f.player[1] < 5);
            assert_int_equal(f.number, last[f.pairing]++);
            assert_int_equal(f.number % 2, f.red);
            met[f.player[f.red]][f.player[!f.red]]++;
        }
        for (int a = 0; a < 5; a++)
            for (int b = 0; b < 5; b++)
                assert_int_equal(met[a][b], a == b ? 0 : a < b ? 3 + odd : 3);
    }
}

static void rounds_are_played_one_after_another(void **state) {
    (void)state;
    schedule s = {.players = 4, .games = 10};
    unsigned played[6] = {0};
    for (unsigned i = 0; i < schedule_games(&s); i++) {
        played[schedule_fixture(&s, i).pairing]++;
        for (int a = 0; a < 6; a++)
            for (int b = 0; b < 6; b++)
                assert_true(played[a] <= played[b] + 2);
    }
}

static void a_gauntlet_is_one_against_all(void **state) {
    (void)state;
    schedule s = {.players = 4, .games = 2, .gauntlet = true};
    assert_int_equal(schedule_games(&s), 6);
    for (unsigned i = 0; i < 6; i++) {
        fixture f = schedule_fixture(&s, i);
        assert_int_equal(f.player[0], 0);
        assert_int_equal(f.player[1], 1 + i / 2);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(independent_games_have_wilsons_interval),
        cmocka_unit_test(who_wins_everything_may_still_lose),
        cmocka_unit_test(draws_are_no_wins),
        cmocka_unit_test(one_game_says_little),
        cmocka_unit_test(pairs_tell_what_games_alone_do_not),
        cmocka_unit_test(elo_is_the_logistic_curve),
        cmocka_unit_test(the_ratio_is_the_one_that_fishtest_published),
        cmocka_unit_test(a_test_ends_at_walds_bounds),
        cmocka_unit_test(a_test_is_the_same_from_both_sides),
        cmocka_unit_test(one_sided_results_are_no_trouble),
        cmocka_unit_test(ratings_add_up),
        cmocka_unit_test(the_error_is_that_of_the_games),
        cmocka_unit_test(who_loses_everything_has_a_rating_still),
        cmocka_unit_test(a_gauntlet_and_an_unfinished_one_are_rated),
        cmocka_unit_test(many_players_far_apart_are_rated),
        cmocka_unit_test(everybody_meets_everybody_equally_often_in_both_chairs),
        cmocka_unit_test(rounds_are_played_one_after_another),
        cmocka_unit_test(a_gauntlet_is_one_against_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
