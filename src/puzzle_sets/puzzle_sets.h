/* Files of puzzles on the command line: made of records, and looked at again (docs/puzzles.md).
 * What goes wrong is complained of; the answer is an exit status. */
#ifndef FLAGFALL_PUZZLE_SETS_PUZZLE_SETS_H
#define FLAGFALL_PUZZLE_SETS_PUZZLE_SETS_H

#include "ai/puzzles/puzzles.h"

typedef struct puzzle_sets_options {
    puzzles_finder *finder; /* the caller's */
    const char *out_path;   /* a file to be added to; null: standard output */
    uint64_t most;          /* new puzzles; 0: any number */
    bool json;
    bool quiet;
} puzzle_sets_options;

/* Searches the games of the files argv[1] .. argv[argc - 1]. Those that the file at `out_path`
 * names are passed over. */
int puzzle_sets_make(const puzzle_sets_options *options, int argc, char **argv);

/* Has the finder answer each puzzle of the files, prints those that it answers otherwise, and
 * how many stay right. */
int puzzle_sets_check(const puzzle_sets_options *options, int argc, char **argv);

#endif
