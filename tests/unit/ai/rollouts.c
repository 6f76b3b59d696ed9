/* Rollouts: the move policy reads what its mover knows and nothing else, alike for both seats; and
 * what is found of moves is the same on any number of threads, and tells good moves from bad. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/learned/continuation.h"
#include "ai/policy/move_policy.h"
#include "ai/rollout/rollouts.h"
#include "base/rng.h"
#include "board.h"
#include "drawn_game.h"
#include "world.h"

static const char *const ids[] = {"duel", "quick-arena", "barrage", "classic30", "tournament"};

enum { IDS = sizeof ids / sizeof *ids, PLIES = 200 };

/* --- the move policy --------------------------------------------------------------- */

/* What the seat on turn can do in a position, and what the policy says of it. */
typedef struct opinion {
    ff_view view;
    ff_knowledge knowledge;
    policy_scene scene;
    size_t count;
    ff_move moves[FF_MOVES_MAX];
    int scores[FF_MOVES_MAX];
} opinion;

static void form_opinion(opinion *o, const world *w, const ff_position *position) {
    ff_game_view(w->game, (ff_seat)w->truth.turn, false, &o->view);
    continuation_knowledge(&o->view, &o->knowledge);
    policy_scene_init(&o->scene, &w->rules->edition, position, &o->knowledge, &w->history);
    o->count = ff_view_moves(&o->view, o->moves);
    move_policy_score(move_policy_for(&w->rules->edition), &o->scene, o->moves, o->count,
                      o->scores);
}

/* Plays random games of all editions above, and calls `look` before each ply. */
static void walk_all(void (*look)(world *w, ff_rng *rng)) {
    for (unsigned i = 0; i < IDS; i++) {
        world w;
        ff_rng rng;
        ff_rng_seed(&rng, 70 + i);
        world_begin_random(&w, ff_edition_find(ff_span_of(ids[i])), &rng);
        for (unsigned ply = 0; ply < PLIES && !w.over; ply++) {
            look(&w, &rng);
            assert_int_equal(world_play(&w, world_draw(&w, &rng), NULL), FF_LEGAL);
        }
        world_end(&w);
    }
}

static void look_at_terms(world *w, ff_rng *rng) {
    static opinion o;
    const int8_t *policy = move_policy_for(&w->rules->edition);
    (void)rng;
    form_opinion(&o, w, &w->truth);
    for (size_t i = 0; i < o.count; i++) {
        policy_terms terms;
        int sum = 0;
        move_policy_terms(&o.scene, o.moves[i], &terms);
        assert_in_range(terms.plus, 1, POLICY_TERMS_ALL);
        for (unsigned k = 0; k < terms.plus; k++) {
            assert_true(terms.added[k] < POLICY_WEIGHTS);
            sum += policy[terms.added[k]];
        }
        for (unsigned k = 0; k < terms.minus; k++) {
            assert_true(terms.taken[k] < POLICY_WEIGHTS);
            sum -= policy[terms.taken[k]];
        }
        assert_int_equal(o.scores[i], sum);
    }
}

/* What is learned is what is played by. */
static void a_move_is_the_sum_of_its_terms(void **state) {
    (void)state;
    walk_all(look_at_terms);
}

/* Exchanges the ranks of two enemy pieces that the seat on turn cannot name, by lot. */
static void exchange_hidden(const opinion *o, ff_position *position, ff_rng *rng) {
    int hidden[FF_SQUARES];
    uint32_t count = 0;
    for (int square = 0; square < FF_SQUARES; square++)
        if (o->view.cell[square].rank == FF_HIDDEN)
            hidden[count++] = square;
    if (count < 2)
        return;
    int a = hidden[rng_below(rng, count)], b = hidden[rng_below(rng, count)];
    ff_seat enemy = (ff_seat)(1 - o->view.viewer);
    ff_rank rank = ff_position_rank(position, a);
    ff_position_put(position, a, enemy, ff_position_rank(position, b));
    ff_position_put(position, b, enemy, rank);
}

static void look_at_exchanges(world *w, ff_rng *rng) {
    static opinion o, other;
    form_opinion(&o, w, &w->truth);
    ff_position position = w->truth;
    for (int i = 0; i < 5; i++)
        exchange_hidden(&o, &position, rng);
    form_opinion(&other, w, &position);
    assert_int_equal(o.count, other.count);
    assert_memory_equal(o.scores, other.scores, o.count * sizeof *o.scores);
}

static void what_the_mover_cannot_name_does_not_count(void **state) {
    (void)state;
    walk_all(look_at_exchanges);
}

/* The same board with the seats exchanged and turned by half a circle: every move is as likely. */
static void look_from_the_other_side(world *w, ff_rng *rng) {
    static opinion o;
    static ff_move past[FF_PLIES_MAX];
    const ff_edition *edition = &w->rules->edition;
    int last = FF_SQUARE(edition->files - 1, edition->rows - 1);
    ff_position turned;
    ff_knowledge knowledge = {.moved = {0}};
    policy_scene scene;
    ff_history history = {.moves = past, .size = w->history.size, .capacity = FF_PLIES_MAX};
    (void)rng;
    form_opinion(&o, w, &w->truth);
    ff_position_clear(&turned);
    for (int square = 0; square <= last; square++) {
        if (ff_position_owner(&w->truth, square) == FF_NOBODY)
            continue;
        ff_position_put(&turned, last - square, (ff_seat)(1 - ff_position_owner(&w->truth, square)),
                        ff_position_rank(&w->truth, square));
        knowledge.moved[last - square] = o.knowledge.moved[square];
        knowledge.known[last - square] = o.knowledge.known[square];
    }
    turned.turn = !w->truth.turn;
    for (uint32_t i = 0; i < w->history.size; i++)
        past[i] = FF_MOVE(last - FF_FROM(w->history.moves[i]), last - FF_TO(w->history.moves[i]));
    ff_move moves[FF_MOVES_MAX];
    int scores[FF_MOVES_MAX];
    for (size_t i = 0; i < o.count; i++)
        moves[i] = FF_MOVE(last - FF_FROM(o.moves[i]), last - FF_TO(o.moves[i]));
    policy_scene_init(&scene, edition, &turned, &knowledge, &history);
    move_policy_score(move_policy_for(edition), &scene, moves, o.count, scores);
    assert_memory_equal(scores, o.scores, o.count * sizeof *scores);
}

static void both_seats_are_alike(void **state) {
    (void)state;
    walk_all(look_from_the_other_side);
}

/* --- rollouts ---------------------------------------------------------------------- */

static bool is_never_late(void *context) {
    (void)context;
    return false;
}

static bool is_always_late(void *context) {
    (void)context;
    return true;
}

/* Compares the first moves of a view, with so many threads; how many worlds there were. */
static unsigned compare(const ff_view *view, const net *n, unsigned threads, uint64_t positions,
                        bool (*late)(void *context), void *context, rolled_move *list,
                        size_t count) {
    rollouts r;
    thread_pool pool;
    belief_sampler *sampler = malloc(sizeof *sampler);
    ff_rng rng;
    uint64_t taken = 0;
    ff_rng_seed(&rng, 5);
    assert_non_null(sampler);
    belief_sampler_init(sampler, view, 1, NULL, &rng);
    assert_true(rollouts_init(&r, threads));
    thread_pool_start(&pool, threads);
    unsigned worlds = rollouts_run(&r,
                                   &(rollout_question){.view = view,
                                                       .net = n,
                                                       .sampler = sampler,
                                                       .pool = &pool,
                                                       .seed = 9,
                                                       .positions = positions,
                                                       .late = late,
                                                       .context = context},
                                   list, count, &taken);
    thread_pool_stop(&pool);
    assert_true(taken <= positions);
    assert_true(taken > 0 || worlds == 0);
    rollouts_free(&r);
    free(sampler);
    return worlds;
}

/* A network that says nothing but what pieces are worth to a child: one more is better. */
static net *net_that_counts(void) {
    net *n = calloc(1, sizeof *n);
    assert_non_null(n);
    for (unsigned input = 0; input < INPUTS_PIECES; input++)
        n->straight[input] = input < INPUTS_OWN_KINDS * FF_SQUARES ? NET_ONE / 40 : -NET_ONE / 40;
    return n;
}

static void threads_find_the_same(void **state) {
    (void)state;
    net *n = net_that_counts();
    for (unsigned i = 0; i < IDS; i++) {
        ff_game *game = drawn_game_new(ff_edition_find(ff_span_of(ids[i])), 6);
        ff_view view = drawn_game_view(game);
        ff_move moves[FF_MOVES_MAX];
        rolled_move one[4], many[4];
        size_t count = ff_view_moves(&view, moves);
        assert_true(count >= 4);
        for (int k = 0; k < 4; k++)
            one[k] = many[k] = (rolled_move){.move = moves[k * (count - 1) / 3]};
        unsigned worlds = compare(&view, n, 1, 10000, is_never_late, NULL, one, 4);
        assert_in_range(worlds, 10, ROLLOUT_WORLDS);
        assert_int_equal(compare(&view, n, 3, 10000, is_never_late, NULL, many, 4), worlds);
        for (int k = 0; k < 4; k++) {
            assert_true(one[k].more == many[k].more && one[k].error2 == many[k].error2);
            assert_true(one[k].error2 >= 0);
        }
        assert_true(one[0].more == 0 && one[0].error2 == 0);
        ff_game_free(game);
    }
    free(n);
}

static void nobody_is_kept_waiting(void **state) {
    (void)state;
    net *n = net_that_counts();
    ff_game *game = drawn_game_new(ff_edition_default(), 6);
    ff_view view = drawn_game_view(game);
    ff_move moves[FF_MOVES_MAX];
    ff_view_moves(&view, moves);
    rolled_move list[2] = {{.move = moves[0]}, {.move = moves[1]}};
    assert_int_equal(compare(&view, n, 2, UINT64_MAX, is_always_late, NULL, list, 2), 0);
    assert_int_equal(compare(&view, n, 2, 2 * ROLLOUT_COST - 1, is_never_late, NULL, list, 2), 0);
    ff_game_free(game);
    free(n);
}

static bool is_late_after(void *context) {
    unsigned *asked = context;
    return (*asked)++ >= 40;
}

/* What was found until the time was over counts; of a few worlds it does not. */
static void time_may_end_at_any_world(void **state) {
    (void)state;
    net *n = net_that_counts();
    ff_game *game = drawn_game_new(ff_edition_default(), 6);
    ff_view view = drawn_game_view(game);
    ff_move moves[FF_MOVES_MAX];
    ff_view_moves(&view, moves);
    for (unsigned asked = 0; asked <= 40; asked++) {
        rolled_move list[2] = {{.move = moves[0]}, {.move = moves[1]}};
        unsigned count = asked, before = 40 - asked;
        unsigned worlds = compare(&view, n, 1, UINT64_MAX, is_late_after, &count, list, 2);
        assert_in_range(worlds, 0, before);
        assert_true(worlds == 0 || worlds >= ROLLOUT_LEAST);
        assert_true(before < ROLLOUT_LEAST || worlds > 0);
        assert_true(worlds == 0 || list[1].error2 > 0 || list[1].more == 0);
    }
    ff_game_free(game);
    free(n);
}

/* In memory mode ranks that were announced are hidden again, from those who play on too. */
static void what_is_hidden_again_is_not_remembered(void **state) {
    (void)state;
    ff_game *game = game_on("barrage", "Ma1 Bb1 Le5 Kb3 Qe6 Xc9 Yk10 Ni10");
    ff_view view = memory_view_for(game, FF_RED);
    continuation c = {.before = {0}};
    ff_move past[1];
    ff_history history = {.moves = past, .size = 0, .capacity = 1};
    ff_view_position(&view, &c.position);
    ff_position_put(&c.position, (int)square_at("e6"), FF_BLUE, FF_MINER);
    ff_position_put(&c.position, (int)square_at("c9"), FF_BLUE, FF_MARSHAL);
    continuation_knowledge(&view, &c.knowledge);
    continuation_make(&c, &view, &history, FF_MOVE(square_at("e5"), square_at("e6")));
    assert_int_equal(c.last.battle, FF_ATTACKER_WINS);
    assert_false(c.knowledge.known[square_at("e6")]);
    assert_true(c.knowledge.moved[square_at("e6")]);
    view = view_for(game, FF_RED);
    c.position.turn = FF_RED;
    history.size = 0;
    ff_position_put(&c.position, (int)square_at("e7"), FF_BLUE, FF_MINER);
    continuation_make(&c, &view, &history, FF_MOVE(square_at("e6"), square_at("e7")));
    assert_true(c.knowledge.known[square_at("e7")]);
    ff_game_free(game);
}

/* Red's miner stands beside Blue's marshal, whom everybody knows: to attack him loses it. */
static void a_piece_thrown_away_is_seen(void **state) {
    (void)state;
    net *n = net_that_counts();
    ff_game *game = game_on("barrage", "Ma1 Bb1 Ee5 Lb3 xe6 Qc9 Yk10 Ni10");
    ff_view view = view_for(game, FF_RED);
    rolled_move list[2] = {{.move = FF_MOVE(square_at("e5"), square_at("f5"))},
                           {.move = FF_MOVE(square_at("e5"), square_at("e6"))}};
    assert_true(compare(&view, n, 1, 40000, is_never_late, NULL, list, 2) > 10);
    assert_true(list[1].more < 0);
    assert_true(list[1].more * list[1].more > 9 * list[1].error2);
    ff_game_free(game);
    free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_is_the_sum_of_its_terms),
        cmocka_unit_test(what_the_mover_cannot_name_does_not_count),
        cmocka_unit_test(both_seats_are_alike),
        cmocka_unit_test(threads_find_the_same),
        cmocka_unit_test(nobody_is_kept_waiting),
        cmocka_unit_test(time_may_end_at_any_world),
        cmocka_unit_test(what_is_hidden_again_is_not_remembered),
        cmocka_unit_test(a_piece_thrown_away_is_seen),
    };
    cmocka_set_test_filter(getenv("FLAGFALL_TESTS_NAMED")); /* all, where it is not set */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
