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
#include <zlib.h>

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

static void draw(const ff_game *game, ff_buffer *out) {
    ff_view view;
    ff_game_view(game, FF_NOBODY, false, &view);
    ff_buffer_clear(out);
    board_picture_write(out, edition(), &view);
    assert_false(out->failed);
}

static uint32_t number_at(const ff_buffer *file, size_t at) {
    const uint8_t *byte = (const uint8_t *)file->data + at;
    return (uint32_t)byte[0] << 24 | (uint32_t)byte[1] << 16 | (uint32_t)byte[2] << 8 | byte[3];
}

/* Where the data of that chunk begins, and its size; all check sums are looked at. */
static size_t find_chunk(const ff_buffer *file, const char *type, size_t *size) {
    size_t found = 0, at = 8;
    assert_memory_equal(file->data, "\x89PNG\r\n\x1a\n", 8);
    while (at < file->size) {
        uint32_t length = number_at(file, at);
        assert_true(at + 12 + length <= file->size);
        assert_int_equal(crc32(0, (const Bytef *)file->data + at + 4, length + 4),
                         number_at(file, at + 8 + length));
        if (memcmp(file->data + at + 4, type, 4) == 0) {
            found = at + 8;
            *size = length;
        }
        at += 12 + length;
    }
    assert_int_equal(at, file->size);
    assert_true(found > 0);
    return found;
}

/* The pixels as places of the palette, to be freed; each row has a byte before it. */
static uint8_t *read_pixels(const ff_buffer *file) {
    size_t size, head = find_chunk(file, "IHDR", &size);
    assert_int_equal(number_at(file, head), SIDE);
    assert_int_equal(number_at(file, head + 4), SIDE);
    size_t data = find_chunk(file, "IDAT", &size);
    uLongf room = SIDE * (SIDE + 1);
    uint8_t *rows = malloc(room);
    assert_int_equal(uncompress(rows, &room, (const Bytef *)file->data + data, size), Z_OK);
    assert_int_equal(room, SIDE * (SIDE + 1));
    return rows;
}

static bool squares_differ(const uint8_t *a, const uint8_t *b, unsigned file, unsigned row) {
    unsigned x = 1 + FRAME + file * SQUARE, y = FRAME + (9 - row) * SQUARE;
    for (unsigned i = 0; i < SQUARE; i++)
        if (memcmp(a + (y + i) * (SIDE + 1) + x, b + (y + i) * (SIDE + 1) + x, SQUARE) != 0)
            return true;
    return false;
}

static void hidden_ranks_change_no_byte_until_the_end(void **state) {
    (void)state;
    ff_game *games[] = {begin(BLUE), begin(OTHER)};
    ff_buffer file[2] = {{0}, {0}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ff_game_move(games[i], FF_RED, 34, 44), FF_LEGAL);
        draw(games[i], &file[i]);
    }
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
    board_picture_write(&file, edition(), NULL);
    uint8_t *pixels = read_pixels(&file);
    for (unsigned file_of = 1; file_of < FF_FILES; file_of++) /* all of a row is the same land */
        assert_int_equal(pixels[(SIDE + 1) * FRAME + 1 + FRAME],
                         pixels[(SIDE + 1) * FRAME + 1 + FRAME + file_of * SQUARE]);
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
