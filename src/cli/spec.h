/* What a subcommand takes: the table of options that reads its words (`arguments.h`), prints
 * the help, makes the manual page (`describe.h`) and is completed in shells (`complete.h`). */
#ifndef FLAGFALL_CLI_SPEC_H
#define FLAGFALL_CLI_SPEC_H

#include "flagfall/base.h"

enum {
    EXIT_DONE = 0,  /* done, and the answer is yes */
    EXIT_NO = 1,    /* done, and the answer is no: an illegal move, a failed match */
    EXIT_WRONG = 2, /* wrong usage, or input that cannot be read */
    GO_ON = -1      /* no reason to stop */
};

/* An option, described once for all purposes. Exactly one of the three targets is set;
 * what it points to is left alone when the option is absent.
 *
 * `value` is null for a flag, or says what its value is: a list of words such as
 * "red|blue", of which it must be one; or a name, by which shells know what to offer:
 * FILE, FOLDER, EDITION (`complete.c` has the table). */
typedef struct option {
    const char *name; /* "--seed" */
    const char *value;
    const char *help;
    bool *flag;
    const char **text;
    uint64_t *number; /* decimal, minimum .. maximum */
    uint64_t minimum;
    uint64_t maximum;
    /* What it was called before: still understood, and not told of. May be null. */
    const char *alias;
} option;

/* What a subcommand takes. `options` ends with a row without a name. */
typedef struct arguments {
    /* "check [OPTION...] FILE...", its name first. A word in capitals is a name as that of
     * an option's value, a list such as "[playouts|search]" what it may be. */
    const char *usage;
    /* Sentences, lines of at most 78 columns, may be null. Where the usage has COMMAND, a
     * line that two spaces begin tells of the one that is its first word. */
    const char *about;
    const option *options;
    int least; /* words that are no options */
    int most;
} arguments;

/* A subcommand, beside its options. */
typedef struct command {
    const char *name;
    const char *help; /* one line, lower case */
    /* Runs with the subcommand's own name as argv[0]; returns the exit status. Every one
     * of them understands --help, and --help=FORM of `describe_find`. */
    int (*run)(int argc, char **argv);
} command;

#endif
