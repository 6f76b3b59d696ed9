/* The text that a record owns: every tag and comment, one terminated text after
 * another. Inside the format module only. */
#ifndef FLAGFALL_FORMAT_RECORD_TEXT_H
#define FLAGFALL_FORMAT_RECORD_TEXT_H

#include "flagfall/record.h"

/* Begins a text at the end of `record->text`; returns its offset. */
uint32_t record_text_open(ff_record *record);

/* Adds to the open text: bytes that are no UTF-8 become `?`, control characters
 * spaces. */
void record_text_add(ff_record *record, ff_span text);

/* The same for comments, which have no `}` and no two spaces in a row. */
void record_text_add_comment(ff_record *record, ff_span text);

/* Ends the open text; false when memory was out, or the text too long for its
 * offsets. */
bool record_text_close(ff_record *record);
bool record_text_close_comment(ff_record *record);

/* A row at the end of the arrays, zeroed; null when memory is out. */
ff_record_tag *record_tag_new(ff_record *record);
ff_record_move *record_move_new(ff_record *record);

#endif
