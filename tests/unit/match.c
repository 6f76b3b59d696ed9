/* Matches: fair, counted right, and failing in good order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arena/match.h"
#include "arena/stopwatch.h"
#include "flagfall.h"

static ff_player *create_kind(const void *context, uint64_t seed) {
    return ff_player_new(context, seed);
}

static match_entrant entrant(const char *name) {
    return (match_entrant){
        .name = name, .context = ff_computer_find(ff_span_of(name)), .create = create_kind};
}

static void draw_army(const ff_edition *edition, ff_rng *rng, ff_setup *setup) {
    ff_preset_make(edition, 0, rng, setup);
}

static match_plan plan_of(match_entrant one, match_entrant other, unsigned games, unsigned jobs) {
    return (match_plan){.edition = ff_edition_find(ff_span_of("barrage")),
                        .options = {.ply_limit = 4000},
                        .entrant = {one, other},
                        .games = games,
                        .jobs = jobs,
                        .seed = 1,
                        .set_up = draw_army};
}

/* What a record says, game after game, to compare two matches. */
static void take_record(void *context, const ff_record *record) {
    ff_record_write(record, context);
}

static char *records_of(unsigned jobs, ff_buffer *out) {
    match_plan plan = plan_of(entrant("picket"), entrant("random"), 9, jobs);
    match_score score[2];
    plan.take = take_record;
    plan.context = out;
    assert_true(match_play(&plan, score));
    return out->data;
}

static void the_games_do_not_depend_on_the_number_of_threads(void **state) {
    (void)state;
    ff_buffer one = {0}, four = {0};
    assert_string_equal(records_of(1, &one), records_of(4, &four));
    ff_buffer_free(&one);
    ff_buffer_free(&four);
}

static void what_one_wins_the_other_loses(void **state) {
    (void)state;
    match_plan plan = plan_of(entrant("picket"), entrant("random"), 20, 2);
    match_score score[2];
    assert_true(match_play(&plan, score));
    for (int i = 0; i < 2; i++) {
        assert_int_equal(score[i].games, 20);
        assert_int_equal(score[i].won + score[i].drawn + score[i].lost, 20);
        assert_int_equal(score[i].won, score[1 - i].lost);
        assert_true(score[i].ms_mean >= 0 && score[i].ms_p99 >= 0);
    }
    assert_true(score[0].won > score[1].won);
}

/* Each game's red army and the name of who leads it. */
typedef struct chairs {
    unsigned games;
    char army[4][FF_ZONE_MAX + 1];
    char red[4][16];
} chairs;

static void note_chairs(void *context, const ff_record *record) {
    chairs *c = context;
    strcpy(c->army[c->games], ff_record_tag_value(record, "RedSetup"));
    strcpy(c->red[c->games++], ff_record_tag_value(record, "Red"));
}

static void chairs_are_changed_and_armies_stay(void **state) {
    (void)state;
    chairs c = {0};
    match_plan plan = plan_of(entrant("picket"), entrant("random"), 4, 1);
    match_score score[2];
    plan.take = note_chairs;
    plan.context = &c;
    assert_true(match_play(&plan, score));
    for (int pair = 0; pair < 4; pair += 2) {
        assert_string_equal(c.red[pair], "picket");
        assert_string_equal(c.red[pair + 1], "random");
        assert_string_equal(c.army[pair], c.army[pair + 1]);
    }
}

/* --- players that cannot be relied on ----------------------------------------- */

static ff_move nonsense(ff_player *player, const ff_view *view, unsigned budget_ms) {
    (void)player;
    (void)view;
    (void)budget_ms;
    return FF_MOVE(0, 99);
}

static void free_player(ff_player *player) {
    free(player);
}

static ff_player *create_cheat(const void *context, uint64_t seed) {
    (void)context;
    (void)seed;
    ff_player *player = calloc(1, sizeof *player);
    assert_non_null(player);
    *player = (ff_player){.move = nonsense, .free = free_player};
    return player;
}

static void an_illegal_move_loses_the_game(void **state) {
    (void)state;
    match_plan plan =
        plan_of((match_entrant){.name = "cheat", .create = create_cheat}, entrant("random"), 6, 1);
    match_score score[2];
    assert_true(match_play(&plan, score));
    assert_int_equal(score[0].lost, 6);
    assert_int_equal(score[1].won, 6);
}

static ff_player *create_sometimes(const void *context, uint64_t seed) {
    (void)context;
    return seed % 3 ? ff_random_player_new(NULL, seed) : NULL;
}

static void a_match_that_runs_out_of_memory_says_so(void **state) {
    (void)state;
    match_plan plan = plan_of((match_entrant){.name = "shaky", .create = create_sometimes},
                              entrant("random"), 40, 3);
    match_score score[2];
    assert_false(match_play(&plan, score));
    assert_true(score[0].games < 40);
}

static void the_stopwatch_is_right_to_a_sixteenth(void **state) {
    (void)state;
    stopwatch *watch = calloc(1, sizeof *watch);
    assert_non_null(watch);
    assert_true(stopwatch_percentile_ms(watch, 99) == 0);
    for (uint64_t ms = 1; ms <= 1000; ms++)
        stopwatch_add(watch, ms * 1000000);
    double p99 = stopwatch_percentile_ms(watch, 99);
    assert_true(p99 >= 990 && p99 <= 990 * 17 / 16.0);
    assert_true(stopwatch_mean_ms(watch) > 500.4 && stopwatch_mean_ms(watch) < 500.6);
    stopwatch_add(watch, UINT64_MAX);
    assert_true(stopwatch_percentile_ms(watch, 100) > 1e12);
    free(watch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_games_do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(what_one_wins_the_other_loses),
        cmocka_unit_test(chairs_are_changed_and_armies_stay),
        cmocka_unit_test(an_illegal_move_loses_the_game),
        cmocka_unit_test(a_match_that_runs_out_of_memory_says_so),
        cmocka_unit_test(the_stopwatch_is_right_to_a_sixteenth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
