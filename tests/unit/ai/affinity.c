/* What people's set-ups tell: which ranks go together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/belief/affinity.h"

/* How much rather the flag than a lieutenant stands on a place. */
static int flag_at(const affinity_board *board, int place) {
    return affinity_at(board, place, FF_FLAG) - affinity_at(board, place, FF_LIEUTENANT);
}

static void put_around(affinity_board *board, int rank) {
    affinity_put(board, 3, rank);
    affinity_put(board, 5, rank);
    affinity_put(board, 14, rank);
}

static void flags_stand_among_bombs(void **state) {
    (void)state;
    affinity_board board;
    affinity_init(&board, ff_edition_default());
    int before = flag_at(&board, 4);
    put_around(&board, FF_BOMB);
    int among = flag_at(&board, 4);
    put_around(&board, FF_SCOUT);
    int open = flag_at(&board, 4);
    /* Four times as likely at least, and a quarter at most. */
    assert_true(among > before + 2 * MODEL_UNIT);
    assert_true(open < before - 2 * MODEL_UNIT);
}

static void a_bond_counts_the_same_from_both_ends(void **state) {
    (void)state;
    affinity_board board;
    affinity_init(&board, ff_edition_default());
    for (int other = 0; other < 40; other++) {
        if (other == 14)
            continue;
        int here = affinity_at(&board, 14, FF_BOMB), there = affinity_at(&board, other, FF_SPY);
        affinity_put(&board, other, FF_SPY);
        int with_other = affinity_at(&board, 14, FF_BOMB) - here;
        affinity_put(&board, other, AFFINITY_UNKNOWN);
        affinity_put(&board, 14, FF_BOMB);
        assert_int_equal(affinity_at(&board, other, FF_SPY) - there, with_other);
        affinity_put(&board, 14, AFFINITY_UNKNOWN);
    }
}

/* By how much a place's rank makes a set-up weigh more, asked for one place after the other: the
 * whole set-up's weight, so that two of them compare. */
static int weight_of(const ff_edition *edition, const uint8_t *ranks) {
    affinity_board board;
    int weight = 0;
    affinity_init(&board, edition);
    for (int place = 0; place < (int)ff_edition_zone_size(edition); place++) {
        weight += affinity_at(&board, place, ranks[place]);
        affinity_put(&board, place, ranks[place]);
    }
    return weight;
}

static void an_exchange_weighs_what_the_set_ups_do(void **state) {
    (void)state;
    for (size_t e = 0; e < ff_edition_count(); e++) {
        const ff_edition *edition = ff_edition_at(e);
        unsigned places = ff_edition_zone_size(edition);
        affinity_board board;
        ff_rng rng;
        ff_setup setup;
        ff_rng_seed(&rng, e);
        ff_setup_random(&setup, edition, &rng);
        affinity_init(&board, edition);
        for (unsigned place = 0; place < places; place++)
            affinity_put(&board, (int)place, setup.rank[place]);
        for (unsigned n = 0; n < 300; n++) {
            unsigned i = ff_rng_below(&rng, places), j = ff_rng_below(&rng, places);
            int before = weight_of(edition, board.rank);
            int gain = i == j ? 0 : affinity_exchange(&board, (int)i, (int)j);
            uint8_t was = board.rank[i];
            affinity_put(&board, (int)i, board.rank[j]);
            affinity_put(&board, (int)j, was);
            assert_int_equal(weight_of(edition, board.rank) - before, gain);
        }
    }
}

static void every_edition_has_a_model(void **state) {
    (void)state;
    for (size_t e = 0; e < ff_edition_count(); e++) {
        const ff_edition *edition = ff_edition_at(e);
        int places = (int)ff_edition_zone_size(edition), back = 0, front = 0;
        affinity_board board;
        affinity_init(&board, edition);
        for (int file = 0; file < edition->files; file++) {
            back += flag_at(&board, file);
            front += flag_at(&board, places - 1 - file);
        }
        assert_true(back > front);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flags_stand_among_bombs),
        cmocka_unit_test(a_bond_counts_the_same_from_both_ends),
        cmocka_unit_test(an_exchange_weighs_what_the_set_ups_do),
        cmocka_unit_test(every_edition_has_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
