/* Gravon's game files of 2004 and later, in XML (read by expat), to records and
 * back. The tables behind them are in flagfall/gsn.h. */
#ifndef FLAGFALL_INTERCHANGE_XML_H
#define FLAGFALL_INTERCHANGE_XML_H

#include "flagfall/gsn.h"

/* Reads one game; elements may stand in any order, unknown ones are skipped. What
 * was not understood but could be passed over is told in `notes` (a line each, may
 * be null). False with an error (line and column) for text that is no XML, declares
 * entities, or has no game that we know the rules of. */
bool xml_read(ff_span text, ff_record *record, ff_buffer *notes, ff_error *error);

/* Appends the game as XML. What XML cannot hold is told in `notes`; false with an
 * error for a board or an edition that Gravon lacks. */
bool xml_write(const ff_record *record, ff_buffer *out, ff_buffer *notes, ff_error *error);

#endif
