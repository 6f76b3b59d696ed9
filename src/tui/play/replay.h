/* A record as a host: a game of which everything is known, to step through. */
#ifndef FLAGFALL_TUI_REPLAY_H
#define FLAGFALL_TUI_REPLAY_H

#include "flagfall/record.h"
#include "tui/model/table.h"
#include "tui/text/text.h"

/* Plays a record up to its end, or to what cannot be played (which is told). Null where there
 * is no board to show, or memory is out: `error` says why. */
host *replay_new(const ff_record *record, ff_language language, ff_error *error);

#endif
