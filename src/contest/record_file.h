/* The file that takes the records of a match, compressed by gzip where its name ends in .gz. */
#ifndef FLAGFALL_CONTEST_RECORD_FILE_H
#define FLAGFALL_CONTEST_RECORD_FILE_H

#include "flagfall/base.h"

#include <stdio.h>

/* Start from `{0}`. */
typedef struct record_file {
    const char *path;
    FILE *file; /* null: there is none */
    bool packed;
    bool summed;
    ff_buffer waiting; /* to be written together */
} record_file;

/* Opens the file, emptied; "-" is standard output, null no file. Where it is to be summed, the line
 * with its check sum (cli/record_sum.h) stands before each record. False after a complaint. */
bool record_file_open(record_file *f, const char *path, bool summed);

/* Appends a record. Compressed ones are written some hundred thousand bytes at a time, each time as
 * a member of its own with its check sum. False after a complaint. */
bool record_file_add(record_file *f, ff_span record);

/* Writes what waits, and closes. False after a complaint. */
bool record_file_close(record_file *f);

#endif
