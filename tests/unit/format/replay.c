/* What the rules make of a record, in the words of `flagfall check`. */
#include "records.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A duel on a small board: Red's scout may take the flag on a10 at once. */
#define EMPTY10 "AAAAAAAAAA"
#define MIDDLE "AA__AA__AAAA__AA__AA"
#define BOARD                                                                                      \
    "[Edition \"duel\"]\n[Board \"MAAAAAAAAA" EMPTY10 EMPTY10                                      \
    "DAAAAAAAAL" MIDDLE EMPTY10 EMPTY10 EMPTY10 "YAAAAAAAAX\"]\n"

/* The same with Red's flag and bombs alone. */
#define STUCK                                                                                      \
    "[Edition \"duel\"]\n[Board \"MBAAAAAAAA" EMPTY10 EMPTY10 EMPTY10 MIDDLE EMPTY10 EMPTY10       \
        EMPTY10 "YAAAAAAAAX\"]\n"

static void a_game_that_goes_on_claims_nothing(void **state) {
    (void)state;
    assert_verdict(DUEL_TAGS "\n1. a1-a2\n", "illegal ply=1 move=a1-a2 reason=immobile");
    assert_verdict_begins(DUEL_TAGS "\n1. d1-d4 g10-g7\n",
                          "ok plies=2 result=* by=- turn=red board=M");
    assert_verdict_begins(DUEL_TAGS "[Result \"*\"]\n",
                          "ok plies=0 result=* by=- turn=red board=M");
}

static void the_board_shows_who_won(void **state) {
    (void)state;
    assert_verdict_begins(BOARD "\na4xa10", "ok plies=1 result=red by=flag turn=blue board=MAA");
    assert_verdict_begins(BOARD "[Result \"*\"]\na4xa10", "ok plies=1 result=red by=flag");
    assert_verdict_begins(BOARD "[Result \"Red\"]\n[Termination \"flag\"]\na4xa10",
                          "ok plies=1 result=red by=flag");
    assert_verdict_begins(STUCK, "ok plies=0 result=blue by=immobile turn=red");
    assert_verdict_begins(STUCK "[Turn \"blue\"]", "ok plies=0 result=blue by=immobile turn=blue");
}

static void the_board_is_in_capitals_and_turn_is_who_would_move_next(void **state) {
    (void)state;
    assert_verdict("[Edition \"quick-arena\"]\n[Turn \"blue\"]\n"
                   "[Board \"maaaaaaa"
                   "LAAAAAAA"
                   "DAAAAAAA"
                   "AA_AA_AA"
                   "AA_AA_AA"
                   "AAAAAAAP"
                   "AAAAAAAA"
                   "AAAAAAYX\"]\n\nh8-h7",
                   "ok plies=1 result=* by=- turn=red "
                   "board=MAAAAAAA"
                   "LAAAAAAA"
                   "DAAAAAAA"
                   "AA_AA_AA"
                   "AA_AA_AA"
                   "AAAAAAAP"
                   "AAAAAAAX"
                   "AAAAAAYA");
}

/* The first bad move, as it is written. */

static void a_bad_move_is_named_with_its_reason(void **state) {
    (void)state;
    assert_verdict(BOARD "k4-k5 k10-k9 k5-k4 k9-k10 k4-k5 k10-k9 k5-k4",
                   "illegal ply=7 move=k5-k4 reason=two-squares");
    assert_verdict(BOARD "A4-A3 K4-K5", "illegal ply=2 move=k4-k5 reason=not-yours");
    assert_verdict(BOARD "j4-j5", "illegal ply=1 move=j4-j5 reason=off-board");
    assert_verdict(BOARD "a4xA0", "illegal ply=1 move=a4xa0 reason=off-board");
    assert_verdict(BOARD "b4-b5", "illegal ply=1 move=b4-b5 reason=empty-source");
    assert_verdict(BOARD "a1-a2", "illegal ply=1 move=a1-a2 reason=immobile");
}

static void nothing_moves_after_the_end(void **state) {
    (void)state;
    assert_verdict(BOARD "a4xa10 k10-k9", "illegal ply=2 move=k10-k9 reason=game-over");
    assert_verdict(STUCK "a1-a2", "illegal ply=1 move=a1-a2 reason=game-over");
}

static void a_move_is_told_before_a_wrong_result(void **state) {
    (void)state;
    assert_verdict(BOARD "[Result \"blue\"]\n[Termination \"flag\"]\nk4-k6",
                   "illegal ply=1 move=k4-k6 reason=too-far");
}

/* Set-ups. */

static void a_wrong_setup_is_named_red_first(void **state) {
    (void)state;
    assert_verdict("[Edition \"duel\"]\n[RedSetup \"M\"]\n[BlueSetup \"\"]\n",
                   "illegal setup=red reason=wrong-length");
    assert_verdict("[Edition \"duel\"]\n[RedSetup \"" DUEL_SETUP "\"]\n[BlueSetup \"N" DUEL_SETUP
                   "\"]\n",
                   "illegal setup=blue reason=wrong-length");
    assert_verdict("[Edition \"travel-nl\"]\n[RedSetup \"" FULL_SETUP
                   "\"]\n[BlueSetup \"" DUEL_SETUP "\"]\n",
                   "illegal setup=blue reason=wrong-counts");
}

static void a_board_may_have_any_pieces(void **state) {
    (void)state;
    assert_verdict_begins("[Edition \"barrage\"]\n[Board \"LLLLLLLLLL" EMPTY10 EMPTY10 EMPTY10
                              MIDDLE EMPTY10 EMPTY10 EMPTY10 "XXXXXXXXXX\"]\n",
                          "ok plies=0 result=* by=- turn=red");
}

/* What makes no game. */

static void a_record_that_makes_no_game_is_an_error(void **state) {
    (void)state;
    assert_verdict("[Edition \"orignal\"]\n", "error unknown edition \"orignal\"");
    assert_verdict("[Red \"Ann\"]\n", "error no tag Edition, which names the rules");
    assert_verdict(
        "[Edition \"duel\"]\n[RedSetup \"\"]\n",
        "error no tag BlueSetup; a game begins from RedSetup and BlueSetup, or from Board");
    assert_verdict("[Edition \"duel\"]\n[Board \"A\"]\n",
                   "error Board: 1 letters; a board of 10 by 10 has 100");
    assert_verdict(BOARD "[Turn \"green\"]", "error Turn is red or blue, not \"green\"");
    assert_verdict(BOARD "[RedSetup \"\"]",
                   "error a Board and set-ups; a game begins from one of them");
    assert_verdict(DUEL_TAGS "[Turn \"blue\"]",
                   "error Red begins a game from set-ups; Turn is for a Board");
    assert_verdict(BOARD "[Result \"1-0\"]", "error Result is red, blue, draw or *, not \"1-0\"");
    assert_verdict(BOARD "[Option \"forfiet\"]",
                   "error unknown option \"forfiet\"; there are forfeit and no-limits");
    assert_verdict(BOARD "[Result \"red\"]\n[result \"blue\"]",
                   "error tag Result stands there twice");
    assert_verdict_begins(BOARD "[Termination \"mate\"]", "error Termination is flag, immobile,");
}

static void unknown_tags_do_not_matter(void **state) {
    (void)state;
    assert_verdict_begins(BOARD "[Event \"x\"]\n[Event \"y\"]\n[WhiteElo \"?\"]", "ok plies=0");
}

/* Endings that only the tags tell. */

static void host_ending(const char *result, const char *termination, const char *line) {
    ff_buffer text = {0};
    ff_buffer_format(&text, "%s[Result \"%s\"]\n[Termination \"%s\"]\nk4-k5", BOARD, result,
                     termination);
    assert_verdict_begins(text.data, line);
    ff_buffer_free(&text);
}

static void endings_that_the_board_does_not_show_are_taken_from_the_tags(void **state) {
    (void)state;
    host_ending("red", "resign", "ok plies=1 result=red by=resign turn=blue");
    host_ending("blue", "resign", "ok plies=1 result=blue by=resign turn=blue");
    host_ending("blue", "time", "ok plies=1 result=blue by=time");
    host_ending("draw", "time", "ok plies=1 result=draw by=time");
    host_ending("draw", "agreement", "ok plies=1 result=draw by=agreement");
    host_ending("draw", "limit", "ok plies=1 result=draw by=limit"); /* the host's cap */
    host_ending("blue", "forfeit", "ok plies=1 result=blue by=forfeit");
    host_ending("*", "aborted", "ok plies=1 result=* by=aborted");
    host_ending("*", "-", "ok plies=1 result=* by=-");
}

#define UNBEGUN "[Edition \"duel\"]\n"

static void who_never_set_up_has_no_army(void **state) {
    (void)state;
    assert_verdict_begins(UNBEGUN "[Result \"blue\"]\n[Termination \"forfeit\"]",
                          "ok plies=0 result=blue by=forfeit turn=red board=AAAA");
    assert_verdict_begins(UNBEGUN "[Result \"*\"]\n[Termination \"aborted\"]",
                          "ok plies=0 result=* by=aborted");
    assert_verdict_begins(UNBEGUN "[Result \"blue\"]\n[Termination \"flag\"]",
                          "error no tag RedSetup");
    assert_verdict_begins(UNBEGUN "[Result \"blue\"]\n[Termination \"forfeit\"]\na4-a5",
                          "error no tag RedSetup");
    assert_verdict(UNBEGUN "[BlueSetup \"A\"]\n[Result \"blue\"]\n[Termination \"forfeit\"]",
                   "illegal setup=blue reason=wrong-length");
}

static void tags_that_contradict_the_board_are_wrong(void **state) {
    (void)state;
    static const char *const wrong = "illegal reason=wrong-result";
    host_ending("red", "-", wrong);
    host_ending("draw", "-", wrong);
    host_ending("red", "flag", wrong);
    host_ending("*", "flag", wrong);
    host_ending("red", "immobile", wrong);
    host_ending("draw", "resign", wrong);
    host_ending("red", "agreement", wrong);
    host_ending("blue", "limit", wrong);
    host_ending("draw", "aborted", wrong);
    assert_verdict(BOARD "[Result \"red\"]\nk4-k5", wrong);
    assert_verdict(BOARD "[Result \"blue\"]\na4xa10", wrong);
    assert_verdict(BOARD "[Result \"red\"]\n[Termination \"resign\"]\na4xa10", wrong);
    assert_verdict(BOARD "[Termination \"immobile\"]\na4xa10", wrong);
    assert_verdict(BOARD "[Result \"*\"]\n[Termination \"aborted\"]\na4xa10", wrong);
    assert_verdict(STUCK "[Result \"draw\"]\n[Termination \"immobile\"]", wrong);
}

/* Options. */

#define GERMAN                                                                                     \
    "[Edition \"travel-de\"]\n[Board \"MAAAAAAAAA" EMPTY10 EMPTY10                                 \
    "BAAAAAAAAL" MIDDLE EMPTY10 EMPTY10 EMPTY10 "YAAAAAAAAX\"]\n"

static void moving_a_bomb_is_refused_or_forfeits_the_game(void **state) {
    (void)state;
    assert_verdict(GERMAN "a4-a5", "illegal ply=1 move=a4-a5 reason=immobile");
    assert_verdict_begins(GERMAN "[Option \"forfeit\"]\na4-a5",
                          "ok plies=0 result=blue by=forfeit turn=red");
    assert_verdict_begins(GERMAN
                          "[Option \"forfeit\"]\n[Result \"blue\"]\n[Termination \"forfeit\"]"
                          "\nk4-k5 k10-k9 a1-b1",
                          "ok plies=2 result=blue by=forfeit turn=red");
    assert_verdict(GERMAN "[Option \"forfeit\"]\na4-a5 k10-k9",
                   "illegal ply=2 move=k10-k9 reason=game-over");
    assert_verdict(GERMAN "[Option \"forfeit\"]\n[Result \"red\"]\na4-a5",
                   "illegal reason=wrong-result");
}

/* 201 plies round two squares each, within the two-squares rule. */
static void quiet_plies(ff_buffer *text, size_t plies) {
    static const char *const tour[] = {"k4-k5", "k10-k9", "k5-k6", "k9-k8",
                                       "k6-k5", "k8-k9",  "k5-k4", "k9-k10"};
    for (size_t i = 0; i < plies; i++)
        ff_buffer_format(text, " %s", tour[i % 8]);
}

static void limits_draw_the_game_unless_they_are_off(void **state) {
    (void)state;
    ff_buffer text = {0};
    ff_buffer_text(&text, BOARD);
    quiet_plies(&text, 200);
    assert_verdict_begins(text.data, "ok plies=200 result=draw by=limit turn=red");
    ff_buffer_text(&text, " k4-k5");
    assert_verdict(text.data, "illegal ply=201 move=k4-k5 reason=game-over");
    ff_buffer_clear(&text);
    ff_buffer_text(&text, BOARD "[Option \"no-limits\"]\n");
    quiet_plies(&text, 240);
    assert_verdict_begins(text.data, "ok plies=240 result=* by=- turn=red");
    ff_buffer_free(&text);
}

static void a_record_may_name_an_edition_of_the_users_own(void **state) {
    (void)state;
    ff_edition own;
    ff_error error;
    const char *file = "based-on = duel\nid = mine\nforfeit = yes\n";
    assert_true(ff_edition_read(ff_span_of(file), &own, &error));
    ff_record record = record_of("[Edition \"mine\"]\n[RedSetup \"" DUEL_SETUP
                                 "\"]\n[BlueSetup \"" DUEL_SETUP "\"]\na1-a2");
    ff_replay replay;
    ff_history history = {0};
    assert_true(ff_replay_record(&replay, &record, &own, &history));
    assert_int_equal(replay.verdict, FF_REPLAY_OK);
    assert_int_equal(replay.position.ending, FF_BY_FORFEIT);
    assert_true(ff_replay_record(&replay, &record, NULL, &history));
    assert_int_equal(replay.verdict, FF_REPLAY_ERROR);
    ff_history_free(&history);
    ff_record_free(&record);
}

/* Every game that random players play is legal when it is read again, and its
 * tags agree with its board. */
static void games_of_random_players_replay(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        const ff_edition *edition = ff_edition_at(i);
        ff_rules rules;
        ff_rng rng;
        ff_setup red, blue;
        ff_position position;
        ff_history history = {0};
        ff_record record = {0};
        char letters[FF_ZONE_MAX + 1];
        ff_rng_seed(&rng, i);
        ff_rules_init(&rules, edition,
                      &(ff_options){.size = sizeof(ff_options), .ply_limit = 2000});
        ff_setup_random(&red, edition, &rng);
        ff_setup_random(&blue, edition, &rng);
        ff_position_setup(&rules, &position, &red, &blue);
        assert_true(ff_history_reserve(&history, 2000));
        assert_true(ff_record_add_tag(&record, "Edition", ff_span_of(edition->id)));
        ff_setup_write(&red, edition, letters);
        assert_true(ff_record_add_tag(&record, "RedSetup", ff_span_of(letters)));
        ff_setup_write(&blue, edition, letters);
        assert_true(ff_record_add_tag(&record, "BlueSetup", ff_span_of(letters)));
        while (position.result == FF_ONGOING) {
            ff_move moves[FF_MOVES_MAX];
            size_t count = ff_moves(&rules, &position, &history, moves);
            ff_move move = moves[ff_rng_below(&rng, (uint32_t)count)];
            ff_event event = ff_position_play(&rules, &position, &history, move);
            assert_true(ff_record_add_move(&record, FF_FROM(move), FF_TO(move),
                                           event.battle != FF_NO_BATTLE, ff_span_of("")));
        }
        assert_true(
            ff_record_add_tag(&record, "Result", ff_span_of(ff_result_word(position.result))));
        assert_true(
            ff_record_add_tag(&record, "Termination", ff_span_of(ff_ending_word(position.ending))));
        char *text = text_of(&record), line[64];
        snprintf(line, sizeof line, "ok plies=%u result=%s by=%s turn=", position.plies,
                 ff_result_word(position.result), ff_ending_word(position.ending));
        assert_verdict_begins(text, line);
        free(text);
        ff_record_free(&record);
        ff_history_free(&history);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_that_goes_on_claims_nothing),
        cmocka_unit_test(the_board_shows_who_won),
        cmocka_unit_test(the_board_is_in_capitals_and_turn_is_who_would_move_next),
        cmocka_unit_test(a_bad_move_is_named_with_its_reason),
        cmocka_unit_test(nothing_moves_after_the_end),
        cmocka_unit_test(a_move_is_told_before_a_wrong_result),
        cmocka_unit_test(a_wrong_setup_is_named_red_first),
        cmocka_unit_test(a_board_may_have_any_pieces),
        cmocka_unit_test(a_record_that_makes_no_game_is_an_error),
        cmocka_unit_test(unknown_tags_do_not_matter),
        cmocka_unit_test(endings_that_the_board_does_not_show_are_taken_from_the_tags),
        cmocka_unit_test(who_never_set_up_has_no_army),
        cmocka_unit_test(tags_that_contradict_the_board_are_wrong),
        cmocka_unit_test(moving_a_bomb_is_refused_or_forfeits_the_game),
        cmocka_unit_test(limits_draw_the_game_unless_they_are_off),
        cmocka_unit_test(a_record_may_name_an_edition_of_the_users_own),
        cmocka_unit_test(games_of_random_players_replay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
