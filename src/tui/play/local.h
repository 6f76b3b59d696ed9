/* Games that are played here: against a computer player, or between two people who share the
 * screen. */
#ifndef FLAGFALL_TUI_LOCAL_H
#define FLAGFALL_TUI_LOCAL_H

#include "flagfall/player.h"
#include "tui/model/table.h"
#include "tui/text/text.h"

typedef struct local_setting {
    const ff_edition *edition;
    const ff_player_kind *opponent; /* null: a second person at the same screen */
    ff_seat seat;                   /* the person's, who has an opponent */
    bool memory;                    /* announced ranks are hidden again */
    bool no_hints;                  /* where a piece can go is not shown */
    uint64_t seed;                  /* of the opponent */
    unsigned threads;               /* that the opponent thinks with */
    ff_language language;           /* of names */
} local_setting;

/* Null when memory, threads or files are out. */
host *local_new(const local_setting *setting);

#endif
