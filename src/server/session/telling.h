/* Telling: what those who follow a game are sent when it has changed. Those who look
 * through the same eyes and know as much are sent the same text, written once.
 *
 * A follower of `flagfall` is sent the message `game` with the events that are new to it;
 * one of `flagfall.2` the whole `game` first, and then `change`, what is different from what
 * these eyes were told before. Each of these has a number, and a change fits only who has
 * been told the one before it: whoever has not is sent the whole game. */
#ifndef FLAGFALL_SERVER_SESSION_TELLING_H
#define FLAGFALL_SERVER_SESSION_TELLING_H

#include "server/encoding/encode.h"
#include "server/session/outbox.h"

enum { TELLING_EYES = FF_NOBODY + 1 };

/* What was told last of one table, by the eyes. Null: nothing. Begins as null. */
typedef struct told_table told_table;
void told_free(told_table *told);

/* What was told last cannot be relied upon: the whole game comes next. */
void told_forget(told_table *told);

/* What one follower knows. Begins as {0}: nothing. */
typedef struct told_mark {
    uint32_t number; /* 0: not all, or it does not matter */
    unsigned plies;
    uint16_t takebacks;
    uint8_t eyes;
} told_mark;

typedef enum told_how {
    TOLD_SINCE,  /* `game`, with the events that are new */
    TOLD_WHOLE,  /* `game`, with all events and a number */
    TOLD_CHANGE, /* `change`, where it fits */
} told_how;

/* One news of one table, for any number of followers. */
typedef struct telling {
    const struct table *table;
    told_table **told;
    encode_eyes eyes;
    outbox_text *since; /* the latest TOLD_SINCE, */
    uint8_t viewer;     /* through whose eyes, */
    unsigned first;     /* and from which event on */
    struct telling_look {
        bool looked, compared;
        encode_snapshot now;
        ff_view view;
        uint32_t number, before;
        outbox_text *whole, *change;
    } by[TELLING_EYES];
} telling;

/* `eyes` without viewer. `*told` is made where it is null and somebody wants changes. The game must
 * not change until `telling_end`. */
void telling_begin(telling *news, const struct table *table, told_table **told,
                   const encode_eyes *eyes);
void telling_end(telling *news);

/* The text for a follower with these eyes that knows as much as `mark` says, which is brought
 * up to date. The telling's own, valid until its next text; null when memory is out. */
outbox_text *telling_text(telling *news, ff_seat viewer, told_how how, told_mark *mark);

#endif
