/* The server's log: one line an event on a stream, `key=value` pairs with the time, the
 * level and the event first. What is logged is for the operator: never a rank, the
 * letters of an army, a token, a cookie, a password or a line of chat, and a person only
 * by the first digits of a hash. */
#ifndef FLAGFALL_SERVER_BASE_LOG_H
#define FLAGFALL_SERVER_BASE_LOG_H

#include "server/base/address.h"
#include "server/base/time_source.h"

#include <stdio.h>

typedef enum log_level { LOG_OFF, LOG_ERROR, LOG_INFO, LOG_DEBUG } log_level;

struct log {
    FILE *stream;
    log_level level;         /* what is said at most */
    const time_source *time; /* of the lines; null: the system's */
};

/* The level of a word, off info debug; false where it is none. */
bool log_level_parse(const char *word, log_level *level);

/* Would this be written? A null log writes nothing. */
bool log_wants(const struct log *log, log_level level);

/* A line. `fields` is "key=%s key=%u ..." of words, may be empty; a value that may hold
 * anything goes through `log_quote` first. */
void log_event(const struct log *log, log_level level, const char *event, const char *fields, ...)
    FF_PRINTF(4, 5);

enum { LOG_QUOTED = 200 };

/* Any text as one value: in quotes, with `\"` and `\\`, other than printable ASCII as
 * `?`, cut to fit. */
const char *log_quote(char room[LOG_QUOTED], const char *text);

#endif
