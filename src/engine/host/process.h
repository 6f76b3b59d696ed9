/* A foreign program on a leash: started without a shell in a fresh folder, spoken
 * to line by line, and gone without a trace at the end, with whatever it started.
 *
 * Between us and the program stands a warden, a process of its own that does
 * nothing but wait until we let go (or die). Then it kills the program and all
 * that came of it, also what has left its process group, and removes the folder. */
#ifndef FLAGFALL_ENGINE_PROCESS_H
#define FLAGFALL_ENGINE_PROCESS_H

#include "engine/host/command.h"

enum { PROCESS_LINE_MAX = 500 }; /* bytes of a line that a program may say, without its end */

typedef struct process process;

typedef enum process_state {
    PROCESS_GOOD,
    PROCESS_LATE,  /* the time was over */
    PROCESS_ENDED, /* it has closed its output or its input */
    PROCESS_WORDY  /* the line is too long */
} process_state;

/* Starts a resolved command in a temporary folder that holds a copy of its home,
 * links followed. What it writes to standard error goes to the descriptor `errors`,
 * or nowhere where that is -1. Null when memory, descriptors or processes are out; a
 * program that cannot be run is one that has ended. One thread uses a process;
 * SIGPIPE must be ignored. */
process *process_start(const command_line *c, int errors);

/* Kills everything, removes the folder and returns when that is done. */
void process_end(process *p);

/* Writes all of a text within `ms` milliseconds. */
process_state process_write(process *p, const ff_buffer *text, unsigned ms);

/* The next line without its end; valid until the next call. */
process_state process_read(process *p, unsigned ms, ff_span *line);

/* "has ended, status 7": what a state other than PROCESS_GOOD that was just given says of the
 * program. Valid until the next call. */
const char *process_state_text(process *p, process_state state);

/* What the program has said that no line was made of: one that has no end yet, or is too long.
 * Valid until the next call. */
ff_span process_rest(const process *p);

#endif
