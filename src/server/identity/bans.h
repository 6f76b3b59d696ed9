/* Who is let in, by all that the host has said: of addresses, accounts and guests. */
#ifndef FLAGFALL_SERVER_IDENTITY_BANS_H
#define FLAGFALL_SERVER_IDENTITY_BANS_H

#include "server/identity/identity.h"

/* May this person come from this address (as `address_group_text` gives it)? `why` becomes null or
 * the sentence that refuses it. False where the store cannot be read. */
bool bans_look(struct store *store, const struct identity *who, const char *address, int64_t now,
               const char **why);

/* Accounts that are banned among so many accounts whose names, as they are compared, come after
 * `after`; it becomes the last of them, and empty where there are no more. The visitor returns
 * false to stop. */
typedef bool bans_visitor(void *context, const char *name);
bool bans_visit_accounts(struct store *store, char after[ACCOUNT_NAME_SIZE], unsigned accounts,
                         bans_visitor *visit, void *context);

#endif
