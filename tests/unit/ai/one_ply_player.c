/* The one-ply player: legal, repeatable, blind to what is hidden, and better than chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flagfall.h"

static ff_player *player_new(const char *name, uint64_t seed) {
    const ff_player_kind *kind = ff_computer_find(ff_span_of(name));
    assert_non_null(kind);
    ff_player *player = ff_player_new(kind, seed);
    assert_non_null(player);
    return player;
}

static ff_game *game_new(const ff_edition *edition) {
    ff_options options = {.size = sizeof(ff_options), .ply_limit = 4000};
    ff_game *game = ff_game_new(edition, &options);
    assert_non_null(game);
    return game;
}

static ff_view view_of(const ff_game *game, ff_seat viewer) {
    ff_view view;
    ff_game_view(game, viewer, false, &view);
    return view;
}

static void give_preset(ff_game *game, ff_seat seat, uint64_t seed) {
    const ff_edition *edition = &view_of(game, FF_NOBODY).rules->edition;
    ff_rng rng;
    ff_setup setup;
    ff_rng_seed(&rng, seed);
    uint32_t plans = (uint32_t)ff_preset_count(edition) - 1;
    assert_true(ff_preset_make(edition, ff_rng_below(&rng, plans), &rng, &setup));
    assert_true(ff_game_set_up(game, seat, &setup, NULL));
}

static ff_seat seat_on_turn(const ff_game *game) {
    return (ff_seat)view_of(game, FF_NOBODY).turn;
}

/* Asks a player for its move and checks that it is legal. */
static ff_move move_of(ff_player *player, const ff_game *game) {
    ff_view view = view_of(game, seat_on_turn(game));
    ff_move move = player->move(player, &view, 0);
    assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
    return move;
}

static void play(ff_game *game, ff_move move) {
    assert_int_equal(ff_game_move(game, seat_on_turn(game), FF_FROM(move), FF_TO(move)), FF_LEGAL);
}

/* Plays to the end; true when `one-ply`, who has that seat, has won. */
static bool one_ply_wins(const ff_edition *edition, ff_seat seat, uint64_t seed) {
    ff_game *game = game_new(edition);
    ff_player *players[2];
    players[seat] = player_new("one-ply", seed);
    players[1 - seat] = player_new("random", seed + 1);
    give_preset(game, FF_RED, seed);
    give_preset(game, FF_BLUE, seed + 1);
    while (!ff_game_is_over(game))
        play(game, move_of(players[seat_on_turn(game)], game));
    bool won = view_of(game, FF_NOBODY).result == (seat == FF_RED ? FF_RED_WINS : FF_BLUE_WINS);
    for (int i = 0; i < 2; i++)
        players[i]->free(players[i]);
    ff_game_free(game);
    return won;
}

static void it_moves_legally_and_nearly_always_beats_chance(void **state) {
    (void)state;
    int won = 0, games = 0;
    for (size_t i = 0; i < ff_edition_count(); i++)
        for (uint64_t seed = 0; seed < 4; seed++, games++)
            won += one_ply_wins(ff_edition_at(i), (ff_seat)(seed & 1), 10 * i + seed);
    print_message("the one-ply player won %d of %d\n", won, games);
    assert_true(100 * won >= 95 * games);
}

static void its_own_armies_are_legal_for_both_seats(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        for (uint64_t seed = 0; seed < 20; seed++) {
            ff_setup setup;
            ff_player *player = player_new("one-ply", seed);
            player->set_up(player, ff_edition_at(i), (ff_seat)(seed & 1), &setup);
            assert_int_equal(ff_setup_check(&setup, ff_edition_at(i)), FF_SETUP_OK);
            assert_true(ff_setup_can_move(&setup, ff_edition_at(i), FF_NOBODY));
            player->free(player);
        }
    }
}

/* A server that has been restarted makes a new player in the middle of a game. */
static void a_new_player_goes_on_where_the_old_one_was(void **state) {
    (void)state;
    ff_game *game = game_new(ff_edition_default());
    ff_player *old[2] = {player_new("one-ply", 3), player_new("one-ply", 4)};
    give_preset(game, FF_RED, 1);
    give_preset(game, FF_BLUE, 2);
    for (int ply = 0; ply < 300 && !ff_game_is_over(game); ply++) {
        ff_seat seat = seat_on_turn(game);
        ff_move move = move_of(old[seat], game);
        ff_player *fresh = player_new("one-ply", seat == FF_RED ? 3 : 4);
        assert_int_equal(move_of(fresh, game), move);
        fresh->free(fresh);
        play(game, move);
    }
    for (int i = 0; i < 2; i++)
        old[i]->free(old[i]);
    ff_game_free(game);
}

static void another_seed_plays_another_game(void **state) {
    (void)state;
    ff_move first[20];
    int differ = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        ff_game *game = game_new(ff_edition_default());
        ff_player *player = player_new("one-ply", seed);
        give_preset(game, FF_RED, 1);
        give_preset(game, FF_BLUE, 2);
        first[seed] = move_of(player, game);
        differ += first[seed] != first[0];
        player->free(player);
        ff_game_free(game);
    }
    assert_true(differ > 0);
}

/* --- what is hidden does not matter ------------------------------------------ */

enum { PLIES = 120 };

/* Where the piece on a square stood at the start, seen from the moves. */
static int origin(const ff_view *view, int square) {
    for (unsigned i = view->plies; i-- > 0;)
        if (FF_TO(view->events[i].move) == square)
            square = FF_FROM(view->events[i].move);
    return square;
}

static int zone_index(const ff_edition *edition, ff_seat seat, int square) {
    for (int k = 0; k < edition->files * edition->zone_rows; k++)
        if (ff_edition_zone_square(edition, seat, (unsigned)k) == square)
            return k;
    return -1;
}

/* Shuffles the ranks of Blue's pieces that Red cannot tell apart: hidden, and
 * alike in having moved or not. */
static void shuffle_hidden(ff_setup *blue, const ff_view *red, ff_rng *rng) {
    const ff_edition *edition = &red->rules->edition;
    for (int moved = 0; moved < 2; moved++) {
        int place[FF_ZONE_MAX], count = 0;
        for (int square = 0; square < FF_SQUARES; square++) {
            const ff_cell *cell = &red->cell[square];
            if (cell->seat == FF_BLUE && cell->rank == FF_HIDDEN && cell->moved == moved)
                place[count++] = zone_index(edition, FF_BLUE, origin(red, square));
        }
        for (int i = count; i > 1; i--) {
            int other = (int)ff_rng_below(rng, (uint32_t)i);
            uint8_t rank = blue->rank[place[i - 1]];
            blue->rank[place[i - 1]] = blue->rank[place[other]];
            blue->rank[place[other]] = rank;
        }
    }
}

/* Plays the moves again with another Blue army, asking Red for each of its own. */
static void assert_red_plays_the_same(const ff_setup *red, const ff_setup *blue,
                                      const ff_move *moves, int plies) {
    ff_game *game = game_new(ff_edition_default());
    ff_player *player = player_new("one-ply", 9);
    assert_true(ff_game_set_up(game, FF_RED, red, NULL));
    assert_true(ff_game_set_up(game, FF_BLUE, blue, NULL));
    for (int ply = 0; ply < plies; ply++) {
        if (seat_on_turn(game) == FF_RED)
            assert_int_equal(move_of(player, game), moves[ply]);
        play(game, moves[ply]);
    }
    assert_int_equal(move_of(player, game), moves[plies]);
    player->free(player);
    ff_game_free(game);
}

static void armies_of(ff_setup setup[2], uint64_t seed) {
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    for (int seat = 0; seat < 2; seat++)
        assert_true(ff_preset_make(ff_edition_default(), 0, &rng, &setup[seat]));
}

static void ranks_it_cannot_see_do_not_change_its_move(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        ff_setup setup[2];
        ff_move moves[PLIES + 1];
        armies_of(setup, seed);
        ff_game *game = game_new(ff_edition_default());
        ff_player *players[2] = {player_new("one-ply", 9), player_new("one-ply", seed)};
        for (int seat = 0; seat < 2; seat++)
            assert_true(ff_game_set_up(game, (ff_seat)seat, &setup[seat], NULL));
        int ply = 0;
        for (; ply < PLIES; ply++) {
            moves[ply] = move_of(players[seat_on_turn(game)], game);
            play(game, moves[ply]);
            assert_false(ff_game_is_over(game));
        }
        assert_int_equal(seat_on_turn(game), FF_RED);
        moves[ply] = move_of(players[FF_RED], game);
        ff_rng rng;
        ff_rng_seed(&rng, seed);
        ff_view view = view_of(game, FF_RED);
        shuffle_hidden(&setup[FF_BLUE], &view, &rng);
        assert_red_plays_the_same(&setup[FF_RED], &setup[FF_BLUE], moves, ply);
        for (int i = 0; i < 2; i++)
            players[i]->free(players[i]);
        ff_game_free(game);
    }
}

static void the_table_of_kinds_is_found_by_name(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_computer_count(); i++) {
        const ff_player_kind *kind = ff_computer_at(i);
        assert_ptr_equal(ff_computer_find(ff_span_of(kind->name)), kind);
        assert_true(strlen(kind->title) > 0);
    }
    for (unsigned level = 1; level <= FF_LEVELS; level++) {
        assert_ptr_equal(ff_computer_level(level, false), ff_computer_at(level - 1));
        assert_ptr_equal(ff_computer_level(level, true), ff_computer_at(FF_LEVELS + level - 1));
    }
    assert_ptr_equal(ff_computer_find(ff_span_of("picket")),
                     ff_computer_find(ff_span_of("one-ply")));
    assert_ptr_equal(ff_computer_find(ff_span_of("general")),
                     ff_computer_find(ff_span_of("search")));
    assert_string_equal(ff_computer_level(7, false)->name, "level:7");
    assert_string_equal(ff_computer_level(10, true)->name, "level:10:human");
    assert_null(ff_computer_level(0, false));
    assert_null(ff_computer_level(FF_LEVELS + 1, false));
    assert_null(ff_computer_at(ff_computer_count()));
    assert_null(ff_computer_find(ff_span_of("nobody")));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_moves_legally_and_nearly_always_beats_chance),
        cmocka_unit_test(its_own_armies_are_legal_for_both_seats),
        cmocka_unit_test(a_new_player_goes_on_where_the_old_one_was),
        cmocka_unit_test(another_seed_plays_another_game),
        cmocka_unit_test(ranks_it_cannot_see_do_not_change_its_move),
        cmocka_unit_test(the_table_of_kinds_is_found_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
