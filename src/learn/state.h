/* What has been learned so far, as a file: weights, their means, the optimiser's moments, the
 * snapshots, the samples that wait, and the lines of progress. Whoever reads it goes on as if
 * nothing had happened. Numbers are little-endian, the end is a hash of all before it. */
#ifndef FLAGFALL_LEARN_STATE_H
#define FLAGFALL_LEARN_STATE_H

#include "flagfall/base.h"
#include "learn/training.h"

/* Adds the state to `out`, with the progress, which is text. */
void state_write(const training *s, ff_span progress, ff_buffer *out);

/* Reads a state; `progress` gets its text added. False with what is wrong; `s` must then be
 * freed, and is good for nothing else. */
bool state_read(ff_span bytes, training *s, ff_buffer *progress, ff_error *error);

#endif
