/* Editions, set-ups and single squares as a program hands them over. What must hold: no
 * edition that nobody can play passes, whichever field is wrong, and the message names it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "flagfall.h"

static ff_edition duel(void) {
    return *ff_edition_find(ff_span_of("duel"));
}

static void assert_refused(const ff_edition *edition, ff_error_code code, const char *names) {
    ff_error error = {.code = FF_ERROR_NONE};
    assert_false(ff_edition_check(edition, &error));
    assert_int_equal(error.code, code);
    if (!strstr(error.message, names))
        fail_msg("'%s' does not name '%s'", error.message, names);
}

/* One field after the other gets a value that it cannot have. */
#define WRONG(field, value, code, names)                                                           \
    do {                                                                                           \
        ff_edition wrong = duel();                                                                 \
        wrong.field = value;                                                                       \
        assert_refused(&wrong, code, names);                                                       \
    } while (0)

static void numbers_out_of_their_range_are_refused(void **state) {
    (void)state;
    WRONG(files, 1, FF_ERROR_RANGE, "files");
    WRONG(files, 11, FF_ERROR_RANGE, "files");
    WRONG(rows, 2, FF_ERROR_RANGE, "rows");
    WRONG(rows, 11, FF_ERROR_RANGE, "rows");
    WRONG(zone_rows, 0, FF_ERROR_RANGE, "zone-rows");
    WRONG(zone_rows, 6, FF_ERROR_RANGE, "zone-rows");
    WRONG(two_squares, 9, FF_ERROR_RANGE, "two-squares");
    WRONG(chase, (ff_chase)3, FF_ERROR_RANGE, "chase");
    WRONG(language, FF_LANGUAGES, FF_ERROR_RANGE, "language");
}

static void lakes_where_nobody_could_stand_are_refused(void **state) {
    (void)state;
    WRONG(lake[FF_SQUARE(0, 0)], true, FF_ERROR_RANGE, "lakes");
    WRONG(lake[FF_SQUARE(9, 9)], true, FF_ERROR_RANGE, "lakes");
    ff_edition small = duel();
    small.files = 8;
    memset(small.lake, 0, sizeof small.lake);
    small.lake[FF_SQUARE(8, 5)] = true;
    assert_refused(&small, FF_ERROR_RANGE, "lakes");
}

static void armies_that_cannot_play_are_refused(void **state) {
    (void)state;
    WRONG(army[FF_FLAG], 0, FF_ERROR_ARMY, "flag");
    WRONG(army[FF_FLAG], 2, FF_ERROR_ARMY, "flag");
    WRONG(army[FF_SCOUT], 200, FF_ERROR_ARMY, "zone");
    ff_edition still = duel();
    memset(still.army, 0, sizeof still.army);
    still.army[FF_FLAG] = 1;
    still.army[FF_BOMB] = 3;
    assert_refused(&still, FF_ERROR_ARMY, "moves");
}

static void texts_without_letters_or_without_an_end_are_refused(void **state) {
    (void)state;
    WRONG(id[0], 0, FF_ERROR_RANGE, "id");
    WRONG(id[0], 'D', FF_ERROR_RANGE, "id");
    WRONG(title[0], 0, FF_ERROR_RANGE, "title");
    WRONG(label[FF_SPY][0], 0, FF_ERROR_RANGE, "label");
    WRONG(name[FF_SPY][0], 0, FF_ERROR_RANGE, "name");
    ff_edition endless = duel();
    memset(endless.id, 'a', sizeof endless.id);
    assert_refused(&endless, FF_ERROR_RANGE, "id");
    endless = duel();
    memset(endless.title, 'a', sizeof endless.title);
    assert_refused(&endless, FF_ERROR_RANGE, "title");
    endless = duel();
    memset(endless.label[FF_FLAG], 'a', sizeof endless.label[FF_FLAG]);
    assert_refused(&endless, FF_ERROR_RANGE, "label");
    endless = duel();
    memset(endless.name[FF_FLAG], 'a', sizeof endless.name[FF_FLAG]);
    assert_refused(&endless, FF_ERROR_RANGE, "name");
}

static void every_built_in_edition_can_be_played(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++)
        assert_true(ff_edition_check(ff_edition_at(i), NULL));
}

/* --- set-ups and squares ---------------------------------------------------------- */

static void a_set_up_keeps_to_its_zone_and_its_ranks(void **state) {
    (void)state;
    ff_edition edition = duel();
    ff_rng rng;
    ff_setup army, wrong;
    ff_rng_seed(&rng, 1);
    ff_setup_random(&army, &edition, &rng);
    assert_int_equal(ff_setup_check(&army, &edition), FF_SETUP_OK);
    wrong = army;
    wrong.rank[ff_edition_zone_size(&edition)] = FF_SCOUT;
    assert_int_equal(ff_setup_check(&wrong, &edition), FF_SETUP_OUTSIDE_ZONE);
    wrong = army;
    wrong.rank[0] = FF_HIDDEN;
    assert_int_equal(ff_setup_check(&wrong, &edition), FF_SETUP_BAD_LETTER);
}

/* Two files, and lakes before one army alone. */
static void an_army_that_only_one_seat_can_move_is_told_by_seat(void **state) {
    (void)state;
    ff_edition edition = duel();
    edition.files = 2;
    edition.rows = 4;
    edition.zone_rows = 1;
    memset(edition.lake, 0, sizeof edition.lake);
    memset(edition.army, 0, sizeof edition.army);
    edition.army[FF_FLAG] = edition.army[FF_SCOUT] = 1;
    ff_setup army = {{FF_FLAG, FF_SCOUT}};
    assert_true(ff_setup_can_move(&army, &edition, FF_NOBODY));
    edition.lake[FF_SQUARE(0, 1)] = edition.lake[FF_SQUARE(1, 1)] = true;
    assert_true(ff_edition_check(&edition, NULL));
    assert_false(ff_setup_can_move(&army, &edition, FF_RED));
    assert_true(ff_setup_can_move(&army, &edition, FF_BLUE));
    assert_false(ff_setup_can_move(&army, &edition, FF_NOBODY));
    memset(edition.lake, 0, sizeof edition.lake);
    edition.lake[FF_SQUARE(0, 2)] = edition.lake[FF_SQUARE(1, 2)] = true;
    assert_true(ff_setup_can_move(&army, &edition, FF_RED));
    assert_false(ff_setup_can_move(&army, &edition, FF_BLUE));
    assert_false(ff_setup_can_move(&army, &edition, FF_NOBODY));
}

static void a_piece_takes_the_place_of_another_or_goes(void **state) {
    (void)state;
    ff_position position, empty;
    ff_position_clear(&position);
    empty = position;
    ff_position_put(&position, 44, FF_RED, FF_SCOUT);
    ff_position_put(&position, 44, FF_BLUE, FF_BOMB);
    assert_int_equal(ff_position_rank(&position, 44), FF_BOMB);
    assert_int_equal(ff_position_owner(&position, 44), FF_BLUE);
    ff_position_put(&position, 44, FF_RED, FF_EMPTY);
    assert_int_equal(ff_position_owner(&position, 44), FF_NOBODY);
    assert_memory_equal(&position, &empty, sizeof position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_out_of_their_range_are_refused),
        cmocka_unit_test(lakes_where_nobody_could_stand_are_refused),
        cmocka_unit_test(armies_that_cannot_play_are_refused),
        cmocka_unit_test(texts_without_letters_or_without_an_end_are_refused),
        cmocka_unit_test(every_built_in_edition_can_be_played),
        cmocka_unit_test(a_set_up_keeps_to_its_zone_and_its_ranks),
        cmocka_unit_test(an_army_that_only_one_seat_can_move_is_told_by_seat),
        cmocka_unit_test(a_piece_takes_the_place_of_another_or_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
