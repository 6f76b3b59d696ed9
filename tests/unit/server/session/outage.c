/* That the store fails, and clocks stand: everybody who is connected hears it without asking, once,
 * whatever becomes of the batch in which it is told. */
#include "hub_world.h"

#include "server/session/batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct play {
    hub_world world;
    uint64_t now_ms; /* of the pulse */
} play;

static int set_up(void **state) {
    play *p = calloc(1, sizeof *p);
    *state = p;
    p->now_ms = 1000000;
    return p && world_open(&p->world, ":memory:") && world_join(&p->world) &&
                   hub_end_batch(p->world.hub)
               ? 0
               : -1;
}

static int tear_down(void **state) {
    play *p = *state;
    world_close(&p->world);
    free(p);
    return 0;
}

static void pass(play *p, int64_t milliseconds) {
    world_pass(milliseconds);
    hub_tick(p->world.hub);
    p->now_ms += (uint64_t)milliseconds;
}

static void end_batch(play *p, bool works) {
    if (!works)
        store_spoil(p->world.store);
    assert_int_equal(hub_end_batch(p->world.hub), works);
}

/* One that fails, or in which the store is found to work again. */
static void turn(play *p, bool works) {
    if (works)
        assert_true(store_probe(p->world.store));
    end_batch(p, works);
}

/* What is told is told in a batch that ends like this. */
static void pulse(play *p, bool works) {
    hub_tell_outage(p->world.hub, p->now_ms);
    end_batch(p, works);
}

static int64_t number_of(const json_t *message, const char *key) {
    return json_integer_value(json_object_get(message, key));
}

static int64_t now(const play *p) {
    return hub_now(p->world.hub);
}

/* The next message to this guest is that clocks have stood since then, and will until then (0:
 * nobody knows). */
static void hear(play *p, int guest, int64_t began, int64_t ended) {
    json_t *message = world_hear(&p->world, guest);
    assert_non_null(message);
    assert_string_equal(json_string_value(json_object_get(message, "type")), "outage");
    assert_int_equal(json_is_true(json_object_get(message, "on")), ended == 0);
    assert_int_equal(json_is_null(json_object_get(message, "ended")), ended == 0);
    assert_int_equal(number_of(message, "now"), now(p));
    assert_int_equal(number_of(message, "began"), began);
    assert_int_equal(number_of(message, "ended"), ended);
    json_decref(message);
}

static void all_hear(play *p, int64_t began, int64_t ended) {
    for (int guest = 0; guest < GUESTS; guest++)
        hear(p, guest, began, ended);
}

static void nobody_hears_anything(play *p) {
    for (int guest = 0; guest < GUESTS; guest++)
        assert_null(hub_next_message(p->world.client[guest]));
}

static void everybody_hears_once_that_the_store_fails_and_that_it_works_again(void **state) {
    play *p = *state;
    pulse(p, true);
    nobody_hears_anything(p);
    int64_t began = now(p);
    turn(p, false);
    pass(p, 250);
    pulse(p, true);
    all_hear(p, began, 0);
    for (int i = 0; i < 10; i++) {
        pass(p, 1000);
        turn(p, false);
        pulse(p, true);
        nobody_hears_anything(p);
    }
    turn(p, true);
    int64_t ended = now(p) + SERVER_CLOCK_GRACE_MS;
    pass(p, 1000);
    pulse(p, true);
    all_hear(p, began, ended);
    pass(p, 60000);
    pulse(p, true);
    nobody_hears_anything(p);
}

static void a_batch_that_fails_keeps_nobody_from_hearing_it(void **state) {
    play *p = *state;
    int64_t began = now(p);
    turn(p, false);
    pulse(p, false);
    all_hear(p, began, 0);
    nobody_hears_anything(p);
}

/* A database that comes and goes at every batch makes one message a second, and no more. */
static void what_begins_and_ends_within_a_second_is_told_as_one(void **state) {
    play *p = *state;
    int64_t began = now(p), told = 0;
    for (int i = 0; i < 100; i++) {
        turn(p, i % 2 == 1);
        pass(p, 50);
        pulse(p, true);
        for (json_t *message; (message = world_hear(&p->world, BOB)); told++) {
            assert_int_equal(number_of(message, "began"), began);
            json_decref(message);
        }
    }
    assert_in_range(told, 1, 6); /* in five seconds */
}

static void who_comes_while_clocks_stand_hears_it(void **state) {
    play *p = *state;
    struct hub *hub = p->world.hub;
    hub_greet(hub, p->world.client[CID]);
    end_batch(p, true);
    nobody_hears_anything(p);
    int64_t began = now(p);
    turn(p, false);
    pulse(p, true);
    all_hear(p, began, 0);
    hub_greet(hub, p->world.client[CID]);
    end_batch(p, false);
    hear(p, CID, began, 0);
    pass(p, 1000);
    turn(p, true);
    int64_t ended = now(p) + SERVER_CLOCK_GRACE_MS;
    pulse(p, true);
    all_hear(p, began, ended);
    pass(p, SERVER_CLOCK_GRACE_MS - 1);
    hub_greet(hub, p->world.client[CID]);
    end_batch(p, true);
    hear(p, CID, began, ended);
    pass(p, 1);
    hub_greet(hub, p->world.client[CID]);
    end_batch(p, true);
    nobody_hears_anything(p);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(everybody_hears_once_that_the_store_fails_and_that_it_works_again),
        TEST(a_batch_that_fails_keeps_nobody_from_hearing_it),
        TEST(what_begins_and_ends_within_a_second_is_told_as_one),
        TEST(who_comes_while_clocks_stand_hears_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
