/* Batches: how they are made, and how their games begin. What must hold: a game depends
 * on its seed, its armies and its actions alone. */
#include "flagfall/batch.h"

#include "base/hash.h"
#include "base/processor.h"
#include "base/sized.h"
#include "game/batch_parts.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Armies that cannot move at all end their game before it begins (docs/rules.md, A-16), which
 * teaches nothing: others are drawn instead. This many draws in vain mean that the caller's own
 * armies are all of that kind; the game is over then. */
enum { DRAWS = 64 };

const char *ff_batch_status_word(ff_batch_status status) {
    static const char *const words[] = {
        "ok",         "out of memory", "unknown size of a struct",
        "bad option", "bad action",    "bad game",
        "bad set-up", "bad snapshot",
    };
    return (unsigned)status < sizeof words / sizeof *words ? words[status] : "unknown status";
}

void ff_setup_draw_random(void *context, const ff_edition *edition, ff_seat seat, ff_rng *rng,
                          ff_setup *setup) {
    (void)context, (void)seat;
    ff_setup_random(setup, edition, rng);
}

void ff_setup_draw_listed(void *context, const ff_edition *edition, ff_seat seat, ff_rng *rng,
                          ff_setup *setup) {
    (void)edition, (void)seat;
    const ff_setup_list *list = context;
    *setup = list->setups[ff_rng_below(rng, (uint32_t)list->count)];
}

/* --- games that begin --------------------------------------------------------- */

void batch_start(const ff_batch *batch, batch_game *game, const ff_setup *red,
                 const ff_setup *blue) {
    game->setups[FF_RED] = *red;
    game->setups[FF_BLUE] = *blue;
    game->history.size = 0;
    memset(&game->knowledge, 0, sizeof game->knowledge);
    ff_position_setup(&batch->rules, &game->position, red, blue);
    game->next = (move_set){0};
    if (!batch_is_over(game))
        generate_legal(&batch->rules, &game->position, &game->history, &game->next);
}

static ff_setup draw_army(const ff_batch *batch, batch_game *game, ff_seat seat) {
    ff_setup setup = {0};
    const ff_edition *edition = &batch->rules.edition;
    batch->options.draw(batch->options.context, edition, seat, &game->rng, &setup);
    if (ff_setup_check(&setup, edition) != FF_SETUP_OK)
        ff_setup_random(&setup, edition, &game->rng);
    return setup;
}

void batch_begin(const ff_batch *batch, batch_game *game) {
    /* Seeded anew for each game, so that a game does not depend on how many numbers the ones
     * before it drew. */
    ff_rng_seed(&game->rng, hash_seed(game->seed, game->episode++));
    for (int i = 0; i == 0 || (i < DRAWS && batch_is_over(game)); i++) {
        ff_setup red = draw_army(batch, game, FF_RED);
        ff_setup blue = draw_army(batch, game, FF_BLUE);
        batch_start(batch, game, &red, &blue);
    }
}

/* --- actions by tables ---------------------------------------------------------- */

/* An action's number is a channel (a direction and a target's line) times the cells of the
 * board, plus the source's cell. So it is a sum of two numbers, one looked up by the target's
 * bit, the other by the source's; both are found here from the move that the action stands for. */
static void fill_action(batch_actions *a, ff_seat seat, unsigned action, unsigned area) {
    ff_move move = a->move[seat][action];
    int from = FF_FROM(move), to = FF_TO(move);
    unsigned target, word = move_set_place(from, to, &target);
    unsigned lane = word % LANES;
    unsigned source = (unsigned)__builtin_ctzll(square_bits[from][lane]);
    a->channel[seat][word][target] = (uint16_t)(action - action % area);
    a->cell[seat][lane][source] = (uint8_t)(action % area);
}

static void fill_actions(batch_actions *a, const ff_edition *edition) {
    a->cells = (unsigned)edition->files * edition->rows;
    a->lane_cells = 5u * edition->files;
    for (unsigned row = 0; row < 5; row++)
        a->lines |= ((UINT64_C(1) << edition->files) - 1) << row * LANE_LINE;
    a->count = ff_action_count(edition);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        for (unsigned action = 0; action < a->count; action++) {
            ff_action_to_move(edition, (ff_seat)seat, action, &a->move[seat][action]);
            fill_action(a, (ff_seat)seat, action, a->cells);
        }
}

/* --- making --------------------------------------------------------------------- */

static ff_batch_status refuse(ff_batch_status status, ff_error *error, const char *why) {
    static const ff_error_code codes[] = {[FF_BATCH_NO_MEMORY] = FF_ERROR_NO_MEMORY,
                                          [FF_BATCH_BAD_SIZE] = FF_ERROR_SIZE,
                                          [FF_BATCH_BAD_OPTION] = FF_ERROR_RANGE};
    ff_fail(error, codes[status], 0, 0, "%s", why);
    return status;
}

static ff_batch_status check_options(const ff_batch_options *o, ff_error *error) {
    if (o->limits && !sized_fits(o->limits, sizeof *o->limits))
        return refuse(FF_BATCH_BAD_SIZE, error, "size of the limits must be sizeof(ff_options)");
    if (o->games < 1 || o->games > FF_BATCH_GAMES_MAX)
        return refuse(FF_BATCH_BAD_OPTION, error, "games must be 1 to 1048576");
    if (o->threads > FF_BATCH_THREADS_MAX)
        return refuse(FF_BATCH_BAD_OPTION, error, "threads must be 0 to 256");
    if (o->after > FF_AFTER_STAY)
        return refuse(FF_BATCH_BAD_OPTION, error, "after must be an ff_batch_after");
    if (o->absolute_actions > 1)
        return refuse(FF_BATCH_BAD_OPTION, error, "absolute_actions must be 0 or 1");
    if (o->observer > 2)
        return refuse(FF_BATCH_BAD_OPTION, error, "observer must be 0, 1 or 2");
    if (o->edition && !ff_edition_check(o->edition, error))
        return FF_BATCH_BAD_OPTION;
    ff_error why;
    if (o->observation && !ff_observation_check(o->observation, &why))
        return refuse(why.code == FF_ERROR_SIZE ? FF_BATCH_BAD_SIZE : FF_BATCH_BAD_OPTION, error,
                      why.message);
    return FF_BATCH_OK;
}

/* The host's cap is the edition's where the caller names none, so that all games end. */
static void fill_rules(ff_batch *b, const ff_batch_options *o) {
    const ff_edition *edition = o->edition ? o->edition : ff_edition_default();
    ff_options limits = {.size = sizeof limits};
    if (o->limits)
        sized_read(&limits, sizeof limits, o->limits);
    if (limits.ply_limit == 0)
        limits.ply_limit = edition->host_cap;
    ff_rules_init(&b->rules, edition, &limits);
    b->limits = limits;
}

static void fill_options(ff_batch *b, const ff_batch_options *o) {
    b->options = *o;
    /* The caller's structs may be gone after the call: what they said is in the rules, in
     * `limits` and in `observation` now. */
    b->options.edition = NULL;
    b->options.limits = NULL;
    b->options.observation = NULL;
    if (!o->draw)
        b->options.draw = ff_setup_draw_random;
    if (o->observation) {
        sized_read(&b->observation, sizeof b->observation, o->observation);
        b->observation_bytes = ff_observation_bytes(&b->observation, &b->rules.edition);
    }
}

static const batch_kernel *best_kernel(void) {
#if defined(__x86_64__)
    if (processor_is_x86_64_v4())
        return &batch_x86_64_v4;
    if (processor_is_x86_64_v3())
        return &batch_x86_64_v3;
#endif
    return &batch_portable;
}

void batch_use(ff_batch *batch, const batch_kernel *kernel) {
    batch->kernel = kernel;
}

typedef struct share_out {
    ff_batch *batch;
    batch_work *work;
} share_out;

/* Slices as equal as they can be: the product is exact in 64 bits, so the end of one slice is the
 * beginning of the next. */
static void do_slice(void *context, unsigned thread, unsigned slice) {
    (void)thread;
    const share_out *s = context;
    uint64_t games = s->batch->options.games, slices = s->batch->slices;
    s->work(s->batch, slice, (unsigned)(games * slice / slices),
            (unsigned)(games * (slice + 1) / slices));
}

void batch_share_out(ff_batch *batch, batch_work *work) {
    share_out s = {batch, work};
    thread_pool_run(&batch->pool, batch->slices, batch->slices, do_slice, &s);
}

/* Games, their moves, and the threads: no more than there are games. */
static bool make_room(ff_batch *b) {
    unsigned games = b->options.games;
    b->games = calloc(games, sizeof *b->games);
    b->moves = malloc((size_t)games * b->rules.ply_limit * sizeof *b->moves);
    if (!b->games || !b->moves)
        return false;
    for (unsigned i = 0; i < games; i++) {
        b->games[i].history.moves = b->moves + (size_t)i * b->rules.ply_limit;
        b->games[i].history.capacity = b->rules.ply_limit;
    }
    unsigned threads = b->options.threads < games ? b->options.threads : games;
    thread_pool_start(&b->pool, threads ? threads : 1);
    b->slices = b->pool.helpers + 1;
    b->bad = calloc(b->slices, sizeof *b->bad);
    return b->bad != NULL;
}

/* No two batches share a game's stream, however near their seeds are. */
static void begin_slice(ff_batch *b, unsigned slice, unsigned first, unsigned end) {
    (void)slice;
    for (unsigned i = first; i < end; i++) {
        b->games[i].seed = hash_seed(b->options.seed, i);
        batch_begin(b, &b->games[i]);
    }
}

ff_batch_status ff_batch_new(const ff_batch_options *options, ff_batch **batch, ff_error *error) {
    ff_batch_options known;
    if (!sized_read(&known, sizeof known, options))
        return refuse(FF_BATCH_BAD_SIZE, error, "size must be sizeof(ff_batch_options)");
    ff_batch_status status = check_options(&known, error);
    if (status != FF_BATCH_OK)
        return status;
    ff_batch *b = calloc(1, sizeof *b);
    if (!b)
        return refuse(FF_BATCH_NO_MEMORY, error, "not enough memory");
    fill_rules(b, &known);
    fill_options(b, &known);
    fill_actions(&b->actions, &b->rules.edition);
    /* The kernel is chosen once for each batch; all of them give the same games and numbers. */
    b->kernel = best_kernel();
    if (!make_room(b)) {
        ff_batch_free(b);
        return refuse(FF_BATCH_NO_MEMORY, error, "not enough memory");
    }
    batch_share_out(b, begin_slice);
    *batch = b;
    return FF_BATCH_OK;
}

void ff_batch_free(ff_batch *batch) {
    if (!batch)
        return;
    thread_pool_stop(&batch->pool);
    free(batch->bad);
    free(batch->moves);
    free(batch->games);
    free(batch);
}

unsigned ff_batch_games(const ff_batch *batch) {
    return batch->options.games;
}

unsigned ff_batch_threads(const ff_batch *batch) {
    return batch->slices;
}

unsigned ff_batch_actions(const ff_batch *batch) {
    return batch->actions.count;
}

size_t ff_batch_observation_bytes(const ff_batch *batch) {
    return batch->observation_bytes;
}

size_t ff_batch_memory(const ff_batch *batch) {
    return sizeof *batch + batch->options.games * (sizeof *batch->games +
                                                   batch->rules.ply_limit * sizeof *batch->moves);
}
