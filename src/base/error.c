/* Errors as one printable line: a program that shows input back never shows control
 * characters. */
#include "flagfall/base.h"

#include <stdio.h>

const char *ff_error_word(ff_error_code code) {
    static const char *const words[] = {
        [FF_ERROR_NONE] = "none",         [FF_ERROR_NO_MEMORY] = "no-memory",
        [FF_ERROR_SIZE] = "size",         [FF_ERROR_SYNTAX] = "syntax",
        [FF_ERROR_UNKNOWN] = "unknown",   [FF_ERROR_RANGE] = "range",
        [FF_ERROR_MISSING] = "missing",   [FF_ERROR_REPEATED] = "repeated",
        [FF_ERROR_CONFLICT] = "conflict", [FF_ERROR_ARMY] = "army",
        [FF_ERROR_ILLEGAL] = "illegal",   [FF_ERROR_UNSUPPORTED] = "unsupported",
        [FF_ERROR_DAMAGED] = "damaged",   [FF_ERROR_SYSTEM] = "system",
        [FF_ERROR_PEER] = "peer",
    };
    return (unsigned)code < sizeof words / sizeof *words ? words[code] : "unknown";
}

bool ff_fail(ff_error *error, ff_error_code code, size_t line, size_t column, const char *format,
             ...) {
    if (!error)
        return false;
    error->code = code;
    error->line = line;
    error->column = column;
    va_list arguments;
    /* A message that is longer than its room is cut at the end: `vsnprintf` always ends it. */
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    for (char *at = error->message; *at; at++) {
        /* Messages quote what was read, which may be anything. */
        unsigned char byte = (unsigned char)*at;
        if (byte < 0x20 || byte >= 0x7f)
            *at = '?';
    }
    return false;
}
