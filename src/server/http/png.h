/* Pixels as PNG (ISO/IEC 15948): one byte a pixel, the place of its colour in a palette. */
#ifndef FLAGFALL_SERVER_HTTP_PNG_H
#define FLAGFALL_SERVER_HTTP_PNG_H

#include "flagfall/base.h"

enum { PNG_COLOURS = 256 };

typedef struct png_colour {
    uint8_t red, green, blue;
} png_colour;

typedef struct png_picture {
    unsigned width, height;
    const uint8_t *pixels; /* row by row from above */
    unsigned colours;      /* 1 to PNG_COLOURS; no pixel names another one */
    png_colour palette[PNG_COLOURS];
} png_picture;

/* Appends the file. Where memory is out `out` has failed. */
void png_write(const png_picture *picture, ff_buffer *out);

#endif
