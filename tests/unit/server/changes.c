/* A client that is told by changes knows as much as one that asks anew: after every step of
 * random games, what it has put together is the whole game as its person may see it. */
#include "hub_world.h"

#include "flagfall/notation.h"
#include "server/session/batch.h"
#include "server/session/client.h"
#include "server/session/connections.h"
#include "server/session/subscriptions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { STEPS = 250, GAMES = 24 };

typedef struct seen {
    json_t *games; /* by id, as put together */
    bool fresh;    /* something of a game came in this step */
    bool stale;    /* what was told of it was lost with a batch that could not be stored */
} seen;

typedef struct play {
    hub_world world;
    ff_rng rng;
    seen seen[GUESTS];
    char game[GAME_ID_SIZE];
    bool delayed;
    int64_t waits; /* until when: a batch was lost, and clocks stand still for a while */
    unsigned changes, wholes;
} play;

static const char *word(const json_t *object, const char *key) {
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

static long number(const json_t *object, const char *key) {
    return (long)json_integer_value(json_object_get(object, key));
}

/* ---- the rule of docs/protocol.md ---- */

static void put_cells(json_t *view, const json_t *cells) {
    char board[FF_SQUARES + 1];
    size_t i;
    const json_t *cell;
    snprintf(board, sizeof board, "%s", word(view, "board"));
    json_array_foreach(cells, i, cell) {
        long place = (long)json_integer_value(json_array_get(cell, 0));
        assert_true(place >= 0 && place < (long)strlen(board));
        board[place] = json_string_value(json_array_get(cell, 1))[0];
    }
    json_object_set_new(view, "board", json_string(board));
}

static void put_events(json_t *view, const json_t *change) {
    json_t *events = json_object_get(view, "events");
    size_t first = (size_t)number(change, "first");
    assert_true(first <= json_array_size(events));
    while (json_array_size(events) > first)
        json_array_remove(events, json_array_size(events) - 1);
    json_array_extend(events, json_object_get(change, "events"));
}

static void merge_view(json_t *game, const json_t *change) {
    const char *key;
    json_t *value, *view = json_object_get(game, "view");
    if (!json_is_object(view)) {
        view = json_pack("{s:i,s:[]}", "first", 0, "events");
        json_object_set_new(game, "view", view);
    }
    json_object_foreach((json_t *)change, key, value) {
        if (strcmp(key, "cells") == 0)
            put_cells(view, value);
        else if (strcmp(key, "events") == 0)
            put_events(view, change);
        else if (strcmp(key, "first") != 0)
            json_object_set(view, key, value);
    }
}

static void merge(json_t *game, const json_t *change) {
    const char *key;
    json_t *value;
    assert_int_equal(number(change, "number"), number(game, "number") + 1);
    json_object_foreach((json_t *)change, key, value) {
        if (strcmp(key, "view") == 0)
            merge_view(game, value);
        else if (strcmp(key, "type") != 0)
            json_object_set(game, key, value);
    }
}

/* ---- what comes ---- */

static void hear(play *p, int guest) {
    seen *at = &p->seen[guest];
    for (json_t *message; p->world.client[guest] && (message = world_hear(&p->world, guest));
         json_decref(message)) {
        const char *type = word(message, "type"), *game = word(message, "game");
        if (strcmp(type, "game") == 0) {
            assert_true(number(message, "number") > 0);
            assert_int_equal(number(message, "from"), 0);
            json_object_set(at->games, game, message);
            p->wholes++;
        } else if (strcmp(type, "change") == 0) {
            json_t *known = json_object_get(at->games, game);
            assert_non_null(known);
            merge(known, message);
            p->changes++;
        }
        if ((strcmp(type, "game") == 0 || strcmp(type, "change") == 0) &&
            strcmp(game, p->game) == 0) {
            at->fresh = true;
            at->stale = false;
        }
    }
}

/* Time goes on without a word. */
static void drop_what_passes(json_t *game) {
    json_object_del(game, "clock");
    json_object_del(game, "claim");
}

/* Who sees the game later is told of who comes and goes with the next act that is seen; and
 * that a computer's army stands alone, nobody is told. */
static void compare(play *p, int guest, struct table *table) {
    seen *at = &p->seen[guest];
    json_error_t error;
    ff_buffer text = {0};
    json_t *known = json_deep_copy(json_object_get(at->games, p->game));
    bool quiet =
        table_phase(table) == PHASE_SETUP && (table->computer[FF_RED] || table->computer[FF_BLUE]);
    bool later = p->delayed && table_viewer(table, &world_guests[guest]) == FF_NOBODY;
    hub_write_game(p->world.hub, table, &world_guests[guest], &text);
    if (known && text.size && !at->stale && !quiet && (at->fresh || !later)) {
        json_t *whole = json_loadb(text.data, text.size, JSON_REJECT_DUPLICATES, &error);
        assert_non_null(whole);
        json_object_del(known, "number");
        if (!at->fresh || world_now().steady < p->waits) {
            drop_what_passes(known);
            drop_what_passes(whole);
        }
        if (!json_equal(known, whole)) {
            json_dumpf(known, stderr, JSON_SORT_KEYS);
            json_dumpf(whole, stderr, JSON_SORT_KEYS);
        }
        assert_true(json_equal(known, whole));
        json_decref(whole);
    }
    ff_buffer_free(&text);
    json_decref(known);
}

static void end_step(play *p) {
    struct table *table;
    bool committed = hub_end_batch(p->world.hub);
    if (!committed)
        p->waits = world_now().steady + 10000;
    if (!committed)
        assert_true(store_probe(p->world.store));
    for (int guest = 0; guest < GUESTS; guest++) {
        p->seen[guest].fresh = false;
        p->seen[guest].stale |= !committed;
        hear(p, guest);
    }
    if (!p->game[0] ||
        tables_find(p->world.hub->tables, ff_span_of(p->game), NULL, NULL, &table) != STORE_FOUND)
        return;
    for (int guest = 0; guest < GUESTS; guest++)
        compare(p, guest, table);
    hub_end_batch(p->world.hub);
}

/* ---- what is done ---- */

static void join(play *p, int guest) {
    p->world.client[guest] = hub_join(p->world.hub, &world_guests[guest], "127.0.0.1", NULL);
    assert_non_null(p->world.client[guest]);
    hub_tell_changes(p->world.client[guest]);
    json_object_clear(p->seen[guest].games);
}

static void say(play *p, int guest, const char *type, const char *more) {
    char text[400];
    snprintf(text, sizeof text, "{\"type\":\"%s\",\"game\":\"%s\"%s}", type, p->game, more);
    world_say(&p->world, guest, text);
}

static json_t *state_of(play *p, int guest) {
    return json_object_get(p->seen[guest].games, p->game);
}

static void give_army(play *p, int guest) {
    char letters[FF_ZONE_MAX + 1], more[128];
    const ff_edition *edition = ff_edition_find(ff_span_of("duel"));
    ff_setup setup;
    ff_setup_random(&setup, edition, &p->rng);
    ff_setup_write(&setup, edition, letters);
    snprintf(more, sizeof more, ",\"letters\":\"%s\"", letters);
    say(p, guest, "setup", more);
}

/* One of the moves that the client has been told of. */
static void move(play *p, int guest) {
    json_t *view = json_object_get(state_of(p, guest), "view");
    json_t *moves = json_object_get(view, "moves");
    char more[96];
    if (json_array_size(moves) == 0)
        return;
    const char *text = json_string_value(
        json_array_get(moves, ff_rng_below(&p->rng, (uint32_t)json_array_size(moves))));
    int from = (int)strcspn(text, "-x");
    snprintf(more, sizeof more, ",\"ply\":%ld,\"from\":\"%.*s\",\"to\":\"%s\"",
             number(view, "plies"), from, text, text + from + 1);
    say(p, guest, "move", more);
}

static void go_on(play *p) {
    for (int guest = ANN; guest <= BOB; guest++) {
        const char *now = word(state_of(p, guest), "phase");
        if (strcmp(now, "setup") == 0)
            give_army(p, guest);
        else if (strcmp(now, "over") == 0 && ff_rng_below(&p->rng, 4) == 0)
            say(p, guest, "rematch", "");
        else
            move(p, guest);
    }
}

/* Their game is now the rematch, where there is one. */
static void follow_rematch(play *p) {
    const char *next = word(state_of(p, ANN), "next");
    if (*next && json_object_get(p->seen[ANN].games, next))
        snprintf(p->game, sizeof p->game, "%s", next);
}

static void do_something(play *p) {
    static const struct {
        const char *type, *more;
    } acts[] = {{"draw", ",\"yes\":true"},
                {"draw", ",\"yes\":false"},
                {"pause", ",\"on\":true"},
                {"pause", ",\"on\":false"},
                {"takeback", ""},
                {"open", ""},
                {"claim", ",\"as\":\"draw\""},
                {"chat", ",\"text\":\"well\""},
                {"open", ""},
                {"takeback", ""}};
    unsigned which = ff_rng_below(&p->rng, sizeof acts / sizeof *acts);
    say(p, (int)ff_rng_below(&p->rng, GUESTS), acts[which].type, acts[which].more);
}

static void come_and_go(play *p) {
    int guest = (int)ff_rng_below(&p->rng, GUESTS);
    hub_leave(p->world.hub, p->world.client[guest]);
    p->world.client[guest] = NULL;
    json_object_clear(p->seen[guest].games);
    end_step(p);
    world_pass(ff_rng_below(&p->rng, 2) ? 100 : 200000); /* long enough for a claim */
    join(p, guest);
    say(p, guest, "open", "");
}

static void step(play *p) {
    unsigned dice = ff_rng_below(&p->rng, 100);
    world_pass(ff_rng_below(&p->rng, 900));
    if (dice < 75)
        go_on(p);
    else if (dice < 93)
        do_something(p);
    else if (dice < 97)
        come_and_go(p);
    else if (dice == 97)
        say(p, (int)ff_rng_below(&p->rng, 2), "resign", "");
    else
        world_pass(30000); /* a clock may run out */
    adjudicator_flag(p->world.hub);
    world_think(&p->world);
    hub_pulse(p->world.hub, (uint64_t)world_now().steady);
    if (ff_rng_below(&p->rng, 40) == 0)
        world_spoil(&p->world);
    end_step(p);
    follow_rematch(p);
}

static void begin(play *p, bool computer) {
    char text[300];
    snprintf(text, sizeof text,
             "{\"type\":\"%s\",\"edition\":\"duel\",\"seat\":\"red\",%s,\"watch\":true,"
             "\"memory\":%s,\"clock\":%s}",
             computer ? "new" : "challenge", computer ? "\"opponent\":\"random\"" : "\"open\":true",
             ff_rng_below(&p->rng, 2) ? "true" : "false",
             ff_rng_below(&p->rng, 2) ? "{\"bank\":60,\"free\":1,\"increment\":2,\"setup\":60}"
                                      : "null");
    for (int guest = 0; guest < GUESTS; guest++)
        join(p, guest);
    world_say(&p->world, ANN, text);
    end_step(p);
    const char *id = json_object_iter_key(json_object_iter(p->seen[ANN].games));
    assert_non_null(id);
    snprintf(p->game, sizeof p->game, "%s", id);
    if (!computer)
        say(p, BOB, "join", "");
    end_step(p);
    say(p, CID, "open", "");
    end_step(p);
}

static void play_game(play *p, uint64_t seed) {
    bool computer = seed % 3 == 0;
    p->delayed = seed % 4 == 1;
    ff_rng_seed(&p->rng, seed);
    p->game[0] = 0;
    p->waits = 0;
    assert_true(world_open_delayed(&p->world, ":memory:", p->delayed ? 3000 : 0));
    assert_true(world_add_games(p->world.store)); /* so that a batch can be spoilt */
    for (int guest = 0; guest < GUESTS; guest++)
        p->seen[guest] = (seen){.games = json_object()};
    begin(p, computer);
    for (int i = 0; i < STEPS; i++)
        step(p);
    world_close(&p->world);
    for (int guest = 0; guest < GUESTS; guest++)
        json_decref(p->seen[guest].games);
}

static void changes_make_the_whole_game(void **state) {
    const char *wanted = getenv("FLAGFALL_GAMES");
    unsigned games = wanted ? (unsigned)strtoul(wanted, NULL, 10) : GAMES;
    play p = {.changes = 0};
    (void)state;
    for (unsigned i = 0; i < games; i++)
        play_game(&p, i + 1);
    print_message("%u changes, %u whole games\n", p.changes, p.wholes);
    assert_true(p.changes > p.wholes);
}

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(changes_make_the_whole_game)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
