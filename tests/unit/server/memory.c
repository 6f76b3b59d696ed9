/* Memory may run out anywhere in the server: nothing crashes, and what it has in
 * memory and in its store stays one story. */
#include "hub_world.h"

#include "failing_malloc.h"
#include "server/session/batch.h"
#include "server/session/connections.h"
#include "server/store/store_open.h"

#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const said[] = {
    "{\"type\":\"open\",\"game\":\"" WORLD_GAME "\"}",
    "{\"type\":\"move\",\"game\":\"" WORLD_GAME "\",\"ply\":2,\"from\":\"e5\",\"to\":\"e6\"}",
    "{\"type\":\"setup\",\"game\":\"" WORLD_NEW_GAME "\",\"letters\":\"" WORLD_RED_ARMY "\"}",
    "{\"type\":\"new\",\"edition\":\"duel\",\"seat\":\"blue\",\"opponent\":\"random\"}",
    "{\"type\":\"suggest\",\"edition\":\"duel\",\"style\":\"random\"}",
    "{\"type\":\"new\",\"edition\":\"duel\",\"seat\":\"red\",\"opponent\":\"random\","
    "\"clock\":{\"bank\":60,\"free\":1,\"increment\":1,\"setup\":60}}",
    "{\"type\":\"takeback\",\"game\":\"" WORLD_GAME "\"}",
    "{\"type\":\"pause\",\"game\":\"" WORLD_GAME "\",\"on\":true}",
    "{\"type\":\"pause\",\"game\":\"" WORLD_GAME "\",\"on\":false}",
    "{\"type\":\"draw\",\"game\":\"" WORLD_GAME "\",\"yes\":true}",
    "{\"type\":\"claim\",\"game\":\"" WORLD_GAME "\",\"as\":\"win\"}",
    "{\"type\":\"chat\",\"game\":\"" WORLD_GAME "\",\"text\":\"hello\"}",
    "{\"type\":\"chat-report\",\"game\":\"" WORLD_PAIR "\",\"time\":1,\"text\":\"hello\","
    "\"reason\":\"spam\"}",
    "{\"type\":\"mute\",\"game\":\"" WORLD_GAME "\",\"on\":true}",
    "{\"type\":\"open\",\"game\":\"" WORLD_GAME "\"}",
    "{\"type\":\"abort\",\"game\":\"" WORLD_GAME "\"}",
    "{\"type\":\"resign\",\"game\":\"" WORLD_GAME "\"}",
    "{\"type\":\"lobby\",\"on\":true}",
    "{\"type\":\"challenge\",\"edition\":\"duel\",\"seat\":\"red\",\"open\":true}",
    "{\"type\":\"join\",\"code\":\"" WORLD_CODE "\"}",
    "{\"type\":\"setup\",\"game\":\"" WORLD_OFFER "\",\"letters\":\"" WORLD_RED_ARMY "\"}",
    "{\"type\":\"resign\",\"game\":\"" WORLD_OFFER "\"}",
    "{\"type\":\"rematch\",\"game\":\"" WORLD_GAME "\"}",
    "{\"type\":\"history\"}",
    "[]",
};

enum { SAID = sizeof said / sizeof *said };

static void turn(hub_world *world) {
    hub_end_batch(world->hub);
    for (json_t *message; (message = world_hear(world, ANN)); json_decref(message))
        assert_true(json_is_object(message));
}

static void talk(hub_world *world) {
    if (!world_join(world))
        return;
    messages_welcome(world->hub, world->client[ANN], "");
    for (int i = 0; i < SAID; i++) {
        world_say(world, ANN, said[i]);
        turn(world);
        world_think(world);
        hub_pulse(world->hub, 1000000u * (unsigned)(i + 1));
        turn(world);
    }
}

static bool count_act(void *context, const store_act *act) {
    (void)act;
    ++*(unsigned *)context;
    return true;
}

static void must_agree(hub_world *world, const char *id) {
    struct table *table;
    unsigned acts = 0;
    assert_int_equal(tables_find(world->hub->tables, ff_span_of(id), NULL, NULL, &table),
                     STORE_FOUND);
    store_log log = {0};
    assert_int_equal(store_visit_acts(world->store, &table->row, &log, count_act, &acts),
                     STORE_NONE);
    assert_int_equal(table->now.acts, acts);
    assert_int_equal(table->row.phase, table_phase(table));
}

static unsigned long count_opening(void) {
    const unsigned long many = 1000000;
    ff_error error;
    malloc_fail_at(many);
    struct store *store = store_open(":memory:", &error);
    unsigned long count = many - malloc_fails_in;
    malloc_fail_at(0);
    assert_non_null(store);
    store_close(store);
    return count;
}

/* Each takes a store of its own to try. While that is opened nearly all are for statements, one
 * like another: but for the first ones, one in OPENING_STEP. Of what is said afterwards one in
 * three, another third with each FLAGFALL_MEMORY_THIRD: 0 (without it), 1, 2. */
static unsigned long next_to_fail(unsigned long n, unsigned long opening) {
    enum { FIRST = 12, OPENING_STEP = 7, STEP = 3 };
    const char *third = getenv("FLAGFALL_MEMORY_THIRD");
    if (n <= FIRST)
        return n + 1;
    if (n + OPENING_STEP < opening)
        return n + OPENING_STEP;
    return n <= opening ? opening + 1 + (third ? strtoul(third, NULL, 10) % STEP : 0) : n + STEP;
}

static void every_allocation_may_fail(void **state) {
    (void)state;
    unsigned long n = 0, opening = count_opening();
    for (bool failed = true; failed;) {
        hub_world world;
        n = next_to_fail(n, opening);
        malloc_fail_at(n);
        bool open = world_open(&world, ":memory:") && world_add_games(world.store);
        if (open)
            talk(&world);
        failed = malloc_has_failed();
        malloc_fail_at(0);
        assert_true(open || failed);
        if (open) {
            must_agree(&world, WORLD_GAME);
            must_agree(&world, WORLD_NEW_GAME);
            must_agree(&world, WORLD_OFFER);
        }
        world_close(&world);
    }
    assert_true(opening > 100 && n > opening + 100);
}

/* And does not blame the disk. */
static void a_store_that_has_no_memory_says_so(void **state) {
    (void)state;
    enum { STEP = 4096 };
    unsigned failures = 0;
    sqlite3_int64 room = sqlite3_memory_used();
    struct store *store = NULL;
    while (!store) {
        ff_error error = {.code = FF_ERROR_NONE};
        sqlite3_hard_heap_limit64(room += STEP);
        store = store_open(":memory:", &error);
        sqlite3_hard_heap_limit64(0);
        if (store)
            break;
        failures++;
        assert_int_equal(error.code, FF_ERROR_NO_MEMORY);
        assert_non_null(strstr(error.message, "out of memory"));
    }
    store_close(store);
    assert_true(failures > 10);
}

/* SQLite counts its memory, by which the limit goes, only where it was begun before a store is
 * opened. */
int main(void) {
    if (sodium_init() < 0 || sqlite3_initialize() != SQLITE_OK)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(a_store_that_has_no_memory_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
