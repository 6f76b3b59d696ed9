/* The game on a full screen, without a screen: what keys and the mouse do, and the picture
 * that comes of it. A value that changes by events; all of it can be tested with no terminal.
 *
 *   mode      when                                       keys of `keys.c`
 *   ARMY      the seat owes an army                      move about, choose two squares, start
 *   WAIT      another is to act                          look, step back
 *   MOVE      the seat is on turn                        choose a piece, then where it goes
 *   REVIEW    an earlier position is shown               step on and back
 *   COVER     two at one screen: the seat has moved      Enter covers the board
 *   CURTAIN   two at one screen: nothing is shown        Enter shows it to the next
 *   OVER      the game has ended                         step back, save, leave
 *
 * A question or the help lies over any of them and takes the next key; the chat takes all
 * until it is left. */
#ifndef FLAGFALL_TUI_MODEL_H
#define FLAGFALL_TUI_MODEL_H

#include "tui/model/picture.h"
#include "tui/model/table.h"
#include "tui/text/text.h"

typedef enum mode {
    MODE_ARMY = 1,
    MODE_WAIT = 2,
    MODE_MOVE = 4,
    MODE_REVIEW = 8,
    MODE_COVER = 16,
    MODE_CURTAIN = 32,
    MODE_OVER = 64,
    MODE_BOARD = MODE_ARMY | MODE_WAIT | MODE_MOVE | MODE_REVIEW | MODE_COVER | MODE_OVER,
    MODE_GAME = MODE_WAIT | MODE_MOVE | MODE_REVIEW | MODE_COVER | MODE_OVER,
    MODE_ANY = MODE_BOARD | MODE_CURTAIN,
} mode;

/* Keys are characters, or these. */
enum {
    KEY_ARROW_UP = 0x110000,
    KEY_ARROW_DOWN,
    KEY_ARROW_LEFT,
    KEY_ARROW_RIGHT,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_TO_HOME,
    KEY_TO_END,
    KEY_RETURN,
    KEY_LET_GO, /* escape */
    KEY_ERASE,  /* the character before */
    KEY_PRESS,  /* the mouse, at `row`, `column` of the picture */
    KEY_RELEASE,
};

typedef struct key_event {
    uint32_t key;
    int row, column;
} key_event;

typedef enum layer { OVERLAY_NONE, OVERLAY_HELP, OVERLAY_QUESTION, OVERLAY_CHAT } layer;

/* What is done where a question is answered with yes. */
typedef enum question {
    ASK_RESIGN,
    ASK_LEAVE,
    ASK_DRAW,
    ASK_FORFEIT,
    ASK_ABORT,
    ASK_CLAIM,
    ASK_STUCK
} question;

enum { ARMY_STEPS = 32, SHOWN_NOW = -1, TYPED_SIZE = 512 };

typedef struct ui_model {
    ff_language language;
    bool unicode; /* signs beyond ASCII may be shown */
    host *host;
    table table;
    uint8_t cursor; /* a square of the board */
    uint8_t chosen; /* FF_OFF_BOARD: none */
    bool turned;    /* the board is seen from the other side */
    int shown;      /* the ply that is looked at, or SHOWN_NOW */
    ff_setup army;  /* while setting up */
    ff_setup undo[ARMY_STEPS];
    unsigned undone; /* how many steps can be taken back */
    size_t preset;
    ff_rng rng; /* of armies */
    layer overlay;
    question question;
    uint8_t target;         /* of a move that is asked about */
    char typed[TYPED_SIZE]; /* what is about to be said, UTF-8 */
    size_t typed_size;
    size_t said; /* bytes of the chat that have been told */
    char game[TABLE_ID];
    unsigned notes; /* of the table, that have been told */
    uint8_t seat;   /* of the table, at the last update */
    stage stage;
    bool covered;      /* the curtain was down at the last update */
    size_t told;       /* the ply that the message is about; 0: none */
    ff_buffer message; /* what the last key did, or the host said */
    bool leaves;
    bool failed; /* memory is out */
} ui_model;

/* `seed` is of armies drawn for the person. The host stays the caller's. */
void ui_begin(ui_model *m, host *h, ff_language language, bool unicode, uint64_t seed);
void ui_end(ui_model *m);

/* The host may have news. */
void ui_update(ui_model *m);

/* A key or the mouse. `p` is the picture that the person saw, for the mouse. */
void ui_key(ui_model *m, key_event event, const picture *p);

mode ui_mode(const ui_model *m);

/* The scene that is shown; null where there is none. */
const scene *ui_scene(const ui_model *m);

/* Draws all into a picture that has been begun. `now` (clock_now_ns) is for the clocks. */
void ui_draw(const ui_model *m, picture *p, uint64_t now);

/* Does a clock run, so that the picture changes by itself? */
bool ui_ticks(const ui_model *m);

#endif
