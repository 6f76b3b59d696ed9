/* Turns: nothing is said before it is stored, and where the store fails nothing
 * has happened. */
#define _POSIX_C_SOURCE 200809L

#include "hub_world.h"

#include "server/session/batch.h"
#include "server/session/client.h"
#include "server/session/erasing.h"
#include "server/session/resume.h"
#include "server/session/subscriptions.h"
#include "server/store/store_guests.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define MOVE(ply, from, to)                                                                        \
    "{\"type\":\"move\",\"game\":\"" WORLD_GAME "\",\"ply\":" #ply ",\"from\":\"" from             \
    "\",\"to\":\"" to "\"}"
#define OPEN(game) "{\"type\":\"open\",\"game\":\"" game "\"}"
#define SETUP                                                                                      \
    "{\"type\":\"setup\",\"game\":\"" WORLD_NEW_GAME "\",\"letters\":\"" WORLD_RED_ARMY "\"}"
#define NEW "{\"type\":\"new\",\"edition\":\"duel\",\"seat\":\"red\",\"opponent\":\"random\"}"

static int set_up(void **state) {
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    return world && world_open(world, ":memory:") && world_add_games(world->store) &&
                   world_join(world)
               ? 0
               : -1;
}

static int tear_down(void **state) {
    world_close(*state);
    free(*state);
    return 0;
}

static bool says(json_t *message, const char *key, const char *value) {
    const char *said = json_string_value(json_object_get(message, key));
    return said && strcmp(said, value) == 0;
}

/* The next message has this value under this key. */
static void hear(hub_world *world, int guest, const char *key, const char *value) {
    json_t *message = world_hear(world, guest);
    assert_non_null(message);
    assert_true(says(message, key, value));
    json_decref(message);
}

static void hear_nothing(hub_world *world, int guest) {
    assert_null(hub_next_message(world->client[guest]));
}

static long plies_told(json_t *message) {
    json_t *view = json_object_get(message, "view");
    return (long)json_integer_value(json_object_get(view, "plies"));
}

static const struct table *table_of(hub_world *world, const char *id) {
    struct table *table;
    assert_int_equal(tables_find(world->hub->tables, ff_span_of(id), NULL, NULL, &table),
                     STORE_FOUND);
    return table;
}

static unsigned acts_of(hub_world *world, const char *id) {
    return table_of(world, id)->now.acts;
}

static void nothing_is_said_before_it_is_stored(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    hear_nothing(world, ANN);
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "type", "game");
    hear_nothing(world, ANN);
}

static void where_the_store_fails_nothing_has_happened(void **state) {
    hub_world *world = *state;
    static const char *const changes[] = {MOVE(2, "e5", "e6"), SETUP, NEW,
                                          "{\"type\":\"resign\",\"game\":\"" WORLD_GAME "\"}"};
    world_say(world, ANN, OPEN(WORLD_GAME));
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "type", "game");
    for (int i = 0; i < 4; i++) {
        world_say(world, ANN, changes[i]);
        world_spoil(world);
        assert_false(hub_end_batch(world->hub));
        hear(world, ANN, "reason", "store");
        hear_nothing(world, ANN);
        assert_int_equal(acts_of(world, WORLD_GAME), 4);
        assert_int_equal(acts_of(world, WORLD_NEW_GAME), 1);
        assert_true(hub_end_batch(world->hub));
    }
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    assert_true(hub_end_batch(world->hub));
    json_t *message = world_hear(world, ANN);
    assert_int_equal(plies_told(message), 3);
    assert_int_equal(json_array_size(json_object_get(json_object_get(message, "view"), "events")),
                     1);
    json_decref(message);
}

/* What the log has said of it by the end of the batch; the caller's to free. */
static char *log_of_batch(hub_world *world, bool stands) {
    char *said = NULL;
    size_t size;
    const struct log *before = world->hub->options.log;
    const struct log log = {open_memstream(&said, &size), LOG_ERROR, &world_time};
    assert_non_null(log.stream);
    world->hub->options.log = &log;
    assert_int_equal(hub_end_batch(world->hub), stands);
    world->hub->options.log = before;
    fclose(log.stream);
    return said;
}

/* Of a file nobody else changes a row: that it is not as it was read is a fault, and not a matter
 * of which server was faster. */
static void of_a_batch_that_is_taken_back_the_host_is_told_why_and_at_what(void **state) {
    hub_world *world = *state;
    store_game row;
    table_of(world, WORLD_GAME);
    assert_int_equal(store_find_game(world->store, ff_span_of(WORLD_GAME), &row), STORE_FOUND);
    row.created++;
    assert_true(store_update_game(world->store, &row) && store_commit(world->store));
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    char *said = log_of_batch(world, false);
    hear(world, ANN, "reason", "store");
    assert_non_null(strstr(said, "level=error event=conflict"));
    if (!test_postgresql()) /* which may tell of it later */
        assert_non_null(strstr(said, "UPDATE game SET"));
    assert_non_null(strstr(said, NOT_AS_READ));
    free(said);
}

/* By a lock, or a disk that does not give what it has: the batch stands. */
static void what_cannot_be_read_the_host_is_told_once_a_minute(void **state) {
    hub_world *world = *state;
    assert_true(store_execute(world->store, "DROP TABLE chat_report; DROP TABLE chat"));
    for (int i = 0; i < 3; i++) {
        world_say(world, ANN,
                  "{\"type\":\"chat-before\",\"game\":\"" WORLD_PAIR "\",\"before\":9}");
        char *said = log_of_batch(world, true);
        hear(world, ANN, "reason", "store");
        assert_int_equal(strstr(said, "level=error event=not-read reason=\"reading chat: ") != NULL,
                         i != 1);
        free(said);
        world_pass(i == 0 ? 59999 : 1);
        hub_tick(world->hub);
    }
}

/* Seats that could not be stored fill nothing, and those that could not be given back are not
 * free. */
static void what_guests_may_fill_is_counted_as_the_store_has_it(void **state) {
    hub_world *world = *state;
    uint64_t all, own;
    int64_t origin = store_origin_of(world->store, "127.0.0.1");
    assert_true(store_count_guests(world->store, origin, &all, &own));
    world->hub->options.guest_games = (unsigned)all + 2;
    for (int i = 0; i < 5; i++) {
        world_say(world, ANN, NEW);
        world_spoil(world);
        assert_false(hub_end_batch(world->hub));
        hear(world, ANN, "reason", "store");
    }
    for (int i = 0; i < 2; i++) {
        world_say(world, ANN, NEW);
        assert_true(hub_end_batch(world->hub));
        hear(world, ANN, "type", "game");
    }
    world_say(world, ANN, NEW);
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "reason", "too-many");
    world->hub->options.guest_games += 9;
    world->hub->options.guest_share = 3;
    world_say(world, BOB, NEW);
    assert_true(hub_end_batch(world->hub));
    hear(world, BOB, "type", "game");
    world_say(world, BOB, NEW);
    assert_true(hub_end_batch(world->hub));
    hear(world, BOB, "reason", "too-many");
}

static void one_failure_refuses_everybody_in_the_turn(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    world_say(world, BOB, OPEN(WORLD_BOBS_GAME));
    world_say(world, ANN, MOVE(9, "e5", "e6"));
    world_spoil(world);
    assert_false(hub_end_batch(world->hub));
    hear(world, ANN, "reason", "store");
    hear(world, ANN, "reason", "store");
    hear(world, BOB, "reason", "store");
    hear_nothing(world, ANN);
    hear_nothing(world, BOB);
}

/* Nobody takes that back, and the store has nothing of it. */
static void who_leaves_in_a_lost_turn_is_told_to_have_left(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, OPEN(WORLD_PAIR));
    world_say(world, BOB, OPEN(WORLD_PAIR));
    assert_true(hub_end_batch(world->hub));
    hear(world, BOB, "type", "game");
    hub_leave(world->hub, world->client[ANN]);
    world->client[ANN] = NULL;
    world_spoil(world);
    assert_false(hub_end_batch(world->hub));
    hear_nothing(world, BOB);
    assert_true(store_probe(world->store));
    for (int i = 0; i < 2; i++) { /* once, and no more */
        computer_seat_ask(world->hub);
        assert_true(hub_end_batch(world->hub));
        json_t *message = world_hear(world, BOB);
        assert_int_equal(message == NULL, i);
        if (message)
            assert_true(json_is_false(json_object_get(json_object_get(message, "red"), "here")));
        json_decref(message);
    }
}

/* What Ann has played in the lost turn is taken back, and so the game is read again first. */
static void who_has_left_is_told_of_when_the_game_can_be_read_again(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, OPEN(WORLD_PAIR));
    world_say(world, BOB, OPEN(WORLD_PAIR));
    assert_true(hub_end_batch(world->hub));
    hear(world, BOB, "type", "game");
    world_say(world, ANN, "{\"type\":\"resign\",\"game\":\"" WORLD_PAIR "\"}");
    hub_leave(world->hub, world->client[ANN]);
    world->client[ANN] = NULL;
    world_spoil(world);
    assert_false(hub_end_batch(world->hub));
    hear_nothing(world, BOB);
    assert_true(store_execute(world->store, "ALTER TABLE act RENAME TO lost"));
    assert_true(store_probe(world->store));
    computer_seat_ask(world->hub);
    hub_end_batch(world->hub);
    hear_nothing(world, BOB);
    assert_true(store_execute(world->store, "ALTER TABLE lost RENAME TO act"));
    assert_true(store_probe(world->store));
    computer_seat_ask(world->hub);
    assert_true(hub_end_batch(world->hub));
    json_t *message = world_hear(world, BOB);
    assert_non_null(message);
    assert_true(json_is_false(json_object_get(json_object_get(message, "red"), "here")));
    json_decref(message);
}

static void say_both(hub_world *world, const char *text) {
    world_say(world, ANN, text);
    world_say(world, BOB, text);
    assert_true(hub_end_batch(world->hub));
}

static void a_rematch_that_is_gone_is_told_to_be_gone_and_may_be_asked_for_again(void **state) {
    hub_world *world = *state;
    say_both(world, OPEN(WORLD_PAIR));
    say_both(world, "{\"type\":\"draw\",\"game\":\"" WORLD_PAIR "\",\"yes\":true}");
    say_both(world, "{\"type\":\"rematch\",\"game\":\"" WORLD_PAIR "\"}");
    const struct table *old = table_of(world, WORLD_PAIR);
    assert_true(
        tables_drop(world->hub->tables, tables_peek(world->hub->tables, ff_span_of(old->next))));
    assert_true(hub_end_batch(world->hub));
    while (hub_next_message(world->client[BOB]))
        json_decref(world_hear(world, BOB));
    computer_seat_ask(world->hub);
    assert_true(hub_end_batch(world->hub));
    json_t *message = world_hear(world, BOB);
    assert_true(says(message, "game", WORLD_PAIR));
    assert_true(json_is_null(json_object_get(message, "next")));
    json_decref(message);
    world_say(world, BOB, "{\"type\":\"rematch\",\"game\":\"" WORLD_PAIR "\"}");
    assert_true(hub_end_batch(world->hub));
    hear(world, BOB, "rematch", "blue");
}

/* Both have it open, and Ann's data is erased in a turn that is lost. */
static void lose_an_erasing(hub_world *world) {
    world_say(world, ANN, OPEN(WORLD_PAIR));
    world_say(world, BOB, OPEN(WORLD_PAIR));
    assert_true(hub_end_batch(world->hub));
    hear(world, BOB, "type", "game");
    world_say(world, ANN, "{\"type\":\"erase\"}");
    world_spoil(world);
    assert_false(hub_end_batch(world->hub));
    assert_true(store_probe(world->store));
}

/* What memory has of a lost turn is not what is erased by. */
static void who_is_erased_after_a_lost_turn_leaves_nothing(void **state) {
    hub_world *world = *state;
    store_game row;
    lose_an_erasing(world);
    world_say(world, ANN, "{\"type\":\"erase\"}");
    assert_true(hub_end_batch(world->hub));
    for (bool more = true; more;) {
        more = erasing_go_on(world->hub);
        assert_true(hub_end_batch(world->hub));
    }
    assert_int_equal(store_find_game(world->store, ff_span_of(WORLD_PAIR), &row), STORE_FOUND);
    assert_true(person_is_nobody(&row.seat[FF_RED].person));
    computer_seat_ask(world->hub);
    assert_true(hub_end_batch(world->hub));
    json_t *message = world_hear(world, BOB);
    assert_true(says(message, "phase", "over"));
    assert_true(json_is_false(json_object_get(json_object_get(message, "red"), "here")));
    json_decref(message);
}

/* Whoever it waits for may then be said to have left. */
static void who_leaves_after_a_lost_turn_is_known_to_be_away(void **state) {
    hub_world *world = *state;
    lose_an_erasing(world);
    hub_leave(world->hub, world->client[ANN]);
    world->client[ANN] = NULL;
    assert_true(hub_end_batch(world->hub));
    computer_seat_ask(world->hub);
    assert_true(hub_end_batch(world->hub));
    json_t *message = world_hear(world, BOB);
    assert_true(says(message, "phase", "play"));
    assert_true(json_is_false(json_object_get(json_object_get(message, "red"), "here")));
    assert_true(json_is_integer(json_object_get(message, "claim")));
    json_decref(message);
}

/* What memory has of the row is not what the store has. */
static void a_bot_hears_nothing_of_a_lost_turn_when_somebody_leaves(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, OPEN(WORLD_PAIR));
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "type", "game");
    hub_herald(world->client[BOB]);
    world_say(world, ANN, "{\"type\":\"resign\",\"game\":\"" WORLD_PAIR "\"}");
    world_spoil(world);
    assert_false(hub_end_batch(world->hub));
    assert_true(store_probe(world->store));
    hub_leave(world->hub, world->client[ANN]);
    world->client[ANN] = NULL;
    assert_true(hub_end_batch(world->hub));
    hear_nothing(world, BOB);
}

/* Its id is there already, and names a game of Bob's. */
static void a_game_that_could_not_be_added_is_met_by_nobody(void **state) {
    hub_world *world = *state;
    store_game row = world_row(WORLD_OFFER, BOB);
    row.seat[FF_BLUE] = (store_seat){.rating = STORE_NULL, .change = STORE_NULL};
    assert_null(tables_add(world->hub->tables, &row, NULL));
    assert_false(tables_have(world->hub->tables, ff_span_of(WORLD_OFFER)));
    world_say(world, BOB, "{\"type\":\"erase\"}");
    assert_false(hub_end_batch(world->hub));
    hear(world, BOB, "reason", "store");
    hear_nothing(world, BOB);
    assert_int_equal(table_phase(table_of(world, WORLD_OFFER)), PHASE_WAITING);
    world_say(world, BOB, "{\"type\":\"erase\"}");
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(store_find_game(world->store, ff_span_of(WORLD_OFFER), &row), STORE_NONE);
}

static void the_computer_answers_in_a_turn_of_its_own(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "type", "game");
    world_think(world);
    hear_nothing(world, ANN);
    assert_true(hub_end_batch(world->hub));
    json_t *message = world_hear(world, ANN);
    assert_int_equal(plies_told(message), 4);
    json_decref(message);
}

static void the_computers_move_is_tried_again_when_the_store_has_failed(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "type", "game");
    world_think(world);
    world_spoil(world);
    assert_false(hub_end_batch(world->hub));
    hear(world, ANN, "re", "computer");
    assert_int_equal(acts_of(world, WORLD_GAME), 5);
    assert_true(hub_end_batch(world->hub));
    world_think(world); /* the store is not known to work again: nobody thinks */
    assert_int_equal(acts_of(world, WORLD_GAME), 5);
    assert_true(store_probe(world->store));
    world_think(world);
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "type", "game");
    assert_int_equal(acts_of(world, WORLD_GAME), 6);
}

static void a_late_answer_is_dropped(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    assert_true(hub_end_batch(world->hub));
    computer_seat_ask(world->hub);
    world_say(world, ANN, "{\"type\":\"resign\",\"game\":\"" WORLD_GAME "\"}");
    assert_true(hub_end_batch(world->hub));
    while (computer_workers_think(world->computers))
        continue;
    computer_seat_play_answers(world->hub);
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(acts_of(world, WORLD_GAME), 6);
    hear(world, ANN, "phase", "play");
    hear(world, ANN, "phase", "over");
    hear_nothing(world, ANN);
}

static void a_new_game_begins_when_both_armies_stand(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, SETUP);
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "phase", "play");
    world_say(world, ANN, NEW);
    assert_true(hub_end_batch(world->hub));
    hear(world, ANN, "phase", "setup");
    world_think(world);
    assert_true(hub_end_batch(world->hub));
    hear_nothing(world, ANN); /* the computer's army alone is nobody's news */
}

static void another_guest_neither_sees_nor_hears(void **state) {
    hub_world *world = *state;
    world_say(world, BOB, OPEN(WORLD_GAME));
    world_say(world, BOB, OPEN("nothing"));
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    assert_true(hub_end_batch(world->hub));
    hear(world, BOB, "reason", "unknown-game");
    hear(world, BOB, "reason", "unknown-game");
    hear_nothing(world, BOB);
    hear(world, ANN, "type", "game");
}

static void games_that_nobody_follows_are_forgotten(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, OPEN(WORLD_GAME));
    world_say(world, ANN, OPEN(WORLD_OLD_GAME));
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(tables_count(world->hub->tables), 2);
    world_leave(world);
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(tables_count(world->hub->tables), 0);
    assert_true(world_join(world));
}

static void a_restart_asks_the_computer_that_owes_a_move(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, MOVE(2, "e5", "e6"));
    assert_true(hub_end_batch(world->hub));
    world_leave(world);
    assert_true(hub_end_batch(world->hub));
    tables_free(world->hub->tables);
    world->hub->tables = tables_new(world->store, &world->hub->options.opponents, world_now());
    assert_true(hub_resume(world->hub));
    assert_true(hub_end_batch(world->hub));
    world_think(world);
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(acts_of(world, WORLD_GAME), 6);
    assert_true(world_join(world));
}

static void a_client_that_does_not_read_is_cut(void **state) {
    hub_world *world = *state;
    ff_buffer text = {0};
    for (int i = 0; i < 100000; i++)
        ff_buffer_byte(&text, 'x');
    for (int i = 0; i < 100; i++) {
        hub_send(world->hub, world->client[ANN], &text);
        assert_true(hub_end_batch(world->hub));
    }
    size_t kept = 0;
    for (const ff_span *next; (next = hub_next_message(world->client[ANN]));) {
        kept += next->size;
        hub_message_sent(world->client[ANN]);
    }
    assert_true(kept <= HUB_OUTBOX_LIMIT + text.size);
    ff_buffer_free(&text);
}

static void the_oldest_of_too_many_followed_games_is_left(void **state) {
    hub_world *world = *state;
    world_say(world, ANN, OPEN(WORLD_GAME));
    for (int i = 0; i < HUB_FOLLOWED_GAMES; i++)
        world_say(world, ANN, NEW);
    assert_true(hub_end_batch(world->hub));
    world_think(world);
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(tables_count(world->hub->tables), HUB_FOLLOWED_GAMES);
}

static json_t *hear_game(hub_world *world) {
    json_t *message = world_hear(world, ANN);
    assert_true(message && says(message, "type", "game"));
    return message;
}

static void a_game_that_is_left_makes_room_for_the_next(void **state) {
    hub_world *world = *state;
    char last[128];
    world_say(world, ANN, OPEN(WORLD_GAME));
    for (int i = 1; i < HUB_FOLLOWED_GAMES; i++)
        world_say(world, ANN, NEW);
    assert_true(hub_end_batch(world->hub));
    for (int i = 1; i < HUB_FOLLOWED_GAMES; i++)
        json_decref(hear_game(world));
    json_t *game = hear_game(world);
    snprintf(last, sizeof last, "{\"type\":\"close\",\"game\":\"%s\"}",
             json_string_value(json_object_get(game, "game")));
    json_decref(game);
    world_say(world, ANN, last);
    world_say(world, ANN, NEW);
    assert_true(hub_end_batch(world->hub));
    json_decref(hear_game(world));
    assert_non_null(
        table_of(world, WORLD_GAME)->audience.followers); /* the oldest one is still told */
    world_say(world, ANN, OPEN(WORLD_OLD_GAME));
    assert_true(hub_end_batch(world->hub));
    assert_null(table_of(world, WORLD_GAME)->audience.followers);
}

/* Whoever says so again and again does not fill the disk. The message that was refused. */
static json_t *repeat_until_refused(hub_world *world, const char *const words[2], unsigned *times) {
    for (*times = 0; *times < 2 * GAME_ACTS_LIMIT; ++*times) {
        world_say(world, ANN, words[*times % 2]);
        if (*times % 64 == 63)
            hub_end_batch(world->hub);
        for (json_t *message; (message = world_hear(world, ANN)); json_decref(message))
            if (says(message, "type", "refused"))
                return message;
    }
    return NULL;
}

#define PAUSE(on) "{\"type\":\"pause\",\"game\":\"" WORLD_GAME "\",\"on\":" on "}"

static void a_log_does_not_grow_by_pauses_for_ever(void **state) {
    hub_world *world = *state;
    static const char *const toggle[2] = {PAUSE("true"), PAUSE("false")};
    unsigned times;
    json_t *refusal = repeat_until_refused(world, toggle, &times);
    assert_true(refusal && says(refusal, "reason", "too-many"));
    json_decref(refusal);
    hub_end_batch(world->hub);
    assert_in_range(acts_of(world, WORLD_GAME), GAME_ACTS_LIMIT, GAME_ACTS_LIMIT + 2);
    world_say(world, ANN, MOVE(2, "e5", "e6")); /* the game goes on */
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(acts_of(world, WORLD_GAME), GAME_ACTS_LIMIT + 1);
}

#define TAKEBACK "{\"type\":\"takeback\",\"game\":\"" WORLD_GAME "\"}"

/* Seen: 3,000 of them in a game of 3,900 moves, and whoever opened it stopped the server for 0.8
 * seconds. */
static void takebacks_do_not_make_a_game_ever_longer_to_read(void **state) {
    hub_world *world = *state;
    static const char *const again[2] = {MOVE(2, "e5", "e6"), TAKEBACK};
    unsigned times;
    world_say(world, ANN, OPEN(WORLD_GAME));
    assert_true(hub_end_batch(world->hub));
    struct table *table = tables_peek(world->hub->tables, ff_span_of(WORLD_GAME));
    table->now.played_again = GAME_AGAIN_LIMIT - 100;
    json_t *refusal = repeat_until_refused(world, again, &times);
    assert_true(refusal && says(refusal, "reason", "too-many"));
    json_decref(refusal);
    assert_true(hub_end_batch(world->hub));
    /* Two plies each time; the last move stands. */
    assert_int_equal(acts_of(world, WORLD_GAME), 4 + 50 * 2 + 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_said_before_it_is_stored),
        TEST(where_the_store_fails_nothing_has_happened),
        TEST(of_a_batch_that_is_taken_back_the_host_is_told_why_and_at_what),
        TEST(what_cannot_be_read_the_host_is_told_once_a_minute),
        TEST(what_guests_may_fill_is_counted_as_the_store_has_it),
        TEST(one_failure_refuses_everybody_in_the_turn),
        TEST(who_leaves_in_a_lost_turn_is_told_to_have_left),
        TEST(who_has_left_is_told_of_when_the_game_can_be_read_again),
        TEST(a_rematch_that_is_gone_is_told_to_be_gone_and_may_be_asked_for_again),
        TEST(who_is_erased_after_a_lost_turn_leaves_nothing),
        TEST(who_leaves_after_a_lost_turn_is_known_to_be_away),
        TEST(a_bot_hears_nothing_of_a_lost_turn_when_somebody_leaves),
        TEST(a_game_that_could_not_be_added_is_met_by_nobody),
        TEST(the_computer_answers_in_a_turn_of_its_own),
        TEST(the_computers_move_is_tried_again_when_the_store_has_failed),
        TEST(a_late_answer_is_dropped),
        TEST(a_new_game_begins_when_both_armies_stand),
        TEST(another_guest_neither_sees_nor_hears),
        TEST(games_that_nobody_follows_are_forgotten),
        TEST(a_restart_asks_the_computer_that_owes_a_move),
        TEST(a_client_that_does_not_read_is_cut),
        TEST(a_log_does_not_grow_by_pauses_for_ever),
        TEST(takebacks_do_not_make_a_game_ever_longer_to_read),
        TEST(the_oldest_of_too_many_followed_games_is_left),
        TEST(a_game_that_is_left_makes_room_for_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
