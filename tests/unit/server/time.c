/* Games under a clock and beside the moves, told in turns with a time that the test
 * moves on: flags, offers, claims, takeback, pause, chat, and games that nobody ends. */
#include "hub_world.h"
#include "server/session/batch.h"
#include "server/session/connections.h"
#include "server/session/erasing.h"
#include "server/session/resume.h"
#include "server/store/store_chat.h"
#include "server/store/store_erase.h"
#include "server/store/store_guests.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define CLOCK "{\"bank\":60,\"free\":5,\"increment\":2,\"setup\":0}"
#define SETUP_CLOCK "{\"bank\":60,\"free\":0,\"increment\":0,\"setup\":30}"

/* The world, the game that is played, and what each guest was told of it last. */
typedef struct play {
    hub_world world;
    char game[GAME_ID_SIZE];
    json_t *last[GUESTS];   /* of all messages */
    json_t *state[GUESTS];  /* of those about the game */
    unsigned heard[GUESTS]; /* lines of chat */
} play;

static int set_up(void **state) {
    play *p = calloc(1, sizeof *p);
    *state = p;
    return p && world_open(&p->world, ":memory:") && world_join(&p->world) ? 0 : -1;
}

static int tear_down(void **state) {
    play *p = *state;
    for (int guest = 0; guest < GUESTS; guest++) {
        json_decref(p->last[guest]);
        json_decref(p->state[guest]);
    }
    world_close(&p->world);
    free(p);
    return 0;
}

/* ---- talking ---- */

static void keep(json_t **place, json_t *message) {
    json_decref(*place);
    *place = json_incref(message);
}

static const char *text_of(const json_t *message, const char *key) {
    const char *text = json_string_value(json_object_get(message, key));
    return text ? text : "";
}

static void listen(play *p, int guest) {
    json_t *message;
    while (p->world.client[guest] && (message = world_hear(&p->world, guest))) {
        if (strcmp(text_of(message, "type"), "game") == 0)
            keep(&p->state[guest], message);
        p->heard[guest] += strcmp(text_of(message, "type"), "chat") == 0;
        p->heard[guest] += (unsigned)json_array_size(json_object_get(message, "lines"));
        keep(&p->last[guest], message);
        json_decref(message);
    }
}

static bool turn(play *p) {
    adjudicator_flag(p->world.hub);
    bool committed = hub_end_batch(p->world.hub);
    for (int guest = 0; guest < GUESTS; guest++)
        listen(p, guest);
    return committed;
}

static void say(play *p, int guest, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    world_say(&p->world, guest, text);
}

/* About the game, with more members. */
static void ask(play *p, int guest, const char *type, const char *more) {
    say(p, guest, "{\"type\":\"%s\",\"game\":\"%s\"%s%s}", type, p->game, *more ? "," : "", more);
    turn(p);
}

static void check_refused(const play *p, int guest, const char *reason) {
    assert_string_equal(text_of(p->last[guest], "type"), "refused");
    assert_string_equal(text_of(p->last[guest], "reason"), reason);
}

static void check_phase(const play *p, int guest, const char *wanted) {
    assert_string_equal(text_of(p->state[guest], "phase"), wanted);
}

static void check_result(const play *p, int guest, const char *result, const char *by) {
    const json_t *view = json_object_get(p->state[guest], "view");
    check_phase(p, guest, "over");
    assert_string_equal(text_of(view, "result"), result);
    assert_string_equal(text_of(view, "by"), by);
}

static json_int_t clock_of_seat(const play *p, int guest, const char *member) {
    const json_t *clock = json_object_get(p->state[guest], "clock");
    assert_true(json_is_object(clock));
    return json_integer_value(json_object_get(clock, member));
}

static const char *running(const play *p, int guest) {
    const json_t *clock = json_object_get(p->state[guest], "clock");
    const json_t *list = json_object_get(clock, "running");
    const char *first = json_string_value(json_array_get(list, 0));
    return json_array_size(list) == 1 ? first : json_array_size(list) == 2 ? "both" : "nobody";
}

static json_int_t plies(const play *p, int guest) {
    const json_t *view = json_object_get(p->state[guest], "view");
    return json_integer_value(json_object_get(view, "plies"));
}

/* ---- games ---- */

/* Ann has Red, Bob Blue. */
static void challenge(play *p, const char *clock, const char *more) {
    say(p, ANN,
        "{\"type\":\"challenge\",\"edition\":\"travel-en\",\"seat\":\"red\",\"clock\":%s%s}", clock,
        more);
    turn(p);
    snprintf(p->game, sizeof p->game, "%s", text_of(p->state[ANN], "game"));
}

static void join(play *p, const char *clock) {
    challenge(p, clock, "");
    say(p, BOB, "{\"type\":\"join\",\"code\":\"%s\"}", text_of(p->state[ANN], "code"));
    turn(p);
    check_phase(p, BOB, "setup");
}

static void give_army(play *p, int guest, const char *letters) {
    char more[80];
    snprintf(more, sizeof more, "\"letters\":\"%s\"", letters);
    ask(p, guest, "setup", more);
}

static void begin(play *p, const char *clock) {
    join(p, clock);
    give_army(p, ANN, WORLD_RED_ARMY);
    give_army(p, BOB, WORLD_BLUE_ARMY);
    check_phase(p, ANN, "play");
}

static void move(play *p, int guest, int ply, const char *from, const char *to) {
    char more[80];
    snprintf(more, sizeof more, "\"ply\":%d,\"from\":\"%s\",\"to\":\"%s\"", ply, from, to);
    ask(p, guest, "move", more);
}

/* Against the computer, which has Blue. */
static void begin_with_computer(play *p, const char *clock) {
    say(p, ANN,
        "{\"type\":\"new\",\"edition\":\"travel-en\",\"seat\":\"red\",\"opponent\":\"random\","
        "\"clock\":%s}",
        clock);
    turn(p);
    snprintf(p->game, sizeof p->game, "%s", text_of(p->state[ANN], "game"));
    give_army(p, ANN, WORLD_RED_ARMY);
    world_think(&p->world);
    turn(p);
    check_phase(p, ANN, "play");
}

static void let_it_think(play *p) {
    world_think(&p->world);
    turn(p);
}

/* Another server on the same store, later. */
static void restart(play *p, int64_t later) {
    hub_world *world = &p->world;
    world_leave(world);
    assert_true(hub_end_batch(world->hub));
    tables_free(world->hub->tables);
    world_pass(later);
    world->hub->tables = tables_new(world->store, &world->hub->options.opponents, world_now());
    assert_non_null(world->hub->tables);
    assert_true(hub_resume(world->hub));
    assert_true(world_join(world));
    turn(p);
}

/* ---- clocks ---- */

/* The host's alert for games that stand still is made of it. */
static void a_clock_that_is_out_is_told_until_its_game_ends(void **state) {
    play *p = *state;
    begin(p, CLOCK);
    world_pass(64999);
    hub_tick(p->world.hub);
    assert_int_equal(adjudicator_overdue_ms(p->world.hub), 0);
    world_pass(5001);
    hub_tick(p->world.hub);
    assert_int_equal(adjudicator_overdue_ms(p->world.hub), 5000);
    turn(p);
    check_result(p, ANN, "blue", "time");
    assert_int_equal(adjudicator_overdue_ms(p->world.hub), 0);
}

static void each_is_told_both_clocks_and_whose_runs(void **state) {
    play *p = *state;
    begin(p, CLOCK);
    assert_int_equal(clock_of_seat(p, ANN, "red"), 60000);
    assert_int_equal(clock_of_seat(p, ANN, "free"), 5000);
    assert_string_equal(running(p, BOB), "red");
    world_pass(8000);
    move(p, ANN, 0, "e4", "e5");
    assert_int_equal(clock_of_seat(p, BOB, "red"), 60000 - 3000 + 2000);
    assert_int_equal(clock_of_seat(p, BOB, "blue"), 60000);
    assert_string_equal(running(p, BOB), "blue");
    world_pass(4000);
    ask(p, ANN, "open", "");
    assert_int_equal(clock_of_seat(p, ANN, "free"), 1000);
    assert_int_equal(clock_of_seat(p, ANN, "blue"), 60000);
}

static void who_has_no_time_left_has_lost(void **state) {
    play *p = *state;
    begin(p, CLOCK);
    move(p, ANN, 0, "e4", "e5");
    assert_int_equal(hub_wait(p->world.hub), SERVER_CLOCK_LIFE_MS);
    world_pass(64999);
    turn(p);
    check_phase(p, ANN, "play");
    assert_int_equal(hub_wait(p->world.hub), 1);
    world_pass(1);
    turn(p);
    check_result(p, ANN, "red", "time");
    check_result(p, BOB, "red", "time");
    assert_string_equal(running(p, ANN), "nobody");
    assert_int_equal(clock_of_seat(p, ANN, "blue"), 0);
}

static void a_move_that_comes_too_late_is_none(void **state) {
    play *p = *state;
    begin(p, CLOCK);
    world_pass(65000);
    move(p, ANN, 0, "e4", "e5");
    check_refused(p, ANN, "game-over");
    check_result(p, BOB, "blue", "time");
}

static void who_does_not_set_up_in_time_has_lost(void **state) {
    play *p = *state;
    join(p, SETUP_CLOCK);
    assert_string_equal(running(p, ANN), "both");
    world_pass(10000);
    give_army(p, BOB, WORLD_BLUE_ARMY);
    assert_string_equal(running(p, ANN), "red");
    assert_int_equal(clock_of_seat(p, ANN, "red"), 20000);
    world_pass(20000);
    turn(p);
    check_phase(p, ANN, "over");
    struct table *table;
    assert_int_equal(tables_find(p->world.hub->tables, ff_span_of(p->game), NULL, NULL, &table),
                     STORE_FOUND);
    assert_int_equal(table->row.result, FF_BLUE_WINS);
    assert_int_equal(table->row.ending, FF_BY_TIME);
}

static void where_nobody_sets_up_the_game_is_aborted(void **state) {
    play *p = *state;
    join(p, SETUP_CLOCK);
    world_pass(30000);
    turn(p);
    check_phase(p, ANN, "over");
    struct table *table;
    assert_int_equal(tables_find(p->world.hub->tables, ff_span_of(p->game), NULL, NULL, &table),
                     STORE_FOUND);
    assert_int_equal(table->row.ending, FF_BY_ABORT);
}

/* Both have gone, and nothing but the clock keeps the game. */
static void a_clock_runs_out_while_nobody_is_there(void **state) {
    play *p = *state;
    store_game row;
    begin(p, CLOCK);
    world_leave(&p->world);
    turn(p);
    world_pass(64999);
    turn(p);
    assert_int_equal(tables_count(p->world.hub->tables), 1);
    assert_int_equal(store_find_game(p->world.store, ff_span_of(p->game), &row), STORE_FOUND);
    assert_int_equal(row.phase, PHASE_PLAY);
    world_pass(1);
    turn(p);
    assert_int_equal(tables_count(p->world.hub->tables), 0);
    assert_int_equal(store_find_game(p->world.store, ff_span_of(p->game), &row), STORE_FOUND);
    assert_int_equal(row.ending, FF_BY_TIME);
    assert_int_equal(row.result, FF_BLUE_WINS);
    assert_true(world_join(&p->world));
}

static void a_challenge_that_waits_costs_no_time_to_set_up(void **state) {
    play *p = *state;
    challenge(p, SETUP_CLOCK, "");
    world_pass(500000);
    turn(p);
    say(p, BOB, "{\"type\":\"join\",\"code\":\"%s\"}", text_of(p->state[ANN], "code"));
    turn(p);
    assert_int_equal(clock_of_seat(p, BOB, "red"), 30000);
    assert_string_equal(running(p, BOB), "both");
}

static void clocks_go_on_after_a_restart_and_nobody_pays_for_it(void **state) {
    play *p = *state;
    begin(p, CLOCK);
    world_pass(10000);
    move(p, ANN, 0, "e4", "e5");
    world_pass(9000);
    turn(p); /* a sign of life: of Blue's 65 seconds 9 are gone */
    restart(p, 3600000);
    ask(p, BOB, "open", "");
    assert_int_equal(clock_of_seat(p, BOB, "red"), 57000);
    assert_int_equal(clock_of_seat(p, BOB, "blue"), 56000);
    world_pass(SERVER_CLOCK_GRACE_MS + 1000);
    ask(p, BOB, "open", "");
    assert_int_equal(clock_of_seat(p, BOB, "blue"), 55000);
    world_pass(55000);
    turn(p);
    check_result(p, BOB, "red", "time");
}

static void set_up_time_goes_on_after_a_restart(void **state) {
    play *p = *state;
    join(p, SETUP_CLOCK);
    world_pass(10000);
    turn(p);
    restart(p, 3600000);
    world_pass(SERVER_CLOCK_GRACE_MS + 19999);
    ask(p, ANN, "open", "");
    check_phase(p, ANN, "setup");
    assert_int_equal(clock_of_seat(p, ANN, "red"), 1);
    world_pass(1);
    turn(p);
    check_phase(p, ANN, "over");
}

static void nobody_loses_by_a_store_that_fails(void **state) {
    play *p = *state;
    begin(p, CLOCK);
    world_pass(64000);
    say(p, ANN, "{\"type\":\"move\",\"game\":\"%s\",\"ply\":0,\"from\":\"e4\",\"to\":\"e5\"}",
        p->game);
    store_game twin = world_row(p->game, ANN);
    world_add_row(p->world.store, &twin); /* its id is taken: the turn is spoilt */
    assert_false(turn(p));
    check_refused(p, ANN, "store");
    for (int i = 0; i < 5; i++) {
        world_pass(600000);
        turn(p);
    }
    assert_true(store_probe(p->world.store));
    turn(p);
    world_pass(SERVER_CLOCK_GRACE_MS + 900);
    move(p, ANN, 0, "e4", "e5");
    assert_int_equal(clock_of_seat(p, ANN, "red"), 100 + 2000);
}

static void a_computer_is_asked_to_think_within_its_time(void **state) {
    play *p = *state;
    begin_with_computer(p, CLOCK);
    move(p, ANN, 0, "e4", "e5");
    assert_string_equal(running(p, ANN), "blue");
    let_it_think(p);
    assert_int_equal(plies(p, ANN), 2);
    assert_string_equal(running(p, ANN), "red");
    move(p, ANN, 2, "e5", "e6");
    world_pass(67000);
    let_it_think(p); /* too late */
    check_result(p, ANN, "red", "time");
}

/* ---- draws, aborts, claims ---- */

static void a_draw_is_offered_and_accepted(void **state) {
    play *p = *state;
    begin(p, "null");
    ask(p, ANN, "draw", "\"yes\":true");
    assert_string_equal(text_of(p->state[BOB], "draw"), "red");
    ask(p, BOB, "draw", "\"yes\":true");
    check_result(p, ANN, "draw", "agreement");
}

static void an_offer_lapses_when_its_receiver_moves(void **state) {
    play *p = *state;
    begin(p, "null");
    ask(p, ANN, "draw", "\"yes\":true");
    move(p, ANN, 0, "e4", "e5");
    assert_string_equal(text_of(p->state[BOB], "draw"), "red");
    restart(p, 1000);
    ask(p, BOB, "open", "");
    assert_string_equal(text_of(p->state[BOB], "draw"), "red");
    move(p, BOB, 1, "e7", "e6");
    assert_string_equal(text_of(p->state[BOB], "draw"), "");
    ask(p, BOB, "draw", "\"yes\":true"); /* an offer of his own now */
    check_phase(p, BOB, "play");
    assert_string_equal(text_of(p->state[BOB], "draw"), "blue");
}

static void an_offer_is_declined_and_not_repeated_at_once(void **state) {
    play *p = *state;
    begin(p, "null");
    ask(p, ANN, "draw", "\"yes\":true");
    ask(p, BOB, "draw", "\"yes\":false");
    assert_string_equal(text_of(p->state[ANN], "draw"), "");
    ask(p, ANN, "draw", "\"yes\":true");
    check_refused(p, ANN, "too-early");
    move(p, ANN, 0, "e4", "e5");
    ask(p, ANN, "draw", "\"yes\":true");
    assert_string_equal(text_of(p->state[BOB], "draw"), "red");
    ask(p, ANN, "draw", "\"yes\":false");
    assert_string_equal(text_of(p->state[BOB], "draw"), "");
}

static void a_computer_declines(void **state) {
    play *p = *state;
    begin_with_computer(p, "null");
    ask(p, ANN, "draw", "\"yes\":true");
    assert_string_equal(text_of(p->last[ANN], "type"), "game");
    assert_string_equal(text_of(p->state[ANN], "draw"), "");
}

static void a_game_is_aborted_before_ones_first_move(void **state) {
    play *p = *state;
    begin(p, "null");
    move(p, ANN, 0, "e4", "e5");
    ask(p, ANN, "abort", "");
    check_refused(p, ANN, "begun");
    ask(p, BOB, "abort", "");
    check_result(p, ANN, "*", "aborted");
    ask(p, BOB, "abort", "");
    check_refused(p, BOB, "game-over");
    challenge(p, "null", "");
    ask(p, ANN, "abort", "");
    check_phase(p, ANN, "over");
}

static void who_is_left_alone_may_claim_the_game(void **state) {
    play *p = *state;
    begin(p, "{\"bank\":3600,\"free\":0,\"increment\":0,\"setup\":0}");
    ask(p, ANN, "claim", "\"as\":\"win\"");
    check_refused(p, ANN, "too-early");
    move(p, ANN, 0, "e4", "e5");
    ask(p, ANN, "claim", "\"as\":\"win\"");
    check_refused(p, ANN, "too-early"); /* he is here */
    assert_true(json_is_null(json_object_get(p->state[ANN], "claim")));
    hub_leave(p->world.hub, p->world.client[BOB]);
    p->world.client[BOB] = NULL;
    turn(p);
    assert_int_equal(json_integer_value(json_object_get(p->state[ANN], "claim")), 60000);
    world_pass(59999);
    ask(p, ANN, "claim", "\"as\":\"win\"");
    check_refused(p, ANN, "too-early");
    world_pass(1);
    ask(p, ANN, "claim", "\"as\":\"half\"");
    check_refused(p, ANN, "bad-message");
    ask(p, ANN, "claim", "\"as\":\"win\"");
    check_result(p, ANN, "red", "time");
}

static void a_claim_may_be_of_a_draw_and_ends_when_the_other_comes_back(void **state) {
    play *p = *state;
    begin(p, "null");
    move(p, ANN, 0, "e4", "e5");
    ask(p, BOB, "close", "");
    world_pass(adjudicator_usual.claim_ms - 1);
    ask(p, BOB, "open", "");
    ask(p, BOB, "close", "");
    world_pass(adjudicator_usual.claim_ms - 1);
    ask(p, ANN, "claim", "\"as\":\"draw\"");
    check_refused(p, ANN, "too-early");
    world_pass(1);
    ask(p, ANN, "claim", "\"as\":\"draw\"");
    check_result(p, ANN, "draw", "time");
}

/* ---- takeback and pause ---- */

static void a_move_is_taken_back(void **state) {
    play *p = *state;
    begin_with_computer(p, CLOCK);
    ask(p, ANN, "takeback", "");
    check_refused(p, ANN, "too-early");
    move(p, ANN, 0, "e4", "e5");
    let_it_think(p);
    char board[FF_SQUARES + 1];
    snprintf(board, sizeof board, "%s", text_of(json_object_get(p->state[ANN], "view"), "board"));
    move(p, ANN, 2, "e5", "e4");
    ask(p, ANN, "takeback", ""); /* before the computer has answered */
    assert_int_equal(plies(p, ANN), 2);
    assert_string_equal(text_of(json_object_get(p->state[ANN], "view"), "board"), board);
    assert_int_equal(json_integer_value(json_object_get(p->state[ANN], "from")), 0);
    assert_string_equal(running(p, ANN), "red");
    let_it_think(p); /* its answer to the move that was taken back is none */
    assert_int_equal(plies(p, ANN), 2);
    ask(p, ANN, "takeback", ""); /* after it has */
    assert_int_equal(plies(p, ANN), 0);
    restart(p, 1000);
    ask(p, ANN, "open", "");
    assert_int_equal(plies(p, ANN), 0);
    move(p, ANN, 0, "b4", "b5");
    assert_int_equal(plies(p, ANN), 1);
    let_it_think(p);
    assert_int_equal(plies(p, ANN), 2);
}

static void a_paused_game_stands_still(void **state) {
    play *p = *state;
    begin_with_computer(p, CLOCK);
    move(p, ANN, 0, "e4", "e5");
    ask(p, ANN, "pause", "\"on\":true");
    assert_true(json_is_true(json_object_get(p->state[ANN], "paused")));
    assert_string_equal(running(p, ANN), "nobody");
    let_it_think(p);
    assert_int_equal(plies(p, ANN), 1);
    ask(p, ANN, "takeback", "");
    check_refused(p, ANN, "paused");
    world_pass(3600000);
    restart(p, 3600000);
    ask(p, ANN, "open", "");
    assert_true(json_is_true(json_object_get(p->state[ANN], "paused")));
    assert_int_equal(clock_of_seat(p, ANN, "blue"), 60000);
    ask(p, ANN, "pause", "\"on\":false");
    let_it_think(p);
    assert_int_equal(plies(p, ANN), 2);
    ask(p, ANN, "pause", "\"on\":true");
    move(p, ANN, 2, "e5", "e6");
    check_refused(p, ANN, "paused");
}

static void against_people_there_is_no_takeback_and_no_pause(void **state) {
    play *p = *state;
    begin(p, CLOCK);
    move(p, ANN, 0, "e4", "e5");
    ask(p, ANN, "takeback", "");
    check_refused(p, ANN, "not-computer");
    ask(p, ANN, "pause", "\"on\":true");
    check_refused(p, ANN, "not-computer");
}

/* A client is told what is wrong with the clock that it has asked for, and what would be
 * right. */
static void a_clock_that_cannot_be_is_refused_in_words_that_help(void **state) {
    play *p = *state;
    static const struct {
        const char *clock, *words;
    } wrong[] = {
        {"{}", "`clock.bank` (bots: `clock.limit`) is missing: it must be a whole number, 10 to "
               "86400 (seconds)"},
        {"{\"bank\":60.5}", "`clock.bank` (bots: `clock.limit`) is no whole number: it must be a "
                            "whole number, 10 to 86400 (seconds)"},
        {"{\"bank\":9}", "`clock.bank` (bots: `clock.limit`) is out of range: it must be a whole "
                         "number, 10 to 86400 (seconds)"},
        {"{\"bank\":60,\"free\":0,\"increment\":0,\"setup\":5}",
         "`clock.setup` is out of range: it must be a whole number, 0 or 15 to 86400 (seconds)"},
        {"{\"bank\":60,\"free\":0,\"increment\":0,\"setup\":0,\"incremnt\":5}",
         "`clock` has a part that there is not: it is made of `bank`, `free`, `increment` and "
         "`setup`, or of `days`"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char message[256];
        snprintf(message, sizeof message,
                 "{\"type\":\"challenge\",\"edition\":\"travel-en\",\"seat\":\"red\",\"clock\":%s}",
                 wrong[i].clock);
        say(p, ANN, message);
        turn(p);
        check_refused(p, ANN, "bad-message");
        assert_string_equal(text_of(p->last[ANN], "message"), wrong[i].words);
    }
}

static void who_comes_after_its_time_is_told_so(void **state) {
    play *p = *state;
    begin(p, CLOCK);
    world_pass(3600000);
    move(p, ANN, 0, "e4", "e5");
    check_refused(p, ANN, "game-over");
    assert_string_equal(text_of(p->last[ANN], "message"), "the game is over: the time was up");
}

/* ---- chat ---- */

static void the_seats_talk_to_each_other(void **state) {
    play *p = *state;
    begin(p, "null");
    ask(p, ANN, "chat", "\"text\":\"  good\\u202e luck\\n<b> \"");
    assert_string_equal(text_of(p->last[BOB], "text"), "good luck <b>");
    assert_string_equal(text_of(p->last[BOB], "from"), "red");
    assert_string_equal(text_of(p->last[ANN], "type"), "chat");
    ask(p, ANN, "chat", "\"text\":\" \\n\"");
    check_refused(p, ANN, "bad-message");
    p->heard[BOB] = 0;
    restart(p, 1000);
    ask(p, BOB, "open", "");
    assert_int_equal(p->heard[BOB], 1); /* told again */
}

static void five_lines_in_ten_seconds_are_enough(void **state) {
    play *p = *state;
    begin(p, "null");
    for (int i = 0; i < 5; i++)
        ask(p, ANN, "chat", "\"text\":\"hurry\"");
    ask(p, ANN, "chat", "\"text\":\"up\"");
    check_refused(p, ANN, "rate");
    assert_int_equal(p->heard[BOB], 5);
    ask(p, BOB, "chat", "\"text\":\"quiet\"");
    assert_int_equal(p->heard[BOB], 6);
    world_pass(10000);
    ask(p, ANN, "chat", "\"text\":\"up\"");
    assert_int_equal(p->heard[BOB], 7);
}

static void who_mutes_hears_nothing_even_later(void **state) {
    play *p = *state;
    begin(p, "null");
    ask(p, BOB, "mute", "\"on\":true");
    assert_string_equal(text_of(p->last[BOB], "type"), "muted");
    ask(p, ANN, "chat", "\"text\":\"hello\"");
    ask(p, BOB, "chat", "\"text\":\"no\"");
    assert_int_equal(p->heard[BOB], 1);
    assert_int_equal(p->heard[ANN], 2);
    restart(p, 1000);
    ask(p, BOB, "open", "");
    assert_int_equal(p->heard[BOB], 2); /* his own again */
    ask(p, BOB, "mute", "\"on\":false");
    ask(p, BOB, "open", "");
    assert_int_equal(p->heard[BOB], 4);
}

static void what_a_person_has_said_can_be_erased(void **state) {
    play *p = *state;
    begin(p, "null");
    ask(p, ANN, "chat", "\"text\":\"hello\"");
    ask(p, BOB, "chat", "\"text\":\"hi\"");
    bool more;
    assert_true(store_erase_chat(p->world.store, &world_guests[ANN], &more) && more);
    assert_true(store_erase_chat(p->world.store, &world_guests[ANN], &more) && !more);
    turn(p);
    p->heard[BOB] = 0;
    ask(p, BOB, "open", "");
    assert_int_equal(p->heard[BOB], 1);
    ask(p, ANN, "chat", "\"text\":\"hello again\"");
    assert_int_equal(p->heard[BOB], 2);
}

/* Who watches is Bob here, at a game of Ann's against the computer. */
static void watchers_talk_among_themselves_until_the_end(void **state) {
    play *p = *state;
    say(p, ANN,
        "{\"type\":\"new\",\"edition\":\"travel-en\",\"seat\":\"red\",\"opponent\":\"random\","
        "\"watch\":true}");
    turn(p);
    snprintf(p->game, sizeof p->game, "%s", text_of(p->state[ANN], "game"));
    give_army(p, ANN, WORLD_RED_ARMY);
    let_it_think(p);
    ask(p, BOB, "open", "");
    assert_string_equal(text_of(p->state[BOB], "phase"), "play");
    ask(p, BOB, "chat", "\"text\":\"attack e7\"");
    assert_string_equal(text_of(p->last[BOB], "from"), "spectator");
    assert_int_equal(p->heard[ANN], 0);
    ask(p, ANN, "chat", "\"text\":\"hm\"");
    assert_int_equal(p->heard[BOB], 1);
    ask(p, ANN, "open", "");
    assert_int_equal(p->heard[ANN], 2); /* only her own, twice */
    ask(p, ANN, "resign", "");
    ask(p, ANN, "open", "");
    assert_int_equal(p->heard[ANN], 4);
}

/* ---- games that nobody ends ---- */

static void look_around(play *p) {
    bool more = true;
    for (int i = 0; more && i < 100; i++) {
        more = adjudicator_sweep(p->world.hub);
        turn(p);
    }
    assert_false(more);
}

static void who_lets_a_game_lie_for_long_loses_it(void **state) {
    play *p = *state;
    begin(p, "null");
    move(p, ANN, 0, "e4", "e5");
    move(p, BOB, 1, "e7", "e6");
    world_pass(adjudicator_usual.idle_ms);
    look_around(p);
    check_phase(p, ANN, "play");
    world_pass(ADJUDICATOR_SWEEP_MS);
    look_around(p);
    check_result(p, ANN, "blue", "time");
}

static void what_has_hardly_begun_is_aborted(void **state) {
    play *p = *state;
    begin(p, "null");
    move(p, ANN, 0, "e4", "e5");
    world_pass(adjudicator_usual.idle_ms + 1);
    look_around(p);
    check_result(p, ANN, "*", "aborted");
    begin_with_computer(p, CLOCK);
    ask(p, ANN, "pause", "\"on\":true");
    world_pass(adjudicator_usual.idle_ms + 1);
    look_around(p);
    check_result(p, ANN, "*", "aborted");
    join(p, "null");
    world_pass(adjudicator_usual.idle_ms + 1);
    look_around(p);
    check_phase(p, ANN, "over");
}

static void a_server_that_was_away_makes_no_game_idle(void **state) {
    play *p = *state;
    begin(p, "null");
    move(p, ANN, 0, "e4", "e5");
    world_pass(adjudicator_usual.idle_ms / 2);
    turn(p);
    restart(p, adjudicator_usual.idle_ms);
    ask(p, ANN, "open", "");
    look_around(p);
    check_phase(p, ANN, "play");
    world_pass(adjudicator_usual.idle_ms / 2 + SERVER_CLOCK_GRACE_MS + 1);
    look_around(p);
    check_result(p, ANN, "*", "aborted");
}

/* However many games there are, a batch looks at some of them; and all are found. */
static void a_look_at_all_games_goes_on_in_slices(void **state) {
    enum { OFFERS = 1500, ROWS_OF_A_SLICE = 6000 };
    play *p = *state;
    store_game offer = world_row(WORLD_OFFER, BOB);
    offer.seat[FF_BLUE] =
        (store_seat){.kind = SEAT_FREE, .rating = STORE_NULL, .change = STORE_NULL};
    offer.terms.open = true;
    offer.phase = PHASE_WAITING;
    offer.created = hub_now(p->world.hub);
    for (int i = 0; i < OFFERS; i++) {
        snprintf(offer.id, sizeof offer.id, "offer%d", i);
        assert_true(world_add_row(p->world.store, &offer));
    }
    assert_true(store_commit(p->world.store));
    hub_leave(p->world.hub, p->world.client[BOB]);
    p->world.client[BOB] = NULL;
    unsigned slices = 0, left = OFFERS;
    for (int look = 0; look < 2; look++) {
        bool more = true;
        int64_t lasted = 0;
        while (more) {
            uint64_t before = store_rows(p->world.store);
            more = adjudicator_sweep(p->world.hub);
            turn(p);
            assert_true(store_rows(p->world.store) - before < ROWS_OF_A_SLICE);
            slices++;
            world_pass(250);
            hub_tick(p->world.hub);
            assert_int_equal(adjudicator_look_ms(p->world.hub), more ? ++lasted * 250 : 0);
        }
        world_pass(adjudicator_usual.gone_ms);
    }
    assert_true(slices > OFFERS / 200);
    assert_true(store_count_challenges(p->world.store, &world_guests[BOB], &left));
    assert_int_equal(left, 0);
}

static unsigned games_of(play *p, int guest) {
    unsigned all, open;
    assert_true(store_count_games(p->world.store, &world_guests[guest], &all, &open));
    return all;
}

/* Guests who do not begin are forgotten, and so is what ended before it began; nothing else
 * is. Whoever has it open hears that it is over, and cannot talk at it. */
static void what_guests_never_begin_is_forgotten(void **state) {
    play *p = *state;
    begin(p, "null");
    unsigned begun = games_of(p, ANN);
    join(p, "null");
    ask(p, ANN, "abort", "");
    ask(p, ANN, "close", "");
    ask(p, BOB, "close", "");
    join(p, "null");
    assert_int_equal(games_of(p, ANN), begun + 2);
    ask(p, BOB, "open", "");
    world_pass(adjudicator_usual.unstarted_ms);
    look_around(p);
    assert_int_equal(games_of(p, ANN), begun + 2);
    world_pass(ADJUDICATOR_SWEEP_MS);
    look_around(p);
    check_phase(p, BOB, "over");
    ask(p, BOB, "chat", "\"text\":\"hello?\"");
    check_refused(p, BOB, "not-begun");
    ask(p, BOB, "mute", "\"on\":true");
    check_refused(p, BOB, "not-begun");
    world_pass(ADJUDICATOR_SWEEP_MS);
    look_around(p);
    assert_int_equal(games_of(p, ANN), begun);
    unsigned of_bob = games_of(p, BOB);
    assert_int_equal(of_bob, begun);
}

/* Where guests came from is forgotten after a month; that they are there is not. */
static void where_seats_were_taken_from_is_forgotten(void **state) {
    play *p = *state;
    uint64_t all, own;
    int64_t origin = store_origin_of(p->world.store, "127.0.0.1");
    begin(p, "null");
    assert_true(store_count_guests(p->world.store, origin, &all, &own));
    assert_true(all >= 2 && own >= 2);
    world_pass(adjudicator_usual.origin_ms + ADJUDICATOR_SWEEP_MS);
    look_around(p);
    uint64_t before = all;
    assert_true(store_count_guests(p->world.store, origin, &all, &own));
    assert_int_equal(own, 0);
    assert_int_equal(all, before);
}

#define DAY (INT64_C(24) * 3600 * 1000)
#define SOME_DAYS (30 * DAY)

/* A game that was over at `ended`, with a line from then. */
static void add_over(play *p, const char *id, const struct person *red, int64_t ended) {
    const store_act acts[] = {{.kind = ACT_SETUP, .seat = FF_BLUE, .text = WORLD_BLUE_ARMY},
                              {.kind = ACT_SETUP, .seat = FF_RED, .text = WORLD_RED_ARMY},
                              {.kind = ACT_END, .seat = FF_RED, .text = "resign"}};
    store_game game = world_row(id, ANN);
    store_line line = {.person = *red, .text = "good game", .time = ended};
    game.seat[FF_RED].person = *red;
    game.created = ended - 1000;
    game.ended = ended;
    assert_true(world_add_acts(p->world.store, &game, acts, 3));
    assert_true(store_add_line(p->world.store, &game, &line));
    assert_true(store_set_mute(p->world.store, &game, red, true));
    assert_true(store_commit(p->world.store));
}

/* What is left of it: the game, and lines that anybody said at it. */
static void check_kept(play *p, const char *id, bool kept, unsigned lines) {
    store_game game;
    unsigned there = 0;
    store_answer answer = store_find_game(p->world.store, ff_span_of(id), &game);
    assert_int_equal(answer, kept ? STORE_FOUND : STORE_NONE);
    if (kept)
        assert_true(store_count_lines(p->world.store, &game, false, &there));
    assert_int_equal(there, lines);
}

static void pass_days(play *p, int days) {
    world_pass(days * DAY);
    turn(p);
}

static void add_account(play *p, const struct person *person) {
    store_account account = {.person = *person, .name = "Dora", .hash = "x"};
    assert_true(store_add_account(p->world.store, &account, "dora", NULL));
}

/* Guests' finished games go after their time, and what an account has played stays, even
 * where it was a guest then; so does what is not over, or not that old, or open somewhere. */
static void finished_games_of_guests_are_kept_for_a_time(void **state) {
    static const struct person dora = {{4}};
    play *p = *state;
    uint64_t before, after, own;
    p->world.hub->options.rules.keep_guest_games_ms = SOME_DAYS;
    begin(p, "null");
    assert_true(store_count_guests(p->world.store, 1, &before, &own));
    add_over(p, "old", &world_guests[ANN], hub_now(p->world.hub));
    add_over(p, "watched", &world_guests[ANN], hub_now(p->world.hub));
    add_over(p, "account", &dora, hub_now(p->world.hub));
    add_account(p, &dora);
    say(p, CID, "{\"type\":\"open\",\"game\":\"watched\"}");
    pass_days(p, 30);
    add_over(p, "young", &world_guests[ANN], hub_now(p->world.hub));
    look_around(p);
    check_kept(p, "old", true, 1);
    pass_days(p, 1);
    look_around(p);
    check_kept(p, "old", false, 0);
    check_kept(p, "watched", true, 1);
    check_kept(p, "account", true, 1);
    check_kept(p, "young", true, 1);
    check_kept(p, p->game, true, 0);
    assert_true(store_count_guests(p->world.store, 1, &after, &own));
    assert_int_equal(after, before + 3); /* one in each, beside the computer */
    p->world.hub->options.rules.keep_games_ms = SOME_DAYS;
    say(p, CID, "{\"type\":\"close\",\"game\":\"watched\"}");
    pass_days(p, 1);
    look_around(p);
    check_kept(p, "watched", false, 0);
    check_kept(p, "account", false, 0);
    check_kept(p, "young", true, 1);
}

/* What the sweep has seen and keeps is not read again each hour, and once a day it is. */
static void old_games_that_are_kept_are_not_read_each_hour(void **state) {
    enum { GAMES = 40 };
    static const struct person dora = {{4}};
    play *p = *state;
    uint64_t rows[3];
    add_account(p, &dora);
    for (int i = 0; i < GAMES; i++) {
        char id[GAME_ID_SIZE];
        snprintf(id, sizeof id, "kept%d", i);
        add_over(p, id, &dora, hub_now(p->world.hub));
    }
    p->world.hub->options.rules.keep_guest_games_ms = SOME_DAYS;
    pass_days(p, 31);
    for (int i = 0; i < 3; i++) {
        uint64_t before = store_rows(p->world.store);
        look_around(p);
        rows[i] = store_rows(p->world.store) - before;
        world_pass(i == 0 ? DAY / 24 : DAY);
        turn(p);
    }
    assert_true(rows[0] >= GAMES && rows[1] < GAMES && rows[2] >= GAMES);
    check_kept(p, "kept0", true, 1);
}

static bool row_is_sound(play *p, const char *id, store_game *row) {
    return store_find_game(p->world.store, ff_span_of(id), row) == STORE_FOUND;
}

/* Ann and Bob still look at it, and the look at all games is quicker than the clock. */
static void no_clock_runs_in_a_game_that_is_no_longer_kept(void **state) {
    play *p = *state;
    join(p, SETUP_CLOCK);
    world_pass(adjudicator_usual.unstarted_ms + 1);
    while (adjudicator_sweep(p->world.hub))
        assert_true(hub_end_batch(p->world.hub));
    turn(p);
    check_phase(p, BOB, "over");
    assert_false(adjudicator_flag(p->world.hub));
    assert_int_equal(adjudicator_overdue_ms(p->world.hub), 0);
}

/* Who has much is forgotten in slices, over a restart too, and so is who is in a game that
 * somebody opens meanwhile. */
static void who_has_much_is_erased_in_slices(void **state) {
    enum { GAMES = 170, ROWS_OF_A_SLICE = 2000 };
    static const struct person dora = {{4}};
    play *p = *state;
    store_game row;
    unsigned left, said, slices = 0;
    char id[GAME_ID_SIZE];
    for (int i = 0; i < GAMES; i++) {
        snprintf(id, sizeof id, "dora%d", i);
        add_over(p, id, &dora, hub_now(p->world.hub));
    }
    uint64_t before = store_rows(p->world.store);
    assert_true(erasing_begin(p->world.hub, &dora));
    turn(p);
    assert_true(store_rows(p->world.store) - before < ROWS_OF_A_SLICE);
    restart(p, 1000);
    say(p, CID, "{\"type\":\"open\",\"game\":\"dora169\"}");
    turn(p);
    struct table *table = tables_peek(p->world.hub->tables, ff_span_of("dora169"));
    assert_true(person_is(&table->row.seat[FF_RED].person, &dora));
    for (bool more = true; more; slices++) {
        before = store_rows(p->world.store);
        more = erasing_go_on(p->world.hub);
        turn(p);
        assert_true(store_rows(p->world.store) - before < ROWS_OF_A_SLICE);
    }
    assert_true(slices >= GAMES / 50);
    assert_int_equal(store_has_traces(p->world.store, &dora), STORE_NONE);
    assert_true(store_count_said(p->world.store, &dora, 0, &said) && said == 0);
    assert_true(store_count_games(p->world.store, &dora, &left, &said) && left == 0);
    assert_true(row_is_sound(p, "dora0", &row) && row_is_sound(p, "dora169", &row));
    assert_true(person_is_nobody(&row.seat[FF_RED].person));
    assert_true(person_is_nobody(&table->row.seat[FF_RED].person));
    assert_false(erasing_go_on(p->world.hub));
}

static void chat_at_finished_games_is_kept_for_a_time(void **state) {
    play *p = *state;
    store_game game;
    store_line late = {.person = world_guests[ANN], .text = "a year later"};
    p->world.hub->options.rules.keep_chat_ms = SOME_DAYS;
    p->world.hub->options.rules.idle_ms = 3 * SOME_DAYS; /* so that the other game goes on */
    begin(p, "null");
    ask(p, ANN, "chat", "\"text\":\"hello\"");
    check_kept(p, p->game, true, 1);
    add_over(p, "old", &world_guests[ANN], hub_now(p->world.hub));
    pass_days(p, 15);
    assert_int_equal(store_find_game(p->world.store, ff_span_of("old"), &game), STORE_FOUND);
    late.time = hub_now(p->world.hub);
    assert_true(store_add_line(p->world.store, &game, &late) && store_commit(p->world.store));
    look_around(p);
    check_kept(p, "old", true, 2);
    pass_days(p, 16);
    look_around(p);
    check_kept(p, "old", true, 1);
    check_kept(p, p->game, true, 1);
    pass_days(p, 15);
    look_around(p);
    check_kept(p, "old", true, 0);
}

/* Also what is long is deleted in slices, and all of it. */
static void what_is_kept_no_longer_goes_in_slices(void **state) {
    enum { GAMES = 300, LINES = 100, ROWS_OF_A_SLICE = 6000 };
    play *p = *state;
    store_line line = {.person = world_guests[ANN], .text = "hm"};
    unsigned slices = 0, left, open;
    for (int i = 0; i < GAMES; i++) {
        char id[GAME_ID_SIZE];
        store_game game;
        snprintf(id, sizeof id, "old%d", i);
        add_over(p, id, &world_guests[CID], hub_now(p->world.hub) - i % 3);
        assert_int_equal(store_find_game(p->world.store, ff_span_of(id), &game), STORE_FOUND);
        for (int k = 0; k < LINES; k++)
            assert_true(store_add_line(p->world.store, &game, &line));
    }
    assert_true(store_commit(p->world.store));
    p->world.hub->options.rules.keep_guest_games_ms = SOME_DAYS;
    world_pass(SOME_DAYS + 1);
    for (bool more = true; more; slices++) {
        uint64_t before = store_rows(p->world.store);
        more = adjudicator_sweep(p->world.hub);
        turn(p);
        assert_true(store_rows(p->world.store) - before < ROWS_OF_A_SLICE);
    }
    assert_true(slices > GAMES / 20);
    assert_true(store_count_games(p->world.store, &world_guests[CID], &left, &open));
    assert_int_equal(left, 0);
}

static void a_challenge_does_not_stand_for_ever(void **state) {
    play *p = *state;
    challenge(p, "null", "");
    world_pass(adjudicator_usual.challenge_ms);
    look_around(p);
    check_phase(p, ANN, "waiting");
    world_pass(ADJUDICATOR_SWEEP_MS);
    look_around(p);
    check_phase(p, ANN, "over");
}

static void a_challenge_in_the_lobby_goes_with_its_person(void **state) {
    play *p = *state;
    store_game row;
    challenge(p, "null", ",\"open\":true");
    world_pass(adjudicator_usual.gone_ms * 2);
    look_around(p);
    check_phase(p, ANN, "waiting"); /* she is here */
    hub_leave(p->world.hub, p->world.client[ANN]);
    p->world.client[ANN] = NULL;
    for (int64_t gone = 0; gone < adjudicator_usual.gone_ms; gone += ADJUDICATOR_SWEEP_MS) {
        world_pass(ADJUDICATOR_SWEEP_MS);
        look_around(p);
        assert_int_equal(store_find_game(p->world.store, ff_span_of(p->game), &row), STORE_FOUND);
    }
    world_pass(ADJUDICATOR_SWEEP_MS);
    look_around(p);
    assert_int_equal(store_find_game(p->world.store, ff_span_of(p->game), &row), STORE_NONE);
}

/* ---- many at once ---- */

enum { MANY = 30 };

/* Those that wait for an army. */
typedef struct unready {
    store_game game;
    unsigned count;
} unready;

static bool note_unready(void *context, const store_game *game) {
    unready *list = context;
    list->game = *game;
    list->count++;
    return true;
}

static unready list_unready(const play *p) {
    unready list = {.count = 0};
    assert_true(store_visit_phase(p->world.store, PHASE_SETUP, 0, MANY, note_unready, &list));
    return list;
}

/* So that nobody waits for all of them, and nobody may act in one that has to wait. */
static void games_whose_clocks_run_out_together_end_some_in_a_batch(void **state) {
    play *p = *state;
    unready left;
    for (int i = 0; i < MANY; i++) {
        int red = i % GUESTS, blue = (i + 1) % GUESTS;
        say(p, red,
            "{\"type\":\"challenge\",\"edition\":\"travel-en\",\"seat\":\"red\",\"clock\":%s}",
            SETUP_CLOCK);
        turn(p);
        say(p, blue, "{\"type\":\"join\",\"code\":\"%s\"}", text_of(p->state[red], "code"));
        turn(p);
    }
    world_pass(30000);
    assert_true(adjudicator_flag(p->world.hub));
    assert_true(adjudicator_flag(p->world.hub)); /* in the same batch */
    left = list_unready(p);
    assert_in_range(left.count, 2, MANY - 2);
    unsigned before = left.count;
    memcpy(p->game, left.game.id, sizeof p->game);
    int red = 0;
    while (memcmp(&left.game.seat[FF_RED].person, &world_guests[red], sizeof world_guests[red]) !=
           0)
        red++;
    say(p, red, "{\"type\":\"setup\",\"game\":\"%s\",\"letters\":\"%s\"}", p->game, WORLD_RED_ARMY);
    assert_true(hub_end_batch(p->world.hub));
    listen(p, red);
    check_refused(p, red, "game-over");
    assert_int_equal(list_unready(p).count, before - 1);
    for (int i = 0; i < MANY && adjudicator_flag(p->world.hub); i++)
        turn(p);
    turn(p);
    assert_int_equal(list_unready(p).count, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(a_clock_that_is_out_is_told_until_its_game_ends),
        TEST(games_whose_clocks_run_out_together_end_some_in_a_batch),
        TEST(each_is_told_both_clocks_and_whose_runs),
        TEST(who_has_no_time_left_has_lost),
        TEST(a_move_that_comes_too_late_is_none),
        TEST(who_does_not_set_up_in_time_has_lost),
        TEST(where_nobody_sets_up_the_game_is_aborted),
        TEST(a_clock_runs_out_while_nobody_is_there),
        TEST(a_challenge_that_waits_costs_no_time_to_set_up),
        TEST(clocks_go_on_after_a_restart_and_nobody_pays_for_it),
        TEST(set_up_time_goes_on_after_a_restart),
        TEST(nobody_loses_by_a_store_that_fails),
        TEST(a_computer_is_asked_to_think_within_its_time),
        TEST(a_draw_is_offered_and_accepted),
        TEST(an_offer_lapses_when_its_receiver_moves),
        TEST(an_offer_is_declined_and_not_repeated_at_once),
        TEST(a_computer_declines),
        TEST(a_game_is_aborted_before_ones_first_move),
        TEST(who_is_left_alone_may_claim_the_game),
        TEST(a_claim_may_be_of_a_draw_and_ends_when_the_other_comes_back),
        TEST(a_move_is_taken_back),
        TEST(a_paused_game_stands_still),
        TEST(against_people_there_is_no_takeback_and_no_pause),
        TEST(a_clock_that_cannot_be_is_refused_in_words_that_help),
        TEST(who_comes_after_its_time_is_told_so),
        TEST(the_seats_talk_to_each_other),
        TEST(five_lines_in_ten_seconds_are_enough),
        TEST(who_mutes_hears_nothing_even_later),
        TEST(what_a_person_has_said_can_be_erased),
        TEST(watchers_talk_among_themselves_until_the_end),
        TEST(who_lets_a_game_lie_for_long_loses_it),
        TEST(what_has_hardly_begun_is_aborted),
        TEST(a_server_that_was_away_makes_no_game_idle),
        TEST(a_look_at_all_games_goes_on_in_slices),
        TEST(what_guests_never_begin_is_forgotten),
        TEST(where_seats_were_taken_from_is_forgotten),
        TEST(finished_games_of_guests_are_kept_for_a_time),
        TEST(old_games_that_are_kept_are_not_read_each_hour),
        TEST(no_clock_runs_in_a_game_that_is_no_longer_kept),
        TEST(who_has_much_is_erased_in_slices),
        TEST(chat_at_finished_games_is_kept_for_a_time),
        TEST(what_is_kept_no_longer_goes_in_slices),
        TEST(a_challenge_does_not_stand_for_ever),
        TEST(a_challenge_in_the_lobby_goes_with_its_person),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
