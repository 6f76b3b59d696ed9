/* Replays: what the rules make of a record. */
#ifndef FLAGFALL_REPLAY_H
#define FLAGFALL_REPLAY_H

#include "flagfall/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum ff_verdict {
    FF_REPLAY_OK,
    FF_REPLAY_BAD_MOVE,   /* `ply`, `reason` and the move */
    FF_REPLAY_BAD_SETUP,  /* `seat` and `setup_reason` */
    FF_REPLAY_BAD_RESULT, /* tags that contradict the replay */
    FF_REPLAY_ERROR,      /* the record makes no game: `error` */
} ff_verdict;

/* The state after the last legal ply, and what is wrong if anything is. */
typedef struct ff_replay {
    ff_verdict verdict;
    ff_rules rules;
    ff_position first;
    ff_position position; /* endings that the tags alone tell are set in it */
    bool known[FF_SQUARES];
    bool has_board; /* began from a [Board], not from two set-ups */
    size_t ply;     /* of the bad move, from 1 */
    ff_record_move move;
    char move_text[36]; /* the bad move as the record has it, terminated */
    ff_reason reason;
    ff_seat seat;
    ff_setup_reason setup_reason;
    ff_error error;
} ff_replay;

/* Plays a record by the rules of its edition. `extra` (may be null) is an edition
 * of the user's own that tags may name beside the built-in ones. `history` (start
 * from `{0}`, reserved here, the caller's to free) holds the moves afterwards.
 * Returns false only when memory is out. */
bool ff_replay_record(ff_replay *replay, const ff_record *record, const ff_edition *extra,
                      ff_history *history);

/* The line that `flagfall check` prints after "FILE:LINE: ". */
void ff_replay_write(const ff_replay *replay, ff_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
