/* A seat that only hears what is said aloud knows what the game would show it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "board.h"
#include "engine/bot/mirror.h"

/* A game and what each seat makes of it. */
typedef struct hall {
    ff_game *game;
    mirror mirror[2];
} hall;

static void begin(hall *h, const char *id, uint64_t seed) {
    const ff_edition *edition = ff_edition_find(ff_span_of(id));
    ff_options options = {.size = sizeof(ff_options), .ply_limit = edition->host_cap};
    ff_setup setup[2];
    ff_rules rules;
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    ff_rules_init(&rules, edition, &options);
    h->game = ff_game_new(edition, &options);
    assert_non_null(h->game);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup_random(&setup[seat], edition, &rng);
        assert_true(ff_game_set_up(h->game, (ff_seat)seat, &setup[seat], NULL));
    }
    ff_view all = view_for(h->game, FF_NOBODY);
    bool stands[FF_SQUARES];
    for (int square = 0; square < FF_SQUARES; square++)
        stands[square] = all.cell[square].seat != FF_NOBODY;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        mirror_begin(&h->mirror[seat], &rules, (ff_seat)seat, &setup[seat], stands);
}

static void end(hall *h) {
    mirror_free(&h->mirror[FF_RED]);
    mirror_free(&h->mirror[FF_BLUE]);
    ff_game_free(h->game);
}

static void assert_same(const hall *h) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view seen = view_for(h->game, (ff_seat)seat), kept;
        mirror_view(&h->mirror[seat], &kept);
        assert_memory_equal(seen.cell, kept.cell, sizeof seen.cell);
        assert_memory_equal(seen.lost, kept.lost, sizeof seen.lost);
        assert_int_equal(seen.history.size, kept.history.size);
        for (unsigned i = 0; i < seen.plies; i++)
            assert_int_equal(seen.history.moves[i], kept.history.moves[i]);
    }
}

/* The game plays a random move; both mirrors are told. */
static void play_ply(hall *h, ff_rng *rng) {
    ff_move moves[FF_MOVES_MAX];
    ff_view view = view_for(h->game, FF_NOBODY);
    ff_seat seat = (ff_seat)view.turn;
    view = view_for(h->game, seat);
    size_t count = ff_view_moves(&view, moves);
    ff_move move = moves[ff_rng_below(rng, (uint32_t)count)];
    assert_int_equal(ff_game_move(h->game, seat, FF_FROM(move), FF_TO(move)), FF_LEGAL);
    ff_event last = view_for(h->game, FF_NOBODY).last;
    for (int i = FF_RED; i <= FF_BLUE; i++) {
        ff_error error = {0};
        if (!mirror_play(&h->mirror[i], &last, &error))
            fail_msg("ply %u: %s", view.plies, error.message);
    }
}

/* Who cannot move has lost by the rules, but not before it is said. */
static void assert_unsaid(const hall *h) {
    if (view_for(h->game, FF_NOBODY).ending != FF_BY_IMMOBILE)
        return;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view kept;
        mirror_view(&h->mirror[seat], &kept);
        assert_int_equal(kept.result, FF_ONGOING);
        assert_int_equal(kept.ending, FF_BY_NOTHING);
    }
}

static unsigned play_game(const char *edition, uint64_t seed) {
    hall h = {.game = NULL};
    ff_rng rng;
    ff_rng_seed(&rng, seed);
    begin(&h, edition, seed);
    assert_same(&h);
    while (!ff_game_is_over(h.game)) {
        play_ply(&h, &rng);
        if (!ff_game_is_over(h.game))
            assert_same(&h);
    }
    assert_unsaid(&h);
    unsigned plies = view_for(h.game, FF_NOBODY).plies;
    end(&h);
    return plies;
}

static void the_mirror_shows_what_the_game_shows(void **state) {
    (void)state;
    unsigned plies = 0;
    for (uint64_t seed = 1; seed <= 6; seed++)
        plies += play_game("ucc", seed);
    assert_true(plies > 1000);
}

static void in_every_edition(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++)
        for (uint64_t seed = 1; seed <= 2; seed++)
            assert_true(play_game(ff_edition_at(i)->id, seed) > 0);
}

/* --- what cannot have happened -------------------------------------------------- */

/* Red's mirror of a game of ten pieces, after "a1-a2" of Red's. */
static mirror small_mirror(void) {
    const ff_edition *edition = ff_edition_find(ff_span_of("quick-arena"));
    ff_rules rules;
    ff_setup own;
    ff_error error;
    bool enemy[FF_SQUARES] = {false};
    mirror m = {.events = NULL};
    ff_rules_init(&rules, edition, NULL);
    assert_int_equal(ff_setup_parse(ff_span_of("MBAEAAAABAACLAEADAAKAAAD"), edition, &own, NULL),
                     FF_SETUP_OK);
    for (int file = 0; file < 8; file++)
        enemy[FF_SQUARE(file, 5)] = true;
    enemy[FF_SQUARE(0, 6)] = enemy[FF_SQUARE(1, 6)] = true;
    mirror_begin(&m, &rules, FF_RED, &own, enemy);
    ff_event step = {.move = FF_MOVE(square_at("a3"), square_at("a4"))};
    assert_true(mirror_play(&m, &step, &error));
    return m;
}

static void assert_refused(mirror *m, const char *from, const char *to, ff_battle battle,
                           ff_rank attacker, ff_rank defender) {
    ff_view before, after;
    ff_error error = {0};
    ff_event told = {FF_MOVE(square_at(from), square_at(to)), (uint8_t)battle, (uint8_t)attacker,
                     (uint8_t)defender, false};
    mirror_view(m, &before);
    assert_false(mirror_play(m, &told, &error));
    assert_true(error.message[0]);
    mirror_view(m, &after);
    assert_true(ff_view_hash(&before) == ff_view_hash(&after));
}

static void what_cannot_be_is_refused_and_changes_nothing(void **state) {
    (void)state;
    mirror m = small_mirror();
    ff_error error;
    assert_refused(&m, "a4", "a5", FF_NO_BATTLE, FF_EMPTY, FF_EMPTY); /* not Red's turn */
    assert_refused(&m, "a6", "b5", FF_NO_BATTLE, FF_EMPTY, FF_EMPTY);
    assert_refused(&m, "a6", "k10", FF_NO_BATTLE, FF_EMPTY, FF_EMPTY);
    assert_refused(&m, "b6", "b5", FF_ATTACKER_WINS, FF_MINER, FF_SCOUT); /* nobody there */
    ff_event step = {.move = FF_MOVE(square_at("a6"), square_at("a5"))};
    if (!mirror_play(&m, &step, &error))
        fail_msg("%s", error.message);
    assert_refused(&m, "a4", "a5", FF_NO_BATTLE, FF_EMPTY, FF_EMPTY);       /* somebody there */
    assert_refused(&m, "a4", "a5", FF_BOTH_DIE, FF_MINER, FF_MINER);        /* ours is a scout */
    assert_refused(&m, "a4", "a5", FF_ATTACKER_WINS, FF_SCOUT, FF_MARSHAL); /* not by the rules */
    assert_refused(&m, "a4", "a5", FF_DEFENDER_WINS, FF_SCOUT, FF_BOMB);    /* it has moved */
    assert_refused(&m, "a4", "a5", FF_DEFENDER_WINS, FF_SCOUT, FF_CAPTAIN); /* not of the army */
    assert_refused(&m, "a4", "a5", FF_NO_BATTLE, FF_RANKS, 200);
    ff_event fight = {FF_MOVE(square_at("a4"), square_at("a5")), FF_DEFENDER_WINS, FF_SCOUT,
                      FF_MARSHAL, false};
    assert_true(mirror_play(&m, &fight, &error));
    mirror_free(&m);
}

/* Red's scout has died, and nothing of Red's is left that moves: it is Blue's turn, and
 * the competition's manager lets Blue move on. */
static void a_game_that_goes_on_is_not_over(void **state) {
    (void)state;
    mirror m = small_mirror();
    ff_error error = {0};
    ff_event step = {.move = FF_MOVE(square_at("a6"), square_at("a5"))};
    assert_true(mirror_play(&m, &step, &error));
    for (int square = 0; square < FF_SQUARES; square++)
        if (ff_position_owner(&m.position, square) == FF_RED && square != (int)square_at("a1") &&
            square != (int)square_at("a4"))
            ff_position_put(&m.position, square, FF_RED, FF_EMPTY);
    ff_event fight = {FF_MOVE(square_at("a4"), square_at("a5")), FF_DEFENDER_WINS, FF_SCOUT,
                      FF_MARSHAL, false};
    assert_true(mirror_play(&m, &fight, &error));
    step.move = FF_MOVE(square_at("a5"), square_at("a4"));
    assert_true(mirror_play(&m, &step, &error));
    ff_view view;
    ff_move moves[FF_MOVES_MAX];
    mirror_view(&m, &view);
    assert_int_equal(view.result, FF_ONGOING);
    assert_int_equal(ff_view_moves(&view, moves), 0);
    mirror_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_mirror_shows_what_the_game_shows),
        cmocka_unit_test(in_every_edition),
        cmocka_unit_test(what_cannot_be_is_refused_and_changes_nothing),
        cmocka_unit_test(a_game_that_goes_on_is_not_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
