/* Finished games as records, to be analysed ply by ply: JSON as `flagfall analyse` has it. */
#ifndef FLAGFALL_OFFLINE_STUDY_H
#define FLAGFALL_OFFLINE_STUDY_H

#include "flagfall/analysis.h"

/* An analyst of the record's first game, in the place of `*analyst` (may be null; null after a
 * failure). What goes wrong is answered: a word of offline.h, `unreadable` where no game can be
 * made of it, and `going-on` where it says that the game has not ended: null, or that word. */
const char *study_begin(ff_analyst **analyst, ff_span record, ff_buffer *out);

/* The insight of a ply, as docs/computer.md says; `bad-message` where there is no such ply. */
const char *study_insight(ff_analyst *analyst, unsigned ply, ff_seat seat, uint64_t nodes,
                          ff_buffer *out);

/* An army of the enemy as `ff_analyst_deal` has it, {"letters":text}; `no-army` where none can be
 * drawn. */
const char *study_deal(ff_analyst *analyst, unsigned ply, ff_seat seat, uint64_t seed,
                       ff_buffer *out);

#endif
