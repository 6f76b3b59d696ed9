/* Where a user's files are kept, by the XDG base directory specification. */
#ifndef FLAGFALL_CLI_FOLDERS_H
#define FLAGFALL_CLI_FOLDERS_H

#include "flagfall/base.h"

/* Appends the path of the program's own folder: under that of the environment's `variable`
 * ("XDG_DATA_HOME"), or, where it is unset or no absolute path, under `home` ("/.local/share")
 * of HOME. It is made where it is missing. False after a complaint, which ends with `instead`:
 * what else a user may say. */
bool folder_own(const char *variable, const char *home, const char *instead, ff_buffer *path);

#endif
