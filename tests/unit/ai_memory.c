/* Players and the heap: a move asks for nothing, a player stays within its bound, and
 * whoever finds no memory says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "failing_malloc.h"
#include "flagfall.h"

static ff_game *game_new(uint64_t seed) {
    ff_game *game = ff_game_new(ff_edition_default(), &(ff_options){.ply_limit = 4000});
    assert_non_null(game);
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        ff_preset_draw(ff_edition_default(), &rng, &setup);
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

static void play(ff_game *game, ff_player *player, unsigned plies) {
    while (plies-- > 0 && !ff_game_is_over(game)) {
        ff_view view = view_on_turn(game);
        ff_move move = player->move(player, &view, 0);
        assert_int_equal(ff_game_move(game, (ff_seat)view.turn, FF_FROM(move), FF_TO(move)),
                         FF_LEGAL);
    }
}

static void no_move_asks_for_memory(void **state) {
    (void)state;
    ff_game *game = game_new(1);
    ff_player *leader = ff_player_new(ff_computer_find(ff_span_of("picket")), 1);
    play(game, leader, 100);
    for (size_t i = 0; i < ff_computer_count(); i++) {
        ff_player *player = ff_player_new(ff_computer_at(i), 3);
        assert_non_null(player);
        ff_view view = view_on_turn(game);
        malloc_fail_at(1);
        player->move(player, &view, i % 2 ? 5 : 0);
        bool asked = malloc_has_failed();
        malloc_fail_at(0);
        assert_false(asked);
        player->free(player);
    }
    leader->free(leader);
    ff_game_free(game);
}

/* 64 MiB where nobody says anything, and less where somebody does. */
static void a_player_stays_within_its_bound(void **state) {
    (void)state;
    for (unsigned mebibytes = 2; mebibytes <= FF_MEMORY_DEFAULT; mebibytes *= 32) {
        for (unsigned level = 1; level <= FF_LEVELS; level++) {
            size_t before = malloc_total;
            ff_player *player = ff_player_new(ff_computer_level(level, true), 3);
            assert_non_null(player);
            if (mebibytes != FF_MEMORY_DEFAULT && player->bound)
                assert_true(player->bound(player, mebibytes));
            ff_game *game = game_new(2);
            size_t of_game = malloc_total;
            play(game, player, 3);
            of_game = malloc_total - of_game; /* lists of events and moves, the game's own */
            assert_true(malloc_total - before - of_game <= (size_t)mebibytes << 20);
            ff_game_free(game);
            player->free(player);
        }
    }
}

static void a_bound_of_nothing_is_refused(void **state) {
    (void)state;
    ff_player *player = ff_player_new(ff_computer_level(FF_LEVELS, false), 3);
    assert_non_null(player->bound);
    assert_false(player->bound(player, 0));
    player->free(player);
    ff_thinking work = {0};
    assert_false(ff_think(ff_edition_default(), 1, 0, 0, &work));
    assert_int_equal(work.moves, 0);
}

static void levels_that_find_no_memory_are_not_there(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_computer_count(); i++) {
        for (unsigned long n = 1;; n++) {
            malloc_fail_at(n);
            ff_player *player = ff_player_new(ff_computer_at(i), 1);
            bool failed = malloc_has_failed();
            malloc_fail_at(0);
            assert_true((player == NULL) == failed);
            if (player)
                player->free(player);
            if (!failed)
                break;
        }
    }
}

static bool count(void *context, const ff_insight *insight) {
    (void)insight;
    ++*(unsigned *)context;
    return true;
}

static void an_analysis_without_memory_says_so(void **state) {
    (void)state;
    static const char text[] = "[Edition \"quick-arena\"]\n"
                               "[RedSetup \"MBAEAAAABAACLAEADAAKAAAD\"]\n"
                               "[BlueSetup \"MBAEAAAABAACLAEADAAKAAAD\"]\n\n1. a3-a4 a6-a5\n";
    ff_record_reader reader;
    ff_record record = {0};
    ff_replay replay;
    ff_history history = {0};
    ff_error error;
    ff_record_reader_init(&reader, ff_span_of(text));
    assert_int_equal(ff_record_read(&reader, &record, &error), FF_READ_GAME);
    assert_true(ff_replay_record(&replay, &record, NULL, &history));
    ff_analysis_options options = {.seat = FF_NOBODY};
    unsigned failures = 0;
    for (unsigned long n = 1;; n++) {
        unsigned insights = 0;
        malloc_fail_at(n);
        bool good = ff_analyse(&replay, &history, &options, count, &insights);
        bool failed = malloc_has_failed();
        malloc_fail_at(0);
        assert_true(good == !failed);
        failures += failed;
        if (!failed) {
            assert_int_equal(insights, 2);
            break;
        }
    }
    assert_true(failures >= 5);
    ff_history_free(&history);
    ff_record_free(&record);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_move_asks_for_memory),
        cmocka_unit_test(a_player_stays_within_its_bound),
        cmocka_unit_test(a_bound_of_nothing_is_refused),
        cmocka_unit_test(levels_that_find_no_memory_are_not_there),
        cmocka_unit_test(an_analysis_without_memory_says_so),
    };
    return cmocka_run_group_tests_name("ai_memory", tests, NULL, NULL);
}
