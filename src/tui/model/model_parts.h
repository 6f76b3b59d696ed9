/* Inside of the model: what its files share. */
#ifndef FLAGFALL_TUI_MODEL_PARTS_H
#define FLAGFALL_TUI_MODEL_PARTS_H

#include "tui/model/model.h"

/* Where things are on a picture. */
typedef struct layout {
    bool fits;
    int cell_rows, cell_columns;
    int top, left;            /* of the board */
    int panel, panel_columns; /* beside it; no columns where there is no room */
    int needed_rows, needed_columns;
} layout;

/* For a picture of that size. `fits` is false where it has no room for the board. */
layout layout_of(const ui_model *m, const picture *p);

/* The square at a place of the board as it is seen, rows from the top; and back. */
unsigned layout_square(const ui_model *m, int row, int column);
void layout_place(const ui_model *m, unsigned square, int *row, int *column);

/* The square under a place of the picture, FF_OFF_BOARD where there is none. */
unsigned layout_hit(const ui_model *m, const picture *p, int row, int column);

/* Is the board seen from Blue's side? */
bool ui_from_blue(const ui_model *m);

/* An empty message for the next words. */
ff_buffer *ui_say(ui_model *m);
void ui_tell(ui_model *m, text_id id);

/* --- the army being set up (army.c) */

/* Begins with one of the presets, drawn at random, and nothing to undo. */
void army_begin(ui_model *m);
/* Chooses the place at the cursor; the second one that is chosen changes pieces with the first. */
void army_choose(ui_model *m);
/* Takes the next preset (`step` 1) or the one before (-1); behind the last comes the first. */
void army_preset(ui_model *m, int step);
/* Exchanges left and right. */
void army_mirror(ui_model *m);
/* Takes back the last change; does nothing where there is none. */
void army_undo(ui_model *m);
/* Gives the army to the host; asks first where no piece of it can move. */
void army_start(ui_model *m);
/* The question's army is played after all. */
void army_play(ui_model *m);

/* --- moves (moves.c) */

/* At the cursor: chooses an own piece, lets go of the chosen one, or plays it there. Asks first
 * where that forfeits the game, and says why where it is not allowed. */
void moves_choose(ui_model *m);
/* May the chosen piece go there? */
bool moves_may(const ui_model *m, unsigned to);
/* The question's move is played after all. */
void moves_play(ui_model *m, unsigned from, unsigned to);

/* --- what is said (chat.c) */

/* Opens the chat, with an empty line to type. */
void chat_open(ui_model *m);
/* A key while it is open: types, erases, says the line (KEY_RETURN) or closes (KEY_LET_GO). */
void chat_key(ui_model *m, uint32_t key);
/* Tells what has been said since the last time. */
void chat_hear(ui_model *m);

/* --- keys (keys.c): what a row of the table of keys shows in the help */

typedef struct key_row {
    unsigned modes;
    uint32_t key, other; /* either; 0: none */
    const char *shown;   /* "Enter" */
    text_id help;
    bool hint; /* shown in the last line */
    void (*run)(ui_model *m);
    unsigned acts; /* `1u << ACT_..`, one of which the table must allow; 0: always there */
} key_row;

/* All rows, in static memory; the first that has a key and applies is the one that runs. */
const key_row *keys_rows(size_t *count);
/* Can it be used now? */
bool keys_apply(const ui_model *m, const key_row *row);

/* --- drawing */

/* The board and, where the layout has one, the panel beside it. The layout must fit; `now`
 * (clock_now_ns) is for the clocks. */
void draw_board(const ui_model *m, picture *p, const layout *l);
void draw_panel(const ui_model *m, picture *p, const layout *l, uint64_t now);
/* In place of both, below the title: the keys and signs; and what was said and is being typed. */
void draw_help(const ui_model *m, picture *p);
void draw_chat(const ui_model *m, picture *p);

#endif
