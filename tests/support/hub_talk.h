/* A story in a server without a network: what guests say, each message in a batch of its own, and
 * the last that they hear. For tests that have a hub_world as their state. */
#ifndef TESTS_HUB_TALK_H
#define TESTS_HUB_TALK_H

#include "hub_world.h"

#include "server/session/batch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static inline int set_up_later(void **state, int64_t delay_ms) {
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    return world && world_open_delayed(world, ":memory:", delay_ms) && world_join(world) ? 0 : -1;
}

static inline int set_up(void **state) {
    return set_up_later(state, 0);
}

static inline int tear_down(void **state) {
    world_close(*state);
    free(*state);
    return 0;
}

static inline void say(hub_world *world, int guest, const char *text) {
    world_say(world, guest, text);
    assert_true(hub_end_batch(world->hub));
}

/* The last message that a guest hears, all of which are there. The caller's to free. */
static inline json_t *hear_last(hub_world *world, int guest) {
    json_t *last = NULL;
    for (json_t *next; (next = world_hear(world, guest));) {
        json_decref(last);
        last = next;
    }
    assert_non_null(last);
    return last;
}

/* What one text of it is, an id or a shorter word; static, empty where it is none. */
static inline const char *hear_word(hub_world *world, int guest, const char *key) {
    static char word[GAME_ID_SIZE];
    json_t *message = hear_last(world, guest);
    const char *value = json_string_value(json_object_get(message, key));
    snprintf(word, sizeof word, "%s", value ? value : "");
    json_decref(message);
    return word;
}

#endif
