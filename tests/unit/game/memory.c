/* Memory may run out anywhere. Whatever allocation fails, nothing crashes, the
 * caller is told, and what was there before is there still: a game goes on with
 * the same move as soon as there is memory again. */
#include "board.h"
#include "failing_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Longer than any list of plies that a game makes room for at once. */
enum { PLIES = 700 };

static ff_setup army(uint64_t seed) {
    ff_rng rng;
    ff_setup setup;
    ff_rng_seed(&rng, seed);
    ff_setup_random(&setup, ff_edition_default(), &rng);
    return setup;
}

static uint64_t hash_for(const ff_game *game, ff_seat seat) {
    ff_view view = view_for(game, seat);
    return ff_view_hash(&view);
}

/* A refusal for want of memory is no refusal of the move. */
static void move_or_move_again(ff_game *game, ff_move move) {
    ff_view view = view_for(game, FF_NOBODY);
    ff_seat seat = (ff_seat)view.turn;
    uint64_t before = hash_for(game, seat);
    ff_reason reason = ff_game_move(game, seat, FF_FROM(move), FF_TO(move));
    if (reason == FF_LEGAL)
        return;
    assert_int_equal(reason, FF_GAME_OVER);
    assert_true(malloc_has_failed());
    assert_false(ff_game_is_over(game));
    assert_true(hash_for(game, seat) == before);
    assert_int_equal(ff_game_move(game, seat, FF_FROM(move), FF_TO(move)), FF_LEGAL);
}

static ff_game *new_game(void) {
    ff_game *game = ff_game_new(ff_edition_default(), NULL);
    if (game)
        return game;
    assert_true(malloc_has_failed());
    return ff_game_new(ff_edition_default(), NULL);
}

static uint64_t play_a_game(void) {
    ff_setup red = army(1), blue = army(2);
    ff_rng rng;
    ff_rng_seed(&rng, 3);
    ff_game *game = new_game();
    assert_non_null(game);
    assert_true(ff_game_set_up(game, FF_RED, &red, NULL));
    assert_true(ff_game_set_up(game, FF_BLUE, &blue, NULL));
    for (int ply = 0; ply < PLIES && !ff_game_is_over(game); ply++) {
        ff_view view = view_for(game, (ff_seat)view_for(game, FF_NOBODY).turn);
        ff_move moves[FF_MOVES_MAX];
        size_t count = ff_view_moves(&view, moves);
        assert_true(count > 0);
        move_or_move_again(game, moves[ff_rng_below(&rng, (uint32_t)count)]);
    }
    assert_in_range(view_for(game, FF_RED).plies, 300, PLIES);
    uint64_t hash = hash_for(game, FF_RED);
    ff_game_free(game);
    return hash;
}

/* The first, second, ... allocation fails, until the game needs no more; each time
 * it must come to the same end. */
static void a_game_survives_every_failure(void **state) {
    (void)state;
    uint64_t expected = play_a_game();
    unsigned long n = 0;
    do {
        malloc_fail_at(++n);
        assert_true(play_a_game() == expected);
    } while (malloc_has_failed());
    malloc_fail_at(0);
    assert_true(n > 7); /* the game, and three lists that have each grown */
}

static void write_json(ff_buffer *out, const ff_view *view) {
    ff_json_view(out, view, 0);
    ff_json_edition(out, &view->rules->edition);
}

static void json_survives_every_failure(void **state) {
    (void)state;
    ff_game *game = game_random("tournament", 5);
    ff_view view = view_for(game, FF_RED);
    ff_buffer expected = {0};
    write_json(&expected, &view);
    bool failed = true;
    for (unsigned long n = 1; failed; n++) {
        ff_buffer out = {0};
        malloc_fail_at(n);
        write_json(&out, &view);
        failed = malloc_has_failed();
        malloc_fail_at(0);
        assert_int_equal(out.failed, failed);
        ff_buffer_clear(&out);
        write_json(&out, &view);
        assert_string_equal(out.data, expected.data);
        ff_buffer_free(&out);
    }
    ff_buffer_free(&expected);
    ff_game_free(game);
}

/* A record of what a view tells; false when memory is out. */
static bool fill_record(ff_record *record, const ff_view *view) {
    bool good = ff_record_add_tag(record, "Edition", ff_span_of(view->rules->edition.id)) &&
                ff_record_add_tag(record, "Result", ff_span_of("*"));
    for (unsigned i = 0; good && i < view->plies; i++) {
        const ff_event *event = &view->events[i];
        good = ff_record_add_move(record, FF_FROM(event->move), FF_TO(event->move),
                                  event->battle != FF_NO_BATTLE, ff_span_of("a comment"));
    }
    return good;
}

/* As text, which the caller frees; null when memory is out. */
static char *record_text(ff_record *record, const ff_view *view) {
    ff_buffer out = {0};
    ff_record_clear(record);
    if (fill_record(record, view))
        ff_record_write(record, &out);
    if (!out.failed)
        return out.data;
    ff_buffer_free(&out);
    return NULL;
}

static void record_survives_every_failure(void **state) {
    (void)state;
    ff_game *game = game_random("barrage", 5);
    for (int ply = 0; ply < 40 && !ff_game_is_over(game); ply++) {
        ff_view view = view_for(game, (ff_seat)view_for(game, FF_NOBODY).turn);
        ff_move moves[FF_MOVES_MAX];
        assert_true(ff_view_moves(&view, moves) > 0);
        ff_game_move(game, (ff_seat)view.turn, FF_FROM(moves[0]), FF_TO(moves[0]));
    }
    ff_view view = view_for(game, FF_NOBODY);
    ff_record record = {0};
    char *expected = record_text(&record, &view);
    assert_non_null(expected);
    bool failed = true;
    for (unsigned long n = 1; failed; n++) {
        ff_record_free(&record);
        malloc_fail_at(n);
        char *text = record_text(&record, &view);
        failed = malloc_has_failed();
        malloc_fail_at(0);
        assert_int_equal(text == NULL, failed);
        free(text);
        text = record_text(&record, &view);
        assert_string_equal(text, expected);
        free(text);
    }
    ff_record_free(&record);
    free(expected);
    ff_game_free(game);
}

static void a_failed_buffer_can_be_used_again(void **state) {
    (void)state;
    ff_buffer out = {0};
    malloc_fail_at(1);
    ff_buffer_text(&out, "lost");
    malloc_fail_at(0);
    assert_true(out.failed);
    assert_int_equal(out.size, 0);
    ff_buffer_text(&out, "lost as well");
    assert_int_equal(out.size, 0);
    ff_buffer_clear(&out);
    ff_buffer_text(&out, "kept");
    assert_string_equal(out.data, "kept");
    ff_buffer_free(&out);
}

static void a_board_that_finds_no_memory_makes_no_game(void **state) {
    (void)state;
    ff_position position;
    ff_position_clear(&position);
    ff_position_put(&position, 0, FF_RED, FF_SCOUT);
    ff_position_put(&position, 99, FF_BLUE, FF_SCOUT);
    malloc_fail_at(1);
    assert_null(ff_game_from(ff_edition_default(), NULL, &position, NULL));
    malloc_fail_at(0);
}

static void players_that_find_no_memory_are_not_there(void **state) {
    (void)state;
    malloc_fail_at(1);
    assert_null(ff_random_player_new(NULL, 1));
    for (size_t i = 0; i < ff_computer_count(); i++) {
        malloc_fail_at(1);
        assert_null(ff_player_new(ff_computer_at(i), 1));
    }
    malloc_fail_at(0);
}

/* The referee gives up, and says so; the game is as it was before the ply that
 * found no room. */
static void a_referee_without_memory_stops(void **state) {
    (void)state;
    unsigned long stopped = 0;
    for (unsigned long n = 1;; n++) {
        ff_game *game = ff_game_new(ff_edition_find(ff_span_of("duel")), NULL);
        ff_player *red = ff_random_player_new(NULL, 1), *blue = ff_random_player_new(NULL, 2);
        malloc_fail_at(n);
        bool done = ff_referee_play(game, red, blue, 0);
        bool failed = malloc_has_failed();
        malloc_fail_at(0);
        assert_true(done != failed);
        assert_int_equal(ff_game_is_over(game), done);
        assert_int_equal(ff_game_end(game, FF_BY_ABORT, FF_NOBODY), !done);
        stopped += failed;
        red->free(red);
        blue->free(blue);
        ff_game_free(game);
        if (!failed)
            break;
    }
    assert_true(stopped >= 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_survives_every_failure),
        cmocka_unit_test(json_survives_every_failure),
        cmocka_unit_test(record_survives_every_failure),
        cmocka_unit_test(a_failed_buffer_can_be_used_again),
        cmocka_unit_test(a_board_that_finds_no_memory_makes_no_game),
        cmocka_unit_test(players_that_find_no_memory_are_not_there),
        cmocka_unit_test(a_referee_without_memory_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
