/* What people write: lines for other people to read, and the names that they go
 * by. Any bytes in, clean UTF-8 out. Pure.
 *
 * A line keeps what can be read and loses what plays tricks with it: control
 * characters, characters that turn the direction of the text around (Unicode
 * Standard Annex 9), and those that cannot be seen. Line breaks and every kind of
 * space become one space, and no letter carries more than SANITIZE_MARKS marks, so
 * that nobody writes over the lines above and below. What a line means in HTML is
 * for whoever shows it.
 *
 * A name has Latin letters (with accents, up to U+017F), digits, and `. _ -` or a
 * space between two of them. Names that are easily taken for one another have the
 * same key; see `sanitize_name_key`. */
#ifndef FLAGFALL_SERVER_BASE_SANITIZE_H
#define FLAGFALL_SERVER_BASE_SANITIZE_H

#include "flagfall/base.h"

enum {
    SANITIZE_MARKS = 4,      /* accents and joiners in a row */
    SANITIZE_CHAT_MAX = 200, /* characters (code points) of a line of chat */
    SANITIZE_CHAT_SIZE = 4 * SANITIZE_CHAT_MAX + 1,
    SANITIZE_NAME_MIN = 2,
    SANITIZE_NAME_MAX = 20,
    SANITIZE_NAME_SIZE = 2 * SANITIZE_NAME_MAX + 1,
};

/* The text as one line of 1 to `limit` characters, terminated; `line` has room for
 * 4 * limit + 1 bytes. False where it is not UTF-8, and where less or more is left:
 * a line that is too long is refused, never cut. `line` is then of no use. */
bool sanitize_line(ff_span text, size_t limit, char *line);

/* The text as a name, without spaces around it. False where it is none. */
bool sanitize_name(ff_span text, char name[SANITIZE_NAME_SIZE]);

/* What two clean names have in common exactly when one could pass for the other:
 * case, accents and separators do not count, `0` is as good as `o`, `1` and `l` as
 * `i`, `rn` as `m` and `vv` as `w`. ASCII. */
void sanitize_name_key(const char *name, char key[SANITIZE_NAME_SIZE]);

#endif
