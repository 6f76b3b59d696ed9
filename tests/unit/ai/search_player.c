/* General: what it thinks of hidden pieces agrees with what is known, and its moves
 * are legal and repeatable. That it sees nothing hidden is for non_interference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ai/belief/belief_sampler.h"
#include "ai/learned/builtin.h"
#include "ai/players/search_player.h"
#include "drawn_game.h"

/* What the enemy still has and nobody has seen. */
static void count_missing(const ff_view *view, int missing[FF_RANKS]) {
    unsigned enemy = 1u - view->viewer;
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        missing[rank] = view->rules->edition.army[rank] - view->lost[enemy][rank];
    for (int square = 0; square < FF_SQUARES; square++)
        if (view->cell[square].seat == enemy && view->cell[square].rank < FF_RANKS)
            missing[view->cell[square].rank]--;
}

static void check_world(const belief_sampler *s, const ff_view *view) {
    int missing[FF_RANKS] = {0};
    count_missing(view, missing);
    for (unsigned i = 0; i < s->count; i++) {
        const ff_cell *cell = &view->cell[s->square[i]];
        assert_int_equal(cell->seat, 1 - view->viewer);
        assert_int_equal(cell->rank, FF_HIDDEN);
        missing[s->rank[i]]--;
        if (cell->moved)
            assert_true(s->rank[i] < FF_BOMB);
    }
    for (int rank = FF_SPY; rank < FF_RANKS; rank++)
        assert_int_equal(missing[rank], 0);
}

/* Every world deals out just the ranks that are missing, and nothing that has moved
 * is a bomb or the flag. */
static void worlds_agree_with_what_is_known(void **state) {
    (void)state;
    for (size_t e = 0; e < ff_edition_count(); e++) {
        ff_rng rng;
        ff_rng_seed(&rng, e);
        ff_game *game = drawn_game_new(ff_edition_at(e), e);
        for (int step = 0; step < 8 && !ff_game_is_over(game); step++) {
            ff_view view = drawn_game_view(game);
            belief_sampler s;
            belief_sampler_init(&s, &view, 1, NULL, &rng);
            for (int world = 0; world < 5; world++) {
                belief_sampler_next(&s, &rng);
                check_world(&s, &view);
            }
            drawn_game_wander(game, &rng, 25);
        }
        ff_game_free(game);
    }
}

/* The chances of a hidden piece sum to one, and people's habits show: before the
 * first move the flag is likelier in the enemy's back row than in front. */
static void beliefs_are_chances_and_know_habits(void **state) {
    (void)state;
    ff_game *game = drawn_game_new(ff_edition_default(), 5);
    ff_view view = drawn_game_view(game);
    ff_rng rng;
    ff_rng_seed(&rng, 5);
    belief_sampler s;
    belief b;
    belief_sampler_init(&s, &view, 1, NULL, &rng);
    belief_sampler_average(&s, &view, 400, &rng, &b);
    double back = 0, front = 0;
    for (int file = 0; file < FF_FILES; file++) {
        back += b.chance[FF_SQUARE(file, 9)][FF_FLAG];
        front += b.chance[FF_SQUARE(file, 6)][FF_FLAG];
    }
    assert_true(back > 0.7 && front < 0.1);
    for (unsigned i = 0; i < s.count; i++) {
        double sum = 0;
        for (int rank = FF_SPY; rank < FF_RANKS; rank++)
            sum += b.chance[s.square[i]][rank];
        assert_true(sum > 0.999 && sum < 1.001);
    }
    ff_game_free(game);
}

/* A server that has been restarted makes a new player in the middle of the game. */
static void a_new_player_goes_on_as_the_old_one(void **state) {
    (void)state;
    static const char *const editions[] = {"tournament", "classic30", "quick-arena", "travel-fr"};
    for (size_t e = 0; e < sizeof editions / sizeof *editions; e++) {
        ff_rng rng;
        ff_rng_seed(&rng, e);
        ff_game *game = drawn_game_new(ff_edition_find(ff_span_of(editions[e])), e);
        ff_player *old = drawn_game_player("search", 9);
        for (int step = 0; step < 4 && !ff_game_is_over(game); step++) {
            ff_view view = drawn_game_view(game);
            ff_player *fresh = drawn_game_player("search", 9);
            ff_move move = old->move(old, &view, 0);
            assert_int_equal(move, fresh->move(fresh, &view, 0));
            assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
            fresh->free(fresh);
            drawn_game_wander(game, &rng, 40);
        }
        old->free(old);
        ff_game_free(game);
    }
}

/* A board set by hand, with ranks and counts that no army has. */
static void it_plays_on_any_board(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_default();
    ff_position position;
    ff_position_clear(&position);
    ff_position_put(&position, FF_SQUARE(0, 0), FF_RED, FF_FLAG);
    ff_position_put(&position, FF_SQUARE(4, 4), FF_RED, FF_MARSHAL);
    ff_position_put(&position, FF_SQUARE(9, 9), FF_BLUE, FF_FLAG);
    for (int file = 0; file < 6; file++)
        ff_position_put(&position, FF_SQUARE(file, 8), FF_BLUE, FF_MARSHAL);
    ff_game *game = ff_game_from(edition, NULL, &position, NULL);
    assert_non_null(game);
    ff_player *player = drawn_game_player("search", 1);
    ff_view view = drawn_game_view(game);
    ff_move move = player->move(player, &view, 0);
    assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
    player->free(player);
    ff_game_free(game);
}

/* Zones as deep as half the board, and memory mode, where the fallen are not named. */
static void odd_zones_and_forgotten_losses_are_no_trouble(void **state) {
    (void)state;
    ff_edition edition = *ff_edition_default();
    edition.zone_rows = 5;
    for (int square = 0; square < FF_SQUARES; square++)
        edition.lake[square] = false;
    assert_true(ff_edition_check(&edition, NULL));
    ff_game *game = drawn_game_new(&edition, 2);
    ff_rng rng;
    ff_rng_seed(&rng, 2);
    for (int step = 0; step < 6 && !ff_game_is_over(game); step++) {
        ff_view view = drawn_game_view(game);
        ff_game_view(game, (ff_seat)view.turn, true, &view);
        belief_sampler s;
        belief_sampler_init(&s, &view, 1, NULL, &rng);
        unsigned flags = 0;
        for (unsigned i = 0; i < s.count; i++)
            flags += s.rank[i] == FF_FLAG;
        assert_int_equal(flags, 1);
        drawn_game_wander(game, &rng, 40);
    }
    ff_game_free(game);
}

static void any_budget_ends_in_a_move(void **state) {
    (void)state;
    ff_game *game = drawn_game_new(ff_edition_default(), 3);
    ff_player *player = drawn_game_player("search", 3);
    ff_view view = drawn_game_view(game);
    ff_move move = player->move(player, &view, 5);
    assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
    player->free(player);
    ff_game_free(game);
}

/* As much as several threads find out is found out by no one alone, but each of their
 * moves is a legal one, and they end in time. */
static void several_threads_share_a_move(void **state) {
    (void)state;
    ff_game *game = drawn_game_new(ff_edition_default(), 3);
    ff_player *player = drawn_game_player("search", 3);
    ff_rng rng;
    ff_rng_seed(&rng, 3);
    assert_true(
        player->bound(player, &(ff_means){.size = sizeof(ff_means), .memory_mb = 8, .threads = 3}));
    for (int step = 0; step < 6 && !ff_game_is_over(game); step++) {
        ff_view view = drawn_game_view(game);
        ff_move move = player->move(player, &view, step % 2 ? 20 : 0);
        assert_int_equal(ff_view_check(&view, FF_FROM(move), FF_TO(move)), FF_LEGAL);
        drawn_game_wander(game, &rng, 30);
    }
    player->free(player);
    ff_game_free(game);
}

typedef struct hearing {
    unsigned times;
    ff_thought last;
} hearing;

static void hear(void *context, const ff_thought *thought) {
    hearing *h = context;
    assert_true(thought->depth > h->last.depth);
    assert_true(thought->nodes >= h->last.nodes);
    h->last = *thought;
    h->times++;
}

static void who_listens_hears_how_the_thought_goes_on(void **state) {
    (void)state;
    ff_game *game = drawn_game_new(ff_edition_default(), 4);
    ff_player *player = drawn_game_player("search", 4);
    hearing heard = {0};
    ff_thought thought = {.size = sizeof thought};
    ff_view view = drawn_game_view(game);
    player->report(player, hear, &heard);
    player->move(player, &view, 0);
    assert_true(player->thought(player, &thought));
    assert_true(heard.times > 2);
    assert_int_equal(heard.last.depth, thought.depth);
    player->report(player, NULL, NULL);
    unsigned times = heard.times;
    player->move(player, &view, 0);
    assert_int_equal(heard.times, times);
    player->free(player);
    ff_game_free(game);
}

/* A network that knows one thing: how good it is that our last move went to that square (the first
 * of the numbers about the game, src/ai/learned/inputs.h). */
static net *net_that_likes(int square) {
    net *n = calloc(1, sizeof *n);
    assert_non_null(n);
    n->straight[INPUTS_PIECES + INPUTS_PAIRS + square] = 3 * NET_ONE;
    return n;
}

static void what_a_network_advises_is_followed(void **state) {
    (void)state;
    ff_game *game = drawn_game_new(ff_edition_default(), 6);
    ff_view view = drawn_game_view(game);
    ff_move moves[FF_MOVES_MAX];
    size_t count = ff_view_moves(&view, moves);
    for (size_t i = 0; i < count; i++) {
        net *n = net_that_likes(FF_TO(moves[i]));
        search_player_traits traits = search_player_full;
        traits.net = n;
        traits.pieces = FF_ZONE_MAX;
        traits.advice = 3000;
        ff_player *player = search_player_new(&traits, 6);
        assert_non_null(player);
        /* so few that it is not asked what may follow: a square can be reached later too */
        player->limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = 300});
        assert_int_equal(FF_TO(player->move(player, &view, 0)), FF_TO(moves[i]));
        player->free(player);
        free(n);
    }
    ff_game_free(game);
}

/* A network that the caller gives serves for playing on as a built-in one does, with any number of
 * threads, and the move does not depend on them. */
static void threads_play_moves_on_with_a_given_network(void **state) {
    (void)state;
    net *n = net_that_likes(45);
    search_player_traits traits = search_player_full;
    traits.net = n;
    traits.pieces = FF_ZONE_MAX;
    traits.advice = 1;
    traits.depth = 1; /* a tree's nodes are shared out among threads */
    ff_game *game = drawn_game_new(ff_edition_default(), 6);
    ff_view view = drawn_game_view(game);
    ff_move first = 0;
    for (unsigned threads = 1; threads <= 40; threads += 13) {
        ff_player *player = search_player_new(&traits, 6);
        ff_thought thought = {.size = sizeof thought};
        assert_non_null(player);
        assert_true(player->bound(
            player, &(ff_means){.size = sizeof(ff_means), .memory_mb = 64, .threads = threads}));
        player->limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = 40000});
        ff_move move = player->move(player, &view, 0);
        assert_true(player->thought(player, &thought));
        /* A quarter goes to what the network foresees, a few hundred to one ply of the tree: what
         * is more are rollouts. */
        assert_in_range(thought.nodes, 12000, 40500);
        first = first ? first : move;
        assert_int_equal(move, first);
        player->free(player);
    }
    ff_game_free(game);
    free(n);
}

/* It asks a network what may follow, and looks at no more positions for that: it may finish those
 * that it has begun. */
static void what_a_network_foresees_is_among_the_positions(void **state) {
    (void)state;
    const ff_edition *edition = ff_edition_find(ff_span_of("barrage"));
    net *n = net_that_likes(45);
    search_player_traits advised = search_player_full, alone = search_player_full;
    advised.net = n;
    advised.pieces = FF_ZONE_MAX;
    alone.advice = 0;
    const search_player_traits *traits[] = {&advised, &alone};
    uint64_t looked[2];
    for (int i = 0; i < 2; i++) {
        ff_game *game = drawn_game_new(edition, 6);
        ff_view view = drawn_game_view(game);
        ff_player *player = search_player_new(traits[i], 6);
        ff_thought thought = {.size = sizeof thought};
        assert_non_null(player);
        player->limit(player, &(ff_limits){.size = sizeof(ff_limits), .nodes = 20000});
        player->move(player, &view, 0);
        assert_true(player->thought(player, &thought));
        looked[i] = thought.nodes;
        player->free(player);
        ff_game_free(game);
    }
    assert_in_range(looked[0], 10000, 20100);
    assert_in_range(looked[1], 10000, 20100);
    free(n);
}

/* What a player who has so much memory thinks of the moves on a board of small armies. */
static size_t rate_with(const search_player_traits *traits, unsigned memory_mb,
                        rated_move list[FF_MOVES_MAX]) {
    ff_game *game = drawn_game_new(ff_edition_find(ff_span_of("barrage")), 7);
    ff_view view = drawn_game_view(game);
    ff_player *player = search_player_new(traits, 7);
    assert_non_null(player);
    assert_true(player->bound(
        player, &(ff_means){.size = sizeof(ff_means), .memory_mb = memory_mb, .threads = 1}));
    size_t count = search_player_rate(player, &view, 0, 0, list);
    player->free(player);
    ff_game_free(game);
    return count;
}

static bool rates_alike(const search_player_traits *a, const search_player_traits *b,
                        unsigned memory_mb) {
    static rated_move list[2][FF_MOVES_MAX];
    size_t count = rate_with(a, memory_mb, list[0]);
    bool alike = rate_with(b, memory_mb, list[1]) == count;
    for (size_t i = 0; i < count && alike; i++)
        alike = list[0][i].move == list[1][i].move && list[0][i].value == list[1][i].value;
    return alike;
}

/* Where there is little memory the built-in networks stay packed, and it plays as without. */
static void little_memory_is_not_spent_on_advice(void **state) {
    (void)state;
    search_player_traits alone = search_player_full;
    alone.advice = 0;
    assert_true(rates_alike(&search_player_full, &alone, 3));
    net *n = malloc(sizeof *n);
    assert_non_null(n);
    bool built_in = net_builtin(8, n);
    assert_int_equal(rates_alike(&search_player_full, &alone, 64), !built_in);
    free(n);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_agree_with_what_is_known),
        cmocka_unit_test(beliefs_are_chances_and_know_habits),
        cmocka_unit_test(a_new_player_goes_on_as_the_old_one),
        cmocka_unit_test(it_plays_on_any_board),
        cmocka_unit_test(odd_zones_and_forgotten_losses_are_no_trouble),
        cmocka_unit_test(any_budget_ends_in_a_move),
        cmocka_unit_test(several_threads_share_a_move),
        cmocka_unit_test(who_listens_hears_how_the_thought_goes_on),
        cmocka_unit_test(what_a_network_advises_is_followed),
        cmocka_unit_test(what_a_network_foresees_is_among_the_positions),
        cmocka_unit_test(threads_play_moves_on_with_a_given_network),
        cmocka_unit_test(little_memory_is_not_spent_on_advice),
    };
    cmocka_set_test_filter(getenv("FLAGFALL_TESTS_NAMED")); /* all, where it is not set */
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
