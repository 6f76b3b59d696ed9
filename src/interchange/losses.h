/* What a record has that another format lacks. */
#ifndef FLAGFALL_INTERCHANGE_LOSSES_H
#define FLAGFALL_INTERCHANGE_LOSSES_H

#include "flagfall/replay.h"

/* Tells (a line each; `notes` may be null) that the edition becomes another, which tags are
 * lost that `kept` (ended by null) does not name, and comments. */
void losses_tell(const ff_record *record, const char *edition, const char *const kept[],
                 ff_buffer *notes);

/* Replays a record as far as it goes; false with an error where it makes no game at all. */
bool losses_replay(const ff_record *record, ff_replay *replay, ff_error *error);

/* The same, with the moves; `history` (from `{0}`) is the caller's to free in any case. */
bool losses_replay_moves(const ff_record *record, ff_replay *replay, ff_history *history,
                         ff_error *error);

#endif
