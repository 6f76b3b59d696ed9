/* The server's time: steady, never back, and without the gaps in which nobody could
 * have played. */
#define _POSIX_C_SOURCE 200809L

#include "server/play/server_clock.h"
#include "server/store/store_host.h"
#include "server/store/store_open.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { BEGAN = 1000000 };

/* A store in a file, so that one server can come after another. */
typedef struct world {
    char path[64];
    struct store *store;
    server_clock keeper;
} world;

static time_pair at(int64_t time) {
    return (time_pair){.steady = time, .wall = time};
}

static void open_server(world *w, time_pair now) {
    ff_error error;
    w->store = store_open(w->path, &error);
    assert_non_null(w->store);
    assert_true(server_clock_init(&w->keeper, w->store, now));
}

/* As a kill does: what was not committed is gone. */
static void kill_server(world *w) {
    server_clock_destroy(&w->keeper);
    store_close(w->store);
    w->store = NULL;
}

static int set_up(void **state) {
    world *w = calloc(1, sizeof *w);
    *state = w;
    strcpy(w->path, "/tmp/flagfall-time-XXXXXX");
    int fd = mkstemp(w->path);
    close(fd);
    open_server(w, at(BEGAN));
    return fd < 0 ? -1 : 0;
}

static int tear_down(void **state) {
    world *w = *state;
    static const char *const ends[] = {"", "-wal", "-shm"};
    if (w->store)
        kill_server(w);
    for (int i = 0; i < 3; i++) {
        char path[80];
        snprintf(path, sizeof path, "%s%s", w->path, ends[i]);
        unlink(path);
    }
    free(w);
    return 0;
}

static bool turn(world *w, int64_t time, bool running) {
    server_clock_tick(&w->keeper, at(time));
    server_clock_before_commit(&w->keeper, running);
    bool committed = store_commit(w->store);
    server_clock_after_commit(&w->keeper, committed);
    return committed;
}

static int64_t counting(const world *w) {
    return server_clock_counting(&w->keeper);
}

static void time_goes_on_with_the_steady_clock(void **state) {
    world *w = *state;
    server_clock_tick(&w->keeper, (time_pair){BEGAN + 50, BEGAN - 90000});
    assert_int_equal(w->keeper.now, BEGAN + 50);
    server_clock_tick(&w->keeper, (time_pair){BEGAN + 20, BEGAN});
    assert_int_equal(w->keeper.now, BEGAN + 50);
    assert_int_equal(counting(w), BEGAN + 50);
}

static void a_wall_clock_that_jumps_on_is_followed_and_charged_to_nobody(void **state) {
    world *w = *state;
    server_clock_tick(&w->keeper, (time_pair){BEGAN + 50, BEGAN + 3600000});
    assert_int_equal(w->keeper.now, BEGAN + 3600000);
    assert_int_equal(counting(w), BEGAN + 50);
    server_clock_tick(&w->keeper, (time_pair){BEGAN + 60, BEGAN + 3600010});
    assert_int_equal(counting(w), BEGAN + 60);
}

static void the_time_that_no_server_ran_is_a_gap(void **state) {
    world *w = *state;
    assert_true(turn(w, BEGAN + 100, true));
    assert_true(turn(w, BEGAN + 100 + SERVER_CLOCK_LIFE_MS, true));
    int64_t lived = BEGAN + 100 + SERVER_CLOCK_LIFE_MS;
    turn(w, lived + 3000, true); /* too soon for another sign of life */
    assert_int_equal(counting(w), lived + 3000);
    kill_server(w);
    open_server(w, at(lived + 500000));
    assert_int_equal(counting(w), lived);
    server_clock_tick(&w->keeper, at(lived + 500000 + SERVER_CLOCK_GRACE_MS));
    assert_int_equal(counting(w), lived);
    server_clock_tick(&w->keeper, at(lived + 500000 + SERVER_CLOCK_GRACE_MS + 7));
    assert_int_equal(counting(w), lived + 7);
    /* What was before the gap, a moment before the kill too, counts as it did. */
    assert_int_equal(server_clock_counting_at(&w->keeper, lived - 50), lived - 50);
    assert_int_equal(server_clock_counting_at(&w->keeper, lived + 3000), lived);
}

static void gaps_are_kept_from_server_to_server(void **state) {
    world *w = *state;
    int64_t time = BEGAN;
    for (int i = 0; i < 5; i++) {
        assert_true(turn(w, time, true));
        time += SERVER_CLOCK_GRACE_MS + 10000;
        assert_true(turn(w, time, true));
        kill_server(w);
        time += 1000000;
        open_server(w, at(time));
    }
    server_clock_tick(&w->keeper, at(time + SERVER_CLOCK_GRACE_MS));
    assert_int_equal(w->keeper.gaps.count, 5);
    /* The first server lived for all of it, each other one but for the grace. */
    assert_int_equal(counting(w), BEGAN + SERVER_CLOCK_GRACE_MS + 5 * 10000);
}

static void a_server_that_dies_again_and_again_lets_no_time_pass(void **state) {
    world *w = *state;
    assert_true(turn(w, BEGAN, true));
    for (int i = 1; i <= 20; i++) {
        kill_server(w);
        open_server(w, at(BEGAN + i * 3000));
        assert_true(turn(w, BEGAN + i * 3000 + 1, true));
        assert_int_equal(counting(w), BEGAN);
    }
}

static void a_wall_clock_that_was_set_back_between_two_servers(void **state) {
    world *w = *state;
    assert_true(turn(w, BEGAN + 50000, true));
    kill_server(w);
    open_server(w, (time_pair){5, BEGAN - 1000000});
    assert_int_equal(w->keeper.now, BEGAN + 50000);
    assert_int_equal(counting(w), BEGAN + 50000);
}

static void signs_of_life_are_rare_and_come_when_they_are_due(void **state) {
    world *w = *state;
    assert_true(turn(w, BEGAN, false));
    assert_int_equal(server_clock_wait(&w->keeper, INT64_MAX, true), SERVER_CLOCK_LIFE_MS);
    assert_int_equal(server_clock_wait(&w->keeper, INT64_MAX, false), SERVER_CLOCK_IDLE_MS);
    assert_int_equal(server_clock_wait(&w->keeper, BEGAN + 30, true), 30);
    assert_int_equal(server_clock_wait(&w->keeper, BEGAN, true), 0);
    assert_true(turn(w, BEGAN + 500, true));
    assert_int_equal(w->keeper.lived, BEGAN);
    assert_true(turn(w, BEGAN + SERVER_CLOCK_LIFE_MS, true));
    assert_int_equal(w->keeper.lived, BEGAN + SERVER_CLOCK_LIFE_MS);
    /* With another write sooner. */
    server_clock_tick(&w->keeper, at(BEGAN + SERVER_CLOCK_LIFE_MS + SERVER_CLOCK_FRESH_MS));
    assert_true(store_put_gap(w->store, &(outage_gap){1, 2, 0}));
    assert_true(turn(w, BEGAN + SERVER_CLOCK_LIFE_MS + SERVER_CLOCK_FRESH_MS, false));
    assert_int_equal(w->keeper.lived, BEGAN + SERVER_CLOCK_LIFE_MS + SERVER_CLOCK_FRESH_MS);
    server_clock_tick(&w->keeper, at(w->keeper.now + 10));
    server_clock_farewell(&w->keeper);
    assert_true(store_commit(w->store));
    int64_t life;
    assert_true(store_read_life(w->store, &life));
    assert_int_equal(life, w->keeper.now);
}

static void while_the_store_fails_time_stands_still(void **state) {
    world *w = *state;
    sqlite3 *other;
    assert_true(turn(w, BEGAN, true));
    assert_int_equal(sqlite3_open(w->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(turn(w, BEGAN + SERVER_CLOCK_LIFE_MS, true));
    int64_t failed = BEGAN + SERVER_CLOCK_LIFE_MS;
    server_clock_tick(&w->keeper, at(failed + 100000));
    assert_int_equal(counting(w), failed);
    assert_int_equal(server_clock_wait(&w->keeper, failed + 1, true), INT64_MAX);
    sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(other);
    assert_true(store_probe(w->store));
    assert_true(turn(w, failed + 200000, true));
    assert_int_equal(server_clock_wait(&w->keeper, failed + 1, true), 0); /* a gap is to be kept */
    assert_true(turn(w, failed + 200001, true));
    server_clock_tick(&w->keeper, at(failed + 200000 + SERVER_CLOCK_GRACE_MS + 20));
    assert_int_equal(counting(w), failed + 20);
    kill_server(w);
    open_server(w, at(failed + 900000));
    assert_int_equal(server_clock_counting_at(&w->keeper, failed + 150000), failed);
}

/* Whoever was to move is not charged for the seconds in which a silent database was waited for. */
static void time_stands_from_the_beginning_of_the_batch_that_failed(void **state) {
    world *w = *state;
    assert_true(turn(w, BEGAN + 1000, true));
    server_clock_tick(&w->keeper, at(BEGAN + 2000));
    server_clock_tick(&w->keeper, at(BEGAN + 7000)); /* somebody else, served behind it */
    store_spoil(w->store);
    assert_false(turn(w, BEGAN + 7001, true));
    assert_int_equal(counting(w), BEGAN + 2000);
    assert_int_equal(server_clock_newest_gap(&w->keeper).began, BEGAN + 2000);
    assert_true(store_probe(w->store));
    assert_true(turn(w, BEGAN + 8000, true));
    assert_int_equal(server_clock_newest_gap(&w->keeper).ended,
                     BEGAN + 8000 + SERVER_CLOCK_GRACE_MS);
    assert_true(turn(w, BEGAN + 8000 + SERVER_CLOCK_GRACE_MS + 500, true));
    assert_int_equal(counting(w), BEGAN + 2500);
}

static void a_server_that_is_killed_while_its_store_fails(void **state) {
    world *w = *state;
    sqlite3 *other;
    assert_true(turn(w, BEGAN, true));
    assert_int_equal(sqlite3_open(w->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    assert_false(turn(w, BEGAN + SERVER_CLOCK_LIFE_MS, true));
    sqlite3_exec(other, "ROLLBACK", NULL, NULL, NULL);
    sqlite3_close(other);
    kill_server(w);
    open_server(w, at(BEGAN + 900000));
    assert_int_equal(counting(w), BEGAN);
}

/* They are read as soon as the store has heard of our own, and not forgotten until then. */
static void another_servers_gaps_are_read_after_our_own_are_stored(void **state) {
    world *w = *state;
    outage_gap theirs = {.began = BEGAN + 10, .ended = BEGAN + 20};
    assert_true(turn(w, BEGAN, true));
    assert_true(store_put_gap(w->store, &theirs) && store_commit(w->store));
    server_clock_tick(&w->keeper, (time_pair){BEGAN + 50, BEGAN + 3600000});
    assert_false(server_clock_reload(&w->keeper));
    assert_true(server_clock_is_behind(&w->keeper));
    server_clock_before_commit(&w->keeper, true);
    server_clock_after_commit(&w->keeper, store_commit(w->store));
    assert_true(server_clock_reload(&w->keeper));
    assert_false(server_clock_is_behind(&w->keeper));
    assert_int_equal(counting(w), BEGAN + 40);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(time_goes_on_with_the_steady_clock),
        TEST(a_wall_clock_that_jumps_on_is_followed_and_charged_to_nobody),
        TEST(the_time_that_no_server_ran_is_a_gap),
        TEST(gaps_are_kept_from_server_to_server),
        TEST(a_server_that_dies_again_and_again_lets_no_time_pass),
        TEST(a_wall_clock_that_was_set_back_between_two_servers),
        TEST(signs_of_life_are_rare_and_come_when_they_are_due),
        TEST(while_the_store_fails_time_stands_still),
        TEST(time_stands_from_the_beginning_of_the_batch_that_failed),
        TEST(a_server_that_is_killed_while_its_store_fails),
        TEST(another_servers_gaps_are_read_after_our_own_are_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
