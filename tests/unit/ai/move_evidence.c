/* Move evidence: what hidden pieces were seen to do is counted for them, and what was learned of it
 * says of their ranks what one would expect. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ai/belief/belief_sampler.h"
#include "ai/belief/move_evidence.h"
#include "base/rng.h"
#include "flagfall.h"

enum { PLIES = 16 };

/* What Red can see of a game whose plies a test tells. */
typedef struct scene {
    ff_rules rules;
    ff_view view;
    ff_event events[PLIES];
    ff_move moves[PLIES];
    move_evidence evidence;
} scene;

static void scene_clear(scene *s) {
    ff_rules_init(&s->rules, ff_edition_default(), NULL);
    s->view = (ff_view){
        .rules = &s->rules, .viewer = FF_RED, .turn = FF_RED, .events = s->events, .plies = 0};
    for (int square = 0; square < FF_SQUARES; square++)
        s->view.cell[square].seat = FF_NOBODY;
}

static void put(scene *s, int square, ff_seat seat, unsigned rank, bool known) {
    s->view.cell[square] =
        (ff_cell){.seat = seat, .rank = (uint8_t)rank, .moved = true, .known = known};
}

/* A ply; the piece may show itself by it, when it takes a scout. */
static void step(scene *s, int from, int to, bool shown) {
    s->moves[s->view.plies] = FF_MOVE(from, to);
    s->events[s->view.plies++] = shown ? (ff_event){FF_MOVE(from, to), FF_ATTACKER_WINS,
                                                    s->view.cell[to].rank, FF_SCOUT, true}
                                       : (ff_event){.move = FF_MOVE(from, to)};
    s->view.history = (ff_history){s->moves, s->view.plies, PLIES};
    s->view.turn = s->view.plies % 2 ? FF_BLUE : FF_RED;
}

static unsigned seen(scene *s, int square, evidence_kind kind, unsigned other) {
    move_evidence_read(&s->evidence, &s->view);
    return s->evidence.seen[square][kind][other];
}

/* Red's piece of that rank has shown itself on a5; Blue's hidden piece goes a8-a7-a6. */
static void scene_approach_of(scene *s, unsigned rank) {
    scene_clear(s);
    put(s, FF_SQUARE(0, 4), FF_RED, rank, true);
    put(s, FF_SQUARE(9, 1), FF_RED, FF_MINER, false);
    put(s, FF_SQUARE(0, 5), FF_BLUE, FF_HIDDEN, false);
    put(s, FF_SQUARE(5, 8), FF_BLUE, FF_HIDDEN, false);
    step(s, FF_SQUARE(0, 2), FF_SQUARE(0, 4), true);
    step(s, FF_SQUARE(0, 7), FF_SQUARE(0, 6), false);
    step(s, FF_SQUARE(9, 0), FF_SQUARE(9, 1), false);
    step(s, FF_SQUARE(0, 6), FF_SQUARE(0, 5), false);
}

static void scene_approach(scene *s) {
    scene_approach_of(s, FF_COLONEL);
}

static void who_goes_up_to_a_known_piece_is_seen_to_do_so(void **state) {
    (void)state;
    scene s;
    scene_approach(&s);
    assert_int_equal(seen(&s, FF_SQUARE(0, 5), EVIDENCE_APPROACH, FF_COLONEL), 1);
    assert_int_equal(seen(&s, FF_SQUARE(0, 5), EVIDENCE_STEPS, EVIDENCE_ANY_STEP), 2);
    assert_int_equal(seen(&s, FF_SQUARE(0, 5), EVIDENCE_FLIGHT, FF_COLONEL), 0);
    assert_int_equal(seen(&s, FF_SQUARE(5, 8), EVIDENCE_APPROACH, FF_COLONEL), 0);
    assert_int_equal(s.evidence.start[FF_SQUARE(0, 5)], FF_SQUARE(0, 7));
}

static void who_leaves_its_side_is_seen_to_flee(void **state) {
    (void)state;
    scene s;
    scene_approach(&s);
    put(&s, FF_SQUARE(1, 5), FF_BLUE, FF_HIDDEN, false);
    s.view.cell[FF_SQUARE(0, 5)].seat = FF_NOBODY;
    step(&s, FF_SQUARE(9, 1), FF_SQUARE(9, 0), false);
    put(&s, FF_SQUARE(9, 0), FF_RED, FF_MINER, false);
    s.view.cell[FF_SQUARE(9, 1)].seat = FF_NOBODY;
    step(&s, FF_SQUARE(0, 5), FF_SQUARE(1, 5), false);
    assert_int_equal(seen(&s, FF_SQUARE(1, 5), EVIDENCE_FLIGHT, FF_COLONEL), 1);
    assert_int_equal(seen(&s, FF_SQUARE(1, 5), EVIDENCE_APPROACH, FF_COLONEL), 1);
}

/* Red's colonel, which is known, comes to the side of Blue's known captain; Blue moves elsewhere.
 * Whoever of Blue's stands beside the captain may be why. */
static void scene_guard(scene *s, bool shared) {
    scene_clear(s);
    put(s, FF_SQUARE(0, 4), FF_RED, FF_COLONEL, true);
    put(s, FF_SQUARE(0, 5), FF_BLUE, FF_CAPTAIN, true);
    put(s, FF_SQUARE(0, 6), FF_BLUE, FF_HIDDEN, false);
    put(s, FF_SQUARE(9, 7), FF_BLUE, FF_HIDDEN, false);
    if (shared)
        put(s, FF_SQUARE(1, 5), FF_BLUE, FF_HIDDEN, false);
    step(s, FF_SQUARE(0, 1), FF_SQUARE(0, 3), true);
    step(s, FF_SQUARE(9, 9), FF_SQUARE(9, 8), false);
    step(s, FF_SQUARE(0, 3), FF_SQUARE(0, 4), false);
    step(s, FF_SQUARE(9, 8), FF_SQUARE(9, 7), false);
}

static void all_neighbours_of_what_is_left_to_be_taken_may_be_why(void **state) {
    (void)state;
    scene s;
    scene_guard(&s, false);
    assert_int_equal(seen(&s, FF_SQUARE(0, 6), EVIDENCE_GUARD_ALONE, FF_COLONEL), 1);
    assert_int_equal(seen(&s, FF_SQUARE(0, 6), EVIDENCE_GUARD_SHARED, FF_COLONEL), 0);
    assert_int_equal(seen(&s, FF_SQUARE(9, 7), EVIDENCE_GUARD_ALONE, FF_COLONEL), 0);
    scene_guard(&s, true);
    assert_int_equal(seen(&s, FF_SQUARE(0, 6), EVIDENCE_GUARD_ALONE, FF_COLONEL), 0);
    assert_int_equal(seen(&s, FF_SQUARE(0, 6), EVIDENCE_GUARD_SHARED, FF_COLONEL), 1);
    assert_int_equal(seen(&s, FF_SQUARE(1, 5), EVIDENCE_GUARD_SHARED, FF_COLONEL), 1);
    /* What could not be taken was not left for a reason. */
    put(&s, FF_SQUARE(0, 5), FF_BLUE, FF_GENERAL, true);
    assert_int_equal(seen(&s, FF_SQUARE(0, 6), EVIDENCE_GUARD_SHARED, FF_COLONEL), 0);
}

/* The piece on a6 took its first step at ply 1 and its last at ply 3 of four; the one on f9 has
 * not moved as far as Red has seen. */
static void it_is_seen_when_a_piece_moved_and_where_it_has_come_to(void **state) {
    (void)state;
    scene s;
    scene_approach(&s);
    int moved = FF_SQUARE(0, 5), still = FF_SQUARE(5, 8);
    assert_int_equal(seen(&s, moved, EVIDENCE_BEGIN, 0), 1);
    assert_int_equal(seen(&s, moved, EVIDENCE_REST, 0), 1);
    assert_int_equal(seen(&s, moved, EVIDENCE_ROW, 4), 1);
    for (unsigned class = 0; class < EVIDENCE_OTHERS; class ++) {
        assert_int_equal(seen(&s, still, EVIDENCE_BEGIN, class), 0);
        assert_int_equal(seen(&s, still, EVIDENCE_REST, class), 0);
        assert_int_equal(seen(&s, still, EVIDENCE_ROW, class), 0);
    }
    /* Three plies elsewhere: four since its last step. */
    put(&s, FF_SQUARE(9, 9), FF_BLUE, FF_SCOUT, true);
    step(&s, FF_SQUARE(9, 1), FF_SQUARE(9, 0), false);
    step(&s, FF_SQUARE(9, 8), FF_SQUARE(9, 9), false);
    step(&s, FF_SQUARE(9, 0), FF_SQUARE(9, 1), false);
    assert_int_equal(seen(&s, moved, EVIDENCE_BEGIN, 0), 1);
    assert_int_equal(seen(&s, moved, EVIDENCE_REST, 2), 1);
}

static void how_an_unmoved_piece_stands_is_seen(void **state) {
    (void)state;
    scene s;
    scene_clear(&s);
    int corner = FF_SQUARE(0, 9), beside = FF_SQUARE(1, 9), ahead = FF_SQUARE(0, 8);
    put(&s, corner, FF_BLUE, FF_HIDDEN, false);
    put(&s, beside, FF_BLUE, FF_HIDDEN, false);
    s.view.cell[corner].moved = s.view.cell[beside].moved = false;
    assert_int_equal(seen(&s, corner, EVIDENCE_FREE, 1), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_UNMOVED, 1), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_MOVED, 0), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_FOES, 0), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_AHEAD, 1), 1); /* free */
    assert_int_equal(seen(&s, beside, EVIDENCE_FREE, 2), 1);
    put(&s, ahead, FF_RED, FF_COLONEL, true);
    s.view.cell[beside].moved = true;
    assert_int_equal(seen(&s, corner, EVIDENCE_FREE, 0), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_MOVED, 1), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_FOES, 1), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_AHEAD, 2), 1); /* the viewer's */
    for (unsigned class = 0; class < EVIDENCE_OTHERS; class ++)
        assert_int_equal(seen(&s, beside, EVIDENCE_FREE, class), 0);
    /* A bomb that is known counts for nobody. */
    put(&s, beside, FF_BLUE, FF_BOMB, true);
    assert_int_equal(seen(&s, corner, EVIDENCE_MOVED, 0), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_UNMOVED, 0), 1);
    /* A lake is nothing. */
    int shore = FF_SQUARE(1, 4);
    put(&s, shore, FF_BLUE, FF_HIDDEN, false);
    s.view.cell[shore].moved = false;
    assert_int_equal(seen(&s, shore, EVIDENCE_FREE, 3), 1);
}

/* Nothing stands beyond the last file and row of a smaller board, and Blue looks the other way. */
static void how_a_piece_stands_is_seen_by_blue_on_a_small_board(void **state) {
    (void)state;
    scene s;
    scene_clear(&s);
    const ff_edition *small = ff_edition_find(ff_span_of("quick-arena"));
    ff_rules_init(&s.rules, small, NULL);
    s.view.viewer = FF_BLUE;
    int corner = FF_SQUARE(small->files - 1, 0),
        edge = FF_SQUARE(small->files - 1, small->rows - 1);
    put(&s, corner, FF_RED, FF_HIDDEN, false);
    put(&s, edge, FF_RED, FF_HIDDEN, false);
    s.view.cell[corner].moved = s.view.cell[edge].moved = false;
    put(&s, corner + FF_FILES, FF_BLUE, FF_COLONEL, true);
    assert_int_equal(seen(&s, corner, EVIDENCE_FREE, 1), 1);
    assert_int_equal(seen(&s, corner, EVIDENCE_AHEAD, 2), 1); /* the viewer's */
    assert_int_equal(seen(&s, edge, EVIDENCE_FREE, 2), 1);
    assert_int_equal(seen(&s, edge, EVIDENCE_AHEAD, 0), 1); /* nothing */
    step(&s, edge - FF_FILES, edge, false);
    assert_int_equal(seen(&s, edge, EVIDENCE_ROW, small->rows - 1u), 1);
}

/* What is seen on the square so many files to either side and rows ahead of it. */
static unsigned around(scene *s, int square, int files, int ahead, unsigned what) {
    return seen(s, square, evidence_square(files, ahead), what);
}

static void what_is_around_a_moved_piece_is_seen(void **state) {
    (void)state;
    scene s;
    scene_clear(&s);
    int square = FF_SQUARE(1, 7);
    put(&s, square, FF_BLUE, FF_HIDDEN, false);
    put(&s, FF_SQUARE(0, 7), FF_BLUE, FF_HIDDEN, false);
    s.view.cell[FF_SQUARE(0, 7)].moved = false;
    put(&s, FF_SQUARE(2, 7), FF_RED, FF_MARSHAL, true);
    put(&s, FF_SQUARE(1, 6), FF_RED, FF_SCOUT, false);
    put(&s, FF_SQUARE(1, 8), FF_BLUE, FF_BOMB, true);
    put(&s, FF_SQUARE(0, 5), FF_BLUE, FF_CAPTAIN, true);
    /* Left and right are one: both files beside it, once each. */
    assert_int_equal(around(&s, square, 1, 0, AROUND_OWN + AROUND_UNMOVED), 1);
    assert_int_equal(around(&s, square, 1, 0, AROUND_FOE + AROUND_STRONG), 1);
    assert_int_equal(around(&s, square, 0, 1, AROUND_FOE + AROUND_MOVED), 1); /* not public */
    assert_int_equal(around(&s, square, 0, -1, AROUND_NOTHING), 1);
    assert_int_equal(around(&s, square, 1, 2, AROUND_OWN + AROUND_MIDDLING), 1);
    assert_int_equal(around(&s, square, 1, 2, AROUND_NOTHING), 1); /* a lake */
    assert_int_equal(around(&s, square, 2, 0, AROUND_NOTHING), 1); /* beyond the side */
    assert_int_equal(around(&s, square, 2, 0, AROUND_FREE), 1);
    assert_int_equal(around(&s, square, 0, 0, AROUND_NOTHING), 0); /* itself */
    /* Of who has not moved it is not asked. */
    assert_int_equal(around(&s, FF_SQUARE(0, 7), 1, 0, AROUND_NOTHING), 0);
}

/* Two steps towards Red, one to the side, and back to where that one began. */
static void it_is_seen_which_way_a_piece_went(void **state) {
    (void)state;
    scene s;
    scene_clear(&s);
    static const int way[] = {FF_SQUARE(0, 8), FF_SQUARE(0, 7), FF_SQUARE(0, 6),
                              FF_SQUARE(1, 6), FF_SQUARE(0, 6), FF_SQUARE(0, 7)};
    enum { STEPS = sizeof way / sizeof *way - 1 };
    put(&s, FF_SQUARE(9, STEPS % 2), FF_RED, FF_MINER, false);
    put(&s, way[STEPS], FF_BLUE, FF_HIDDEN, false);
    for (int i = 0; i < STEPS; i++) {
        step(&s, FF_SQUARE(9, i % 2), FF_SQUARE(9, 1 - i % 2), false);
        step(&s, way[i], way[i + 1], false);
    }
    assert_int_equal(seen(&s, way[STEPS], EVIDENCE_STEPS, EVIDENCE_ANY_STEP), 5);
    assert_int_equal(seen(&s, way[STEPS], EVIDENCE_STEPS, EVIDENCE_FORWARD), 2);
    assert_int_equal(seen(&s, way[STEPS], EVIDENCE_STEPS, EVIDENCE_ASIDE), 2);
    assert_int_equal(seen(&s, way[STEPS], EVIDENCE_STEPS, EVIDENCE_BACK), 1);
    assert_int_equal(seen(&s, way[STEPS], EVIDENCE_STEPS, EVIDENCE_RETURN), 1);
}

/* Small armies behave otherwise, and have a table of their own. */
static void armies_are_read_by_the_table_of_their_size(void **state) {
    (void)state;
    assert_int_equal(armies_kind(ff_edition_find(ff_span_of("barrage"))), ARMIES_SMALL);
    assert_int_equal(armies_kind(ff_edition_default()), ARMIES_LARGE);
    scene s;
    scene_approach(&s);
    int square = FF_SQUARE(0, 5), large[FF_RANKS], small[FF_RANKS];
    move_evidence_read(&s.evidence, &s.view);
    assert_int_equal(s.evidence.armies, ARMIES_LARGE);
    move_evidence_weigh(&s.evidence, square, large);
    s.evidence.armies = ARMIES_SMALL;
    move_evidence_weigh(&s.evidence, square, small);
    assert_memory_not_equal(large, small, sizeof large);
}

/* By how much a rank is the likelier for going up to a piece of another. */
static int approach(int rank, int other) {
    return evidence_table[ARMIES_LARGE][EVIDENCE_APPROACH][other][rank];
}

/* Who goes up to the known marshal can take it, or is worth little: no officer would be risked, if
 * it is not the other marshal. By all that is read of it together. */
static void who_goes_up_to_the_marshal_can_take_it(void **state) {
    (void)state;
    scene s;
    policy_evidence read = {0};
    int units[FF_RANKS];
    scene_approach_of(&s, FF_MARSHAL);
    move_evidence_read(&s.evidence, &s.view);
    policy_evidence_read(&read, &s.view);
    move_evidence_weigh(&s.evidence, FF_SQUARE(0, 5), units);
    policy_evidence_weigh(&read, &s.rules.edition, FF_SQUARE(0, 5), units);
    for (int rank = FF_LIEUTENANT; rank < FF_MARSHAL; rank++) {
        assert_true(units[FF_SPY] > units[rank]);
        assert_true(units[FF_MARSHAL] > units[rank]);
    }
}

static void what_was_learned_is_what_one_expects(void **state) {
    (void)state;
    for (int other = FF_SERGEANT; other <= FF_GENERAL; other++) {
        assert_true(approach(other + 1, other) > approach(other - 1, other));
        assert_true(evidence_table[ARMIES_LARGE][EVIDENCE_FLIGHT][other][other - 1] >
                    evidence_table[ARMIES_LARGE][EVIDENCE_FLIGHT][other][other + 1]);
    }
    assert_true(evidence_table[ARMIES_SMALL][EVIDENCE_APPROACH][FF_BOMB][FF_MINER] >
                evidence_table[ARMIES_SMALL][EVIDENCE_APPROACH][FF_BOMB][FF_SCOUT]);
}

/* The first time says most: whoever keeps running after a piece is not ten times as sure to be
 * stronger. */
static void each_time_says_less_than_the_one_before(void **state) {
    (void)state;
    int last = move_evidence_times(1);
    assert_int_equal(move_evidence_times(0), 0);
    for (unsigned n = 2; n < 300; n++) {
        int more = move_evidence_times(n) - move_evidence_times(n - 1);
        assert_in_range(more, 0, last + 1); /* rounded */
        last = more;
    }
}

/* Of two pieces the one that went up to the colonel is the likelier to be above it. More ranks are
 * missing than stand there, so many pairs are dealt. */
static void a_belief_follows_what_was_seen(void **state) {
    (void)state;
    scene s;
    belief b;
    belief_sampler sampler;
    double bold = 0, other = 0;
    scene_approach(&s);
    put(&s, FF_SQUARE(9, 9), FF_BLUE, FF_FLAG, true);
    for (uint64_t seed = 0; seed < 300; seed++) {
        ff_rng rng;
        ff_rng_seed(&rng, seed);
        belief_sampler_init(&sampler, &s.view, 1, NULL, &rng);
        belief_sampler_average(&sampler, &s.view, 50, &rng, &b);
        for (int rank = FF_GENERAL; rank <= FF_MARSHAL; rank++) {
            bold += b.chance[FF_SQUARE(0, 5)][rank];
            other += b.chance[FF_SQUARE(5, 8)][rank];
        }
    }
    print_message("%.1f against %.1f\n", bold, other);
    assert_true(bold > 2 * other);
}

/* Nothing that a moved piece did makes a bomb of it. */
static void what_has_moved_is_no_bomb(void **state) {
    (void)state;
    scene s;
    belief b;
    belief_sampler sampler;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    scene_approach(&s);
    for (int rank = FF_SPY; rank < FF_BOMB; rank++) /* a scout, a bomb and the flag are left */
        s.view.lost[FF_BLUE][rank] = s.rules.edition.army[rank] - (rank == FF_SCOUT);
    s.view.cell[FF_SQUARE(5, 8)].moved = false;
    put(&s, FF_SQUARE(6, 8), FF_BLUE, FF_HIDDEN, false);
    s.view.cell[FF_SQUARE(6, 8)].moved = false;
    s.view.lost[FF_BLUE][FF_BOMB] = (uint8_t)(s.rules.edition.army[FF_BOMB] - 1);
    belief_sampler_init(&sampler, &s.view, 1, NULL, &rng);
    belief_sampler_average(&sampler, &s.view, 500, &rng, &b);
    assert_true(b.chance[FF_SQUARE(0, 5)][FF_SCOUT] > 0.999);
    assert_true(b.chance[FF_SQUARE(5, 8)][FF_BOMB] > 0.01);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_seen_when_a_piece_moved_and_where_it_has_come_to),
        cmocka_unit_test(how_an_unmoved_piece_stands_is_seen),
        cmocka_unit_test(how_a_piece_stands_is_seen_by_blue_on_a_small_board),
        cmocka_unit_test(what_is_around_a_moved_piece_is_seen),
        cmocka_unit_test(it_is_seen_which_way_a_piece_went),
        cmocka_unit_test(armies_are_read_by_the_table_of_their_size),
        cmocka_unit_test(who_goes_up_to_a_known_piece_is_seen_to_do_so),
        cmocka_unit_test(who_leaves_its_side_is_seen_to_flee),
        cmocka_unit_test(all_neighbours_of_what_is_left_to_be_taken_may_be_why),
        cmocka_unit_test(who_goes_up_to_the_marshal_can_take_it),
        cmocka_unit_test(what_was_learned_is_what_one_expects),
        cmocka_unit_test(each_time_says_less_than_the_one_before),
        cmocka_unit_test(a_belief_follows_what_was_seen),
        cmocka_unit_test(what_has_moved_is_no_bomb),
    };
    return cmocka_run_group_tests_name("move evidence", tests, NULL, NULL);
}
