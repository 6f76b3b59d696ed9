/* A grid of characters. Every character is taken to be one column wide: the texts and signs of
 * this program are. */
#include "tui/model/picture.h"

#include "base/utf8.h"

#include <string.h>

enum { ELLIPSIS = 0x2026 };

static int smaller(int a, int b) {
    return a < b ? a : b;
}

void picture_begin(picture *p, int rows, int columns) {
    p->rows = smaller(rows, PICTURE_ROWS);
    p->columns = smaller(columns, PICTURE_COLUMNS);
    p->cursor_row = p->cursor_column = -1;
    for (int row = 0; row < p->rows; row++)
        for (int column = 0; column < p->columns; column++)
            p->cell[row][column] = (picture_cell){' ', STYLE_TEXT};
}

void picture_put(picture *p, int row, int column, unsigned style, uint32_t character) {
    if (row >= 0 && row < p->rows && column >= 0 && column < p->columns)
        p->cell[row][column] = (picture_cell){character, (uint8_t)style};
}

/* The character that a text begins with, and its bytes; what is malformed is a question mark. */
static uint32_t take_character(const char **text) {
    const unsigned char *at = (const unsigned char *)*text;
    size_t size = utf8_sequence(ff_span_of(*text));
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t character = size ? at[0] & masks[size] : '?';
    for (size_t i = 1; i < size; i++)
        character = character << 6 | (at[i] & 0x3f);
    *text += size ? size : 1;
    return character < ' ' || character == 0x7f ? '?' : character;
}

/* The last column shows an ellipsis where more would come: what is cut off is seen to be. */
int picture_text(picture *p, int row, int column, int end, unsigned style, const char *text) {
    while (*text && column < end) {
        uint32_t character = take_character(&text);
        bool cut = column == end - 1 && *text;
        picture_put(p, row, column++, style, cut ? ELLIPSIS : character);
    }
    return column;
}

/* Bytes of the line that a text begins with, `width` characters at most. */
static size_t line_size(const char *text, int width) {
    const char *at = text, *space = NULL;
    for (int i = 0; *at && i < width; i++) {
        if (*at == ' ')
            space = at;
        take_character(&at);
    }
    if (!*at || *at == ' ' || !space)
        return (size_t)(at - text);
    return (size_t)(space - text);
}

int picture_paragraph(picture *p, int row, int last, int column, int width, unsigned style,
                      const char *text) {
    while (*text && row < last && width > 0) {
        size_t size = line_size(text, width);
        const char *end = text + size;
        bool final = row + 1 == last && end[strspn(end, " ")];
        for (int at = column; text < end;)
            picture_put(p, row, at++, style, take_character(&text));
        if (final)
            picture_put(p, row, column + width - 1, style, ELLIPSIS);
        text = end + strspn(end, " ");
        row++;
    }
    return row;
}

int picture_paragraph_rows(int width, const char *text) {
    int rows = 0;
    for (; *text && width > 0; rows++) {
        text += line_size(text, width);
        text += strspn(text, " ");
    }
    return rows;
}

void picture_row(const picture *p, int row, ff_buffer *out) {
    char bytes[4];
    int end = p->columns;
    while (end > 0 && p->cell[row][end - 1].character == ' ')
        end--;
    for (int column = 0; column < end; column++)
        ff_buffer_add(out, bytes, utf8_write(p->cell[row][column].character, bytes));
}
