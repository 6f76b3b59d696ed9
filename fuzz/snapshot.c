/* Any bytes as a saved game of a batch. What is refused leaves the game as it was; what is
 * taken is a game by the rules, which goes on, and saved again it is the same bytes. */
#include "fuzz.h"

#include <string.h>

static ff_batch *make(void) {
    const ff_options limits = {.size = sizeof(ff_options), .ply_limit = 200};
    ff_batch_options options = {.size = sizeof options,
                                .games = 2,
                                .edition = ff_edition_find(ff_span_of("duel")),
                                .limits = &limits};
    ff_batch *batch;
    MUST(ff_batch_new(&options, &batch, NULL) == FF_BATCH_OK);
    return batch;
}

static void go_on(ff_batch *batch) {
    int32_t actions[2];
    ff_batch_arrays arrays = {.size = sizeof arrays, .actions = actions};
    for (int i = 0; i < 5; i++) {
        ff_batch_sample(batch, actions);
        MUST(ff_batch_step(batch, &arrays, NULL) == FF_BATCH_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static ff_batch *batch;
    ff_buffer before = {0}, after = {0};
    if (!batch)
        batch = make();
    MUST(ff_batch_save(batch, 0, &before) == FF_BATCH_OK);
    ff_batch_status status = ff_batch_load(batch, 0, (ff_span){(const char *)data, size});
    MUST(ff_batch_save(batch, 0, &after) == FF_BATCH_OK);
    if (status == FF_BATCH_OK) {
        MUST(after.size == size && memcmp(after.data, data, size) == 0);
        ff_game *game = ff_batch_game(batch, 0);
        MUST(game);
        ff_game_free(game);
        go_on(batch);
        MUST(ff_batch_load(batch, 0, (ff_span){before.data, before.size}) == FF_BATCH_OK);
    } else {
        MUST(status == FF_BATCH_BAD_SNAPSHOT);
        must_be_same(&before, &after);
    }
    ff_buffer_free(&before);
    ff_buffer_free(&after);
    return 0;
}
