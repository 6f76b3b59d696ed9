/* Analysis: it knows what the seat could know and no more, its best move is a legal
 * one, costs are costs, and luck is the result less what was to be expected. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "flagfall.h"

enum { PLIES_MAX = 60 };

/* A game between two armies by the moves of a player, as a replay. */
typedef struct tale {
    ff_replay replay;
    ff_history history;
    ff_insight seen[PLIES_MAX];
    unsigned count;
} tale;

static void tale_free(tale *t) {
    ff_history_free(&t->history);
    free(t);
}

static tale *tale_of(const char *text) {
    tale *t = calloc(1, sizeof *t);
    ff_record record = {0};
    ff_record_reader reader;
    ff_error error;
    assert_non_null(t);
    ff_record_reader_init(&reader, ff_span_of(text));
    assert_int_equal(ff_record_read(&reader, &record, &error), FF_READ_GAME);
    assert_true(ff_replay_record(&t->replay, &record, NULL, &t->history));
    assert_int_equal(t->replay.verdict, FF_REPLAY_OK);
    ff_record_free(&record);
    return t;
}

static bool take(void *context, const ff_insight *insight) {
    tale *t = context;
    t->seen[t->count++] = *insight;
    return t->count < PLIES_MAX;
}

static void analyse(tale *t, ff_seat eyes) {
    ff_analysis_options options = {.size = sizeof(ff_analysis_options), .seat = eyes, .seed = 4};
    t->count = 0;
    assert_true(ff_analyse(&t->replay, &t->history, &options, take, t));
}

/* Two games that differ in two of Blue's pieces, which stay where they are. */
static const char game[] = "[Edition \"quick-arena\"]\n"
                           "[RedSetup \"MBAEAAAABAACLAEADAAKAAAD\"]\n"
                           "[BlueSetup \"MBAEAAAABAACLAEADAAKAAAD\"]\n\n"
                           "1. a3-a4 a6-a5 2. a4xa5 h6-h5 3. h3-h4 h5xh4\n";
static const char other[] = "[Edition \"quick-arena\"]\n"
                            "[RedSetup \"MBAEAAAABAACLAEADAAKAAAD\"]\n"
                            "[BlueSetup \"MBACAAAABAAELAEADAAKAAAD\"]\n\n"
                            "1. a3-a4 a6-a5 2. a4xa5 h6-h5 3. h3-h4 h5xh4\n";

static void every_ply_is_told_through_the_movers_eyes(void **state) {
    (void)state;
    tale *t = tale_of(game);
    analyse(t, FF_NOBODY);
    assert_int_equal(t->count, t->history.size);
    for (unsigned k = 0; k < t->count; k++) {
        const ff_insight *i = &t->seen[k];
        assert_int_equal(i->ply, k + 1);
        assert_int_equal(i->mover, k % 2);
        assert_int_equal(i->seat, i->mover);
        assert_int_equal(i->event.move, t->history.moves[k]);
        assert_true(i->rated);
        assert_true(i->cost >= 0);
        if (i->best == i->event.move)
            assert_true(i->cost == 0);
    }
    tale_free(t);
}

static void a_seats_own_choices_alone_are_rated(void **state) {
    (void)state;
    tale *t = tale_of(game);
    analyse(t, FF_BLUE);
    for (unsigned k = 0; k < t->count; k++) {
        assert_int_equal(t->seen[k].seat, FF_BLUE);
        assert_int_equal(t->seen[k].rated, k % 2 == 1);
        assert_int_equal(strlen(t->seen[k].board), 64);
        assert_null(strchr(t->seen[k].board, '?')); /* Blue knows its own pieces */
    }
    tale_free(t);
}

static void beliefs_are_chances(void **state) {
    (void)state;
    tale *t = tale_of(game);
    analyse(t, FF_RED);
    for (unsigned k = 0; k < t->count; k++) {
        unsigned pieces = 0;
        for (int square = 0; square < FF_SQUARES; square++) {
            double sum = 0;
            for (int rank = 0; rank < FF_RANKS; rank++)
                sum += t->seen[k].belief.chance[square][rank];
            assert_true(fabs(sum) < 1e-9 || fabs(sum - 1) < 1e-9);
            pieces += sum > 0.5;
        }
        assert_int_equal(pieces, k < 3 ? 10 : 9);
    }
    tale_free(t);
}

/* Until Blue's two pieces are shown Red's analysis cannot tell the games apart. */
static void what_red_could_not_know_does_not_matter(void **state) {
    (void)state;
    tale *a = tale_of(game), *b = tale_of(other);
    analyse(a, FF_RED);
    analyse(b, FF_RED);
    assert_int_equal(a->count, b->count);
    for (unsigned k = 0; k < a->count; k++) {
        assert_memory_equal(&a->seen[k].belief, &b->seen[k].belief, sizeof(ff_belief));
        assert_string_equal(a->seen[k].board, b->seen[k].board);
        assert_int_equal(a->seen[k].best, b->seen[k].best);
        assert_true(a->seen[k].cost == b->seen[k].cost && a->seen[k].luck == b->seen[k].luck);
        assert_true(a->seen[k].loss == b->seen[k].loss && a->seen[k].mark == b->seen[k].mark);
        assert_true(a->seen[k].given == b->seen[k].given);
    }
    tale_free(a);
    tale_free(b);
}

/* The third ply is Red's scout against Blue's: both fall. */
static void luck_is_the_result_less_what_was_expected(void **state) {
    (void)state;
    tale *t = tale_of(game);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        analyse(t, (ff_seat)seat);
        const ff_insight *i = &t->seen[2];
        assert_int_equal(i->event.battle, FF_BOTH_DIE);
        assert_int_equal(i->event.attacker, FF_SCOUT);
        assert_true(fabs(i->expected + i->luck) < 1e-9); /* a scout for a scout */
        assert_true(i->luck != 0);
        assert_true(t->seen[0].luck == 0 && t->seen[0].expected == 0);
    }
    tale_free(t);
}

static void the_same_record_gives_the_same_analysis(void **state) {
    (void)state;
    tale *a = tale_of(game), *b = tale_of(game);
    analyse(a, FF_NOBODY);
    analyse(b, FF_NOBODY);
    for (unsigned k = 0; k < a->count; k++) {
        ff_buffer x = {0}, y = {0};
        ff_insight_json(&x, &a->seen[k]);
        ff_insight_json(&y, &b->seen[k]);
        assert_string_equal(x.data, y.data);
        ff_buffer_free(&x);
        ff_buffer_free(&y);
    }
    tale_free(a);
    tale_free(b);
}

/* A board by hand: more pieces than the army has, no flag on Blue's side, and no end
 * in sight. */
static void odd_boards_are_analysed_too(void **state) {
    (void)state;
    tale *t = tale_of("[Edition \"quick-arena\"]\n[Board \"MLLLAAAAAAAAAAAAAAAAAAAAAA_AA_AAAA_AA_AA"
                      "AAAAAAAAAAAAAAAAAAAANNXX\"]\n[Turn \"blue\"]\n\n1. g8-g7 b1-b2\n");
    analyse(t, FF_NOBODY);
    assert_int_equal(t->count, 2);
    assert_int_equal(t->seen[0].mover, FF_BLUE);
    tale_free(t);
}

/* Red could take the flag, and lets Blue's scout run at its own. */
static void a_missed_flag_costs_a_game(void **state) {
    (void)state;
    tale *t = tale_of("[Edition \"quick-arena\"]\n[Board \"mAAAAAAAAAAAAAAAAAAAAAAAAA_AA_AAAA_AA_AA"
                      "AAAAAAAApAAAAAAAAAAAAALy\"]\n\n1. g8-f8\n");
    analyse(t, FF_NOBODY);
    const ff_insight *i = &t->seen[0];
    assert_int_equal(i->best, FF_MOVE(FF_SQUARE(6, 7), FF_SQUARE(7, 7)));
    assert_true(i->value == 100);
    assert_true(i->cost > 10 && i->cost <= 200);
    tale_free(t);
}

static void sums_add_up(void **state) {
    (void)state;
    tale *t = tale_of(game);
    ff_insight_sum sum;
    memset(&sum, 0, sizeof sum);
    double cost = 0;
    analyse(t, FF_NOBODY);
    for (unsigned k = 0; k < t->count; k++) {
        ff_insight_add(&sum, &t->seen[k]);
        cost += t->seen[k].cost;
    }
    assert_int_equal(sum.moves[FF_RED] + sum.moves[FF_BLUE], t->count);
    assert_int_equal(sum.battles[FF_RED], 1);
    assert_int_equal(sum.battles[FF_BLUE], 1);
    assert_true(fabs(sum.cost[FF_RED] + sum.cost[FF_BLUE] - cost) < 1e-9);
    tale_free(t);
}

static void a_mark_is_what_the_choice_cost_of_the_expected_score(void **state) {
    (void)state;
    assert_true(ff_expected_score(0) == 0.5);
    assert_true(ff_expected_score(100) == 1 && ff_expected_score(-100) == 0);
    for (double scouts = -99; scouts < 99; scouts += 0.5) {
        double here = ff_expected_score(scouts);
        assert_true(here > 0 && here < 1 && here < ff_expected_score(scouts + 0.5));
        assert_true(fabs(here + ff_expected_score(-scouts) - 1) < 1e-9);
    }
    tale *t = tale_of("[Edition \"quick-arena\"]\n[Board \"mAAAAAAAAAAAAAAAAAAAAAAAAA_AA_AAAA_AA_AA"
                      "AAAAAAAApAAAAAAAAAAAAALy\"]\n\n1. g8-f8\n");
    analyse(t, FF_NOBODY);
    const ff_insight *i = &t->seen[0];
    assert_true(i->score == 1);
    assert_true(i->loss >= ff_mark_margin(FF_BLUNDER));
    assert_int_equal(i->mark, FF_BLUNDER);
    assert_string_equal(ff_mark_word(i->mark), "blunder");
    tale_free(t);
    t = tale_of(game);
    analyse(t, FF_NOBODY);
    for (unsigned k = 0; k < t->count; k++) {
        i = &t->seen[k];
        assert_true(i->loss >= 0 && i->loss <= i->score);
        if (i->mark)
            assert_true(i->loss >= ff_mark_margin(i->mark));
        if (i->mark < FF_BLUNDER)
            assert_true(i->loss < ff_mark_margin(i->mark + 1));
    }
    tale_free(t);
}

/* At first every way to deal the pieces out is possible. A move says that the piece is neither bomb
 * nor flag, a battle shows it, and standing still tells nothing. */
static void knowledge_is_given_away_by_moving_and_fighting(void **state) {
    (void)state;
    tale *t = tale_of(game);
    const ff_edition *edition = &t->replay.rules.edition;
    double ways = 1;
    unsigned pieces = 0;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        for (unsigned n = 1; n <= edition->army[rank]; n++)
            ways *= (double)++pieces / n;
    analyse(t, FF_RED);
    assert_true(fabs(t->seen[0].secret - log2(ways)) < 1e-6);
    for (unsigned k = 0; k < t->count; k++)
        assert_true(t->seen[k].given >= -1e-9);
    assert_true(t->seen[0].given > 0.1);              /* Red's first move */
    assert_true(fabs(t->seen[1].given) < 1e-9);       /* Blue's */
    assert_true(t->seen[2].given > t->seen[0].given); /* the battle */
    for (unsigned k = 1; k < t->count; k++)
        assert_true(fabs(t->seen[k - 1].secret - t->seen[k - 1].given - t->seen[k].secret) < 1e-6);
    tale_free(t);
}

static void plies_may_be_looked_at_in_any_order(void **state) {
    (void)state;
    static const unsigned order[] = {6, 1, 3, 2, 5, 4};
    tale *t = tale_of(game);
    analyse(t, FF_NOBODY);
    ff_analysis_options options = {.size = sizeof options, .seed = 4};
    ff_analyst *analyst = ff_analyst_new(&t->replay, &t->history, &options);
    assert_non_null(analyst);
    assert_int_equal(ff_analyst_plies(analyst), 6);
    for (unsigned k = 0; k < 6; k++) {
        ff_insight insight;
        ff_buffer x = {0}, y = {0};
        assert_true(ff_analyst_look(analyst, order[k], FF_NOBODY, 0, &insight));
        ff_insight_json(&x, &insight);
        ff_insight_json(&y, &t->seen[order[k] - 1]);
        assert_string_equal(x.data, y.data);
        ff_buffer_free(&x);
        ff_buffer_free(&y);
    }
    ff_analyst_free(analyst);
    tale_free(t);
}

/* Blue has shown a scout on a6, and another piece of Blue's has fallen on h4. */
static void an_army_drawn_anew_agrees_with_what_was_known(void **state) {
    (void)state;
    tale *t = tale_of(game);
    ff_analysis_options options = {.size = sizeof options};
    ff_analyst *analyst = ff_analyst_new(&t->replay, &t->history, &options);
    const ff_edition *edition = ff_analyst_edition(analyst);
    unsigned flags = 0;
    uint8_t first = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        ff_setup army;
        assert_true(ff_analyst_deal(analyst, 6, FF_RED, seed, &army));
        assert_int_equal(ff_setup_check(&army, edition), FF_SETUP_OK);
        unsigned size = ff_edition_zone_size(edition);
        for (unsigned k = 0; k < size; k++) {
            int square = ff_edition_zone_square(edition, FF_BLUE, k);
            if (square == FF_SQUARE(0, 5))
                assert_int_equal(army.rank[k], FF_SCOUT);
            if (square == FF_SQUARE(7, 5)) /* it has moved */
                assert_true(army.rank[k] < FF_BOMB);
            if (army.rank[k] == FF_FLAG && seed == 0)
                first = (uint8_t)k;
            flags += army.rank[k] == FF_FLAG && k != first;
        }
    }
    assert_true(flags > 0); /* not always the same */
    ff_analyst_free(analyst);
    tale_free(t);
    t = tale_of("[Edition \"quick-arena\"]\n[Board \"mAAAAAAAAAAAAAAAAAAAAAAAAA_AA_AAAA_AA_AA"
                "AAAAAAAApAAAAAAAAAAAAALy\"]\n\n1. g8-f8\n");
    ff_setup army;
    analyst = ff_analyst_new(&t->replay, &t->history, &options);
    assert_false(ff_analyst_deal(analyst, 1, FF_RED, 1, &army)); /* from a board */
    ff_analyst_free(analyst);
    tale_free(t);
}

static void a_comment_takes_the_place_of_an_earlier_analysis(void **state) {
    (void)state;
    tale *t = tale_of(game);
    analyse(t, FF_NOBODY);
    ff_buffer once = {0}, twice = {0}, plain = {0};
    ff_insight_comment(&plain, &t->seen[2], NULL);
    assert_null(strchr(plain.data, '}'));
    assert_non_null(strstr(plain.data, "[%eval 0."));
    assert_non_null(strstr(plain.data, "[%luck "));
    ff_insight_comment(&once, &t->seen[2], "both fall [%clk 0:12] [ %] [%mar");
    assert_memory_equal(once.data, "both fall [%clk 0:12] [ %] [%mar [%eval", 39);
    ff_insight_comment(&twice, &t->seen[2], once.data);
    assert_string_equal(once.data, twice.data);
    ff_buffer_clear(&once);
    ff_insight_comment(&once, &t->seen[2], "[%eval 0.1] a ] b [%loss 0.2] c [%eval 0.3");
    assert_memory_equal(once.data, "a ] b c [%eval 0.3 [%eval", 25);
    ff_buffer_free(&once);
    ff_buffer_free(&twice);
    ff_buffer_free(&plain);
    tale_free(t);
}

/* --- beliefs by counts --------------------------------------------------------- */

static ff_view first_view(ff_game *g, const char *army) {
    const ff_edition *edition = ff_edition_find(ff_span_of("quick-arena"));
    ff_setup setup;
    assert_int_equal(ff_setup_parse(ff_span_of(army), edition, &setup, NULL), FF_SETUP_OK);
    assert_true(ff_game_set_up(g, FF_RED, &setup, NULL));
    assert_true(ff_game_set_up(g, FF_BLUE, &setup, NULL));
    ff_view view;
    ff_game_view(g, FF_RED, false, &view);
    return view;
}

static void counts_alone_are_exact(void **state) {
    (void)state;
    ff_game *g = ff_game_new(ff_edition_find(ff_span_of("quick-arena")), NULL);
    ff_belief b;
    ff_view view = first_view(g, "MBAEAAAABAACLAEADAAKAAAD");
    ff_belief_by_counts(&view, &b);
    const double *chance = b.chance[FF_SQUARE(0, 5)];
    assert_true(fabs(chance[FF_FLAG] - 0.1) < 1e-9); /* one of ten pieces */
    assert_true(fabs(chance[FF_SCOUT] - 0.2) < 1e-9);
    assert_int_equal(ff_game_move(g, FF_RED, FF_SQUARE(0, 2), FF_SQUARE(0, 3)), FF_LEGAL);
    assert_int_equal(ff_game_move(g, FF_BLUE, FF_SQUARE(0, 5), FF_SQUARE(0, 4)), FF_LEGAL);
    ff_game_view(g, FF_RED, false, &view);
    ff_belief_by_counts(&view, &b);
    chance = b.chance[FF_SQUARE(0, 4)]; /* it has moved: one of seven movers */
    assert_true(chance[FF_FLAG] == 0 && chance[FF_BOMB] == 0);
    assert_true(fabs(chance[FF_SCOUT] - 2.0 / 7) < 1e-9);
    chance = b.chance[FF_SQUARE(7, 5)]; /* three of nine cannot move */
    assert_true(fabs(chance[FF_FLAG] - 1.0 / 9) < 1e-9);
    assert_true(fabs(chance[FF_SCOUT] - 6.0 / 9 * 2 / 7) < 1e-9);
    ff_game_free(g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_ply_is_told_through_the_movers_eyes),
        cmocka_unit_test(a_seats_own_choices_alone_are_rated),
        cmocka_unit_test(beliefs_are_chances),
        cmocka_unit_test(what_red_could_not_know_does_not_matter),
        cmocka_unit_test(luck_is_the_result_less_what_was_expected),
        cmocka_unit_test(the_same_record_gives_the_same_analysis),
        cmocka_unit_test(odd_boards_are_analysed_too),
        cmocka_unit_test(a_missed_flag_costs_a_game),
        cmocka_unit_test(sums_add_up),
        cmocka_unit_test(a_mark_is_what_the_choice_cost_of_the_expected_score),
        cmocka_unit_test(knowledge_is_given_away_by_moving_and_fighting),
        cmocka_unit_test(plies_may_be_looked_at_in_any_order),
        cmocka_unit_test(an_army_drawn_anew_agrees_with_what_was_known),
        cmocka_unit_test(a_comment_takes_the_place_of_an_earlier_analysis),
        cmocka_unit_test(counts_alone_are_exact),
    };
    return cmocka_run_group_tests_name("analysis", tests, NULL, NULL);
}
