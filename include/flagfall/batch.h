/* Batches: many games that go on together, for those who learn from games.
 *
 * Every array is the caller's, one entry (or row) a game, in the order of the games; what
 * is not wanted is null. Each game is a function of its seed and of the actions that it
 * is given: the number of threads, and what other games do, changes nothing.
 *
 * One thread at a time may use a batch; different batches may be used by different
 * threads. A function that does not answer FF_BATCH_OK has changed nothing. */
#ifndef FLAGFALL_BATCH_H
#define FLAGFALL_BATCH_H

#include "flagfall/action.h"
#include "flagfall/game.h"
#include "flagfall/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ff_batch ff_batch;

enum {
    FF_BATCH_GAMES_MAX = 1 << 20,
    FF_BATCH_THREADS_MAX = 256,
    FF_BATCH_WORDS = 29 /* of 64 bits, that hold a bit an action on any board */
};

/* What a function answers. The numbers stay. */
typedef enum ff_batch_status {
    FF_BATCH_OK = 0,
    FF_BATCH_NO_MEMORY = 1,
    FF_BATCH_BAD_SIZE = 2,     /* `size` of a struct is none that this library can take */
    FF_BATCH_BAD_OPTION = 3,   /* an option is out of its range */
    FF_BATCH_BAD_ACTION = 4,   /* no legal action of that game */
    FF_BATCH_BAD_GAME = 5,     /* there is no game of that number */
    FF_BATCH_BAD_SETUP = 6,    /* an army that is not the edition's */
    FF_BATCH_BAD_SNAPSHOT = 7, /* bytes that are no game of this edition and these limits */
} ff_batch_status;

/* "bad action": for messages. Never null. */
const char *ff_batch_status_word(ff_batch_status status);

/* What becomes of a game that is over. */
typedef enum ff_batch_after {
    FF_AFTER_RESET, /* the next one begins in the same step: rewards and endings are the old
                       game's, masks, turns and observations the new one's */
    FF_AFTER_WAIT,  /* it stays over; the next step ignores its action and begins the next one */
    FF_AFTER_STAY,  /* it stays over until `ff_batch_reset` */
} ff_batch_after;

/* Chooses an army for a seat, with `rng` as its only chance: by that, games stay functions
 * of their seeds. Called by several threads at once where the batch has them. An army
 * that `ff_setup_check` refuses is replaced by a random one. `ff_setup_draw_random`,
 * `ff_setup_draw_listed` and `ff_setup_draw_people` are of this kind. */
typedef void ff_setup_draw(void *context, const ff_edition *edition, ff_seat seat, ff_rng *rng,
                           ff_setup *setup);

/* Any army of the edition's, all equally likely; no context. */
ff_setup_draw ff_setup_draw_random;

/* One of a list, all equally likely. `context` is an `ff_setup_list`, a plain value, which
 * must live as long as the batch. */
typedef struct ff_setup_list {
    const ff_setup *setups;
    size_t count; /* 1 or more */
} ff_setup_list;
ff_setup_draw ff_setup_draw_listed;

/* How a batch plays. Start from `{.size = sizeof(ff_batch_options)}`; 0 and null are
 * good everywhere but in `games`. Everything is copied but `context`. */
typedef struct ff_batch_options {
    uint32_t size;
    uint32_t games;                    /* 1 .. FF_BATCH_GAMES_MAX */
    uint32_t threads;                  /* at work, 0 .. FF_BATCH_THREADS_MAX; 0 and 1: the caller's
                                          alone. Fewer are used where no more can be had */
    uint32_t after;                    /* ff_batch_after */
    uint32_t absolute_actions;         /* 1: actions are seen from Red's side, 0: the mover's */
    uint32_t observer;                 /* whose observations: 0 who is to move, 1 Red, 2 Blue */
    uint64_t seed;                     /* game i has the i-th seed that follows from it */
    const ff_edition *edition;         /* null: the default. Must pass `ff_edition_check` */
    const ff_options *limits;          /* without a cap of its own the edition's host cap holds */
    const ff_observation *observation; /* null: none */
    ff_setup_draw *draw;               /* null: random armies */
    void *context;                     /* of `draw` */
} ff_batch_options;

/* Where a step reads and writes. Start from `{.size = sizeof(ff_batch_arrays)}`: the struct
 * is always there, and of what it points at whatever is not wanted is null. With N games and
 * A actions: */
typedef struct ff_batch_arrays {
    uint32_t size;
    uint32_t reserved;
    const int32_t *actions; /* [N] in: of who is to move; of a finished game ignored */
    float *rewards;         /* [N][2] of Red and Blue: 1 won, -1 lost, 0 else */
    uint8_t *done;          /* [N] 1: the game has ended with this step */
    uint8_t *endings;       /* [N] ff_ending of a game that is done, 0 else */
    uint8_t *turns;         /* [N] ff_seat to move; FF_NOBODY where the game is over */
    uint8_t *masks;         /* [N][A] 1 for each legal action, 0 else */
    uint64_t *mask_bits; /* [N][FF_BATCH_WORDS] the same: action a is bit a % 64 of word a / 64 */
    uint16_t *plies;     /* [N] played in the game */
    void *observations;  /* [N][planes][rows][files], see `ff_observation` */
} ff_batch_arrays;

/* Makes a batch and begins its games. `error` (may be null) says what is wrong. */
ff_batch_status ff_batch_new(const ff_batch_options *options, ff_batch **batch, ff_error *error);
void ff_batch_free(ff_batch *batch);

unsigned ff_batch_games(const ff_batch *batch);           /* as its options say */
unsigned ff_batch_threads(const ff_batch *batch);         /* really at work */
unsigned ff_batch_actions(const ff_batch *batch);         /* ff_action_count of its edition */
size_t ff_batch_observation_bytes(const ff_batch *batch); /* of a game; 0 where there are none */
size_t ff_batch_memory(const ff_batch *batch); /* bytes that it holds, threads' stacks left out */

/* Begins games anew and fills the arrays as a step does, with nothing done. `seeds` are N
 * new seeds of the games, null: each goes on with its own. `which` has N flags, null: all;
 * the arrays are filled for the others too. */
ff_batch_status ff_batch_reset(ff_batch *batch, const uint64_t *seeds, const uint8_t *which,
                               const ff_batch_arrays *arrays);

/* Plays an action in each game. With FF_BATCH_BAD_ACTION none is played, and `bad` (may be
 * null) is the first game whose action it is. */
ff_batch_status ff_batch_step(ff_batch *batch, const ff_batch_arrays *arrays, unsigned *bad);

/* Fills the arrays with how the games stand: nothing is played, nothing done, no rewards. */
ff_batch_status ff_batch_look(ff_batch *batch, const ff_batch_arrays *arrays);

/* Draws a legal action for each game, all equally likely, from a stream of the game's
 * own; 0 for a game that is over. */
void ff_batch_sample(ff_batch *batch, int32_t *actions);

/* Begins one game with these armies. */
ff_batch_status ff_batch_set_up(ff_batch *batch, unsigned game, const ff_setup *red,
                                const ff_setup *blue);

/* Makes game `to` the same as game `from`, its chance included. */
ff_batch_status ff_batch_copy(ff_batch *batch, unsigned from, unsigned to);

/* A game as bytes: both armies, all moves, its chance. They are the same on every machine
 * and good for any batch of the same edition and limits. Appends to `out`; a buffer that
 * has failed is FF_BATCH_NO_MEMORY. Hidden ranks are in it: it is for its owner alone. */
ff_batch_status ff_batch_save(const ff_batch *batch, unsigned game, ff_buffer *out);

/* Puts a saved game in the place of `game`. Any bytes may be tried: what is no snapshot,
 * or of other rules, is FF_BATCH_BAD_SNAPSHOT. Plays its moves again. */
ff_batch_status ff_batch_load(ff_batch *batch, unsigned game, ff_span bytes);

/* The same game on its own, for its views and its record, freed by the caller; null where
 * there is no such game or memory is out. */
ff_game *ff_batch_game(const ff_batch *batch, unsigned game);

#ifdef __cplusplus
}
#endif

#endif
