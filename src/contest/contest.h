/* What `match` and `tournament` share: options, editions, files, the line that tells
 * how far it is. */
#ifndef FLAGFALL_CONTEST_CONTEST_H
#define FLAGFALL_CONTEST_CONTEST_H

#include <stdbool.h>

typedef struct contest_kind {
    const char *usage;
    const char *about;
    bool many; /* more than two players may enter: a cross table, no test */
} contest_kind;

/* Plays what the command line says; the exit status. */
int contest_run(const contest_kind *kind, int argc, char **argv);

#endif
