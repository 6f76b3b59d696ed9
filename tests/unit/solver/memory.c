/* Solving without memory: whichever allocation fails, the caller is told and nothing is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing_malloc.h"
#include "flagfall.h"
#include "solver/cfr.h"
#include "solver/player_strategy.h"

#include <math.h>

static ff_edition edition_of(void) {
    ff_edition edition;
    assert_true(ff_edition_read(ff_span_of("id = small\nfiles = 3\nrows = 3\nzone-rows = 1\n"
                                           "marshal = 1\nflag = 1\n"),
                                &edition, NULL));
    return edition;
}

static void a_tree_without_memory_is_none(void **state) {
    (void)state;
    ff_edition edition = edition_of();
    tree_status status = TREE_NO_MEMORY;
    unsigned n = 0;
    while (status != TREE_OK) {
        tree t;
        size_t before = malloc_live;
        malloc_fail_at(++n);
        status = tree_grow(&t, &edition, 2, 10000);
        malloc_fail_at(0);
        assert_true(status == TREE_OK || status == TREE_NO_MEMORY);
        tree_free(&t);
        assert_true(malloc_live == before);
    }
    assert_true(n > 20); /* so many failed */
}

/* Everything that is done with a tree; false as soon as something says that memory is out. */
static bool solve(const tree *t) {
    const ff_player_kind kind = {
        .size = sizeof kind, .name = "random", .title = "", .create = ff_random_player_new};
    const player_question ask = {.kind = &kind, .seeds = 1, .setup_seeds = 1, .chosen = true};
    cfr c;
    strategy s = {{NULL, NULL}, NULL};
    bool good = cfr_init(&c, t, true) && strategy_init(&s, t) && cfr_run(&c, 2);
    if (good) {
        cfr_strategy(&c, &s);
        good = !isnan(strategy_value(&s, t)) && !isnan(strategy_exploitability(&s, t, true)) &&
               player_strategy(&ask, t, &s);
    }
    cfr_free(&c);
    strategy_free(&s);
    return good;
}

static void nothing_is_solved_without_memory(void **state) {
    (void)state;
    ff_edition edition = edition_of();
    tree t;
    unsigned n = 0;
    assert_int_equal(tree_grow(&t, &edition, 2, 10000), TREE_OK);
    for (bool good = false; !good;) {
        size_t before = malloc_live;
        malloc_fail_at(++n);
        good = solve(&t);
        malloc_fail_at(0);
        assert_true(malloc_live == before);
    }
    assert_true(n > 10);
    tree_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_without_memory_is_none),
        cmocka_unit_test(nothing_is_solved_without_memory),
    };
    return cmocka_run_group_tests_name("solver_memory", tests, NULL, NULL);
}
