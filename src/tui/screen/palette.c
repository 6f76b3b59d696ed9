/* Styles as colours and attributes, a row a style. What must hold: without colour each style that
 * says something can still be told from plain text. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#include "tui/screen/palette.h"

#include "tui/model/picture.h"

#include <assert.h>

enum { KINDS = 3, CURSOR_PAIRS = STYLES, DEFAULT = -1 };

/* Foreground and background: with 256 colours, with 16, with 8. And attributes with colours,
 * and without. */
static const struct {
    short fore[KINDS], back[KINDS];
    attr_t coloured, plain;
} looks[STYLES] = {
    [STYLE_TEXT] = {{DEFAULT, DEFAULT, DEFAULT}, {DEFAULT, DEFAULT, DEFAULT}, 0, 0},
    [STYLE_TITLE] = {{DEFAULT, DEFAULT, DEFAULT}, {DEFAULT, DEFAULT, DEFAULT}, A_BOLD, A_BOLD},
    [STYLE_DIM] = {{245, 8, DEFAULT}, {DEFAULT, DEFAULT, DEFAULT}, 0, 0},
    [STYLE_ALERT] = {{220, 11, 3}, {DEFAULT, DEFAULT, DEFAULT}, A_BOLD, A_BOLD},
    [STYLE_LIGHT] = {{16, 0, 7}, {187, 7, 0}, 0, 0},
    [STYLE_DARK] = {{16, 0, 7}, {144, 7, 0}, 0, 0},
    [STYLE_LAKE] = {{67, 14, 6}, {24, 6, 0}, 0, A_DIM},
    [STYLE_RED] = {{231, 15, 7}, {124, 1, 1}, A_BOLD, A_BOLD},
    [STYLE_BLUE] = {{231, 15, 7}, {25, 4, 4}, A_BOLD, A_BOLD},
    [STYLE_CHOSEN] = {{16, 0, 0}, {220, 11, 3}, A_BOLD, A_REVERSE | A_BOLD},
    [STYLE_TARGET] = {{16, 0, 0}, {114, 10, 2}, A_BOLD, A_BOLD | A_UNDERLINE},
    [STYLE_LAST] = {{16, 0, 0}, {180, 13, 5}, 0, A_UNDERLINE},
};

/* Of the cursor's square. */
static const short cursor_fore[KINDS] = {16, 0, 0}, cursor_back[KINDS] = {255, 15, 7};

/* Curses keeps its colours as globals of its own; so much is known of them here by asking. */
static int kind(void) {
    if (!has_colors() || COLORS < 8)
        return -1;
    return COLORS >= 256 ? 0 : COLORS >= 16 ? 1 : 2;
}

/* Whether pairs were made is asked of curses, too: without colour pair 1 stays empty. */
static bool is_coloured(void) {
    short fore = 0, back = 0;
    return kind() >= 0 && pair_content(1 + STYLE_RED, &fore, &back) != ERR && back > 0;
}

void palette_begin(bool colour) {
    if (!colour || !has_colors() || start_color() == ERR || kind() < 0)
        return; /* COLORS is 0 until then */
    int k = kind();
    assert(k >= 0);
    use_default_colors();
    for (int style = 0; style < STYLES; style++) {
        init_pair((short)(1 + style), looks[style].fore[k], looks[style].back[k]);
        init_pair((short)(1 + CURSOR_PAIRS + style), cursor_fore[k], cursor_back[k]);
    }
}

void palette_look(unsigned style, attr_t *attributes, short *pair) {
    bool cursor = style & STYLE_CURSOR;
    unsigned base = style & ~(unsigned)STYLE_CURSOR;
    assert(base < STYLES);
    *pair = 0;
    if (!is_coloured()) {
        *attributes = looks[base].plain | (cursor ? A_REVERSE : 0);
        return;
    }
    *attributes = looks[base].coloured;
    *pair = (short)(1 + base + (cursor ? CURSOR_PAIRS : 0));
}

uint32_t palette_character(uint32_t character, bool unicode) {
    static const struct {
        uint32_t from;
        char to;
    } plain[] = {{0x2026, '.'}, {0x2019, '\''}, {0x2248, '~'}, {0xd7, 'x'}, {0xe9, 'e'},
                 {0xe8, 'e'},   {0xea, 'e'},    {0xeb, 'e'},   {0xe0, 'a'}, {0xe2, 'a'},
                 {0xe4, 'a'},   {0xe7, 'c'},    {0xee, 'i'},   {0xef, 'i'}, {0xf4, 'o'},
                 {0xf6, 'o'},   {0xf9, 'u'},    {0xfb, 'u'},   {0xfc, 'u'}, {0xdf, 's'},
                 {0xc0, 'A'},   {0xc4, 'A'},    {0xc9, 'E'},   {0xd6, 'O'}, {0xdc, 'U'},
                 {0x153, 'o'},  {0x2013, '-'}};
    if (unicode || character < 0x80)
        return character;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (plain[i].from == character)
            return (uint32_t)plain[i].to;
    return '?';
}
