/* What the server says, as docs/protocol.md tells it. Buffers out, nothing else;
 * of a game only the owner's view. */
#ifndef FLAGFALL_SERVER_WIRE_H
#define FLAGFALL_SERVER_WIRE_H

#include "server/tables.h"

typedef struct wire_refusal {
    const char *re;
    ff_span game; /* null data: of no game */
    const char *reason;
    const char *message;
} wire_refusal;

void wire_refused(ff_buffer *out, const wire_refusal *refusal);

/* The table as its owner may know it, with the events from `first` on. Returns
 * how many events there are. */
unsigned wire_game(ff_buffer *out, const ff_table *table, unsigned first);

void wire_suggestion(ff_buffer *out, const ff_edition *edition, const char *letters);

/* The reason is FF_SETUP_OK for an army that may be played. */
void wire_checked(ff_buffer *out, const ff_edition *edition, ff_span letters,
                  ff_setup_reason reason, bool can_move);

/* The welcome in three parts: what is the same for all, the guest's games one
 * after another, and the end. */
void wire_welcome_opening(ff_buffer *out, const char *version, const ff_opponents *opponents);
void wire_welcome_game(ff_buffer *out, const store_game *game);
void wire_welcome_end(ff_buffer *out);

#endif
