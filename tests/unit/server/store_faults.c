/* What the store says of a turn in which the disk has failed: never that it stands where it
 * does not. SQLite takes a whole transaction back by itself when a page cannot be read, even
 * for a question that changes nothing. */
#include "hub_snapshot.h"
#include "hub_world.h"

#include "server/session/batch.h"
#include "server/store/store_accounts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static hub_world world;
static hub_snapshot begin;

static int open_world(void **state) {
    (void)state;
    assert_true(world_open(&world, ":memory:"));
    assert_true(world_add_games(world.store) && snapshot_take(&begin, world.store));
    return 0;
}

static int close_world(void **state) {
    (void)state;
    snapshot_fail_after(-1);
    world_close(&world);
    sqlite3_free(begin.image);
    return 0;
}

static store_answer find(const char *id) {
    store_game row;
    return store_find_game(world.store, ff_span_of(id), &row);
}

/* Asks for something of which no page is in memory; the disk fails after so many readings. */
static store_answer read_with_faults(int good) {
    store_account account;
    sqlite3_db_release_memory(sqlite_of(world.store));
    snapshot_fail_after(good);
    store_answer answer = store_find_name(world.store, "nobody", &account);
    snapshot_fail_after(-1);
    return answer;
}

static bool add_game(const char *id) {
    store_game row = world_row(id, BOB);
    return world_add_row(world.store, &row);
}

/* A game is added, something is looked for that cannot be read, another game is added. For
 * each reading of the disk that can fail. */
static void a_turn_stands_whole_or_not_at_all_where_a_read_fails(void **state) {
    (void)state;
    static const char first[] = "GGGGGGGGGGGGGGGGGGGGGG", second[] = "HHHHHHHHHHHHHHHHHHHHHH";
    unsigned taken_back = 0;
    for (int good = 0; good < 5; good++) {
        snapshot_restore(&begin, world.store);
        bool added = add_game(first);
        bool failed = read_with_faults(good) == STORE_FAILED;
        taken_back += added && failed && sqlite3_get_autocommit(sqlite_of(world.store));
        added &= add_game(second);
        bool stands = store_commit(world.store);
        assert_true(added || !stands);
        assert_int_equal(find(first), stands ? STORE_FOUND : STORE_NONE);
        assert_int_equal(find(second), stands ? STORE_FOUND : STORE_NONE);
    }
    assert_true(taken_back > 0); /* else this has tested nothing */
}

/* The same where nothing is written after it: the turn was writing, and is not empty. */
static void a_turn_that_was_taken_back_is_no_empty_one(void **state) {
    (void)state;
    snapshot_restore(&begin, world.store);
    assert_true(add_game("GGGGGGGGGGGGGGGGGGGGGG"));
    assert_int_equal(read_with_faults(0), STORE_FAILED);
    assert_false(store_commit(world.store));
    assert_false(store_is_working(world.store));
    assert_int_equal(find("GGGGGGGGGGGGGGGGGGGGGG"), STORE_NONE);
    assert_true(store_probe(world.store));
}

/* ---- a commit whose answer is lost ---- */

/* As of a database whose connection breaks after COMMIT has come to it. */
static bool commit_unheard(struct store *store) {
    return engine_sqlite.commit(store) && false;
}

static bool commit_refused(struct store *store) {
    return (void)store, false;
}

static unsigned count_heard(int guest, const char *type, const char *key, const char *value) {
    unsigned count = 0;
    for (json_t *message; (message = world_hear(&world, guest)); json_decref(message)) {
        const char *is = json_string_value(json_object_get(message, "type"));
        const char *has = key ? json_string_value(json_object_get(message, key)) : NULL;
        count += is && strcmp(is, type) == 0 && (!key || (has && strcmp(has, value) == 0));
    }
    return count;
}

static void say(int guest, const char *message) {
    world_say(&world, guest, message);
    hub_end_batch(world.hub);
}

/* Says what is refused, for the batch's end comes to nothing that is known. */
static void try(int guest, const char *message, bool (*commit)(struct store *)) {
    const struct engine *engine = world.store->engine;
    struct engine failing = *engine;
    failing.commit = commit;
    world.store->engine = &failing;
    say(guest, message);
    assert_int_equal(count_heard(guest, "refused", "reason", "store"), 1);
    world.store->engine = engine;
}

/* Once the store works again both hear so often how the game stands. */
static void check_told(unsigned count) {
    assert_int_equal(count_heard(BOB, "game", NULL, NULL), 0);
    assert_true(store_probe(world.store));
    world_think(&world);
    hub_end_batch(world.hub);
    assert_int_equal(count_heard(ANN, "game", NULL, NULL), count);
    assert_int_equal(count_heard(BOB, "game", NULL, NULL), count);
}

static void join_pair(void) {
    static const char open[] = "{\"type\":\"open\",\"game\":\"" WORLD_PAIR "\"}";
    world_leave(&world);
    hub_end_batch(world.hub);
    snapshot_restore(&begin, world.store);
    assert_true(world_join(&world));
    say(ANN, open);
    say(BOB, open);
    assert_true(count_heard(ANN, "game", NULL, NULL) && count_heard(BOB, "game", NULL, NULL));
}

static const char move[] =
    "{\"type\":\"move\",\"game\":\"" WORLD_PAIR "\",\"ply\":2,\"from\":\"e5\",\"to\":\"e6\"}";
static const char resign[] = "{\"type\":\"resign\",\"game\":\"" WORLD_PAIR "\"}";

static void of_a_move_that_is_taken_back_nothing_is_told(void **state) {
    (void)state;
    join_pair();
    try(ANN, move, commit_refused);
    check_told(0);
}

/* The move is refused, for nobody knows that it stands; it does, once, and both are told of it when
 * the store works again. */
static void a_move_whose_commit_is_not_heard_of_stands_once(void **state) {
    (void)state;
    join_pair();
    try(ANN, move, commit_unheard);
    check_told(1);
    say(ANN, move);
    assert_int_equal(count_heard(ANN, "refused", "reason", "stale"), 1);
    assert_int_equal(count_heard(BOB, "game", NULL, NULL), 0);
}

static void it_is_told_too_where_the_next_try_is_taken_back(void **state) {
    (void)state;
    join_pair();
    try(ANN, move, commit_unheard);
    try(BOB, resign, commit_refused);
    check_told(1);
}

static void it_is_told_too_where_the_game_cannot_be_read_at_first(void **state) {
    (void)state;
    join_pair();
    try(ANN, move, commit_unheard);
    assert_true(store_probe(world.store));
    sqlite3_db_release_memory(sqlite_of(world.store));
    snapshot_fail_after(0);
    world_think(&world);
    snapshot_fail_after(-1);
    hub_end_batch(world.hub);
    check_told(1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_turn_stands_whole_or_not_at_all_where_a_read_fails),
        cmocka_unit_test(a_turn_that_was_taken_back_is_no_empty_one),
        cmocka_unit_test(of_a_move_that_is_taken_back_nothing_is_told),
        cmocka_unit_test(a_move_whose_commit_is_not_heard_of_stands_once),
        cmocka_unit_test(it_is_told_too_where_the_next_try_is_taken_back),
        cmocka_unit_test(it_is_told_too_where_the_game_cannot_be_read_at_first),
    };
    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, open_world, close_world);
}
