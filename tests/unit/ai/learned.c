/* The learned network: its inputs follow the game, its sums and values are the same by every
 * way and on every processor, its files are read back or refused, and it plays by the rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/learned/builtin.h"
#include "ai/learned/foresee.h"
#include "ai/learned/net_file.h"
#include "ai/players/learned.h"
#include "base/hash.h"
#include "base/processor.h"
#include "world.h"

/* Small and large armies, another board, other rules. */
static const char *const ids[] = {"duel", "quick-arena", "barrage", "classic30", "tournament"};

enum { IDS = sizeof ids / sizeof *ids };

static int by_number(const void *a, const void *b) {
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

/* The inputs of a state, sorted. */
static size_t sorted_list(const inputs_state *s, uint16_t list[INPUTS_MAX]) {
    size_t count = inputs_list(s, list);
    assert_in_range(count, 1, INPUTS_MAX);
    qsort(list, count, sizeof *list, by_number);
    assert_true(list[count - 1] < INPUTS);
    return count;
}

static void assert_same_inputs(const inputs_state *a, const inputs_state *b) {
    uint16_t list[2][INPUTS_MAX];
    size_t count = sorted_list(a, list[0]);
    assert_int_equal(count, sorted_list(b, list[1]));
    assert_memory_equal(list[0], list[1], count * sizeof *list[0]);
}

/* A network of weights by lot, about as large as learned ones. */
static net *net_by_lot(uint64_t seed) {
    net *n = calloc(1, sizeof *n);
    assert_non_null(n);
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    for (size_t i = 0; i < INPUTS; i++) {
        if (i % 5 == 4)
            continue; /* never learned */
        for (int unit = 0; unit < NET_UNITS; unit++)
            n->row[i][unit] = (int16_t)((int)ff_rng_below(&rng, 401) - 200);
        n->straight[i] = (int16_t)((int)ff_rng_below(&rng, 201) - 100);
    }
    for (int j = 0; j < NET_MIDDLE; j++) {
        for (int i = 0; i < NET_UNITS; i++)
            n->middle[j][i] = (int16_t)((int)ff_rng_below(&rng, 801) - 400);
        n->last[j] = (int16_t)((int)ff_rng_below(&rng, 801) - 400);
        n->middle_bias[j] = (int32_t)ff_rng_below(&rng, NET_ONE * NET_ONE);
    }
    for (int i = 0; i < NET_UNITS; i++)
        n->unit_bias[i] = (int32_t)ff_rng_below(&rng, NET_ONE);
    return n;
}

/* --- games with random moves --------------------------------------------------------------- */

typedef struct walk {
    world world;
    ff_rng rng;
    const net *net;
} walk;

static void view_of(const world *w, ff_seat seat, ff_view *view) {
    ff_game_view(w->game, seat, false, view);
}

/* Plays random games of all these editions, so many plies each, and calls `look` before each
 * ply with the move that will be made. */
static void walk_all(unsigned plies, const net *n, void (*look)(walk *w, ff_move move)) {
    for (unsigned i = 0; i < IDS; i++) {
        walk w = {.net = n};
        ff_rng_seed(&w.rng, 40 + i);
        world_begin_random(&w.world, ff_edition_find(ff_span_of(ids[i])), &w.rng);
        for (unsigned ply = 0; ply < plies && !w.world.over; ply++) {
            ff_move move = world_draw(&w.world, &w.rng);
            look(&w, move);
            assert_int_equal(world_play(&w.world, move, NULL), FF_LEGAL);
        }
        world_end(&w.world);
    }
}

/* --- what is on ------------------------------------------------------------------------------ */

static ff_rank target_of(const world *w, ff_move move) {
    return ff_position_owner(&w->truth, FF_TO(move)) == FF_NOBODY
               ? FF_EMPTY
               : ff_position_rank(&w->truth, FF_TO(move));
}

static void look_ahead(walk *w, ff_move move) {
    ff_seat seat = (ff_seat)w->world.truth.turn;
    ff_rank target = target_of(&w->world, move);
    ff_view view;
    inputs_state told, seen;
    view_of(&w->world, seat, &view);
    inputs_from_view(&told, &view);
    if (target == FF_FLAG)
        return;
    inputs_move(&told, move, target);
    world other;
    const ff_setup setup[2] = {w->world.setup[0], w->world.setup[1]};
    world_begin(&other, &w->world.rules->edition, setup);
    for (uint32_t i = 0; i < w->world.history.size; i++)
        assert_int_equal(world_play(&other, w->world.history.moves[i], NULL), FF_LEGAL);
    assert_int_equal(world_play(&other, move, NULL), FF_LEGAL);
    if (!other.over) {
        view_of(&other, seat, &view);
        inputs_from_view(&seen, &view);
        assert_same_inputs(&told, &seen);
    }
    world_end(&other);
}

static void test_a_move_that_is_foreseen_is_what_the_seat_then_knows(void **state) {
    (void)state;
    walk_all(30, NULL, look_ahead);
}

static void look_twice(walk *w, ff_move move) {
    (void)move;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view view;
        inputs_state s, twice;
        view_of(&w->world, (ff_seat)seat, &view);
        inputs_from_view(&s, &view);
        twice = s;
        inputs_mirror(&twice);
        inputs_mirror(&twice);
        assert_same_inputs(&s, &twice);
    }
}

static void test_a_mirror_in_a_mirror_shows_the_same(void **state) {
    (void)state;
    walk_all(120, NULL, look_twice);
}

/* The likeliest flag is chosen before the mirror: where two are as likely, a state that is made of
 * a mirrored view could have chosen the other. */
static void mirror_list(walk *w, ff_move move) {
    (void)move;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view view;
        inputs_state s;
        uint16_t list[INPUTS_MAX], expected[INPUTS_MAX];
        view_of(&w->world, (ff_seat)seat, &view);
        inputs_from_view(&s, &view);
        size_t count = inputs_list(&s, list);
        inputs_mirror(&s);
        assert_int_equal(inputs_list(&s, expected), count);
        inputs_mirror_list(list, count);
        qsort(list, count, sizeof *list, by_number);
        qsort(expected, count, sizeof *expected, by_number);
        assert_memory_equal(list, expected, count * sizeof *list);
    }
}

static void test_a_list_in_a_mirror_is_that_of_the_mirrored_state(void **state) {
    (void)state;
    walk_all(120, NULL, mirror_list);
}

/* Lists come from state files too, which anybody may write. */
static void test_a_list_that_no_state_has_stays_among_the_inputs(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 5);
    for (unsigned round = 0; round < 2000; round++) {
        uint16_t list[40];
        for (unsigned i = 0; i < 40; i++)
            list[i] = (uint16_t)(ff_rng_below(&rng, 2) ? ff_rng_below(&rng, INPUTS)
                                                       : INPUTS_RULES + ff_rng_below(&rng, 170));
        inputs_mirror_list(list, 40);
        for (unsigned i = 0; i < 40; i++)
            assert_true(list[i] < INPUTS);
    }
}

static void test_both_chairs_see_the_same_formations_alike(void **state) {
    (void)state;
    for (unsigned i = 0; i < IDS; i++) {
        const ff_edition *edition = ff_edition_find(ff_span_of(ids[i]));
        ff_rng rng;
        ff_setup setup[2];
        ff_rng_seed(&rng, i);
        ff_setup_random(&setup[0], edition, &rng);
        setup[1] = setup[0];
        world w;
        world_begin(&w, edition, setup);
        inputs_state seen[2];
        for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
            ff_view view;
            view_of(&w, (ff_seat)seat, &view);
            inputs_from_view(&seen[seat], &view);
        }
        assert_same_inputs(&seen[0], &seen[1]);
        world_end(&w);
    }
}

/* --- what may follow ------------------------------------------------------------------------- */

static void draw_world(belief_sampler *s, const ff_view *view, ff_rng *rng, ff_position *drawn) {
    belief_sampler_next(s, rng);
    ff_view_position(view, drawn);
    for (unsigned i = 0; i < s->count; i++)
        ff_position_put(drawn, s->square[i], (ff_seat)(1 - view->viewer), (ff_rank)s->rank[i]);
}

/* Whoever remembers other worlds, and whoever sees this one alone, expect the same of it. */
static void look_into_worlds(walk *w, ff_move move) {
    static foresight one, all;
    static belief_sampler sampler;
    ff_view view;
    belief b;
    view_of(&w->world, (ff_seat)w->world.truth.turn, &view);
    belief_sampler_init(&sampler, &view, 1, NULL, &w->rng);
    belief_sampler_average(&sampler, &view, 10, &w->rng, &b);
    foresight_begin(&all, w->net, &view, &b);
    ff_move list[FF_MOVES_MAX];
    size_t count = ff_view_moves(&view, list);
    for (int k = 0; k < 6; k++) {
        ff_position drawn;
        draw_world(&sampler, &view, &w->rng, &drawn);
        for (size_t i = 0; i < 4; i++) {
            ff_move tried = i ? list[i * (count - 1) / 3] : move;
            foresight_begin(&one, w->net, &view, &b);
            assert_int_equal(foresight_value(&all, &drawn, tried),
                             foresight_value(&one, &drawn, tried));
        }
    }
}

static void test_what_is_foreseen_does_not_depend_on_what_was_foreseen_before(void **state) {
    (void)state;
    net *n = net_by_lot(9);
    walk_all(60, n, look_into_worlds);
    free(n);
}

static bool never(void *context) {
    (void)context;
    return false;
}

static bool always(void *context) {
    (void)context;
    return true;
}

enum { AVERAGED = 20, COMPARED = 3 };

/* Of the first moves in so many worlds at most, with a bound on values, by some threads. */
static unsigned weigh_worlds(foresight_question question, belief_sampler sampler, uint64_t values,
                             unsigned threads, weighed_move list[COMPARED], size_t count) {
    static foresight f[COMPARED];
    thread_pool pool;
    uint64_t looked = 0;
    question.sampler = &sampler;
    question.values = values;
    question.pool = &pool;
    thread_pool_start(&pool, threads);
    unsigned worlds = foresight_weigh(f, threads, &question, list, count, &looked);
    thread_pool_stop(&pool);
    return worlds;
}

/* On average over the worlds that the sampler draws, and no further than it may. */
static void look_at_average(walk *w, ff_move move) {
    static foresight f;
    static belief_sampler sampler;
    ff_view view;
    belief b;
    ff_rng again;
    view_of(&w->world, (ff_seat)w->world.truth.turn, &view);
    belief_sampler_init(&sampler, &view, 1, NULL, &w->rng);
    belief_sampler_average(&sampler, &view, 10, &w->rng, &b);
    foresight_question question = {.view = &view,
                                   .net = w->net,
                                   .belief = &b,
                                   .seed = ff_rng_next(&w->rng),
                                   .worlds = AVERAGED,
                                   .late = never};
    weighed_move one[COMPARED] = {{move, 0}};
    assert_int_equal(weigh_worlds(question, sampler, UINT64_MAX, 1, one, 1), AVERAGED);
    ff_rng_seed(&again, question.seed);
    foresight_begin(&f, w->net, &view, &b);
    int64_t sum = 0;
    for (int k = 0; k < AVERAGED; k++) {
        ff_position drawn;
        draw_world(&sampler, &view, &again, &drawn);
        sum += foresight_value(&f, &drawn, move);
    }
    assert_int_equal(one[0].value, sum / AVERAGED);
    assert_int_equal(weigh_worlds(question, sampler, 1, 1, one, 1), 1);
    question.late = always;
    assert_int_equal(weigh_worlds(question, sampler, UINT64_MAX, 3, one, 1), 1);
}

/* However much they may compute, three threads find what one finds. At every tenth ply, for it
 * takes long under the thread sanitizer. */
static void look_with_threads(walk *w, ff_move move) {
    static belief_sampler sampler;
    ff_view view;
    belief b;
    ff_move all[FF_MOVES_MAX];
    (void)move;
    view_of(&w->world, (ff_seat)w->world.truth.turn, &view);
    if (view.plies % 10 != 9)
        return;
    size_t count = ff_view_moves(&view, all);
    count = count < COMPARED ? count : COMPARED;
    belief_sampler_init(&sampler, &view, 1, NULL, &w->rng);
    belief_sampler_average(&sampler, &view, 10, &w->rng, &b);
    const foresight_question question = {.view = &view,
                                         .net = w->net,
                                         .belief = &b,
                                         .seed = ff_rng_next(&w->rng),
                                         .worlds = 3 * AVERAGED,
                                         .late = never};
    for (uint64_t values = 100; values <= 10000; values *= 10) {
        weighed_move alone[COMPARED] = {{0}}, shared[COMPARED] = {{0}};
        for (size_t i = 0; i < count; i++)
            alone[i].move = shared[i].move = all[i];
        unsigned worlds = weigh_worlds(question, sampler, values, 1, alone, count);
        assert_int_equal(weigh_worlds(question, sampler, values, 3, shared, count), worlds);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(shared[i].value, alone[i].value);
    }
}

static void test_threads_foresee_what_one_foresees(void **state) {
    (void)state;
    net *n = net_by_lot(11);
    walk_all(20, n, look_with_threads);
    free(n);
}

static void test_a_move_is_worth_what_it_is_on_average_over_worlds(void **state) {
    (void)state;
    net *n = net_by_lot(10);
    walk_all(20, n, look_at_average);
    free(n);
}

/* --- sums and values ---------------------------------------------------------------------------
 */

static void assert_same_sums(const net_sums *a, const net_sums *b) {
    assert_memory_equal(a->unit, b->unit, sizeof a->unit);
    assert_int_equal(a->straight, b->straight);
}

/* All moves of the seat on turn, forwards and taken back. */
static void look_at_sums(walk *w, ff_move move) {
    (void)move;
    ff_view view;
    inputs_state before;
    net_sums sums;
    ff_move moves[FF_MOVES_MAX];
    view_of(&w->world, (ff_seat)w->world.truth.turn, &view);
    inputs_from_view(&before, &view);
    net_begin(w->net, &net_portable, &before, &sums);
    size_t count = ff_view_moves(&view, moves);
    for (size_t i = 0; i < count; i++) {
        ff_rank target = target_of(&w->world, moves[i]);
        if (target == FF_FLAG)
            continue;
        inputs_state after = before;
        net_sums gone = sums, begun;
        inputs_move(&after, moves[i], target);
        net_go(w->net, &net_portable, &before, &after, &gone);
        net_begin(w->net, &net_portable, &after, &begun);
        assert_same_sums(&gone, &begun);
        net_go(w->net, &net_portable, &after, &before, &gone);
        assert_same_sums(&gone, &sums);
    }
}

static void test_sums_go_with_moves_and_come_back(void **state) {
    (void)state;
    net *n = net_by_lot(7);
    walk_all(30, n, look_at_sums);
    free(n);
}

static void look_with(walk *w, ff_move move) {
    (void)move;
    const net_kernel *best = net_kernel_best();
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view view;
        inputs_state s;
        net_sums portable, quick;
        view_of(&w->world, (ff_seat)seat, &view);
        inputs_from_view(&s, &view);
        net_begin(w->net, &net_portable, &s, &portable);
        net_begin(w->net, best, &s, &quick);
        assert_same_sums(&portable, &quick);
        int value = net_portable.value(w->net, &portable);
        assert_int_equal(value, best->value(w->net, &quick));
        assert_in_range(value + NET_WIN, 0, 2 * NET_WIN);
    }
}

static void test_every_processor_finds_the_same_value(void **state) {
    (void)state;
    if (!processor_is_x86_64_v3())
        print_message("this processor has the portable loops alone\n");
    net *n = net_by_lot(8);
    walk_all(200, n, look_with);
    free(n);
}

/* What these weights make of one position, for all time: a machine that disagrees with it
 * would play another game. */
static void test_the_value_is_the_same_on_every_machine(void **state) {
    (void)state;
    net *n = net_by_lot(9);
    walk w = {.net = n};
    uint64_t hash = 0;
    ff_rng_seed(&w.rng, 3);
    world_begin_random(&w.world, ff_edition_find(ff_span_of("duel")), &w.rng);
    for (int ply = 0; ply < 40 && !w.world.over; ply++) {
        ff_view view;
        inputs_state s;
        net_sums sums;
        view_of(&w.world, FF_RED, &view);
        inputs_from_view(&s, &view);
        net_begin(n, net_kernel_best(), &s, &sums);
        hash = hash_number(hash, (uint64_t)(net_kernel_best()->value(n, &sums) + NET_WIN));
        world_play(&w.world, world_draw(&w.world, &w.rng), NULL);
    }
    world_end(&w.world);
    free(n);
    assert_int_equal(hash, 0x6f5b41c07598f978);
}

static void test_the_largest_weights_overflow_nowhere(void **state) {
    (void)state;
    net *n = calloc(1, sizeof *n);
    assert_non_null(n);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < INPUTS; i++) {
            n->straight[i] = (int16_t)(sign * 32767);
            for (int unit = 0; unit < NET_UNITS; unit++)
                n->row[i][unit] = (int16_t)(unit % 2 ? 32767 : sign * 32767);
        }
        for (int j = 0; j < NET_MIDDLE; j++) {
            n->last[j] = (int16_t)(sign * 32767);
            for (int i = 0; i < NET_UNITS; i++)
                n->middle[j][i] = (int16_t)(sign * NET_MIDDLE_MOST);
        }
        net_sums sums = {{0}, 0};
        uint16_t list[INPUTS_MAX];
        for (uint16_t i = 0; i < INPUTS_MAX; i++)
            list[i] = i;
        net_portable.add(n, &sums, list, INPUTS_MAX);
        int value = net_portable.value(n, &sums);
        assert_true(sign > 0 ? value > NET_WIN / 2 : value < -NET_WIN / 2);
        assert_in_range(value + NET_WIN, 0, 2 * NET_WIN);
    }
    free(n);
}

/* --- files ------------------------------------------------------------------------------------ */

static void test_a_network_is_read_as_it_was_written(void **state) {
    (void)state;
    net *n = net_by_lot(1), *again = net_by_lot(2);
    ff_buffer out = {0};
    net_write(n, "made-by test\npieces 8\n", &out);
    assert_false(out.failed);
    ff_span bytes = {out.data, out.size};
    assert_true(net_read(bytes, again, NULL));
    assert_memory_equal(n, again, sizeof *n);
    assert_true(ff_span_equals(net_head(bytes, "made-by"), "test"));
    assert_int_equal(net_head(bytes, "nothing").size, 0);
    assert_int_equal(net_pieces(bytes), 8);
    ff_buffer_free(&out);
    free(n);
    free(again);
}

static void test_a_damaged_network_is_refused(void **state) {
    (void)state;
    net *n = net_by_lot(1), *again = net_by_lot(2);
    ff_buffer out = {0};
    ff_error error;
    net_write(n, "pieces 8\n", &out);
    for (size_t size = 0; size < out.size; size += size < 64 ? 1 : 9973)
        assert_false(net_read((ff_span){out.data, size}, again, &error));
    for (size_t at = 0; at < out.size; at += 9973) {
        out.data[at] ^= 16;
        assert_false(net_read((ff_span){out.data, out.size}, again, &error));
        assert_true(error.message[0]);
        out.data[at] ^= 16;
    }
    assert_true(net_read((ff_span){out.data, out.size}, again, &error));
    ff_buffer_free(&out);
    free(n);
    free(again);
}

/* Whole, with a right hash, and yet nothing that could be summed. */
static void test_weights_that_would_overflow_are_refused(void **state) {
    (void)state;
    net *n = net_by_lot(1), *again = net_by_lot(2);
    ff_buffer out = {0};
    ff_error error;
    n->middle[3][5] = NET_MIDDLE_MOST + 1;
    net_write(n, "", &out);
    assert_false(net_read((ff_span){out.data, out.size}, again, &error));
    assert_non_null(strstr(error.message, "too large"));
    ff_buffer_free(&out);
    free(n);
    free(again);
}

/* --- playing -----------------------------------------------------------------------------------
 */

static ff_move move_of(const learned_traits *traits, uint64_t seed, const ff_view *view) {
    ff_player *player = learned_new(traits, seed);
    assert_non_null(player);
    player->limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = 300});
    ff_move move = player->move(player, view, 0);
    ff_thought thought = {.size = sizeof thought};
    assert_true(player->thought(player, &thought));
    player->free(player);
    return move;
}

static void look_at_move(walk *w, ff_move drawn) {
    (void)drawn;
    learned_traits traits = learned_grown;
    traits.net = w->net;
    traits.pieces = 10; /* large armies are left to another */
    ff_view view;
    view_of(&w->world, (ff_seat)w->world.truth.turn, &view);
    uint64_t seed = ff_rng_next(&w->rng);
    ff_move move = move_of(&traits, seed, &view);
    assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
    assert_int_equal(move, move_of(&traits, seed, &view));
}

static void test_its_moves_are_legal_and_the_same_for_the_same_seed(void **state) {
    (void)state;
    net *n = net_by_lot(11);
    walk_all(6, n, look_at_move);
    free(n);
}

static void test_it_plays_where_memory_mode_hides_what_was_shown(void **state) {
    (void)state;
    net *n = net_by_lot(12);
    const learned_traits traits = {.net = n, .pieces = 50, .moves = 4, .worlds = 8};
    world w;
    ff_rng rng;
    ff_rng_seed(&rng, 5);
    world_begin_random(&w, ff_edition_find(ff_span_of("duel")), &rng);
    for (int ply = 0; ply < 60 && !w.over; ply++) {
        ff_view view;
        ff_game_view(w.game, (ff_seat)w.truth.turn, true, &view);
        ff_move move = move_of(&traits, 1, &view);
        assert_int_equal(world_play(&w, move, NULL), FF_LEGAL);
    }
    world_end(&w);
    free(n);
}

/* The flag stands beside a scout and is all that has not moved: nothing is worth more. */
static void test_it_takes_a_flag_that_it_knows_of(void **state) {
    (void)state;
    net *n = net_by_lot(13);
    const learned_traits traits = {.net = n, .pieces = 50, .moves = 6, .worlds = 8};
    const ff_edition *edition = ff_edition_find(ff_span_of("duel"));
    ff_position p;
    ff_position_clear(&p);
    ff_position_put(&p, FF_SQUARE(4, 8), FF_RED, FF_SCOUT);
    ff_position_put(&p, FF_SQUARE(0, 0), FF_RED, FF_FLAG);
    ff_position_put(&p, FF_SQUARE(4, 9), FF_BLUE, FF_FLAG);
    ff_position_put(&p, FF_SQUARE(9, 5), FF_BLUE, FF_MARSHAL);
    bool known[FF_SQUARES] = {[FF_SQUARE(9, 5)] = true, [FF_SQUARE(4, 9)] = true};
    ff_game *game = ff_game_from(edition, NULL, &p, known);
    assert_non_null(game);
    ff_view view;
    ff_game_view(game, FF_RED, false, &view);
    assert_int_equal(move_of(&traits, 1, &view), FF_MOVE(FF_SQUARE(4, 8), FF_SQUARE(4, 9)));
    ff_game_free(game);
    free(n);
}

/* A library that is built without networks has none for any army. */
static void test_the_networks_that_are_built_in_can_be_read(void **state) {
    (void)state;
    net *n = net_by_lot(14);
    bool small = net_builtin(8, n), large = net_builtin(FF_ZONE_MAX, n);
    assert_true(small || !large);
    assert_false(net_builtin(0, n));
    free(n);
}

/* Which network is asked is decided by the army: one from a file is not asked of larger ones. */
static void test_a_network_is_asked_of_no_larger_armies_than_it_is_for(void **state) {
    (void)state;
    net *n = net_by_lot(15);
    net_choice choice;
    assert_true(net_choice_init(&choice, n, 10));
    assert_ptr_equal(net_choice_for(&choice, ff_edition_find(ff_span_of("barrage"))), n);
    assert_null(net_choice_for(&choice, ff_edition_find(ff_span_of("tournament"))));
    net_choice_free(&choice);
    free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_move_that_is_foreseen_is_what_the_seat_then_knows),
        cmocka_unit_test(test_what_is_foreseen_does_not_depend_on_what_was_foreseen_before),
        cmocka_unit_test(test_a_move_is_worth_what_it_is_on_average_over_worlds),
        cmocka_unit_test(test_threads_foresee_what_one_foresees),
        cmocka_unit_test(test_a_mirror_in_a_mirror_shows_the_same),
        cmocka_unit_test(test_a_list_in_a_mirror_is_that_of_the_mirrored_state),
        cmocka_unit_test(test_a_list_that_no_state_has_stays_among_the_inputs),
        cmocka_unit_test(test_both_chairs_see_the_same_formations_alike),
        cmocka_unit_test(test_sums_go_with_moves_and_come_back),
        cmocka_unit_test(test_every_processor_finds_the_same_value),
        cmocka_unit_test(test_the_value_is_the_same_on_every_machine),
        cmocka_unit_test(test_the_largest_weights_overflow_nowhere),
        cmocka_unit_test(test_a_network_is_read_as_it_was_written),
        cmocka_unit_test(test_a_damaged_network_is_refused),
        cmocka_unit_test(test_weights_that_would_overflow_are_refused),
        cmocka_unit_test(test_its_moves_are_legal_and_the_same_for_the_same_seed),
        cmocka_unit_test(test_it_plays_where_memory_mode_hides_what_was_shown),
        cmocka_unit_test(test_it_takes_a_flag_that_it_knows_of),
        cmocka_unit_test(test_the_networks_that_are_built_in_can_be_read),
        cmocka_unit_test(test_a_network_is_asked_of_no_larger_armies_than_it_is_for),
    };
    cmocka_set_test_filter(getenv("FLAGFALL_TESTS_NAMED")); /* all, where it is not set */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
