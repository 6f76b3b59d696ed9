/* Speed without the heap: a run of playouts asks for memory once, however many
 * games and moves it has, and says so when there is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing_malloc.h"
#include "flagfall.h"
#include "game/signature.h"

static void no_move_costs_an_allocation(void **state) {
    (void)state;
    ff_rules rules;
    ff_rules_init(&rules, ff_edition_default(), NULL);
    ff_tally tally = {0};
    malloc_fail_at(2);
    bool good = ff_playouts(&rules, 5, 0, 50, &tally);
    bool asked_twice = malloc_has_failed();
    malloc_fail_at(0);
    assert_true(good);
    assert_false(asked_twice);
    assert_true(tally.plies > 1000);
}

static void a_run_without_memory_says_so(void **state) {
    (void)state;
    ff_rules rules;
    ff_rules_init(&rules, ff_edition_default(), NULL);
    ff_tally tally = {0};
    malloc_fail_at(1);
    assert_false(ff_playouts(&rules, 5, 0, 1, &tally));
    assert_true(malloc_has_failed());
    malloc_fail_at(1);
    assert_true(playouts_signature(&rules, 5, 1, &tally) == 0);
    malloc_fail_at(2);
    assert_true(playouts_signature(&rules, 5, 1, &tally) == 0);
    malloc_fail_at(0);
}

/* The lists of moves, the moves themselves and both kinds of check, one by one. */
static void the_rules_need_no_heap_once_the_history_has_room(void **state) {
    (void)state;
    ff_rules rules;
    ff_setup setup;
    ff_rng rng;
    ff_position position;
    ff_history history = {0};
    ff_move moves[FF_MOVES_MAX];
    ff_rules_init(&rules, ff_edition_default(), NULL);
    ff_rng_seed(&rng, 9);
    ff_setup_random(&setup, &rules.edition, &rng);
    ff_position_setup(&rules, &position, &setup, &setup);
    assert_true(ff_history_reserve(&history, rules.ply_limit));
    malloc_fail_at(1);
    size_t count;
    while ((count = ff_moves(&rules, &position, &history, moves)) > 0) {
        ff_event event;
        ff_move move = moves[ff_rng_below(&rng, (uint32_t)count)];
        assert_int_equal(
            ff_position_try(&rules, &position, &history, FF_FROM(move), FF_TO(move), &event),
            FF_LEGAL);
    }
    assert_false(malloc_has_failed());
    malloc_fail_at(0);
    assert_true(position.plies > 10);
    ff_history_free(&history);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_move_costs_an_allocation),
        cmocka_unit_test(a_run_without_memory_says_so),
        cmocka_unit_test(the_rules_need_no_heap_once_the_history_has_room),
    };
    return cmocka_run_group_tests_name("playouts_memory", tests, NULL, NULL);
}
