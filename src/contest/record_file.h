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
    ff_buffer waiting; /* to be written together */
} record_file;

/* Opens the file, emptied; "-" is standard output, null no file. False after a complaint. */
bool record_file_open(record_file *f, const char *path);

/* Appends a record behind the line with its check sum (cli/record_sum.h). Compressed ones are
 * written some hundred thousand bytes at a time, each time as a member of its own with its check
 * sum. False after a complaint. */
bool record_file_add(record_file *f, ff_span record);

/* Writes what waits, and closes. False after a complaint. */
bool record_file_close(record_file *f);

#endif
