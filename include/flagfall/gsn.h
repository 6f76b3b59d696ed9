/* Gravon's line format (2003), versions 1 and 2, to records and back. The XML of
 * later years is a module of its own, outside this library, on expat. */
#ifndef FLAGFALL_GSN_H
#define FLAGFALL_GSN_H

#include "flagfall/record.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads one game. What was not understood but could be passed over is told in
 * `notes` (a line each, may be null). */
bool ff_gsn_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error);

/* Appends the game as GSN v2. What GSN cannot hold (clocks, commitments,
 * comments) is told in `notes`; false with an error for a board or an edition
 * that Gravon lacks. */
bool ff_gsn_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error);

#ifdef __cplusplus
}
#endif

#endif
