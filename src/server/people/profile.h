/* A profile as JSON (docs/protocol.md): what an account shows of itself, or what somebody sees of
 * its own. Made by a thread, of a store that is its own. */
#ifndef FLAGFALL_SERVER_PEOPLE_PROFILE_H
#define FLAGFALL_SERVER_PEOPLE_PROFILE_H

#include "server/identity/identity.h"
#include "server/people/people_rows.h"

/* Whose profile, and who looks. */
typedef struct profile_question {
    ff_span name;           /* the account's; empty: the viewer's own, a guest's too */
    struct identity viewer; /* nobody: somebody without a cookie */
    const char *strongest;  /* computer player, or null */
} profile_question;

/* STORE_NONE: there is no such account, or it shows less than this. What is written is then of no
 * use; as it is for STORE_FAILED. */
store_answer profile_write(struct store *store, const profile_question *asked, ff_buffer *out);

#endif
