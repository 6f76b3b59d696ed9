/* What the parts of a batch share. */
#ifndef FLAGFALL_GAME_BATCH_PARTS_H
#define FLAGFALL_GAME_BATCH_PARTS_H

#include "base/thread_pool.h"
#include "core/repetition.h"
#include "flagfall/batch.h"

/* Actions of one edition by tables, seen from Red's side and from Blue's: the move of an
 * action; and of a move, as the bits of its two squares, the action as a sum. */
typedef struct batch_actions {
    unsigned count;
    ff_move move[2][FF_ACTIONS_MAX];
    uint16_t channel[2][MOVE_SET_WORDS][64]; /* by the target's bit: where its channel begins */
    uint8_t cell[2][LANES][64];              /* by the source's bit */

    /* For masks made of whole lines (batch_masks.h). */
    unsigned cells;      /* of the board: rows * files */
    unsigned lane_cells; /* of a lane's five rows */
    uint64_t lines;      /* of a lane, the bits that are squares */
} batch_actions;

/* One game. Its moves are in the batch's store. */
typedef struct batch_game {
    ff_position position;
    move_set next; /* legal targets of the player on turn; none when the game is over */
    ff_history history;
    ff_rng rng;
    uint64_t seed;
    uint64_t episode; /* games begun from this seed */
    ff_knowledge knowledge;
    ff_setup setups[2];
} batch_game;

/* The work of a step, compiled once for each kind of processor. */
typedef struct batch_kernel {
    /* The first of the games `first` .. `end - 1` whose action is not legal, or `end`. */
    unsigned (*check)(const ff_batch *batch, unsigned first, unsigned end);
    /* Plays an action that has been checked; the game may be over with it. */
    void (*play)(const ff_batch *batch, batch_game *game, unsigned action);
    /* Writes the masks that are wanted. */
    void (*mask)(const ff_batch *batch, const batch_game *game, uint8_t *bytes, uint64_t *bits);
    unsigned (*sample)(const ff_batch *batch, batch_game *game);
} batch_kernel;

extern const batch_kernel batch_portable;
#if defined(__x86_64__)
extern const batch_kernel batch_x86_64_v3;
extern const batch_kernel batch_x86_64_v4;
#endif

struct ff_batch {
    ff_rules rules;
    ff_batch_options options; /* what it points at is copied or null */
    ff_options limits;        /* as the rules were made with */
    ff_observation observation;
    size_t observation_bytes;
    batch_actions actions;
    const batch_kernel *kernel;
    thread_pool pool;
    unsigned slices; /* of the games, one for each thread */
    batch_game *games;
    ff_move *moves; /* of all histories */

    /* Of the step under way. */
    ff_batch_arrays arrays;
    const uint64_t *seeds;
    const uint8_t *which;
    unsigned *bad; /* a slice each: the first game with a bad action */
};

/* Work on games `first` .. `end - 1`, the slice of that number. */
typedef void batch_work(ff_batch *batch, unsigned slice, unsigned first, unsigned end);

/* Has each slice worked on by one thread, and returns when all are done. */
void batch_share_out(ff_batch *batch, batch_work *work);

/* Begins the next game of its seed. */
void batch_begin(const ff_batch *batch, batch_game *game);

/* Begins a game with these armies, which are the edition's. */
void batch_start(const ff_batch *batch, batch_game *game, const ff_setup *red,
                 const ff_setup *blue);

static inline bool batch_is_over(const batch_game *game) {
    return game->position.result != FF_ONGOING;
}

/* From whose side the actions of this game are seen now. */
static inline ff_seat batch_seat(const ff_batch *batch, const batch_game *game) {
    return batch->options.absolute_actions ? FF_RED : (ff_seat)game->position.turn;
}

/* Does all work with these functions instead of the processor's best. */
void batch_use(ff_batch *batch, const batch_kernel *kernel);

#endif
