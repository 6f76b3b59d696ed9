/* Who is let in, by all that the host has said: of addresses, accounts and guests. */
#ifndef FLAGFALL_SERVER_IDENTITY_BANS_H
#define FLAGFALL_SERVER_IDENTITY_BANS_H

#include "server/identity/identity.h"

/* May this person come from this address (as `address_group_text` gives it)? `why` becomes null or
 * the sentence that refuses it. False where the store cannot be read. */
bool bans_look(struct store *store, const struct identity *who, const char *address, int64_t now,
               const char **why);

#endif
