/* What a screen shows, as a value: a grid of characters, each with a style. The model draws
 * into it, a test reads it, and only `tui/screen` brings it to a terminal. */
#ifndef FLAGFALL_TUI_PICTURE_H
#define FLAGFALL_TUI_PICTURE_H

#include "flagfall/base.h"

/* What a character is, not how it looks: that depends on the terminal. */
enum style {
    STYLE_TEXT,
    STYLE_TITLE,
    STYLE_DIM,
    STYLE_ALERT, /* what one must see now */
    STYLE_LIGHT, /* empty squares, as on a chess board */
    STYLE_DARK,
    STYLE_LAKE,
    STYLE_RED, /* pieces */
    STYLE_BLUE,
    STYLE_CHOSEN,
    STYLE_TARGET,
    STYLE_LAST, /* squares of the last move */
    STYLES,
    STYLE_CURSOR = 64, /* added to another */
};

typedef struct picture_cell {
    uint32_t character; /* Unicode */
    uint8_t style;
} picture_cell;

enum { PICTURE_ROWS = 128, PICTURE_COLUMNS = 320 };

/* Too big for a stack. Drawing beyond its edges does nothing. */
typedef struct picture {
    int rows, columns;
    int cursor_row, cursor_column; /* of the terminal's own cursor; -1: hidden */
    picture_cell cell[PICTURE_ROWS][PICTURE_COLUMNS];
} picture;

/* Empty, of that size or as large as a picture can be. */
void picture_begin(picture *p, int rows, int columns);

/* Writes UTF-8 from there to `end` (a column, excluded) at most; returns the column behind
 * it. What does not fit ends in an ellipsis. */
int picture_text(picture *p, int row, int column, int end, unsigned style, const char *text);

/* Writes text in lines of `width` between `row` and `last` (excluded), broken at spaces;
 * returns the row behind it. */
int picture_paragraph(picture *p, int row, int last, int column, int width, unsigned style,
                      const char *text);

/* How many rows that takes. */
int picture_paragraph_rows(int width, const char *text);

void picture_put(picture *p, int row, int column, unsigned style, uint32_t character);

/* A row as UTF-8, without spaces at its end: for tests and captures. */
void picture_row(const picture *p, int row, ff_buffer *out);

#endif
