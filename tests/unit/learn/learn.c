/* Learning: the same games and samples make the same network, on one thread or several, at
 * once or with a stop between; what is taught is learned; curves are drawn of what was
 * reported. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flagfall.h"
#include "learn/evaluation_match.h"
#include "learn/optimizer.h"
#include "learn/progress.h"
#include "learn/state.h"

static training_plan plan_of(const char *edition, unsigned threads) {
    training_plan plan = {.editions = 1,
                          .past = 30,
                          .snapshot = TRAINING_GAMES,
                          .rate = 0.1,
                          .rate_half = 1000,
                          .passes = 1,
                          .noise = 0.05,
                          .noise_last = 0.01,
                          .noise_half = 1000,
                          .lambda = 0.8,
                          .discount = 0.99,
                          .nodes = 100,
                          .threads = threads};
    plan.edition[0] = (training_edition){*ff_edition_find(ff_span_of(edition)), 1, 0};
    plan.edition[0].edition.ply_limit = 60; /* games end soon */
    plan.opponent[0] = (training_opponent){ff_computer_find(ff_span_of("picket")), 10};
    plan.opponents = 1;
    return plan;
}

static void learn(training *s, const training_plan *plan, unsigned rounds) {
    for (unsigned i = 0; i < rounds; i++) {
        training_report report;
        assert_true(training_round(s, plan, &report));
        assert_int_equal(report.games, TRAINING_GAMES);
    }
}

/* All that it has come to, as bytes. */
static ff_buffer bytes_of(const training *s) {
    ff_buffer out = {0};
    state_write(s, ff_span_of("progress"), &out);
    assert_false(out.failed);
    return out;
}

static void assert_same_state(const training *a, const training *b) {
    ff_buffer one = bytes_of(a), other = bytes_of(b);
    assert_int_equal(one.size, other.size);
    assert_memory_equal(one.data, other.data, one.size);
    ff_buffer_free(&one);
    ff_buffer_free(&other);
}

static training *training_of(uint64_t seed) {
    training *s = training_new(seed);
    assert_non_null(s);
    return s;
}

static void test_threads_do_not_change_what_is_learned(void **state) {
    (void)state;
    training *one = training_of(5), *three = training_of(5);
    training_plan alone = plan_of("quick-arena", 1), together = plan_of("quick-arena", 3);
    learn(one, &alone, 2);
    learn(three, &together, 2);
    assert_same_state(one, three);
    training_free(one);
    training_free(three);
}

/* The search player asks the network that is being learned, and what it plays is learned from. */
static void test_games_of_the_search_player_are_learned_from_alike(void **state) {
    (void)state;
    training *one = training_of(5), *three = training_of(5), *without = training_of(5);
    training_plan alone = plan_of("duel", 1), together = plan_of("duel", 3), plain = alone;
    alone.searched = together.searched = 8;
    alone.nodes = together.nodes = 5;
    learn(one, &alone, 2);
    learn(three, &together, 2);
    learn(without, &plain, 2);
    assert_same_state(one, three);
    assert_true(one->learned > 0);
    assert_true(one->kept.count != without->kept.count);
    training_free(one);
    training_free(three);
    training_free(without);
}

static void test_whoever_goes_on_comes_to_the_same(void **state) {
    (void)state;
    training *whole = training_of(6), *first = training_of(6), *second = training_of(0);
    training_plan plan = plan_of("quick-arena", 1);
    ff_buffer progress = {0};
    learn(whole, &plan, 2);
    learn(first, &plan, 1);
    ff_buffer kept = bytes_of(first);
    ff_error error;
    assert_true(state_read((ff_span){kept.data, kept.size}, second, &progress, &error));
    assert_string_equal(progress.data, "progress");
    learn(second, &plan, 1);
    assert_same_state(whole, second);
    ff_buffer_free(&kept);
    ff_buffer_free(&progress);
    training_free(whole);
    training_free(first);
    training_free(second);
}

static void test_a_damaged_state_is_refused(void **state) {
    (void)state;
    training *s = training_of(1), *other = training_of(2);
    training_plan plan = plan_of("quick-arena", 1);
    learn(s, &plan, 1);
    ff_buffer kept = bytes_of(s), progress = {0};
    ff_error error;
    for (size_t size = 0; size < kept.size; size += size < 64 ? 1 : kept.size / 5)
        assert_false(state_read((ff_span){kept.data, size}, other, &progress, &error));
    kept.data[kept.size / 2] ^= 1;
    assert_false(state_read((ff_span){kept.data, kept.size}, other, &progress, &error));
    assert_non_null(strstr(error.message, "damaged"));
    static const char before[] = "flagfall-learning 1\nand what followed, in another form";
    assert_false(state_read((ff_span){before, sizeof before - 1}, other, &progress, &error));
    assert_non_null(strstr(error.message, "'flagfall-learning 2'"));
    ff_buffer_free(&kept);
    ff_buffer_free(&progress);
    training_free(s);
    training_free(other);
}

/* Samples in which one input decides everything. */
static void teach(samples *l, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        const uint16_t inputs[] = {(uint16_t)(i % 2), (uint16_t)(10 + i % 7), 99};
        assert_true(samples_add(l, inputs, 3));
        l->list[l->count - 1].target = i % 2 ? 0.8f : -0.6f;
    }
}

static void test_what_is_taught_is_learned(void **state) {
    (void)state;
    model *m = malloc(sizeof *m);
    assert_non_null(m);
    samples l = {0};
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    model_begin(m, 1);
    teach(&l, 1000);
    double first = model_learn(m, &l, false, 0.003f, &rng), last = first;
    for (int i = 0; i < 60; i++)
        last = model_learn(m, &l, false, 0.003f, &rng);
    assert_true(first > 0.1);
    assert_true(last < 0.002);
    samples_free(&l);
    free(m);
}

/* What a network of the model's weights expects where these inputs are on. */
static int value_of(const model *m, const uint16_t *inputs, size_t count) {
    net *n = malloc(sizeof *n);
    assert_non_null(n);
    model_round(&m->weights, n);
    net_sums sums = {{0}, 0};
    memcpy(sums.unit, n->unit_bias, sizeof sums.unit);
    net_portable.add(n, &sums, inputs, count);
    int value = net_portable.value(n, &sums);
    free(n);
    return value;
}

static void test_what_is_taught_in_a_mirror_holds_on_the_other_side(void **state) {
    (void)state;
    training *s = training_of(3);
    training_plan plan = plan_of("duel", 1);
    training_report report;
    uint16_t list[INPUTS_MAX];
    samples l = {0};
    assert_true(training_round(s, &plan, &report));
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    const sample *one = &s->kept.list[0];
    memcpy(list, s->kept.inputs + one->first, one->count * sizeof *list);
    assert_true(samples_add(&l, list, one->count));
    l.list[0].target = 0.9f;
    for (int i = 0; i < 400; i++)
        model_learn(&s->model, &l, true, 0.0003f, &rng);
    int aside = value_of(&s->model, list, one->count);
    inputs_mirror_list(list, one->count);
    int there = value_of(&s->model, list, one->count);
    assert_in_range(there, NET_WIN * 8 / 10, NET_WIN);
    assert_true(aside < there);
    samples_free(&l);
    training_free(s);
}

/* A step is divided by it, so it has to be right before the first one. */
static void test_how_many_inputs_are_on_is_counted_from_the_first_round_on(void **state) {
    (void)state;
    const char *editions[] = {"duel", "tournament"};
    for (int i = 0; i < 2; i++) {
        training *s = training_of(6);
        training_plan plan = plan_of(editions[i], 1);
        training_report report;
        assert_true(training_round(s, &plan, &report));
        assert_true(fabs(report.inputs - (double)s->kept.size / (double)s->kept.count) < 0.001);
        training_free(s);
    }
}

static void test_each_pass_goes_over_all_samples(void **state) {
    (void)state;
    training *once = training_of(4), *thrice = training_of(4);
    training_plan plan = plan_of("quick-arena", 1), again = plan;
    again.passes = 3;
    learn(once, &plan, 2);
    learn(thrice, &again, 2);
    assert_true(once->learned > 0);
    assert_int_equal(thrice->learned, 3 * once->learned);
    assert_int_equal(thrice->model.steps, 3 * once->model.steps);
    training_free(once);
    training_free(thrice);
}

/* The sum that the last curve (ai/learned/net.h) makes a value of. */
static double sum_before(double value) {
    double low = -3, high = 3;
    for (int i = 0; i < 50; i++) {
        double x = (low + high) / 2;
        if (x * (27 + x * x) / (27 + 9 * x * x) < value)
            low = x;
        else
            high = x;
    }
    return low;
}

/* Gradients are those of the error: a small step along one changes it by as much. */
static void test_slopes_are_those_of_the_error(void **state) {
    (void)state;
    model *m = calloc(1, sizeof *m);
    assert_non_null(m);
    model_begin(m, 3);
    const uint16_t inputs[] = {1, 5, 8};
    for (int i = 0; i < 3; i++)
        for (int unit = 0; unit < NET_UNITS; unit++)
            m->weights.row[inputs[i]][unit] = 0.01f * (float)((unit * 7 + i) % 11 - 5);
    float *weights[] = {&m->weights.row[5][3],      &m->weights.middle[3][2],
                        &m->weights.last[1],        &m->weights.unit_bias[9],
                        &m->weights.middle_bias[4], &m->weights.straight[8]};
    float *gradients[] = {&m->gradient.row[5][3],      &m->gradient.middle[3][2],
                          &m->gradient.last[1],        &m->gradient.unit_bias[9],
                          &m->gradient.middle_bias[4], &m->gradient.straight[8]};
    for (unsigned i = 0; i < sizeof weights / sizeof *weights; i++) {
        memset(&m->gradient, 0, sizeof m->gradient);
        float kept = *weights[i];
        /* The sum before the last curve is what has the error's gradient. */
        double out[2];
        for (int side = 0; side < 2; side++) {
            *weights[i] = kept + (side ? 0.01f : -0.01f);
            double error =
                sqrt(model_portable.backpropagate(&m->weights, inputs, 3, -1, &m->gradient));
            double value = error - 1; /* the target is -1: the error is never negative */
            out[side] = sum_before(value);
        }
        *weights[i] = kept;
        memset(&m->gradient, 0, sizeof m->gradient);
        double error = sqrt(model_portable.backpropagate(&m->weights, inputs, 3, -1, &m->gradient));
        double gradient = (out[1] - out[0]) / 0.02 * error;
        assert_true(fabs(gradient - *gradients[i]) <= 0.02 * fabs(gradient) + 1e-4);
    }
    free(m);
}

/* A unit that is off says nothing, and must not stay so for ever: the units of networks that were
 * off or at their end for all samples were what held learning back. */
static void test_units_that_are_off_learn(void **state) {
    (void)state;
    model *m = calloc(1, sizeof *m);
    assert_non_null(m);
    model_begin(m, 3);
    for (int unit = 0; unit < NET_UNITS; unit++)
        m->weights.unit_bias[unit] = -3;
    for (int unit = 0; unit < NET_MIDDLE; unit++)
        m->weights.middle_bias[unit] = -3;
    const uint16_t input = 5;
    model_portable.backpropagate(&m->weights, &input, 1, -1, &m->gradient);
    for (int unit = 0; unit < NET_UNITS; unit++)
        assert_true(m->gradient.row[input][unit] != 0);
    free(m);
}

/* Numbers that hold for a whole game are on all at once in every sample. Together they must not
 * move a unit faster than a piece does. */
static void test_what_holds_for_a_whole_game_is_learned_slowly(void **state) {
    (void)state;
    model *m = malloc(sizeof *m);
    assert_non_null(m);
    model_begin(m, 1);
    samples l = {0};
    const uint16_t inputs[] = {7, INPUTS_RULES};
    assert_true(samples_add(&l, inputs, 2));
    l.list[0].target = 0.5f;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    model_learn(m, &l, false, 0.01f, &rng);
    assert_true(fabsf(m->weights.straight[7]) > 4 * fabsf(m->weights.straight[INPUTS_RULES]));
    assert_true(m->weights.straight[INPUTS_RULES] > 0);
    samples_free(&l);
    free(m);
}

/* The weights of the moment jump with each step: what they are does not change what is played. */
static void test_the_mean_of_the_weights_plays(void **state) {
    (void)state;
    training *one = training_of(5), *other = training_of(5);
    training_plan plan = plan_of("quick-arena", 1);
    learn(one, &plan, 1);
    learn(other, &plan, 1);
    other->model.weights.straight[0] += 1;
    for (int i = 0; i < NET_MIDDLE; i++)
        other->model.weights.last[i] = -other->model.weights.last[i];
    learn(one, &plan, 1);
    learn(other, &plan, 1);
    assert_int_equal(one->kept.size, other->kept.size);
    assert_memory_equal(one->kept.inputs, other->kept.inputs,
                        one->kept.size * sizeof *one->kept.inputs);
    training_free(one);
    training_free(other);
}

static void test_integers_say_what_the_weights_say(void **state) {
    (void)state;
    model *m = malloc(sizeof *m), *again = malloc(sizeof *again);
    net *n = calloc(1, sizeof *n), *other = calloc(1, sizeof *other); /* padding is compared too */
    assert_true(m && again && n && other);
    samples l = {0};
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    model_begin(m, 1);
    teach(&l, 1000);
    for (int i = 0; i < 20; i++)
        model_learn(m, &l, false, 0.003f, &rng);
    model_round(&m->weights, n);
    net_sums sums = {{0}, 0};
    memcpy(sums.unit, n->unit_bias, sizeof sums.unit);
    net_portable.add(n, &sums, l.inputs, 3);
    float error = model_portable.backpropagate(&m->weights, l.inputs, 3, -1, &m->gradient);
    double value = net_portable.value(n, &sums) / (double)NET_WIN;
    assert_true(fabs(value - (sqrt(error) - 1)) < 0.01);
    model_from_net(again, n, 0);
    model_round(&again->weights, other);
    assert_memory_equal(n, other, sizeof *n);
    samples_free(&l);
    free(m);
    free(again);
    free(n);
    free(other);
}

static void test_several_networks_begin_as_their_mean(void **state) {
    (void)state;
    model *m = malloc(sizeof *m);
    net *n = calloc(1, sizeof *n);
    assert_true(m && n);
    static const int16_t weights[] = {300, -600, 1200};
    for (unsigned before = 0; before < 3; before++) {
        n->row[7][5] = weights[before];
        n->straight[9] = (int16_t)-weights[before];
        n->last_bias = NET_ONE * (int)before;
        model_from_net(m, n, before);
    }
    for (int kind = 0; kind < 2; kind++) {
        model_round(kind ? &m->mean : &m->weights, n);
        assert_int_equal(n->row[7][5], 300);
        assert_int_equal(n->straight[9], -300);
        assert_int_equal(n->last_bias, NET_ONE);
    }
    model_from_net(m, n, 0); /* begins anew */
    model_round(&m->weights, n);
    assert_int_equal(n->row[7][5], 300);
    free(m);
    free(n);
}

/* An input that was met once or twice says nothing yet. */
static void test_what_was_hardly_learned_is_left_out(void **state) {
    (void)state;
    net *n = calloc(1, sizeof *n);
    assert_non_null(n);
    n->row[5][3] = -NET_ONE / 20;
    n->row[6][3] = -NET_ONE / 8;
    n->row[7][3] = NET_ONE / 20;
    n->straight[7] = NET_ONE / 8;
    model_prune(n);
    assert_int_equal(n->row[5][3], 0);
    assert_int_equal(n->row[6][3], -NET_ONE / 8);
    assert_int_equal(n->row[7][3], NET_ONE / 20);
    assert_int_equal(n->straight[7], NET_ONE / 8);
    free(n);
}

static void test_curves_show_what_was_reported(void **state) {
    (void)state;
    ff_buffer svg = {0};
    progress_draw(ff_span_of("games=100 loss=0.5 length=80 draws=0.1 picket@duel=0.25\n"
                             "nonsense =5 x= games=200 loss=0.25 <b>@duel=1 length=-3\n"),
                  &svg);
    assert_false(svg.failed);
    assert_non_null(strstr(svg.data, "picket@duel"));
    assert_non_null(strstr(svg.data, "?b?@duel"));
    assert_null(strstr(svg.data, "<b>"));
    assert_non_null(strstr(svg.data, "200 games"));
    assert_non_null(strstr(svg.data, "</svg>"));
    ff_buffer_clear(&svg);
    progress_draw(ff_span_of("games=100 loss=0.5\r\ngames=300 loss=0.25"), &svg);
    assert_non_null(strstr(svg.data, "300 games"));
    ff_buffer_clear(&svg);
    progress_draw(ff_span_of(""), &svg);
    assert_non_null(strstr(svg.data, "</svg>"));
    ff_buffer_free(&svg);
}

static bool goes_on(void) {
    return true;
}

static bool ends(void) {
    return false;
}

/* Who interrupts learning need not wait for a match of some million games. */
static void test_an_evaluation_ends_when_it_is_told_to(void **state) {
    (void)state;
    net *n = calloc(1, sizeof *n);
    tally t = {0};
    evaluation_match match = {.edition = ff_edition_find(ff_span_of("quick-arena")),
                              .against = ff_computer_find(ff_span_of("random")),
                              .games = 4,
                              .threads = 2,
                              .seed = 1,
                              .goes_on = goes_on};
    assert_non_null(n);
    assert_true(evaluation_match_play(&match, n, &t));
    assert_int_equal(tally_games(&t), 4);
    match.games = 1000000;
    match.goes_on = ends;
    assert_false(evaluation_match_play(&match, n, &t));
    free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads_do_not_change_what_is_learned),
        cmocka_unit_test(test_games_of_the_search_player_are_learned_from_alike),
        cmocka_unit_test(test_whoever_goes_on_comes_to_the_same),
        cmocka_unit_test(test_a_damaged_state_is_refused),
        cmocka_unit_test(test_what_is_taught_is_learned),
        cmocka_unit_test(test_what_is_taught_in_a_mirror_holds_on_the_other_side),
        cmocka_unit_test(test_how_many_inputs_are_on_is_counted_from_the_first_round_on),
        cmocka_unit_test(test_each_pass_goes_over_all_samples),
        cmocka_unit_test(test_slopes_are_those_of_the_error),
        cmocka_unit_test(test_units_that_are_off_learn),
        cmocka_unit_test(test_what_holds_for_a_whole_game_is_learned_slowly),
        cmocka_unit_test(test_the_mean_of_the_weights_plays),
        cmocka_unit_test(test_integers_say_what_the_weights_say),
        cmocka_unit_test(test_several_networks_begin_as_their_mean),
        cmocka_unit_test(test_what_was_hardly_learned_is_left_out),
        cmocka_unit_test(test_curves_show_what_was_reported),
        cmocka_unit_test(test_an_evaluation_ends_when_it_is_told_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
