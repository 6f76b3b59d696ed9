/* What the game in sentences says, to the letter. */
#define _POSIX_C_SOURCE 200809L
#include "tui/plain/describe.h"
#include "board.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void assert_says(ff_buffer *out, const char *expected) {
    assert_false(out->failed);
    assert_string_equal(out->data ? out->data : "", expected);
    ff_buffer_free(out);
}

/* A game as one seat has seen it from this position on. */
typedef struct seen {
    ff_game *game;
    table table;
    album past;
    ff_move legal[FF_MOVES_MAX];
} seen;

static void look(seen *s, ff_seat viewer, bool memory) {
    ff_view view = memory ? memory_view_for(s->game, viewer) : view_for(s->game, viewer);
    assert_true(album_put(&s->past, &view));
    s->table = (table){.edition = &view.rules->edition,
                       .stage = view.result == FF_ONGOING ? STAGE_PLAY : STAGE_OVER,
                       .seat = (uint8_t)viewer,
                       .acts = true,
                       .memory = memory,
                       .has_view = true,
                       .view = view,
                       .result = view.result,
                       .ending = view.ending,
                       .past = &s->past,
                       .legal = s->legal,
                       .legal_count = ff_view_moves(&view, s->legal)};
}

/* Plays these moves, one word each. */
static void begin(seen *s, ff_game *game, ff_seat viewer, bool memory, const char *moves) {
    char text[64], *rest = text, *move;
    *s = (seen){.game = game};
    snprintf(text, sizeof text, "%s", moves);
    look(s, viewer, memory);
    while ((move = strtok_r(rest, " ", &rest))) {
        play_all(game, move);
        look(s, viewer, memory);
    }
}

static void end(seen *s) {
    album_free(&s->past);
    ff_game_free(s->game);
}

/* What is heard of one ply. */
static void assert_heard(ff_language language, const char *pieces, const char *move,
                         const char *expected) {
    seen s;
    ff_buffer out = {0};
    begin(&s, game_on("tournament", pieces), FF_BLUE, false, move);
    describe_ply(&out, language, &s.table, 1);
    assert_says(&out, expected);
    end(&s);
}

static void every_battle_is_told(void **state) {
    (void)state;
    assert_heard(FF_ENGLISH, "Ma1 De4 Dc1 Yk10 Re5 Pk9", "e4xe5",
                 "Red: attack from e4 to e5. Red’s Scout (2) falls to Blue’s Sergeant (4).\n");
    assert_heard(FF_ENGLISH, "Ma1 Le4 Yk10 Re5 Pk9", "e4xe5",
                 "Red: attack from e4 to e5. Red’s Marshal (10) takes Blue’s Sergeant (4).\n");
    assert_heard(FF_ENGLISH, "Ma1 Ee4 Dc1 Yk10 Qe5 Pk9", "e4xe5",
                 "Red: attack from e4 to e5. Red’s Miner (3) and Blue’s Miner (3) both fall.\n");
    assert_heard(FF_ENGLISH, "Ma1 De4 Yk10 Ye10 Pk9", "e4xe10",
                 "Red: attack from e4 to e10. Red’s Scout (2) takes Blue’s Flag!\n");
    assert_heard(FF_DUTCH, "Ma1 Ce4 Dc1 Yk10 Ne5 Pk9", "e4xe5",
                 "Rood: aanval van e4 naar e5. De Spionne van Rood verliest van de Bom van "
                 "Blauw.\n");
}

static void a_quiet_move_tells_no_more_than_it_shows(void **state) {
    (void)state;
    assert_heard(FF_ENGLISH, "Ma1 De4 Yk10 Pk9", "e4-e5", "Red: e4 to e5.\n");
    assert_heard(FF_ENGLISH, "Ma1 De4 Yk10 Pk9", "e4-e7", "Red: e4 to e7, so it is a Scout.\n");
    assert_heard(FF_GERMAN, "Ma1 De4 Yk10 Pk9", "e4-e5", "Rot: e4 nach e5.\n");
}

static void ranks_have_the_numbers_that_the_edition_prints(void **state) {
    (void)state;
    seen s;
    ff_buffer out = {0};
    begin(&s, game_on("anniversary", "Ma1 Le4 Yk10 Re5 Pk9"), FF_RED, false, "e4xe5");
    describe_ply(&out, FF_ENGLISH, &s.table, 1);
    assert_says(&out, "Red: attack from e4 to e5. Red’s Marshal (1) takes Blue’s Sergeant (7).\n");
    end(&s);
}

static void the_board_is_seen_from_ones_own_chair(void **state) {
    (void)state;
    seen s;
    ff_buffer out = {0};
    begin(&s, game_on("quick-arena", "Ma1 lb1 Ed2 Yh8 Pg8 oa7"), FF_RED, false, "d2-d3");
    describe_now(&out, &s.table);
    assert_says(&out, "    a    b    c    d    e    f    g    h\n"
                      " 8  .    .    .    .    .    .    (?)  (?)\n"
                      " 7  (S)  .    .    .    .    .    .    .\n"
                      " 6  .    .    .    .    .    .    .    .\n"
                      " 5  .    .    ~~~  .    .    ~~~  .    .\n"
                      " 4  .    .    ~~~  .    .    ~~~  .    .\n"
                      " 3  .    .    .    3    .    .    .    .\n"
                      " 2  .    .    .    .    .    .    .    .\n"
                      " 1  F    10*  .    .    .    .    .    .\n");
    look(&s, FF_BLUE, false);
    describe_now(&out, &s.table);
    assert_says(&out, "    h    g    f    e    d    c    b    a\n"
                      " 1  .    .    .    .    .    .    (10) (?)\n"
                      " 2  .    .    .    .    .    .    .    .\n"
                      " 3  .    .    .    .    (!)  .    .    .\n"
                      " 4  .    .    ~~~  .    .    ~~~  .    .\n"
                      " 5  .    .    ~~~  .    .    ~~~  .    .\n"
                      " 6  .    .    .    .    .    .    .    .\n"
                      " 7  .    .    .    .    .    .    .    S*\n"
                      " 8  F    2    .    .    .    .    .    .\n");
    end(&s);
}

static void assert_history(const seen *s, const char *expected) {
    ff_buffer out = {0};
    describe_plies(&out, FF_ENGLISH, &s->table);
    assert_says(&out, expected);
}

static void history_and_losses_forget_in_memory_mode(void **state) {
    (void)state;
    static const char pieces[] = "Ma1 Le4 Dc1 Yk10 Te5 Pk9", moves[] = "e4xe5 k9-k8";
    seen open, memory;
    ff_buffer out = {0};
    begin(&open, game_on("tournament", pieces), FF_BLUE, false, moves);
    begin(&memory, game_on("tournament", pieces), FF_BLUE, true, moves);
    assert_history(&open, "1. Red: attack from e4 to e5. Red’s Marshal (10) takes Blue’s "
                          "Captain (6).\n2. Blue: k9 to k8.\n");
    assert_history(&memory, "1. Red: attack from e4 to e5. A battle; the ranks are hidden again.\n"
                            "2. Blue: k9 to k8.\n");
    describe_captures(&out, FF_ENGLISH, &open.table);
    assert_says(&out, "Red has lost: nothing.\nBlue has lost: 1 Captain.\n");
    describe_captures(&out, FF_ENGLISH, &memory.table);
    assert_says(&out, "Red has lost: nothing.\nBlue has lost: pieces: 1.\n");
    end(&open);
    end(&memory);
}

static void moves_and_pieces_are_listed(void **state) {
    (void)state;
    seen s;
    ff_buffer out = {0};
    begin(&s, game_on("tournament", "Ma1 Ee4 Yk10 Re5 Pk9"), FF_RED, false, "");
    describe_moves(&out, FF_ENGLISH, &s.table, FF_OFF_BOARD);
    assert_says(&out, "e4 (Miner) to f4 e5 (attack) d4 e3\n");
    describe_moves(&out, FF_FRENCH, &s.table, square_at("a1"));
    assert_says(&out, "Aucune de tes pièces ne peut partir de là maintenant.\n");
    describe_pieces(&out, FF_ENGLISH, &s.table);
    assert_says(&out, "The pieces of Red:\n  Flag: a1\n  Miner: e4\n"
                      "The pieces of Blue:\n  hidden, has not moved: e5 k9 k10\n");
    end(&s);
}

typedef struct end_case {
    ff_ending ending;
    ff_seat loser;
    const char *text; /* as Red hears it */
} end_case;

static void the_end_is_told_in_a_sentence(void **state) {
    (void)state;
    static const end_case cases[] = {
        {FF_BY_RESIGN, FF_BLUE, "Red has won. By resignation. You have won.\n"},
        {FF_BY_TIME, FF_RED, "Blue has won. On time. You have lost.\n"},
        {FF_BY_AGREEMENT, FF_NOBODY, "A draw. By agreement.\n"},
        {FF_BY_LIMIT, FF_NOBODY, "A draw. The limit of moves was reached.\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        seen s;
        ff_buffer out = {0};
        ff_game *game = game_on("tournament", "Ma1 Dc1 Yk10 Pk9");
        ff_game_end(game, cases[i].ending, cases[i].loser);
        begin(&s, game, FF_RED, false, "");
        describe_end(&out, FF_ENGLISH, &s.table);
        assert_says(&out, cases[i].text);
        end(&s);
    }
}

static void clocks_are_told_as_they_stand(void **state) {
    (void)state;
    ff_buffer out = {0};
    table t = {.timed = true, .left_ms = {125000, 3600000}, .free_ms = 5000, .runs = {true, false}};
    describe_clocks(&out, FF_ENGLISH, &t, 35000000000u);
    assert_says(&out, "Red: 1:35.\nBlue: 1:00:00.\n");
    t.vacation[FF_BLUE] = true;
    describe_clocks(&out, FF_ENGLISH, &t, 35000000000u);
    assert_says(&out, "Red: 1:35.\nBlue: 1:00:00, on vacation: the clock has stopped.\n");
    t.timed = false;
    describe_clocks(&out, FF_ENGLISH, &t, 0);
    assert_says(&out, "This game has no clock.\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_battle_is_told),
        cmocka_unit_test(a_quiet_move_tells_no_more_than_it_shows),
        cmocka_unit_test(ranks_have_the_numbers_that_the_edition_prints),
        cmocka_unit_test(the_board_is_seen_from_ones_own_chair),
        cmocka_unit_test(history_and_losses_forget_in_memory_mode),
        cmocka_unit_test(moves_and_pieces_are_listed),
        cmocka_unit_test(the_end_is_told_in_a_sentence),
        cmocka_unit_test(clocks_are_told_as_they_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
