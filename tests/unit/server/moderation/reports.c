/* Reports of chat: who may report what, how many, and what becomes of them. */
#define _POSIX_C_SOURCE 200809L

#include "server/moderation/reports.h"
#include "hub_world.h"
#include "server/api/admin.h"
#include "server/session/batch.h"
#include "server/session/erasing.h"
#include "server/store/store_erase.h"
#include "server/store/store_guests.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* Ann and Bob play, and Cid watches. */
static int set_up(void **state) {
    hub_world *world = calloc(1, sizeof *world);
    *state = world;
    return world && world_open(world, ":memory:") && world_add_games(world->store) &&
                   world_join(world)
               ? 0
               : -1;
}

/* The last message that a guest has got since the batch before. */
static json_t *ask(hub_world *world, int guest, const char *format, ...) {
    char text[1024];
    va_list arguments;
    json_t *last[GUESTS] = {NULL};
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    world_say(world, guest, text);
    assert_true(hub_end_batch(world->hub));
    for (int i = 0; i < GUESTS; i++)
        for (json_t *next; (next = world_hear(world, i)); last[i] = next)
            json_decref(last[i]);
    for (int i = 0; i < GUESTS; i++)
        if (i != guest)
            json_decref(last[i]);
    assert_non_null(last[guest]);
    return last[guest];
}

/* Says a line at a game, and returns its time. */
static int64_t say(hub_world *world, int guest, const char *text) {
    world_pass(3000);
    json_t *heard =
        ask(world, guest, "{\"type\":\"chat\",\"game\":\"" WORLD_PAIR "\",\"text\":\"%s\"}", text);
    assert_string_equal(json_string_value(json_object_get(heard, "type")), "chat");
    int64_t time = json_integer_value(json_object_get(heard, "time"));
    json_decref(heard);
    return time;
}

/* What a report is answered by: "done", or why it is refused. */
static void report_line(hub_world *world, int guest, int64_t time, const char *text,
                        const char *answer) {
    json_t *heard = ask(world, guest,
                        "{\"type\":\"chat-report\",\"game\":\"" WORLD_PAIR "\",\"time\":%" PRId64
                        ",\"text\":\"%s\",\"reason\":\"insult\"}",
                        time, text);
    const char *reason = json_string_value(json_object_get(heard, "reason"));
    const char *type = json_string_value(json_object_get(heard, "type"));
    assert_string_equal(reason ? reason : type, answer);
    json_decref(heard);
}

/* What the host is told of a command; `done`: that it could be done. The caller's to free. */
static char *host(hub_world *world, const char *command, const char *word, bool done) {
    ff_buffer words = {0}, out = {0};
    ff_error error;
    ff_buffer_add(&words, command, strlen(command) + 1);
    if (word)
        ff_buffer_add(&words, word, strlen(word) + 1);
    assert_int_equal(admin_do(world->hub, (ff_span){words.data, words.size}, &out, &error), done);
    ff_buffer_free(&words);
    assert_true(hub_end_batch(world->hub));
    char *said = strdup(!done ? error.message : out.data ? out.data : "");
    ff_buffer_free(&out);
    return said;
}

static unsigned count_listed(hub_world *world) {
    char *list = host(world, "reports", NULL, true);
    unsigned lines = 0;
    for (const char *at = list; *at; at++)
        lines += *at == '\n';
    free(list);
    return lines;
}

static void the_host_reads_what_was_reported_and_settles_it(void **state) {
    hub_world *world = *state;
    int64_t time = say(world, BOB, "you \\\"fool\\\"");
    say(world, BOB, "well");
    report_line(world, ANN, time, "you \\\"fool\\\"", "done");
    char *list = host(world, "reports", NULL, true);
    assert_non_null(strstr(list, WORLD_PAIR "/0 reason=insult time="));
    assert_non_null(strstr(list, "by=\"guest\" from=blue name=\"guest\" text=\"you 'fool'\"\n"));
    free(list);
    free(host(world, "settle-report", WORLD_PAIR "/1", false));
    free(host(world, "settle-report", WORLD_PAIR, false));
    free(host(world, "settle-report", WORLD_PAIR "/0", true));
    assert_int_equal(count_listed(world), 0);
}

static void only_what_one_has_to_read_can_be_reported(void **state) {
    hub_world *world = *state;
    int64_t seats = say(world, BOB, "fool"), watchers = say(world, CID, "attack e7");
    report_line(world, CID, seats, "fool", "unknown-line");
    report_line(world, ANN, watchers, "attack e7", "unknown-line");
    report_line(world, ANN, seats + 1, "fool", "unknown-line");
    report_line(world, ANN, seats, "fools", "unknown-line");
    report_line(world, BOB, seats, "fool", "own");
    assert_int_equal(count_listed(world), 0);
}

static void a_report_needs_a_reason_that_there_is(void **state) {
    hub_world *world = *state;
    json_t *heard = ask(world, ANN,
                        "{\"type\":\"chat-report\",\"game\":\"" WORLD_PAIR
                        "\",\"time\":1,\"text\":\"x\",\"reason\":\"dislike\"}");
    assert_string_equal(json_string_value(json_object_get(heard, "reason")), "bad-message");
    json_decref(heard);
}

static void one_person_cannot_fill_the_list(void **state) {
    hub_world *world = *state;
    int64_t first = say(world, BOB, "fool");
    report_line(world, ANN, first, "fool", "done");
    report_line(world, ANN, first, "fool", "done"); /* the same again is no other */
    assert_int_equal(count_listed(world), 1);
    for (int i = 1; i < REPORTS_OF_PERSON; i++)
        report_line(world, ANN, say(world, BOB, "fool"), "fool", "done");
    report_line(world, ANN, say(world, BOB, "fool"), "fool", "too-many");
    assert_int_equal(count_listed(world), REPORTS_OF_PERSON);
}

static void one_address_cannot_fill_the_list(void **state) {
    hub_world *world = *state;
    store_game game;
    report made = {.origin = store_origin_of(world->store, "127.0.0.1"), .time = 1};
    bool added;
    int64_t time = say(world, BOB, "fool");
    assert_int_equal(store_find_game(world->store, ff_span_of(WORLD_PAIR), &game), STORE_FOUND);
    made.game = game.number;
    for (int i = 0; i < REPORTS_OF_ADDRESS; i++) {
        made.by = (struct person){{9, (uint8_t)i}};
        assert_true(reports_add(world->store, &made, &added) && added);
    }
    report_line(world, ANN, time, "fool", "too-many");
    assert_int_equal(count_listed(world), REPORTS_OF_ADDRESS);
}

static void a_report_goes_with_its_line_with_its_maker_and_with_time(void **state) {
    hub_world *world = *state;
    bool more;
    report_line(world, ANN, say(world, BOB, "fool"), "fool", "done");
    report_line(world, BOB, say(world, ANN, "idiot"), "idiot", "done");
    assert_true(store_erase_chat(world->store, &world_guests[BOB], &more));
    assert_true(store_commit(world->store));
    assert_int_equal(count_listed(world), 1);
    assert_true(store_erase_person(world->store, &world_guests[BOB]));
    assert_true(store_commit(world->store));
    assert_int_equal(count_listed(world), 0);
    report_line(world, CID, say(world, ANN, "silly"), "silly", "unknown-line");
    report_line(world, BOB, say(world, ANN, "silly"), "silly", "done");
    world_pass((int64_t)REPORTS_KEPT_DAYS * 24 * 3600 * 1000);
    assert_int_equal(count_listed(world), 1);
    world_pass(120000);
    hub_tick(world->hub);
    adjudicator_sweep(world->hub);
    assert_true(hub_end_batch(world->hub));
    assert_int_equal(count_listed(world), 0);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, world_tear_down)
    const struct CMUnitTest tests[] = {
        TEST(the_host_reads_what_was_reported_and_settles_it),
        TEST(only_what_one_has_to_read_can_be_reported),
        TEST(a_report_needs_a_reason_that_there_is),
        TEST(one_person_cannot_fill_the_list),
        TEST(one_address_cannot_fill_the_list),
        TEST(a_report_goes_with_its_line_with_its_maker_and_with_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
