/* A server without a network, and a correspondence game on it: three days for a move, Ann is Red
 * and Bob is Blue.
 */
#ifndef TESTS_CORRESPONDENCE_WORLD_H
#define TESTS_CORRESPONDENCE_WORLD_H

#include "hub_talk.h"

/* Of edition "duel": a4 and k7 have a scout, b4 and i7 a marshal. */
#define CORRESPONDENCE_ARMY "MBBAAAAAAAAAAAAAAAAAAAAAAAAAAADLDECKEAAA"

/* `text` with the game's id in the place of %s. */
static inline void say_of(hub_world *world, int guest, const char *id, const char *text) {
    char out[1024];
    const char *at = strstr(text, "%s");
    assert_non_null(at);
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, id, at + 2);
    say(world, guest, out);
}

static inline void hear_all(hub_world *world) {
    for (int guest = 0; guest < GUESTS; guest++)
        for (json_t *next; (next = world_hear(world, guest));)
            json_decref(next);
}

static inline struct table *find(hub_world *world, const char *id) {
    struct table *table = NULL;
    assert_int_equal(tables_find(world->hub->tables, ff_span_of(id), NULL, NULL, &table),
                     STORE_FOUND);
    return table;
}

/* The days pass, and what happens in them. */
static inline void pass_days(hub_world *world, int days) {
    world_pass(days * INT64_C(86400000));
    adjudicator_flag(world->hub);
    while (adjudicator_sweep(world->hub))
        assert_true(hub_end_batch(world->hub));
    assert_true(hub_end_batch(world->hub));
}

static inline void begin(hub_world *world, char id[GAME_ID_SIZE]) {
    say(world, ANN,
        "{\"type\":\"challenge\",\"edition\":\"duel\",\"seat\":\"red\",\"open\":true,"
        "\"clock\":{\"days\":3}}");
    snprintf(id, GAME_ID_SIZE, "%s", hear_word(world, ANN, "game"));
    say_of(world, BOB, id, "{\"type\":\"join\",\"game\":\"%s\"}");
    for (int guest = ANN; guest <= BOB; guest++)
        say_of(world, guest, id,
               "{\"type\":\"setup\",\"game\":\"%s\",\"letters\":\"" CORRESPONDENCE_ARMY "\"}");
    assert_int_equal(find(world, id)->row.phase, PHASE_PLAY);
    hear_all(world);
}

/* The guest's marshal goes one square out (0), or back (1). */
static inline void play(hub_world *world, const char *id, int guest, int back) {
    char text[160];
    static const char *const squares[2][2] = {{"b4", "b5"}, {"i7", "i6"}};
    snprintf(text, sizeof text,
             "{\"type\":\"move\",\"game\":\"%%s\",\"ply\":%u,\"from\":\"%s\",\"to\":\"%s\"}",
             table_plies(find(world, id)), squares[guest][back], squares[guest][!back]);
    say_of(world, guest, id, text);
}

#endif
