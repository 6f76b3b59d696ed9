/* Inside of the line-by-line game: what its commands share. */
#ifndef FLAGFALL_TUI_SESSION_H
#define FLAGFALL_TUI_SESSION_H

#include "tui/plain/prompt.h"
#include "tui/plain/setting.h"

/* When a command can be given; several at once. */
typedef enum phase {
    SETTING_UP = 1,
    WAITING = 2, /* for others, before the game */
    PLAYING = 4,
    FINISHED = 8,
    BEGUN = PLAYING | FINISHED,
    ALWAYS = 15
} phase;

/* What the person has been told of the table. */
enum { NOT_TOLD = STAGE_OVER + 1 };
typedef struct told {
    bool any;
    char id[TABLE_ID];
    unsigned stage; /* or NOT_TOLD */
    uint8_t seat, draw_by, rematch_by;
    bool paused, offline, outage, away[2], vacation[2];
    size_t plies;
    unsigned notes;
    size_t chat; /* bytes */
} told;

typedef struct session {
    const plain_setting *setting;
    host *host;
    ff_language language;
    table table;
    told told;
    prompt *prompt;
    ff_rng rng; /* of random armies */
    ff_setup army;
    bool has_army;
    bool shows_board; /* after every ply of the enemy's */
    ff_move doubtful; /* a move that loses: to be confirmed, 0: none */
    bool leaves;
    bool failed;   /* memory is out */
    ff_buffer out; /* what will be said next */
} session;

phase session_phase(const session *s);

/* Says a text as a line of its own. */
void session_say(session *s, text_id id);

/* Asks the host for news, and adds them. */
void session_hear(session *s);

/* Adds what is expected of the person now. */
void session_prompt(session *s);

/* Adds the board as the person sees it; while setting up, the army so far. */
void session_add_board(session *s);

/* Answers a line of the person's. */
void session_answer(session *s, ff_span line);

/* Setting up: an army by letters, "random" or the name of a preset; two squares that change
 * places; and the beginning of the game with it. */
void session_choose_army(session *s, ff_span words);
void session_swap(session *s, unsigned a, unsigned b);
void session_start(session *s);

#endif
