/* A profile as JSON (docs/protocol.md): what an account shows of itself, or what somebody sees of
 * its own. Made by a thread, of a store that is its own. */
#ifndef FLAGFALL_SERVER_PEOPLE_PROFILE_H
#define FLAGFALL_SERVER_PEOPLE_PROFILE_H

#include "server/people/subject.h"

/* STORE_NONE: there is no such account, or it shows less than this. What is written is then of no
 * use; as it is for STORE_FAILED. */
store_answer profile_write(struct store *store, const profile_question *asked, ff_buffer *out);

#endif
