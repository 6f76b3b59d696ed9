/* Structs that begin with their size. What must hold: a program compiled with older headers
 * runs, one compiled with newer headers runs where it asks for nothing new, and nobody
 * reads or writes beyond what the program has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "base/sized.h"
#include "flagfall.h"

/* The same struct as three versions have it. */
typedef struct older {
    uint32_t size;
    uint32_t first;
} older;

typedef struct present {
    uint32_t size;
    uint32_t first;
    uint64_t second;
} present;

typedef struct newer {
    uint32_t size;
    uint32_t first;
    uint64_t second;
    uint64_t third;
} newer;

/* A copy with nothing behind it, so that the address sanitizer sees who reads on. */
static void *alone(const void *bytes, size_t size) {
    void *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    return copy;
}

static void what_an_older_program_does_not_know_is_zero(void **state) {
    (void)state;
    present whole = {.second = 9};
    older *given = alone(&(older){sizeof(older), 5}, sizeof(older));
    assert_true(sized_read(&whole, sizeof whole, given));
    assert_int_equal(whole.size, sizeof whole);
    assert_int_equal(whole.first, 5);
    assert_int_equal(whole.second, 0);
    free(given);
}

static void a_newer_program_may_ask_for_nothing_new(void **state) {
    (void)state;
    present whole;
    newer given = {.size = sizeof given, .first = 5, .second = 6};
    assert_true(sized_read(&whole, sizeof whole, &given));
    assert_int_equal(whole.second, 6);
    given.third = 1;
    assert_false(sized_read(&whole, sizeof whole, &given));
    assert_int_equal(whole.first, 0);
}

static void a_size_that_nobody_set_does_not_fit(void **state) {
    (void)state;
    present whole;
    assert_false(sized_read(&whole, sizeof whole, &(present){.size = 0, .first = 1}));
    assert_false(sized_read(&whole, sizeof whole, &(present){.size = 4, .first = 1}));
    assert_false(sized_read(&whole, sizeof whole, &(present){.size = 7, .first = 1}));
    assert_false(sized_read(&whole, sizeof whole, &(present){.size = UINT32_MAX, .first = 1}));
}

static void no_more_is_written_than_the_caller_has_room_for(void **state) {
    (void)state;
    const present whole = {sizeof whole, 5, 6};
    older *given = alone(&(older){sizeof(older), 1}, sizeof(older));
    newer large = {.size = sizeof large, .third = 7};
    sized_write(given, &whole, sizeof whole);
    assert_int_equal(given->size, sizeof *given);
    assert_int_equal(given->first, 5);
    free(given);
    sized_write(&large, &whole, sizeof whole);
    assert_int_equal(large.size, sizeof large);
    assert_int_equal(large.second, 6);
    assert_int_equal(large.third, 0);
}

/* --- the library's own ------------------------------------------------------------ */

static void limits_of_an_older_program_bound_a_move(void **state) {
    (void)state;
    const ff_limits all = {
        .size = offsetof(ff_limits, increment_ms), .clocks = true, .left_ms = {30000, 60000}};
    ff_limits *given = alone(&all, all.size);
    assert_int_equal(ff_limits_budget(given, FF_RED), 1001);
    free(given);
}

static void options_of_a_newer_program_make_rules(void **state) {
    (void)state;
    const struct {
        ff_options known;
        uint64_t more;
    } given = {.known = {.size = sizeof given, .no_limits = true, .ply_limit = 50}};
    ff_rules rules;
    ff_rules_init(&rules, ff_edition_default(), &given.known);
    assert_int_equal(rules.ply_limit, 50);
    assert_int_equal(rules.quiet_limit, 0);
}

static ff_move resign(ff_player *self, const ff_view *view, unsigned budget_ms) {
    (void)self, (void)view, (void)budget_ms;
    return FF_RESIGN;
}

static void set_up(ff_player *self, const ff_edition *edition, ff_seat seat, ff_setup *setup) {
    (void)self, (void)seat;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    ff_setup_random(setup, edition, &rng);
}

static void leave(ff_player *self) {
    (void)self;
}

static void a_player_of_an_older_program_is_asked_for_nothing_that_it_lacks(void **state) {
    (void)state;
    const ff_player all = {
        .size = offsetof(ff_player, bound), .set_up = set_up, .move = resign, .free = leave};
    ff_player *player = alone(&all, all.size);
    ff_thought thought = {.size = sizeof thought};
    assert_true(ff_player_bound(player, &(ff_means){.size = sizeof(ff_means), .threads = 1}));
    ff_player_limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = 1});
    ff_player_stop(player);
    ff_player_report(player, NULL, NULL);
    assert_false(ff_player_thought(player, &thought));
    ff_game *game = ff_game_new(ff_edition_default(), NULL);
    ff_view view;
    assert_true(ff_referee_play(game, player, player, 0));
    ff_game_view(game, FF_NOBODY, false, &view);
    assert_int_equal(view.ending, FF_BY_RESIGN);
    ff_game_free(game);
    free(player);
}

static ff_player *none(const void *traits, uint64_t seed) {
    (void)traits, (void)seed;
    return NULL;
}

static void a_kind_of_an_older_program_has_no_alias(void **state) {
    (void)state;
    const ff_player_kind all = {
        .size = offsetof(ff_player_kind, alias), .name = "own", .title = "", .create = none};
    ff_player_kind *kind = alone(&all, all.size);
    assert_true(ff_player_kind_is(kind, ff_span_of("own")));
    assert_false(ff_player_kind_is(kind, ff_span_of("other")));
    assert_null(ff_player_new(kind, 1));
    free(kind);
}

static void a_thought_fits_the_room_of_an_older_program(void **state) {
    (void)state;
    ff_player *player = ff_player_new(ff_computer_find(ff_span_of("search")), 1);
    ff_game *game = ff_game_new(ff_edition_find(ff_span_of("duel")), NULL);
    ff_setup army = {{0}};
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        player->set_up(player, ff_edition_find(ff_span_of("duel")), (ff_seat)seat, &army);
        assert_true(ff_game_set_up(game, (ff_seat)seat, &army, NULL));
    }
    ff_view view;
    ff_game_view(game, FF_RED, false, &view);
    ff_player_limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = 500});
    player->move(player, &view, 0);
    volatile size_t size = offsetof(ff_thought, nodes); /* that the compiler must not know */
    ff_thought *thought = malloc(size);
    assert_non_null(thought);
    thought->size = offsetof(ff_thought, nodes);
    assert_true(ff_player_thought(player, thought));
    assert_true(thought->depth > 0);
    free(thought);
    ff_game_free(game);
    player->free(player);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_an_older_program_does_not_know_is_zero),
        cmocka_unit_test(a_newer_program_may_ask_for_nothing_new),
        cmocka_unit_test(a_size_that_nobody_set_does_not_fit),
        cmocka_unit_test(no_more_is_written_than_the_caller_has_room_for),
        cmocka_unit_test(limits_of_an_older_program_bound_a_move),
        cmocka_unit_test(options_of_a_newer_program_make_rules),
        cmocka_unit_test(a_player_of_an_older_program_is_asked_for_nothing_that_it_lacks),
        cmocka_unit_test(a_kind_of_an_older_program_has_no_alias),
        cmocka_unit_test(a_thought_fits_the_room_of_an_older_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
