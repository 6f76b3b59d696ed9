/* A game as the screen is told of it, and who tells: a host is the computer here, two people
 * at one keyboard, a server, or a record. The screen knows nothing else of a game. */
#ifndef FLAGFALL_TUI_TABLE_H
#define FLAGFALL_TUI_TABLE_H

#include "flagfall/setup.h"
#include "tui/model/album.h"

typedef enum stage {
    STAGE_WAITING, /* for a second person */
    STAGE_SETUP,   /* the seat owes an army */
    STAGE_READY,   /* the seat's army stands, the other's does not */
    STAGE_PLAY,
    STAGE_OVER,
} stage;

/* Whether the screen is to change hands, where two people share it. */
typedef enum hand_over {
    HAND_NONE,
    HAND_COVER, /* the seat has acted, and sees what came of it until the board is covered */
    HAND_LIFT,  /* covered: for the seat to lift when it sits there alone */
} hand_over;

enum { TABLE_NAME = 80, TABLE_NOTE = 240, TABLE_ID = 40 };

/* All that may be shown. Pointers are good until the host is asked again. */
typedef struct table {
    const ff_edition *edition;
    stage stage;
    uint8_t seat; /* whose view it is; FF_NOBODY: a spectator's */
    bool acts;    /* the person moves for the seat */
    bool memory;
    bool no_hints; /* where a piece can go is not shown */
    bool online;
    bool shared; /* two people at one screen */
    bool replay; /* of a record: there is no news */
    hand_over hand;
    char name[2][TABLE_NAME];
    char id[TABLE_ID]; /* of a game on a server, */
    char code[16];     /* and for a friend to type, while nobody has joined */
    bool ready[2], away[2], thinking;
    bool vacation[2];   /* its clock stands */
    bool computer;      /* sits opposite */
    uint8_t draw_by;    /* the seat that offers a draw, FF_NOBODY where none does */
    uint8_t rematch_by; /* or another game */
    bool paused;
    bool offline;   /* the server does not answer at the moment */
    bool asked;     /* what the person asked of the server has not been answered yet */
    bool can_claim; /* the other person has been away for long enough */
    bool has_view;  /* the next one is set */
    ff_view view;
    const ff_move *legal; /* the seat's moves, where it is on turn */
    size_t legal_count;
    uint8_t result, ending; /* of the game, also where it never began */
    const album *past;
    bool timed;
    int64_t left_ms[2]; /* of the banks, at `clock_at` */
    int64_t free_ms;    /* left of this move before the bank runs */
    bool runs[2];
    uint64_t clock_at;     /* by clock_now_ns */
    bool outage;           /* the server can store nothing: moves wait */
    uint64_t stood[2];     /* from when until when clocks stood at last, by clock_now_ns */
    const ff_buffer *chat; /* what has been said, a line each; null: nothing can be */
    char note[TABLE_NOTE]; /* UTF-8; what the host has to say, empty for nothing */
    unsigned notes;        /* how many there have been */
} table;

/* What a person may ask beside a move. */
typedef enum act {
    ACT_RESIGN,
    ACT_DRAW,    /* offers one, accepts one, or takes the offer back */
    ACT_DECLINE, /* declines one */
    ACT_ABORT,
    ACT_CLAIM,
    ACT_TAKEBACK,
    ACT_PAUSE, /* or goes on */
    ACT_REMATCH,
    ACT_COVER, /* hand_over */
    ACT_LIFT,
    ACT_SAY,
    ACT_SAVE,
} act;

/* May it be asked for now? (Whether it is granted only the host knows.) */
bool table_may(const table *t, act what);

/* The place of a square in the seat's zone, as `ff_edition_zone_square` counts; -1 outside. */
int table_zone_place(const table *t, unsigned square);

/* Is it among the seat's moves? */
bool table_is_legal(const table *t, unsigned from, unsigned to);

/* How long clocks have stood of the time from when the table's were told until `now`, in ns. */
uint64_t table_stood(const table *t, uint64_t now);

/* What a seat's bank holds at `now` (clock_now_ns), and that as a clock shows it: "2:05". */
int64_t table_left_ms(const table *t, unsigned seat, uint64_t now);
void table_add_clock(ff_buffer *out, int64_t ms);

typedef struct host host;
struct host {
    /* Brings the table up to date. False when memory is out: the game cannot go on. */
    bool (*update)(host *self, table *t);
    /* These come back at once; what they did is seen in the next update. */
    void (*set_up)(host *self, const ff_setup *army);
    void (*move)(host *self, unsigned from, unsigned to);
    /* `text` is what is said, or the file to be written (null: a new one); otherwise null. */
    void (*act)(host *self, act what, const char *text);
    void (*free)(host *self);
    int news; /* a file that can be read when there is news; -1: never */
};

#endif
