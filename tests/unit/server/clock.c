/* The clocks of a game, and the time that counts for them. */
#include "server/play/clock.h"
#include "server/base/outage_gaps.h"
#include "server/play/move_times.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const clock_terms plain = {.bank = 60};
static const clock_terms rich = {.bank = 60, .free = 5, .increment = 3, .setup = 30};

static struct clock begun(const clock_terms *terms) {
    struct clock clock = clock_of(terms);
    clock_set_up(&clock, 1000);
    clock_ready(&clock, FF_RED, 1000);
    clock_ready(&clock, FF_BLUE, 1000);
    clock_begin(&clock, FF_RED, 1000);
    return clock;
}

static void only_the_time_of_who_is_on_turn_runs(void **state) {
    (void)state;
    struct clock clock = begun(&plain);
    assert_true(clock_runs(&clock, FF_RED) && !clock_runs(&clock, FF_BLUE));
    assert_int_equal(clock_left(&clock, FF_RED, 11000), 50000);
    assert_int_equal(clock_left(&clock, FF_BLUE, 11000), 60000);
    clock_press(&clock, FF_RED, 11000);
    assert_int_equal(clock_left(&clock, FF_RED, 13000), 50000);
    assert_int_equal(clock_left(&clock, FF_BLUE, 13000), 58000);
    clock_press(&clock, FF_BLUE, 13000);
    assert_int_equal(clock_left(&clock, FF_RED, 14000), 49000);
}

static void the_free_seconds_of_a_move_come_before_its_bank(void **state) {
    (void)state;
    struct clock clock = begun(&rich);
    assert_int_equal(clock_free(&clock, 1000), 5000);
    assert_int_equal(clock_free(&clock, 4000), 2000);
    assert_int_equal(clock_left(&clock, FF_RED, 6000), 60000);
    assert_int_equal(clock_left(&clock, FF_RED, 6001), 59999);
    assert_int_equal(clock_free(&clock, 7000), 0);
    clock_press(&clock, FF_RED, 3000);
    assert_int_equal(clock_free(&clock, 3000), 5000);
}

static void a_move_adds_the_increment(void **state) {
    (void)state;
    struct clock clock = begun(&rich);
    clock_press(&clock, FF_RED, 1500);
    assert_int_equal(clock_left(&clock, FF_RED, 1500), 63000);
    clock_press(&clock, FF_BLUE, 16500);
    assert_int_equal(clock_left(&clock, FF_BLUE, 16500), 53000);
}

static void the_time_of_a_seat_that_is_away_stands_and_the_others_does_not(void **state) {
    (void)state;
    struct clock clock = begun(&rich);
    clock_leave(&clock, FF_RED, 2000);
    assert_false(clock_runs(&clock, FF_RED));
    assert_true(clock_deadline(&clock) == CLOCK_NEVER);
    assert_int_equal(clock_free(&clock, 900000), 4000);
    assert_int_equal(clock_left(&clock, FF_RED, 900000), 60000);
    assert_false(clock_is_out(&clock, FF_RED, 900000));
    clock_press(&clock, FF_RED, 900000);
    assert_true(clock_runs(&clock, FF_BLUE));
    assert_int_equal(clock_left(&clock, FF_BLUE, 907000), 58000);
    clock_press(&clock, FF_BLUE, 907000);
    clock_return(&clock, FF_RED, 1000000);
    assert_int_equal(clock_left(&clock, FF_RED, 1006000), 62000);
    clock_leave(&clock, FF_RED, 1006000);
    clock_end(&clock, 1006000);
    assert_false(clock.away[FF_RED]);
}

static void at_the_very_moment_that_nothing_is_left_time_is_up(void **state) {
    (void)state;
    struct clock clock = begun(&rich);
    assert_int_equal(clock_deadline(&clock), 66000);
    assert_false(clock_is_out(&clock, FF_RED, 65999));
    assert_true(clock_is_out(&clock, FF_RED, 66000));
    assert_false(clock_is_out(&clock, FF_BLUE, INT64_MAX));
    assert_int_equal(clock_left(&clock, FF_RED, 99000), 0);
    clock_end(&clock, 99000);
    assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
    assert_int_equal(clock_left(&clock, FF_RED, 99000), 0);
    assert_int_equal(clock_left(&clock, FF_BLUE, 99000), 60000);
}

static void both_set_up_at_the_same_time(void **state) {
    (void)state;
    struct clock clock = clock_of(&rich);
    assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
    clock_set_up(&clock, 1000);
    assert_true(clock_runs(&clock, FF_RED) && clock_runs(&clock, FF_BLUE));
    assert_int_equal(clock_left(&clock, FF_RED, 11000), 20000);
    clock_ready(&clock, FF_BLUE, 11000);
    assert_int_equal(clock_left(&clock, FF_BLUE, 25000), 20000);
    assert_int_equal(clock_deadline(&clock), 31000);
    assert_true(clock_is_out(&clock, FF_RED, 31000) && !clock_is_out(&clock, FF_BLUE, 31000));
    clock_ready(&clock, FF_RED, 30000);
    assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
    clock_begin(&clock, FF_RED, 30000);
    assert_int_equal(clock_left(&clock, FF_BLUE, 30000), 60000);
    assert_int_equal(clock_deadline(&clock), 95000);
}

static void without_a_set_up_time_nobody_is_pressed(void **state) {
    (void)state;
    struct clock clock = clock_of(&plain);
    clock_set_up(&clock, 1000);
    assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
    assert_int_equal(clock_left(&clock, FF_RED, 5000), 60000);
}

static void a_clock_that_stands_takes_nothing(void **state) {
    (void)state;
    struct clock clock = begun(&rich);
    clock_stop(&clock, 3000);
    assert_false(clock_runs(&clock, FF_RED));
    assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
    assert_int_equal(clock_free(&clock, 90000), 3000);
    clock_go(&clock, 90000);
    assert_int_equal(clock_free(&clock, 92000), 1000);
    assert_int_equal(clock_left(&clock, FF_RED, 94000), 59000);
    clock_stop(&clock, 94000);
    clock_stop(&clock, 95000);
    clock_go(&clock, 96000);
    clock_go(&clock, 97000);
    assert_int_equal(clock_left(&clock, FF_RED, 97000), 58000);
    struct clock setting = clock_of(&rich);
    clock_set_up(&setting, 0);
    clock_stop(&setting, 1000);
    clock_go(&setting, 9000);
    assert_int_equal(clock_left(&setting, FF_BLUE, 10000), 28000);
}

static void a_move_that_begins_anew_has_all_its_free_time(void **state) {
    (void)state;
    struct clock clock = begun(&rich);
    clock_press(&clock, FF_RED, 2000);
    clock_turn(&clock, FF_RED, 10000);
    assert_true(clock_runs(&clock, FF_RED) && !clock_runs(&clock, FF_BLUE));
    assert_int_equal(clock_free(&clock, 10000), 5000);
    assert_int_equal(clock_left(&clock, FF_RED, 10000), 63000);
    assert_int_equal(clock_left(&clock, FF_BLUE, 10000), 57000);
}

static void no_time_overflows_or_runs_back(void **state) {
    (void)state;
    struct clock clock = begun(&rich);
    assert_int_equal(clock_left(&clock, FF_RED, INT64_MIN), 60000);
    assert_int_equal(clock_left(&clock, FF_RED, INT64_MAX), 0);
    clock_press(&clock, FF_RED, INT64_MIN);
    clock_press(&clock, FF_BLUE, INT64_MAX - 1);
    assert_int_equal(clock_deadline(&clock), CLOCK_NEVER);
    assert_int_equal(clock_left(&clock, FF_RED, INT64_MAX), 63000);
    struct clock early = clock_of(&rich);
    early.since_ms = INT64_MIN;
    clock_begin(&early, FF_RED, INT64_MAX);
    const clock_terms most = {CLOCK_BANK_MAX, CLOCK_MOVE_MAX, CLOCK_MOVE_MAX, CLOCK_BANK_MAX};
    struct clock long_one = begun(&most);
    for (int64_t i = 0; i < 4000000; i++)
        clock_press(&long_one, i % 2 ? FF_BLUE : FF_RED, 1000);
    assert_true(clock_left(&long_one, FF_RED, 1000) == INT64_C(1) << 40);
    assert_true(clock_deadline(&long_one) > 0);
}

/* A computer that takes all that it may, and 20 ms for everything else, plays a long game
 * on any terms. */
static void a_computer_rations_its_time(void **state) {
    (void)state;
    static const clock_terms all[] = {
        {.bank = 60},  {.bank = 900, .increment = 3},     {.bank = 10, .free = 1},
        {.bank = 120}, {.bank = 10, .free = 600},         {.bank = 10, .increment = 1},
        {.bank = 600}, {.bank = 86400, .increment = 600}, {.bank = 30, .free = 1, .increment = 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct clock clock = begun(&all[i]);
        int64_t now = 1000;
        for (int move = 0; move < 150; move++) {
            unsigned budget = clock_budget(&clock, FF_RED, now);
            assert_true(budget >= 1);
            now += budget + 20;
            assert_false(clock_is_out(&clock, FF_RED, now));
            clock_press(&clock, FF_RED, now);
            clock_press(&clock, FF_BLUE, now);
        }
    }
    struct clock out = begun(&plain);
    assert_int_equal(clock_budget(&out, FF_RED, INT64_MAX), 1);
}

/* Each move of a correspondence game has its days, and no days that others have left. */
static void days_are_for_one_move(void **state) {
    (void)state;
    const clock_terms days = clock_of_days(3);
    const int64_t day = CLOCK_DAY * INT64_C(1000);
    assert_true(clock_terms_check(&days));
    struct clock clock = begun(&days);
    assert_int_equal(clock_left(&clock, FF_RED, 0), 3 * day);
    clock_press(&clock, FF_RED, 1 * day);
    assert_int_equal(clock_left(&clock, FF_RED, 1 * day), 3 * day);
    assert_int_equal(clock_deadline(&clock), 4 * day);
    clock_press(&clock, FF_BLUE, 4 * day - 1);
    assert_int_equal(clock_left(&clock, FF_BLUE, 4 * day), 3 * day);
    assert_true(clock_is_out(&clock, FF_RED, 7 * day - 1));
    assert_false(clock_is_out(&clock, FF_RED, 7 * day - 2));
}

static void terms_have_limits(void **state) {
    (void)state;
    assert_true(clock_terms_check(&plain) && clock_terms_check(&rich));
    static const clock_terms bad[] = {
        {.bank = 9},
        {.bank = 86401},
        {.bank = 60, .free = 601},
        {.bank = 60, .increment = 601},
        {.bank = 60, .setup = 14},
        {.bank = 60, .setup = 86401},
        {.bank = 4 * CLOCK_DAY, .increment = 4 * CLOCK_DAY, .setup = 4 * CLOCK_DAY},
        {.bank = 3 * CLOCK_DAY, .increment = 3 * CLOCK_DAY},
        {.bank = 60, .increment = CLOCK_DAY, .setup = CLOCK_DAY},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(clock_terms_check(&bad[i]));
}

/* ---- hours ---- */

static void gaps_do_not_count(void **state) {
    (void)state;
    outage_gaps gaps = {0};
    assert_int_equal(gaps_at(&gaps, 500), 500);
    assert_true(gaps_add(&gaps, 100, 200) && gaps_add(&gaps, 300, 350));
    assert_int_equal(gaps_at(&gaps, 100), 100);
    assert_int_equal(gaps_at(&gaps, 150), 100);
    assert_int_equal(gaps_at(&gaps, 200), 100);
    assert_int_equal(gaps_at(&gaps, 250), 150);
    assert_int_equal(gaps_at(&gaps, 320), 200);
    assert_int_equal(gaps_at(&gaps, 1000), 850);
    gaps_free(&gaps);
}

static void gaps_that_touch_are_one(void **state) {
    (void)state;
    outage_gaps gaps = {0};
    assert_true(gaps_add(&gaps, 100, 200) && gaps_add(&gaps, 150, 250));
    assert_true(gaps_add(&gaps, 50, 120) && gaps_add(&gaps, 400, 400));
    assert_int_equal(gaps.count, 1);
    assert_int_equal(gaps_at(&gaps, 300), 150);
    gaps_free(&gaps);
}

static void time_stops_and_goes_on(void **state) {
    (void)state;
    outage_gaps gaps = {0};
    assert_false(gaps_go(&gaps, 10));
    assert_true(gaps_stop(&gaps, 100) && gaps_stop(&gaps, 130));
    assert_true(gaps_are_stopped(&gaps));
    assert_int_equal(gaps_at(&gaps, 5000), 100);
    assert_int_equal(gaps_until(&gaps, 5000, 101), INT64_MAX);
    assert_true(gaps_go(&gaps, 6000));
    assert_false(gaps_are_stopped(&gaps));
    assert_int_equal(gaps_at(&gaps, 5500), 100);
    assert_int_equal(gaps_until(&gaps, 5500, 150), 550);
    assert_int_equal(gaps_until(&gaps, 5500, 100), 0);
    assert_int_equal(gaps_until(&gaps, 6010, 150), 40);
    assert_int_equal(gaps_until(&gaps, 6010, INT64_MAX), INT64_MAX);
    /* Stopped again before it went on: one gap. */
    assert_true(gaps_stop(&gaps, 5800) && gaps_go(&gaps, 7000));
    assert_int_equal(gaps.count, 1);
    assert_int_equal(gaps_at(&gaps, 7001), 101);
    gaps_free(&gaps);
}

static void many_gaps_are_found(void **state) {
    (void)state;
    outage_gaps gaps = {0};
    for (int64_t i = 0; i < 1000; i++)
        assert_true(gaps_add(&gaps, i * 10 + 5, i * 10 + 10));
    for (int64_t now = 0; now < 10000; now++)
        assert_int_equal(gaps_at(&gaps, now), now / 10 * 5 + (now % 10 < 5 ? now % 10 : 5));
    for (int64_t counts = 0; counts < 5000; counts++)
        assert_int_equal(gaps_at(&gaps, gaps_when(&gaps, counts)), counts);
    assert_int_equal(gaps_when(&gaps, 5), 5);
    assert_int_equal(gaps_when(&gaps, 6), 11);
    gaps_free(&gaps);
}

/* A server that was away between two moves: nobody pays for it. */
static void a_clock_by_these_hours_pays_for_no_gap(void **state) {
    (void)state;
    outage_gaps gaps = {0};
    struct clock clock = clock_of(&plain);
    clock_begin(&clock, FF_RED, gaps_at(&gaps, 1000));
    assert_true(gaps_add(&gaps, 11000, 500000));
    assert_int_equal(clock_left(&clock, FF_RED, gaps_at(&gaps, 300000)), 50000);
    assert_int_equal(clock_left(&clock, FF_RED, gaps_at(&gaps, 501000)), 49000);
    assert_int_equal(gaps_until(&gaps, 501000, clock_deadline(&clock)), 49000);
    gaps_free(&gaps);
}

static void a_move_takes_from_the_one_before_without_pauses(void **state) {
    (void)state;
    struct move_times times = {0};
    ff_buffer text = {0};
    assert_false(move_times_know(&times, 0)); /* a game without moves has no times */
    move_times_begin(&times, 1000);
    move_times_add(&times, 4260); /* 3.26 s */
    move_times_add(&times, 4260);
    move_times_pause(&times, true, 5260);
    move_times_pause(&times, false, 99260);
    move_times_add(&times, 110260); /* a second before the pause, and eleven after it */
    assert_true(move_times_know(&times, 3));
    assert_false(move_times_know(&times, 2));
    move_times_write(&times, &text);
    assert_int_equal(text.size, strlen("3.2 0 12"));
    assert_memory_equal(text.data, "3.2 0 12", text.size);
    move_times_take_back(&times, 1, 120000);
    move_times_add(&times, 120100);
    assert_true(move_times_know(&times, 2));
    assert_int_equal(times.ms[0], 3260);
    assert_int_equal(times.ms[1], 100);
    for (unsigned i = 2; i < 300; i++)
        move_times_add(&times, 120100 + i);
    assert_true(move_times_know(&times, 300) && times.ms[299] == 1);
    ff_buffer_free(&text);
    move_times_free(&times);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_takes_from_the_one_before_without_pauses),
        cmocka_unit_test(only_the_time_of_who_is_on_turn_runs),
        cmocka_unit_test(the_free_seconds_of_a_move_come_before_its_bank),
        cmocka_unit_test(a_move_adds_the_increment),
        cmocka_unit_test(the_time_of_a_seat_that_is_away_stands_and_the_others_does_not),
        cmocka_unit_test(at_the_very_moment_that_nothing_is_left_time_is_up),
        cmocka_unit_test(both_set_up_at_the_same_time),
        cmocka_unit_test(without_a_set_up_time_nobody_is_pressed),
        cmocka_unit_test(a_clock_that_stands_takes_nothing),
        cmocka_unit_test(a_move_that_begins_anew_has_all_its_free_time),
        cmocka_unit_test(no_time_overflows_or_runs_back),
        cmocka_unit_test(a_computer_rations_its_time),
        cmocka_unit_test(terms_have_limits),
        cmocka_unit_test(days_are_for_one_move),
        cmocka_unit_test(gaps_do_not_count),
        cmocka_unit_test(gaps_that_touch_are_one),
        cmocka_unit_test(time_stops_and_goes_on),
        cmocka_unit_test(many_gaps_are_found),
        cmocka_unit_test(a_clock_by_these_hours_pays_for_no_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
