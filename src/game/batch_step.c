/* Batches: a step, and what it writes into the caller's arrays. What must hold: nothing
 * is played before all actions are known to be legal; a game's rows are written by the
 * one thread whose slice it is in; observations come from a view. */
#include "flagfall/batch.h"

#include "base/sized.h"
#include "game/batch_parts.h"

#include <assert.h>
#include <string.h>

/* How a game ended with this step; zeroed: it did not. */
typedef struct outcome {
    uint8_t result;
    uint8_t ending;
} outcome;

static ff_seat observer_of(const ff_batch *batch, const batch_game *game) {
    switch (batch->options.observer) {
    case 0:
        return (ff_seat)game->position.turn;
    case 1:
        return FF_RED;
    default:
        return FF_BLUE;
    }
}

/* The view is made anew from the truth, and the numbers from the view. */
static void observe(const ff_batch *batch, const batch_game *game, void *out) {
    ff_view view = {.rules = &batch->rules,
                    .viewer = (uint8_t)observer_of(batch, game),
                    .history = game->history};
    ff_view_fill(&view, &game->position, &game->knowledge);
    ff_observe(&view, &batch->observation, out);
}

/* The rows of one game. */
static void write_game(const ff_batch *batch, unsigned i, outcome end) {
    const ff_batch_arrays *a = &batch->arrays;
    const batch_game *game = &batch->games[i];
    if (a->rewards) {
        float *of = a->rewards + 2 * (size_t)i;
        of[FF_RED] = (float)((end.result == FF_RED_WINS) - (end.result == FF_BLUE_WINS));
        of[FF_BLUE] = -of[FF_RED];
    }
    if (a->done)
        a->done[i] = end.ending != FF_BY_NOTHING;
    if (a->endings)
        a->endings[i] = end.ending;
    if (a->turns)
        a->turns[i] = batch_is_over(game) ? FF_NOBODY : game->position.turn;
    if (a->plies)
        a->plies[i] = game->position.plies;
    if (a->masks || a->mask_bits)
        batch->kernel->mask(batch, game,
                            a->masks ? a->masks + (size_t)i * batch->actions.count : NULL,
                            a->mask_bits ? a->mask_bits + (size_t)i * FF_BATCH_WORDS : NULL);
    if (a->observations)
        observe(batch, game, (char *)a->observations + i * batch->observation_bytes);
}

/* Takes the caller's arrays for this call. */
static ff_batch_status take_arrays(ff_batch *batch, const ff_batch_arrays *arrays) {
    if (!sized_read(&batch->arrays, sizeof batch->arrays, arrays))
        return FF_BATCH_BAD_SIZE;
    bool blind = !batch->observation_bytes;
    return batch->arrays.observations && blind ? FF_BATCH_BAD_OPTION : FF_BATCH_OK;
}

/* --- looking ---------------------------------------------------------------------- */

static void look_slice(ff_batch *batch, unsigned slice, unsigned first, unsigned end) {
    (void)slice;
    for (unsigned i = first; i < end; i++)
        write_game(batch, i, (outcome){0});
}

ff_batch_status ff_batch_look(ff_batch *batch, const ff_batch_arrays *arrays) {
    ff_batch_status status = take_arrays(batch, arrays);
    if (status != FF_BATCH_OK)
        return status;
    batch_share_out(batch, look_slice);
    return FF_BATCH_OK;
}

/* --- beginning anew --------------------------------------------------------------- */

static void reset_slice(ff_batch *batch, unsigned slice, unsigned first, unsigned end) {
    for (unsigned i = first; i < end; i++) {
        batch_game *game = &batch->games[i];
        if (batch->which && !batch->which[i])
            continue;
        if (batch->seeds) {
            game->seed = batch->seeds[i];
            game->episode = 0;
        }
        batch_begin(batch, game);
    }
    look_slice(batch, slice, first, end);
}

ff_batch_status ff_batch_reset(ff_batch *batch, const uint64_t *seeds, const uint8_t *which,
                               const ff_batch_arrays *arrays) {
    ff_batch_status status = take_arrays(batch, arrays);
    if (status != FF_BATCH_OK)
        return status;
    batch->seeds = seeds;
    batch->which = which;
    batch_share_out(batch, reset_slice);
    return FF_BATCH_OK;
}

/* --- playing ---------------------------------------------------------------------- */

static void check_slice(ff_batch *batch, unsigned slice, unsigned first, unsigned end) {
    unsigned bad = batch->kernel->check(batch, first, end);
    batch->bad[slice] = bad < end ? bad : batch->options.games;
}

/* The first game with a bad action, or as many as there are games. */
static unsigned find_bad(ff_batch *batch) {
    batch_share_out(batch, check_slice);
    unsigned first = batch->options.games;
    for (unsigned i = 0; i < batch->slices; i++)
        if (batch->bad[i] < first)
            first = batch->bad[i];
    return first;
}

static outcome play_game(ff_batch *batch, batch_game *game, int32_t action) {
    if (batch_is_over(game)) {
        if (batch->options.after != FF_AFTER_STAY)
            batch_begin(batch, game);
        return (outcome){0};
    }
    batch->kernel->play(batch, game, (unsigned)action);
    outcome end = {game->position.result, game->position.ending};
    if (batch_is_over(game) && batch->options.after == FF_AFTER_RESET)
        batch_begin(batch, game);
    return end;
}

static void step_slice(ff_batch *batch, unsigned slice, unsigned first, unsigned end) {
    (void)slice;
    for (unsigned i = first; i < end; i++)
        write_game(batch, i, play_game(batch, &batch->games[i], batch->arrays.actions[i]));
}

/* All are checked before any is played, so that a caller's mistake leaves the batch as it was. */
ff_batch_status ff_batch_step(ff_batch *batch, const ff_batch_arrays *arrays, unsigned *bad) {
    ff_batch_status status = take_arrays(batch, arrays);
    if (status == FF_BATCH_OK && !batch->arrays.actions)
        status = FF_BATCH_BAD_OPTION;
    if (status != FF_BATCH_OK)
        return status;
    unsigned game = find_bad(batch);
    if (game < batch->options.games) {
        if (bad)
            *bad = game;
        return FF_BATCH_BAD_ACTION;
    }
    batch_share_out(batch, step_slice);
    return FF_BATCH_OK;
}

void ff_batch_sample(ff_batch *batch, int32_t *actions) {
    for (unsigned i = 0; i < batch->options.games; i++)
        actions[i] = (int32_t)batch->kernel->sample(batch, &batch->games[i]);
}
