/* Finished games as records, to be analysed ply by ply: JSON as `flagfall analyse` has it. */
#ifndef FLAGFALL_OFFLINE_STUDY_H
#define FLAGFALL_OFFLINE_STUDY_H

#include "flagfall/analysis.h"
#include "flagfall/record.h"

/* A game that is studied. Start from {0}. */
typedef struct study {
    ff_analyst *analyst; /* null: there is no game */
    ff_record record;
} study;

void study_free(study *s);

/* Takes the first game of a text, in the place of the one before. What goes wrong is answered: a
 * word of offline.h, `unreadable` where no game can be made of it, and `going-on` where it says
 * that the game has not ended: null, or that word. */
const char *study_begin(study *s, ff_span text, ff_buffer *out);

/* The insight of a ply, as docs/computer.md says, and with the mover's eyes the move's `comment` in
 * an annotated record; `bad-message` where there is no such ply. */
const char *study_insight(study *s, unsigned ply, ff_seat seat, uint64_t nodes, ff_buffer *out);

/* An army of the enemy as `ff_analyst_deal` has it, {"letters":text}; `no-army` where none can be
 * drawn. */
const char *study_deal(study *s, unsigned ply, ff_seat seat, uint64_t seed, ff_buffer *out);

enum {
    STUDY_WHOLE_PLIES = 2000,       /* of a game that is studied as a whole, at most */
    STUDY_WHOLE_POSITIONS = 500000, /* that are looked at for all its moves together, */
    STUDY_MOVE_POSITIONS = 20000,   /* at most, and at least: */
    STUDY_MOVE_LEAST = 500,         /* for each move */
};

/* The first game of a text, analysed as a whole within these bounds: {"nodes":number,"plies":list
 * of insights by the mover,"others":list of the other seat's after battles}. Refuses as
 * `study_begin`, by `too-long`, and by `stopped` when it is not to go on, which is asked before
 * each ply. Takes seconds; may be called by any thread. */
const char *study_whole(ff_span text, bool (*goes_on)(void *context), void *context,
                        ff_buffer *out);

/* The same as sums by seat alone, with so many positions for each move. */
const char *study_sum(ff_span text, bool (*goes_on)(void *context), void *context,
                      ff_insight_sum *sum, unsigned *nodes);

/* The first game of a text whose moves have such comments as an annotated record,
 * {"record":text}. */
const char *study_annotate(ff_span text, ff_buffer *out);

#endif
