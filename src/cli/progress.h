/* How far long work is: the share that is done, how fast it goes, and the time that is left,
 * over and over on one line of standard error. Silent where that is no terminal. */
#ifndef FLAGFALL_CLI_PROGRESS_H
#define FLAGFALL_CLI_PROGRESS_H

#include "flagfall/base.h"

typedef enum progress_mode {
    PROGRESS_TERMINAL, /* on a terminal alone */
    PROGRESS_OFF,      /* --quiet: nowhere */
    PROGRESS_LINES     /* elsewhere too, each time as a line of its own */
} progress_mode;

typedef struct progress {
    const char *unit; /* "games" */
    double total;     /* of these; 0 where nobody knows */
    progress_mode mode;
    bool silent;
    bool terminal;
    bool shown;   /* a line stands on the terminal */
    bool at_most; /* it may end before: to be set after the beginning */
    double first_count;
    double first_share;
    uint64_t begun_ns;
    uint64_t told_ns;
} progress;

/* Begins at `count` units of `total` (0: nobody knows how many there will be). */
void progress_begin(progress *p, const char *unit, double count, double total, progress_mode mode);

/* Is it time to tell? At once at first, and then four times a second. */
bool progress_is_due(const progress *p);

/* Tells, when it is time or all is done. `share` is from 0 to 1, or less than 0: that of
 * `count` in the total, if that is known. `more` ends the line, and may be null. */
void progress_at(progress *p, double count, double share, const char *more);

/* Before something is printed on standard output: takes the line away where both are on a
 * terminal. */
void progress_give_way(progress *p);

/* Takes the line away. */
void progress_end(progress *p);

#endif
