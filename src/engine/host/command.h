/* The command that starts a program: words, and the folder that is its home. */
#ifndef FLAGFALL_ENGINE_COMMAND_H
#define FLAGFALL_ENGINE_COMMAND_H

#include "flagfall/base.h"

/* Start from `{0}`, end with `command_line_free`. */
typedef struct command_line {
    char **word; /* ends with a null */
    size_t count;
    char *home; /* absolute; the folder that a game's own folder is a copy of. Null: none,
                   that folder is empty */
} command_line;

/* Splits a text into words as a shell would, but for everything else that a shell
 * does: spaces divide, 'single quotes' hold any bytes, "double quotes" too but for
 * \" and \\, and outside of quotes \ takes the next byte as it is. One word at
 * least. False with the reason. */
bool command_line_parse(ff_span text, command_line *c, ff_error *error);

/* The resolved command that runs one file (an absolute path, its folder is home)
 * without arguments. False when memory is out. */
bool command_line_of_file(const char *path, command_line *c);

void command_line_free(command_line *c);

/* Finds the program and its home.
 *
 * A program named with a slash lies at home, in the folder that holds it, unless that
 * is a folder of the PATH; one without is searched for along the PATH and has no home.
 * Where the program has none (an interpreter), the first argument with a slash or dot
 * that names a file gives it. Words that name files at home become relative to it,
 * as the program will run in a copy of it; other files and folders absolute.
 *
 * False with the reason, in particular where nothing can be run, or home is larger
 * than COMMAND_HOME_MAX bytes: it is copied for every game. */
bool command_line_resolve(command_line *c, ff_error *error);

#define COMMAND_HOME_MAX (256l << 20)

#endif
