/* Editions as text files, one `key = value` a line; docs/editions.md tells the
 * keys. What `ff_edition_write` writes, `ff_edition_read` reads. */
#ifndef FLAGFALL_EDITION_TEXT_H
#define FLAGFALL_EDITION_TEXT_H

#include "flagfall/edition.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Reads and validates; an error names line and key and says what would be right.
 * `based-on = ID` starts from a built-in edition. */
bool ff_edition_read(ff_span text, ff_edition *edition, ff_error *error);

/* Appends all keys with their values. The edition must pass `ff_edition_check`; memory that ran out
 * is in `out->failed`. */
void ff_edition_write(const ff_edition *edition, ff_buffer *out);

#ifdef __cplusplus
}
#endif

#endif
