/* A game in a frame of another site tells what spectators know, and nothing that somebody has
 * called himself becomes a part of the page. */
#include "server/watch/embed_page.h"

#include "flagfall/game.h"
#include "flagfall/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define RED "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB"
#define BLUE "FBMBEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD"
/* Blue's flag and the bomb before it stand in each other's place. */
#define OTHER "FBBMEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD"

static ff_game *begin(const char *blue) {
    const ff_edition *edition = ff_edition_find(ff_span_of("travel-en"));
    const char *letters[] = {RED, blue};
    ff_game *game = ff_game_new(edition, NULL);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        assert_int_equal(ff_setup_parse(ff_span_of(letters[seat]), edition, &setup, NULL),
                         FF_SETUP_OK);
        assert_true(ff_game_set_up(game, (ff_seat)seat, &setup, NULL));
    }
    return game;
}

static void write_page(const ff_game *game, const char *red, ff_language language,
                       ff_buffer *text) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    embed_scene scene = {.game = "AAAAAAAAAAAAAAAAAAAAAA",
                         .edition = ff_edition_find(ff_span_of("travel-en")),
                         .view = &view,
                         .player = {red, ""},
                         .language = language};
    embed_page_write(text, &scene);
    ff_buffer_byte(text, 0);
    assert_false(text->failed);
}

static void hidden_ranks_change_no_byte_until_the_end(void **state) {
    (void)state;
    ff_game *games[] = {begin(BLUE), begin(OTHER)};
    ff_buffer text[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ff_game_move(games[i], FF_RED, 34, 44), FF_LEGAL);
        write_page(games[i], "Ann", FF_ENGLISH, &text[i]);
    }
    assert_string_equal(text[0].data, text[1].data);
    assert_non_null(strstr(text[0].data, "data-live"));
    assert_null(strstr(text[0].data, "</text>"));
    for (int i = 0; i < 2; i++) {
        assert_true(ff_game_end(games[i], FF_BY_RESIGN, FF_BLUE));
        ff_buffer_clear(&text[i]);
        write_page(games[i], "Ann", FF_ENGLISH, &text[i]);
        assert_null(strstr(text[i].data, "data-live"));
        assert_non_null(strstr(text[i].data, "Red has won."));
        assert_non_null(strstr(text[i].data, "</text>"));
        ff_game_free(games[i]);
    }
    assert_string_not_equal(text[0].data, text[1].data);
    ff_buffer_free(&text[0]);
    ff_buffer_free(&text[1]);
}

static void a_name_is_text_and_a_guest_is_named_by_the_language(void **state) {
    (void)state;
    ff_game *game = begin(BLUE);
    ff_buffer text = {0};
    write_page(game, "<b>\"A&B\"", FF_GERMAN, &text);
    assert_non_null(strstr(text.data, "&lt;b&gt;&quot;A&amp;B&quot;"));
    assert_null(strstr(text.data, "<b>\"A"));
    assert_non_null(strstr(text.data, "Gast"));
    assert_non_null(strstr(text.data, "<html lang=\"de\">"));
    ff_buffer_free(&text);
    ff_game_free(game);
}

static void languages_are_known_by_their_tags(void **state) {
    (void)state;
    ff_language language = FF_ENGLISH;
    assert_true(embed_find_language(ff_span_of("fr"), &language));
    assert_int_equal(language, FF_FRENCH);
    assert_false(embed_find_language(ff_span_of("xx"), &language));
    assert_false(embed_find_language(ff_span_of(""), &language));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_ranks_change_no_byte_until_the_end),
        cmocka_unit_test(a_name_is_text_and_a_guest_is_named_by_the_language),
        cmocka_unit_test(languages_are_known_by_their_tags),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
