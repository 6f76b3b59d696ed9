/* Scripts by which shells complete the program's words. All goes to standard output. */
#ifndef FLAGFALL_CLI_COMPLETE_H
#define FLAGFALL_CLI_COMPLETE_H

#include "cli/spec.h"

/* The script for "bash", "zsh" or "fish"; false for others. `commands` ends with a row
 * without a name. */
bool complete_write(const char *shell, const command *commands);

/* One command's part of such a script. */
void complete_bash(const arguments *spec);
void complete_zsh(const arguments *spec);
void complete_fish(const arguments *spec);

#endif
