/* JSON of views and editions, as docs/protocol.md tells it. */
#include "board.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *string_of(const char *bytes, size_t size) {
    ff_buffer out = {0};
    ff_json_string(&out, (ff_span){bytes, size});
    assert_false(out.failed);
    return out.data;
}

static void assert_string(const char *bytes, size_t size, const char *expected) {
    char *text = string_of(bytes, size);
    assert_string_equal(text, expected);
    free(text);
}

static void strings_are_quoted_and_escaped(void **state) {
    (void)state;
    assert_string("", 0, "\"\"");
    assert_string("plain", 5, "\"plain\"");
    assert_string("a\"b\\c", 5, "\"a\\\"b\\\\c\"");
    assert_string("\n\0\x1f\x7f", 4, "\"\\u000a\\u0000\\u001f\\u007f\"");
    assert_string("\xc3\x89"
                  "claireur",
                  10,
                  "\"\xc3\x89"
                  "claireur\"");
    assert_string("\xf0\x9f\x9a\xa9", 4, "\"\xf0\x9f\x9a\xa9\"");
}

#define UNKNOWN "\xef\xbf\xbd"

static void bytes_that_are_no_utf8_become_the_replacement_character(void **state) {
    (void)state;
    assert_string("\xff", 1, "\"" UNKNOWN "\"");
    assert_string("\xc3", 1, "\"" UNKNOWN "\"");
    assert_string("\xc3(", 2, "\"" UNKNOWN "(\"");
    assert_string("\xc0\xaf", 2, "\"" UNKNOWN UNKNOWN "\"");             /* overlong */
    assert_string("\xe0\x80\x80", 3, "\"" UNKNOWN UNKNOWN UNKNOWN "\""); /* overlong */
    assert_string("\xed\xa0\x80", 3, "\"" UNKNOWN UNKNOWN UNKNOWN "\""); /* surrogate */
    assert_string("\xf4\x90\x80\x80", 4, "\"" UNKNOWN UNKNOWN UNKNOWN UNKNOWN "\"");
    assert_string("\xf0\x9f\x9a", 3, "\"" UNKNOWN UNKNOWN UNKNOWN "\"");
}

static void assert_number(int64_t number, const char *expected) {
    ff_buffer out = {0};
    ff_buffer_number(&out, number);
    assert_false(out.failed);
    assert_string_equal(out.data, expected);
    ff_buffer_free(&out);
}

static void numbers_are_written_in_decimal(void **state) {
    (void)state;
    assert_number(0, "0");
    assert_number(9, "9");
    assert_number(10, "10");
    assert_number(-1, "-1");
    assert_number(INT64_MAX, "9223372036854775807");
    assert_number(INT64_MIN, "-9223372036854775808");
}

/* --- a small reader that only says whether a text is JSON ----------------------- */

static const char *read_value(const char *text);

static const char *read_string(const char *text) {
    if (*text++ != '"')
        return NULL;
    while (*text != '"') {
        if ((unsigned char)*text < 0x20)
            return NULL;
        text += *text == '\\' ? 2 : 1;
    }
    return text + 1;
}

/* After the opening bracket; members are values, or keys and values. */
static const char *read_members(const char *text, char end) {
    if (*text == end)
        return text + 1;
    for (;;) {
        if (end == '}') {
            text = read_string(text);
            if (!text || *text++ != ':')
                return NULL;
        }
        text = read_value(text);
        if (!text || (*text != ',' && *text != end))
            return NULL;
        if (*text++ == end)
            return text;
    }
}

static const char *read_value(const char *text) {
    static const char *const words[] = {"true", "false", "null"};
    for (int i = 0; i < 3; i++)
        if (strncmp(text, words[i], strlen(words[i])) == 0)
            return text + strlen(words[i]);
    if (*text == '"')
        return read_string(text);
    if (*text == '{' || *text == '[')
        return read_members(text + 1, *text == '{' ? '}' : ']');
    if (!isdigit((unsigned char)*text))
        return NULL;
    return text + strspn(text, "0123456789");
}

static bool is_json(const char *text) {
    const char *end = read_value(text);
    return end && *end == '\0';
}

static void the_reader_of_this_test_knows_json(void **state) {
    (void)state;
    assert_true(is_json("{\"a\":[1,{\"b\":null}],\"c\":\"\\\"\"}"));
    assert_false(is_json("{\"a\":1,}"));
    assert_false(is_json("[1 2]"));
    assert_false(is_json("{\"a\":}"));
    assert_false(is_json("[]]"));
}

/* --- views ---------------------------------------------------------------------- */

static void assert_view(const ff_view *view, unsigned first, const char *expected) {
    ff_buffer out = {0};
    ff_json_view(&out, view, first);
    assert_false(out.failed);
    assert_true(is_json(out.data));
    assert_string_equal(out.data, expected);
    ff_buffer_free(&out);
}

static ff_edition tiny(void) {
    ff_edition edition = *ff_edition_default();
    memcpy(edition.id, "tiny", 5);
    edition.files = 3;
    edition.rows = 4;
    edition.zone_rows = 1;
    memset(edition.lake, 0, sizeof edition.lake);
    memset(edition.army, 0, sizeof edition.army);
    edition.army[FF_FLAG] = 1;
    edition.army[FF_SCOUT] = 1;
    return edition;
}

static void a_view_is_told_field_by_field(void **state) {
    (void)state;
    ff_edition edition = tiny();
    ff_game *game = game_with(&edition, NULL, "Ma1 Ec1 Ya4 Oc4 Pb4");
    ff_view view = view_for(game, FF_RED);
    assert_view(&view, 0,
                "{\"edition\":\"tiny\",\"viewer\":\"red\",\"memory\":false,"
                "\"turn\":\"red\",\"plies\":0,\"quiet\":0,\"result\":\"*\",\"by\":\"-\","
                "\"lost\":{\"red\":{},\"blue\":{}},\"board\":\"MAEAAAAAA???\","
                "\"moves\":[\"c1-c2\",\"c1-b1\"],\"first\":0,\"events\":[]}");
    play_all(game, "c1-c2 b4-b2");
    view = view_for(game, FF_RED);
    assert_view(&view, 1,
                "{\"edition\":\"tiny\",\"viewer\":\"red\",\"memory\":false,"
                "\"turn\":\"red\",\"plies\":2,\"quiet\":2,\"result\":\"*\",\"by\":\"-\","
                "\"lost\":{\"red\":{},\"blue\":{}},\"board\":\"MAAApEAAA?A?\","
                "\"moves\":[\"c2-c3\",\"c2xb2\",\"c2-c1\"],\"first\":1,"
                "\"events\":[{\"move\":\"b4-b2\",\"revealed\":true}]}");
    play_all(game, "c2xb2");
    view = view_for(game, FF_NOBODY);
    assert_view(&view, 2,
                "{\"edition\":\"tiny\",\"viewer\":\"spectator\",\"memory\":false,"
                "\"turn\":\"blue\",\"plies\":3,\"quiet\":0,\"result\":\"*\",\"by\":\"-\","
                "\"lost\":{\"red\":{},\"blue\":{\"D\":1}},\"board\":\"-AAAeAAAA?A?\","
                "\"moves\":[],\"first\":2,"
                "\"events\":[{\"move\":\"c2xb2\",\"attacker\":\"E\",\"defender\":\"D\",\"battle\":"
                "\"attacker\"}]}");
    ff_game_free(game);
}

static void memory_mode_tells_the_latest_battle_alone(void **state) {
    (void)state;
    ff_edition edition = tiny();
    ff_game *game = game_with(&edition, NULL, "Ma1 Ec1 Db1 Ya4 Qc4 Pc2");
    play_all(game, "c1xc2 c4-c3");
    ff_view view = memory_view_for(game, FF_BLUE);
    assert_view(&view, 0,
                "{\"edition\":\"tiny\",\"viewer\":\"blue\",\"memory\":true,"
                "\"turn\":\"red\",\"plies\":2,\"quiet\":1,\"result\":\"*\",\"by\":\"-\","
                "\"lost\":{\"red\":{},\"blue\":{\"\":1}},\"board\":\"--AAA+AAQYAA\","
                "\"moves\":[],\"first\":0,"
                "\"events\":[{\"move\":\"c1xc2\",\"attacker\":null,\"defender\":null,\"battle\":"
                "\"attacker\"},{\"move\":\"c4-c3\"}]}");
    play_all(game, "c2xc3");
    view = memory_view_for(game, FF_BLUE);
    assert_view(&view, 2,
                "{\"edition\":\"tiny\",\"viewer\":\"blue\",\"memory\":true,"
                "\"turn\":\"blue\",\"plies\":3,\"quiet\":0,\"result\":\"red\","
                "\"by\":\"immobile\","
                "\"lost\":{\"red\":{\"E\":1},\"blue\":{\"D\":1,\"E\":1}},"
                "\"board\":\"mdAAAAAAAyAA\",\"moves\":[],\"first\":2,"
                "\"events\":[{\"move\":\"c2xc3\",\"attacker\":\"E\",\"defender\":\"E\",\"battle\":"
                "\"both\"}]}");
    ff_game_free(game);
}

static void the_end_is_told_with_its_word(void **state) {
    (void)state;
    ff_edition edition = tiny();
    ff_game *game = game_with(&edition, NULL, "Ma1 Dc1 Yc4 Pa4");
    play_all(game, "c1xc4");
    ff_view view = view_for(game, FF_BLUE);
    assert_view(&view, 7, /* more than there are: none */
                "{\"edition\":\"tiny\",\"viewer\":\"blue\",\"memory\":false,"
                "\"turn\":\"blue\",\"plies\":1,\"quiet\":0,\"result\":\"red\","
                "\"by\":\"flag\",\"lost\":{\"red\":{},\"blue\":{\"M\":1}},"
                "\"board\":\"mAAAAAAAApAd\",\"moves\":[],\"first\":1,\"events\":[]}");
    ff_game_free(game);
}

static void nobody_is_on_turn_before_both_armies_stand(void **state) {
    (void)state;
    ff_edition edition = tiny();
    ff_game *game = ff_game_new(&edition, NULL);
    ff_setup setup = {{FF_SCOUT, FF_EMPTY, FF_FLAG}};
    assert_true(ff_game_set_up(game, FF_BLUE, &setup, NULL));
    ff_view view = view_for(game, FF_BLUE);
    assert_view(&view, 0,
                "{\"edition\":\"tiny\",\"viewer\":\"blue\",\"memory\":false,"
                "\"turn\":null,\"plies\":0,\"quiet\":0,\"result\":\"*\",\"by\":\"-\","
                "\"lost\":{\"red\":{},\"blue\":{}},\"board\":\"AAAAAAAAAYAP\","
                "\"moves\":[],\"first\":0,\"events\":[]}");
    ff_game_free(game);
}

static void json_can_be_added_to_what_is_there(void **state) {
    (void)state;
    ff_game *game = game_random("barrage", 1);
    ff_view view = view_for(game, FF_RED);
    ff_buffer out = {0};
    ff_buffer_text(&out, "{\"view\":");
    ff_json_view(&out, &view, 0);
    ff_buffer_text(&out, ",\"edition\":");
    ff_json_edition(&out, &view.rules->edition);
    ff_buffer_text(&out, "}");
    assert_true(is_json(out.data));
    ff_buffer_free(&out);
    ff_game_free(game);
}

/* --- editions --------------------------------------------------------------------- */

static char *edition_json(const char *id) {
    ff_buffer out = {0};
    ff_json_edition(&out, ff_edition_find(ff_span_of(id)));
    assert_false(out.failed);
    return out.data;
}

static void assert_part(const char *text, const char *part) {
    if (!strstr(text, part))
        fail_msg("%s\nis not in\n%s", part, text);
}

static void every_edition_is_told(void **state) {
    (void)state;
    for (size_t i = 0; i < ff_edition_count(); i++) {
        char *text = edition_json(ff_edition_at(i)->id);
        assert_true(is_json(text));
        free(text);
    }
}

static void an_edition_is_told_field_by_field(void **state) {
    (void)state;
    char *text = edition_json("tournament");
    assert_part(text, "{\"id\":\"tournament\",\"title\":\"");
    assert_part(text, "\"language\":\"en\",\"files\":10,\"rows\":10,\"zoneRows\":4,"
                      "\"lakes\":[\"c5\",\"d5\",\"g5\",\"h5\",\"c6\",\"d6\",\"g6\",\"h6\"],");
    assert_part(text, "\"army\":{\"C\":1,\"D\":8,\"E\":5,\"F\":4,\"G\":4,\"H\":4,\"I\":3,\"J\":2,"
                      "\"K\":1,\"L\":1,\"B\":6,\"M\":1},\"armySize\":40,\"zoneSize\":40,");
    assert_part(text, "\"L\":\"10\"");
    assert_part(text, "\"names\":{\"en\":{\"C\":\"Spy\"");
    assert_part(text, "\"nl\":{");
    assert_part(text, "\"fr\":{");
    assert_part(text, "\"de\":{");
    assert_part(text, "\"twoSquares\":3,\"chase\":\"isf\",\"forfeit\":false,\"revealRuns\":true,"
                      "\"quietLimit\":200,\"plyLimit\":4000,\"hostCap\":4000}");
    free(text);
    text = edition_json("anniversary");
    assert_part(text, "\"labels\":{\"C\":\"S\",\"D\":\"9\"");
    assert_part(text, "\"L\":\"1\"");
    assert_part(text, "\"chase\":\"none\"");
    free(text);
    text = edition_json("travel-fr");
    assert_part(text, "\"language\":\"fr\"");
    assert_part(text, "\"chase\":\"exact\"");
    free(text);
    text = edition_json("classic30");
    assert_part(text, "\"lakes\":[\"c4\",\"d4\",\"g4\",\"h4\",\"c5\",\"d5\",\"g5\",\"h5\"]");
    assert_part(text, "\"zoneRows\":3");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_are_quoted_and_escaped),
        cmocka_unit_test(numbers_are_written_in_decimal),
        cmocka_unit_test(bytes_that_are_no_utf8_become_the_replacement_character),
        cmocka_unit_test(the_reader_of_this_test_knows_json),
        cmocka_unit_test(a_view_is_told_field_by_field),
        cmocka_unit_test(memory_mode_tells_the_latest_battle_alone),
        cmocka_unit_test(the_end_is_told_with_its_word),
        cmocka_unit_test(nobody_is_on_turn_before_both_armies_stand),
        cmocka_unit_test(json_can_be_added_to_what_is_there),
        cmocka_unit_test(every_edition_is_told),
        cmocka_unit_test(an_edition_is_told_field_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
