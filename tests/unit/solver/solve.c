/* Small games are solved exactly. What must hold: the tree has every game that the rules
 * allow and no other, and its information sets are what a seat knows; values and best
 * replies are those of a slow enumeration of single games; the equilibrium cannot be
 * exploited; worlds are drawn as the tree has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flagfall.h"
#include "solver/cfr.h"
#include "solver/player_strategy.h"

enum { NODES = 1000000 };

static ff_edition read_edition(const char *text) {
    ff_edition edition;
    ff_error error = {0};
    if (!ff_edition_read(ff_span_of(text), &edition, &error))
        fail_msg("line %zu: %s", error.line, error.message);
    return edition;
}

/* Marshal, miner and flag, face to face; and one whose pieces may stand on other squares. */
static ff_edition line_of_three(void) {
    return read_edition("id = three\nfiles = 3\nrows = 3\nzone-rows = 1\ntwo-squares = 2\n"
                        "marshal = 1\nminer = 1\nflag = 1\n");
}

static ff_edition with_a_gap(void) {
    return read_edition("id = gap\nfiles = 3\nrows = 4\nzone-rows = 1\nreveal-runs = yes\n"
                        "scout = 1\nflag = 1\n");
}

/* An army that may be born unable to move: the bomb, or the lake, before the spy. */
static ff_edition shut_in(void) {
    return read_edition("id = shut\nfiles = 2\nrows = 5\nzone-rows = 2\nlakes = a3\n"
                        "spy = 1\nbomb = 1\nflag = 1\n");
}

static tree grow(const ff_edition *edition, unsigned plies) {
    tree t;
    assert_int_equal(tree_grow(&t, edition, plies, NODES), TREE_OK);
    return t;
}

static int payoff_of(uint8_t result) {
    return (result == FF_RED_WINS) - (result == FF_BLUE_WINS);
}

/* --- the tree -------------------------------------------------------------------------- */

/* Every pair of set-ups at every node, against the rules played one ply after the other. */
static uint64_t count_sequences(const tree *t, unsigned depth) {
    ff_history history = {0};
    uint64_t count = 0;
    assert_true(ff_history_reserve(&history, TREE_PLIES_MAX));
    for (uint32_t red = 0; red < t->army_count; red++)
        for (uint32_t blue = 0; blue < t->army_count; blue++) {
            ff_position first;
            ff_position_setup(&t->rules, &first, &t->armies[red], &t->armies[blue]);
            count += ff_perft(&t->rules, &first, &history, depth);
        }
    ff_history_free(&history);
    return count;
}

static void the_tree_has_every_game_once(void **state) {
    (void)state;
    ff_edition editions[] = {line_of_three(), with_a_gap(), shut_in()};
    for (int i = 0; i < 3; i++) {
        tree t = grow(&editions[i], 5);
        uint64_t pairs[6] = {0};
        for (uint32_t n = 1; n < t.node_count; n++)
            pairs[t.nodes[n].depth] += (uint64_t)t.nodes[n].count[0] * t.nodes[n].count[1];
        assert_int_equal(t.deepest, 5);
        assert_int_equal(pairs[0], (uint64_t)t.army_count * t.army_count);
        for (unsigned depth = 1; depth <= 5; depth++)
            assert_int_equal(pairs[depth], count_sequences(&t, depth));
        tree_free(&t);
    }
}

static ff_game *game_of(const tree *t, uint32_t node, uint32_t red, uint32_t blue) {
    ff_options options = {.size = sizeof(ff_options), .ply_limit = t->rules.ply_limit};
    ff_game *game = ff_game_new(&t->rules.edition, &options);
    ff_move path[TREE_PLIES_MAX];
    unsigned plies = tree_path(t, node, path);
    assert_true(ff_game_set_up(game, FF_RED, &t->armies[tree_army(t, node, FF_RED, red)], NULL));
    assert_true(ff_game_set_up(game, FF_BLUE, &t->armies[tree_army(t, node, FF_BLUE, blue)], NULL));
    for (unsigned i = 0; i < plies; i++)
        assert_int_equal(ff_game_move(game, (ff_seat)(i % 2), FF_FROM(path[i]), FF_TO(path[i])),
                         FF_LEGAL);
    return game;
}

static void assert_the_slots_are_the_moves(const tree *t, const tree_node *node, uint32_t k,
                                           const ff_view *view) {
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(view, moves), legal = 0;
    for (unsigned row = 0; row < node->moves; row++) {
        bool is_legal = false;
        for (size_t i = 0; i < count; i++)
            is_legal = is_legal || moves[i] == tree_move(t, node, row);
        size_t slot = node->first_slot + (size_t)row * node->count[node->turn] + k;
        assert_int_equal(t->legal[slot], is_legal);
        legal += is_legal;
    }
    assert_int_equal(legal, count);
}

/* What the seat on turn knows, with its k-th set-up against each of the other's. */
static void write_known(const tree *t, uint32_t n, uint32_t k, uint32_t other, ff_buffer *out) {
    const tree_node *node = &t->nodes[n];
    bool red = node->turn == FF_RED;
    ff_game *game = game_of(t, n, red ? k : other, red ? other : k);
    ff_view view;
    ff_game_view(game, (ff_seat)node->turn, false, &view);
    assert_int_equal(view.turn, node->turn);
    ff_buffer_clear(out);
    ff_view_information_write(&view, out);
    if (other == 0)
        assert_the_slots_are_the_moves(t, node, k, &view);
    ff_game_free(game);
}

static int compare_texts(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void a_node_and_a_set_up_are_an_information_set(void **state) {
    (void)state;
    ff_edition editions[] = {line_of_three(), with_a_gap(), shut_in()};
    for (int i = 0; i < 3; i++) {
        tree t = grow(&editions[i], 3);
        char **known = calloc(t.information_sets, sizeof *known);
        size_t count = 0;
        for (uint32_t n = 1; n < t.node_count; n++) {
            const tree_node *node = &t.nodes[n];
            ff_seat other = node->turn == FF_RED ? FF_BLUE : FF_RED;
            for (uint32_t k = 0; node->turn != FF_NOBODY && k < node->count[node->turn]; k++) {
                ff_buffer first = {0}, again = {0};
                write_known(&t, n, k, 0, &first);
                for (uint32_t j = 1; j < node->count[other]; j += 3) {
                    write_known(&t, n, k, j, &again);
                    assert_string_equal(first.data, again.data);
                }
                known[count++] = first.data; /* kept */
                ff_buffer_free(&again);
            }
        }
        assert_int_equal(count, t.information_sets);
        qsort(known, count, sizeof *known, compare_texts);
        for (size_t k = 0; k < count; k++) {
            assert_true(k + 1 == count || strcmp(known[k], known[k + 1]) != 0);
            free(known[k]);
        }
        free(known);
        tree_free(&t);
    }
}

static void games_that_are_too_large_are_refused(void **state) {
    (void)state;
    ff_edition edition = line_of_three();
    tree t;
    assert_int_equal(tree_grow(&t, &edition, 8, 1000), TREE_TOO_MANY_NODES);
    tree_free(&t);
    assert_int_equal(tree_grow(&t, ff_edition_default(), 4, NODES), TREE_TOO_MANY_SETUPS);
    tree_free(&t);
    /* Two spies that can do nothing but go to and fro in a corridor of three squares. */
    ff_edition corridor = read_edition("id = long\nfiles = 2\nrows = 3\nzone-rows = 1\n"
                                       "spy = 1\nflag = 1\nlakes = a2\n");
    tree_status status = tree_grow(&t, &corridor, 0, 100000000);
    assert_true(status == TREE_TOO_LONG || status == TREE_OK);
    tree_free(&t);
}

/* --- worth, by single games ------------------------------------------------------------- */

/* What a position is worth to Red where both draw their moves. */
static double drawn_value(const tree *t, const ff_position *position, ff_history *history) {
    ff_move moves[FF_MOVES_MAX];
    if (position->result != FF_ONGOING)
        return payoff_of(position->result);
    size_t count = ff_moves(&t->rules, position, history, moves);
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        ff_position after = *position;
        ff_position_play(&t->rules, &after, history, moves[i]);
        sum += drawn_value(t, &after, history);
        history->size--;
    }
    return sum / (double)count;
}

static void the_value_is_the_mean_of_single_games(void **state) {
    (void)state;
    ff_edition editions[] = {line_of_three(), with_a_gap(), shut_in()};
    for (int i = 0; i < 3; i++) {
        tree t = grow(&editions[i], 6);
        ff_history history = {0};
        double sum = 0;
        strategy s;
        assert_true(ff_history_reserve(&history, TREE_PLIES_MAX));
        for (uint32_t red = 0; red < t.army_count; red++)
            for (uint32_t blue = 0; blue < t.army_count; blue++) {
                ff_position first;
                ff_position_setup(&t.rules, &first, &t.armies[red], &t.armies[blue]);
                sum += drawn_value(&t, &first, &history);
            }
        assert_true(strategy_init(&s, &t));
        sum /= (double)t.army_count * t.army_count;
        assert_float_equal(strategy_value(&s, &t), sum, 1e-5);
        strategy_free(&s);
        ff_history_free(&history);
        tree_free(&t);
    }
}

/* A game that may be going on, as likely as `weight`, and what our seat has seen of it. */
typedef struct possible {
    ff_position position;
    ff_move moves[8];
    uint32_t plies;
    double weight;
    char seen[96];
} possible;

enum { REPLIES_MAX = 16 }; /* moves of a small board */

static ff_history history_of(possible *p) {
    return (ff_history){p->moves, p->plies, 8};
}

static possible after(const tree *t, const possible *before, ff_move move, double weight) {
    possible p = *before;
    ff_history history = history_of(&p);
    ff_event event = ff_position_play(&t->rules, &p.position, &history, move);
    p.plies = history.size;
    p.weight = weight;
    snprintf(p.seen + strlen(p.seen), sizeof p.seen - strlen(p.seen), "%x:%d%d%d%d,", event.move,
             event.battle, event.attacker, event.defender, p.position.result);
    return p;
}

static int compare_seen(const void *a, const void *b) {
    return strcmp(((const possible *)a)->seen, ((const possible *)b)->seen);
}

static double reply(const tree *t, ff_seat seat, possible *all, size_t count);

/* The sum over what our seat may see next. */
static double reply_to_each(const tree *t, ff_seat seat, possible *all, size_t count) {
    double sum = 0;
    qsort(all, count, sizeof *all, compare_seen);
    for (size_t i = 0, k; i < count; i = k) {
        for (k = i + 1; k < count && strcmp(all[i].seen, all[k].seen) == 0; k++)
            ;
        sum += reply(t, seat, all + i, k - i);
    }
    return sum;
}

/* The best that a seat can do that cannot tell these games apart, against who draws. */
static double reply(const tree *t, ff_seat seat, possible *all, size_t count) {
    double sum = 0, best = -1e9;
    if (all[0].position.result != FF_ONGOING) {
        for (size_t i = 0; i < count; i++)
            sum += all[i].weight * payoff_of(all[i].position.result);
        return seat == FF_RED ? sum : -sum;
    }
    ff_move moves[FF_MOVES_MAX];
    possible *next = malloc(REPLIES_MAX * count * sizeof *next);
    ff_history history = history_of(&all[0]);
    if (all[0].position.turn == seat) {
        size_t n = ff_moves(&t->rules, &all[0].position, &history, moves);
        for (size_t m = 0; m < n; m++) {
            for (size_t i = 0; i < count; i++)
                next[i] = after(t, &all[i], moves[m], all[i].weight);
            double worth = reply_to_each(t, seat, next, count);
            best = worth > best ? worth : best;
        }
        free(next);
        return best;
    }
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        history = history_of(&all[i]);
        size_t n = ff_moves(&t->rules, &all[i].position, &history, moves);
        assert_true(n <= REPLIES_MAX);
        for (size_t m = 0; m < n; m++)
            next[size++] = after(t, &all[i], moves[m], all[i].weight / (double)n);
    }
    sum = reply_to_each(t, seat, next, size);
    free(next);
    return sum;
}

/* With one set-up of ours against each of the other's. */
static double reply_of_army(const tree *t, ff_seat seat, uint32_t army) {
    possible *all = calloc(t->army_count, sizeof *all);
    for (uint32_t k = 0; k < t->army_count; k++) {
        const ff_setup *own = &t->armies[army], *other = &t->armies[k];
        ff_position_setup(&t->rules, &all[k].position, seat == FF_RED ? own : other,
                          seat == FF_RED ? other : own);
        all[k].weight = 1.0 / t->army_count;
        /* Where the other has pieces is seen, and whether it is over. */
        for (unsigned i = 0; i < ff_edition_zone_size(&t->rules.edition); i++)
            all[k].seen[i] = other->rank[i] ? 'x' : '-';
        snprintf(all[k].seen + strlen(all[k].seen), 8, "%d,", all[k].position.result);
    }
    double worth = reply_to_each(t, seat, all, t->army_count);
    free(all);
    return worth;
}

static void best_replies_are_those_of_single_games(void **state) {
    (void)state;
    ff_edition editions[] = {line_of_three(), with_a_gap(), shut_in()};
    for (int i = 0; i < 3; i++) {
        tree t = grow(&editions[i], 4);
        strategy s;
        assert_true(strategy_init(&s, &t));
        for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
            double best = -1, mean = 0;
            for (uint32_t k = 0; k < t.army_count; k++) {
                double worth = reply_of_army(&t, (ff_seat)seat, k);
                best = worth > best ? worth : best;
                mean += worth / t.army_count;
            }
            assert_float_equal(strategy_best_reply(&s, &t, (ff_seat)seat, true), best, 1e-5);
            assert_float_equal(strategy_best_reply(&s, &t, (ff_seat)seat, false), mean, 1e-5);
        }
        strategy_free(&s);
        tree_free(&t);
    }
}

/* --- equilibria --------------------------------------------------------------------------- */

static void equilibria_cannot_be_exploited(void **state) {
    (void)state;
    ff_edition editions[] = {line_of_three(), with_a_gap(), shut_in()};
    for (int i = 0; i < 6; i++) {
        bool chosen = i < 3;
        tree t = grow(&editions[i % 3], 5);
        cfr c;
        strategy s, drawn;
        assert_true(cfr_init(&c, &t, chosen) && strategy_init(&s, &t));
        assert_true(strategy_init(&drawn, &t));
        assert_true(cfr_run(&c, 300));
        cfr_strategy(&c, &s);
        double off = strategy_exploitability(&s, &t, chosen);
        assert_true(off >= -1e-6 && off < 0.002);
        double drawn_off = strategy_exploitability(&drawn, &t, chosen);
        assert_true(drawn_off > (i == 0 ? 0.2 : off - 1e-6));
        double value = strategy_value(&s, &t);
        assert_true(value <= strategy_best_reply(&s, &t, FF_RED, chosen) + 1e-6);
        assert_true(-value <= strategy_best_reply(&s, &t, FF_BLUE, chosen) + 1e-6);
        for (uint32_t k = 0; !chosen && k < t.army_count; k++)
            assert_float_equal(s.setup[FF_RED][k], 1.0 / t.army_count, 1e-9);
        strategy_free(&s);
        strategy_free(&drawn);
        cfr_free(&c);
        tree_free(&t);
    }
}

/* --- players -------------------------------------------------------------------------------- */

static void the_random_player_is_found_to_draw(void **state) {
    (void)state;
    const ff_player_kind kind = {
        .size = sizeof kind, .name = "random", .title = "", .create = ff_random_player_new};
    ff_edition edition = line_of_three();
    tree t = grow(&edition, 3);
    strategy asked, drawn;
    player_question ask = {.kind = &kind, .seeds = 200, .setup_seeds = 200, .chosen = true};
    assert_true(strategy_init(&asked, &t) && strategy_init(&drawn, &t));
    assert_true(player_strategy(&ask, &t, &asked));
    for (uint32_t k = 0; k < t.army_count; k++)
        assert_float_equal(asked.setup[FF_BLUE][k], 1.0 / t.army_count, 0.1);
    for (size_t slot = 0; slot < t.slot_count; slot++)
        assert_float_equal(asked.move[slot], drawn.move[slot], 0.25);
    assert_float_equal(strategy_exploitability(&asked, &t, true),
                       strategy_exploitability(&drawn, &t, true), 0.15);
    strategy_free(&asked);
    strategy_free(&drawn);
    tree_free(&t);
}

static ff_move give_up(ff_player *self, const ff_view *view, unsigned budget_ms) {
    (void)self, (void)view, (void)budget_ms;
    return FF_RESIGN;
}

static ff_player *coward_new(const void *traits, uint64_t seed) {
    ff_player *player = ff_random_player_new(traits, seed);
    player->move = give_up;
    return player;
}

static void who_resigns_has_lost(void **state) {
    (void)state;
    const ff_player_kind kind = {
        .size = sizeof kind, .name = "coward", .title = "", .create = coward_new};
    ff_edition edition = line_of_three();
    tree t = grow(&edition, 4);
    strategy s;
    player_question ask = {.kind = &kind, .seeds = 2, .setup_seeds = 2, .chosen = true};
    assert_true(strategy_init(&s, &t) && player_strategy(&ask, &t, &s));
    assert_float_equal(strategy_value(&s, &t), -1, 1e-6);
    assert_float_equal(strategy_best_reply(&s, &t, FF_RED, true), 1, 1e-6);
    assert_float_equal(strategy_best_reply(&s, &t, FF_BLUE, true), 1, 1e-6);
    strategy_free(&s);
    tree_free(&t);
}

/* --- worlds ----------------------------------------------------------------------------------- */

/* Draws worlds where the seat on turn stands with its k-th set-up, and adds to the chi-square
 * of the tree's set-ups of the other seat against all being as likely. */
static void draw_worlds(const tree *t, uint32_t n, uint32_t k, ff_rng *rng, double *square,
                        double *freedom) {
    enum { EACH = 20 };
    const tree_node *node = &t->nodes[n];
    ff_seat other = node->turn == FF_RED ? FF_BLUE : FF_RED;
    uint32_t count = node->count[other];
    unsigned *drawn = calloc(count, sizeof *drawn);
    ff_position *possible_positions = calloc(count, sizeof *possible_positions);
    ff_game *game = NULL;
    ff_view view;
    for (uint32_t j = 0; j < count; j++) {
        ff_history history = {0};
        ff_move path[TREE_PLIES_MAX];
        uint32_t red = node->turn == FF_RED ? k : j, blue = node->turn == FF_RED ? j : k;
        assert_true(ff_history_reserve(&history, TREE_PLIES_MAX));
        ff_position_setup(&t->rules, &possible_positions[j],
                          &t->armies[tree_army(t, n, FF_RED, red)],
                          &t->armies[tree_army(t, n, FF_BLUE, blue)]);
        unsigned plies = tree_path(t, n, path);
        for (unsigned i = 0; i < plies; i++)
            ff_position_play(&t->rules, &possible_positions[j], &history, path[i]);
        ff_history_free(&history);
    }
    game = node->turn == FF_RED ? game_of(t, n, k, 0) : game_of(t, n, 0, k);
    ff_game_view(game, (ff_seat)node->turn, false, &view);
    for (uint32_t i = 0; i < EACH * count; i++) {
        ff_position world;
        assert_int_equal(ff_world_draw(&view, rng, &world), FF_WORLD_OK);
        /* Set-ups that differ in the dead alone are one world, told apart by the tree. */
        uint32_t j = 0;
        while (j < count && memcmp(&possible_positions[j], &world, sizeof world) != 0)
            j++;
        assert_true(j < count);
        drawn[j]++;
    }
    for (uint32_t j = 0; j < count; j++)
        *square += ((double)drawn[j] - EACH) * ((double)drawn[j] - EACH) / EACH;
    *freedom += count - 1.0;
    ff_game_free(game);
    free(possible_positions);
    free(drawn);
}

static void worlds_are_drawn_as_the_tree_has_them(void **state) {
    (void)state;
    ff_edition editions[] = {line_of_three(), with_a_gap(), shut_in()};
    double square = 0, freedom = 0;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    for (int i = 0; i < 3; i++) {
        tree t = grow(&editions[i], 5);
        for (uint32_t n = 1; n < t.node_count; n++) {
            const tree_node *node = &t.nodes[n];
            if (node->turn == FF_NOBODY || n % (1 + t.node_count / 200) != 0)
                continue;
            uint32_t k = ff_rng_below(&rng, node->count[node->turn]);
            draw_worlds(&t, n, k, &rng, &square, &freedom);
        }
        tree_free(&t);
    }
    double off = square - freedom;
    assert_true(freedom > 60);
    assert_true(off * off < 25 * 2 * freedom); /* five deviations */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_has_every_game_once),
        cmocka_unit_test(a_node_and_a_set_up_are_an_information_set),
        cmocka_unit_test(games_that_are_too_large_are_refused),
        cmocka_unit_test(the_value_is_the_mean_of_single_games),
        cmocka_unit_test(best_replies_are_those_of_single_games),
        cmocka_unit_test(equilibria_cannot_be_exploited),
        cmocka_unit_test(the_random_player_is_found_to_draw),
        cmocka_unit_test(who_resigns_has_lost),
        cmocka_unit_test(worlds_are_drawn_as_the_tree_has_them),
    };
    return cmocka_run_group_tests_name("solve", tests, NULL, NULL);
}
