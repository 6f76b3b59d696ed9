/* How styles look on a terminal: with 256 colours, 16, 8, or none. */
#ifndef FLAGFALL_TUI_PALETTE_H
#define FLAGFALL_TUI_PALETTE_H

#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include <curses.h>
#include <stdbool.h>
#include <stdint.h>

/* To be called once the screen has begun. */
void palette_begin(bool colour);

/* The look of a style, STYLE_CURSOR or not. */
void palette_look(unsigned style, attr_t *attributes, short *pair);

/* The character, or one of ASCII in its place. */
uint32_t palette_character(uint32_t character, bool unicode);

#endif
