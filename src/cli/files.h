/* Files and editions that arguments name. */
#ifndef FLAGFALL_CLI_FILES_H
#define FLAGFALL_CLI_FILES_H

#include "cli/arguments.h"
#include "flagfall/edition.h"
#include "flagfall/record.h"

#include <stdio.h>

/* The whole of a file, or of standard input where the path is "-", added to
 * `out`; what gzip has made as what it holds. False after a complaint. */
bool file_read(const char *path, ff_buffer *out);

/* Does the name say that gzip makes or has made the file (.gz)? */
bool name_is_packed(const char *path);

/* How many bytes the files argv[1] .. argv[argc - 1] have together; 0 where one of them is
 * no regular file, or compressed, so that nobody knows. */
double files_size(int argc, char **argv);

/* Writes bytes to a stream, and through to its file. False after a complaint that names the path.
 */
bool stream_write(FILE *stream, const char *path, const void *data, size_t size);

/* Writes a file, or standard output where the path is null or "-". False after a
 * complaint. */
bool file_write(const char *path, const ff_buffer *text);

/* An edition file (docs/editions.md). False after a complaint. */
bool edition_read(const char *path, ff_edition *edition);

/* The edition that `name` means: the id of a built-in one, or else the path of an
 * edition file. False after a complaint. */
bool edition_choose(const char *name, ff_edition *edition);

/* The game of that number, from 1, of a file of records ("-": of standard input) into a
 * record (from `{0}`). False after a complaint: the record is then empty. */
bool record_choose(const char *path, uint64_t number, ff_record *record);

#endif
