/* The loop: show the picture of the model, wait for a key or for news, change the model. The
 * model knows nothing of curses, and curses is known only here and in the palette. */
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#define NCURSES_NOMACROS
#define NCURSES_WIDECHAR 1
#include "tui/screen/screen.h"

#include "base/clock.h"
#include "tui/screen/palette.h"
#include "tui/screen/restore.h"

#include <curses.h>
#include <poll.h>
#include <stdlib.h>
#include <wchar.h>

enum {
    ESCAPE = 27,
    ESCAPE_MS = 50, /* within these an escape is the beginning of a key's sequence */
    TICK_MS = 200   /* how often a running clock is drawn */
};

/* What a screen shows, and who takes its keys. */
typedef enum progress { GOES_ON, LEFT, FAILED } progress;

typedef struct app {
    void *context;
    void (*draw)(void *context, picture *p, uint64_t now);
    void (*key)(void *context, key_event event, const picture *p);
    void (*update)(void *context);
    bool (*ticks)(const void *context);
    progress (*progress)(const void *context);
    int news; /* a file that can be read when there is some */
} app;

/* --- keys ------------------------------------------------------------------------------- */

static const struct {
    int curses;
    uint32_t key;
} keys[] = {
    {KEY_UP, KEY_ARROW_UP},       {KEY_DOWN, KEY_ARROW_DOWN}, {KEY_LEFT, KEY_ARROW_LEFT},
    {KEY_RIGHT, KEY_ARROW_RIGHT}, {KEY_PPAGE, KEY_PAGE_UP},   {KEY_NPAGE, KEY_PAGE_DOWN},
    {KEY_HOME, KEY_TO_HOME},      {KEY_END, KEY_TO_END},      {KEY_ENTER, KEY_RETURN},
    {KEY_BACKSPACE, KEY_ERASE},
};

static bool read_mouse(key_event *event) {
    MEVENT mouse;
    if (getmouse(&mouse) != OK)
        return false;
    *event = (key_event){0, mouse.y, mouse.x};
    if (mouse.bstate & BUTTON1_PRESSED)
        event->key = KEY_PRESS;
    else if (mouse.bstate & BUTTON1_RELEASED)
        event->key = KEY_RELEASE;
    return event->key != 0;
}

/* The next key that the model knows; false where none waits. */
static bool read_key(key_event *event) {
    wint_t character;
    for (;;) {
        int kind = get_wch(&character);
        *event = (key_event){0, 0, 0};
        if (kind == ERR)
            return false;
        if (kind == OK) {
            bool enter = character == '\r' || character == '\n';
            event->key = enter ? KEY_RETURN : character == ESCAPE ? KEY_LET_GO : character;
            return true;
        }
        if (character == KEY_MOUSE && read_mouse(event))
            return true;
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
            if (keys[i].curses == (int)character) {
                event->key = keys[i].key;
                return true;
            }
    }
}

/* --- pictures ---------------------------------------------------------------------------- */

static void show(const app *a, const screen_look *look, picture *p) {
    picture_begin(p, LINES, COLS);
    a->draw(a->context, p, clock_now_ns());
    erase();
    for (int row = 0; row < p->rows; row++)
        for (int column = 0; column < p->columns; column++) {
            const picture_cell *cell = &p->cell[row][column];
            wchar_t text[2] = {(wchar_t)palette_character(cell->character, look->unicode), 0};
            text[0] = wcwidth(text[0]) == 1 ? text[0] : L'?'; /* as the picture takes it */
            cchar_t drawn;
            attr_t attributes;
            short pair;
            palette_look(cell->style, &attributes, &pair);
            setcchar(&drawn, text, attributes, pair, NULL);
            mvadd_wch(row, column, &drawn);
        }
    curs_set(p->cursor_row >= 0);
    if (p->cursor_row >= 0)
        move(p->cursor_row, p->cursor_column);
    refresh();
}

/* --- the loop ---------------------------------------------------------------------------- */

/* Waits for a key, for news, or for a clock that is to be drawn anew. */
static void wait_for_something(const app *a) {
    struct pollfd files[] = {{.fd = 0, .events = POLLIN},
                             {.fd = a->news, .events = POLLIN},
                             {.fd = restore_file(), .events = POLLIN}};
    poll(files, 3, a->ticks(a->context) ? TICK_MS : -1);
    if (files[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        restore_note_hangup();
}

/* All keys that wait are taken before the picture is drawn again: on a slow line a held key would
 * otherwise draw each step after it was let go. */
static screen_status loop(const app *a, const screen_look *look, picture *p, int *signal) {
    key_event event;
    progress how = GOES_ON;
    while (how == GOES_ON) {
        show(a, look, p);
        wait_for_something(a);
        *signal = restore_signal();
        if (*signal)
            return SCREEN_ENDED;
        while ((how = a->progress(a->context)) == GOES_ON && read_key(&event))
            a->key(a->context, event, p);
        if (how == GOES_ON) {
            a->update(a->context);
            how = a->progress(a->context);
        }
    }
    return how == FAILED ? SCREEN_FAILED : SCREEN_LEFT;
}

static void begin_screen(bool colour) {
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    set_escdelay(ESCAPE_MS);
    mousemask(BUTTON1_PRESSED | BUTTON1_RELEASED, NULL);
    mouseinterval(0); /* a press is told at once, and not held back for a double click */
    palette_begin(colour);
}

/* Signals are caught before the terminal is changed, until it is as it was found. */
static screen_status run(const app *a, const screen_look *look, int *signal) {
    picture *p = calloc(1, sizeof *p);
    if (!p)
        return SCREEN_FAILED;
    restore_begin();
    SCREEN *screen = newterm(NULL, stdout, stdin);
    screen_status status = SCREEN_NONE;
    if (screen) {
        restore_watch_size();
        begin_screen(look->colour);
        status = loop(a, look, p, signal);
        endwin();
        delscreen(screen);
    }
    restore_end();
    free(p);
    return status;
}

/* --- a game ------------------------------------------------------------------------------ */

static void game_draw(void *context, picture *p, uint64_t now) {
    ui_draw(context, p, now);
}

static void game_key(void *context, key_event event, const picture *p) {
    ui_key(context, event, p);
}

static void game_update(void *context) {
    ui_update(context);
}

static bool game_ticks(const void *context) {
    return ui_ticks(context);
}

static progress game_progress(const void *context) {
    const ui_model *m = context;
    return m->failed ? FAILED : m->leaves ? LEFT : GOES_ON;
}

screen_status screen_play(ui_model *m, const screen_look *look, int *signal) {
    app game = {m, game_draw, game_key, game_update, game_ticks, game_progress, m->host->news};
    return run(&game, look, signal);
}

/* --- a list ------------------------------------------------------------------------------ */

typedef struct choosing {
    const screen_list *list;
    bool failed;
} choosing;

static void list_draw(void *context, picture *p, uint64_t now) {
    (void)now;
    menu_draw(((choosing *)context)->list->menu, p);
}

static void list_key(void *context, key_event event, const picture *p) {
    menu_key(((choosing *)context)->list->menu, event, p);
}

static void list_update(void *context) {
    choosing *c = context;
    c->failed |= !c->list->update(c->list->context);
}

static bool list_ticks(const void *context) {
    return ((const choosing *)context)->list->ticks;
}

static progress list_progress(const void *context) {
    const choosing *c = context;
    const menu *m = c->list->menu;
    return c->failed ? FAILED : m->leaves || m->chosen.kind != MENU_HEADING ? LEFT : GOES_ON;
}

screen_status screen_choose(const screen_list *list, const screen_look *look, int *signal) {
    choosing c = {list, false};
    app choice = {&c, list_draw, list_key, list_update, list_ticks, list_progress, list->news};
    return run(&choice, look, signal);
}
