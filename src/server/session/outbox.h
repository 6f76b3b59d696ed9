/* Messages that wait to be sent, in order.
 *
 * A text that goes to many is there once: whoever holds it has a use of it, and it goes
 * with the last. Each outbox counts the bytes of all its texts as its own, so that what a
 * client leaves unread is limited whoever else reads the same.
 *
 * One thread. */
#ifndef FLAGFALL_SERVER_SESSION_OUTBOX_H
#define FLAGFALL_SERVER_SESSION_OUTBOX_H

#include "flagfall/base.h"

enum { OUTBOX_HEADROOM = 16 }; /* bytes before a text, free for who frames it */

typedef struct outbox_text outbox_text;

/* A copy with one use, the caller's. Null when memory is out, or was for the buffer. */
outbox_text *outbox_text_new(const ff_buffer *text);

/* Gives up a use; null: nothing. */
void outbox_text_drop(outbox_text *text);

typedef struct outbox_message outbox_message;

/* Begins as {0}; ends with `outbox_clear`. */
struct outbox {
    outbox_message *first;
    outbox_message *last;
    size_t bytes; /* of all its texts, and what it takes to keep them */
};

/* Adds a text, with a use of its own, at the end; false when memory is out. */
bool outbox_add(struct outbox *to, outbox_text *text);

/* Adds all messages of another one, which has none afterwards. */
void outbox_move(struct outbox *to, struct outbox *from);

/* The first message, null where there is none; and takes it out. The bytes before it may
 * be written to. */
const ff_span *outbox_first(const struct outbox *outbox);
void outbox_drop_first(struct outbox *from);

void outbox_clear(struct outbox *from);

#endif
