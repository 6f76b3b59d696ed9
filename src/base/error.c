/* Errors as one printable line: a program that shows input back never shows control
 * characters. */
#include "flagfall/base.h"

#include <stdio.h>

/* Messages quote what was read, which may be anything. */
static void make_printable(char *text) {
    for (; *text; text++) {
        unsigned char byte = (unsigned char)*text;
        if (byte < 0x20 || byte >= 0x7f)
            *text = '?';
    }
}

bool ff_fail(ff_error *error, size_t line, size_t column, const char *format, ...) {
    if (!error)
        return false;
    error->line = line;
    error->column = column;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    make_printable(error->message);
    return false;
}
