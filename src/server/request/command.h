/* A command: one thing that somebody wants done, typed. A WebSocket's message and a bot's
 * request both become one (command_table.h, bot_acts.h), and it is served once
 * (messages.h). Its texts live in the arena that it was read into, so it may wait there. */
#ifndef FLAGFALL_SERVER_REQUEST_COMMAND_H
#define FLAGFALL_SERVER_REQUEST_COMMAND_H

#include "base/arena.h"
#include "server/base/cost.h"

#include <jansson.h>

typedef enum maybe { UNSAID, NO, YES } maybe;

/* Seconds, not yet checked: what was missing, and what was no whole number, are numbers of
 * their own. */
#define COMMAND_NO_VALUE INT64_MIN
#define COMMAND_NO_NUMBER (INT64_MIN + 1)
typedef struct command_clock {
    bool given;
    bool strange; /* it had a part that there is not */
    int64_t bank, free, increment, setup;
    int64_t days; /* of each move, in the place of all others */
} command_clock;

typedef struct command_kind command_kind;

/* A text that was not given has null data; terms that were not given their usual value. */
struct command {
    const command_kind *kind;
    ff_span game, edition, seat, opponent, letters, salt, style, from, to, code, as, text;
    ff_span name, password, old, new, recovery;
    ff_span endpoint, p256dh, auth, after, puzzle, answer;
    ff_span editions, clocks, line; /* lists: words parted in by spaces */
    ff_span against, result, shows, tournament, system, reason;
    int64_t ply, before, since, until, time, delay, minutes, rounds, places, first;
    int64_t days; /* COMMAND_NO_VALUE where it is not said */
    command_clock clock;
    bool color, level; /* its sender wrote so for `seat`, `opponent` (command_field_called) */
    bool any_ply;      /* the move is for the game as it stands, whatever `ply` is */
    bool bot, bots, memory, remember, hints, open, rated, guests, chooses, yes, on;
    maybe watch, rated_only;
};

/* ---- the tables of commands ---- */

typedef enum field_kind {
    FIELD_END,
    FIELD_TEXT,   /* ff_span */
    FIELD_LIST,   /* ff_span: a list of texts, or one text; parted by spaces */
    FIELD_NUMBER, /* int64_t */
    FIELD_BOOL,   /* bool */
    FIELD_MAYBE,  /* maybe */
    FIELD_CLOCK,  /* command_clock */
} field_kind;

typedef struct command_field {
    const char *name;
    field_kind kind;
    size_t offset; /* in a command */
    bool optional; /* missing or null: the command keeps what it has */
} command_field;

/* A field is called in the message as it is in the command. */
#define MESSAGE_NEEDS(kind, name)                                                                  \
    { #name, FIELD_##kind, offsetof(struct command, name), false }
#define MESSAGE_MAY(kind, name)                                                                    \
    { #name, FIELD_##kind, offsetof(struct command, name), true }
#define MESSAGE_TERMS                                                                              \
    MESSAGE_MAY(CLOCK, clock), MESSAGE_MAY(BOOL, memory), MESSAGE_MAY(BOOL, remember),             \
        MESSAGE_MAY(BOOL, hints), MESSAGE_MAY(MAYBE, watch), MESSAGE_MAY(NUMBER, delay)

enum { COMMAND_FIELDS_MAX = 13 };

struct request;

struct command_kind {
    const char *type;
    cost cost;
    void (*handle)(struct request *request);
    command_field fields[COMMAND_FIELDS_MAX]; /* a row of zeros ends them */
};

/* What the sender calls this field: bots have names of their own for two of them. */
const char *command_field_called(const struct command *command, const char *name);

/* ---- reading ---- */

/* Why something could not be read. */
typedef struct command_refusal {
    const char *reason;
    char message[128];
} command_refusal;

/* A command of which nothing has been said but, perhaps, its kind. */
struct command command_of(const command_kind *kind);

/* Where values come from: an object, or the pairs of a form, whose texts may stand for numbers and
 * switches. */
typedef struct command_pair {
    ff_span name, value;
} command_pair;

typedef struct command_source {
    const json_t *object; /* null: the pairs */
    const command_pair *pairs;
    size_t count;
    bool bot; /* a clock is flat, nothing is needed */
} command_source;

/* Reads the fields of `out->kind`. All are read before a refusal, so that it can name the
 * game. */
bool command_fill(struct command *out, const command_source *from, struct arena *memory,
                  command_refusal *why);

#endif
