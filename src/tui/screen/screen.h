/* A terminal as a full screen: the only room with curses. Pictures out, keys in; whatever
 * happens, the terminal is left as it was found. */
#ifndef FLAGFALL_TUI_SCREEN_H
#define FLAGFALL_TUI_SCREEN_H

#include "tui/model/menu.h"
#include "tui/model/model.h"

typedef enum screen_status {
    SCREEN_LEFT,   /* by the person */
    SCREEN_ENDED,  /* the terminal has gone, or a signal came: its number is in `signal` */
    SCREEN_FAILED, /* memory is out */
    SCREEN_NONE,   /* this terminal cannot move its cursor, or there is none */
} screen_status;

/* Can a full screen be shown: are both ends a terminal that can do it? */
bool screen_is_possible(void);

/* Does the terminal show more than ASCII? Sets the locale from the environment. */
bool screen_shows_unicode(void);

/* How it is shown. `colour`: false for none, whatever the terminal has. */
typedef struct screen_look {
    bool colour, unicode;
} screen_look;

/* Plays until the person leaves. */
screen_status screen_play(ui_model *m, const screen_look *look, int *signal);

/* A list, until something is chosen or the person leaves. `update` (false: memory is out) is
 * called when `news` can be read. */
typedef struct screen_list {
    menu *menu;
    int news;
    bool (*update)(void *context);
    void *context;
    bool ticks; /* it changes as time goes by */
} screen_list;

screen_status screen_choose(const screen_list *list, const screen_look *look, int *signal);

#endif
