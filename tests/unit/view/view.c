/* Views: what a seat, or a spectator, is told and what it is not. */
#include "board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void assert_cell(const ff_view *view, const char *square, ff_seat seat, ff_rank rank) {
    ff_cell cell = cell_at(view, square);
    assert_int_equal(cell.seat, seat);
    assert_int_equal(cell.rank, rank);
}

static void a_seat_sees_its_own_ranks_and_the_enemys_backs(void **state) {
    (void)state;
    ff_game *game = game_random("tournament", 7);
    for (int viewer = FF_RED; viewer <= FF_NOBODY; viewer++) {
        ff_view view = view_for(game, (ff_seat)viewer);
        int seen[3] = {0};
        for (int square = 0; square < FF_SQUARES; square++) {
            ff_cell cell = view.cell[square];
            if (cell.seat != FF_NOBODY)
                assert_int_equal(cell.rank == FF_HIDDEN, cell.seat != viewer);
            else
                assert_int_equal(cell.rank, FF_EMPTY);
            assert_false(cell.known || cell.moved);
            seen[cell.seat]++;
        }
        assert_int_equal(seen[FF_RED], 40);
        assert_int_equal(seen[FF_BLUE], 40);
    }
    ff_game_free(game);
}

static void before_the_start_a_seat_sees_its_own_army_alone(void **state) {
    (void)state;
    ff_rng rng;
    ff_setup setup;
    ff_rng_seed(&rng, 1);
    ff_setup_random(&setup, ff_edition_default(), &rng);
    ff_game *game = ff_game_new(ff_edition_default(), NULL);
    ff_game_set_up(game, FF_BLUE, &setup, NULL);
    ff_view red = view_for(game, FF_RED), blue = view_for(game, FF_BLUE);
    ff_view spectator = view_for(game, FF_NOBODY);
    int shown = 0;
    for (int square = 0; square < FF_SQUARES; square++) {
        assert_int_equal(red.cell[square].seat, FF_NOBODY);
        assert_int_equal(spectator.cell[square].seat, FF_NOBODY);
        shown += blue.cell[square].seat == FF_BLUE && blue.cell[square].rank != FF_HIDDEN;
    }
    assert_int_equal(shown, 40);
    ff_move moves[FF_MOVES_MAX];
    assert_int_equal(ff_view_moves(&blue, moves), 0);
    assert_int_equal(ff_view_moves(&spectator, moves), 0);
    assert_int_equal(ff_view_check(&blue, 60, 50), FF_GAME_OVER);
    assert_int_equal(ff_view_check(&spectator, 60, 50), FF_GAME_OVER);
    ff_game_free(game);
}

static void a_quiet_step_shows_that_a_piece_can_move_and_no_more(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Dc1 Yk10 Pk9");
    play_all(game, "c1-c2");
    ff_view view = view_for(game, FF_BLUE);
    assert_cell(&view, "c2", FF_RED, FF_HIDDEN);
    assert_true(cell_at(&view, "c2").moved);
    assert_false(cell_at(&view, "c2").known);
    assert_cell(&view, "c1", FF_NOBODY, FF_EMPTY);
    assert_false(cell_at(&view, "c1").moved);
    assert_false(view.last.revealed);
    ff_game_free(game);
}

static void a_long_run_shows_the_scout_to_everybody_for_good(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Dc1 Yk10 Pk9");
    play_all(game, "c1-c3 k9-k8 c3-c4");
    for (int viewer = FF_RED; viewer <= FF_NOBODY; viewer++) {
        ff_view view = view_for(game, (ff_seat)viewer);
        assert_cell(&view, "c4", FF_RED, FF_SCOUT);
        assert_true(cell_at(&view, "c4").known);
        assert_true(view.events[0].revealed);
        assert_false(view.events[2].revealed);
    }
    ff_game_free(game);
}

static void an_edition_may_leave_runs_unshown(void **state) {
    (void)state;
    ff_edition edition = *ff_edition_default();
    edition.reveal_runs = false;
    ff_game *game = game_with(&edition, NULL, "Ma1 Dc1 Yk10 Pk9");
    play_all(game, "c1-c4");
    ff_view view = view_for(game, FF_BLUE);
    assert_cell(&view, "c4", FF_RED, FF_HIDDEN);
    assert_false(view.last.revealed);
    ff_game_free(game);
}

static void a_winning_attacker_is_known_and_has_moved(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Le4 Yk10 Te5 Pk9");
    play_all(game, "e4xe5");
    for (int viewer = FF_RED; viewer <= FF_NOBODY; viewer++) {
        ff_view view = view_for(game, (ff_seat)viewer);
        ff_cell cell = cell_at(&view, "e5");
        assert_cell(&view, "e5", FF_RED, FF_MARSHAL);
        assert_true(cell.known && cell.moved);
        assert_int_equal(view.lost[FF_BLUE][FF_CAPTAIN], 1);
        assert_int_equal(view.last.attacker, FF_MARSHAL);
        assert_int_equal(view.last.defender, FF_CAPTAIN);
        assert_int_equal(view.last.battle, FF_ATTACKER_WINS);
    }
    ff_game_free(game);
}

static void a_winning_defender_is_known_and_has_not_moved(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 De4 Dc1 Yk10 Ne5 Pk9");
    play_all(game, "e4xe5");
    ff_view view = view_for(game, FF_RED);
    assert_cell(&view, "e5", FF_BLUE, FF_BOMB);
    assert_true(cell_at(&view, "e5").known);
    assert_false(cell_at(&view, "e5").moved);
    assert_cell(&view, "e4", FF_NOBODY, FF_EMPTY);
    assert_int_equal(view.lost[FF_RED][FF_SCOUT], 1);
    ff_game_free(game);
}

static void equals_fall_together(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Ee4 Dc1 Yk10 Qe5 Pk9");
    play_all(game, "e4xe5");
    ff_view view = view_for(game, FF_NOBODY);
    assert_cell(&view, "e4", FF_NOBODY, FF_EMPTY);
    assert_cell(&view, "e5", FF_NOBODY, FF_EMPTY);
    assert_false(cell_at(&view, "e5").known || cell_at(&view, "e5").moved);
    assert_int_equal(view.lost[FF_RED][FF_MINER], 1);
    assert_int_equal(view.lost[FF_BLUE][FF_MINER], 1);
    ff_game_free(game);
}

static void a_board_may_begin_with_public_ranks(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Dc1 Yk10 xk9 Pi9");
    ff_view view = view_for(game, FF_RED);
    assert_cell(&view, "k9", FF_BLUE, FF_MARSHAL);
    assert_cell(&view, "i9", FF_BLUE, FF_HIDDEN);
    assert_false(cell_at(&view, "k9").moved);
    ff_game_free(game);
}

/* The latest battle is announced; the ply after it is made, it is forgotten. */
static void in_memory_mode_only_the_latest_battle_is_told(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Le4 Dc1 Yk10 Te5 Pk9");
    play_all(game, "e4xe5");
    ff_view view = memory_view_for(game, FF_BLUE);
    assert_int_equal(view.last.attacker, FF_MARSHAL);
    assert_int_equal(view.last.defender, FF_CAPTAIN);
    assert_cell(&view, "e5", FF_RED, FF_HIDDEN);
    assert_true(cell_at(&view, "e5").moved);
    play_all(game, "k9-k8");
    view = memory_view_for(game, FF_BLUE);
    assert_int_equal(view.last.attacker, FF_EMPTY);
    assert_int_equal(view.events[0].attacker, FF_EMPTY);
    assert_int_equal(view.events[0].defender, FF_EMPTY);
    assert_int_equal(view.events[0].battle, FF_ATTACKER_WINS); /* the board shows that much */
    assert_int_equal(view.lost[FF_BLUE][FF_CAPTAIN], 0);
    assert_int_equal(view.lost[FF_BLUE][FF_EMPTY], 1);
    ff_game_free(game);
}

static void in_memory_mode_a_run_is_forgotten_too(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Dc1 Yk10 Pk9");
    play_all(game, "c1-c4");
    ff_view view = memory_view_for(game, FF_BLUE);
    assert_true(view.last.revealed);
    assert_cell(&view, "c4", FF_RED, FF_HIDDEN);
    play_all(game, "k9-k8");
    view = memory_view_for(game, FF_BLUE);
    assert_false(view.events[0].revealed);
    ff_game_free(game);
}

static void in_memory_mode_own_ranks_stay_and_nothing_is_public(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Le4 Dc1 Yk10 Te5 xi9 Pk9");
    play_all(game, "e4xe5 k9-k7");
    for (int viewer = FF_RED; viewer <= FF_NOBODY; viewer++) {
        ff_view view = memory_view_for(game, (ff_seat)viewer);
        for (int square = 0; square < FF_SQUARES; square++) {
            ff_cell cell = view.cell[square];
            assert_false(cell.known);
            if (cell.seat != FF_NOBODY)
                assert_int_equal(cell.rank == FF_HIDDEN, cell.seat != viewer);
        }
    }
    ff_game_free(game);
}

static void assert_all_shown(const ff_view *view) {
    for (int square = 0; square < FF_SQUARES; square++) {
        assert_int_not_equal(view->cell[square].rank, FF_HIDDEN);
        assert_int_equal(view->cell[square].known, view->cell[square].seat != FF_NOBODY);
    }
}

static void a_finished_game_shows_everything_to_everybody(void **state) {
    (void)state;
    static const ff_ending endings[] = {FF_BY_RESIGN, FF_BY_AGREEMENT, FF_BY_ABORT};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        ff_game *game = game_on("tournament", "Ma1 Le4 Dc1 Yk10 Te5 Xi9 Pk9");
        play_all(game, "e4xe5 k9-k7");
        ff_game_end(game, endings[i], FF_RED);
        for (int viewer = FF_RED; viewer <= FF_NOBODY; viewer++) {
            ff_view open = view_for(game, (ff_seat)viewer);
            ff_view memory = memory_view_for(game, (ff_seat)viewer);
            assert_all_shown(&open);
            assert_all_shown(&memory);
            assert_int_equal(memory.events[0].attacker, FF_MARSHAL);
            assert_int_equal(memory.lost[FF_BLUE][FF_CAPTAIN], 1);
            assert_int_equal(memory.lost[FF_BLUE][FF_EMPTY], 0);
        }
        ff_game_free(game);
    }
}

static void only_the_seat_on_turn_has_moves(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Dc1 Yk10 Pk9");
    ff_move moves[FF_MOVES_MAX];
    ff_view red = view_for(game, FF_RED), blue = view_for(game, FF_BLUE);
    ff_view spectator = view_for(game, FF_NOBODY);
    assert_int_equal(ff_view_moves(&red, moves), 11); /* one west, seven east, three north */
    assert_int_equal(ff_view_moves(&blue, moves), 0);
    assert_int_equal(ff_view_moves(&spectator, moves), 0);
    assert_int_equal(ff_view_check(&red, square_at("c1"), square_at("c2")), FF_LEGAL);
    assert_int_equal(ff_view_check(&blue, square_at("k9"), square_at("k8")), FF_NOT_YOURS);
    assert_int_equal(ff_view_check(&spectator, square_at("c1"), square_at("c2")), FF_NOT_YOURS);
    ff_game_end(game, FF_BY_ABORT, FF_NOBODY);
    red = view_for(game, FF_RED);
    assert_int_equal(ff_view_moves(&red, moves), 0);
    assert_int_equal(ff_view_check(&red, square_at("c1"), square_at("c2")), FF_GAME_OVER);
    ff_game_free(game);
}

/* A refusal comes from the view in the words of the game, for any numbers. */
static void a_view_refuses_what_the_game_refuses(void **state) {
    (void)state;
    ff_game *game = game_on("travel-en", "Ma1 Bb1 Dc4 Ed4 Hb5 Yk10 Pk9 Ue4");
    play_all(game, "d4-d3 k9-k8 d3-d4 k8-k9 d4-d3 k9-k8");
    ff_view view = view_for(game, FF_RED);
    int refused = 0;
    for (unsigned from = 0; from < 257; from++)
        for (unsigned to = 0; to < 257; to++) {
            ff_reason reason = ff_view_check(&view, from, to);
            if (reason == FF_LEGAL)
                continue;
            assert_int_equal(ff_game_move(game, FF_RED, from, to), reason);
            refused++;
        }
    assert_in_range(refused, 257 * 257 - 60, 257 * 257 - 1);
    assert_int_equal(ff_view_check(&view, square_at("d3"), square_at("d4")), FF_TWO_SQUARES);
    ff_game_free(game);
}

static void every_byte_of_a_view_is_set(void **state) {
    (void)state;
    ff_game *game = game_random("barrage", 3);
    ff_view one, two;
    memset(&one, 0x00, sizeof one);
    memset(&two, 0xff, sizeof two);
    ff_game_view(game, FF_RED, false, &one);
    ff_game_view(game, FF_RED, false, &two);
    assert_memory_equal(&one, &two, sizeof one);
    ff_game_free(game);
}

static void the_hash_notices_every_field(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Le4 Dc1 Yk10 Te5 Pk9");
    play_all(game, "e4xe5 k9-k7");
    ff_view view = view_for(game, FF_RED);
    uint64_t hash = ff_view_hash(&view);
    ff_view changed[12];
    for (int i = 0; i < 12; i++)
        changed[i] = view;
    ff_event events[2] = {view.events[0], view.events[1]};
    events[0].defender = FF_MAJOR;
    changed[0].viewer = FF_BLUE;
    changed[1].turn = FF_BLUE;
    changed[2].result = FF_DRAW;
    changed[3].ending = FF_BY_LIMIT;
    changed[4].memory = true;
    changed[5].quiet++;
    changed[6].chase[FF_BLUE]++;
    changed[7].cell[99].rank = FF_SPY;
    changed[8].cell[99].known = 1;
    changed[9].lost[FF_BLUE][FF_BOMB] = 1;
    changed[10].last.revealed = !view.last.revealed;
    changed[11].events = events;
    for (int i = 0; i < 12; i++)
        assert_true(ff_view_hash(&changed[i]) != hash);
    assert_true(ff_view_hash(&view) == hash);
    ff_game_free(game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_sees_its_own_ranks_and_the_enemys_backs),
        cmocka_unit_test(before_the_start_a_seat_sees_its_own_army_alone),
        cmocka_unit_test(a_quiet_step_shows_that_a_piece_can_move_and_no_more),
        cmocka_unit_test(a_long_run_shows_the_scout_to_everybody_for_good),
        cmocka_unit_test(an_edition_may_leave_runs_unshown),
        cmocka_unit_test(a_winning_attacker_is_known_and_has_moved),
        cmocka_unit_test(a_winning_defender_is_known_and_has_not_moved),
        cmocka_unit_test(equals_fall_together),
        cmocka_unit_test(a_board_may_begin_with_public_ranks),
        cmocka_unit_test(in_memory_mode_only_the_latest_battle_is_told),
        cmocka_unit_test(in_memory_mode_a_run_is_forgotten_too),
        cmocka_unit_test(in_memory_mode_own_ranks_stay_and_nothing_is_public),
        cmocka_unit_test(a_finished_game_shows_everything_to_everybody),
        cmocka_unit_test(only_the_seat_on_turn_has_moves),
        cmocka_unit_test(a_view_refuses_what_the_game_refuses),
        cmocka_unit_test(every_byte_of_a_view_is_set),
        cmocka_unit_test(the_hash_notices_every_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
