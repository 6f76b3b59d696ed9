/* A record as a host: a game of which everything is known, to step through. */
#ifndef FLAGFALL_TUI_REPLAY_H
#define FLAGFALL_TUI_REPLAY_H

#include "flagfall/record.h"
#include "tui/model/table.h"
#include "tui/text/text.h"

/* Plays a record up to its end, or to what cannot be played (which is told). Null where there
 * is no board to show, or memory is out: `error` says why. */
host *replay_new(const ff_record *record, ff_language language, ff_error *error);

enum { REPLAY_LAST = UINT32_MAX };

/* The position after that many plies of a record (REPLAY_LAST: after the last), as the viewer
 * may know it then (FF_NOBODY: a spectator), or with every rank where `all`. False with the
 * reason. */
bool replay_position(const ff_record *record, uint32_t ply, ff_seat viewer, bool all,
                     ff_edition *edition, scene *out, ff_error *error);

/* All positions of a record with every rank, a scene a ply, behind what `out` has. False with
 * the reason. */
bool replay_scenes(const ff_record *record, ff_edition *edition, album *out, ff_error *error);

#endif
