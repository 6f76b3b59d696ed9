/* The board in pixels, and those as PNG by libpng. A library that draws would bring fonts and files
 * that the sandboxed server must open; all that is needed here is squares, two shapes and a few
 * signs. The shapes and colours are those of the page in frames (embed_page.c): towers and arches,
 * so that colour is never the only cue. Edges are smooth: a shape covers a pixel by so many of
 * eight parts, and for each there is a colour. What must hold: nothing but the view's cells says
 * what stands on a square, and nothing but the scene what is drawn. */
#include "server/watch/board_picture.h"

#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    SQUARE = 60, /* pixels */
    FRAME = 20,
    UNITS = 100,    /* of a square, in which shapes are told */
    SAMPLES = 4,    /* across a pixel, and as many down */
    PARTS = 8,      /* in which a pixel is covered */
    GLYPH_ROWS = 7, /* dots of a sign, */
    GLYPH_FILES = 5,
    DOT = 4, /* and pixels of a dot; of two signs they are smaller */
};

/* ---- colours ---- */

enum { LAND, LAKE, LATEST, EDGE, LINE, GROUNDS };

typedef struct rgb {
    uint8_t red, green, blue; /* as libpng's PNG_FORMAT_RGB has them */
} rgb;

static const rgb grounds[GROUNDS] = {
    [LAND] = {0xa9, 0xb5, 0x6b}, [LAKE] = {0x5f, 0x9f, 0xb8}, [LATEST] = {0xe8, 0xd2, 0x7c},
    [EDGE] = {0x5b, 0x3f, 0x27}, [LINE] = {0x8f, 0xa0, 0x58},
};
static const rgb pieces[2] = {[FF_RED] = {0xb8, 0x38, 0x2a}, [FF_BLUE] = {0x2b, 0x62, 0xa0}};
static const rgb backs[2] = {[FF_RED] = {0xd8, 0x8c, 0x84}, [FF_BLUE] = {0x87, 0xa7, 0xcd}};
static const rgb ink = {0xff, 0xff, 0xff};

/* The palette: the grounds; of each ground each seat's piece, by parts covered; backs; signs. */
static uint8_t place_of_piece(unsigned ground, ff_seat seat, unsigned parts) {
    return (uint8_t)(parts == 0 ? ground
                                : GROUNDS + (ground * 2 + (unsigned)seat) * PARTS + parts - 1);
}

static uint8_t place_of_back(ff_seat seat) {
    return (uint8_t)(GROUNDS + GROUNDS * 2 * PARTS + (unsigned)seat);
}

enum { INK = GROUNDS + GROUNDS * 2 * PARTS + 2, COLOURS };

static uint8_t mix(uint8_t below, uint8_t above, unsigned parts) {
    return (uint8_t)((below * (PARTS - parts) + above * parts) / PARTS);
}

static void fill_palette(rgb *palette) {
    for (unsigned ground = 0; ground < GROUNDS; ground++) {
        palette[ground] = grounds[ground];
        for (int seat = FF_RED; seat <= FF_BLUE; seat++)
            for (unsigned parts = 1; parts <= PARTS; parts++)
                palette[place_of_piece(ground, (ff_seat)seat, parts)] =
                    (rgb){mix(grounds[ground].red, pieces[seat].red, parts),
                          mix(grounds[ground].green, pieces[seat].green, parts),
                          mix(grounds[ground].blue, pieces[seat].blue, parts)};
    }
    palette[place_of_back(FF_RED)] = backs[FF_RED];
    palette[place_of_back(FF_BLUE)] = backs[FF_BLUE];
    palette[INK] = ink;
}

/* ---- shapes ---- */

/* Red's tower with its three battlements, Blue's arch. */
static bool is_inside(ff_seat seat, int x, int y) {
    if (seat == FF_RED && y < 24)
        return y >= 8 && x >= 9 && x < 91 && (y >= 14 || (x - 9) % 32 < 18);
    if (seat == FF_RED)
        return y < 91 && x >= 12 && x < 88;
    if (y < 41) /* the ellipse around (50, 41), 39 wide and 33 high */
        return (x - 50) * (x - 50) * 33 * 33 + (y - 41) * (y - 41) * 39 * 39 <= 39 * 39 * 33 * 33;
    return y < 92 && x >= 11 && x < 89;
}

/* Red's backs are hatched upright, Blue's across. */
static bool is_hatched(ff_seat seat, int x, int y) {
    if (seat == FF_RED)
        return y >= 28 && y < 82 && x >= 24 && x < 78 && (x - 24) % 12 < 4;
    return x >= 24 && x < 76 && y >= 34 && y < 88 && (y - 34) % 12 < 4;
}

static unsigned parts_inside(ff_seat seat, unsigned x, unsigned y) {
    unsigned inside = 0;
    for (unsigned i = 0; i < SAMPLES * SAMPLES; i++) {
        unsigned across = x * SAMPLES + i % SAMPLES, down = y * SAMPLES + i / SAMPLES;
        inside += is_inside(seat, (int)(across * UNITS / (SQUARE * SAMPLES)),
                            (int)(down * UNITS / (SQUARE * SAMPLES)));
    }
    return inside * PARTS / (SAMPLES * SAMPLES);
}

/* ---- signs ---- */

/* A sign by rows of five dots, the leftmost dot the highest bit. */
typedef struct glyph {
    char sign;
    uint8_t row[GLYPH_ROWS];
} glyph;

static const glyph glyphs[] = {
    {'0', {0x0e, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0e}},
    {'1', {0x04, 0x0c, 0x04, 0x04, 0x04, 0x04, 0x0e}},
    {'2', {0x0e, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1f}},
    {'3', {0x1f, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0e}},
    {'4', {0x02, 0x06, 0x0a, 0x12, 0x1f, 0x02, 0x02}},
    {'5', {0x1f, 0x10, 0x1e, 0x01, 0x01, 0x11, 0x0e}},
    {'6', {0x06, 0x08, 0x10, 0x1e, 0x11, 0x11, 0x0e}},
    {'7', {0x1f, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08}},
    {'8', {0x0e, 0x11, 0x11, 0x0e, 0x11, 0x11, 0x0e}},
    {'9', {0x0e, 0x11, 0x11, 0x0f, 0x01, 0x02, 0x0c}},
    {'A', {0x0e, 0x11, 0x11, 0x11, 0x1f, 0x11, 0x11}},
    {'B', {0x1e, 0x11, 0x11, 0x1e, 0x11, 0x11, 0x1e}},
    {'C', {0x0e, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0e}},
    {'D', {0x1c, 0x12, 0x11, 0x11, 0x11, 0x12, 0x1c}},
    {'E', {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x1f}},
    {'F', {0x1f, 0x10, 0x10, 0x1e, 0x10, 0x10, 0x10}},
    {'G', {0x0e, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0f}},
    {'H', {0x11, 0x11, 0x11, 0x1f, 0x11, 0x11, 0x11}},
    {'I', {0x0e, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0e}},
    {'J', {0x07, 0x02, 0x02, 0x02, 0x02, 0x12, 0x0c}},
    {'K', {0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11}},
    {'L', {0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1f}},
    {'M', {0x11, 0x1b, 0x15, 0x15, 0x11, 0x11, 0x11}},
    {'N', {0x11, 0x11, 0x19, 0x15, 0x13, 0x11, 0x11}},
    {'O', {0x0e, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}},
    {'P', {0x1e, 0x11, 0x11, 0x1e, 0x10, 0x10, 0x10}},
    {'Q', {0x0e, 0x11, 0x11, 0x11, 0x15, 0x12, 0x0d}},
    {'R', {0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11}},
    {'S', {0x0f, 0x10, 0x10, 0x0e, 0x01, 0x01, 0x1e}},
    {'T', {0x1f, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04}},
    {'U', {0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0e}},
    {'V', {0x11, 0x11, 0x11, 0x11, 0x11, 0x0a, 0x04}},
    {'W', {0x11, 0x11, 0x11, 0x15, 0x15, 0x15, 0x0a}},
    {'X', {0x11, 0x11, 0x0a, 0x04, 0x0a, 0x11, 0x11}},
    {'Y', {0x11, 0x11, 0x11, 0x0a, 0x04, 0x04, 0x04}},
    {'Z', {0x1f, 0x01, 0x02, 0x04, 0x08, 0x10, 0x1f}},
};

static const glyph *find_glyph(char sign) {
    if (sign >= 'a' && sign <= 'z')
        sign = (char)(sign - 'a' + 'A');
    for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
        if (glyphs[i].sign == sign)
            return &glyphs[i];
    return NULL;
}

/* ---- scenes ---- */

static void set_piece(struct board_square *square, const ff_edition *edition, const ff_cell *cell) {
    square->seat = cell->seat;
    if (cell->seat == FF_NOBODY)
        return;
    square->hidden = cell->rank >= FF_RANKS;
    if (square->hidden)
        return;
    /* A sign that has no form here is left out: an edition of the host's own may print any. */
    const char *label = edition->label[cell->rank];
    for (unsigned count = 0; *label && count < BOARD_LABEL_MAX; label++)
        if (find_glyph(*label))
            square->label[count++] = *label;
}

void board_scene_init(board_scene *scene, const ff_edition *edition, const ff_view *view) {
    memset(scene, 0, sizeof *scene);
    scene->drawing = 1;
    scene->files = edition->files;
    scene->rows = edition->rows;
    for (unsigned square = 0; square < FF_SQUARES; square++) {
        bool is_latest = view && view->plies > 0 &&
                         (square == FF_FROM(view->last.move) || square == FF_TO(view->last.move));
        struct board_square *to = &scene->square[square];
        to->ground = edition->lake[square] ? LAKE : is_latest ? LATEST : LAND;
        to->seat = FF_NOBODY;
        if (view)
            set_piece(to, edition, &view->cell[square]);
    }
}

/* ---- drawing ---- */

typedef struct canvas {
    uint8_t *pixels;
    unsigned width;
} canvas;

static uint8_t *row_at(const canvas *to, unsigned x, unsigned y) {
    return to->pixels + (size_t)y * to->width + x;
}

static void fill(const canvas *to, unsigned x, unsigned y, unsigned width, unsigned height,
                 uint8_t colour) {
    for (unsigned i = 0; i < height; i++)
        memset(row_at(to, x, y + i), colour, width);
}

static void draw_label(const canvas *to, const char label[BOARD_LABEL_MAX], unsigned x,
                       unsigned y) {
    unsigned count = 0;
    while (count < BOARD_LABEL_MAX && label[count])
        count++;
    unsigned size = count > 1 ? DOT - 1 : DOT, width = (count * (GLYPH_FILES + 1) - 1) * size;
    x += (SQUARE - width) / 2;
    y += (SQUARE - GLYPH_ROWS * size) / 2 + size / 2;
    for (unsigned i = 0; i < count; i++)
        for (unsigned dot = 0; dot < GLYPH_ROWS * GLYPH_FILES; dot++)
            if (find_glyph(label[i])->row[dot / GLYPH_FILES] >>
                    (GLYPH_FILES - 1 - dot % GLYPH_FILES) &
                1)
                fill(to, x + (i * (GLYPH_FILES + 1) + dot % GLYPH_FILES) * size,
                     y + dot / GLYPH_FILES * size, size, size, INK);
}

/* How far each pixel of a square is covered, and whether it is hatched, by seats: the same for all
 * pieces of a seat. */
typedef struct stencil {
    uint8_t parts[SQUARE][SQUARE];
    bool hatched[SQUARE][SQUARE];
} stencil;

static void measure(stencil by[2]) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        for (unsigned y = 0; y < SQUARE; y++)
            for (unsigned x = 0; x < SQUARE; x++) {
                by[seat].parts[y][x] = (uint8_t)parts_inside((ff_seat)seat, x, y);
                by[seat].hatched[y][x] =
                    is_hatched((ff_seat)seat, (int)(x * UNITS / SQUARE), (int)(y * UNITS / SQUARE));
            }
}

static void draw_piece(const canvas *to, const struct board_square *square, unsigned x, unsigned y,
                       const stencil *by) {
    ff_seat seat = (ff_seat)square->seat;
    uint8_t colour[PARTS + 1], back = place_of_back(seat);
    for (unsigned parts = 0; parts <= PARTS; parts++)
        colour[parts] = place_of_piece(square->ground, seat, parts);
    for (unsigned down = 0; down < SQUARE; down++) {
        uint8_t *row = row_at(to, x, y + down);
        for (unsigned across = 0; across < SQUARE; across++)
            row[across] = square->hidden && by->hatched[down][across]
                              ? back
                              : colour[by->parts[down][across]];
    }
    if (square->label[0])
        draw_label(to, square->label, x, y);
}

static void draw_square(const canvas *to, const board_scene *scene, unsigned file, unsigned row,
                        const stencil by[2]) {
    const struct board_square *square = &scene->square[FF_SQUARE(file, row)];
    unsigned x = FRAME + file * SQUARE, y = FRAME + (scene->rows - 1u - row) * SQUARE;
    if (square->seat == FF_NOBODY)
        fill(to, x, y, SQUARE, SQUARE, square->ground);
    else
        draw_piece(to, square, x, y, &by[square->seat]);
    if (square->ground != LAKE) {
        fill(to, x, y, SQUARE, 1, LINE);
        fill(to, x, y, 1, SQUARE, LINE);
    }
}

/* One byte a pixel, the place of its colour in the palette. */
static void write_png(const canvas *from, unsigned height, ff_buffer *out) {
    rgb palette[COLOURS];
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = from->width,
                       .height = height,
                       .format = PNG_FORMAT_RGB_COLORMAP,
                       .flags = PNG_IMAGE_FLAG_FAST,
                       .colormap_entries = COLOURS};
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
    char *file = malloc(size);
    fill_palette(palette);
    if (file && png_image_write_to_memory(&image, file, &size, 0, from->pixels, 0, palette))
        ff_buffer_add(out, file, size);
    else
        out->failed = true;
    free(file);
}

void board_picture_write(ff_buffer *out, const board_scene *scene) {
    stencil by[2];
    unsigned width = scene->files * SQUARE + 2u * FRAME;
    unsigned height = scene->rows * SQUARE + 2u * FRAME;
    const canvas to = {malloc((size_t)width * height), width};
    if (!to.pixels) {
        out->failed = true;
        return;
    }
    measure(by);
    fill(&to, 0, 0, width, height, EDGE);
    for (unsigned row = 0; row < scene->rows; row++)
        for (unsigned file = 0; file < scene->files; file++)
            draw_square(&to, scene, file, row, by);
    write_png(&to, height, out);
    free(to.pixels);
}
