/* Messages that wait to be sent, in order. */
#ifndef FLAGFALL_SERVER_OUTBOX_H
#define FLAGFALL_SERVER_OUTBOX_H

#include "flagfall/base.h"

typedef struct outbox_message outbox_message;

/* Begins as {0}; ends with `outbox_clear`. */
typedef struct ff_outbox {
    outbox_message *first;
    outbox_message *last;
    size_t bytes; /* that all of them take in memory */
} ff_outbox;

/* Adds a copy at the end; false when memory is out. */
bool outbox_add(ff_outbox *to, ff_span text);

/* Adds all messages of another one, which has none afterwards. */
void outbox_move(ff_outbox *to, ff_outbox *from);

/* The first message, null where there is none; and takes it out. */
const ff_span *outbox_first(const ff_outbox *outbox);
void outbox_drop_first(ff_outbox *from);

void outbox_clear(ff_outbox *from);

#endif
