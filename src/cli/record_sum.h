/* Check sums in files of records. Before each game that is recorded with scores stands a comment,
 *
 *     ; crc32 1a2b3c4d of 1165 bytes
 *
 * with the CRC-32 (gzip's) of the game's bytes, from the next line to its last character that is no
 * space. Readers of records skip it, `flagfall check` compares. A game without one is as good as
 * ever: who changes a game by hand takes its line out. */
#ifndef FLAGFALL_CLI_RECORD_SUM_H
#define FLAGFALL_CLI_RECORD_SUM_H

#include "flagfall/base.h"

/* Appends the line that belongs before the record. */
void record_sum_write(ff_span record, ff_buffer *out);

/* A text of records, looked at for games that are not as they were written. Start from `{text}`. */
typedef struct record_sums {
    ff_span text;
    size_t offset; /* of what is looked at next */
    size_t line;   /* lines before it */
    size_t fault;  /* the line, from 1, of what was found last */
} record_sums;

/* The next game that is not: appends what is wrong, and where. False where there is none any more.
 * Any bytes may be there; it takes time linear in their number. */
bool record_sums_next_fault(record_sums *sums, ff_buffer *what);

#endif
