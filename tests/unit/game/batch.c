/* Batches are the games of the rules, many at a time. What must hold: step by step the
 * same as a game played alone, in every edition; masks are the list of legal moves; the
 * same at any number of threads; bad input is refused and changes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/processor.h"
#include "flagfall.h"
#include "game/batch_parts.h"

enum { GAMES = 5, STEPS = 300 };

/* A batch with arrays for everything. */
typedef struct bench {
    ff_batch *batch;
    ff_batch_arrays arrays;
    unsigned games;
    unsigned actions;
    int32_t *chosen;
} bench;

static void *room(size_t count, size_t size) {
    void *memory = calloc(count, size);
    assert_non_null(memory);
    return memory;
}

static bench open_bench(ff_batch_options options) {
    bench b = {.games = options.games};
    ff_error error = {0};
    options.size = sizeof options;
    assert_int_equal(ff_batch_new(&options, &b.batch, &error), FF_BATCH_OK);
    b.actions = ff_batch_actions(b.batch);
    size_t bytes = ff_batch_observation_bytes(b.batch);
    b.chosen = room(b.games, sizeof *b.chosen);
    b.arrays = (ff_batch_arrays){
        .size = sizeof b.arrays,
        .actions = b.chosen,
        .rewards = room(b.games, 2 * sizeof(float)),
        .done = room(b.games, 1),
        .endings = room(b.games, 1),
        .turns = room(b.games, 1),
        .masks = room(b.games, b.actions),
        .mask_bits = room(b.games, FF_BATCH_WORDS * sizeof(uint64_t)),
        .plies = room(b.games, sizeof(uint16_t)),
        .observations = bytes ? room(b.games, bytes) : NULL,
    };
    assert_int_equal(ff_batch_look(b.batch, &b.arrays), FF_BATCH_OK);
    return b;
}

static void close_bench(bench *b) {
    free(b->chosen);
    free(b->arrays.rewards);
    free(b->arrays.done);
    free(b->arrays.endings);
    free(b->arrays.turns);
    free(b->arrays.masks);
    free(b->arrays.mask_bits);
    free(b->arrays.plies);
    free(b->arrays.observations);
    ff_batch_free(b->batch);
}

/* The smallest board. */
static ff_edition tiny_edition(void) {
    static const char text[] = "id = tiny\nfiles = 3\nrows = 3\nzone-rows = 1\n"
                               "two-squares = 3\nply-limit = 60\n"
                               "flag = 1\nmarshal = 1\nscout = 1\n";
    ff_edition edition;
    assert_true(ff_edition_read(ff_span_of(text), &edition, NULL));
    return edition;
}

/* An edition of the `i`-th kind: all built-in ones, then boards of odd sizes. */
static ff_edition edition_of(size_t i) {
    if (i < ff_edition_count())
        return *ff_edition_at(i);
    if (i == ff_edition_count() + 2)
        return tiny_edition();
    ff_edition edition = *ff_edition_find(ff_span_of("quick-arena"));
    strcpy(edition.id, "odd");
    edition.files = i == ff_edition_count() ? 7 : 10;
    edition.rows = i == ff_edition_count() ? 9 : 7;
    edition.zone_rows = 3;
    memset(edition.lake, 0, sizeof edition.lake);
    edition.lake[FF_SQUARE(2, 3)] = edition.lake[FF_SQUARE(5, 3)] = true;
    edition.two_squares = (uint8_t)(i - ff_edition_count() + 1);
    edition.chase = FF_CHASE_EXACT;
    assert_true(ff_edition_check(&edition, NULL));
    return edition;
}

static size_t edition_kinds(void) {
    return ff_edition_count() + 3;
}

/* --- action numbers ------------------------------------------------------------ */

static void every_number_is_one_way_and_back(void **state) {
    (void)state;
    for (size_t i = 0; i < edition_kinds(); i++) {
        ff_edition edition = edition_of(i);
        unsigned count = ff_action_count(&edition);
        assert_true(count <= FF_ACTIONS_MAX);
        for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
            bool seen[FF_ACTIONS_MAX] = {0};
            unsigned ways = 0;
            for (unsigned from = 0; from < 120; from++)
                for (unsigned to = 0; to < 120; to++) {
                    unsigned action = 0;
                    ff_move back = 0;
                    if (!ff_action_of_move(&edition, (ff_seat)seat, FF_MOVE(from, to), &action))
                        continue;
                    assert_true(action < count && !seen[action]);
                    seen[action] = true;
                    ways++;
                    assert_true(ff_action_to_move(&edition, (ff_seat)seat, action, &back));
                    assert_int_equal(back, FF_MOVE(from, to));
                }
            assert_int_equal(ways, count);
        }
        ff_move none = 7;
        assert_false(ff_action_to_move(&edition, FF_RED, count, &none));
        assert_int_equal(none, 7);
    }
}

/* Numbers written down by hand, so that they stay. */
static void numbers_are_those_of_the_documents(void **state) {
    (void)state;
    const ff_edition *e = ff_edition_default();
    assert_int_equal(ff_action_count(e), 1800);
    unsigned action;
    assert_true(ff_action_of_move(e, FF_RED, FF_MOVE(30, 40), &action)); /* a4-a5 */
    assert_int_equal(action, 3 * 100 + 30);
    assert_true(ff_action_of_move(e, FF_RED, FF_MOVE(31, 30), &action)); /* b4-a4 */
    assert_int_equal(action, 9 * 100 + 31);
    assert_true(ff_action_of_move(e, FF_RED, FF_MOVE(30, 39), &action)); /* a4-k4 */
    assert_int_equal(action, 17 * 100 + 30);
    /* Blue's k7-k6 is to Blue what a4-a5 is to Red. */
    assert_true(ff_action_of_move(e, FF_BLUE, FF_MOVE(69, 59), &action));
    assert_int_equal(action, 3 * 100 + 30);
    assert_false(ff_action_of_move(e, FF_RED, FF_MOVE(30, 41), &action));
    assert_false(ff_action_of_move(e, FF_RED, FF_MOVE(30, 30), &action));
    assert_false(ff_action_of_move(e, FF_RED, FF_MOVE(30, FF_OFF_BOARD), &action));
}

/* --- a batch beside single games -------------------------------------------------- */

static void assert_mask_is_the_list(const bench *b, unsigned i, const ff_game *game,
                                    const ff_edition *edition, bool absolute) {
    const uint8_t *mask = b->arrays.masks + (size_t)i * b->actions;
    const uint64_t *bits = b->arrays.mask_bits + (size_t)i * FF_BATCH_WORDS;
    ff_view view;
    ff_game_view(game, FF_RED, false, &view);
    ff_seat turn = (ff_seat)view.turn;
    ff_game_view(game, turn, false, &view);
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(&view, moves), set = 0;
    for (unsigned a = 0; a < b->actions; a++) {
        assert_true(mask[a] <= 1);
        assert_int_equal(mask[a], bits[a / 64] >> a % 64 & 1);
        set += mask[a];
    }
    assert_int_equal(set, count);
    for (size_t k = 0; k < count; k++) {
        unsigned action = 0;
        assert_true(ff_action_of_move(edition, absolute ? FF_RED : turn, moves[k], &action));
        assert_int_equal(mask[action], 1);
    }
}

static void assert_observation_is_the_views(const bench *b, unsigned i, const ff_game *game,
                                            const ff_observation *wanted) {
    size_t bytes = ff_batch_observation_bytes(b->batch);
    ff_view view;
    ff_game_view(game, FF_RED, false, &view);
    ff_game_view(game, (ff_seat)view.turn, false, &view);
    void *out = room(bytes, 1);
    ff_observe(&view, wanted, out);
    assert_memory_equal(out, (char *)b->arrays.observations + i * bytes, bytes);
    free(out);
}

/* Each game of the batch is played again as an ff_game; when one ends its next one is
 * fetched from the batch. */
static void play_beside(const ff_edition *edition, bool absolute, ff_number number) {
    ff_observation wanted = ff_observation_all(number, absolute);
    bench b = open_bench((ff_batch_options){.games = GAMES,
                                            .edition = edition,
                                            .seed = 11,
                                            .absolute_actions = absolute,
                                            .observation = &wanted});
    ff_game *game[GAMES];
    for (unsigned i = 0; i < GAMES; i++)
        assert_non_null(game[i] = ff_batch_game(b.batch, i));
    for (unsigned step = 0; step < STEPS; step++) {
        ff_seat turn[GAMES];
        ff_batch_sample(b.batch, b.chosen);
        for (unsigned i = 0; i < GAMES; i++) {
            assert_mask_is_the_list(&b, i, game[i], edition, absolute);
            assert_observation_is_the_views(&b, i, game[i], &wanted);
            turn[i] = (ff_seat)b.arrays.turns[i];
        }
        assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
        for (unsigned i = 0; i < GAMES; i++) {
            ff_move move;
            assert_true(ff_action_to_move(edition, absolute ? FF_RED : turn[i],
                                          (unsigned)b.chosen[i], &move));
            assert_int_equal(ff_game_move(game[i], turn[i], FF_FROM(move), FF_TO(move)), FF_LEGAL);
            ff_view view;
            ff_game_view(game[i], FF_RED, false, &view);
            assert_int_equal(b.arrays.done[i], ff_game_is_over(game[i]));
            assert_int_equal(b.arrays.endings[i], view.ending);
            float red = view.result == FF_RED_WINS ? 1 : view.result == FF_BLUE_WINS ? -1 : 0;
            assert_true(b.arrays.rewards[2 * i] == red && b.arrays.rewards[2 * i + 1] == -red);
            if (!b.arrays.done[i]) {
                assert_int_equal(b.arrays.plies[i], view.plies);
                continue;
            }
            assert_int_equal(b.arrays.plies[i], 0);
            ff_game_free(game[i]);
            assert_non_null(game[i] = ff_batch_game(b.batch, i));
        }
    }
    for (unsigned i = 0; i < GAMES; i++)
        ff_game_free(game[i]);
    close_bench(&b);
}

static void a_batch_is_its_games_step_by_step(void **state) {
    (void)state;
    for (size_t i = 0; i < edition_kinds(); i++) {
        ff_edition edition = edition_of(i);
        play_beside(&edition, i % 2, i % 3 ? FF_FLOAT32 : FF_UINT8);
    }
}

/* --- everything of a run, as a hash -------------------------------------------------- */

static uint64_t hash_of(const void *data, size_t size, uint64_t hash) {
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ ((const uint8_t *)data)[i]) * UINT64_C(1099511628211);
    return hash;
}

static uint64_t hash_run(ff_batch_options options, const batch_kernel *kernel, unsigned steps) {
    ff_observation wanted = ff_observation_all(FF_UINT8, false);
    options.observation = &wanted;
    bench b = open_bench(options);
    if (kernel)
        batch_use(b.batch, kernel);
    uint64_t hash = 0;
    for (unsigned step = 0; step < steps; step++) {
        ff_batch_sample(b.batch, b.chosen);
        assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
        hash = hash_of(b.arrays.masks, (size_t)b.games * b.actions, hash);
        hash = hash_of(b.arrays.mask_bits, b.games * FF_BATCH_WORDS * sizeof(uint64_t), hash);
        hash = hash_of(b.arrays.rewards, b.games * 2 * sizeof(float), hash);
        hash = hash_of(b.arrays.endings, b.games, hash);
        hash = hash_of(b.arrays.observations, b.games * ff_batch_observation_bytes(b.batch), hash);
    }
    close_bench(&b);
    return hash;
}

static void threads_change_nothing(void **state) {
    (void)state;
    ff_batch_options options = {
        .games = 13, .edition = ff_edition_find(ff_span_of("duel")), .seed = 3};
    uint64_t alone = hash_run(options, NULL, 200);
    for (options.threads = 2; options.threads <= 16; options.threads *= 2)
        assert_true(hash_run(options, NULL, 200) == alone);
    options.seed = 4;
    assert_true(hash_run(options, NULL, 200) != alone);
}

/* Boards of all sizes, both sides and absolute numbers. */
static void assert_same_runs(const batch_kernel *kernel) {
    for (size_t i = 0; i < edition_kinds(); i++) {
        ff_edition edition = edition_of(i);
        ff_batch_options options = {
            .games = 3, .edition = &edition, .seed = 3 + i, .absolute_actions = i % 2};
        assert_true(hash_run(options, kernel, 200) == hash_run(options, &batch_portable, 200));
    }
}

static void every_processor_plays_the_same(void **state) {
    (void)state;
    assert_same_runs(NULL);
#if defined(__x86_64__)
    if (processor_is_x86_64_v3())
        assert_same_runs(&batch_x86_64_v3);
    if (processor_is_x86_64_v4())
        assert_same_runs(&batch_x86_64_v4);
#endif
}

/* A game does not know how many others there are. */
static void a_game_is_a_function_of_its_seed(void **state) {
    (void)state;
    bench many = open_bench((ff_batch_options){.games = 9, .seed = 5});
    bench one = open_bench((ff_batch_options){.games = 1, .seed = 99});
    uint64_t seeds[9];
    for (unsigned i = 0; i < 9; i++)
        seeds[i] = 1000 + i;
    assert_int_equal(ff_batch_reset(many.batch, seeds, NULL, &many.arrays), FF_BATCH_OK);
    assert_int_equal(ff_batch_reset(one.batch, &seeds[6], NULL, &one.arrays), FF_BATCH_OK);
    for (unsigned step = 0; step < 3000; step++) {
        assert_memory_equal(many.arrays.masks + 6 * many.actions, one.arrays.masks, one.actions);
        ff_batch_sample(many.batch, many.chosen);
        ff_batch_sample(one.batch, one.chosen);
        assert_int_equal(many.chosen[6], one.chosen[0]);
        assert_int_equal(ff_batch_step(many.batch, &many.arrays, NULL), FF_BATCH_OK);
        assert_int_equal(ff_batch_step(one.batch, &one.arrays, NULL), FF_BATCH_OK);
    }
    close_bench(&many);
    close_bench(&one);
}

/* Red's army, as a number. */
static uint64_t army_of(const bench *b, unsigned i) {
    ff_game *game = ff_batch_game(b->batch, i);
    assert_non_null(game);
    ff_view view;
    ff_game_view(game, FF_RED, false, &view);
    uint64_t hash = 0;
    for (int square = 0; square < FF_SQUARES; square++)
        if (view.cell[square].seat == FF_RED)
            hash = hash_of(&view.cell[square].rank, 1, hash);
    ff_game_free(game);
    return hash;
}

enum { NEAR_GAMES = 32 };

/* The first two games of each seed; how many there are now. */
static unsigned add_armies(bench *b, uint64_t *armies, unsigned count) {
    for (unsigned episode = 0; episode < 2; episode++) {
        for (unsigned i = 0; i < NEAR_GAMES; i++)
            armies[count++] = army_of(b, i);
        assert_int_equal(ff_batch_reset(b->batch, NULL, NULL, &b->arrays), FF_BATCH_OK);
    }
    return count;
}

/* Who runs one batch with seed 4 and one with 5, or counts the seeds of games from 1,000 on,
 * wants each game once. */
static void seeds_near_each_other_give_other_games(void **state) {
    (void)state;
    uint64_t armies[6 * NEAR_GAMES], seeds[NEAR_GAMES];
    unsigned count = 0;
    for (uint64_t seed = 4; seed < 6; seed++) {
        bench b = open_bench((ff_batch_options){.games = NEAR_GAMES, .seed = seed});
        count = add_armies(&b, armies, count);
        for (unsigned i = 0; i < NEAR_GAMES; i++)
            seeds[i] = 1000 + i;
        assert_int_equal(ff_batch_reset(b.batch, seeds, NULL, &b.arrays), FF_BATCH_OK);
        if (seed == 5)
            count = add_armies(&b, armies, count);
        close_bench(&b);
    }
    assert_int_equal(count, 6 * NEAR_GAMES);
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < i; j++)
            assert_true(armies[i] != armies[j]);
}

/* --- games that end -------------------------------------------------------------------- */

static unsigned step_until_done(bench *b) {
    for (unsigned step = 1; step < 100000; step++) {
        ff_batch_sample(b->batch, b->chosen);
        assert_int_equal(ff_batch_step(b->batch, &b->arrays, NULL), FF_BATCH_OK);
        if (b->arrays.done[0])
            return step;
    }
    fail_msg("a game did not end");
    return 0;
}

static void a_game_that_ends_stays_as_long_as_it_should(void **state) {
    (void)state;
    const ff_edition *duel = ff_edition_find(ff_span_of("duel"));
    bench b = open_bench((ff_batch_options){.games = 1, .edition = duel});
    step_until_done(&b);
    assert_int_not_equal(b.arrays.turns[0], FF_NOBODY);
    assert_int_equal(b.arrays.plies[0], 0);
    close_bench(&b);

    b = open_bench((ff_batch_options){.games = 1, .edition = duel, .after = FF_AFTER_WAIT});
    unsigned plies = step_until_done(&b);
    assert_int_equal(b.arrays.turns[0], FF_NOBODY);
    assert_int_equal(b.arrays.plies[0], plies);
    b.chosen[0] = -1; /* ignored */
    assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
    assert_int_equal(b.arrays.done[0], 0);
    assert_int_equal(b.arrays.plies[0], 0);
    assert_true(b.arrays.rewards[0] == 0);
    close_bench(&b);

    b = open_bench((ff_batch_options){.games = 1, .edition = duel, .after = FF_AFTER_STAY});
    step_until_done(&b);
    for (int i = 0; i < 3; i++) {
        ff_batch_sample(b.batch, b.chosen);
        assert_int_equal(b.chosen[0], 0);
        assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
        assert_int_equal(b.arrays.done[0], 0);
        assert_int_equal(b.arrays.turns[0], FF_NOBODY);
    }
    assert_int_equal(ff_batch_reset(b.batch, NULL, NULL, &b.arrays), FF_BATCH_OK);
    assert_int_equal(b.arrays.turns[0], FF_RED);
    close_bench(&b);
}

/* Games of a batch end at the host's cap, by whoever's limit is lower. */
static void limits_hold(void **state) {
    (void)state;
    ff_options limits = {.size = sizeof(ff_options), .ply_limit = 9};
    bench b = open_bench((ff_batch_options){.games = 1, .limits = &limits});
    assert_int_equal(step_until_done(&b), 9);
    assert_int_equal(b.arrays.endings[0], FF_BY_LIMIT);
    close_bench(&b);
}

/* --- armies ------------------------------------------------------------------------------ */

static void assert_army(const ff_batch *batch, unsigned game, const ff_setup *red) {
    ff_game *alone = ff_batch_game(batch, game);
    ff_view view;
    ff_game_view(alone, FF_RED, false, &view);
    for (unsigned k = 0; k < ff_edition_zone_size(&view.rules->edition); k++) {
        int square = ff_edition_zone_square(&view.rules->edition, FF_RED, k);
        assert_int_equal(view.cell[square].rank, red->rank[k]);
    }
    ff_game_free(alone);
}

static void armies_come_from_where_the_caller_says(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    ff_setup listed;
    ff_setup_random(&listed, edition, &rng);
    ff_setup_list list = {&listed, 1};
    bench b =
        open_bench((ff_batch_options){.games = 2, .draw = ff_setup_draw_listed, .context = &list});
    assert_army(b.batch, 0, &listed);
    assert_army(b.batch, 1, &listed);
    ff_setup other;
    ff_setup_random(&other, edition, &rng);
    assert_int_equal(ff_batch_set_up(b.batch, 1, &other, &listed), FF_BATCH_OK);
    assert_army(b.batch, 0, &listed);
    assert_army(b.batch, 1, &other);
    other.rank[0] = other.rank[0] == FF_BOMB ? FF_MINER : FF_BOMB;
    assert_int_equal(ff_batch_set_up(b.batch, 1, &other, &listed), FF_BATCH_BAD_SETUP);
    assert_int_equal(ff_batch_set_up(b.batch, 2, &listed, &listed), FF_BATCH_BAD_GAME);
    close_bench(&b);

    /* An army that is none is not played. */
    list.setups = &other;
    b = open_bench((ff_batch_options){.games = 1, .draw = ff_setup_draw_listed, .context = &list});
    ff_game *alone = ff_batch_game(b.batch, 0);
    assert_non_null(alone);
    assert_true(ff_game_is_set_up(alone, FF_NOBODY));
    ff_game_free(alone);
    close_bench(&b);

    b = open_bench((ff_batch_options){.games = 1, .draw = ff_setup_draw_people, .seed = 8});
    ff_rng_seed(&rng, 0);
    step_until_done(&b);
    close_bench(&b);
}

/* --- saving ------------------------------------------------------------------------------ */

static void a_saved_game_goes_on_the_same(void **state) {
    (void)state;
    for (size_t i = 0; i < edition_kinds(); i++) {
        ff_edition edition = edition_of(i);
        bench b = open_bench((ff_batch_options){.games = 3, .edition = &edition, .seed = i});
        ff_buffer saved = {0};
        for (unsigned step = 0; step < 70; step++) {
            ff_batch_sample(b.batch, b.chosen);
            assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
        }
        assert_int_equal(ff_batch_save(b.batch, 1, &saved), FF_BATCH_OK);
        assert_int_equal(ff_batch_load(b.batch, 0, (ff_span){saved.data, saved.size}), FF_BATCH_OK);
        assert_int_equal(ff_batch_copy(b.batch, 1, 2), FF_BATCH_OK);
        assert_int_equal(ff_batch_copy(b.batch, 1, 1), FF_BATCH_OK);
        for (unsigned step = 0; step < STEPS; step++) {
            ff_batch_sample(b.batch, b.chosen);
            assert_int_equal(b.chosen[0], b.chosen[1]);
            assert_int_equal(b.chosen[0], b.chosen[2]);
            assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
        }
        ff_buffer again[2] = {{0}, {0}};
        assert_int_equal(ff_batch_save(b.batch, 0, &again[0]), FF_BATCH_OK);
        assert_int_equal(ff_batch_save(b.batch, 1, &again[1]), FF_BATCH_OK);
        assert_int_equal(again[0].size, again[1].size);
        assert_memory_equal(again[0].data, again[1].data, again[0].size);
        ff_buffer_free(&again[0]);
        ff_buffer_free(&again[1]);
        ff_buffer_free(&saved);
        close_bench(&b);
    }
}

static void a_game_that_is_over_is_saved_as_well(void **state) {
    (void)state;
    bench b = open_bench((ff_batch_options){
        .games = 1, .after = FF_AFTER_STAY, .edition = ff_edition_find(ff_span_of("duel"))});
    do {
        ff_batch_sample(b.batch, b.chosen);
        assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
    } while (!b.arrays.done[0]);
    ff_buffer saved = {0}, again = {0};
    assert_int_equal(ff_batch_save(b.batch, 0, &saved), FF_BATCH_OK);
    assert_int_equal(ff_batch_load(b.batch, 0, (ff_span){saved.data, saved.size}), FF_BATCH_OK);
    assert_int_equal(ff_batch_save(b.batch, 0, &again), FF_BATCH_OK);
    assert_int_equal(saved.size, again.size);
    assert_memory_equal(saved.data, again.data, saved.size);
    ff_buffer_free(&saved);
    ff_buffer_free(&again);
    close_bench(&b);
}

/* Every bit of a saved game turned round, and every length: read or refused, and where
 * refused the game in its place is as it was. */
static void damaged_bytes_are_refused(void **state) {
    (void)state;
    bench b =
        open_bench((ff_batch_options){.games = 2, .edition = ff_edition_find(ff_span_of("duel"))});
    for (unsigned step = 0; step < 20; step++) {
        ff_batch_sample(b.batch, b.chosen);
        assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
    }
    ff_buffer saved = {0}, before = {0};
    assert_int_equal(ff_batch_save(b.batch, 0, &saved), FF_BATCH_OK);
    assert_int_equal(ff_batch_save(b.batch, 1, &before), FF_BATCH_OK);
    unsigned refused = 0;
    for (size_t bit = 0; bit < 8 * saved.size; bit++) {
        saved.data[bit / 8] ^= (char)(1 << bit % 8);
        ff_batch_status status = ff_batch_load(b.batch, 1, (ff_span){saved.data, saved.size});
        saved.data[bit / 8] ^= (char)(1 << bit % 8);
        if (status == FF_BATCH_OK) {
            assert_int_equal(ff_batch_load(b.batch, 1, (ff_span){before.data, before.size}),
                             FF_BATCH_OK);
            continue;
        }
        assert_int_equal(status, FF_BATCH_BAD_SNAPSHOT);
        refused++;
    }
    assert_true(refused > 8 * 16);
    for (size_t size = 0; size < saved.size; size++)
        assert_int_equal(ff_batch_load(b.batch, 1, (ff_span){saved.data, size}),
                         FF_BATCH_BAD_SNAPSHOT);
    ff_buffer after = {0};
    assert_int_equal(ff_batch_save(b.batch, 1, &after), FF_BATCH_OK);
    assert_int_equal(after.size, before.size);
    assert_memory_equal(after.data, before.data, after.size);
    assert_int_equal(ff_batch_load(b.batch, 2, (ff_span){saved.data, saved.size}),
                     FF_BATCH_BAD_GAME);
    ff_buffer_free(&after);
    ff_buffer_free(&before);
    ff_buffer_free(&saved);
    close_bench(&b);
}

/* --- refusals ---------------------------------------------------------------------------- */

static void a_bad_action_stops_all_threads_and_changes_nothing(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 3; threads++) {
        bench b = open_bench((ff_batch_options){.games = 7, .threads = threads});
        const int32_t bad[] = {-1, INT32_MIN, INT32_MAX, 1800, 0, 17 * 100 + 5};
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            ff_batch_sample(b.batch, b.chosen);
            int32_t good = b.chosen[5];
            b.chosen[5] = b.chosen[6] = bad[i];
            ff_buffer before = {0}, after = {0};
            unsigned game = 99;
            assert_int_equal(ff_batch_save(b.batch, 0, &before), FF_BATCH_OK);
            assert_int_equal(ff_batch_step(b.batch, &b.arrays, &game), FF_BATCH_BAD_ACTION);
            assert_int_equal(game, 5);
            assert_int_equal(ff_batch_save(b.batch, 0, &after), FF_BATCH_OK);
            assert_memory_equal(before.data, after.data, before.size);
            b.chosen[5] = good;
            assert_int_equal(ff_batch_step(b.batch, &b.arrays, &game), FF_BATCH_BAD_ACTION);
            assert_int_equal(game, 6);
            ff_buffer_free(&before);
            ff_buffer_free(&after);
        }
        close_bench(&b);
    }
}

static ff_batch_status try_options(ff_batch_options options) {
    ff_batch *batch = NULL;
    ff_error error = {0};
    ff_batch_status status = ff_batch_new(&options, &batch, &error);
    assert_null(batch);
    assert_int_not_equal(error.message[0], 0);
    return status;
}

static void options_are_checked(void **state) {
    (void)state;
    const uint32_t size = sizeof(ff_batch_options);
    ff_edition edition = *ff_edition_default();
    edition.army[FF_FLAG] = 2;
    ff_observation wanted = ff_observation_all(FF_UINT8, false);
    wanted.plane[3] = 200;
    assert_int_equal(try_options((ff_batch_options){.games = 1}), FF_BATCH_BAD_SIZE);
    const ff_batch_options bad[] = {
        {.size = size},
        {.size = size, .games = FF_BATCH_GAMES_MAX + 1},
        {.size = size, .games = 1, .threads = FF_BATCH_THREADS_MAX + 1},
        {.size = size, .games = 1, .after = 3},
        {.size = size, .games = 1, .absolute_actions = 2},
        {.size = size, .games = 1, .observer = 3},
        {.size = size, .games = 1, .edition = &edition},
        {.size = size, .games = 1, .observation = &wanted},
    };
    ff_observation short_one = ff_observation_all(FF_UINT8, false);
    short_one.size--;
    ff_options limits = {.size = 1};
    assert_int_equal(try_options((ff_batch_options){.size = size, .games = 1, .limits = &limits}),
                     FF_BATCH_BAD_SIZE);
    assert_int_equal(
        try_options((ff_batch_options){.size = size, .games = 1, .observation = &short_one}),
        FF_BATCH_BAD_SIZE);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(try_options(bad[i]), FF_BATCH_BAD_OPTION);

    bench b = open_bench((ff_batch_options){.games = 1});
    uint8_t bytes[1];
    ff_batch_arrays arrays = {.size = sizeof arrays};
    assert_int_equal(ff_batch_step(b.batch, &arrays, NULL), FF_BATCH_BAD_OPTION);
    arrays.observations = bytes;
    assert_int_equal(ff_batch_look(b.batch, &arrays), FF_BATCH_BAD_OPTION);
    arrays.size--;
    assert_int_equal(ff_batch_step(b.batch, &arrays, NULL), FF_BATCH_BAD_SIZE);
    assert_int_equal(ff_batch_reset(b.batch, NULL, NULL, &arrays), FF_BATCH_BAD_SIZE);
    for (int status = FF_BATCH_OK; status <= FF_BATCH_BAD_SNAPSHOT + 1; status++)
        assert_non_null(ff_batch_status_word((ff_batch_status)status));
    assert_true(ff_batch_memory(b.batch) > sizeof(ff_position));
    assert_int_equal(ff_batch_games(b.batch), 1);
    assert_int_equal(ff_batch_threads(b.batch), 1);
    assert_null(ff_batch_game(b.batch, 1));
    close_bench(&b);
}

static void what_names_no_game_or_no_army_is_refused(void **state) {
    (void)state;
    bench b =
        open_bench((ff_batch_options){.games = 2, .edition = ff_edition_find(ff_span_of("duel"))});
    ff_buffer saved = {0};
    ff_setup none = {{0}}, army;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    ff_setup_random(&army, ff_edition_find(ff_span_of("duel")), &rng);
    assert_int_equal(ff_batch_save(b.batch, 2, &saved), FF_BATCH_BAD_GAME);
    assert_int_equal(ff_batch_copy(b.batch, 0, 2), FF_BATCH_BAD_GAME);
    assert_int_equal(ff_batch_copy(b.batch, 2, 0), FF_BATCH_BAD_GAME);
    assert_int_equal(ff_batch_copy(b.batch, 1, 1), FF_BATCH_OK);
    assert_int_equal(ff_batch_set_up(b.batch, 2, &army, &army), FF_BATCH_BAD_GAME);
    assert_int_equal(ff_batch_set_up(b.batch, 1, &army, &none), FF_BATCH_BAD_SETUP);
    assert_int_equal(ff_batch_set_up(b.batch, 1, &none, &army), FF_BATCH_BAD_SETUP);
    assert_int_equal(ff_batch_set_up(b.batch, 1, &army, &army), FF_BATCH_OK);
    assert_int_equal(saved.size, 0);
    close_bench(&b);
    ff_batch_free(NULL);
}

/* A game that is not reset goes on, and one array of masks does without the other. */
static void only_what_is_asked_for_is_done(void **state) {
    (void)state;
    for (unsigned observer = 0; observer < 3; observer++) {
        ff_observation wanted = ff_observation_all(FF_UINT8, false);
        bench b = open_bench(
            (ff_batch_options){.games = 2, .observer = observer, .observation = &wanted});
        ff_batch_sample(b.batch, b.chosen);
        assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_OK);
        const uint8_t which[] = {0, 1};
        ff_batch_arrays arrays = {.size = sizeof arrays, .masks = b.arrays.masks};
        assert_int_equal(ff_batch_reset(b.batch, NULL, which, &arrays), FF_BATCH_OK);
        arrays = (ff_batch_arrays){
            .size = sizeof arrays, .mask_bits = b.arrays.mask_bits, .plies = b.arrays.plies};
        assert_int_equal(ff_batch_look(b.batch, &arrays), FF_BATCH_OK);
        assert_int_equal(b.arrays.plies[0], 1);
        assert_int_equal(b.arrays.plies[1], 0);
        for (unsigned game = 0; game < 2; game++)
            for (unsigned i = 0; i < b.actions; i++)
                assert_int_equal(b.arrays.masks[game * b.actions + i],
                                 b.arrays.mask_bits[game * FF_BATCH_WORDS + i / 64] >> i % 64 & 1);
        b.chosen[0] = -1;
        assert_int_equal(ff_batch_step(b.batch, &b.arrays, NULL), FF_BATCH_BAD_ACTION);
        close_bench(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_is_one_way_and_back),
        cmocka_unit_test(numbers_are_those_of_the_documents),
        cmocka_unit_test(a_batch_is_its_games_step_by_step),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(every_processor_plays_the_same),
        cmocka_unit_test(a_game_is_a_function_of_its_seed),
        cmocka_unit_test(seeds_near_each_other_give_other_games),
        cmocka_unit_test(a_game_that_ends_stays_as_long_as_it_should),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(armies_come_from_where_the_caller_says),
        cmocka_unit_test(a_saved_game_goes_on_the_same),
        cmocka_unit_test(a_game_that_is_over_is_saved_as_well),
        cmocka_unit_test(damaged_bytes_are_refused),
        cmocka_unit_test(a_bad_action_stops_all_threads_and_changes_nothing),
        cmocka_unit_test(options_are_checked),
        cmocka_unit_test(what_names_no_game_or_no_army_is_refused),
        cmocka_unit_test(only_what_is_asked_for_is_done),
    };
    cmocka_set_test_filter(getenv("FLAGFALL_TESTS_NAMED")); /* all, where it is not set */
    return cmocka_run_group_tests_name("batch", tests, NULL, NULL);
}
