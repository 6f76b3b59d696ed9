/* Observations and worlds. What must hold: the planes say what a slow reading of the view
 * says, in every edition, from either side, on every processor; ranks hidden from a seat
 * change nothing in its numbers; a world drawn from a view gives the same view, and on a
 * board small enough to count each as often as all others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/processor.h"
#include "board.h"
#include "core/repetition.h"
#include "view/planes.h"
#include "world.h"

static size_t plane_named(const char *name) {
    size_t index = 0;
    assert_true(ff_plane_find(ff_span_of(name), &index));
    return index;
}

static const char *const rank_names[FF_RANKS] = {
    "",      "spy",     "scout",   "miner",   "sergeant", "lieutenant", "captain",
    "major", "colonel", "general", "marshal", "bomb",     "flag"};

/* --- a slow reading ----------------------------------------------------------------- */

/* Pieces of a rank that are alive and not public, by the army. */
static unsigned hidden_of(const ff_view *view, ff_seat seat, unsigned rank) {
    int count = view->rules->edition.army[rank] - view->lost[seat][rank];
    for (int square = 0; square < FF_SQUARES; square++)
        count -= view->cell[square].seat == seat && view->cell[square].known &&
                 view->cell[square].rank == rank;
    return count > 0 ? (unsigned)count : 0;
}

static float part(unsigned a, unsigned b) {
    return b == 0 ? 0 : a < b ? (float)a / (float)b : 1;
}

/* Is this square in a forbidden move's place? Asks of every move why it is refused. */
static bool is_locked(const ff_view *view, unsigned square, bool source, ff_reason why) {
    for (unsigned other = 0; other < FF_SQUARES; other++) {
        unsigned from = source ? square : other, to = source ? other : square;
        if (ff_view_check(view, from, to) == why)
            return true;
    }
    return false;
}

static bool is_of_ply(const ff_view *view, unsigned square, unsigned back, bool source) {
    if (view->plies <= back)
        return false;
    ff_move move = view->history.moves[view->plies - 1 - back];
    return square == (unsigned)(source ? FF_FROM(move) : FF_TO(move));
}

/* What a plane of ranks has for each square; false where it is not one of those. */
static bool read_rank_plane(const ff_view *view, const char *name, float out[FF_SQUARES]) {
    const char *dash = strchr(name, '-');
    unsigned rank = FF_SPY;
    while (rank < FF_RANKS && (!dash || strcmp(dash + 1, rank_names[rank]) != 0))
        rank++;
    if (rank == FF_RANKS)
        return false;
    ff_seat own = (ff_seat)view->viewer, enemy = own == FF_RED ? FF_BLUE : FF_RED;
    unsigned army = view->rules->edition.army[rank];
    float maybe = part(hidden_of(view, enemy, rank), army);
    float guess = part(hidden_of(view, own, rank), army);
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        const ff_cell *cell = &view->cell[square];
        bool mine = cell->seat == own, theirs = cell->seat == enemy;
        bool fits = rank < FF_BOMB || !cell->moved;
        out[square] = name[0] == 'o'   ? (float)(mine && cell->rank == rank)
                      : name[0] == 'e' ? (float)(theirs && cell->rank == rank)
                      : name[0] == 'm' ? (theirs && cell->rank == FF_HIDDEN && fits ? maybe : 0)
                                       : (mine && !cell->known && fits ? guess : 0);
    }
    return true;
}

/* The number of one of the other planes at one square. */
static float number_at(const ff_view *view, const char *name, unsigned square) {
    const ff_cell *cell = &view->cell[square];
    const ff_rules *rules = view->rules;
    ff_seat own = (ff_seat)view->viewer, enemy = own == FF_RED ? FF_BLUE : FF_RED;
    bool mine = cell->seat == own, hidden = cell->seat == enemy && cell->rank == FF_HIDDEN;
    if (strcmp(name, "two-squares-from") == 0 || strcmp(name, "two-squares-to") == 0)
        return is_locked(view, square, name[12] == 'f', FF_TWO_SQUARES);
    if (strcmp(name, "chase-from") == 0 || strcmp(name, "chase-to") == 0)
        return is_locked(view, square, name[6] == 'f', FF_MORE_SQUARES);
    const struct {
        const char *name;
        float number;
    } others[] = {
        {"own-known", mine && cell->known},
        {"own-moved", mine && cell->moved},
        {"unknown-unmoved", hidden && !cell->moved},
        {"unknown-moved", hidden && cell->moved},
        {"empty", cell->seat == FF_NOBODY && !rules->edition.lake[square]},
        {"lake", rules->edition.lake[square]},
        {"last-from", is_of_ply(view, square, 0, true)},
        {"last-to", is_of_ply(view, square, 0, false)},
        {"second-from", is_of_ply(view, square, 1, true)},
        {"second-to", is_of_ply(view, square, 1, false)},
        {"third-from", is_of_ply(view, square, 2, true)},
        {"third-to", is_of_ply(view, square, 2, false)},
        {"fourth-from", is_of_ply(view, square, 3, true)},
        {"fourth-to", is_of_ply(view, square, 3, false)},
        {"quiet", part(view->quiet, rules->quiet_limit)},
        {"length", part(view->plies, rules->ply_limit)},
        {"own-chase", part(view->chase[own], 100)},
        {"enemy-chase", part(view->chase[enemy], 100)},
        {"turn", view->turn == own && view->result == FF_ONGOING},
        {"red", own == FF_RED},
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i].name) == 0)
            return others[i].number;
    fail_msg("no reading of plane %s", name);
    return 0;
}

static float as_float(const ff_observation *wanted, const void *out, size_t i, const ff_plane *p,
                      unsigned army) {
    if (wanted->number == FF_FLOAT32)
        return ((const float *)out)[i];
    float byte = ((const uint8_t *)out)[i];
    return strcmp(p->range, "share") == 0           ? byte / 255
           : strcmp(p->range, "count") == 0 && army ? byte / (float)army
                                                    : byte;
}

static unsigned army_of_plane(const ff_rules *rules, const char *name) {
    for (unsigned rank = FF_SPY; rank < FF_RANKS; rank++) {
        const char *dash = strchr(name, '-');
        if (dash && strcmp(dash + 1, rank_names[rank]) == 0)
            return rules->edition.army[rank];
    }
    return 1;
}

/* Locks take long to read slowly: `locks` says whether to. */
static void assert_planes(const ff_view *view, const ff_observation *wanted, const void *out,
                          bool locks) {
    const ff_edition *e = &view->rules->edition;
    unsigned cells = (unsigned)e->files * e->rows;
    bool turned = !wanted->absolute && view->viewer == FF_BLUE;
    for (unsigned i = 0; i < wanted->planes; i++) {
        const ff_plane *p = ff_plane_at(wanted->plane[i]);
        if (!locks && (strstr(p->name, "two-squares") || strstr(p->name, "chase-")))
            continue;
        float step = wanted->number == FF_UINT8 ? 0.5f / 255 + 1e-6f : 0, rank[FF_SQUARES];
        bool ranked = read_rank_plane(view, p->name, rank);
        for (unsigned k = 0; k < cells; k++) {
            unsigned at = turned ? cells - 1 - k : k;
            unsigned square = FF_SQUARE(at % e->files, at / e->files);
            float right = ranked ? rank[square] : number_at(view, p->name, square);
            float got = as_float(wanted, out, (size_t)i * cells + k, p,
                                 army_of_plane(view->rules, p->name));
            if (got - right > step || right - got > step)
                fail_msg("%s of %s at %u: %f, not %f", p->name, e->id, k, (double)got,
                         (double)right);
        }
    }
}

/* Room for a plane's numbers with guards around it. */
typedef struct numbers {
    size_t bytes;
    uint8_t *room;
} numbers;

enum { GUARD = 64, UNTOUCHED = 0xa5 };

static void numbers_free(numbers *n) {
    free(n->room - GUARD);
}

static numbers numbers_new(const ff_observation *wanted, const ff_edition *edition) {
    numbers n = {.bytes = ff_observation_bytes(wanted, edition)};
    uint8_t *whole = malloc(GUARD + n.bytes + GUARD);
    assert_non_null(whole);
    n.room = whole + GUARD;
    return n;
}

/* By a kernel, or by the one that the library takes for this processor (null); before and
 * behind the planes nothing is written. */
static void observe_into(numbers *n, const plane_kernel *kernel, const ff_view *view,
                         const ff_observation *wanted) {
    memset(n->room - GUARD, UNTOUCHED, GUARD + n->bytes + GUARD);
    if (kernel)
        observe_with(kernel, view, wanted, n->room);
    else
        ff_observe(view, wanted, n->room);
    for (size_t i = 0; i < GUARD; i++) {
        assert_int_equal(n->room[n->bytes + i], UNTOUCHED);
        assert_int_equal((n->room - GUARD)[i], UNTOUCHED);
    }
}

static void assert_kernel_agrees(const numbers *best, numbers *other, const plane_kernel *kernel,
                                 const ff_view *view, const ff_observation *wanted) {
    observe_into(other, kernel, view, wanted);
    assert_memory_equal(best->room, other->room, best->bytes);
}

/* One moment of a game: both seats, every kernel, against the slow reading. */
static void look_at(const world *w, const ff_observation *wanted, bool locks) {
    numbers best = numbers_new(wanted, &w->rules->edition);
    numbers other = numbers_new(wanted, &w->rules->edition);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_view view;
        ff_game_view(w->game, (ff_seat)seat, false, &view);
        observe_into(&best, NULL, &view, wanted);
        assert_kernel_agrees(&best, &other, &planes_portable, &view, wanted);
#if defined(__x86_64__)
        if (processor_is_x86_64_v3())
            assert_kernel_agrees(&best, &other, &planes_x86_64_v3, &view, wanted);
        if (processor_is_x86_64_v4())
            assert_kernel_agrees(&best, &other, &planes_x86_64_v4, &view, wanted);
#endif
        assert_planes(&view, wanted, best.room, locks);
    }
    numbers_free(&best);
    numbers_free(&other);
}

static void planes_say_what_the_view_says(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 5);
    for (size_t i = 0; i < ff_edition_count(); i++) {
        ff_observation wanted = ff_observation_all(i % 2 ? FF_UINT8 : FF_FLOAT32, i % 3 == 0);
        world w;
        world_begin_random(&w, ff_edition_at(i), &rng);
        for (int ply = 0; ply < 120 && !w.over; ply++) {
            if (ply % 11 == 0)
                look_at(&w, &wanted, ply == 44 && i == 5);
            world_play(&w, world_draw(&w, &rng), NULL);
        }
        look_at(&w, &wanted, false);
        world_end(&w);
    }
}

/* A quiet move that threatens where there is one, mostly; else any. */
static ff_move lively_move(const world *w, ff_rng *rng) {
    for (int i = 0; i < 30; i++) {
        ff_move move = world_draw(w, rng);
        if (ff_position_owner(&w->truth, FF_TO(move)) == FF_NOBODY &&
            bitboard_meets_neighbours(w->truth.pieces[!w->truth.turn], FF_TO(move)))
            return move;
    }
    return world_draw(w, rng);
}

/* Pieces that go to and fro until they may not, hunters among them: the moves that the
 * view refuses for a rule against repetition are marked, one rule's as the other's. */
static void locks_are_marked(void **state) {
    (void)state;
    ff_edition edition = *ff_edition_find(ff_span_of("quick-arena"));
    ff_observation wanted = ff_observation_all(FF_UINT8, true);
    ff_rng rng;
    ff_rng_seed(&rng, 2);
    unsigned locked[2] = {0, 0};
    edition.two_squares = 8; /* so that chases go on for long enough */
    for (int game = 0; game < 400 && (locked[0] < 2 || locked[1] < 2); game++) {
        edition.two_squares = game % 2 ? 2 : 8;
        world w;
        world_begin_random(&w, &edition, &rng);
        for (int ply = 0; ply < 120 && !w.over; ply++) {
            ff_position position = w.truth;
            move_set two, more;
            generate_forbidden(w.rules, &position, &w.history, &two, &more);
            bool looks[2] = {move_set_any(&two) && locked[0] < 2,
                             move_set_any(&more) && locked[1] < 2};
            if (looks[0] || looks[1])
                look_at(&w, &wanted, true);
            locked[0] += looks[0];
            locked[1] += looks[1];
            world_play(&w, lively_move(&w, &rng), NULL);
        }
        world_end(&w);
    }
    assert_int_equal(locked[0], 2);
    assert_int_equal(locked[1], 2);
}

static void planes_are_chosen_by_name(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 4);
    world w;
    world_begin_random(&w, ff_edition_find(ff_span_of("quick-arena")), &rng);
    ff_observation wanted = {.size = sizeof wanted, .number = FF_FLOAT32, .planes = 3};
    wanted.plane[0] = (uint8_t)plane_named("red");
    wanted.plane[1] = (uint8_t)plane_named("lake");
    wanted.plane[2] = (uint8_t)plane_named("red");
    assert_int_equal(ff_observation_bytes(&wanted, &w.rules->edition), 3 * 64 * sizeof(float));
    look_at(&w, &wanted, false);
    world_end(&w);
    size_t index = 99;
    assert_false(ff_plane_find(ff_span_of("own-pawn"), &index));
    assert_int_equal(index, 99);
    assert_null(ff_plane_at(ff_plane_count()));
    for (size_t i = 0; i < ff_plane_count(); i++) {
        assert_true(ff_plane_find(ff_span_of(ff_plane_at(i)->name), &index));
        assert_int_equal(index, i);
    }
}

static void what_cannot_be_made_is_refused(void **state) {
    (void)state;
    ff_observation good = ff_observation_all(FF_UINT8, false);
    assert_true(ff_observation_check(&good, NULL));
    ff_observation bad[7];
    for (int i = 0; i < 7; i++)
        bad[i] = good;
    bad[0].size = 1;
    bad[1].number = 2;
    bad[2].absolute = 2;
    bad[3].planes = 0;
    bad[4].plane[0] = (uint8_t)ff_plane_count();
    bad[5].planes = FF_PLANES_MAX + 1;
    bad[6].size = offsetof(ff_observation, plane) + 4;
    for (int i = 0; i < 7; i++) {
        ff_error error = {0};
        assert_false(ff_observation_check(&bad[i], &error));
        assert_int_not_equal(error.message[0], 0);
        assert_int_equal(error.code == FF_ERROR_SIZE, i == 0 || i == 6);
    }
}

/* A board of 2x3, less than what is written at once. */
static void the_smallest_board_is_observed(void **state) {
    (void)state;
    ff_edition tiny = *ff_edition_find(ff_span_of("duel"));
    tiny.files = 2;
    tiny.rows = 3;
    tiny.zone_rows = 1;
    memset(tiny.lake, 0, sizeof tiny.lake);
    memset(tiny.army, 0, sizeof tiny.army);
    tiny.army[FF_FLAG] = tiny.army[FF_SCOUT] = 1;
    assert_true(ff_edition_check(&tiny, NULL));
    ff_game *game = game_with(&tiny, NULL, "Ma1 Db1 Ya3 Pb3");
    ff_view view;
    ff_game_view(game, FF_RED, false, &view);
    ff_observation wanted = {.size = sizeof wanted, .planes = 2};
    size_t flag, scout;
    assert_true(ff_plane_find(ff_span_of("own-flag"), &flag));
    assert_true(ff_plane_find(ff_span_of("own-scout"), &scout));
    wanted.plane[0] = (uint8_t)flag;
    wanted.plane[1] = (uint8_t)scout;
    const uint8_t bytes[12] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
    uint8_t seen[12];
    ff_observe(&view, &wanted, seen);
    assert_memory_equal(seen, bytes, sizeof seen);
    wanted.number = FF_FLOAT32;
    float shares[12];
    ff_observe(&view, &wanted, shares);
    for (int i = 0; i < 12; i++)
        assert_true(shares[i] == (float)bytes[i]);
    ff_game_free(game);
}

/* --- worlds ------------------------------------------------------------------------------ */

static uint64_t hash_view(const ff_game *game, ff_seat seat) {
    ff_view view;
    ff_game_view(game, seat, false, &view);
    return ff_view_hash(&view);
}

static void write_information(const ff_game *game, ff_seat seat, ff_buffer *out) {
    ff_view view;
    ff_game_view(game, seat, false, &view);
    ff_buffer_clear(out);
    ff_view_information_write(&view, out);
    assert_false(out->failed);
}

/* Plays the moves of `w` from the armies of `setup`; true where that is legal and goes on. */
static bool play_again(const world *w, const ff_setup setup[2], world *other) {
    world_begin(other, &w->rules->edition, setup);
    for (unsigned i = 0; i < w->truth.plies; i++)
        if (other->over || world_play(other, w->history.moves[i], NULL) != FF_LEGAL)
            return false;
    return !other->over;
}

/* The armies of a world: the truth's, with the ranks that the world gives to pieces alive. */
static void armies_of(const world *w, const ff_position *drawn, ff_setup setup[2]) {
    memcpy(setup, w->setup, 2 * sizeof *setup);
    for (int square = 0; square < FF_SQUARES; square++) {
        ff_seat seat = ff_position_owner(drawn, square);
        assert_int_equal(seat, ff_position_owner(&w->truth, square));
        if (seat != FF_NOBODY)
            setup[seat].rank[w->origin[square]] = (uint8_t)ff_position_rank(drawn, square);
    }
}

/* A world is a game that could have been: the seat's view of it is the same, and so are
 * observation and information; the position's counters are the game's. */
static void assert_world(const world *w, ff_seat seat, const ff_position *drawn) {
    ff_setup setup[2];
    world other;
    armies_of(w, drawn, setup);
    for (int s = FF_RED; s <= FF_BLUE; s++)
        assert_int_equal(ff_setup_check(&setup[s], &w->rules->edition), FF_SETUP_OK);
    assert_true(play_again(w, setup, &other));
    assert_true(hash_view(w->game, seat) == hash_view(other.game, seat));
    assert_memory_equal(drawn, &other.truth, sizeof *drawn);
    ff_buffer a = {0}, b = {0};
    write_information(w->game, seat, &a);
    write_information(other.game, seat, &b);
    assert_string_equal(a.data, b.data);
    ff_observation wanted = ff_observation_all(FF_UINT8, false);
    numbers x = numbers_new(&wanted, &w->rules->edition);
    numbers y = numbers_new(&wanted, &w->rules->edition);
    ff_view view;
    ff_game_view(w->game, seat, false, &view);
    ff_observe(&view, &wanted, x.room);
    ff_game_view(other.game, seat, false, &view);
    ff_observe(&view, &wanted, y.room);
    assert_memory_equal(x.room, y.room, x.bytes);
    numbers_free(&x);
    numbers_free(&y);
    ff_buffer_free(&a);
    ff_buffer_free(&b);
    world_end(&other);
}

static void worlds_are_games_that_could_have_been(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 6);
    unsigned differ = 0;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        world w;
        world_begin_random(&w, ff_edition_at(i), &rng);
        for (int ply = 0; ply < 300 && !w.over; ply++) {
            for (int seat = FF_RED; ply % 37 == 0 && seat <= FF_BLUE; seat++) {
                ff_view view;
                ff_position drawn;
                ff_game_view(w.game, (ff_seat)seat, false, &view);
                assert_int_equal(ff_world_draw(&view, &rng, &drawn), FF_WORLD_OK);
                assert_world(&w, (ff_seat)seat, &drawn);
                differ += memcmp(&drawn, &w.truth, sizeof drawn) != 0;
            }
            world_play(&w, world_draw(&w, &rng), NULL);
        }
        world_end(&w);
    }
    assert_true(differ > 100);
}

static void views_that_do_not_tell_enough_are_refused(void **state) {
    (void)state;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    world w;
    ff_view view;
    ff_position drawn;
    world_begin_random(&w, ff_edition_default(), &rng);
    ff_game_view(w.game, FF_NOBODY, false, &view);
    assert_int_equal(ff_world_draw(&view, &rng, &drawn), FF_WORLD_UNTOLD);
    ff_game_view(w.game, FF_RED, true, &view);
    assert_int_equal(ff_world_draw(&view, &rng, &drawn), FF_WORLD_UNTOLD);
    ff_position truth = w.truth;
    assert_true(ff_game_end(w.game, FF_BY_RESIGN, FF_RED));
    ff_game_view(w.game, FF_RED, false, &view);
    assert_int_equal(ff_world_draw(&view, &rng, &drawn), FF_WORLD_OK);
    for (int square = 0; square < FF_SQUARES; square++)
        assert_int_equal(ff_position_rank(&drawn, square), ff_position_rank(&truth, square));
    world_end(&w);

    ff_game *waiting = ff_game_new(ff_edition_default(), NULL);
    ff_game_view(waiting, FF_RED, false, &view);
    assert_int_equal(ff_world_draw(&view, &rng, &drawn), FF_WORLD_UNTOLD);
    ff_game_free(waiting);

    /* A board with two marshals on one side. */
    ff_position_clear(&drawn);
    ff_position_put(&drawn, 0, FF_RED, FF_MARSHAL);
    ff_position_put(&drawn, 1, FF_RED, FF_FLAG);
    ff_position_put(&drawn, 99, FF_BLUE, FF_MARSHAL);
    ff_position_put(&drawn, 98, FF_BLUE, FF_MARSHAL);
    ff_game *board = ff_game_from(ff_edition_default(), NULL, &drawn, NULL);
    ff_game_view(board, FF_RED, false, &view);
    assert_int_equal(ff_world_draw(&view, &rng, &drawn), FF_WORLD_UNTOLD);
    ff_game_free(board);
}

/* Boards that no game from two armies comes to: each contradicts the army otherwise. */
static ff_world world_of(const ff_edition *edition, const char *pieces, const char *moves) {
    ff_game *game = game_with(edition, NULL, pieces);
    ff_position drawn;
    ff_view view;
    ff_rng rng;
    ff_rng_seed(&rng, 1);
    play_all(game, moves);
    ff_game_view(game, FF_RED, false, &view);
    ff_world answer = ff_world_draw(&view, &rng, &drawn);
    ff_game_free(game);
    return answer;
}

static void boards_that_are_not_of_two_armies_have_no_worlds(void **state) {
    (void)state;
    ff_edition two = *ff_edition_find(ff_span_of("duel"));
    memset(two.army, 0, sizeof two.army);
    two.army[FF_FLAG] = two.army[FF_SCOUT] = 1;
    assert_int_equal(world_of(&two, "Ma1 De4 Yk10 Pe10", ""), FF_WORLD_OK);
    /* more open scouts than the army has */
    assert_int_equal(world_of(&two, "Ma1 De4 pe10 pf10", ""), FF_WORLD_UNTOLD);
    /* more hidden pieces, */
    assert_int_equal(world_of(&two, "Ma1 De4 Yk10 Pe10 Pf10", ""), FF_WORLD_UNTOLD);
    /* and nothing left that could be the flag */
    assert_int_equal(world_of(&two, "Ma1 De4 Pe10 Pf10", "e4-e3 e10-e9 e3-e4 f10-f9"),
                     FF_WORLD_UNTOLD);
}

static void a_game_that_was_broken_off_has_one_world(void **state) {
    (void)state;
    ff_rng rng;
    world w;
    ff_view view;
    ff_position drawn;
    ff_rng_seed(&rng, 1);
    world_begin_random(&w, ff_edition_default(), &rng);
    assert_true(ff_game_end(w.game, FF_BY_ABORT, FF_NOBODY));
    ff_game_view(w.game, FF_RED, false, &view);
    assert_int_equal(ff_world_draw(&view, &rng, &drawn), FF_WORLD_OK);
    for (int square = 0; square < FF_SQUARES; square++)
        assert_int_equal(ff_position_rank(&drawn, square), ff_position_rank(&w.truth, square));
    world_end(&w);
}

/* --- exactly distributed ------------------------------------------------------------------ */

/* A board of 4x4 with six pieces a side. */
static ff_edition toy_edition(void) {
    ff_edition edition = *ff_edition_find(ff_span_of("duel"));
    strcpy(edition.id, "toy");
    edition.files = edition.rows = 4;
    edition.zone_rows = 2;
    memset(edition.lake, 0, sizeof edition.lake);
    memset(edition.army, 0, sizeof edition.army);
    edition.army[FF_FLAG] = edition.army[FF_MARSHAL] = edition.army[FF_MINER] = 1;
    edition.army[FF_BOMB] = 2;
    edition.army[FF_SCOUT] = 1;
    assert_true(ff_edition_check(&edition, NULL));
    return edition;
}

enum { WORLDS_MAX = 720, DRAWS = 8000 };

typedef struct counter {
    struct {
        uint8_t ranks[FF_ZONE_MAX];
        unsigned drawn;
    } world[WORLDS_MAX];
    unsigned worlds;
} counter;

static int find_world(const counter *c, const ff_setup *setup) {
    for (unsigned i = 0; i < c->worlds; i++)
        if (memcmp(c->world[i].ranks, setup->rank, FF_ZONE_MAX) == 0)
            return (int)i;
    return -1;
}

/* All different orders of the enemy's pieces that give this view, by trying all 6! */
static void count_worlds(counter *c, const world *w, ff_seat seat, ff_setup setup[2], unsigned from,
                         const uint8_t *places, unsigned count) {
    ff_seat enemy = seat == FF_RED ? FF_BLUE : FF_RED;
    uint8_t *rank = setup[enemy].rank;
    if (from == count) {
        world other;
        if (find_world(c, &setup[enemy]) < 0 && play_again(w, setup, &other)) {
            if (hash_view(w->game, seat) == hash_view(other.game, seat)) {
                memcpy(c->world[c->worlds].ranks, rank, FF_ZONE_MAX);
                c->world[c->worlds++].drawn = 0;
            }
            world_end(&other);
        } else if (find_world(c, &setup[enemy]) < 0) {
            world_end(&other);
        }
        return;
    }
    for (unsigned i = from; i < count; i++) {
        uint8_t a = rank[places[from]], b = rank[places[i]];
        rank[places[from]] = b, rank[places[i]] = a;
        count_worlds(c, w, seat, setup, from + 1, places, count);
        rank[places[from]] = a, rank[places[i]] = b;
    }
}

static unsigned filled_places(const ff_setup *setup, uint8_t places[FF_ZONE_MAX]) {
    unsigned count = 0;
    for (unsigned k = 0; k < FF_ZONE_MAX; k++)
        if (setup->rank[k] != FF_EMPTY)
            places[count++] = (uint8_t)k;
    return count;
}

/* Chi-square of the draws against all worlds equally often, less its mean in parts of its
 * standard deviation. */
static double deviation(counter *c, const world *w, ff_seat seat, ff_rng *rng) {
    ff_seat enemy = seat == FF_RED ? FF_BLUE : FF_RED;
    ff_view view;
    ff_game_view(w->game, seat, false, &view);
    for (int i = 0; i < DRAWS; i++) {
        ff_position drawn;
        ff_setup setup[2];
        assert_int_equal(ff_world_draw(&view, rng, &drawn), FF_WORLD_OK);
        armies_of(w, &drawn, setup);
        int k = find_world(c, &setup[enemy]);
        assert_true(k >= 0);
        c->world[k].drawn++;
    }
    double expected = (double)DRAWS / c->worlds, sum = 0;
    for (unsigned i = 0; i < c->worlds; i++) {
        double off = c->world[i].drawn - expected;
        sum += off * off / expected;
    }
    double freedom = c->worlds - 1.0, square = (sum - freedom) * (sum - freedom);
    return square / (2 * freedom);
}

static void worlds_are_equally_likely(void **state) {
    (void)state;
    static counter c;
    ff_edition edition = toy_edition();
    ff_rng rng;
    ff_rng_seed(&rng, 12);
    unsigned looked = 0, narrowed = 0;
    while (looked < 16) {
        world w;
        edition.reveal_runs = looked % 2; /* a run tells a scout, whether it is said or not */
        world_begin_random(&w, &edition, &rng);
        unsigned plies = ff_rng_below(&rng, 9);
        for (unsigned i = 0; i < plies && !w.over; i++)
            world_play(&w, world_draw(&w, &rng), NULL);
        if (!w.over) {
            ff_seat seat = (ff_seat)ff_rng_below(&rng, 2), enemy = seat ? FF_RED : FF_BLUE;
            ff_setup setup[2] = {w.setup[0], w.setup[1]};
            uint8_t places[FF_ZONE_MAX];
            unsigned count = filled_places(&setup[enemy], places);
            c.worlds = 0;
            count_worlds(&c, &w, seat, setup, 0, places, count);
            assert_true(c.worlds >= 1);
            if (c.worlds > 1) {
                assert_true(deviation(&c, &w, seat, &rng) < 16); /* four deviations */
                narrowed += c.worlds < 360;
                looked++;
            }
        }
        world_end(&w);
    }
    assert_true(narrowed > 3);
}

/* --- documents ---------------------------------------------------------------------------- */

static void the_documents_list_the_planes(void **state) {
    (void)state;
    static char text[64 * 1024];
    FILE *file = fopen(TEST_ROOT "/../docs/simulator.md", "r");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[size] = 0;
    for (size_t i = 0; i < ff_plane_count(); i++) {
        const ff_plane *p = ff_plane_at(i);
        char row[256];
        snprintf(row, sizeof row, "| %zu | `%s` | %s | %s |\n", i, p->name, p->range, p->text);
        if (!strstr(text, row))
            fail_msg("docs/simulator.md has not: %s", row);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_say_what_the_view_says),
        cmocka_unit_test(locks_are_marked),
        cmocka_unit_test(planes_are_chosen_by_name),
        cmocka_unit_test(what_cannot_be_made_is_refused),
        cmocka_unit_test(worlds_are_games_that_could_have_been),
        cmocka_unit_test(views_that_do_not_tell_enough_are_refused),
        cmocka_unit_test(boards_that_are_not_of_two_armies_have_no_worlds),
        cmocka_unit_test(a_game_that_was_broken_off_has_one_world),
        cmocka_unit_test(the_smallest_board_is_observed),
        cmocka_unit_test(worlds_are_equally_likely),
        cmocka_unit_test(the_documents_list_the_planes),
    };
    return cmocka_run_group_tests_name("observation", tests, NULL, NULL);
}
