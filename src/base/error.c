/* Errors as one printable line of UTF-8: a program that shows input back never shows control
 * characters. */
#include "flagfall/base.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

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

/* Is this a control, U+0080 to U+009F among them? */
static bool is_control(const unsigned char *c, size_t size) {
    return c[0] < 0x20 || c[0] == 0x7f || (size == 2 && c[0] == 0xc2 && c[1] < 0xa0);
}

/* Does it break the line, or turn the direction in which it is read: U+200E, U+200F, U+2028 to
 * U+202E, U+2066 to U+2069? A line with it may look like another. */
static bool turns_line(const unsigned char *c, size_t size) {
    if (size != 3 || c[0] != 0xe2)
        return false;
    bool near = c[1] == 0x80 && (c[2] == 0x8e || c[2] == 0x8f || (c[2] >= 0xa8 && c[2] <= 0xae));
    return near || (c[1] == 0x81 && c[2] >= 0xa6 && c[2] <= 0xa9);
}

/* Bytes of the character that a text begins with, where it may be shown; else 0. */
static size_t shown(ff_span text) {
    const unsigned char *c = (const unsigned char *)text.data;
    size_t size = utf8_sequence(text);
    return is_control(c, size) || turns_line(c, size) ? 0 : size;
}

/* Messages quote what was read, which may be anything. */
static void make_printable(char *message, size_t size) {
    for (size_t i = 0; i < size;) {
        size_t good = shown((ff_span){message + i, size - i});
        if (!good)
            message[i] = '?';
        i += good ? good : 1;
    }
}

/* The size of a message that was cut, without the first bytes of a character whose others are
 * lost. */
static size_t whole_characters(const char *message, size_t size) {
    size_t begin = size;
    while (begin > 0 && size - begin < 3 && ((unsigned char)message[begin - 1] & 0xc0) == 0x80)
        begin--;
    if (begin == 0 || (unsigned char)message[begin - 1] < 0xc0)
        return size;
    begin--;
    return utf8_sequence((ff_span){message + begin, size - begin}) ? size : begin;
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
    int wanted = vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    size_t size = strlen(error->message);
    if (wanted >= (int)sizeof error->message)
        size = whole_characters(error->message, size);
    error->message[size] = 0;
    make_printable(error->message, size);
    return false;
}
