/* What the game in the terminal says, to the letter. */
#include "tui/plain/describe.h"
#include "board.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void assert_says(ff_buffer *out, const char *expected) {
    assert_false(out->failed);
    assert_string_equal(out->data ? out->data : "", expected);
    ff_buffer_free(out);
}

static void assert_latest(const ff_game *game, ff_seat viewer, const char *expected) {
    ff_view view = view_for(game, viewer);
    ff_buffer out = {0};
    describe_latest(&out, &view);
    assert_says(&out, expected);
}

/* Plays one ply on a board and compares what both seats hear of it. */
static void assert_heard(const char *pieces, const char *move, const char *red, const char *blue) {
    ff_game *game = game_on("tournament", pieces);
    play_all(game, move);
    assert_latest(game, FF_RED, red);
    assert_latest(game, FF_BLUE, blue);
    ff_game_free(game);
}

static void every_battle_is_told_to_both_sides(void **state) {
    (void)state;
    assert_heard("Ma1 De4 Dc1 Yk10 Re5 Pk9", "e4xe5",
                 "Your scout (2) e4 attacks e5: it is a sergeant (4). Your scout is lost.\n",
                 "Red attacks from e4 with a scout (2). On e5 stands your sergeant (4). "
                 "The scout is taken.\n");
    assert_heard("Ma1 Le4 Yk10 Re5 Pk9", "e4xe5",
                 "Your marshal (10) e4 attacks e5: it is a sergeant (4). The sergeant is taken.\n",
                 "Red attacks from e4 with a marshal (10). On e5 stands your sergeant (4). "
                 "Your sergeant is lost.\n");
    assert_heard("Ma1 Ee4 Dc1 Yk10 Qe5 Pk9", "e4xe5",
                 "Your miner (3) e4 attacks e5: it is a miner (3). Both are lost.\n",
                 "Red attacks from e4 with a miner (3). On e5 stands your miner (3). "
                 "Both are lost.\n");
    assert_heard("Ma1 De4 Yk10 Ye10 Pk9", "e4xe10",
                 "Your scout (2) e4 attacks e10: it is the flag. The flag is taken.\n",
                 "Red attacks from e4 with a scout (2). On e10 stands your flag. "
                 "Your flag is lost.\n");
    assert_heard("Ma1 Ce4 Dc1 Yk10 Ne5 Pk9", "e4xe5",
                 "Your spy e4 attacks e5: it is a bomb. Your spy is lost.\n",
                 "Red attacks from e4 with a spy. On e5 stands your bomb. "
                 "The spy is taken.\n");
}

static void a_quiet_move_tells_no_more_than_it_shows(void **state) {
    (void)state;
    assert_heard("Ma1 De4 Yk10 Pk9", "e4-e5", "You move from e4 to e5.\n",
                 "Red moves from e4 to e5.\n");
    assert_heard("Ma1 De4 Yk10 Pk9", "e4-e7",
                 "You move from e4 to e7, and all can see that it is a scout (2).\n",
                 "Red moves from e4 to e7: it is a scout (2).\n");
}

static void ranks_have_the_numbers_that_the_edition_prints(void **state) {
    (void)state;
    ff_game *game = game_on("anniversary", "Ma1 Le4 Yk10 Re5 Pk9");
    play_all(game, "e4xe5");
    assert_latest(game, FF_RED,
                  "Your marshal (1) e4 attacks e5: it is a sergeant (7). The sergeant is taken.\n");
    ff_game_free(game);
}

static void the_board_is_seen_from_ones_own_chair(void **state) {
    (void)state;
    ff_game *game = game_on("quick-arena", "Ma1 lb1 Ed2 Yh8 Pg8 oa7");
    play_all(game, "d2-d3");
    ff_view red = view_for(game, FF_RED), blue = view_for(game, FF_BLUE);
    ff_buffer out = {0};
    describe_board(&out, &red);
    assert_says(&out, "    a    b    c    d    e    f    g    h\n"
                      " 8  .    .    .    .    .    .    (?)  (?)\n"
                      " 7  (S)  .    .    .    .    .    .    .\n"
                      " 6  .    .    .    .    .    .    .    .\n"
                      " 5  .    .    ~~~  .    .    ~~~  .    .\n"
                      " 4  .    .    ~~~  .    .    ~~~  .    .\n"
                      " 3  .    .    .    3    .    .    .    .\n"
                      " 2  .    .    .    .    .    .    .    .\n"
                      " 1  F    10*  .    .    .    .    .    .\n");
    describe_board(&out, &blue);
    assert_says(&out, "    h    g    f    e    d    c    b    a\n"
                      " 1  .    .    .    .    .    .    (10) (?)\n"
                      " 2  .    .    .    .    .    .    .    .\n"
                      " 3  .    .    .    .    (!)  .    .    .\n"
                      " 4  .    .    ~~~  .    .    ~~~  .    .\n"
                      " 5  .    .    ~~~  .    .    ~~~  .    .\n"
                      " 6  .    .    .    .    .    .    .    .\n"
                      " 7  .    .    .    .    .    .    .    S*\n"
                      " 8  F    2    .    .    .    .    .    .\n");
    ff_game_free(game);
}

static void every_refusal_has_its_sentence(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Dc1 Yk10 Pk9");
    ff_view view = view_for(game, FF_RED);
    for (int reason = FF_GAME_OVER; reason < FF_REASONS; reason++) {
        ff_buffer out = {0};
        describe_refusal(&out, &view, (ff_reason)reason, square_at("c1"), square_at("c3"));
        assert_true(out.size > 10);
        assert_int_equal(out.data[out.size - 1], '\n');
        for (size_t i = 0; i < out.size; i++)
            assert_int_not_equal(out.data[i], '%');
        ff_buffer_free(&out);
    }
    ff_buffer out = {0};
    describe_refusal(&out, &view, FF_TWO_SQUARES, square_at("c1"), square_at("c3"));
    assert_says(&out, "This piece has gone to and fro 3 times in a row; it must do something else "
                      "(the two-squares rule).\n");
    ff_game_free(game);
}

static void assert_history(const ff_view *view, const char *expected) {
    ff_buffer out = {0};
    describe_plies(&out, view);
    assert_says(&out, expected);
}

static void history_and_losses_forget_in_memory_mode(void **state) {
    (void)state;
    ff_game *game = game_on("tournament", "Ma1 Le4 Dc1 Yk10 Te5 Pk9");
    play_all(game, "e4xe5 k9-k8");
    ff_view open = view_for(game, FF_BLUE), memory = memory_view_for(game, FF_BLUE);
    assert_history(&open, "1. Red e4xe5: marshal takes captain\n2. Blue k9-k8\n");
    assert_history(&memory, "1. Red e4xe5: attacker takes defender\n2. Blue k9-k8\n");
    ff_buffer out = {0};
    describe_captures(&out, &open);
    assert_says(&out, "Red has lost: nothing.\nBlue has lost: 1 Captain.\n");
    describe_captures(&out, &memory);
    assert_says(&out, "Red has lost: nothing.\nBlue has lost: 1 in all.\n");
    ff_game_free(game);
}

typedef struct end_case {
    ff_ending ending;
    ff_seat loser;
    const char *text; /* as Red hears it */
} end_case;

static void the_end_is_told_in_a_sentence(void **state) {
    (void)state;
    static const end_case cases[] = {
        {FF_BY_RESIGN, FF_BLUE, "Red wins: Blue has given up. You have won.\n"},
        {FF_BY_TIME, FF_RED, "Blue wins: Red has run out of time. You have lost.\n"},
        {FF_BY_AGREEMENT, FF_NOBODY, "It is a draw: each side has agreed.\n"},
        {FF_BY_LIMIT, FF_NOBODY, "It is a draw: the game has grown too long.\n"},
        {FF_BY_ABORT, FF_NOBODY, "The game was broken off.\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ff_game *game = game_on("tournament", "Ma1 Dc1 Yk10 Pk9");
        ff_game_end(game, cases[i].ending, cases[i].loser);
        ff_view view = view_for(game, FF_RED);
        ff_buffer out = {0};
        describe_end(&out, &view);
        assert_says(&out, cases[i].text);
        ff_game_free(game);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_battle_is_told_to_both_sides),
        cmocka_unit_test(a_quiet_move_tells_no_more_than_it_shows),
        cmocka_unit_test(ranks_have_the_numbers_that_the_edition_prints),
        cmocka_unit_test(the_board_is_seen_from_ones_own_chair),
        cmocka_unit_test(every_refusal_has_its_sentence),
        cmocka_unit_test(history_and_losses_forget_in_memory_mode),
        cmocka_unit_test(the_end_is_told_in_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
