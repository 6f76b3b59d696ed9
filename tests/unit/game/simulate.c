/* Playouts: fast games are the same games, by the same rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "flagfall.h"
#include "game/playout.h"
#include "game/signature.h"

static ff_rules rules_of(const ff_edition *edition) {
    ff_rules rules;
    ff_rules_init(&rules, edition,
                  &(ff_options){.size = sizeof(ff_options), .ply_limit = edition->host_cap});
    return rules;
}

static void assert_same_tally(const ff_tally *a, const ff_tally *b) {
    assert_int_equal(a->games, b->games);
    assert_int_equal(a->plies, b->plies);
    assert_int_equal(a->choices, b->choices);
    assert_int_equal(a->won[FF_RED], b->won[FF_RED]);
    assert_int_equal(a->won[FF_BLUE], b->won[FF_BLUE]);
    assert_int_equal(a->drawn, b->drawn);
}

/* The kernel and the public functions count the same moves and draw the same
 * ones, whatever the edition. */
static void playouts_are_the_games_of_the_rules(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_rules rules = rules_of(ff_edition_at(i));
        ff_tally fast = {0}, slow = {0};
        assert_true(ff_playouts(&rules, 7, 0, 5, &fast));
        assert_true(playouts_signature(&rules, 7, 5, &slow) != 0);
        assert_same_tally(&fast, &slow);
        assert_int_equal(fast.games, 5);
        assert_int_equal(fast.won[FF_RED] + fast.won[FF_BLUE] + fast.drawn, 5);
    }
}

static void every_processor_plays_the_same_games(void **state) {
    (void)state;
    ff_rules rules = rules_of(ff_edition_default());
    ff_tally portable = {0}, best = {0};
    assert_true(playout_with(playout_portable, &rules, 7, 0, 50, &portable));
    assert_true(ff_playouts(&rules, 7, 0, 50, &best));
    assert_same_tally(&portable, &best);
}

static void a_run_may_be_cut_into_pieces(void **state) {
    (void)state;
    ff_rules rules = rules_of(ff_edition_find(ff_span_of("barrage")));
    ff_tally whole = {0}, pieces = {0};
    assert_true(ff_playouts(&rules, 3, 0, 100, &whole));
    assert_true(ff_playouts(&rules, 3, 0, 33, &pieces));
    assert_true(ff_playouts(&rules, 3, 33, 67, &pieces));
    assert_same_tally(&whole, &pieces);
}

/* The first 64 games of two seeds must not be the same in another order. */
static void the_next_seed_plays_other_games(void **state) {
    (void)state;
    ff_rules rules = rules_of(ff_edition_find(ff_span_of("barrage")));
    ff_tally one = {0}, next = {0};
    assert_true(ff_playouts(&rules, 4, 0, 64, &one));
    assert_true(ff_playouts(&rules, 5, 0, 64, &next));
    assert_int_equal(one.games, next.games);
    assert_int_not_equal(one.plies, next.plies);
    assert_int_not_equal(one.choices, next.choices);
}

/* A position is promised to be within 256 bytes. */
static void a_position_is_small(void **state) {
    (void)state;
    assert_true(sizeof(ff_position) <= 256);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playouts_are_the_games_of_the_rules),
        cmocka_unit_test(every_processor_plays_the_same_games),
        cmocka_unit_test(a_run_may_be_cut_into_pieces),
        cmocka_unit_test(the_next_seed_plays_other_games),
        cmocka_unit_test(a_position_is_small),
    };
    return cmocka_run_group_tests_name("simulate", tests, NULL, NULL);
}
