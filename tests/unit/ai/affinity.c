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

static void flags_stand_among_bombs(void **state) {
    (void)state;
    affinity_board board;
    affinity_init(&board, ff_edition_default());
    int before = flag_at(&board, 4);
    board.rank[3] = board.rank[5] = board.rank[14] = FF_BOMB;
    int among = flag_at(&board, 4);
    board.rank[3] = board.rank[5] = board.rank[14] = FF_SCOUT;
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
        board.rank[other] = FF_SPY;
        int with_other = affinity_at(&board, 14, FF_BOMB) - here;
        board.rank[other] = AFFINITY_UNKNOWN;
        board.rank[14] = FF_BOMB;
        assert_int_equal(affinity_at(&board, other, FF_SPY) - there, with_other);
        board.rank[14] = AFFINITY_UNKNOWN;
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
        cmocka_unit_test(every_edition_has_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
