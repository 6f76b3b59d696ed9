/* Presets: every edition has armies ready, and all of them may be played. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ai/setup/setup_model.h"
#include "ai/setup/setups.h"
#include "flagfall.h"

static void assert_plays(const ff_edition *edition, size_t index, ff_rng *rng) {
    ff_setup setup;
    memset(&setup, 0xee, sizeof setup);
    assert_true(ff_preset_make(edition, index, rng, &setup));
    assert_int_equal(ff_setup_check(&setup, edition), FF_SETUP_OK);
    assert_true(ff_setup_can_move(&setup, edition, FF_NOBODY));
}

static void every_preset_of_every_edition_is_legal_and_can_move(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    for (size_t i = 0; i < ff_edition_count(); i++) {
        const ff_edition *edition = ff_edition_at(i);
        size_t count = ff_preset_count(edition);
        assert_true(count >= 4);
        for (size_t index = 0; index < count; index++)
            for (int time = 0; time < 50; time++)
                assert_plays(edition, index, &rng);
    }
}

static void a_preset_is_found_by_its_name_and_told_in_a_line(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    for (size_t index = 0; index < ff_preset_count(edition); index++) {
        size_t found = 99;
        assert_true(ff_preset_find(edition, ff_span_of(ff_preset_name(edition, index)), &found));
        assert_int_equal(found, index);
        assert_true(strlen(ff_preset_title(edition, index)) > 0);
        assert_null(strchr(ff_preset_text(edition, index), '\n'));
        assert_true(strlen(ff_preset_text(edition, index)) < 120);
    }
}

static void a_preset_that_is_not_there_is_refused(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    size_t count = ff_preset_count(edition), found;
    ff_setup setup;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    assert_false(ff_preset_make(edition, count, &rng, &setup));
    assert_false(ff_preset_make(edition, SIZE_MAX, &rng, &setup));
    assert_null(ff_preset_name(edition, count));
    assert_null(ff_preset_title(edition, count));
    assert_null(ff_preset_text(edition, count));
    assert_false(ff_preset_find(edition, ff_span_of("no such thing"), &found));
}

/* The armies that people buy have formations drawn for them, not styles alone. */
static void known_armies_have_drawn_formations(void **state) {
    (void)state;
    static const char *const ids[] = {"tournament",     "classic30", "travel-duel-nl",
                                      "classic30-duel", "barrage",   "quick-arena"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        size_t found;
        const ff_edition *edition = ff_edition_find(ff_span_of(ids[i]));
        assert_true(ff_preset_find(edition, ff_span_of("corner"), &found));
        assert_int_equal(found, 0);
    }
}

static void the_same_chance_gives_the_same_set_up(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    for (size_t index = 0; index < ff_preset_count(edition); index++) {
        ff_rng one, other;
        ff_setup first, second;
        ff_rng_seed(&one, 5);
        ff_rng_seed(&other, 5);
        ff_preset_make(edition, index, &one, &first);
        ff_preset_make(edition, index, &other, &second);
        assert_memory_equal(&first, &second, sizeof first);
    }
}

/* An edition nobody has seen before: a board of its own, a whole zone of bombs
 * but for one scout. */
static void a_strange_edition_still_gets_armies_that_move(void **state) {
    (void)state;
    ff_edition edition = *ff_edition_default();
    edition.files = 5;
    edition.rows = 6;
    edition.zone_rows = 2;
    memset(edition.lake, 0, sizeof edition.lake);
    memset(edition.army, 0, sizeof edition.army);
    edition.lake[FF_SQUARE(1, 2)] = edition.lake[FF_SQUARE(3, 3)] = true;
    edition.army[FF_SCOUT] = 1;
    edition.army[FF_BOMB] = 8;
    edition.army[FF_FLAG] = 1;
    assert_true(ff_edition_check(&edition, NULL));
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    for (size_t index = 0; index < ff_preset_count(&edition); index++)
        for (int time = 0; time < 200; time++)
            assert_plays(&edition, index, &rng);
}

/* --- as people do ---------------------------------------------------------------- */

static unsigned count_bombs_beside_flag(const ff_setup *setup, int files, int size) {
    unsigned bombs = 0;
    for (int k = 0; k < size; k++) {
        if (setup->rank[k] != FF_FLAG)
            continue;
        bombs += k % files > 0 && setup->rank[k - 1] == FF_BOMB;
        bombs += k % files < files - 1 && setup->rank[k + 1] == FF_BOMB;
        bombs += k >= files && setup->rank[k - files] == FF_BOMB;
        bombs += k + files < size && setup->rank[k + files] == FF_BOMB;
    }
    return bombs;
}

static void the_computer_never_plays_one_fixed_army(void **state) {
    (void)state;
    enum { DRAWN = 300 };
    static ff_setup drawn[DRAWN];
    static const char *const ids[] = {"tournament", "classic30", "duel", "quick-arena"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const ff_edition *edition = ff_edition_find(ff_span_of(ids[i]));
        unsigned same = 0;
        ff_rng rng;
        ff_rng_seed(&rng, 3);
        for (int n = 0; n < DRAWN; n++) {
            ff_preset_draw(edition, &rng, &drawn[n]);
            for (int m = 0; m < n; m++)
                same += memcmp(&drawn[m], &drawn[n], sizeof drawn[n]) == 0;
        }
        print_message("%s: %u of %d pairs alike\n", ids[i], same, DRAWN * (DRAWN - 1) / 2);
        assert_true(same < 20);
    }
}

/* Flags stand at the back, mostly among bombs, on either side of the board. */
static void the_computers_flag_is_safe_from_a_rush(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    unsigned back = 0, bombs = 0, left = 0;
    ff_rng rng;
    ff_rng_seed(&rng, 4);
    for (int n = 0; n < 400; n++) {
        ff_setup setup;
        ff_preset_draw(edition, &rng, &setup);
        int flag = 0;
        while (setup.rank[flag] != FF_FLAG)
            flag++;
        back += flag < 10;
        left += flag % 10 < 5;
        bombs += count_bombs_beside_flag(&setup, 10, 40);
    }
    assert_true(back > 390);
    assert_true(bombs > 2 * 400);
    assert_in_range(left, 150, 250);
}

/* In a corner bombs shut it in best; but whoever looks there first must not always be right. */
static void the_computers_flag_mostly_stands_in_a_corner(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    unsigned left = 0, right = 0;
    ff_rng rng;
    ff_rng_seed(&rng, 6);
    for (int n = 0; n < 400; n++) {
        ff_setup setup;
        ff_preset_draw(edition, &rng, &setup);
        left += setup.rank[0] == FF_FLAG;
        right += setup.rank[9] == FF_FLAG;
    }
    assert_in_range(left + right, 260, 340);
    assert_in_range(left, 100, 200);
}

/* Few pieces on many places: nothing shelters a flag as a corner does, and still most armies or
 * nearly so have it in one of the two files beside. */
static void the_flag_of_a_small_army_stands_in_a_corner_or_the_next_two_files(void **state) {
    (void)state;
    enum { DRAWN = 1000 };
    static const char *const ids[] = {"barrage", "duel", "quick-arena", "classic30-duel"};
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const ff_edition *edition = ff_edition_find(ff_span_of(ids[i]));
        unsigned last = edition->files - 1u, at[FF_ZONE_MAX] = {0};
        ff_rng rng;
        ff_rng_seed(&rng, 7);
        for (int n = 0; n < DRAWN; n++) {
            ff_setup setup;
            ff_preset_draw(edition, &rng, &setup);
            unsigned flag = 0;
            while (setup.rank[flag] != FF_FLAG)
                flag++;
            at[flag]++;
        }
        assert_in_range(at[0] + at[last], DRAWN * 30 / 100, DRAWN * 60 / 100);
        assert_in_range(at[1] + at[last - 1], DRAWN * 20 / 100, DRAWN * 45 / 100);
        assert_in_range(at[2] + at[last - 2], DRAWN * 10 / 100, DRAWN * 30 / 100);
        for (unsigned file = 0; file < 3; file++) /* either side alike */
            assert_in_range(at[file] * 100 / (at[file] + at[last - file]), 35, 65);
    }
}

/* What was learned: people guard the flag, put scouts in front of the lakes' gaps and
 * no bombs there, and the spy behind. The model knows it without the choice that the
 * computer makes among its draws. */
static void the_model_draws_what_people_do(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    unsigned flags = 0, scouts = 0, bombs = 0, front_bombs = 0;
    ff_rng rng;
    ff_rng_seed(&rng, 5);
    for (int n = 0; n < 1000; n++) {
        ff_setup setup;
        setup_model_draw(setup_model_for(edition), edition, 100, &rng, &setup);
        assert_int_equal(ff_setup_check(&setup, edition), FF_SETUP_OK);
        for (int k = 0; k < 10; k++)
            flags += setup.rank[k] == FF_FLAG;
        scouts += setup.rank[30] == FF_SCOUT;
        front_bombs += setup.rank[34] == FF_BOMB;
        bombs += count_bombs_beside_flag(&setup, 10, 40);
    }
    assert_in_range(flags, 790, 920);     /* 86 in 100 people */
    assert_in_range(scouts, 270, 380);    /* 32 */
    assert_in_range(front_bombs, 30, 90); /* 6 */
    assert_true(bombs > 1300);
}

static void an_army_drawn_plainly_is_legal_and_can_move(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 6);
    for (size_t i = 0; i < ff_edition_count(); i++)
        for (int n = 0; n < 100; n++) {
            ff_setup setup;
            setup_draw_plainly(&setup, ff_edition_at(i), &rng);
            assert_int_equal(ff_setup_check(&setup, ff_edition_at(i)), FF_SETUP_OK);
            assert_true(ff_setup_can_move(&setup, ff_edition_at(i), FF_NOBODY));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_army_drawn_plainly_is_legal_and_can_move),
        cmocka_unit_test(every_preset_of_every_edition_is_legal_and_can_move),
        cmocka_unit_test(a_preset_is_found_by_its_name_and_told_in_a_line),
        cmocka_unit_test(a_preset_that_is_not_there_is_refused),
        cmocka_unit_test(known_armies_have_drawn_formations),
        cmocka_unit_test(the_same_chance_gives_the_same_set_up),
        cmocka_unit_test(a_strange_edition_still_gets_armies_that_move),
        cmocka_unit_test(the_computer_never_plays_one_fixed_army),
        cmocka_unit_test(the_computers_flag_is_safe_from_a_rush),
        cmocka_unit_test(the_computers_flag_mostly_stands_in_a_corner),
        cmocka_unit_test(the_flag_of_a_small_army_stands_in_a_corner_or_the_next_two_files),
        cmocka_unit_test(the_model_draws_what_people_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
