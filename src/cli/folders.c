/* Folders of the user's, made where they are missing. */
#define _POSIX_C_SOURCE 200809L
#include "cli/folders.h"

#include "cli/arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Makes a folder and those above it. Only the last one has to be there afterwards: of the others
 * some are there already, and may not be ours to make. */
static bool make_all(char *path) {
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(path, 0700);
        *at = '/';
    }
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

bool folder_own(const char *variable, const char *home, const char *instead, ff_buffer *path) {
    const char *named = getenv(variable), *own = getenv("HOME");
    if (named && *named == '/') /* the specification: relative ones are to be ignored */
        ff_buffer_text(path, named);
    else if (own && *own == '/')
        ff_buffer_format(path, "%s%s", own, home);
    else
        return complain("neither %s nor HOME names a folder; %s", variable, instead) == 0;
    ff_buffer_text(path, "/flagfall");
    if (path->failed)
        return complain("not enough memory") == 0;
    return make_all(path->data) || complain("%s: %s", path->data, strerror(errno)) == 0;
}
