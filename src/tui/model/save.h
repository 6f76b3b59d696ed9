/* A record that a person wants to keep, as a file: never over one that is there. */
#ifndef FLAGFALL_TUI_SAVE_H
#define FLAGFALL_TUI_SAVE_H

#include "flagfall/base.h"

enum { SAVE_PATH = 512 };

/* Writes the text as the file `wish`, or (null or empty) as flagfall-N.ffr in the folder where
 * the program was started, by the first number that is free. `path` is its name. False with
 * `errno`. */
bool save_record(const char *wish, const ff_buffer *text, char path[SAVE_PATH]);

#endif
