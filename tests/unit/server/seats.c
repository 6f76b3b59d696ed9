/* Two people at one table, and others beside it: each sees through the own eyes, and
 * where the store fails nobody has sat down, stood up or agreed to anything. */
#include "hub_talk.h"

#include "flagfall/notation.h"
#include "server/commands/accounts.h"
#include "server/session/batch.h"
#include "server/session/client.h"
#include "server/session/connections.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define CHALLENGE(more) "{\"type\":\"challenge\",\"edition\":\"duel\",\"seat\":\"red\"" more "}"
#define OPEN_CHALLENGE CHALLENGE(",\"open\":true")
#define REGISTER(name)                                                                             \
    "{\"type\":\"register\",\"name\":\"" name "\",\"password\":\"correct horse\"}"
#define LOBBY "{\"type\":\"lobby\",\"on\":true}"

static int set_up_delayed(void **state) {
    return set_up_later(state, 3600000);
}

static void end_turn(hub_world *world) {
    assert_true(hub_end_batch(world->hub));
}

static void fail_turn(hub_world *world) {
    store_game row = world_row(WORLD_GAME, ANN);
    world_add_row(world->store, &row);
    row = world_row(WORLD_GAME, ANN); /* twice: that cannot be */
    world_add_row(world->store, &row);
    assert_false(hub_end_batch(world->hub));
    assert_true(store_probe(world->store));
}

static const char *word(const json_t *message, const char *key) {
    const char *value = json_string_value(json_object_get(message, key));
    return value ? value : "";
}

static void hear(hub_world *world, int guest, const char *key, const char *value) {
    json_t *message = hear_last(world, guest);
    assert_string_equal(word(message, key), value);
    json_decref(message);
}

static void hear_nothing(hub_world *world, int guest) {
    assert_null(hub_next_message(world->client[guest]));
}

static void say_to_game(hub_world *world, int guest, const char *type, const char *game) {
    char text[128];
    snprintf(text, sizeof text, "{\"type\":\"%s\",\"game\":\"%s\"}", type, game);
    world_say(world, guest, text);
}

/* Ann's challenge; its id. */
static void offer(hub_world *world, const char *challenge, char id[GAME_ID_SIZE]) {
    world_say(world, ANN, challenge);
    end_turn(world);
    json_t *message = hear_last(world, ANN);
    assert_string_equal(word(message, "phase"), "waiting");
    snprintf(id, GAME_ID_SIZE, "%s", word(message, "game"));
    json_decref(message);
}

static void set_up_army(hub_world *world, int guest, const char *id) {
    char letters[FF_ZONE_MAX + 1], text[256];
    ff_setup setup;
    const ff_edition *edition = ff_edition_find(ff_span_of("duel"));
    ff_setup_random(&setup, edition, &world->hub->rng);
    ff_setup_write(&setup, edition, letters);
    snprintf(text, sizeof text, "{\"type\":\"setup\",\"game\":\"%s\",\"letters\":\"%s\"}", id,
             letters);
    world_say(world, guest, text);
}

/* Ann is Red, Bob is Blue, and both armies stand. */
static void begin(hub_world *world, char id[GAME_ID_SIZE]) {
    offer(world, OPEN_CHALLENGE, id);
    say_to_game(world, BOB, "join", id);
    end_turn(world);
    set_up_army(world, ANN, id);
    set_up_army(world, BOB, id);
    end_turn(world);
    hear(world, ANN, "phase", "play");
    hear(world, BOB, "phase", "play");
}

static struct table *find(hub_world *world, const char *id) {
    struct table *table;
    assert_int_equal(tables_find(world->hub->tables, ff_span_of(id), NULL, NULL, &table),
                     STORE_FOUND);
    return table;
}

static void a_seat_that_could_not_be_stored_is_still_free(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    offer(world, OPEN_CHALLENGE, id);
    say_to_game(world, BOB, "join", id);
    fail_turn(world);
    hear(world, BOB, "reason", "store");
    hear_nothing(world, ANN);
    assert_int_equal(find(world, id)->row.seat[FF_BLUE].kind, SEAT_FREE);
    assert_int_equal(table_phase(find(world, id)), PHASE_WAITING);
    end_turn(world);
    say_to_game(world, BOB, "join", id);
    end_turn(world);
    hear(world, BOB, "seat", "blue");
    hear(world, ANN, "phase", "setup");
}

static void a_challenge_that_could_not_be_taken_back_is_still_there(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    offer(world, OPEN_CHALLENGE, id);
    say_to_game(world, ANN, "cancel", id);
    fail_turn(world);
    hear(world, ANN, "reason", "store");
    say_to_game(world, BOB, "join", id);
    end_turn(world);
    hear(world, BOB, "phase", "setup");
    say_to_game(world, ANN, "cancel", id);
    end_turn(world);
    hear(world, ANN, "reason", "begun");
}

static void two_who_are_fast_are_one_too_many(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    offer(world, OPEN_CHALLENGE, id);
    say_to_game(world, BOB, "join", id);
    say_to_game(world, CID, "join", id);
    end_turn(world);
    hear(world, BOB, "seat", "blue");
    hear(world, CID, "reason", "taken");
}

static void a_rematch_that_could_not_be_stored_was_not_agreed(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    say_to_game(world, ANN, "resign", id);
    say_to_game(world, ANN, "rematch", id);
    end_turn(world);
    hear(world, BOB, "rematch", "red");
    say_to_game(world, BOB, "rematch", id);
    fail_turn(world);
    hear(world, BOB, "reason", "store");
    assert_int_equal(find(world, id)->row.rematch, FF_RED);
    assert_string_equal(find(world, id)->next, "");
    assert_int_equal(find(world, id)->row.phase, PHASE_OVER);
    end_turn(world);
    say_to_game(world, BOB, "rematch", id);
    end_turn(world);
    assert_string_not_equal(find(world, id)->next, "");
    hear(world, BOB, "seat", "red");
    hear(world, ANN, "seat", "blue");
}

/* As another server on this store would. */
static void resign_beside(hub_world *world, const char *id, ff_seat seat) {
    store_game row;
    assert_int_equal(store_find_game(world->store, ff_span_of(id), &row), STORE_FOUND);
    unsigned acts = find(world, id)->now.acts;
    store_act act = {.kind = ACT_END, .seat = (uint8_t)seat, .text = "resign", .time = 1};
    row.phase = PHASE_OVER;
    row.ending = FF_BY_RESIGN;
    row.result = seat == FF_RED ? FF_BLUE_WINS : FF_RED_WINS;
    row.ended = 1;
    assert_true(store_add_act(world->store, &row, acts, &act) && store_commit(world->store));
}

static void who_acts_in_a_game_that_has_changed_elsewhere_hears_how_it_stands(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    resign_beside(world, id, FF_RED);
    say_to_game(world, BOB, "resign", id);
    assert_false(hub_end_batch(world->hub));
    hear(world, BOB, "reason", "store");
    assert_true(store_is_working(world->store));
    computer_seat_ask(world->hub);
    end_turn(world);
    hear(world, ANN, "phase", "over");
    hear(world, BOB, "phase", "over");
    assert_int_equal(find(world, id)->now.acts, 3);
    assert_int_equal(find(world, id)->row.result, FF_BLUE_WINS);
}

static const char *board_of(const json_t *message) {
    return word(json_object_get(message, "view"), "board");
}

/* Both armies are hidden from the one who watches, each from the other, and none from
 * its own. */
static void everybody_sees_through_the_own_eyes(void **state) {
    static const char red[] = "BCDEFGHIJKLM", blue[] = "NOPQRSTUVWXY";
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    for (int guest = ANN; guest <= CID; guest++)
        say_to_game(world, guest, "open", id);
    end_turn(world);
    static const char *const seats[] = {"red", "blue", ""};
    for (int guest = ANN; guest <= CID; guest++) {
        json_t *message = hear_last(world, guest);
        assert_string_equal(word(message, "seat"), seats[guest]);
        assert_true((strpbrk(board_of(message), red) != NULL) == (guest == ANN));
        assert_true((strpbrk(board_of(message), blue) != NULL) == (guest == BOB));
        json_decref(message);
    }
}

static void who_watches_hears_of_it_no_more_after_close(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    say_to_game(world, CID, "open", id);
    end_turn(world);
    hear(world, CID, "phase", "play");
    say_to_game(world, CID, "close", id);
    say_to_game(world, ANN, "resign", id);
    end_turn(world);
    hear_nothing(world, CID);
    hear(world, BOB, "phase", "over");
}

static void who_watches_later_learns_nothing_early(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    say_to_game(world, CID, "open", id);
    end_turn(world);
    json_t *message = hear_last(world, CID);
    assert_string_equal(word(message, "phase"), "setup");
    assert_true(json_is_null(json_object_get(message, "view")));
    assert_true(json_is_null(json_object_get(message, "commitments")));
    json_decref(message);
    hub_pulse(world->hub, 1000000);
    end_turn(world);
    hear_nothing(world, CID);
    say_to_game(world, ANN, "resign", id);
    end_turn(world);
    hear(world, CID, "phase", "over"); /* nothing is left to be protected */
}

static void who_watches_later_costs_no_reading_until_something_is_old_enough(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    begin(world, id);
    say_to_game(world, CID, "open", id);
    end_turn(world);
    uint64_t before = store_rows(world->store);
    world_pass(3599999);
    hub_pulse(world->hub, 1000000);
    end_turn(world);
    assert_int_equal(store_rows(world->store), before);
    world_pass(1);
    hub_pulse(world->hub, 1000250);
    end_turn(world);
    assert_true(store_rows(world->store) > before);
    hear(world, CID, "phase", "play");
    before = store_rows(world->store);
    hub_pulse(world->hub, 1000500);
    end_turn(world);
    assert_int_equal(store_rows(world->store), before);
}

static void the_lobby_is_told_again_when_the_store_has_failed(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    world_say(world, CID, LOBBY);
    end_turn(world);
    hear(world, CID, "type", "lobby");
    offer(world, OPEN_CHALLENGE, id);
    hub_pulse(world->hub, 1000000);
    fail_turn(world);
    hear_nothing(world, CID);
    hub_pulse(world->hub, 1000100); /* not yet */
    end_turn(world);
    hear_nothing(world, CID);
    hub_pulse(world->hub, 1002000);
    end_turn(world);
    json_t *message = hear_last(world, CID);
    assert_int_equal(json_array_size(json_object_get(message, "challenges")), 1);
    json_decref(message);
}

/* However much happens while it does not read. */
static void a_slow_reader_of_the_lobby_has_one_message_to_read(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    world_say(world, CID, LOBBY);
    end_turn(world);
    for (unsigned i = 1; i <= 10; i++) {
        if (i <= 5)
            offer(world, OPEN_CHALLENGE, id);
        hub_pulse(world->hub, 1000000 * i);
        end_turn(world);
    }
    json_t *first = world_hear(world, CID);
    assert_int_equal(json_array_size(json_object_get(first, "challenges")), 0);
    json_decref(first);
    hear_nothing(world, CID);
    hub_pulse(world->hub, 20000000);
    end_turn(world);
    json_t *last = hear_last(world, CID);
    assert_int_equal(json_array_size(json_object_get(last, "challenges")), FAIR_OF_PERSON);
    json_decref(last);
}

/* Ann offers more than there is room for a person; Bob's one offer is older, and is there. */
static void who_offers_much_leaves_room_for_others(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE], newest[GAME_ID_SIZE];
    world_say(world, BOB, OPEN_CHALLENGE);
    end_turn(world);
    json_t *offered = hear_last(world, BOB);
    snprintf(id, sizeof id, "%s", word(offered, "game"));
    json_decref(offered);
    for (int i = 0; i < 8; i++)
        offer(world, OPEN_CHALLENGE, newest);
    world_say(world, CID, LOBBY);
    end_turn(world);
    json_t *message = world_hear(world, CID), *list = json_object_get(message, "challenges");
    assert_int_equal(json_array_size(list), FAIR_OF_PERSON + 1);
    assert_string_equal(word(json_array_get(list, 0), "game"), newest);
    assert_string_equal(word(json_array_get(list, 1), "game"), id);
    json_decref(message);
}

/* What a turn that could not be stored has offered is not told. */
static void the_lobby_is_as_the_store_has_it(void **state) {
    hub_world *world = *state;
    char id[GAME_ID_SIZE];
    offer(world, OPEN_CHALLENGE, id);
    world_say(world, ANN, OPEN_CHALLENGE);
    store_spoil(world->store);
    assert_false(hub_end_batch(world->hub));
    hear(world, ANN, "reason", "store");
    world_say(world, CID, LOBBY);
    assert_true(hub_end_batch(world->hub));
    json_t *message = world_hear(world, CID), *list = json_object_get(message, "challenges");
    assert_int_equal(json_array_size(list), 1);
    assert_string_equal(word(json_array_get(list, 0), "game"), id);
    json_decref(message);
}

/* What the second one would do the store cannot do, and the whole turn would be lost. */
static void a_browser_that_asks_for_two_accounts_gets_one(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, REGISTER("Annie"));
    world_say(world, ANN, REGISTER("Bonnie"));
    while (workers_work(world->passwords))
        continue;
    accounts_take_answers(world->hub);
    end_turn(world);
    json_t *message = world_hear(world, ANN);
    assert_string_equal(word(message, "type"), "signed");
    json_decref(message);
    hear(world, ANN, "reason", "signed-in");
}

static void who_is_sent_away_asks_for_nothing_any_more(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, OPEN_CHALLENGE);
    end_turn(world);
    for (json_t *heard; (heard = world_hear(world, ANN));)
        json_decref(heard);
    world_say(world, ANN, "{\"type\":\"erase\"}");
    world_say(world, ANN, OPEN_CHALLENGE);
    end_turn(world);
    hear(world, ANN, "reason", "signed-in");
    world_say(world, ANN, OPEN_CHALLENGE);
    end_turn(world);
    hear(world, ANN, "reason", "signed-in");
    unsigned all, open;
    assert_true(store_count_games(world->store, &world_guests[ANN], &all, &open));
    assert_int_equal(all, 0);
}

static void persons_are_counted_once(void **state) {
    hub_world *world = *state;
    struct presence *presence = world->hub->presence;
    size_t before = presence_count(presence);
    struct client *tab = hub_join(world->hub, &world_guests[ANN], "192.0.2.1", NULL);
    assert_int_equal(presence_count(presence), before);
    hub_leave(world->hub, world->client[ANN]);
    world->client[ANN] = NULL;
    assert_true(presence_has(presence, &world_guests[ANN]));
    hub_leave(world->hub, tab);
    assert_false(presence_has(presence, &world_guests[ANN]));
    assert_int_equal(presence_count(presence), before - 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        TEST(a_seat_that_could_not_be_stored_is_still_free),
        TEST(a_challenge_that_could_not_be_taken_back_is_still_there),
        TEST(two_who_are_fast_are_one_too_many),
        TEST(a_rematch_that_could_not_be_stored_was_not_agreed),
        TEST(who_acts_in_a_game_that_has_changed_elsewhere_hears_how_it_stands),
        TEST(everybody_sees_through_the_own_eyes),
        TEST(who_watches_hears_of_it_no_more_after_close),
        cmocka_unit_test_setup_teardown(who_watches_later_learns_nothing_early, set_up_delayed,
                                        tear_down),
        cmocka_unit_test_setup_teardown(
            who_watches_later_costs_no_reading_until_something_is_old_enough, set_up_delayed,
            tear_down),
        TEST(the_lobby_is_told_again_when_the_store_has_failed),
        TEST(a_slow_reader_of_the_lobby_has_one_message_to_read),
        TEST(who_offers_much_leaves_room_for_others),
        TEST(the_lobby_is_as_the_store_has_it),
        TEST(a_browser_that_asks_for_two_accounts_gets_one),
        TEST(who_is_sent_away_asks_for_nothing_any_more),
        TEST(persons_are_counted_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
