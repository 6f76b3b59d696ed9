/* A PNG is a signature and chunks, each with its length and check sum. The rows are deflated by
 * zlib, without a filter: flat colours need none. */
#include "server/http/png.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static void put_number(uint8_t *to, uint32_t number) {
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(number >> (24 - 8 * i));
}

static void add_chunk(ff_buffer *out, const char *type, const void *data, size_t size) {
    uint8_t number[4];
    uLong sum = crc32(0, (const Bytef *)type, 4);
    put_number(number, (uint32_t)size);
    ff_buffer_add(out, number, sizeof number);
    ff_buffer_add(out, type, 4);
    if (size > 0) {
        ff_buffer_add(out, data, size);
        sum = crc32(sum, data, (uInt)size);
    }
    put_number(number, (uint32_t)sum);
    ff_buffer_add(out, number, sizeof number);
}

/* Each row begins with the number of its filter: none. */
static void add_rows(const png_picture *picture, ff_buffer *out) {
    size_t line = (size_t)picture->width + 1, size = line * picture->height;
    uLongf packed_size = compressBound(size);
    uint8_t *rows = malloc(size), *packed = malloc(packed_size);
    for (unsigned y = 0; rows && y < picture->height; y++) {
        rows[y * line] = 0;
        memcpy(rows + y * line + 1, picture->pixels + (size_t)y * picture->width, picture->width);
    }
    if (rows && packed &&
        compress2(packed, &packed_size, rows, size, Z_DEFAULT_COMPRESSION) == Z_OK)
        add_chunk(out, "IDAT", packed, packed_size);
    else
        out->failed = true;
    free(rows);
    free(packed);
}

void png_write(const png_picture *picture, ff_buffer *out) {
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    enum { BITS = 8, INDEXED = 3 };
    uint8_t head[13] = {[8] = BITS, [9] = INDEXED}, palette[3 * PNG_COLOURS];
    assert(picture->width > 0 && picture->height > 0);
    assert(picture->colours > 0 && picture->colours <= PNG_COLOURS);
    put_number(head, picture->width);
    put_number(head + 4, picture->height);
    for (unsigned i = 0; i < picture->colours; i++) {
        palette[3 * i] = picture->palette[i].red;
        palette[3 * i + 1] = picture->palette[i].green;
        palette[3 * i + 2] = picture->palette[i].blue;
    }
    ff_buffer_add(out, signature, sizeof signature);
    add_chunk(out, "IHDR", head, sizeof head);
    add_chunk(out, "PLTE", palette, (size_t)3 * picture->colours);
    add_rows(picture, out);
    add_chunk(out, "IEND", NULL, 0);
}
