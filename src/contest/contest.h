/* What `match`, `tournament` and `selfplay` share: options, editions, files, the line that tells
 * how far it is. */
#ifndef FLAGFALL_CONTEST_CONTEST_H
#define FLAGFALL_CONTEST_CONTEST_H

typedef enum contest_field {
    CONTEST_TWO,  /* players against each other */
    CONTEST_MANY, /* two or more: a cross table, no test */
    CONTEST_SELF  /* one against itself: games and no results */
} contest_field;

typedef struct contest_kind {
    const char *usage;
    const char *about;
    contest_field field;
} contest_kind;

/* Plays what the command line says; the exit status. */
int contest_run(const contest_kind *kind, int argc, char **argv);

#endif
