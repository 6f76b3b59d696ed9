/* Levels: legal and repeatable, the same for a player made anew in the middle of a
 * game; and human memory, which loses what was shown and only that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/players/memory_model.h"
#include "drawn_game.h"

static ff_player *player_new(const ff_player_kind *kind, uint64_t seed) {
    assert_non_null(kind);
    ff_player *player = ff_player_new(kind, seed);
    assert_non_null(player);
    return player;
}

/* Plays up to `plies` plies as the one-ply player would, on both sides. */
static void play(ff_game *game, unsigned plies) {
    ff_player *leader = drawn_game_player("one-ply", 3);
    drawn_game_lead(game, leader, plies);
    leader->free(leader);
}

static unsigned count_known(const ff_view *view) {
    unsigned count = 0;
    for (int square = 0; square < FF_SQUARES; square++)
        count +=
            view->cell[square].seat == 1 - view->viewer && view->cell[square].rank != FF_HIDDEN;
    return count;
}

/* --- memory -------------------------------------------------------------------- */

static ff_event events[4000];

static ff_view recalled(const ff_view *view, uint64_t seed, unsigned span) {
    ff_view out;
    memory_model_view(view, seed, span, events, &out);
    return out;
}

static void what_is_forgotten_is_hidden_and_nothing_else_changes(void **state) {
    (void)state;
    unsigned known = 0, remembered = 0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        ff_game *game = drawn_game_new(ff_edition_default(), seed);
        play(game, 200);
        ff_view view = drawn_game_view(game), out = recalled(&view, seed, 10);
        for (int square = 0; square < FF_SQUARES; square++) {
            ff_cell before = view.cell[square], after = out.cell[square];
            assert_int_equal(after.seat, before.seat);
            assert_int_equal(after.moved, before.moved);
            if (after.rank == before.rank)
                continue;
            assert_int_equal(after.rank, FF_HIDDEN);
            assert_int_equal(before.seat, 1 - view.viewer);
        }
        assert_memory_equal(out.lost, view.lost, sizeof view.lost);
        known += count_known(&view);
        remembered += count_known(&out);
        ff_game_free(game);
    }
    print_message("%u known, %u remembered\n", known, remembered);
    assert_true(remembered < known);
    assert_true(remembered > 0);
}

/* The events are the view's, but for the ranks of forgotten pieces. */
static void no_event_names_what_is_forgotten(void **state) {
    (void)state;
    ff_game *game = drawn_game_new(ff_edition_default(), 5);
    play(game, 300);
    ff_view view = drawn_game_view(game), out = recalled(&view, 5, 5);
    unsigned redacted = 0;
    for (unsigned ply = 0; ply < view.plies; ply++) {
        ff_event before = view.events[ply], after = out.events[ply];
        assert_int_equal(after.move, before.move);
        assert_int_equal(after.battle, before.battle);
        redacted += memcmp(&before, &after, sizeof before) != 0;
        if (after.attacker != before.attacker)
            assert_int_equal(after.attacker, FF_EMPTY);
        if (after.defender != before.defender)
            assert_int_equal(after.defender, FF_EMPTY);
    }
    assert_true(count_known(&view) > count_known(&out));
    assert_true(redacted > 0);
    ff_game_free(game);
}

/* Whoever has forgotten does not remember later, unless he is shown again. */
static void nothing_comes_back_by_itself(void **state) {
    (void)state;
    ff_game *game = drawn_game_new(ff_edition_default(), 2);
    ff_player *player = player_new(ff_computer_find(ff_span_of("one-ply")), 3);
    uint8_t before[FF_SQUARES] = {0};
    for (unsigned ply = 0; ply < 300 && !ff_game_is_over(game); ply++) {
        ff_view red;
        ff_game_view(game, FF_RED, false, &red);
        ff_view out = recalled(&red, 9, 12);
        for (int square = 0; square < FF_SQUARES; square++) {
            bool touched =
                ply && (FF_TO(red.last.move) == square || FF_FROM(red.last.move) == square);
            if (before[square] == FF_HIDDEN && !touched)
                assert_int_equal(out.cell[square].rank, FF_HIDDEN);
            before[square] = out.cell[square].rank;
        }
        ff_view view = drawn_game_view(game);
        ff_move move = player->move(player, &view, 0);
        ff_game_move(game, (ff_seat)view.turn, FF_FROM(move), FF_TO(move));
    }
    player->free(player);
    ff_game_free(game);
}

static void more_is_remembered_with_a_longer_memory(void **state) {
    (void)state;
    static const unsigned spans[] = {2, 20, 200, 2000};
    unsigned remembered[4] = {0};
    for (uint64_t seed = 0; seed < 10; seed++) {
        ff_game *game = drawn_game_new(ff_edition_default(), seed);
        play(game, 240);
        ff_view view = drawn_game_view(game);
        for (int i = 0; i < 4; i++) {
            ff_view out = recalled(&view, seed, spans[i]);
            remembered[i] += count_known(&out);
        }
        ff_game_free(game);
    }
    for (int i = 1; i < 4; i++)
        assert_true(remembered[i] > remembered[i - 1]);
}

/* --- levels -------------------------------------------------------------------- */

static void every_level_goes_on_where_an_older_player_was(void **state) {
    (void)state;
    for (size_t i = 0; i < 2 * FF_LEVELS; i++) {
        const ff_player_kind *kind = ff_computer_at(i);
        ff_game *game = drawn_game_new(ff_edition_default(), i);
        play(game, 60);
        ff_player *old = player_new(kind, 7);
        for (int ply = 0; ply < 4 && !ff_game_is_over(game); ply++) {
            ff_view view = drawn_game_view(game);
            ff_move move = old->move(old, &view, 0);
            ff_player *fresh = player_new(kind, 7);
            assert_int_equal(fresh->move(fresh, &view, 0), move);
            fresh->free(fresh);
            assert_int_equal(ff_game_move(game, (ff_seat)view.turn, FF_FROM(move), FF_TO(move)),
                             FF_LEGAL);
        }
        old->free(old);
        ff_game_free(game);
    }
}

/* Two games one after the other: the second is what a new process would play. */
static void nothing_leaks_from_one_game_into_the_next(void **state) {
    (void)state;
    for (unsigned level = 4; level <= FF_LEVELS; level += 3) {
        const ff_player_kind *kind = ff_computer_level(level, true);
        ff_player *used = player_new(kind, 11), *fresh = player_new(kind, 11);
        ff_game *first = drawn_game_new(ff_edition_default(), 1),
                *second = drawn_game_new(ff_edition_default(), 2);
        play(first, 120);
        for (int ply = 0; ply < 3; ply++) {
            ff_view view = drawn_game_view(first);
            ff_move move = used->move(used, &view, 0);
            ff_game_move(first, (ff_seat)view.turn, FF_FROM(move), FF_TO(move));
        }
        for (int ply = 0; ply < 4; ply++) {
            ff_view view = drawn_game_view(second);
            ff_move move = used->move(used, &view, 0);
            assert_int_equal(fresh->move(fresh, &view, 0), move);
            ff_game_move(second, (ff_seat)view.turn, FF_FROM(move), FF_TO(move));
        }
        ff_game_free(first);
        ff_game_free(second);
        used->free(used);
        fresh->free(fresh);
    }
}

static ff_player *entrant_new(const char *name, uint64_t seed) {
    return player_new(ff_computer_find(ff_span_of(name)), seed);
}

/* The share of games in which the first beats the second. */
static unsigned wins(const char *first, const char *second, unsigned games) {
    unsigned won = 0;
    for (unsigned i = 0; i < games; i++) {
        ff_game *game = ff_game_new(ff_edition_default(),
                                    &(ff_options){.size = sizeof(ff_options), .ply_limit = 2000});
        ff_player *players[2] = {entrant_new(first, i), entrant_new(second, i + 100)};
        assert_true(ff_referee_play(game, players[i % 2], players[1 - i % 2], 0));
        ff_view view;
        ff_game_view(game, FF_NOBODY, false, &view);
        won += view.result == (i % 2 ? FF_BLUE_WINS : FF_RED_WINS);
        players[0]->free(players[0]);
        players[1]->free(players[1]);
        ff_game_free(game);
    }
    return won;
}

static void a_level_beats_one_two_below(void **state) {
    (void)state;
    assert_true(wins("level:2", "random", 20) >= 12);
    assert_true(wins("level:3", "level:1", 20) >= 14);
    assert_true(wins("level:5", "level:3", 20) >= 13);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_forgotten_is_hidden_and_nothing_else_changes),
        cmocka_unit_test(no_event_names_what_is_forgotten),
        cmocka_unit_test(nothing_comes_back_by_itself),
        cmocka_unit_test(more_is_remembered_with_a_longer_memory),
        cmocka_unit_test(every_level_goes_on_where_an_older_player_was),
        cmocka_unit_test(nothing_leaks_from_one_game_into_the_next),
        cmocka_unit_test(a_level_beats_one_two_below),
    };
    return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
