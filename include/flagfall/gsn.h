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

/* Gravon's tables, shared with the XML module. */

/* The game type ("classic", "barrage", ...) of an index 0..4, or null. */
const char *ff_gravon_type(unsigned index);

/* Our edition for a type and back; null where there is none. */
const char *ff_gravon_edition(const char *type);
const char *ff_gravon_type_of_edition(const char *edition);

/* Result and Termination tags for Gravon's numbers (winner: 0 draw, 1 Red,
 * 2 Blue, as in GSN), and the numbers for the tags. */
bool ff_gravon_result_read(int winner, int type, ff_record *record, ff_error *error);
bool ff_gravon_result_write(const ff_record *record, int *winner, int *type, ff_error *error);

/* The 100-letter field and the first position a record begins from. */
bool ff_gravon_field_read(ff_span field, const char *edition, ff_record *record, ff_error *error);
bool ff_gravon_field_write(const ff_record *record, char field[FF_SQUARES + 1], ff_error *error);

#ifdef __cplusplus
}
#endif

#endif
