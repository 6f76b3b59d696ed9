/* What an engine says to its host: our own protocol, docs/engine-protocol.md. Pure:
 * lines to values and back. A line is a span without its end. */
#ifndef FLAGFALL_ENGINE_REPLY_H
#define FLAGFALL_ENGINE_REPLY_H

#include "flagfall/notation.h"
#include "flagfall/player.h"

typedef enum reply_kind {
    REPLY_ID,     /* `name` is name or author, `text` who */
    REPLY_OPTION, /* `name` and `option` */
    REPLY_READY,  /* `number`: the version that will be spoken */
    REPLY_PONG,   /* `text` of the ping */
    REPLY_SETUP,  /* `text`: the army */
    REPLY_INFO,   /* `text`; see `reply_info` */
    REPLY_MOVE,   /* `move`, or FF_RESIGN */
    REPLY_ERROR,  /* `text` */
    REPLY_KINDS
} reply_kind;

typedef enum option_type { OPTION_SPIN, OPTION_CHECK, OPTION_STRING, OPTION_TYPES } option_type;

/* "spin 5 1 10": a number with its bounds; "check true"; "string", any text. */
typedef struct engine_option {
    option_type type;
    ff_span value; /* the default */
    unsigned long least, most;
} engine_option;

typedef struct reply {
    reply_kind kind;
    ff_span name;
    ff_span text;
    unsigned long number;
    ff_move move;
    engine_option option;
} reply;

/* False with what is wrong and what would be right. */
bool reply_parse(ff_span line, reply *r, ff_error *error);

/* Adds what the text of an `info` line tells to `thought`; what is not known is passed
 * over, so that engines may tell more. False where a number or a belief is none. */
bool reply_info(ff_span text, ff_thought *thought, ff_error *error);

/* May the option have this value? */
bool reply_option_takes(const engine_option *option, ff_span value, ff_error *error);

/* Lines that take more than a word to write, with their ends. */
void reply_write_option(const char *name, const engine_option *option, ff_buffer *out);
void reply_write_thought(const ff_thought *thought, unsigned ms, bool beliefs, ff_buffer *out);
void reply_write_move(ff_move move, const ff_view *view, ff_buffer *out);

#endif
