/* Anybody's record as a review, as the page replays it. */
#include "server/play/uploaded_replay.h"
#include "interchange/xml.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ARMY "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB"
#define TAGS                                                                                       \
    "[Edition \"travel-en\"]\n[Red \"Ann\"]\n[Blue \"B <b>\"]\n[RedSetup \"" ARMY                  \
    "\"]\n[BlueSetup \"" ARMY "\"]\n"

static const uploaded_format formats[] = {
    {"gsn", "#X38FA11", ff_gsn_read, ff_gsn_write},
    {"xml", "<", xml_read, xml_write},
    {NULL, NULL, NULL, NULL},
};

static json_t *review(const char *text, ff_error *error) {
    ff_buffer out = {0};
    json_error_t wrong;
    json_t *read = NULL;
    if (uploaded_replay_write(&out, ff_span_of(text), formats, error)) {
        read = json_loadb(out.data, out.size, JSON_REJECT_DUPLICATES, &wrong);
        assert_non_null(read);
    }
    ff_buffer_free(&out);
    return read;
}

static const json_t *game_of(const json_t *reviews, size_t at) {
    return json_array_get(json_object_get(reviews, "games"), at);
}

static const char *text_of(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

static void a_record_comes_with_all_ranks(void **state) {
    (void)state;
    ff_error error;
    json_t *reviews = review(TAGS "[Result \"red\"]\n[Termination \"resign\"]\n\n"
                                  "1. e4-e5 e7-e6 2. e5xe6\n",
                             &error);
    const json_t *game = game_of(reviews, 0);
    assert_string_equal(text_of(game, "red"), "Ann");
    assert_string_equal(text_of(game, "blue"), "B <b>");
    assert_string_equal(text_of(game, "result"), "red");
    assert_string_equal(text_of(game, "by"), "resign");
    assert_string_equal(text_of(game, "turn"), "red");
    assert_string_equal(text_of(json_object_get(game, "edition"), "id"), "travel-en");
    assert_int_equal(json_string_length(json_object_get(game, "board")), 100);
    assert_true(json_is_null(json_object_get(game, "error")));
    const json_t *last = json_array_get(json_object_get(game, "events"), 2);
    assert_string_equal(text_of(last, "move"), "e5xe6");
    assert_string_equal(text_of(last, "battle"), "attacker");
    assert_int_equal(text_of(last, "attacker")[0], ARMY[34]);
    assert_int_equal(text_of(last, "defender")[0], ARMY[35]);
    assert_int_equal(json_array_size(json_object_get(game, "tags")), 7);
    json_decref(reviews);
}

static void what_is_against_the_rules_ends_it(void **state) {
    (void)state;
    ff_error error;
    json_t *reviews = review(TAGS "\n1. e4-e5 e7-f6\n", &error);
    const json_t *game = game_of(reviews, 0);
    assert_int_equal(json_array_size(json_object_get(game, "events")), 1);
    assert_string_equal(text_of(game, "error"), "illegal ply=2 move=e7-f6 reason=not-straight");
    json_decref(reviews);
    reviews = review("[Edition \"orignal\"]\n\n1. a4-a5\n", &error);
    game = game_of(reviews, 0);
    assert_true(json_is_null(json_object_get(game, "edition")));
    assert_non_null(strstr(text_of(game, "error"), "orignal"));
    json_decref(reviews);
}

static void several_games_and_one_that_cannot_be_read(void **state) {
    (void)state;
    ff_error error;
    json_t *reviews = review(TAGS "\n1. e4-e5\n\n[Edition \"duel\n\n" TAGS "\n1. e4-e5\n", &error);
    assert_int_equal(json_array_size(json_object_get(reviews, "games")), 3);
    assert_non_null(text_of(game_of(reviews, 1), "error"));
    assert_int_equal(json_array_size(json_object_get(game_of(reviews, 2), "events")), 1);
    json_decref(reviews);
}

static void no_more_games_than_the_limit(void **state) {
    (void)state;
    ff_error error;
    ff_buffer text = {0};
    for (int i = 0; i < UPLOADED_REPLAY_GAMES + 5; i++)
        ff_buffer_text(&text, TAGS "\n1. e4-e5\n\n");
    json_t *reviews = review(text.data, &error);
    assert_int_equal(json_array_size(json_object_get(reviews, "games")), UPLOADED_REPLAY_GAMES);
    json_decref(reviews);
    ff_buffer_free(&text);
}

static void add_long_game(ff_buffer *text, unsigned plies) {
    ff_buffer_text(text, TAGS "[Option \"no-limits\"]\n\ne4-e5 e7-e6\n");
    for (unsigned i = 2; i < plies; i++)
        ff_buffer_text(text, i % 2 ? "e6-f6\n" : "e5-f5 ");
    ff_buffer_text(text, "\n\n");
}

/* Two guests could keep the thread busy for minutes by records of long chases. */
static void no_longer_game_than_the_limit(void **state) {
    (void)state;
    ff_error error = {0};
    ff_buffer text = {0};
    add_long_game(&text, UPLOADED_REPLAY_PLIES + 1);
    assert_null(review(text.data, &error));
    assert_int_equal(error.line, 1);
    assert_non_null(strstr(error.message, "10000 moves"));
    add_long_game(&text, UPLOADED_REPLAY_PLIES);
    json_t *reviews = review(text.data, &error);
    assert_int_equal(json_array_size(json_object_get(reviews, "games")), 2);
    assert_non_null(strstr(text_of(game_of(reviews, 0), "error"), "10000 moves"));
    assert_int_equal(json_array_size(json_object_get(game_of(reviews, 0), "events")), 0);
    assert_true(json_array_size(json_object_get(game_of(reviews, 1), "events")) > 2);
    json_decref(reviews);
    ff_buffer_free(&text);
}

static void gravons_formats_are_known_by_their_beginning(void **state) {
    (void)state;
    ff_record record = {0};
    ff_record_reader reader;
    ff_error error;
    const char *text = "[Edition \"gravon\"]\n[RedSetup \"" ARMY "\"]\n[BlueSetup \"" ARMY
                       "\"]\n[Result \"red\"]\n[Termination \"resign\"]\n\n1. e4-e5 e7-e6\n";
    ff_record_reader_init(&reader, ff_span_of(text));
    assert_int_equal(ff_record_read(&reader, &record, &error), FF_READ_GAME);
    for (int i = 0; i < 2; i++) {
        ff_buffer written = {0};
        assert_true(formats[i].write(&record, &written, NULL, &error));
        json_t *reviews = review(written.data, &error);
        assert_int_equal(json_array_size(json_object_get(game_of(reviews, 0), "events")), 2);
        json_decref(reviews);
        ff_buffer_free(&written);
    }
    ff_record_free(&record);
}

static void what_is_no_record_is_told_where(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "\n\n",
                                        "hello",
                                        "<?xml version=\"1.0\"?><a>",
                                        "#X38FA11\nnothing",
                                        "[Edition \"duel\n"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        ff_error error = {0};
        assert_null(review(texts[i], &error));
        assert_true(error.message[0] != 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_comes_with_all_ranks),
        cmocka_unit_test(what_is_against_the_rules_ends_it),
        cmocka_unit_test(several_games_and_one_that_cannot_be_read),
        cmocka_unit_test(no_more_games_than_the_limit),
        cmocka_unit_test(no_longer_game_than_the_limit),
        cmocka_unit_test(gravons_formats_are_known_by_their_beginning),
        cmocka_unit_test(what_is_no_record_is_told_where),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
