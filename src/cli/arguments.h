/* The words of a command line, read by the table of options of a subcommand. */
#ifndef FLAGFALL_CLI_ARGUMENTS_H
#define FLAGFALL_CLI_ARGUMENTS_H

#include "cli/spec.h"

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

#endif
