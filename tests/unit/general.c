/* General: what it thinks of hidden pieces agrees with what is known, and its moves
 * are legal and repeatable. That it sees nothing hidden is for non_interference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/suspects.h"
#include "flagfall.h"

static ff_player *player_new(uint64_t seed) {
    const ff_player_kind *kind = ff_computer_find(ff_span_of("general"));
    assert_non_null(kind);
    ff_player *player = ff_player_new(kind, seed);
    assert_non_null(player);
    return player;
}

static ff_game *game_new(const ff_edition *edition, uint64_t seed) {
    ff_game *game = ff_game_new(edition, &(ff_options){.ply_limit = 4000});
    assert_non_null(game);
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        assert_true(ff_preset_make(edition, 0, &rng, &setup));
        assert_true(ff_game_set_up(game, (ff_seat)seat, &setup, NULL));
    }
    return game;
}

static ff_view view_on_turn(const ff_game *game) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    ff_game_view(game, (ff_seat)view.turn, false, &view);
    return view;
}

/* Plays up to `plies` random plies. */
static void play_randomly(ff_game *game, ff_rng *rng, unsigned plies) {
    while (plies-- > 0 && !ff_game_is_over(game)) {
        ff_view view = view_on_turn(game);
        ff_move moves[FF_MOVES_MAX];
        size_t count = ff_view_moves(&view, moves);
        ff_move move = moves[ff_rng_below(rng, (uint32_t)count)];
        ff_game_move(game, (ff_seat)view.turn, FF_FROM(move), FF_TO(move));
    }
}

/* What the enemy still has and nobody has seen. */
static void count_missing(const ff_view *view, int missing[FF_RANKS]) {
    unsigned enemy = 1u - view->viewer;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        missing[rank] = view->rules->edition.army[rank] - view->lost[enemy][rank];
    for (int square = 0; square < FF_SQUARES; square++)
        if (view->cell[square].seat == enemy && view->cell[square].rank < FF_RANKS)
            missing[view->cell[square].rank]--;
}

static void check_world(const suspects *s, const ff_view *view) {
    int missing[FF_RANKS] = {0};
    count_missing(view, missing);
    for (unsigned i = 0; i < s->count; i++) {
        const ff_cell *cell = &view->cell[s->square[i]];
        assert_int_equal(cell->seat, 1 - view->viewer);
        assert_int_equal(cell->rank, FF_HIDDEN);
        missing[s->rank[i]]--;
        if (cell->moved)
            assert_true(s->rank[i] < FF_BOMB);
    }
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        assert_int_equal(missing[rank], 0);
}

/* Every world deals out just the ranks that are missing, and nothing that has moved
 * is a bomb or the flag. */
static void worlds_agree_with_what_is_known(void **state) {
    (void)state;
    for (size_t e = 0; e < ff_edition_count(); e++) {
        ff_rng rng;
        ff_rng_seed(&rng, e);
        ff_game *game = game_new(ff_edition_at(e), e);
        for (int step = 0; step < 8 && !ff_game_is_over(game); step++) {
            ff_view view = view_on_turn(game);
            suspects s;
            suspects_init(&s, &view, 1, &rng);
            for (int world = 0; world < 5; world++) {
                suspects_shuffle(&s, &rng);
                check_world(&s, &view);
            }
            play_randomly(game, &rng, 25);
        }
        ff_game_free(game);
    }
}

/* The chances of a hidden piece sum to one, and people's habits show: before the
 * first move the flag is likelier in the enemy's back row than in front. */
static void beliefs_are_chances_and_know_habits(void **state) {
    (void)state;
    ff_game *game = game_new(ff_edition_default(), 5);
    ff_view view = view_on_turn(game);
    ff_rng rng;
    ff_rng_seed(&rng, 5);
    suspects s;
    belief b;
    suspects_init(&s, &view, 1, &rng);
    suspects_average(&s, &view, 400, &rng, &b);
    double back = 0, front = 0;
    for (int file = 0; file < FF_FILES; file++) {
        back += b.chance[FF_SQUARE(file, 9)][FF_FLAG];
        front += b.chance[FF_SQUARE(file, 6)][FF_FLAG];
    }
    assert_true(back > 0.7 && front < 0.1);
    for (unsigned i = 0; i < s.count; i++) {
        double sum = 0;
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            sum += b.chance[s.square[i]][rank];
        assert_true(sum > 0.999 && sum < 1.001);
    }
    ff_game_free(game);
}

/* A server that has been restarted makes a new player in the middle of the game. */
static void a_new_player_goes_on_as_the_old_one(void **state) {
    (void)state;
    static const char *const editions[] = {"tournament", "classic30", "quick-arena", "travel-fr"};
    for (size_t e = 0; e < sizeof editions / sizeof *editions; e++) {
        ff_rng rng;
        ff_rng_seed(&rng, e);
        ff_game *game = game_new(ff_edition_find(ff_span_of(editions[e])), e);
        ff_player *old = player_new(9);
        for (int step = 0; step < 4 && !ff_game_is_over(game); step++) {
            ff_view view = view_on_turn(game);
            ff_player *fresh = player_new(9);
            ff_move move = old->move(old, &view, 0);
            assert_int_equal(move, fresh->move(fresh, &view, 0));
            assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
            fresh->free(fresh);
            play_randomly(game, &rng, 40);
        }
        old->free(old);
        ff_game_free(game);
    }
}

/* A board set by hand, with ranks and counts that no army has. */
static void it_plays_on_any_board(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    ff_position position;
    ff_position_clear(&position);
    ff_position_put(&position, FF_SQUARE(0, 0), FF_RED, FF_FLAG);
    ff_position_put(&position, FF_SQUARE(4, 4), FF_RED, FF_MARSHAL);
    ff_position_put(&position, FF_SQUARE(9, 9), FF_BLUE, FF_FLAG);
    for (int file = 0; file < 6; file++)
        ff_position_put(&position, FF_SQUARE(file, 8), FF_BLUE, FF_MARSHAL);
    ff_game *game = ff_game_from(edition, NULL, &position, NULL);
    assert_non_null(game);
    ff_player *player = player_new(1);
    ff_view view = view_on_turn(game);
    ff_move move = player->move(player, &view, 0);
    assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
    player->free(player);
    ff_game_free(game);
}

/* Zones as deep as half the board, and memory mode, where the fallen are not named. */
static void odd_zones_and_forgotten_losses_are_no_trouble(void **state) {
    (void)state;
    ff_edition edition = *ff_edition_default();
    edition.zone_rows = 5;
    for (int square = 0; square < FF_SQUARES; square++)
        edition.lake[square] = false;
    assert_true(ff_edition_check(&edition, NULL));
    ff_game *game = game_new(&edition, 2);
    ff_rng rng;
    ff_rng_seed(&rng, 2);
    for (int step = 0; step < 6 && !ff_game_is_over(game); step++) {
        ff_view view = view_on_turn(game);
        ff_game_view(game, (ff_seat)view.turn, true, &view);
        suspects s;
        suspects_init(&s, &view, 1, &rng);
        unsigned flags = 0;
        for (unsigned i = 0; i < s.count; i++)
            flags += s.rank[i] == FF_FLAG;
        assert_int_equal(flags, 1);
        play_randomly(game, &rng, 40);
    }
    ff_game_free(game);
}

static void any_budget_ends_in_a_move(void **state) {
    (void)state;
    ff_game *game = game_new(ff_edition_default(), 3);
    ff_player *player = player_new(3);
    ff_view view = view_on_turn(game);
    ff_move move = player->move(player, &view, 5);
    assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
    player->free(player);
    ff_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_agree_with_what_is_known),
        cmocka_unit_test(beliefs_are_chances_and_know_habits),
        cmocka_unit_test(a_new_player_goes_on_as_the_old_one),
        cmocka_unit_test(it_plays_on_any_board),
        cmocka_unit_test(odd_zones_and_forgotten_losses_are_no_trouble),
        cmocka_unit_test(any_budget_ends_in_a_move),
    };
    return cmocka_run_group_tests_name("general", tests, NULL, NULL);
}
