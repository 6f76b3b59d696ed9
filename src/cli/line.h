/* What commands print for programs: a line of `key=value`, or with --json the same as an
 * object on a line (docs/json.md). */
#ifndef FLAGFALL_CLI_LINE_H
#define FLAGFALL_CLI_LINE_H

#include "flagfall/base.h"

/* Appends a line and its end. As JSON, `{"format_version":N,...}` with a member for each
 * `key=value`; words before the first of them become the member `first`, or are left out
 * where that is null. A value is a number where it looks like one of at most 15 digits, null
 * where it is inf or nan, and else a string, without the quotes that hold its spaces. */
void line_write(ff_buffer *out, bool json, const char *first, const char *line);

/* Prints such a line at once. */
void line_print(bool json, const char *first, const char *format, ...) FF_PRINTF(3, 4);

/* For lines of another shape: an object's beginning and one more member of it. */
void line_open(ff_buffer *out);
void line_member(ff_buffer *out, const char *key, ff_span value);
void line_members(ff_buffer *out, const char *pairs);

#endif
