/* A list to choose from, before there is a game: as a value, with what keys do to it and the
 * picture that comes of it. */
#ifndef FLAGFALL_TUI_MENU_H
#define FLAGFALL_TUI_MENU_H

#include "tui/model/model.h"
#include "tui/model/terms.h"

typedef enum menu_kind {
    MENU_HEADING,  /* cannot be chosen */
    MENU_GAME,     /* by its id: to take, to go on with, or to watch */
    MENU_COMPUTER, /* a new one against this computer player */
    MENU_OFFER,    /* a new one, for everybody */
    MENU_INVITE,   /* or for who has its code */
    MENU_SEEK,     /* or with whoever looks for one too, */
    MENU_STOP,     /* which is no longer done */
    MENU_CODE,     /* such a code is to be typed */
    MENU_TERM,     /* a term of a new one: choosing it changes it */
    MENU_DECLINE,  /* never a row: the choice to turn an offer down, or to withdraw it */
} menu_kind;

enum { MENU_ROWS = 200, MENU_TEXT = 120, MENU_TYPED = 32 };

typedef struct menu_row {
    menu_kind kind;
    char what[TABLE_ID]; /* the id, the player's name, the term, or the code that was typed */
    bool declines;       /* an offer to this person, or of theirs */
    char text[MENU_TEXT];
} menu_row;

typedef struct menu {
    ff_language language;
    game_terms terms; /* of a new game */
    menu_row rows[MENU_ROWS];
    size_t count;
    bool offline;
    char note[TABLE_NOTE]; /* why the last choice could not be */
    size_t cursor, top;    /* rows */
    menu_row held;         /* where the cursor was */
    bool types;            /* a code is being typed */
    char typed[MENU_TYPED];
    menu_row chosen; /* MENU_HEADING: nothing yet */
    bool leaves;
} menu;

/* Takes all rows away, to write them anew. */
void menu_clear(menu *m);

/* Appends a row; does nothing where there are too many. */
void menu_add(menu *m, menu_kind kind, const char *what, const char *text);

/* The same for an offer that may be turned down. */
void menu_add_offer(menu *m, const char *id, const char *text);

/* Appends the terms of a new game, a row each. */
void menu_add_terms(menu *m);

/* The rows are written: the cursor stays on the row where it was, or goes to one that can be
 * chosen. */
void menu_settle(menu *m);

/* A row is chosen: it is the choice, or a term that changes (`direction` 1, or -1: to what it was
 * before). */
void menu_choose(menu *m, size_t row, int direction);

/* An offer is turned down, or withdrawn; false where the row is none. */
bool menu_decline(menu *m, size_t row);

/* What somebody has typed becomes the choice where it is a code: false where it is none. */
bool menu_choose_code(menu *m, ff_span typed);

/* A key, or a press of the mouse on the picture that the person saw. */
void menu_key(menu *m, key_event event, const picture *p);
void menu_draw(menu *m, picture *p);

#endif
