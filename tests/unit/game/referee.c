/* The referee: two players, one game, and no patience with what is not a move. */
#include "board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A player that misbehaves in one way, and is otherwise the random player. */
typedef struct rogue {
    ff_player player;
    ff_player *honest;
    ff_move answer;    /* instead of a move, where not 0 */
    bool empty_army;   /* instead of an army */
    unsigned asked;    /* times a move was asked for */
    unsigned budget;   /* the last one */
    bool saw_too_much; /* a hidden rank, or a view that is not its own */
} rogue;

static void rogue_set_up(ff_player *self, const ff_edition *edition, ff_seat seat,
                         ff_setup *setup) {
    rogue *r = (rogue *)self;
    if (r->empty_army)
        *setup = (ff_setup){{0}};
    else
        r->honest->set_up(r->honest, edition, seat, setup);
}

static ff_move rogue_move(ff_player *self, const ff_view *view, unsigned budget_ms) {
    rogue *r = (rogue *)self;
    r->asked++;
    r->budget = budget_ms;
    r->saw_too_much |= view->viewer != view->turn;
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_cell cell = view->cell[square];
        bool enemy = cell.seat != FF_NOBODY && cell.seat != view->viewer;
        r->saw_too_much |= enemy && cell.rank != FF_HIDDEN && !cell.known;
    }
    return r->answer ? r->answer : r->honest->move(r->honest, view, budget_ms);
}

static rogue rogue_new(uint64_t seed) {
    rogue r = {.player = {.size = sizeof(ff_player), .set_up = rogue_set_up, .move = rogue_move},
               .honest = ff_random_player_new(NULL, seed)};
    assert_non_null(r.honest);
    return r;
}

static void rogue_done(rogue *r) {
    r->honest->free(r->honest);
}

static ff_game *new_game(const char *edition) {
    ff_game *game = ff_game_new(ff_edition_find(ff_span_of(edition)), NULL);
    assert_non_null(game);
    return game;
}

static void two_random_players_finish_their_game(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_game *game = new_game(ff_edition_at(i)->id);
        rogue red = rogue_new(i), blue = rogue_new(100 + i);
        assert_true(ff_referee_play(game, &red.player, &blue.player, 25));
        assert_true(ff_game_is_over(game));
        assert_false(red.saw_too_much || blue.saw_too_much);
        ff_view view = view_for(game, FF_NOBODY);
        assert_int_not_equal(view.result, FF_ONGOING);
        assert_int_not_equal(view.ending, FF_BY_FORFEIT);
        assert_int_equal(red.asked + blue.asked, view.plies);
        assert_true(view.plies == 0 || red.budget == 25);
        rogue_done(&red);
        rogue_done(&blue);
        ff_game_free(game);
    }
}

static uint64_t hash_of_a_game(uint64_t red_seed, uint64_t blue_seed) {
    ff_game *game = new_game("duel");
    rogue red = rogue_new(red_seed), blue = rogue_new(blue_seed);
    assert_true(ff_referee_play(game, &red.player, &blue.player, 0));
    ff_view view = view_for(game, FF_NOBODY);
    uint64_t hash = ff_view_hash(&view);
    rogue_done(&red);
    rogue_done(&blue);
    ff_game_free(game);
    return hash;
}

static void the_same_seeds_play_the_same_game(void **state) {
    (void)state;
    assert_true(hash_of_a_game(1, 2) == hash_of_a_game(1, 2));
    assert_true(hash_of_a_game(1, 2) != hash_of_a_game(1, 3));
}

static void an_illegal_move_forfeits(void **state) {
    (void)state;
    ff_game *game = new_game("tournament");
    rogue red = rogue_new(1), blue = rogue_new(2);
    blue.answer = FF_MOVE(FF_OFF_BOARD, 3);
    assert_true(ff_referee_play(game, &red.player, &blue.player, 0));
    ff_view view = view_for(game, FF_NOBODY);
    assert_int_equal(view.result, FF_RED_WINS);
    assert_int_equal(view.ending, FF_BY_FORFEIT);
    assert_int_equal(view.plies, 1);
    assert_int_equal(blue.asked, 1);
    rogue_done(&red);
    rogue_done(&blue);
    ff_game_free(game);
}

static void whoever_gives_up_has_resigned(void **state) {
    (void)state;
    ff_game *game = new_game("tournament");
    rogue red = rogue_new(1), blue = rogue_new(2);
    red.answer = FF_RESIGN;
    assert_true(ff_referee_play(game, &red.player, &blue.player, 0));
    ff_view view = view_for(game, FF_NOBODY);
    assert_int_equal(view.result, FF_BLUE_WINS);
    assert_int_equal(view.ending, FF_BY_RESIGN);
    assert_int_equal(view.plies, 0);
    rogue_done(&red);
    rogue_done(&blue);
    ff_game_free(game);
}

static void an_army_that_is_none_forfeits(void **state) {
    (void)state;
    ff_game *game = new_game("tournament");
    rogue red = rogue_new(1), blue = rogue_new(2);
    red.empty_army = true;
    assert_true(ff_referee_play(game, &red.player, &blue.player, 0));
    ff_view view = view_for(game, FF_NOBODY);
    assert_int_equal(view.result, FF_BLUE_WINS);
    assert_int_equal(view.ending, FF_BY_FORFEIT);
    assert_int_equal(red.asked + blue.asked, 0);
    rogue_done(&red);
    rogue_done(&blue);
    ff_game_free(game);
}

/* A player that can do everything, and counts what it is asked. */
typedef struct able {
    ff_player player;
    unsigned bounds, limits, stops, reports;
} able;

static bool able_bound(ff_player *self, const ff_means *means) {
    ((able *)self)->bounds++;
    return means->threads == 1;
}

static void able_limit(ff_player *self, const ff_limits *limits) {
    (void)limits;
    ((able *)self)->limits++;
}

static void able_stop(ff_player *self) {
    ((able *)self)->stops++;
}

static bool able_thought(const ff_player *self, ff_thought *thought) {
    thought->depth = 3;
    return ((const able *)self)->limits > 0;
}

static void able_report(ff_player *self, void (*hear)(void *context, const ff_thought *thought),
                        void *context) {
    (void)hear;
    (void)context;
    ((able *)self)->reports++;
}

static void a_player_is_asked_for_what_it_can_and_nothing_else(void **state) {
    (void)state;
    ff_means one = {.size = sizeof one, .threads = 1}, two = {.size = sizeof two, .threads = 2};
    ff_limits limits = {.size = sizeof limits};
    ff_thought thought = {.size = sizeof thought};
    able a = {.player = {.size = sizeof(ff_player),
                         .bound = able_bound,
                         .limit = able_limit,
                         .stop = able_stop,
                         .thought = able_thought,
                         .report = able_report}};
    assert_false(ff_player_thought(&a.player, &thought));
    assert_true(ff_player_bound(&a.player, &one));
    assert_false(ff_player_bound(&a.player, &two));
    ff_player_limit(&a.player, &limits);
    ff_player_stop(&a.player);
    ff_player_report(&a.player, NULL, NULL);
    assert_true(ff_player_thought(&a.player, &thought));
    assert_int_equal(thought.depth, 3);
    /* A player made by an older header, which had none of these; and one that leaves them out. */
    able old = a, plain = {.player = {.size = sizeof(ff_player)}};
    old.player.size = offsetof(ff_player, bound);
    ff_player *unable[] = {&old.player, &plain.player};
    for (int i = 0; i < 2; i++) {
        assert_true(ff_player_bound(unable[i], &two));
        ff_player_limit(unable[i], &limits);
        ff_player_stop(unable[i]);
        ff_player_report(unable[i], NULL, NULL);
        assert_false(ff_player_thought(unable[i], &thought));
    }
    assert_int_equal(old.bounds + old.limits + old.stops + old.reports,
                     a.bounds + a.limits + a.stops + a.reports);
    assert_int_equal(a.stops + a.reports, 2);
}

static void a_budget_never_takes_more_than_half_of_what_is_left(void **state) {
    (void)state;
    ff_limits limits = {.size = sizeof limits, .clocks = true, .left_ms = {30000, 100}};
    assert_int_equal(ff_limits_budget(&limits, FF_RED), 1001);
    limits.increment_ms = 4000;
    assert_int_equal(ff_limits_budget(&limits, FF_RED), 4001);
    assert_int_equal(ff_limits_budget(&limits, FF_BLUE), 51);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_random_players_finish_their_game),
        cmocka_unit_test(the_same_seeds_play_the_same_game),
        cmocka_unit_test(an_illegal_move_forfeits),
        cmocka_unit_test(whoever_gives_up_has_resigned),
        cmocka_unit_test(an_army_that_is_none_forfeits),
        cmocka_unit_test(a_player_is_asked_for_what_it_can_and_nothing_else),
        cmocka_unit_test(a_budget_never_takes_more_than_half_of_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
