/* Inside of the line-by-line game: what its commands share. */
#ifndef FLAGFALL_TUI_SESSION_H
#define FLAGFALL_TUI_SESSION_H

#include "tui/plain/prompt.h"
#include "tui/plain/setting.h"

/* When a command can be given; several at once. */
typedef enum phase { SETTING_UP = 1, PLAYING = 2, FINISHED = 4, ALWAYS = 7 } phase;

typedef struct session {
    const plain_setting *setting;
    ff_game *game;
    ff_player *opponent;
    prompt *prompt;
    ff_rng rng; /* of random armies */
    ff_setup army;
    bool has_army;
    bool shows_board; /* after every ply of the enemy's */
    bool has_ended;   /* the result has been told */
    bool leaves;
    bool failed;   /* memory is out */
    ff_buffer out; /* what will be said next */
} session;

phase session_phase(const session *s);

/* The person's view; memory mode is applied. */
ff_view session_view(const session *s);

/* Adds the board as the person sees it; while setting up, the army so far. */
void session_add_board(session *s);

/* Answers a line of the person's. */
void session_answer(session *s, ff_span line);

/* Setting up: an army by letters, "random" or the name of a preset; and the
 * beginning of the game with it. */
void session_choose_army(session *s, ff_span words);
void session_start(session *s);

#endif
