/* A command's table of options in other forms. All goes to standard output. */
#ifndef FLAGFALL_CLI_DESCRIBE_H
#define FLAGFALL_CLI_DESCRIBE_H

#include "cli/spec.h"

/* Writes what a subcommand takes. */
typedef void (*describe_form)(const arguments *spec);

/* "text", what --help prints; "man", its part of a page of the manual; "bash", "zsh" and
 * "fish", its part of the script that completes words in that shell. Null for others. */
describe_form describe_find(const char *name);

/* A page of the manual: of the program, or of one command. `commands` ends with a row
 * without a name. */
void describe_program_page(const command *commands, const char *version);
void describe_command_page(const command *c, const char *version);

#endif
