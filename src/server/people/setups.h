/* How somebody sets up, as JSON (docs/protocol.md). Made by a thread, of a store that is its own.
 */
#ifndef FLAGFALL_SERVER_PEOPLE_SETUPS_H
#define FLAGFALL_SERVER_PEOPLE_SETUPS_H

#include "server/people/subject.h"

/* As profile_write; STORE_NONE also where the account does not show its set-ups to who asks. */
store_answer setups_write(struct store *store, const profile_question *asked, ff_buffer *out);

#endif
