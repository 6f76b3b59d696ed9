/* What the subcommands share: options, files, and words for exit statuses. */
#ifndef FLAGFALL_SUPPORT_H
#define FLAGFALL_SUPPORT_H

#include "flagfall/edition.h"

enum {
    EXIT_DONE = 0,  /* done, and the answer is yes */
    EXIT_NO = 1,    /* done, and the answer is no: an illegal move, a failed match */
    EXIT_WRONG = 2, /* wrong usage, or input that cannot be read */
    GO_ON = -1      /* `arguments_parse`: no reason to stop */
};

/* An option, described once for reading and for help. Exactly one of the three
 * targets is set; what it points to is left alone when the option is absent. */
typedef struct option {
    const char *name;  /* "--seed" */
    const char *value; /* "N", the name of its value in the help; null for a flag */
    const char *help;
    bool *flag;
    const char **text;
    uint64_t *number; /* decimal, minimum .. maximum */
    uint64_t minimum;
    uint64_t maximum;
} option;

/* What a subcommand takes. `options` ends with a row without a name. */
typedef struct arguments {
    const char *usage; /* "check [OPTION...] FILE..." */
    const char *about; /* sentences, lines of at most 78 columns, may be null */
    const option *options;
    int least; /* words that are no options */
    int most;
} arguments;

/* Reads the options, wherever they stand (`--name value` or `--name=value`; `--`
 * ends them), and leaves the other words in argv[1] .. argv[argc - 1]. GO_ON, or
 * the exit status: after --help, or wrong usage, which has been complained of. */
int arguments_parse(const arguments *spec, int *argc, char **argv);

/* The same where the first word is a command: what follows are its words, `-x` too. */
int arguments_parse_command(const arguments *spec, int *argc, char **argv);

/* The number that an argument called `name` must be. GO_ON, or the exit status
 * after a complaint. */
int argument_number(const char *name, const char *text, uint64_t minimum, uint64_t maximum,
                    uint64_t *number);

/* A complaint on stderr, "flagfall: ...". Returns EXIT_WRONG. */
int complain(const char *format, ...) FF_PRINTF(1, 2);

/* The whole of a file, or of standard input where the path is "-", added to
 * `out`. False after a complaint. */
bool file_read(const char *path, ff_buffer *out);

/* Writes a file, or standard output where the path is null or "-". False after a
 * complaint. */
bool file_write(const char *path, const ff_buffer *text);

/* An edition file (docs/editions.md). False after a complaint. */
bool edition_read(const char *path, ff_edition *edition);

/* The edition that `name` means: the id of a built-in one, or else the path of an
 * edition file. False after a complaint. */
bool edition_choose(const char *name, ff_edition *edition);

#endif
