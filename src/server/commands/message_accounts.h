/* What messages about accounts have in common: who may send them, and how a password is
 * asked for. Where an answer is no, it has been refused. */
#ifndef FLAGFALL_SERVER_COMMANDS_MESSAGE_ACCOUNTS_H
#define FLAGFALL_SERVER_COMMANDS_MESSAGE_ACCOUNTS_H

#include "server/commands/accounts.h"

bool account_is_signed_in(struct request *request);
bool account_is_guest(struct request *request);

/* Can it be a password; and may it become one, of who is called so? */
bool account_is_usable(struct request *request, ff_span password);
bool account_may_become(struct request *request, ff_span password, const char *name);

/* The client's own account, which is signed in. */
bool account_find_own(struct request *request, store_account *account);

/* Asks the question, if one may try now: see attempts.h. `account` is null where none is
 * guessed at; `key` is the name's, or empty where a hash is made and nothing is guessed. */
void account_ask(struct request *request, const char *key, account_question *question);

#endif
