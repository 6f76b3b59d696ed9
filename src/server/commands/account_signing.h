/* Who a browser is: signing in and out, and being forgotten. */
#ifndef FLAGFALL_SERVER_COMMANDS_ACCOUNT_SIGNING_H
#define FLAGFALL_SERVER_COMMANDS_ACCOUNT_SIGNING_H

#include "server/commands/account_job.h"

account_finish account_finish_register;
account_finish account_finish_sign_in;
account_finish account_finish_password;
account_finish account_finish_recover;
account_finish account_finish_erase;

/* Signs the account out at the client's browser, which is its guest again. */
void accounts_sign_out(const struct request *request);

/* Deletes what the store has of the client's person; see `erase` in the protocol. */
void accounts_erase(const struct request *request);

#endif
