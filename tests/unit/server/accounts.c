/* Who a browser is, over months: sessions, tickets and accounts in a server without a
 * network. */
#include "server/commands/accounts.h"
#include "hub_talk.h"
#include "server/identity/sessions.h"
#include "server/session/batch.h"
#include "server/session/client.h"
#include "server/session/connections.h"
#include "server/store/store_guests.h"
#include "server/store/store_push.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define DAY INT64_C(86400000)
#define REGISTER(name)                                                                             \
    "{\"type\":\"register\",\"name\":\"" name "\",\"password\":\"correct horse\"}"

static const char *word(const json_t *message, const char *key) {
    const char *value = json_string_value(json_object_get(message, key));
    return value ? value : "";
}

/* Says it, lets passwords be hashed, ends the turn. The last message that comes then. */
static json_t *ask(hub_world *world, int guest, const char *text) {
    world_say(world, guest, text);
    while (workers_work(world->passwords))
        continue;
    accounts_take_answers(world->hub);
    assert_true(hub_end_batch(world->hub));
    return hear_last(world, guest);
}

static void ask_for(hub_world *world, int guest, const char *text, const char *key,
                    const char *value) {
    json_t *message = ask(world, guest, text);
    assert_string_equal(word(message, key), value);
    json_decref(message);
}

static void leave(hub_world *world, int guest) {
    hub_leave(world->hub, world->client[guest]);
    world->client[guest] = NULL;
}

static const struct identity *join(hub_world *world, int guest, const struct person *cookie) {
    world->client[guest] = hub_join(world->hub, cookie, "127.0.0.1", NULL);
    assert_non_null(world->client[guest]);
    assert_true(hub_end_batch(world->hub));
    return client_identity(world->client[guest]);
}

/* Says what is answered by a ticket, and comes again with the cookie that it is good for. */
static struct cookie sign(hub_world *world, int guest, const char *text) {
    struct cookie fresh;
    struct person before = *client_cookie(world->client[guest]);
    json_t *message = ask(world, guest, text);
    assert_string_equal(word(message, "type"), "signed");
    leave(world, guest);
    assert_int_equal(sessions_redeem(world->store, &before, ff_span_of(word(message, "ticket")),
                                     hub_now(world->hub), &fresh),
                     SESSION_FOUND);
    json_decref(message);
    join(world, guest, &fresh.key);
    return fresh;
}

static void who_stays_away_too_long_is_out_and_stays_out(void **state) {
    hub_world *world = *state;
    struct cookie cookie = sign(world, ANN, REGISTER("Annie"));
    assert_true(client_identity(world->client[ANN])->has_account);
    leave(world, ANN);
    world_pass((SESSION_IDLE_DAYS + 1) * DAY);
    for (int i = 0; i < 3; i++) {
        assert_false(join(world, ANN, &cookie.key)->has_account);
        leave(world, ANN);
    }
    world_pass(DAY);
    assert_false(join(world, ANN, &cookie.key)->has_account);
}

static void nobody_is_signed_in_for_ever(void **state) {
    hub_world *world = *state;
    struct cookie cookie = sign(world, ANN, REGISTER("Annie"));
    for (int days = 0; days < SESSION_DAYS; days += 50) {
        assert_true(join(world, BOB, &cookie.key)->has_account);
        leave(world, BOB);
        world_pass(50 * DAY);
    }
    assert_false(join(world, BOB, &cookie.key)->has_account);
}

static bool count_push(void *context, const store_push *push) {
    (void)push;
    ++*(unsigned *)context;
    return true;
}

static bool count_browser(void *context, const store_session *session) {
    (void)session;
    ++*(unsigned *)context;
    return true;
}

/* The owner sees all of them, and no statement is about more. */
static void who_signs_in_everywhere_is_signed_out_where_it_has_not_been_for_longest(void **state) {
    hub_world *world = *state;
    struct person first, last, account = world_guests[ANN];
    unsigned found = 0, woken = 0;
    assert_true(world_add_account(world->store, ANN, "Annie", "annie"));
    for (int i = 0; i <= STORE_BROWSERS; i++) {
        char ticket[TICKET_SIZE];
        struct cookie fresh;
        session_grant grant = {.account = account, .guest = world_guests[CID]};
        randombytes_buf(&grant.cookie, sizeof grant.cookie);
        world_pass(1000);
        sessions_seal(world->store, &grant, world_now().wall, ticket);
        assert_int_equal(sessions_redeem(world->store, &grant.cookie, ff_span_of(ticket),
                                         world_now().wall, &fresh),
                         SESSION_FOUND);
        assert_true(sessions_knows_browser(world->store, &fresh.key, &account));
        first = i == 0 ? fresh.key : first;
        last = fresh.key;
        if (i < 2) { /* wants to be woken: one that is signed out in the end, and one that stays */
            store_push push = {.person = account, .cookie = fresh.key, .time = world_now().wall};
            snprintf(push.endpoint, sizeof push.endpoint, "https://push.example/%d", i);
            assert_true(store_put_push(world->store, &push));
        }
    }
    assert_true(hub_end_batch(world->hub));
    assert_true(store_visit_push(world->store, &account, count_push, &woken));
    assert_int_equal(woken, 1);
    assert_true(
        store_visit_sessions(world->store, &account, 2 * STORE_BROWSERS, count_browser, &found));
    assert_int_equal(found, STORE_BROWSERS);
    assert_false(sessions_knows_browser(world->store, &first, &account));
    assert_false(join(world, BOB, &first)->has_account);
    leave(world, BOB);
    assert_true(join(world, BOB, &last)->has_account);
}

/* Days go by, and the browser stays connected all the time. Is it sent away by then? */
static bool is_sent_away_within(hub_world *world, int guest, int days) {
    for (int i = 0; i < days && !client_is_leaving(world->client[guest]); i++) {
        world_pass(DAY);
        hub_pulse(world->hub, (uint64_t)hub_now(world->hub));
        assert_true(hub_end_batch(world->hub));
    }
    return client_is_leaving(world->client[guest]);
}

static void who_stays_connected_is_out_when_the_session_ends(void **state) {
    hub_world *world = *state;
    struct cookie cookie = sign(world, ANN, REGISTER("Annie"));
    assert_false(is_sent_away_within(world, ANN, SESSION_DAYS - 1)); /* nor is it idle */
    assert_true(is_sent_away_within(world, ANN, 1));
    ask_for(world, ANN, "{\"type\":\"account\"}", "reason", "signed-in");
    leave(world, ANN);
    assert_false(join(world, ANN, &cookie.key)->has_account);
}

static void guests_stay_connected_as_long_as_they_like(void **state) {
    hub_world *world = *state;
    assert_false(is_sent_away_within(world, BOB, SESSION_DAYS + 1));
}

static void by_the_cookie_of_before_a_new_password_nobody_is_signed_in(void **state) {
    hub_world *world = *state;
    struct cookie cookie = sign(world, ANN, REGISTER("Annie"));
    leave(world, BOB);
    join(world, BOB, &cookie.key); /* another tab */
    ask_for(world, ANN,
            "{\"type\":\"password\",\"old\":\"correct horse\",\"new\":\"battery staple\"}", "type",
            "signed");
    leave(world, ANN);
    leave(world, BOB);
    assert_false(join(world, BOB, &cookie.key)->has_account); /* the ticket was never taken */
}

/* Anybody can be a new guest again and again: that must not fill the store. */
static void who_has_nothing_writes_nothing_by_erasing_it(void **state) {
    hub_world *world = *state;
    store_session session;
    leave(world, BOB);
    join(world, BOB, &(struct person){{77}});
    ask_for(world, BOB, "{\"type\":\"erase\"}", "type", "done");
    assert_int_equal(store_find_session(world->store, &(struct person){{77}}, &session),
                     STORE_NONE);
    ask_for(world, ANN,
            "{\"type\":\"new\",\"edition\":\"duel\",\"seat\":\"red\",\"opponent\":\"random\"}",
            "type", "game");
    ask_for(world, ANN, "{\"type\":\"erase\"}", "type", "signed");
}

/* A shelf that is full can be put in order all the same. */
static void the_last_army_can_be_replaced(void **state) {
    hub_world *world = *state;
    char text[256];
    store_army army = {.edition = "duel"};
    sign(world, ANN, REGISTER("Annie"));
    json_t *told =
        ask(world, ANN, "{\"type\":\"suggest\",\"edition\":\"duel\",\"style\":\"random\"}");
    snprintf(army.letters, sizeof army.letters, "%s", word(told, "letters"));
    json_decref(told);
    for (int i = 0; i < 100; i++) {
        snprintf(army.name, sizeof army.name, "army %d", i);
        assert_true(store_save_army(world->store, client_person(world->client[ANN]), &army));
    }
    assert_true(store_commit(world->store));
    snprintf(text, sizeof text,
             "{\"type\":\"save-army\",\"edition\":\"duel\",\"letters\":\"%s\",\"name\":\"army 7\"}",
             army.letters);
    ask_for(world, ANN, text, "type", "armies");
    snprintf(
        text, sizeof text,
        "{\"type\":\"save-army\",\"edition\":\"duel\",\"letters\":\"%s\",\"name\":\"another\"}",
        army.letters);
    ask_for(world, ANN, text, "reason", "too-many");
}

/* Nobody waits behind all that one address has asked for. */
static void passwords_are_hashed_in_turns_between_addresses(void **state) {
    hub_world *world = *state;
    leave(world, BOB);
    world->client[BOB] = hub_join(world->hub, &world_guests[BOB], "192.0.2.1", NULL);
    assert_non_null(world->client[BOB]);
    world_say(world, ANN, REGISTER("Annie"));
    world_say(world, ANN, REGISTER("Anna"));
    world_say(world, ANN, REGISTER("Anneke"));
    world_say(world, BOB, REGISTER("Bobby"));
    assert_true(workers_work(world->passwords) && workers_work(world->passwords));
    accounts_take_answers(world->hub);
    assert_true(hub_end_batch(world->hub));
    assert_string_equal(hear_word(world, BOB, "type"), "signed");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        TEST(who_stays_away_too_long_is_out_and_stays_out),
        TEST(nobody_is_signed_in_for_ever),
        TEST(who_signs_in_everywhere_is_signed_out_where_it_has_not_been_for_longest),
        TEST(who_stays_connected_is_out_when_the_session_ends),
        TEST(guests_stay_connected_as_long_as_they_like),
        TEST(who_has_nothing_writes_nothing_by_erasing_it),
        TEST(the_last_army_can_be_replaced),
        TEST(passwords_are_hashed_in_turns_between_addresses),
        TEST(by_the_cookie_of_before_a_new_password_nobody_is_signed_in),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
