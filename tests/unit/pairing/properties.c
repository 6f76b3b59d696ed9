/* What holds of all pairings, in tournaments that are drawn by lot, and against all that there
 * are where there are few. */
#include "flagfall/base.h"
#include "pairing/arena_pairing.h"
#include "pairing/matching.h"
#include "pairing/swiss.h"
#include "pairing/swiss_colours.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static unsigned below(ff_rng *rng, unsigned bound) {
    return ff_rng_below(rng, bound);
}

/* ---- matchings ---- */

enum { SMALL = 9 };

typedef struct graph {
    unsigned n;
    bool edge[SMALL][SMALL];
    matching_weight weight[SMALL][SMALL];
} graph;

/* The heaviest of all matchings of the vertices from `at` on that are not taken. */
static matching_weight heaviest(const graph *g, unsigned at, unsigned taken) {
    while (at < g->n && (taken >> at & 1))
        at++;
    if (at >= g->n)
        return (matching_weight){{0}};
    matching_weight best = heaviest(g, at + 1, taken);
    for (unsigned b = at + 1; b < g->n; b++) {
        if ((taken >> b & 1) || !g->edge[at][b])
            continue;
        matching_weight other = heaviest(g, at + 1, taken | 1u << at | 1u << b);
        other = matching_add(other, g->weight[at][b]);
        if (matching_compare(&other, &best) > 0)
            best = other;
    }
    return best;
}

static void draw_graph(graph *g, matching *m, ff_rng *rng) {
    unsigned dense = 1 + below(rng, 4), values = 1 + below(rng, 6);
    memset(g, 0, sizeof *g);
    g->n = 2 + below(rng, SMALL - 1);
    matching_clear(m, g->n);
    for (unsigned a = 0; a < g->n; a++)
        for (unsigned b = a + 1; b < g->n; b++) {
            if (below(rng, 4) >= dense)
                continue;
            g->edge[a][b] = true;
            g->weight[a][b] = (matching_weight){
                {1 + below(rng, values), (int64_t)below(rng, 7) - 3, (int64_t)below(rng, 50) - 25}};
            matching_set_edge(m, a, b, g->weight[a][b]);
        }
}

static void a_matching_is_as_heavy_as_the_heaviest_of_all(void **state) {
    matching *m = matching_new(SMALL);
    ff_rng rng;
    (void)state;
    ff_rng_seed(&rng, 1);
    for (int i = 0; i < 4000; i++) {
        graph g;
        int mate[SMALL];
        matching_weight sum = {{0}};
        draw_graph(&g, m, &rng);
        matching_solve(m, mate);
        for (unsigned a = 0; a < g.n; a++) {
            if (mate[a] < 0)
                continue;
            assert_int_equal(mate[mate[a]], a);
            if (mate[a] < (int)a)
                continue;
            assert_true(g.edge[a][mate[a]]);
            sum = matching_add(sum, g.weight[a][mate[a]]);
        }
        matching_weight best = heaviest(&g, 0, 0);
        assert_int_equal(matching_compare(&sum, &best), 0);
    }
    matching_free(m);
}

/* ---- Swiss ---- */

static bool may_have_bye(const crosstable *table, unsigned player) {
    for (unsigned round = 0; round < table->rounds; round++) {
        unsigned kind = crosstable_at(table, player, round)->kind;
        if (kind == ROUND_BYE || kind == ROUND_FORFEIT_WIN)
            return false;
    }
    return true;
}

static bool is_top(const swiss_round *round, unsigned player) {
    return round->table->rounds + 1 == round->rounds &&
           crosstable_score(round->table, player, round->table->rounds) > round->table->rounds;
}

static bool may_meet(const swiss_round *round, unsigned a, unsigned b) {
    swiss_colours of_a = swiss_colours_of(round->table, a);
    swiss_colours of_b = swiss_colours_of(round->table, b);
    return !crosstable_have_met(round->table, a, b) &&
           (!swiss_colours_clash(&of_a, &of_b) || is_top(round, a) || is_top(round, b));
}

/* Is there any pairing at all of those that are left? */
static bool is_possible(const swiss_round *round, unsigned at, uint64_t done, bool bye) {
    while (at < round->table->players && (!round->plays[at] || (done >> at & 1)))
        at++;
    if (at == round->table->players)
        return true;
    if (bye && may_have_bye(round->table, at) && is_possible(round, at + 1, done, false))
        return true;
    for (unsigned b = at + 1; b < round->table->players; b++)
        if (round->plays[b] && !(done >> b & 1) && may_meet(round, at, b) &&
            is_possible(round, at + 1, done | (uint64_t)1 << at | (uint64_t)1 << b, bye))
            return true;
    return false;
}

static void check_pairs(const swiss_round *round, const fixture_pair *pairs, unsigned count) {
    bool paired[CROSSTABLE_PLAYERS_MAX] = {false};
    unsigned byes = 0, all = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned a = pairs[i].white, b = pairs[i].black;
        assert_true(round->plays[a] && !paired[a]);
        paired[a] = true;
        if (b == CROSSTABLE_NOBODY) {
            byes++;
            assert_true(may_have_bye(round->table, a));
            continue;
        }
        assert_true(round->plays[b] && !paired[b]);
        paired[b] = true;
        assert_true(may_meet(round, a, b));
    }
    for (unsigned i = 0; i < round->table->players; i++) {
        assert_true(paired[i] == round->plays[i]);
        all += round->plays[i];
    }
    assert_int_equal(byes, all % 2);
}

static void play_round(crosstable *table, const fixture_pair *pairs, unsigned count, ff_rng *rng) {
    unsigned round = table->rounds++;
    for (unsigned i = 0; i < count; i++) {
        unsigned points = below(rng, 5);
        points = points < 2 ? 0 : points < 4 ? 2 : 1;
        if (pairs[i].black == CROSSTABLE_NOBODY)
            crosstable_set_bye(table, round, pairs[i].white);
        else
            crosstable_set_game(table, round, pairs[i].white, pairs[i].black, points, 2 - points,
                                points != 1 && below(rng, 12) == 0);
    }
}

static void play_tournament(unsigned players, unsigned rounds, ff_rng *rng) {
    crosstable table;
    bool plays[CROSSTABLE_PLAYERS_MAX];
    fixture_pair pairs[CROSSTABLE_PLAYERS_MAX];
    assert_true(crosstable_open(&table, players, rounds));
    for (unsigned round = 0; round < rounds; round++) {
        unsigned count;
        for (unsigned i = 0; i < players; i++)
            plays[i] = below(rng, 10) > 0;
        const swiss_round next = {&table, plays, rounds, true};
        if (swiss_pair(&next, pairs, &count) == SWISS_IMPOSSIBLE) {
            if (players <= 12)
                assert_false(is_possible(&next, 0, 0, true));
            break;
        }
        check_pairs(&next, pairs, count);
        play_round(&table, pairs, count, rng);
    }
    crosstable_free(&table);
}

static void a_swiss_round_holds_to_the_absolute_criteria(void **state) {
    ff_rng rng;
    (void)state;
    ff_rng_seed(&rng, 2);
    for (int i = 0; i < 150; i++) {
        unsigned players = 2 + below(&rng, 11);
        play_tournament(players, 1 + below(&rng, players), &rng);
    }
    for (int i = 0; i < 4; i++)
        play_tournament(20 + below(&rng, 20), 7, &rng);
}

/* ---- arenas ---- */

static void arena_pairs_never_meet_again_at_once(void **state) {
    ff_rng rng;
    (void)state;
    ff_rng_seed(&rng, 3);
    for (int i = 0; i < 500; i++) {
        arena_player idle[30];
        fixture_pair pairs[15];
        bool paired[30] = {false};
        unsigned count = below(&rng, 31), alone = 0;
        for (unsigned j = 0; j < count; j++)
            idle[j] = (arena_player){.id = j,
                                     .points = below(&rng, 6),
                                     .rating = 1500,
                                     .last = below(&rng, 2) ? j : j ^ 1,
                                     .colours = (int)below(&rng, 3) - 1};
        unsigned found = arena_pair(idle, count, false, pairs);
        for (unsigned j = 0; j < found; j++) {
            unsigned a = pairs[j].white, b = pairs[j].black;
            assert_true(a < count && b < count && a != b && !paired[a] && !paired[b]);
            assert_true(idle[a].last != idle[b].id && idle[b].last != idle[a].id);
            assert_true(idle[a].colours <= idle[b].colours);
            paired[a] = paired[b] = true;
        }
        for (unsigned j = 0; j < count; j++)
            alone += !paired[j];
        assert_true(alone <= 1 + 2 * (count < 4));
    }
}

static void the_last_two_of_an_arena_meet_again(void **state) {
    arena_player idle[] = {{.id = 7, .last = 9, .had_white = true}, {.id = 9, .last = 7}};
    fixture_pair pairs[1];
    (void)state;
    assert_int_equal(arena_pair(idle, 2, false, pairs), 0);
    assert_int_equal(arena_pair(idle, 2, true, pairs), 1);
    assert_int_equal(idle[pairs[0].white].id, 9);
}

static void a_third_win_in_a_row_counts_double(void **state) {
    static const unsigned results[] = {2, 2, 2, 1, 2, 2, 0, 2};
    static const unsigned worth[] = {2, 2, 4, 2, 2, 2, 0, 2};
    unsigned streak = 0;
    (void)state;
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        assert_int_equal(arena_points(results[i], &streak), worth[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matching_is_as_heavy_as_the_heaviest_of_all),
        cmocka_unit_test(a_swiss_round_holds_to_the_absolute_criteria),
        cmocka_unit_test(arena_pairs_never_meet_again_at_once),
        cmocka_unit_test(the_last_two_of_an_arena_meet_again),
        cmocka_unit_test(a_third_win_in_a_row_counts_double),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
