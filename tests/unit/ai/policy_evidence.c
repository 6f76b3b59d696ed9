/* Policy evidence: a game is read alike in one go and ply by ply, whatever was read before and
 * whatever of it may be known; and what the enemy did, and did not do, tells of his pieces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ai/belief/policy_evidence.h"
#include "ai/players/memory_model.h"
#include "board.h"
#include "drawn_game.h"
#include "world.h"

static const char *const ids[] = {"duel", "quick-arena", "barrage", "classic30", "tournament"};

enum { IDS = sizeof ids / sizeof *ids, PLIES = 150 };

/* What is read anew. */
static policy_evidence anew(const ff_view *view) {
    policy_evidence t = {0};
    policy_evidence_read(&t, view);
    return t;
}

static void assert_alike(const policy_evidence *a, const policy_evidence *b) {
    assert_int_equal(a->plies, b->plies);
    assert_memory_equal(a->seen, b->seen, sizeof a->seen);
}

/* --- reading ----------------------------------------------------------------------- */

static void it_is_the_same_in_one_go_and_ply_by_ply(void **state) {
    (void)state;
    policy_evidence read = {0}; /* of one game after the other, by both seats in turn */
    for (unsigned i = 0; i < 2 * IDS; i++) {
        ff_game *game = drawn_game_new(ff_edition_find(ff_span_of(ids[i / 2])), 80 + i / 2);
        ff_player *player = drawn_game_player("one-ply", i);
        for (unsigned ply = 0; ply < PLIES && !ff_game_is_over(game); ply++) {
            ff_view view;
            ff_game_view(game, (ff_seat)(i % 2), false, &view);
            policy_evidence_read(&read, &view);
            if (ply % 10 == 9) {
                policy_evidence once = anew(&view);
                assert_alike(&read, &once);
            }
            drawn_game_lead(game, player, 1);
        }
        player->free(player);
        ff_game_free(game);
    }
}

/* What Red sees of a game from a board after these moves. */
static ff_game *game_after(const ff_edition *edition, const char *moves, ff_view *view) {
    ff_game *game = game_with(edition, NULL, "Ma1 He5 Ea2 Ya10 Pe6 Vf7 Ug9 Nb10 Qk9");
    play_all(game, moves);
    *view = view_for(game, FF_RED);
    return game;
}

/* A game that differs from the one before in its rules alone, or in a move that was taken back. */
static void what_was_read_of_another_game_is_forgotten(void **state) {
    (void)state;
    ff_edition few = *ff_edition_default();
    few.army[FF_MINER] -= 3;
    few.army[FF_COLONEL] += 3;
    static const char moves[] = "e5-e6 f7-f6 a2-a3 g9-g8";
    ff_view view[3];
    ff_game *game[3] = {
        game_after(ff_edition_default(), moves, &view[0]),
        game_after(&few, moves, &view[1]),
        game_after(ff_edition_default(), "e5-e6 f7-f6 a2-a3 k9-k8", &view[2]),
    };
    policy_evidence read = anew(&view[0]), once = read;
    for (int other = 1; other <= 2; other++) {
        assert_memory_not_equal(anew(&view[other]).seen, once.seen, sizeof once.seen);
        read = once;
        policy_evidence_read(&read, &view[other]);
        policy_evidence fresh = anew(&view[other]);
        assert_alike(&read, &fresh);
    }
    for (int i = 0; i < 3; i++)
        ff_game_free(game[i]);
}

/* Of pieces that are known, or not the enemy's, there is nothing to tell. */
static void nothing_is_said_of_what_is_known(void **state) {
    (void)state;
    unsigned said = 0;
    ff_game *game = drawn_game_new(ff_edition_default(), 3);
    ff_player *player = drawn_game_player("one-ply", 3);
    drawn_game_lead(game, player, PLIES);
    ff_view view = drawn_game_view(game);
    policy_evidence read = anew(&view);
    for (int square = 0; square < FF_SQUARES; square++) {
        static const int16_t nothing[FF_RANKS];
        bool speaks = memcmp(read.seen[square], nothing, sizeof nothing) != 0;
        bool hidden = view.cell[square].rank == FF_HIDDEN;
        assert_true(hidden || !speaks);
        said += hidden && speaks;
    }
    assert_in_range(said, 10, FF_ZONE_MAX);
    player->free(player);
    ff_game_free(game);
}

/* A scout that ran is known; in memory mode nobody is taken to remember, nor to find it out once
 * more from where it went. */
static void a_run_that_is_forgotten_is_not_read(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 He4 Yk10 Pe10 Vf10");
    play_all(game, "e4-e5 e10-e7 e5-e4 f10-f9");
    ff_view view = memory_view_for(game, FF_RED), told = view_for(game, FF_RED);
    policy_evidence read = anew(&view);
    const int16_t *runner = read.seen[square_at("e7")], *other = read.seen[square_at("f9")];
    assert_int_equal(cell_at(&told, "e7").rank, FF_SCOUT);
    assert_int_equal(cell_at(&view, "e7").rank, FF_HIDDEN);
    assert_true(runner[FF_SCOUT] - runner[FF_COLONEL] < POLICY_EVIDENCE_UNIT);
    assert_true(other[FF_MINER] != other[FF_BOMB]);
    ff_game_free(game);
}

/* Who is shown no ranks afterwards, or has forgotten them, reads what is left. */
static void what_is_not_told_is_not_needed(void **state) {
    (void)state;
    for (unsigned i = 0; i < IDS; i++) {
        ff_game *game = drawn_game_new(ff_edition_find(ff_span_of(ids[i])), 5);
        ff_player *player = drawn_game_player("one-ply", 5);
        for (unsigned ply = 0; ply < PLIES && !ff_game_is_over(game); ply += 10) {
            static ff_event events[PLIES + 10];
            ff_view view, forgotten;
            drawn_game_lead(game, player, 10);
            ff_game_view(game, FF_RED, true, &view);
            assert_int_equal(anew(&view).plies, view.plies);
            ff_game_view(game, FF_RED, false, &view);
            memory_model_view(&view, 5, 1, events, &forgotten);
            assert_int_equal(anew(&forgotten).plies, view.plies);
        }
        player->free(player);
        ff_game_free(game);
    }
}

/* Exchanges two pieces of Blue's that Red cannot name and that have stood still; false where all of
 * them are of one rank. */
static bool exchange_still(const world *w, const ff_view *view, ff_setup *setup) {
    unsigned first = FF_ZONE_MAX;
    for (unsigned k = 0; k < ff_edition_zone_size(&w->rules->edition); k++) {
        const ff_cell *cell = &view->cell[ff_edition_zone_square(&w->rules->edition, FF_BLUE, k)];
        if (cell->rank != FF_HIDDEN || cell->moved)
            continue;
        if (first == FF_ZONE_MAX)
            first = k;
        if (setup->rank[k] != setup->rank[first]) {
            uint8_t rank = setup->rank[k];
            setup->rank[k] = setup->rank[first];
            setup->rank[first] = rank;
            return true;
        }
    }
    return false;
}

/* The same moves by armies that differ where nobody has seen it. */
static void hidden_ranks_do_not_matter(void **state) {
    (void)state;
    for (unsigned i = 0; i < IDS; i++) {
        world w, other;
        ff_rng rng;
        ff_view view;
        ff_rng_seed(&rng, 90 + i);
        world_begin_random(&w, ff_edition_find(ff_span_of(ids[i])), &rng);
        for (unsigned ply = 0; ply < 8 && !w.over; ply++)
            assert_int_equal(world_play(&w, world_draw(&w, &rng), NULL), FF_LEGAL);
        ff_game_view(w.game, FF_RED, false, &view);
        policy_evidence read = anew(&view);
        ff_setup setup[2] = {w.setup[FF_RED], w.setup[FF_BLUE]};
        assert_true(exchange_still(&w, &view, &setup[FF_BLUE]));
        world_begin(&other, &w.rules->edition, setup);
        for (uint32_t ply = 0; ply < w.history.size; ply++)
            assert_int_equal(world_play(&other, w.history.moves[ply], NULL), FF_LEGAL);
        ff_game_view(other.game, FF_RED, false, &view);
        policy_evidence same = anew(&view);
        assert_alike(&read, &same);
        world_end(&other);
        world_end(&w);
    }
}

/* --- what it tells ----------------------------------------------------------------- */

/* What Red reads of a piece of Blue's after these moves. */
static void read_of(const char *pieces, const char *moves, const char *square,
                    int16_t seen[FF_RANKS]) {
    ff_game *game = game_on("tournament", pieces);
    play_all(game, moves);
    ff_view view = view_for(game, FF_RED);
    policy_evidence read = anew(&view);
    memcpy(seen, read.seen[square_at(square)], sizeof read.seen[0]);
    ff_game_free(game);
}

/* Red's captain takes a scout and stands beside a piece, and Blue moves another one: whoever could
 * take the captain would have, and a bomb could not. */
static void who_does_not_take_what_it_could_is_not_the_one_to_take_it(void **state) {
    (void)state;
    int16_t seen[FF_RANKS];
    read_of("Ma1 He5 Yk10 Pe6 Vf6 Ua9 Nb10", "e5-e6 a9-a8", "f6", seen);
    for (int rank = FF_MAJOR; rank <= FF_MARSHAL; rank++)
        assert_true(seen[rank] < seen[FF_BOMB]);
}

/* Red's captain has shown itself, and a piece of Blue's comes to its side. */
static void who_comes_to_the_side_of_a_piece_can_take_it(void **state) {
    (void)state;
    int16_t seen[FF_RANKS];
    read_of("Ma1 He5 Yk10 Pe6 Vf7 Ua9 Nb10", "e5-e6 f7-f6", "f6", seen);
    assert_true(seen[FF_MAJOR] > seen[FF_LIEUTENANT]);
    assert_true(seen[FF_MAJOR] > seen[FF_SERGEANT]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_the_same_in_one_go_and_ply_by_ply),
        cmocka_unit_test(what_was_read_of_another_game_is_forgotten),
        cmocka_unit_test(nothing_is_said_of_what_is_known),
        cmocka_unit_test(a_run_that_is_forgotten_is_not_read),
        cmocka_unit_test(what_is_not_told_is_not_needed),
        cmocka_unit_test(hidden_ranks_do_not_matter),
        cmocka_unit_test(who_does_not_take_what_it_could_is_not_the_one_to_take_it),
        cmocka_unit_test(who_comes_to_the_side_of_a_piece_can_take_it),
    };
    return cmocka_run_group_tests_name("policy evidence", tests, NULL, NULL);
}
