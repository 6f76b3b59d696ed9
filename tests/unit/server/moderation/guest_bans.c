/* Guests whom the host keeps out for what they have said: who is meant, who is not, how long. */
#define _POSIX_C_SOURCE 200809L

#include "server/identity/guest_bans.h"
#include "hub_world.h"
#include "server/api/admin.h"
#include "server/identity/bans.h"
#include "server/session/batch.h"
#include "server/store/store_guests.h"
#include "server/store/store_push.h"

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

/* Pages are asked for through that address, with the header of a proxy. */
static uint64_t ask_through(hub_world *world, const char *text, int pages) {
    struct address address;
    uint64_t told = 0;
    assert_true(address_parse(ff_span_of(text), &address));
    for (int i = 0; i < pages; i++) {
        uint64_t now = relays_note(&world->hub->relays, &address,
                                   store_origin_of(world->store, text), hub_now(world->hub));
        assert_true(!told || !now);
        told += now;
    }
    return told;
}

static void the_address_of_a_proxy_that_is_not_named_stays_open(void **state) {
    hub_world *world = *state;
    ask_through(world, HOME, 1);
    host(world, "ban", WORLD_PAIR "/0", true,
         "the guest's cookie is banned; its address is that of a proxy, by which all come: name it "
         "with 'serve --proxy', and a ban will close the guest's own address too\n");
    assert_false(comes(world, &world_guests[BOB], HOME));
    assert_true(comes(world, &newcomer, HOME));
    host(world, "ban", HOME, false,
         HOME " is the address of a proxy, by which all come: name it with 'serve --proxy', and "
              "ban the addresses of those whom it serves");
}

/* Anybody can say that a proxy of his is on the way. */
static void whoever_says_that_he_is_a_proxy_is_banned_all_the_same(void **state) {
    hub_world *world = *state;
    hub_leave(world->hub, world->client[BOB]);
    world->client[BOB] = hub_join(world->hub, &world_guests[BOB], "192.0.2.7", NULL);
    assert_non_null(world->client[BOB]);
    ask_through(world, "192.0.2.7", 100);
    host(world, "ban", WORLD_PAIR "/0", true, "");
    assert_false(comes(world, &newcomer, "192.0.2.7"));
    assert_true(comes(world, &newcomer, HOME));
}

static void the_host_is_told_of_such_a_proxy_once_an_hour(void **state) {
    hub_world *world = *state;
    assert_int_equal(ask_through(world, HOME, RELAYS_MANY - 1), 0);
    assert_int_equal(ask_through(world, HOME, 100), RELAYS_MANY);
    assert_int_equal(ask_through(world, HOME, 100), 0);
    world_pass(HOUR);
    hub_tick(world->hub);
    assert_int_equal(ask_through(world, HOME, 1), RELAYS_MANY + 199 + 1);
}

static void whoever_says_so_elsewhere_does_not_keep_the_host_from_being_told(void **state) {
    assert_int_equal(ask_through(*state, "192.0.2.7", 100), RELAYS_MANY);
    assert_int_equal(ask_through(*state, "192.0.2.8", 100), 0);
    assert_int_equal(ask_through(*state, HOME, 100), RELAYS_MANY);
}

static void a_flood_from_elsewhere_does_not_hide_it(void **state) {
    hub_world *world = *state;
    int64_t origin = store_origin_of(world->store, HOME);
    char text[ADDRESS_TEXT];
    for (int i = 0; i < 3 * RELAYS_KEPT; i++) {
        snprintf(text, sizeof text, "192.0.2.%d", i);
        ask_through(world, text, 50);
        if (i == RELAYS_KEPT)
            ask_through(world, HOME, 1);
        assert_int_equal(relays_share(&world->hub->relays, origin), i >= RELAYS_KEPT);
    }
}

static bool count_push(void *context, const store_push *push) {
    (void)push;
    ++*(unsigned *)context;
    return true;
}

static unsigned count_wakes_of(hub_world *world, int guest) {
    unsigned count = 0;
    assert_true(store_visit_push(world->store, &world_guests[guest], count_push, &count));
    return count;
}

static void who_is_banned_is_not_woken(void **state) {
    hub_world *world = *state;
    for (int guest = ANN; guest <= CID; guest++) {
        store_push push = {.person = world_guests[guest], .cookie = world_guests[guest], .time = 1};
        snprintf(push.endpoint, sizeof push.endpoint, "https://push.example/%d", guest);
        assert_true(store_put_push(world->store, &push));
    }
    assert_true(world_add_account(world->store, CID, "Cid", "cid"));
    assert_true(hub_end_batch(world->hub));
    host(world, "ban", WORLD_PAIR "/0", true, "");
    assert_int_equal(count_wakes_of(world, BOB), 0);
    assert_int_equal(count_wakes_of(world, CID), 1);
    host(world, "ban", "Cid", true, "");
    assert_int_equal(count_wakes_of(world, CID), 0);
    assert_int_equal(count_wakes_of(world, ANN), 1);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(a_guest_who_is_banned_is_out_everywhere_until_it_may_come_again),
        TEST(new_guests_of_its_address_wait_for_a_day_and_neighbours_play_on),
        TEST(a_ban_is_over_when_no_cookie_is_left_that_it_could_be_about),
        TEST(who_has_made_an_account_since_is_banned_as_an_account),
        TEST(only_a_line_that_there_is_names_somebody),
        TEST(the_address_of_a_proxy_that_is_not_named_stays_open),
        TEST(whoever_says_that_he_is_a_proxy_is_banned_all_the_same),
        TEST(the_host_is_told_of_such_a_proxy_once_an_hour),
        TEST(whoever_says_so_elsewhere_does_not_keep_the_host_from_being_told),
        TEST(a_flood_from_elsewhere_does_not_hide_it),
        TEST(who_is_banned_is_not_woken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
