/* Players and the heap: a move asks for nothing, a player stays within its bound, and
 * whoever finds no memory says so. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ai/players/thinking.h"
#include "drawn_game.h"
#include "failing_malloc.h"

static void assert_that_no_move_asks(const ff_edition *edition, unsigned plies) {
    ff_game *game = drawn_game_new(edition, 1);
    ff_player *leader = drawn_game_player("one-ply", 1);
    drawn_game_lead(game, leader, plies);
    for (size_t i = 0; i < ff_computer_count(); i++) {
        ff_player *player = ff_player_new(ff_computer_at(i), 3);
        assert_non_null(player);
        ff_view view = drawn_game_view(game);
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

static void no_move_asks_for_memory(void **state) {
    (void)state;
    assert_that_no_move_asks(ff_edition_default(), 100);
    assert_that_no_move_asks(ff_edition_find(ff_span_of("duel")), 8);
}

/* 64 MiB where nobody says anything, and less where somebody does. */
static void a_player_stays_within_its_bound(void **state) {
    (void)state;
    for (unsigned mebibytes = 2; mebibytes <= FF_MEMORY_DEFAULT; mebibytes *= 32) {
        for (unsigned level = 1; level <= FF_LEVELS; level++) {
            size_t before = malloc_live;
            ff_player *player = ff_player_new(ff_computer_level(level, true), 3);
            assert_non_null(player);
            const ff_means means = {
                .size = sizeof means, .memory_mb = mebibytes, .threads = 1 + level % 2};
            if (mebibytes != FF_MEMORY_DEFAULT)
                assert_true(ff_player_bound(player, &means));
            assert_true(malloc_live - before <= (size_t)mebibytes << 20);
            ff_game *game = drawn_game_new(ff_edition_default(), 2);
            size_t taken = malloc_total;
            ff_view view = drawn_game_view(game);
            player->move(player, &view, 0);
            assert_int_equal(malloc_total, taken);
            ff_game_free(game);
            player->free(player);
        }
    }
}

static void means_that_are_too_small_are_refused(void **state) {
    (void)state;
    ff_player *player = ff_player_new(ff_computer_level(FF_LEVELS, false), 3);
    assert_non_null(player->bound);
    assert_false(player->bound(player, &(ff_means){sizeof(ff_means), 0, 1}));
    assert_false(player->bound(player, &(ff_means){sizeof(ff_means), 64, 0}));
    assert_false(player->bound(player, &(ff_means){sizeof(ff_means), 64, FF_THREADS_MAX + 1}));
    assert_false(player->bound(player, &(ff_means){sizeof(ff_means), 8, FF_THREADS_MAX}));
    player->free(player);
    thinking work = {0};
    assert_false(thinking_add(ff_edition_default(), 1, 0, 0, &work));
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
    ff_analysis_options options = {.size = sizeof(ff_analysis_options), .seat = FF_NOBODY};
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
        cmocka_unit_test(means_that_are_too_small_are_refused),
        cmocka_unit_test(levels_that_find_no_memory_are_not_there),
        cmocka_unit_test(an_analysis_without_memory_says_so),
    };
    return cmocka_run_group_tests_name("ai_memory", tests, NULL, NULL);
}
