/* Vacation: an account's clocks stand in games with days for a move, as long as the host allows. */
#define _GNU_SOURCE
#include "correspondence_world.h"

#include "server/session/resume.h"
#include "server/store/store_erase.h"
#include "server/vacation/vacation_rows.h"
#include "server/vacation/vacations.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define LEAVE(days) "{\"type\":\"vacation\",\"days\":" #days "}"
#define RETURN LEAVE(0)
#define ASK "{\"type\":\"vacation\"}"

static const int64_t day = 86400000;

/* ---- accounts ---- */

static void join(hub_world *world) {
    for (int guest = ANN; guest < GUESTS; guest++) {
        world->client[guest] = hub_join_as(world->hub, &world_guests[guest], "127.0.0.1", NULL);
        assert_non_null(world->client[guest]);
    }
}

/* Ann and Bob have accounts, and Cid is a guest. */
static void open_with_accounts(hub_world *world, const char *path, int64_t delay_ms) {
    assert_true(world_open_delayed(world, path, delay_ms));
    assert_true(world_add_account(world->store, ANN, "Ann", "ann"));
    assert_true(world_add_account(world->store, BOB, "Bob", "bob"));
    join(world);
}

static int set_up_accounts(void **state) {
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    if (!world)
        return -1;
    open_with_accounts(world, ":memory:", 0);
    return 0;
}

/* ---- what passes, and what is seen ---- */

/* As the server does it, once a day. */
static void let_pass(hub_world *world, int days) {
    for (int i = 0; i < days; i++) {
        world_pass(day);
        adjudicator_flag(world->hub);
        vacations_pulse(world->hub);
        assert_true(hub_end_batch(world->hub));
    }
    hear_all(world);
}

static int64_t left(hub_world *world, const char *id, ff_seat seat) {
    const struct table *table = find(world, id);
    return clock_left(&table->now.clock, seat,
                      server_clock_counting(tables_time(world->hub->tables)));
}

static int phase_of(hub_world *world, const char *id) {
    return find(world, id)->row.phase;
}

/* "until used allowed" of the message `vacation`, and "ended" behind it; it is heard once. */
static const char *told(hub_world *world, int guest) {
    static char text[64];
    unsigned heard = 0;
    for (json_t *message; (message = world_hear(world, guest)); json_decref(message)) {
        if (strcmp(json_string_value(json_object_get(message, "type")), "vacation") != 0)
            continue;
        json_t *until = json_object_get(message, "until");
        int64_t away = json_is_null(until) ? 0 : json_integer_value(until) - hub_now(world->hub);
        snprintf(text, sizeof text, "%d %d %d%s", (int)(away / day),
                 (int)json_integer_value(json_object_get(message, "used")),
                 (int)json_integer_value(json_object_get(message, "allowed")),
                 json_is_true(json_object_get(message, "ended")) ? " ended" : "");
        heard++;
    }
    assert_int_equal(heard, 1);
    return text;
}

static const char *asked(hub_world *world, int guest, const char *text) {
    hear_all(world);
    say(world, guest, text);
    return told(world, guest);
}

static void refused(hub_world *world, int guest, const char *text, const char *reason) {
    hear_all(world);
    say(world, guest, text);
    assert_string_equal(hear_word(world, guest, "reason"), reason);
}

/* Whose clocks stand, by what the guest is told of the game: "RB" are both. */
static const char *standing(hub_world *world, int guest, const char *id) {
    static char seats[3];
    size_t count = 0;
    hear_all(world);
    say_of(world, guest, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    json_t *game = hear_last(world, guest);
    if (json_is_true(json_object_get(json_object_get(game, "red"), "vacation")))
        seats[count++] = 'R';
    if (json_is_true(json_object_get(json_object_get(game, "blue"), "vacation")))
        seats[count++] = 'B';
    seats[count] = 0;
    json_decref(game);
    return seats;
}

/* ---- stories ---- */

static void who_is_away_loses_no_time_and_the_other_does(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    let_pass(world, 1);
    assert_string_equal(asked(world, ANN, LEAVE(10)), "10 10 30");
    let_pass(world, 5);
    assert_int_equal(left(world, id, FF_RED), 2 * day);
    assert_string_equal(standing(world, BOB, id), "R");
    play(world, id, ANN, 0); /* who is away may move, and stays away */
    assert_string_equal(standing(world, BOB, id), "R");
    let_pass(world, 2);
    assert_int_equal(left(world, id, FF_BLUE), day);
    let_pass(world, 1);
    assert_int_equal(phase_of(world, id), PHASE_OVER);
    assert_int_equal(find(world, id)->row.result, FF_RED_WINS);
    assert_string_equal(standing(world, BOB, id), ""); /* over is over */
}

static void a_vacation_ends_by_itself_and_the_clock_goes_on_where_it_stood(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    let_pass(world, 1);
    say(world, ANN, LEAVE(4));
    let_pass(world, 3);
    assert_string_equal(standing(world, BOB, id), "R");
    world_pass(day);
    vacations_pulse(world->hub);
    assert_true(hub_end_batch(world->hub));
    assert_string_equal(told(world, ANN), "0 4 30 ended");
    assert_string_equal(standing(world, BOB, id), "");
    assert_int_equal(left(world, id, FF_RED), 2 * day);
    let_pass(world, 2);
    assert_int_equal(phase_of(world, id), PHASE_OVER);
    assert_int_equal(find(world, id)->row.result, FF_BLUE_WINS);
}

static void days_that_were_not_begun_are_kept_for_later(void **state) {
    hub_world *world = *state;
    assert_string_equal(asked(world, ANN, LEAVE(30)), "30 30 30");
    refused(world, ANN, LEAVE(31), "too-long");
    refused(world, ANN, LEAVE(9000000000000), "too-long");
    assert_string_equal(asked(world, ANN, LEAVE(10)), "10 10 30"); /* thought better of */
    let_pass(world, 2);
    world_pass(1);
    hub_tick(world->hub);
    assert_string_equal(asked(world, ANN, LEAVE(8)), "8 11 30"); /* and longer again */
    assert_string_equal(asked(world, ANN, RETURN), "0 3 30 ended");
    assert_string_equal(asked(world, ANN, RETURN), "0 3 30"); /* twice is once */
    refused(world, ANN, LEAVE(28), "too-long");
    assert_string_equal(asked(world, ANN, LEAVE(27)), "27 30 30");
    assert_string_equal(asked(world, ANN, RETURN),
                        "0 4 30 ended"); /* a day that is begun is used */
}

static void a_year_has_its_own_days(void **state) {
    hub_world *world = *state;
    world_pass(INT64_C(1798761600000) - world_now().wall); /* the first of January 2027 */
    hub_tick(world->hub);
    say(world, ANN, LEAVE(30));
    let_pass(world, 31);
    assert_string_equal(asked(world, ANN, ASK), "0 30 30");
    refused(world, ANN, LEAVE(1), "too-long");
    let_pass(world, 333);
    assert_string_equal(asked(world, ANN, ASK), "0 30 30");
    let_pass(world, 1);
    assert_string_equal(asked(world, ANN, ASK), "0 0 30");
    assert_string_equal(asked(world, ANN, LEAVE(2)), "2 2 30");
}

static void only_accounts_of_people_leave_and_only_where_the_host_allows_it(void **state) {
    hub_world *world = *state;
    refused(world, CID, LEAVE(1), "not-signed-in");
    refused(world, CID, ASK, "not-signed-in");
    refused(world, ANN, LEAVE(-1), "bad-message");
    refused(world, ANN, LEAVE("2"), "bad-message");
    hub_leave(world->hub, world->client[CID]);
    store_account bot = {.person = world_guests[CID], .name = "Cid", .bot = true};
    assert_true(store_add_account(world->store, &bot, "cid", NULL) && store_commit(world->store));
    world->client[CID] = hub_join_as(world->hub, &world_guests[CID], "127.0.0.1", NULL);
    refused(world, CID, LEAVE(1), "no-vacation");
    say(world, ANN, LEAVE(3));
    world->hub->options.rules.vacation_days = 0;
    refused(world, ANN, LEAVE(1), "no-vacation");
    assert_string_equal(asked(world, ANN, RETURN), "0 1 0 ended"); /* who is away can come back */
}

static void a_clock_of_minutes_runs_on(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    say(world, ANN,
        "{\"type\":\"challenge\",\"edition\":\"duel\",\"seat\":\"red\",\"open\":true,"
        "\"clock\":{\"bank\":600,\"free\":0,\"increment\":0,\"setup\":60}}");
    snprintf(id, sizeof id, "%s", hear_word(world, ANN, "game"));
    say_of(world, BOB, id, "{\"type\":\"join\",\"game\":\"%s\"}");
    say(world, ANN, LEAVE(3));
    json_t *game;
    hear_all(world);
    say_of(world, BOB, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    game = hear_last(world, BOB);
    assert_null(json_object_get(json_object_get(game, "red"), "vacation"));
    json_decref(game);
    world_pass(60000);
    adjudicator_flag(world->hub);
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(phase_of(world, id), PHASE_OVER);
}

static void a_game_that_begins_meanwhile_waits_too(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    say(world, ANN,
        "{\"type\":\"challenge\",\"edition\":\"duel\",\"seat\":\"red\",\"open\":true,"
        "\"clock\":{\"days\":1}}");
    snprintf(id, sizeof id, "%s", hear_word(world, ANN, "game"));
    say(world, ANN, LEAVE(3));
    say_of(world, BOB, id, "{\"type\":\"join\",\"game\":\"%s\"}");
    say_of(world, BOB, id,
           "{\"type\":\"setup\",\"game\":\"%s\",\"letters\":\"" CORRESPONDENCE_ARMY "\"}");
    let_pass(world, 2);
    assert_string_equal(standing(world, BOB, id), "R");
    assert_int_equal(left(world, id, FF_RED), day);
    let_pass(world, 2);
    assert_int_equal(phase_of(world, id), PHASE_OVER); /* a day for the army, and it has not come */
}

static void the_other_hears_that_a_clock_stands_and_no_more(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE], until[32];
    begin(world, id);
    say_of(world, BOB, id, "{\"type\":\"open\",\"game\":\"%s\"}");
    hear_all(world);
    say(world, ANN, LEAVE(10));
    snprintf(until, sizeof until, "%lld", (long long)(hub_now(world->hub) + 10 * day));
    unsigned heard = 0;
    for (json_t *message; (message = world_hear(world, BOB)); heard++) {
        char *text = json_dumps(message, 0);
        assert_string_equal(json_string_value(json_object_get(message, "type")), "game");
        assert_non_null(strstr(text, "\"vacation\": true"));
        assert_null(strstr(text, until));
        free(text);
        json_decref(message);
    }
    assert_int_equal(heard, 1);
}

static void what_cannot_be_stored_has_not_happened(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    assert_true(world_add_game(world->store, WORLD_GAME, CID, NULL, 0));
    assert_true(store_commit(world->store));
    hear_all(world);
    world_say(world, ANN, LEAVE(10));
    world_spoil(world);
    assert_false(hub_end_batch(world->hub));
    assert_string_equal(hear_word(world, ANN, "reason"), "store");
    assert_string_equal(standing(world, BOB, id), "");
    assert_string_equal(asked(world, ANN, ASK), "0 0 30");
}

static void who_is_erased_has_no_vacation_any_more(void **state) {
    hub_world *world = *state;
    vacation_row row;
    say(world, ANN, LEAVE(10));
    assert_int_equal(vacation_find(world->store, &world_guests[ANN], &row), STORE_FOUND);
    assert_true(row.until > 0);
    assert_true(store_erase_person(world->store, &world_guests[ANN]));
    assert_true(store_commit(world->store));
    assert_int_equal(vacation_find(world->store, &world_guests[ANN], &row), STORE_FOUND);
    assert_true(row.until == 0 && row.used == 0);
    let_pass(world, 11);
}

/* Ann's move takes as long as her clock has run. */
static void a_move_is_not_said_to_have_taken_a_vacation(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    let_pass(world, 1);
    say(world, ANN, LEAVE(9));
    let_pass(world, 5);
    play(world, id, ANN, 0);
    assert_int_equal(find(world, id)->now.times.ms[0], day);
    let_pass(world, 1);
    play(world, id, BOB, 0);
    assert_int_equal(find(world, id)->now.times.ms[1], day);
    let_pass(world, 1);
    play(world, id, ANN, 1);
    assert_int_equal(find(world, id)->now.times.ms[2], 0);
}

/* ---- a kill ---- */

static void live_until_killed(const char *path, const char *id) {
    hub_world world;
    assert_true(world_open(&world, path));
    join(&world);
    let_pass(&world, 1);
    assert_string_equal(asked(&world, ANN, LEAVE(10)), "10 10 30");
    assert_string_equal(standing(&world, BOB, id), "R");
    kill(getpid(), SIGKILL);
}

static void after_a_kill_clocks_stand_as_they_did(void **state) {
    hub_world *world = *state;
    char folder[] = "/tmp/flagfall-vacation-XXXXXX", path[80], id[GAME_ID_SIZE];
    int status;
    if (test_postgresql())
        skip();
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/games.db", folder);
    open_with_accounts(world, path, 0);
    begin(world, id);
    world_close(world);
    pid_t child = fork();
    if (child == 0) {
        live_until_killed(path, id);
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    world_pass(3 * day); /* one of them the other has lived through */
    assert_true(world_open(world, path));
    assert_true(hub_resume(world->hub));
    join(world);
    assert_string_equal(standing(world, BOB, id), "R");
    int64_t stood = left(world, id, FF_RED);
    let_pass(world, 7);
    assert_int_equal(left(world, id, FF_RED), stood);
    assert_in_range(stood, 2 * day, 2 * day + SERVER_CLOCK_LIFE_MS + SERVER_CLOCK_GRACE_MS);
    let_pass(world, 1);
    assert_string_equal(standing(world, BOB, id), "");
    let_pass(world, 3);
    assert_int_equal(phase_of(world, id), PHASE_OVER);
    world_close(world);
    unlink(path);
    rmdir(folder);
}

/* ---- a log that cannot be played ---- */

/* Of Ann and Cid, in a world that is closed after that. */
static void leave_an_unplayable_game(hub_world *world, const char *path) {
    char id[GAME_ID_SIZE];
    const store_act again = {.kind = ACT_VACATION, .seat = FF_RED, .text = "on", .time = 1};
    store_game row;
    say(world, ANN,
        "{\"type\":\"challenge\",\"edition\":\"duel\",\"seat\":\"red\",\"open\":true,"
        "\"clock\":{\"days\":1}}");
    snprintf(id, sizeof id, "%s", hear_word(world, ANN, "game"));
    say_of(world, CID, id, "{\"type\":\"join\",\"game\":\"%s\"}");
    say(world, ANN, LEAVE(1));
    unsigned acts = find(world, id)->now.acts;
    world_close(world);
    assert_true(world_open(world, path));
    assert_int_equal(store_find_game(world->store, ff_span_of(id), &row), STORE_FOUND);
    assert_true(store_add_act(world->store, &row, acts, &again) && store_commit(world->store));
    join(world);
}

static void who_has_a_game_that_cannot_be_read_keeps_nobody_else_away(void **state) {
    hub_world *world = *state;
    char folder[] = "/tmp/flagfall-vacation-XXXXXX", path[80];
    vacation_row row;
    if (test_postgresql())
        skip();
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/games.db", folder);
    open_with_accounts(world, path, 0);
    leave_an_unplayable_game(world, path);
    say(world, BOB, LEAVE(2));
    let_pass(world, 5);
    assert_int_equal(vacation_find(world->store, &world_guests[ANN], &row), STORE_FOUND);
    assert_true(row.until > 0);
    assert_string_equal(asked(world, BOB, ASK), "0 2 30");
    world_close(world);
    unlink(path);
    rmdir(folder);
}

static int set_up_nothing(void **state) {
    *state = calloc(1, sizeof(hub_world));
    return *state ? 0 : -1;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up_accounts, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(who_is_away_loses_no_time_and_the_other_does),
        TEST(a_vacation_ends_by_itself_and_the_clock_goes_on_where_it_stood),
        TEST(days_that_were_not_begun_are_kept_for_later),
        TEST(a_year_has_its_own_days),
        TEST(only_accounts_of_people_leave_and_only_where_the_host_allows_it),
        TEST(a_clock_of_minutes_runs_on),
        TEST(a_game_that_begins_meanwhile_waits_too),
        TEST(the_other_hears_that_a_clock_stands_and_no_more),
        TEST(what_cannot_be_stored_has_not_happened),
        TEST(who_is_erased_has_no_vacation_any_more),
        TEST(a_move_is_not_said_to_have_taken_a_vacation),
        cmocka_unit_test_setup_teardown(who_has_a_game_that_cannot_be_read_keeps_nobody_else_away,
                                        set_up_nothing, tear_down),
        cmocka_unit_test_setup_teardown(after_a_kill_clocks_stand_as_they_did, set_up_nothing,
                                        tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
