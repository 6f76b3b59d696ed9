/* Batches without memory: whichever allocation fails, the caller is told and nothing is
 * lost; and no step asks for any. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "failing_malloc.h"
#include "flagfall.h"

enum { GAMES = 3 };

static ff_batch *open_batch(unsigned threads) {
    ff_batch_options options = {.size = sizeof options,
                                .games = GAMES,
                                .threads = threads,
                                .edition = ff_edition_find(ff_span_of("duel"))};
    ff_batch *batch = NULL;
    return ff_batch_new(&options, &batch, NULL) == FF_BATCH_OK ? batch : NULL;
}

static void play(ff_batch *batch, int steps) {
    int32_t actions[GAMES];
    ff_batch_arrays arrays = {.size = sizeof arrays, .actions = actions};
    while (steps-- > 0) {
        ff_batch_sample(batch, actions);
        assert_int_equal(ff_batch_step(batch, &arrays, NULL), FF_BATCH_OK);
    }
}

static void a_batch_without_memory_is_none(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        unsigned n = 0;
        ff_batch *batch = NULL;
        while (!batch) {
            size_t before = malloc_live;
            malloc_fail_at(++n);
            batch = open_batch(threads);
            malloc_fail_at(0);
            assert_true(batch || malloc_live == before);
        }
        assert_true(n > 3); /* so many failed */
        ff_batch_free(batch);
    }
}

static void no_step_asks_for_memory(void **state) {
    (void)state;
    ff_batch *batch = open_batch(2);
    malloc_fail_at(1);
    play(batch, 500);
    assert_false(malloc_has_failed());
    malloc_fail_at(0);
    ff_batch_free(batch);
}

static void what_asks_for_memory_says_so(void **state) {
    (void)state;
    ff_batch *batch = open_batch(1);
    play(batch, 50);
    ff_buffer saved = {0};
    malloc_fail_at(1);
    assert_int_equal(ff_batch_save(batch, 0, &saved), FF_BATCH_NO_MEMORY);
    malloc_fail_at(0);
    ff_buffer_free(&saved);
    saved = (ff_buffer){0};
    assert_int_equal(ff_batch_save(batch, 0, &saved), FF_BATCH_OK);
    malloc_fail_at(1);
    assert_int_equal(ff_batch_load(batch, 0, (ff_span){saved.data, saved.size}),
                     FF_BATCH_NO_MEMORY);
    malloc_fail_at(0);
    for (unsigned n = 1; n <= 2; n++) {
        malloc_fail_at(n);
        assert_null(ff_batch_game(batch, 0));
        malloc_fail_at(0);
    }
    ff_game *game = ff_batch_game(batch, 0);
    ff_view view;
    ff_rng rng;
    ff_position drawn;
    ff_rng_seed(&rng, 1);
    ff_game_view(game, FF_RED, false, &view);
    malloc_fail_at(1);
    assert_int_equal(ff_world_draw(&view, &rng, &drawn), FF_WORLD_NO_MEMORY);
    malloc_fail_at(0);
    ff_game_free(game);
    ff_buffer_free(&saved);
    ff_batch_free(batch);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_without_memory_is_none),
        cmocka_unit_test(no_step_asks_for_memory),
        cmocka_unit_test(what_asks_for_memory_says_so),
    };
    return cmocka_run_group_tests_name("batch_memory", tests, NULL, NULL);
}
