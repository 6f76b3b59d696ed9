/* The picture of a game's link tells what spectators know, and is a file that any program reads. */
#include "server/watch/board_picture.h"

#include "flagfall/game.h"
#include "flagfall/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

#define RED "GBEHBIEJBIDDBHECMEHEGFIDKGJLFHBDDDFDFGDB"
#define BLUE "FBMBEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD"
/* Blue's flag and the bomb before it stand in each other's place. */
#define OTHER "FBBMEDEDHGBEBJIDJEBBHDEIHDCHGDGFLDGFKIFD"

enum { SIDE = 640, SQUARE = 60, FRAME = 20 };

static const ff_edition *edition(void) {
    return ff_edition_find(ff_span_of("travel-en"));
}

static ff_game *begin(const char *blue) {
    const char *letters[] = {RED, blue};
    ff_game *game = ff_game_new(edition(), NULL);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        ff_setup setup;
        assert_int_equal(ff_setup_parse(ff_span_of(letters[seat]), edition(), &setup, NULL),
                         FF_SETUP_OK);
        assert_true(ff_game_set_up(game, (ff_seat)seat, &setup, NULL));
    }
    return game;
}

static void look(const ff_game *game, board_scene *scene) {
    ff_view view;
    memset(scene, 0xee, sizeof *scene);
    ff_game_view(game, FF_NOBODY, false, &view);
    board_scene_init(scene, edition(), &view);
}

static void draw(const ff_game *game, ff_buffer *out) {
    board_scene scene;
    look(game, &scene);
    ff_buffer_clear(out);
    board_picture_write(out, &scene);
    assert_false(out->failed);
}

/* The pixels, three bytes each, to be freed. */
static uint8_t *read_pixels(const ff_buffer *file) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, file->data, file->size));
    assert_int_equal(image.width, SIDE);
    assert_int_equal(image.height, SIDE);
    image.format = PNG_FORMAT_RGB;
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    return pixels;
}

static const uint8_t *pixel_at(const uint8_t *pixels, unsigned x, unsigned y) {
    return pixels + 3 * (SIDE * y + x);
}

static bool squares_differ(const uint8_t *a, const uint8_t *b, unsigned file, unsigned row) {
    unsigned x = FRAME + file * SQUARE, y = FRAME + (9 - row) * SQUARE;
    for (unsigned i = 0; i < SQUARE; i++)
        if (memcmp(pixel_at(a, x, y + i), pixel_at(b, x, y + i), 3 * SQUARE) != 0)
            return true;
    return false;
}

static void hidden_ranks_change_no_byte_until_the_end(void **state) {
    (void)state;
    ff_game *games[] = {begin(BLUE), begin(OTHER)};
    board_scene scene[2];
    ff_buffer file[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ff_game_move(games[i], FF_RED, 34, 44), FF_LEGAL);
        look(games[i], &scene[i]);
        draw(games[i], &file[i]);
    }
    assert_memory_equal(&scene[0], &scene[1], sizeof scene[0]); /* nor the tag, which is its hash */
    assert_int_equal(file[0].size, file[1].size);
    assert_memory_equal(file[0].data, file[1].data, file[0].size);
    for (int i = 0; i < 2; i++) {
        assert_true(ff_game_end(games[i], FF_BY_RESIGN, FF_BLUE));
        draw(games[i], &file[i]);
    }
    uint8_t *pixels[] = {read_pixels(&file[0]), read_pixels(&file[1])};
    unsigned differ = 0;
    for (unsigned square = 0; square < FF_SQUARES; square++)
        differ += squares_differ(pixels[0], pixels[1], square % FF_FILES, square / FF_FILES);
    assert_int_equal(differ, 2); /* the flag and the bomb */
    for (int i = 0; i < 2; i++) {
        free(pixels[i]);
        ff_game_free(games[i]);
        ff_buffer_free(&file[i]);
    }
}

static void the_latest_move_and_where_pieces_stand_are_seen(void **state) {
    (void)state;
    ff_game *game = begin(BLUE);
    ff_buffer file = {0};
    draw(game, &file);
    uint8_t *before = read_pixels(&file);
    assert_int_equal(ff_game_move(game, FF_RED, 34, 44), FF_LEGAL);
    draw(game, &file);
    uint8_t *after = read_pixels(&file);
    for (unsigned square = 0; square < FF_SQUARES; square++)
        assert_int_equal(squares_differ(before, after, square % FF_FILES, square / FF_FILES),
                         square == 34 || square == 44);
    free(before);
    free(after);
    ff_buffer_free(&file);
    ff_game_free(game);
}

static void where_nothing_can_be_seen_it_is_the_empty_board(void **state) {
    (void)state;
    ff_buffer file = {0};
    board_scene scene;
    board_scene_init(&scene, edition(), NULL);
    board_picture_write(&file, &scene);
    uint8_t *pixels = read_pixels(&file);
    for (unsigned file_of = 1; file_of < FF_FILES; file_of++) /* all of a row is the same land */
        assert_memory_equal(pixel_at(pixels, FRAME, FRAME),
                            pixel_at(pixels, FRAME + file_of * SQUARE, FRAME), 3);
    free(pixels);
    ff_buffer_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hidden_ranks_change_no_byte_until_the_end),
        cmocka_unit_test(the_latest_move_and_where_pieces_stand_are_seen),
        cmocka_unit_test(where_nothing_can_be_seen_it_is_the_empty_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
