/* The tree: what is remembered of a position changes no worth, and whoever shares the
 * work finds the same. Steps are reduced from depth 3 on, so at depth 3 from the root
 * every worth is exact. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/belief/belief_sampler.h"
#include "ai/search/search_threads.h"
#include "drawn_game.h"

enum { DEPTH = 3, GAMES = 3, TABLE = 1 << 20 };

static const search_limits no_limits = {.nodes = UINT64_MAX};

/* What the search is given at some point of a random game. */
typedef struct situation {
    ff_game *game;
    ff_view view;
    root_features features;
    evaluation evaluation;
    search_node root;
    search_task tasks[FF_MOVES_MAX];
    unsigned count;
} situation;

static void deal(situation *s, ff_rng *rng) {
    belief b;
    belief_sampler enemy;
    uint8_t ranks[FF_SQUARES];
    belief_sampler_init(&enemy, &s->view, 1, NULL, rng);
    belief_sampler_average(&enemy, &s->view, 50, rng, &b);
    root_features_init(&s->features, &s->view, &b, 1.6);
    evaluation_init(&s->evaluation, &s->features);
    for (int square = 0; square < FF_SQUARES; square++)
        ranks[square] = s->view.cell[square].rank;
    for (unsigned i = 0; i < enemy.count; i++)
        ranks[enemy.square[i]] = enemy.rank[i];
    search_root(&s->evaluation, &s->view, ranks, &s->root);
}

static situation *situation_new(uint64_t seed, unsigned plies) {
    situation *s = calloc(1, sizeof *s);
    assert_non_null(s);
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    s->game = drawn_game_new(ff_edition_default(), seed);
    ff_player *leader = drawn_game_player("one-ply", seed);
    drawn_game_lead(s->game, leader, plies);
    leader->free(leader);
    s->view = drawn_game_view(s->game);
    deal(s, &rng);
    ff_move moves[FF_MOVES_MAX];
    s->count = (unsigned)ff_view_moves(&s->view, moves);
    for (unsigned i = 0; i < s->count; i++)
        s->tasks[i] = (search_task){&s->root, moves[i], -SEARCH_INFINITE, 0};
    return s;
}

static void situation_free(situation *s) {
    ff_game_free(s->game);
    free(s);
}

/* The worths of all moves, by a search whose table has room for so many bytes. */
static void look(const situation *s, size_t bytes, int value[FF_MOVES_MAX]) {
    search *walker = calloc(1, sizeof *walker);
    assert_non_null(walker);
    assert_true(transpositions_init(&walker->known, bytes));
    assert_true(ff_history_reserve(&walker->history, s->view.history.size + SEARCH_DEPTH));
    walker->history.size = s->view.history.size;
    memcpy(walker->history.moves, s->view.history.moves,
           s->view.history.size * sizeof *s->view.history.moves);
    walker->limit = UINT64_MAX;
    search_begin(walker, &s->evaluation);
    for (unsigned i = 0; i < s->count; i++)
        value[i] = search_move(walker, &s->root, s->tasks[i].move, DEPTH, -SEARCH_INFINITE);
    ff_history_free(&walker->history);
    transpositions_free(&walker->known);
    free(walker);
}

static void what_is_remembered_changes_no_worth(void **state) {
    (void)state;
    for (unsigned game = 0; game < GAMES; game++) {
        int without[FF_MOVES_MAX], with[FF_MOVES_MAX];
        situation *s = situation_new(game, 60 + 50 * game);
        look(s, 1, without);
        look(s, TABLE, with);
        for (unsigned i = 0; i < s->count; i++)
            assert_int_equal(with[i], without[i]);
        situation_free(s);
    }
}

static void threads_that_share_the_work_find_the_same(void **state) {
    (void)state;
    for (unsigned threads = 1; threads <= 4; threads += 3) {
        int alone[FF_MOVES_MAX];
        search_threads c;
        thread_pool pool;
        situation *s = situation_new(7, 100);
        look(s, TABLE, alone);
        assert_true(search_threads_init(&c, threads, threads * TABLE));
        search_threads_begin(&c, &s->evaluation, &s->view, &no_limits);
        thread_pool_start(&pool, threads);
        assert_true(search_threads_run(&c, &pool, s->tasks, s->count, DEPTH));
        thread_pool_stop(&pool);
        for (unsigned i = 0; i < s->count; i++)
            assert_int_equal(s->tasks[i].value, alone[i]);
        assert_true(search_threads_nodes(&c) >= s->count);
        search_threads_free(&c);
        situation_free(s);
    }
}

static void threads_leave_off_at_their_limit(void **state) {
    (void)state;
    const search_limits limits = {.nodes = 1000};
    search_threads c;
    thread_pool pool;
    situation *s = situation_new(8, 100);
    assert_true(search_threads_init(&c, 3, 3 * TABLE));
    search_threads_begin(&c, &s->evaluation, &s->view, &limits);
    thread_pool_start(&pool, 3);
    assert_false(search_threads_run(&c, &pool, s->tasks, s->count, SEARCH_DEPTH - 1));
    thread_pool_stop(&pool);
    assert_true(search_threads_nodes(&c) <= 1000);
    search_threads_free(&c);
    situation_free(s);
}

/* --- gates ----------------------------------------------------------------------- */

static void put(ff_view *view, int square, ff_seat seat, ff_rank rank) {
    view->cell[square] =
        (ff_cell){.seat = seat, .rank = rank, .moved = rank < FF_BOMB, .known = true};
}

/* By how much more a move is worth where Blue's sergeant in the corner a10 is worth `gate` beside
 * himself. He can move nowhere but against Red's captain; Blue may have a miner who moves. */
static int worth_of_gate(ff_move move, int depth, int gate, bool miner) {
    ff_rules rules;
    int value[2];
    ff_rules_init(&rules, ff_edition_default(), NULL);
    for (int with = 0; with < 2; with++) {
        situation s = {.view = {.rules = &rules, .viewer = FF_RED, .turn = FF_RED}, .count = 1};
        ff_rng rng;
        ff_rng_seed(&rng, 1);
        for (int square = 0; square < FF_SQUARES; square++)
            s.view.cell[square].seat = FF_NOBODY;
        put(&s.view, FF_SQUARE(0, 9), FF_BLUE, FF_SERGEANT);
        put(&s.view, FF_SQUARE(1, 9), FF_BLUE, FF_BOMB);
        put(&s.view, FF_SQUARE(9, 9), FF_BLUE, FF_FLAG);
        put(&s.view, FF_SQUARE(0, 8), FF_RED, FF_CAPTAIN);
        put(&s.view, FF_SQUARE(5, 2), FF_RED, FF_MINER);
        put(&s.view, FF_SQUARE(9, 0), FF_RED, FF_FLAG);
        if (miner)
            put(&s.view, FF_SQUARE(5, 8), FF_BLUE, FF_MINER);
        deal(&s, &rng);
        s.evaluation.gate[FF_SQUARE(0, 9)] = with * gate;
        search *walker = calloc(1, sizeof *walker);
        assert_non_null(walker);
        assert_true(transpositions_init(&walker->known, TABLE));
        assert_true(ff_history_reserve(&walker->history, SEARCH_DEPTH));
        walker->limit = UINT64_MAX;
        search_begin(walker, &s.evaluation);
        value[with] = search_move(walker, &s.root, move, depth, -SEARCH_INFINITE);
        ff_history_free(&walker->history);
        transpositions_free(&walker->known);
        free(walker);
    }
    return value[1] - value[0];
}

/* How the same position came about must not change its worth: the table knows it by what stands
 * where. */
static void a_gate_is_worth_as_much_where_it_falls_attacking(void **state) {
    (void)state;
    const ff_move step = FF_MOVE(FF_SQUARE(5, 2), FF_SQUARE(5, 3));
    const ff_move take = FF_MOVE(FF_SQUARE(0, 8), FF_SQUARE(0, 9));
    assert_int_equal(worth_of_gate(take, 1, 1000, true), 1000);
    assert_int_equal(worth_of_gate(step, 2, 1000, false), 1000);
}

/* Keys as the search makes them, unlike in all bits. */
static uint64_t key_of(uint64_t number) {
    return (number + 1) * 0x9e3779b97f4a7c15u;
}

static void what_was_forgotten_is_not_found_again(void **state) {
    (void)state;
    enum { ENTRIES = 100000 };
    transpositions t;
    assert_true(transpositions_init(&t, 16 * ENTRIES * sizeof(transposition_entry)));
    for (int thought = 0; thought < 2; thought++) {
        unsigned found = 0;
        for (int i = 0; i < ENTRIES; i++) {
            assert_null(transpositions_find(&t, key_of((uint64_t)i)));
            transpositions_keep(&t, (transposition_entry){.key = key_of((uint64_t)i), .value = i});
            assert_int_equal(transpositions_find(&t, key_of((uint64_t)i))->value, i);
        }
        for (int i = 0; i < ENTRIES; i++) {
            const transposition_entry *f = transpositions_find(&t, key_of((uint64_t)i));
            assert_true(!f || f->value == i);
            found += f != NULL;
        }
        /* Some have taken the place of others, as the table grew. */
        assert_true(found > ENTRIES / 2);
        transpositions_forget(&t);
    }
    transpositions_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_remembered_changes_no_worth),
        cmocka_unit_test(threads_that_share_the_work_find_the_same),
        cmocka_unit_test(threads_leave_off_at_their_limit),
        cmocka_unit_test(a_gate_is_worth_as_much_where_it_falls_attacking),
        cmocka_unit_test(what_was_forgotten_is_not_found_again),
    };
    cmocka_set_test_filter(getenv("FLAGFALL_TESTS_NAMED")); /* all, where it is not set */
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
