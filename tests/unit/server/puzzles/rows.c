/* Rated puzzles in the store: which can be dealt, and to whom which. */
#include "server/puzzles/puzzle_rows.h"
#include "server/store/store_open.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const struct person ann = {{1}};

static int set_up(void **state) {
    ff_error error;
    *state = store_open(":memory:", &error);
    return *state ? 0 : -1;
}

static int tear_down(void **state) {
    store_close(*state);
    return 0;
}

/* So many of the page's puzzles, after so many that are left out. */
static puzzle_shelf *shelf_of(size_t left_out, size_t count) {
    FILE *file = fopen(TEST_ROOT "/../web/offline/puzzles.txt", "r");
    ff_buffer text = {0};
    char line[PUZZLE_LINE_MAX + 2];
    ff_error error;
    puzzle_shelf *shelf = puzzle_shelf_new();
    assert_true(file && shelf);
    ff_buffer_text(&text, "flagfall-puzzles=1\n");
    while (count > 0 && fgets(line, sizeof line, file)) {
        if (strncmp(line, "puzzle=", 7) != 0)
            continue;
        if (left_out > 0)
            left_out--;
        else if (count--)
            ff_buffer_text(&text, line);
    }
    fclose(file);
    assert_true(puzzle_shelf_add(shelf, (ff_span){text.data, text.size}, &error));
    ff_buffer_free(&text);
    return shelf;
}

static void list(struct store *store, const puzzle_shelf *shelf) {
    assert_true(puzzle_rows_list(store, shelf));
    assert_true(store_commit(store));
}

static void set_rating(struct store *store, uint64_t id, double rating) {
    puzzle_rated rated;
    assert_int_equal(puzzle_rows_hold(store, id, &rated), STORE_FOUND);
    rated.glicko.rating = rating;
    rated.tries++;
    assert_true(puzzle_rows_set(store, &rated));
}

/* As by two servers, each of which has read the row before the other has written it. */
static void no_try_is_written_over_by_another(void **state) {
    struct store *store = *state;
    puzzle_shelf *shelf = shelf_of(0, 1);
    uint64_t id = puzzle_shelf_id(shelf, 0);
    puzzle_rated first, second, now;
    list(store, shelf);
    assert_int_equal(puzzle_rows_hold(store, id, &first), STORE_FOUND);
    second = first;
    first.tries++;
    first.glicko.rating = 1600;
    second.tries++;
    second.glicko.rating = 1400;
    assert_true(puzzle_rows_set(store, &first) && store_commit(store));
    assert_false(puzzle_rows_set(store, &second));
    assert_false(store_commit(store));
    assert_true(store_has_conflicted(store) && store_is_working(store));
    assert_int_equal(puzzle_rows_hold(store, id, &now), STORE_FOUND);
    assert_true(now.tries == first.tries && now.glicko.rating == 1600);
    puzzle_shelf_free(shelf);
}

static size_t choose(struct store *store, uint64_t lot, uint64_t ids[PUZZLE_CHOICE]) {
    size_t count;
    store_answer found = puzzle_rows_choose(store, &ann, 1500, lot, ids, &count);
    assert_int_equal(found, count > 0 ? STORE_FOUND : STORE_NONE);
    return count;
}

static bool has(const uint64_t *ids, size_t count, uint64_t id) {
    while (count > 0 && ids[count - 1] != id)
        count--;
    return count > 0;
}

static void a_start_with_the_same_puzzles_writes_nothing(void **state) {
    puzzle_shelf *shelf = shelf_of(0, 20);
    list(*state, shelf);
    assert_true(puzzle_rows_list(*state, shelf));
    assert_false(store_is_writing(*state));
    puzzle_shelf_free(shelf);
}

static void what_is_off_the_shelf_is_not_dealt_and_comes_back_with_its_rating(void **state) {
    puzzle_shelf *two = shelf_of(0, 2), *one = shelf_of(1, 1);
    uint64_t ids[PUZZLE_CHOICE], gone = puzzle_shelf_id(two, 0);
    puzzle_rated rated;
    list(*state, two);
    set_rating(*state, gone, 1600);
    list(*state, one);
    assert_int_equal(choose(*state, 0, ids), 1);
    assert_int_equal(ids[0], puzzle_shelf_id(two, 1));
    list(*state, two);
    assert_int_equal(choose(*state, 0, ids), 2);
    assert_int_equal(puzzle_rows_hold(*state, gone, &rated), STORE_FOUND);
    assert_true(rated.glicko.rating == 1600);
    puzzle_shelf_free(two);
    puzzle_shelf_free(one);
}

static void of_equal_puzzles_each_can_be_dealt(void **state) {
    puzzle_shelf *shelf = shelf_of(0, 40); /* lines: some are of the same puzzle */
    uint64_t ids[PUZZLE_CHOICE];
    list(*state, shelf);
    assert_true(puzzle_shelf_count(shelf) > PUZZLE_CHOICE);
    for (size_t i = 0; i < puzzle_shelf_count(shelf); i++) {
        uint64_t id = puzzle_shelf_id(shelf, i);
        size_t count = choose(*state, id, ids);
        assert_int_equal(count, PUZZLE_CHOICE / 2);
        assert_true(has(ids, count, id));
        for (size_t at = 1; at < count; at++)
            assert_false(has(ids, at, ids[at]));
    }
    puzzle_shelf_free(shelf);
}

static void the_nearest_are_dealt_whatever_the_lot(void **state) {
    puzzle_shelf *shelf = shelf_of(0, 40);
    uint64_t ids[PUZZLE_CHOICE];
    list(*state, shelf);
    for (size_t i = 0; i < puzzle_shelf_count(shelf); i++)
        set_rating(*state, puzzle_shelf_id(shelf, i), i < 2 ? 1510 : i < 4 ? 1490 : 2000);
    for (uint64_t lot = 0; lot < 16; lot++) {
        size_t count = choose(*state, lot << 60, ids);
        assert_int_equal(count, 2 + PUZZLE_CHOICE / 2);
        for (size_t i = 0; i < 4; i++)
            assert_true(has(ids, count, puzzle_shelf_id(shelf, i)));
    }
    puzzle_shelf_free(shelf);
}

static void what_was_tried_is_not_dealt_again(void **state) {
    puzzle_shelf *shelf = shelf_of(0, 20);
    uint64_t ids[PUZZLE_CHOICE];
    size_t tries = 0;
    bool added;
    list(*state, shelf);
    while (choose(*state, UINT64_MAX, ids) > 0) {
        assert_true(puzzle_rows_add_try(*state, &ann, ids[0], true, 1000, &added) && added);
        assert_true(puzzle_rows_add_try(*state, &ann, ids[0], false, 1001, &added) && !added);
        tries++;
    }
    assert_int_equal(tries, 20);
    assert_true(store_commit(*state));
    puzzle_shelf_free(shelf);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_start_with_the_same_puzzles_writes_nothing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            what_is_off_the_shelf_is_not_dealt_and_comes_back_with_its_rating, set_up, tear_down),
        cmocka_unit_test_setup_teardown(no_try_is_written_over_by_another, set_up, tear_down),
        cmocka_unit_test_setup_teardown(of_equal_puzzles_each_can_be_dealt, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_nearest_are_dealt_whatever_the_lot, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_tried_is_not_dealt_again, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
