/* The game: armies in, moves in turn, an end. */
#include "board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *const FLAGS_AND_SCOUTS = "Ma1 Dc1 Yk10 Pk9";

static const ff_edition *tournament(void) {
    return ff_edition_default();
}

static ff_setup random_army(uint64_t seed) {
    ff_rng rng;
    ff_setup setup;
    ff_rng_seed(&rng, seed);
    ff_setup_random(&setup, tournament(), &rng);
    return setup;
}

static void a_game_begins_when_both_armies_stand(void **state) {
    (void)state;
    ff_game *game = ff_game_new(tournament(), NULL);
    ff_setup red = random_army(1), blue = random_army(2);
    assert_false(ff_game_is_set_up(game, FF_RED));
    assert_true(ff_game_set_up(game, FF_BLUE, &blue, NULL));
    assert_true(ff_game_is_set_up(game, FF_BLUE));
    assert_false(ff_game_is_set_up(game, FF_NOBODY));
    assert_int_equal(view_for(game, FF_NOBODY).turn, FF_NOBODY);
    assert_true(ff_game_set_up(game, FF_RED, &red, NULL));
    assert_true(ff_game_is_set_up(game, FF_NOBODY));
    assert_int_equal(view_for(game, FF_NOBODY).turn, FF_RED);
    ff_game_free(game);
}

static void nobody_moves_before_both_armies_stand(void **state) {
    (void)state;
    ff_game *game = ff_game_new(tournament(), NULL);
    ff_setup red = random_army(1);
    ff_game_set_up(game, FF_RED, &red, NULL);
    for (unsigned from = 0; from < FF_SQUARES; from++)
        assert_int_equal(ff_game_move(game, FF_RED, from, from + 10), FF_GAME_OVER);
    assert_false(ff_game_is_over(game));
    ff_game_free(game);
}

static void a_seat_may_change_its_mind_until_the_other_stands_too(void **state) {
    (void)state;
    ff_game *game = ff_game_new(tournament(), NULL);
    ff_setup first = random_army(1), second = random_army(2), blue = random_army(3);
    assert_true(ff_game_set_up(game, FF_RED, &first, NULL));
    assert_true(ff_game_set_up(game, FF_RED, &second, NULL));
    ff_view view = view_for(game, FF_RED);
    for (unsigned k = 0; k < 40; k++) {
        int square = ff_edition_zone_square(tournament(), FF_RED, k);
        assert_int_equal(view.cell[square].rank, second.rank[k]);
    }
    assert_true(ff_game_set_up(game, FF_BLUE, &blue, NULL));
    ff_setup_reason why = FF_SETUP_OVERLAP;
    assert_false(ff_game_set_up(game, FF_RED, &first, &why));
    assert_int_equal(why, FF_SETUP_OK); /* nothing is wrong with the army: it is too late */
    assert_int_equal(view_for(game, FF_RED).cell[0].rank, second.rank[0]);
    ff_game_free(game);
}

static void a_wrong_army_is_refused_and_changes_nothing(void **state) {
    (void)state;
    ff_game *game = ff_game_new(tournament(), NULL);
    ff_setup good = random_army(1), bad = good;
    bad.rank[0] = bad.rank[0] == FF_SPY ? FF_SCOUT : FF_SPY;
    ff_setup_reason why = FF_SETUP_OK;
    assert_false(ff_game_set_up(game, FF_RED, &bad, &why));
    assert_int_equal(why, FF_SETUP_WRONG_COUNTS);
    assert_false(ff_game_is_set_up(game, FF_RED));
    assert_true(ff_game_set_up(game, FF_RED, &good, NULL));
    assert_false(ff_game_set_up(game, FF_RED, &bad, NULL));
    assert_int_equal(view_for(game, FF_RED).cell[0].rank, good.rank[0]);
    ff_game_free(game);
}

static void seats_move_in_turn_red_first(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", FLAGS_AND_SCOUTS);
    assert_int_equal(ff_game_move(game, FF_BLUE, square_at("k9"), square_at("k8")), FF_NOT_YOURS);
    assert_int_equal(ff_game_move(game, FF_RED, square_at("c1"), square_at("c2")), FF_LEGAL);
    assert_int_equal(ff_game_move(game, FF_RED, square_at("c2"), square_at("c3")), FF_NOT_YOURS);
    assert_int_equal(ff_game_move(game, FF_BLUE, square_at("k9"), square_at("k8")), FF_LEGAL);
    ff_game_free(game);
}

/* Out of turn the answer is the same for every pair of numbers, so that it tells
 * nothing at all. */
static void out_of_turn_every_move_is_refused_alike(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", FLAGS_AND_SCOUTS);
    for (unsigned from = 0; from < 256; from++)
        for (unsigned to = 0; to < 256; to++)
            assert_int_equal(ff_game_move(game, FF_BLUE, from, to), FF_NOT_YOURS);
    assert_int_equal(ff_game_move(game, FF_BLUE, 1u << 31, 4000000000u), FF_NOT_YOURS);
    ff_game_free(game);
}

static void a_refused_move_changes_nothing(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Dc1 Bd1 Yk10 Pk9");
    ff_view view = view_for(game, FF_RED);
    uint64_t before = ff_view_hash(&view);
    assert_int_equal(play(game, "d1-d2"), FF_IMMOBILE);
    assert_int_equal(play(game, "c1-d1"), FF_OWN_PIECE);
    assert_int_equal(play(game, "c1-d2"), FF_NOT_STRAIGHT);
    assert_int_equal(play(game, "k9-k8"), FF_NOT_YOURS);
    assert_int_equal(play(game, "j4-j5"), FF_NOT_ON_BOARD);
    view = view_for(game, FF_RED);
    assert_true(ff_view_hash(&view) == before);
    ff_game_free(game);
}

static void taking_the_flag_wins(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Dk1 Yk10 Pc9");
    play_all(game, "k1xk10");
    ff_view view = view_for(game, FF_BLUE);
    assert_true(ff_game_is_over(game));
    assert_int_equal(view.result, FF_RED_WINS);
    assert_int_equal(view.ending, FF_BY_FLAG);
    assert_int_equal(play(game, "c9-c8"), FF_GAME_OVER);
    assert_int_equal(ff_game_move(game, FF_BLUE, square_at("c9"), square_at("c8")), FF_GAME_OVER);
    ff_game_free(game);
}

static void a_side_without_a_mover_has_lost_before_the_first_move(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Bb1 Yk10 Pc9");
    assert_true(ff_game_is_over(game));
    ff_view view = view_for(game, FF_RED);
    assert_int_equal(view.result, FF_BLUE_WINS);
    assert_int_equal(view.ending, FF_BY_IMMOBILE);
    assert_int_equal(view.plies, 0);
    ff_game_free(game);
}

typedef struct end_case {
    ff_ending ending;
    ff_seat loser;
    ff_result result;
} end_case;

static void a_game_may_end_by_what_the_board_does_not_show(void **state) {
    (void)state;
    static const end_case cases[] = {
        {FF_BY_RESIGN, FF_RED, FF_BLUE_WINS},  {FF_BY_RESIGN, FF_BLUE, FF_RED_WINS},
        {FF_BY_TIME, FF_BLUE, FF_RED_WINS},    {FF_BY_FORFEIT, FF_RED, FF_BLUE_WINS},
        {FF_BY_FORFEIT, FF_NOBODY, FF_DRAW},   {FF_BY_TIME, FF_NOBODY, FF_DRAW},
        {FF_BY_AGREEMENT, FF_NOBODY, FF_DRAW}, {FF_BY_LIMIT, FF_NOBODY, FF_DRAW},
        {FF_BY_ABORT, FF_NOBODY, FF_ONGOING},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ff_game *game = game_on("tournament", FLAGS_AND_SCOUTS);
        play_all(game, "c1-c2");
        assert_true(ff_game_end(game, cases[i].ending, cases[i].loser));
        assert_true(ff_game_is_over(game));
        ff_view view = view_for(game, FF_NOBODY);
        assert_int_equal(view.result, cases[i].result);
        assert_int_equal(view.ending, cases[i].ending);
        assert_int_equal(play(game, "k9-k8"), FF_GAME_OVER);
        assert_false(ff_game_end(game, FF_BY_RESIGN, FF_RED)); /* once is enough */
        ff_game_free(game);
    }
}

static void what_the_board_shows_is_not_the_hosts_to_say(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", FLAGS_AND_SCOUTS);
    assert_false(ff_game_end(game, FF_BY_FLAG, FF_RED));
    assert_false(ff_game_end(game, FF_BY_IMMOBILE, FF_RED));
    assert_false(ff_game_end(game, FF_BY_NOTHING, FF_RED));
    assert_false(ff_game_is_over(game));
    ff_game_free(game);
}

static void a_game_given_up_before_it_began_keeps_its_armies_hidden(void **state) {
    (void)state;
    ff_game *game = ff_game_new(tournament(), NULL);
    ff_setup red = random_army(1);
    ff_position first;
    ff_game_set_up(game, FF_RED, &red, NULL);
    assert_true(ff_game_end(game, FF_BY_RESIGN, FF_BLUE));
    assert_true(ff_game_is_over(game));
    assert_false(ff_game_set_up(game, FF_BLUE, &red, NULL));
    assert_false(ff_game_first_position(game, &first));
    ff_view view = view_for(game, FF_BLUE);
    assert_int_equal(view.result, FF_RED_WINS);
    for (int square = 0; square < FF_SQUARES; square++)
        assert_int_equal(view.cell[square].seat, FF_NOBODY);
    ff_game_free(game);
}

static void the_first_position_is_told_after_the_end_only(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", FLAGS_AND_SCOUTS);
    ff_position first;
    play_all(game, "c1-c4 k9-k2");
    memset(&first, 0x5a, sizeof first);
    ff_position untouched = first;
    assert_false(ff_game_first_position(game, &first));
    assert_memory_equal(&first, &untouched, sizeof first);
    ff_game_end(game, FF_BY_AGREEMENT, FF_NOBODY);
    assert_true(ff_game_first_position(game, &first));
    assert_int_equal(ff_position_rank(&first, (int)square_at("c1")), FF_SCOUT);
    assert_int_equal(ff_position_owner(&first, (int)square_at("k9")), FF_BLUE);
    assert_int_equal(first.plies, 0);
    ff_game_free(game);
}

static void moving_a_bomb_loses_where_the_host_plays_the_penalty(void **state) {
    (void)state;
    const ff_options options = {.size = sizeof(ff_options), .forfeit = true};
    const ff_edition *edition = ff_edition_find(ff_span_of("travel-de"));
    ff_game *game = game_with(edition, &options, "Ma1 Bb1 Dc1 Yk10 Pk9");
    assert_int_equal(play(game, "b1-b2"), FF_IMMOBILE);
    ff_view view = view_for(game, FF_RED);
    assert_int_equal(view.result, FF_BLUE_WINS);
    assert_int_equal(view.ending, FF_BY_FORFEIT);
    assert_int_equal(view.plies, 0);
    assert_int_equal(view.last.move, 0);
    ff_game_free(game);
}

static const char *const round_trip[] = {"c1-c2", "k9-k8", "c2-d2", "k8-i8",
                                         "d2-d1", "i8-i9", "d1-c1", "i9-k9"};

static void a_long_game_keeps_every_ply(void **state) {
    (void)state;
    ff_options options = {.size = sizeof(ff_options), .no_limits = true};
    const ff_edition *edition = ff_edition_find(ff_span_of("anniversary"));
    ff_game *game = game_with(edition, &options, "Ma1 Dc1 Yk10 Pk9");
    for (int ply = 0; ply < 3000; ply++)
        assert_int_equal(play(game, round_trip[ply % 8]), FF_LEGAL);
    ff_view view = view_for(game, FF_RED);
    assert_int_equal(view.plies, 3000);
    assert_int_equal(view.history.size, 3000);
    for (int ply = 0; ply < 3000; ply++) {
        assert_int_equal(view.events[ply].move, view.history.moves[ply]);
        assert_int_equal(view.events[ply].move, view.events[ply % 8].move);
    }
    ff_game_free(game);
}

/* Whenever the game must grow, it does so for moves that are played alone. */
static void a_view_outlives_refused_moves(void **state) {
    (void)state;
    ff_game *game = game_on("anniversary", "Ma1 Dc1 Yk10 Pk9");
    for (int ply = 0; ply < 600; ply++) {
        ff_view before = view_for(game, FF_RED);
        for (unsigned from = 0; from < FF_SQUARES; from++)
            assert_int_not_equal(ff_game_move(game, FF_RED, from, from), FF_LEGAL);
        ff_view after = view_for(game, FF_RED);
        assert_ptr_equal(before.events, after.events);
        assert_ptr_equal(before.history.moves, after.history.moves);
        assert_int_equal(play(game, round_trip[ply % 8]), FF_LEGAL);
    }
    ff_game_free(game);
}

static void an_edition_is_copied(void **state) {
    (void)state;
    ff_edition edition = *tournament();
    ff_game *game = game_with(&edition, NULL, FLAGS_AND_SCOUTS);
    memset(&edition, 0, sizeof edition);
    play_all(game, "c1-c2");
    assert_string_equal(view_for(game, FF_RED).rules->edition.id, "tournament");
    ff_game_free(game);
}

static void freeing_no_game_is_allowed(void **state) {
    (void)state;
    ff_game_free(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_begins_when_both_armies_stand),
        cmocka_unit_test(nobody_moves_before_both_armies_stand),
        cmocka_unit_test(a_seat_may_change_its_mind_until_the_other_stands_too),
        cmocka_unit_test(a_wrong_army_is_refused_and_changes_nothing),
        cmocka_unit_test(seats_move_in_turn_red_first),
        cmocka_unit_test(out_of_turn_every_move_is_refused_alike),
        cmocka_unit_test(a_refused_move_changes_nothing),
        cmocka_unit_test(taking_the_flag_wins),
        cmocka_unit_test(a_side_without_a_mover_has_lost_before_the_first_move),
        cmocka_unit_test(a_game_may_end_by_what_the_board_does_not_show),
        cmocka_unit_test(what_the_board_shows_is_not_the_hosts_to_say),
        cmocka_unit_test(a_game_given_up_before_it_began_keeps_its_armies_hidden),
        cmocka_unit_test(the_first_position_is_told_after_the_end_only),
        cmocka_unit_test(moving_a_bomb_loses_where_the_host_plays_the_penalty),
        cmocka_unit_test(a_long_game_keeps_every_ply),
        cmocka_unit_test(a_view_outlives_refused_moves),
        cmocka_unit_test(an_edition_is_copied),
        cmocka_unit_test(freeing_no_game_is_allowed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
