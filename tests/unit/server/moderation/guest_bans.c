/* Guests whom the host keeps out for what they have said: who is meant, who is not, how long. */
#define _POSIX_C_SOURCE 200809L

#include "server/identity/guest_bans.h"
#include "hub_world.h"
#include "server/api/admin.h"
#include "server/identity/bans.h"
#include "server/session/batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HOME "127.0.0.1"

static const int64_t HOUR = 3600000;
static const struct person newcomer = {{77}};

/* Ann and Bob play, Cid watches, and Bob has said two lines: all from one address. */
static int set_up(void **state) {
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    if (!world || !world_open(world, ":memory:") || !world_add_games(world->store) ||
        !world_join(world))
        return -1;
    for (int i = 0; i < 2; i++) {
        world_pass(3000);
        world_say(world, BOB, "{\"type\":\"chat\",\"game\":\"" WORLD_PAIR "\",\"text\":\"fool\"}");
        if (!hub_end_batch(world->hub))
            return -1;
    }
    return 0;
}

/* What the host is told; `done`: that it could be done. */
static void host(hub_world *world, const char *command, const char *word, bool done,
                 const char *said) {
    ff_buffer words = {0}, out = {0};
    ff_error error;
    ff_buffer_add(&words, command, strlen(command) + 1);
    if (word)
        ff_buffer_add(&words, word, strlen(word) + 1);
    assert_int_equal(admin_do(world->hub, (ff_span){words.data, words.size}, &out, &error), done);
    ff_buffer_byte(&out, 0);
    assert_string_equal(done ? out.data : error.message, said);
    ff_buffer_free(&words);
    ff_buffer_free(&out);
    assert_true(hub_end_batch(world->hub));
}

/* May a person come from an address? */
static bool comes(hub_world *world, const struct person *person, const char *address) {
    struct identity who;
    const char *why;
    hub_tick(world->hub);
    assert_true(identity_read(world->store, person, &who));
    assert_true(bans_look(world->store, &who, address, hub_now(world->hub), &why));
    return !why;
}

static void a_guest_who_is_banned_is_out_everywhere_until_it_may_come_again(void **state) {
    hub_world *world = *state;
    host(world, "ban", WORLD_PAIR "/1", true, "");
    assert_true(client_is_leaving(world->client[BOB]));
    assert_false(client_is_leaving(world->client[ANN]));
    assert_false(comes(world, &world_guests[BOB], HOME));
    assert_false(comes(world, &world_guests[BOB], "192.0.2.7"));
    host(world, "bans", NULL, true, "guest " WORLD_PAIR "/1\n");
    host(world, "unban", WORLD_PAIR "/0", false,
         "no guest is banned by this line; 'bans' lists who is");
    host(world, "unban", WORLD_PAIR "/1", true, "");
    assert_true(comes(world, &world_guests[BOB], HOME));
    assert_true(comes(world, &newcomer, HOME));
    host(world, "bans", NULL, true, "");
}

static void new_guests_of_its_address_wait_for_a_day_and_neighbours_play_on(void **state) {
    hub_world *world = *state;
    host(world, "ban", WORLD_PAIR "/0", true, "");
    assert_true(comes(world, &world_guests[ANN], HOME)); /* had a game before */
    assert_false(comes(world, &newcomer, HOME));
    assert_true(comes(world, &newcomer, "192.0.2.7"));
    assert_true(world_add_account(world->store, CID, "Cid", "cid"));
    assert_true(hub_end_batch(world->hub));
    assert_true(comes(world, &world_guests[CID], HOME)); /* has an account */
    world_pass((GUEST_BAN_ADDRESS_HOURS - 1) * HOUR);
    assert_false(comes(world, &newcomer, HOME));
    world_pass(2 * HOUR);
    assert_true(comes(world, &newcomer, HOME));
    assert_false(comes(world, &world_guests[BOB], HOME));
}

static void a_ban_is_over_when_no_cookie_is_left_that_it_could_be_about(void **state) {
    hub_world *world = *state;
    host(world, "ban", WORLD_PAIR "/0", true, "");
    for (int days = 0; days <= GUEST_BAN_DAYS; days++)
        world_pass(24 * HOUR);
    hub_tick(world->hub);
    assert_true(guest_bans_sweep(world->store, hub_now(world->hub)));
    assert_true(store_commit(world->store));
    host(world, "bans", NULL, true, "");
    assert_true(comes(world, &world_guests[BOB], HOME));
}

static void who_has_made_an_account_since_is_banned_as_an_account(void **state) {
    hub_world *world = *state;
    assert_true(world_add_account(world->store, BOB, "Bob", "bob"));
    assert_true(hub_end_batch(world->hub));
    host(world, "ban", WORLD_PAIR "/0", true, "");
    host(world, "bans", NULL, true, "account Bob\n");
    assert_true(comes(world, &newcomer, HOME));
    assert_false(comes(world, &world_guests[BOB], HOME));
}

static void only_a_line_that_there_is_names_somebody(void **state) {
    hub_world *world = *state;
    static const char *const wrong[] = {WORLD_PAIR "/2", WORLD_GAME "/0", "nothing/0"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        host(world, "ban", wrong[i], false, "there is no such line of chat");
    host(world, "bans", NULL, true, "");
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_guest_who_is_banned_is_out_everywhere_until_it_may_come_again),
        TEST(new_guests_of_its_address_wait_for_a_day_and_neighbours_play_on),
        TEST(a_ban_is_over_when_no_cookie_is_left_that_it_could_be_about),
        TEST(who_has_made_an_account_since_is_banned_as_an_account),
        TEST(only_a_line_that_there_is_names_somebody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
