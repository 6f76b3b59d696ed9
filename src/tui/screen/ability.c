/* What the terminal can do, asked before there is a screen: where it cannot move its cursor, or
 * input or output is no terminal, the game goes in sentences. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#define NCURSES_NOMACROS
#include "tui/screen/screen.h"

#include <curses.h>
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

bool screen_is_possible(void) {
    const char *name = getenv("TERM");
    int status;
    if (!name || !*name || strcmp(name, "dumb") == 0 || !isatty(0) || !isatty(1))
        return false;
    if (setupterm(name, 1, &status) != OK)
        return false;
    bool able = cursor_address && clear_screen;
    del_curterm(cur_term);
    return able;
}

bool screen_shows_unicode(void) {
    setlocale(LC_CTYPE, "");
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}
