/* Puzzles are found where they are: a miner's run and a sure gain on small boards, and games
 * whose puzzles have one answer, are the same every time, and do not tell what the seat did not
 * know. */
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/puzzles/material.h"
#include "ai/puzzles/miner_run.h"
#include "ai/puzzles/puzzles.h"
#include "flagfall.h"

/* --- small boards -------------------------------------------------------------------- */

/* A game on the board of quick-arena, eight by eight, from rows told from Blue's side down. */
static ff_game *board_of(const char *const rows[8], ff_seat turn) {
    const ff_edition *edition = ff_edition_find(ff_span_of("quick-arena"));
    ff_position position;
    bool known[FF_SQUARES] = {false};
    ff_error error;
    char text[65] = {0};
    for (int row = 0; row < 8; row++)
        memcpy(text + 8 * (size_t)row, rows[7 - row], 8);
    if (!ff_board_parse(ff_span_of(text), edition, &position, known, &error))
        fail_msg("%s", error.message);
    position.turn = (uint8_t)turn;
    ff_game *game = ff_game_from(edition, NULL, &position, known);
    assert_non_null(game);
    return game;
}

static ff_move move_of(const char *text) {
    unsigned from, to;
    assert_true(ff_move_parse(ff_span_of(text), &from, &to, NULL));
    return FF_MOVE(from, to);
}

static int square_of(const char *text) {
    unsigned square;
    assert_int_equal(ff_square_parse(ff_span_of(text), &square), strlen(text));
    return (int)square;
}

static void assert_run(const char *const rows[8], const char *miner, const char *move,
                       miner_run expected) {
    ff_view view;
    ff_game *game = board_of(rows, FF_RED);
    ff_game_view(game, FF_RED, false, &view);
    miner_run found = miner_run_after(&view, square_of(miner), move ? move_of(move) : 0);
    ff_game_free(game);
    if (found != expected)
        fail_msg("after %s: %d, not %d", move ? move : "nothing", (int)found, (int)expected);
}

/* Blue's open miner on a4 goes to a3 and takes the bomb beside the flag. */
static const char *const run_board[8] = {
    "AAAAAAAY", "AAAAAAAA", "AAAAAAAA", "AA_AA_AA", "qA_AA_AA", "AAAAAAAA", "BKAAAAAA", "MBAAAAAA",
};

static void a_miner_who_is_left_alone_gets_in(void **state) {
    (void)state;
    assert_run(run_board, "a4", NULL, MINER_GETS_IN);
}

static void who_waits_beside_his_way_stops_him(void **state) {
    (void)state;
    assert_run(run_board, "a4", "b2-b3", MINER_STOPPED);
    assert_run(run_board, "a4", "b2-c2", MINER_GETS_IN);
}

static void who_takes_him_stops_him(void **state) {
    (void)state;
    static const char *const rows[8] = {"AAAAAAAY", "AAAAAAAA", "AAAAAAAA", "AA_AA_AA",
                                        "AA_AA_AA", "AKAAAAAA", "BqAAAAAA", "MBAAAAAA"};
    assert_run(rows, "b2", "b3-c3", MINER_GETS_IN);
    assert_run(rows, "b2", "b3xb2", MINER_STOPPED);
}

/* What a move gains in all worlds of a small army: Red knows Blue's open pieces. */
static int sure_gain(const char *const rows[8], const char *move) {
    ff_view view;
    ff_rng rng;
    material_gain gains[FF_MOVES_MAX];
    size_t count;
    int least = INT_MIN;
    ff_game *game = board_of(rows, FF_RED);
    ff_rng_seed(&rng, 1);
    ff_game_view(game, FF_RED, false, &view);
    assert_int_equal(material_ahead(&view, &rng, 10, INT_MIN, gains, &count), MATERIAL_DONE);
    for (size_t i = 0; i < count; i++) {
        assert_true(gains[i].mean >= gains[i].least);
        if (gains[i].move == move_of(move))
            least = gains[i].least;
    }
    ff_game_free(game);
    return least;
}

/* quick-arena's army: flag, two bombs, spy, two scouts, two miners, general, marshal. */
static void an_open_piece_that_nobody_guards_is_a_sure_gain(void **state) {
    (void)state;
    static const char *const rows[8] = {"YNNOPPQW", "XAAAAAAA", "AAAAAAAA", "AA_AA_AA",
                                        "AA_AA_AA", "qAAAAAAA", "KAAAAAAA", "MBBAAAAL"};
    assert_int_equal(sure_gain(rows, "a2-a3"), 300);
    assert_int_equal(sure_gain(rows, "h1-h2"), 0);
}

/* --- whole games --------------------------------------------------------------------- */

typedef struct harvest {
    puzzle puzzle[64];
    unsigned count;
} harvest;

static bool take(void *context, const puzzle *p) {
    harvest *h = context;
    h->puzzle[h->count++] = *p;
    return h->count < 64;
}

/* A game between two quick players, as a replay. */
static void play(uint64_t seed, ff_replay *replay, ff_history *history) {
    const ff_edition *edition = ff_edition_find(ff_span_of("barrage"));
    ff_record record = {0};
    ff_view view;
    ff_position first;
    char letters[FF_ZONE_MAX + 1];
    ff_game *game = ff_game_new(edition, NULL);
    ff_player *red = ff_player_new(ff_computer_find(ff_span_of("one-ply")), seed);
    ff_player *blue = ff_player_new(ff_computer_level(5, false), seed + 1);
    assert_true(ff_referee_play(game, red, blue, 0));
    assert_true(ff_game_first_position(game, &first));
    ff_game_view(game, FF_NOBODY, false, &view);
    ff_record_add_tag(&record, "Edition", ff_span_of("barrage"));
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup army = {0};
        for (unsigned k = 0; k < ff_edition_zone_size(edition); k++)
            army.rank[k] = (uint8_t)ff_position_rank(
                &first, ff_edition_zone_square(edition, (ff_seat)seat, k));
        ff_setup_write(&army, edition, letters);
        ff_record_add_tag(&record, seat == FF_RED ? "RedSetup" : "BlueSetup", ff_span_of(letters));
    }
    for (unsigned i = 0; i < view.plies; i++)
        ff_record_add_move(&record, FF_FROM(view.events[i].move), FF_TO(view.events[i].move), false,
                           ff_span_of(""));
    assert_true(ff_replay_record(replay, &record, NULL, history));
    assert_int_equal(replay->verdict, FF_REPLAY_OK);
    ff_record_free(&record);
    red->free(red);
    blue->free(blue);
    ff_game_free(game);
}

static void find(puzzles_finder *finder, unsigned games, harvest *h) {
    const char *why;
    h->count = 0;
    for (unsigned i = 0; i < games; i++) {
        ff_replay replay;
        ff_history history = {0};
        play(100 + i, &replay, &history);
        assert_true(puzzles_may_come_of(&replay, &why));
        assert_null(why);
        assert_true(puzzles_find(finder, &replay, &history, take, h));
        ff_history_free(&history);
    }
}

static void games_give_puzzles_which_hold_what_they_promise(void **state) {
    (void)state;
    static harvest first, again;
    puzzles_finder *finder = puzzles_finder_new(1, 2000);
    find(finder, 5, &first);
    assert_true(first.count > 0);
    for (unsigned i = 0; i < first.count; i++) {
        const puzzle *p = &first.puzzle[i];
        ff_buffer text = {0};
        puzzle read;
        ff_error error = {0};
        puzzle_write(p, &text);
        assert_true(puzzle_read(ff_span_of(text.data), &read, &error));
        assert_true(p->best - p->next >= (p->kind == PUZZLE_FLAG ? 500 : PUZZLES_MARGIN));
        for (unsigned j = 0; j < i; j++)
            assert_true(puzzle_id(&first.puzzle[j]) != puzzle_id(p));
        ff_buffer_free(&text);
    }
    find(finder, 5, &again);
    assert_int_equal(again.count, first.count);
    assert_memory_equal(again.puzzle, first.puzzle, first.count * sizeof *first.puzzle);
    puzzles_finder_free(finder);
}

/* Exchanges two ranks of an army; false where they are the same. */
static bool exchange(ff_setup *army, unsigned a, unsigned b) {
    uint8_t rank = army->rank[a];
    army->rank[a] = army->rank[b];
    army->rank[b] = rank;
    return army->rank[a] != rank;
}

/* Whether the enemy's hidden ranks are these or others, the one who looks sees the same game and
 * finds the same answer. */
static void an_answer_does_not_hang_on_what_is_hidden(void **state) {
    (void)state;
    static harvest h;
    unsigned compared = 0;
    puzzles_finder *finder = puzzles_finder_new(1, 2000);
    find(finder, 5, &h);
    for (unsigned i = 0; i < h.count; i++) {
        puzzle p = h.puzzle[i];
        ff_view view, other;
        ff_seat seat = p.plies % 2 ? FF_BLUE : FF_RED;
        unsigned zone = ff_edition_zone_size(p.edition);
        ff_game *game = puzzle_game(&p, NULL);
        ff_game_view(game, seat, false, &view);
        uint64_t seen = ff_view_hash(&view);
        for (unsigned a = 0; a < zone; a++)
            for (unsigned b = 0; b < a; b++) {
                puzzle q = p;
                ff_move found[2];
                if (compared == 4 || !exchange(&q.army[1 - seat], a, b))
                    continue;
                ff_game *twin = puzzle_game(&q, NULL);
                if (!twin)
                    continue;
                ff_game_view(twin, seat, false, &other);
                if (ff_view_hash(&other) == seen) {
                    assert_true(puzzles_answer(finder, &p, &found[0]));
                    assert_true(puzzles_answer(finder, &q, &found[1]));
                    assert_int_equal(found[0], found[1]);
                    compared++;
                }
                ff_game_free(twin);
            }
        ff_game_free(game);
    }
    assert_true(compared > 0);
    puzzles_finder_free(finder);
}

static void a_game_that_is_not_over_gives_none(void **state) {
    (void)state;
    ff_replay replay;
    ff_history history = {0};
    const char *why;
    play(100, &replay, &history);
    replay.position.ending = FF_BY_NOTHING;
    assert_false(puzzles_may_come_of(&replay, &why));
    assert_string_equal(why, "it is not over");
    ff_history_free(&history);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_miner_who_is_left_alone_gets_in),
        cmocka_unit_test(who_waits_beside_his_way_stops_him),
        cmocka_unit_test(who_takes_him_stops_him),
        cmocka_unit_test(an_open_piece_that_nobody_guards_is_a_sure_gain),
        cmocka_unit_test(games_give_puzzles_which_hold_what_they_promise),
        cmocka_unit_test(an_answer_does_not_hang_on_what_is_hidden),
        cmocka_unit_test(a_game_that_is_not_over_gives_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
