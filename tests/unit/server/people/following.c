/* Following: who is playing now, of those who show themselves, at games that everybody may watch.
 */
#include "hub_world.h"
#include "server/people/people_rows.h"
#include "server/session/batch.h"
#include "server/session/erasing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define FOLLOW(name, on) "{\"type\":\"follow\",\"name\":\"" name "\",\"on\":" on "}"
#define FOLLOWING "{\"type\":\"following\"}"

/* Three accounts; Annie plays a game that may be watched, and others that may not. */
static int set_up(void **state) {
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    if (!world || !world_open(world, ":memory:") || !world_add_games(world->store) ||
        !world_add_account(world->store, ANN, "Annie", "annie") ||
        !world_add_account(world->store, BOB, "Bobby", "bobby") ||
        !world_add_account(world->store, CID, "Cidney", "cidney"))
        return -1;
    for (int i = 0; i < GUESTS; i++)
        world->client[i] = hub_join_as(world->hub, &world_guests[i], "127.0.0.1", NULL);
    return 0;
}

static json_t *ask(hub_world *world, int guest, const char *text) {
    json_t *last = NULL;
    world_say(world, guest, text);
    assert_true(hub_end_batch(world->hub));
    for (json_t *next; (next = world_hear(world, guest)); last = next)
        json_decref(last);
    assert_non_null(last);
    return last;
}

static void ask_for(hub_world *world, int guest, const char *text, const char *key,
                    const char *wanted) {
    json_t *answer = ask(world, guest, text);
    const char *found = json_string_value(json_object_get(answer, key));
    assert_string_equal(found ? found : "(null)", wanted);
    json_decref(answer);
}

/* The game that the first of those followed is said to play, or "". */
static const char *playing(hub_world *world, int guest) {
    static char game[GAME_ID_SIZE];
    json_t *answer = ask(world, guest, FOLLOWING);
    char *text = json_dumps(answer, 0);
    const json_t *first = json_array_get(json_object_get(answer, "accounts"), 0);
    const char *id = json_string_value(json_object_get(json_object_get(first, "playing"), "game"));
    snprintf(game, sizeof game, "%s", id ? id : "");
    assert_non_null(first);
    assert_null(strstr(text, WORLD_RED_ARMY));
    free(text);
    json_decref(answer);
    return game;
}

static void one_sees_who_is_playing(void **state) {
    hub_world *world = *state;
    ask_for(world, CID, FOLLOW("annie", "true"), "type", "following");
    assert_string_equal(playing(world, CID), ""); /* nobody has the game before the eyes */
    json_decref(ask(world, ANN, "{\"type\":\"open\",\"game\":\"" WORLD_GAME "\"}"));
    assert_string_equal(playing(world, CID), ""); /* nobody may watch this one */
    json_decref(ask(world, ANN, "{\"type\":\"open\",\"game\":\"" WORLD_PAIR "\"}"));
    assert_string_equal(playing(world, CID), WORLD_PAIR);
    json_decref(ask(world, ANN, "{\"type\":\"resign\",\"game\":\"" WORLD_PAIR "\"}"));
    assert_string_equal(playing(world, CID), "");
}

/* A clock keeps the game known while nobody looks, though its board is put away. */
/* So what it costs grows with them. */
static void all_games_in_memory_that_are_looked_at_are_counted(void **state) {
    hub_world *world = *state;
    json_decref(ask(world, CID, FOLLOW("Annie", "true")));
    json_decref(ask(world, ANN, "{\"type\":\"open\",\"game\":\"" WORLD_PAIR "\"}"));
    uint64_t before = tables_visited(world->hub->tables);
    json_decref(ask(world, CID, FOLLOWING));
    assert_true(tables_count(world->hub->tables) > 0);
    assert_int_equal(tables_visited(world->hub->tables) - before, tables_count(world->hub->tables));
}

static void a_game_whose_clock_runs_unseen_is_nobodys_playing(void **state) {
    hub_world *world = *state;
    static const char id[] = "GGGGGGGGGGGGGGGGGGGGGG";
    const int64_t now = world_now().wall;
    const store_act acts[] = {
        {.kind = ACT_SETUP, .seat = FF_BLUE, .text = WORLD_BLUE_ARMY, .time = now},
        {.kind = ACT_SETUP, .seat = FF_RED, .text = WORLD_RED_ARMY, .time = now}};
    store_game timed = world_row(id, ANN);
    timed.seat[FF_BLUE] = world_row(id, BOB).seat[FF_RED];
    timed.terms.watch = timed.terms.timed = true;
    timed.terms.clock = (clock_terms){.bank = 600};
    assert_true(world_add_acts(world->store, &timed, acts, 2));
    ask_for(world, CID, FOLLOW("Annie", "true"), "type", "following");
    json_decref(ask(world, ANN, "{\"type\":\"open\",\"game\":\"GGGGGGGGGGGGGGGGGGGGGG\"}"));
    assert_string_equal(playing(world, CID), id);
    world_say(world, ANN, "{\"type\":\"close\",\"game\":\"GGGGGGGGGGGGGGGGGGGGGG\"}");
    assert_true(hub_end_batch(world->hub));
    assert_string_equal(playing(world, CID), "");
}

static void who_hides_is_not_looked_after_and_can_be_left(void **state) {
    hub_world *world = *state;
    ask_for(world, CID, FOLLOW("Annie", "true"), "type", "following");
    json_decref(ask(world, ANN, "{\"type\":\"open\",\"game\":\"" WORLD_PAIR "\"}"));
    ask_for(world, ANN, "{\"type\":\"profile\",\"shows\":\"nothing\"}", "type", "done");
    assert_string_equal(playing(world, CID), "");
    ask_for(world, BOB, FOLLOW("Annie", "true"), "reason", "unknown-name");
    ask_for(world, BOB, FOLLOW("Nobody", "true"), "reason", "unknown-name");
    json_t *none = ask(world, CID, FOLLOW("Annie", "false"));
    assert_int_equal(json_array_size(json_object_get(none, "accounts")), 0);
    json_decref(none);
}

static void nobody_follows_oneself_and_no_more_than_so_many(void **state) {
    hub_world *world = *state;
    ask_for(world, CID, FOLLOW("Cidney", "true"), "reason", "own");
    for (unsigned i = 0; i < FOLLOWS_MAX; i++) {
        store_account account = {.person = {{9, (uint8_t)i}}};
        snprintf(account.name, sizeof account.name, "somebody%u", i);
        assert_true(store_add_account(world->store, &account, account.name, NULL));
        assert_true(people_follow(world->store, &world_guests[CID], &account.person, 1));
    }
    assert_true(store_commit(world->store));
    ask_for(world, CID, FOLLOW("Annie", "true"), "reason", "too-many");
}

static void of_an_erased_account_no_follower_is_left(void **state) {
    hub_world *world = *state;
    ask_for(world, CID, FOLLOW("Annie", "true"), "type", "following");
    ask_for(world, ANN, FOLLOW("Bobby", "true"), "type", "following");
    assert_true(erasing_begin(world->hub, &world_guests[ANN]));
    assert_true(store_commit(world->store));
    assert_int_equal(people_find_follow(world->store, &world_guests[ANN], &world_guests[BOB]),
                     STORE_NONE);
    while (erasing_go_on(world->hub))
        assert_true(store_commit(world->store));
    assert_int_equal(people_find_follow(world->store, &world_guests[CID], &world_guests[ANN]),
                     STORE_NONE);
}

static struct person follower_of(unsigned number) {
    return (struct person){{9, (uint8_t)(number >> 8), (uint8_t)number}};
}

static unsigned count_followers(const hub_world *world, unsigned most) {
    unsigned count = 0;
    for (unsigned i = 0; i < most; i++) {
        struct person follower = follower_of(i);
        count += people_find_follow(world->store, &follower, &world_guests[ANN]) == STORE_FOUND;
    }
    return count;
}

/* However many they are, no batch has all of them to delete. */
static void many_followers_are_deleted_in_slices(void **state) {
    hub_world *world = *state;
    enum { MANY = 1800 };
    for (unsigned i = 0; i < MANY; i++) {
        struct person follower = follower_of(i);
        assert_true(people_follow(world->store, &follower, &world_guests[ANN], 1000));
    }
    assert_true(store_commit(world->store));
    assert_true(erasing_begin(world->hub, &world_guests[ANN]));
    for (unsigned left = MANY, now; left > 0; left = now) {
        assert_true(store_commit(world->store));
        now = count_followers(world, MANY);
        assert_in_range(left - now, 0, MANY / 2);
        if (!erasing_go_on(world->hub))
            assert_int_equal(now, 0);
    }
}

static void guests_follow_nobody(void **state) {
    hub_world *world = *state;
    static const struct person guest = {{77}};
    hub_leave(world->hub, world->client[BOB]);
    world->client[BOB] = hub_join_as(world->hub, &guest, "127.0.0.1", NULL);
    ask_for(world, BOB, FOLLOW("Annie", "true"), "reason", "not-signed-in");
    ask_for(world, BOB, FOLLOWING, "reason", "not-signed-in");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(one_sees_who_is_playing),
        TEST(all_games_in_memory_that_are_looked_at_are_counted),
        TEST(a_game_whose_clock_runs_unseen_is_nobodys_playing),
        TEST(who_hides_is_not_looked_after_and_can_be_left),
        TEST(nobody_follows_oneself_and_no_more_than_so_many),
        TEST(of_an_erased_account_no_follower_is_left),
        TEST(many_followers_are_deleted_in_slices),
        TEST(guests_follow_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
