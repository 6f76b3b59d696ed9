/* What protects an account beside its password: recovery codes, one-time codes, bearer tokens. */
#ifndef FLAGFALL_SERVER_COMMANDS_ACCOUNT_SECURITY_H
#define FLAGFALL_SERVER_COMMANDS_ACCOUNT_SECURITY_H

#include "server/commands/account_job.h"
#include "server/identity/recovery.h"

account_finish account_finish_new_recovery;
account_finish account_finish_totp_begin;
account_finish account_finish_totp_end;
account_finish account_finish_token;

/* A new recovery code of the account's, to be told. False where the turn is spoilt. */
bool account_make_recovery(struct store *store, const struct person *person,
                           char code[RECOVERY_TEXT]);

/* A new bearer token for the account: 256 random bits, of which the store keeps a hash.
 * False when the batch is spoilt. */
enum { ACCOUNT_TOKEN_SIZE = 48 };
bool accounts_make_token(struct store *store, const struct person *person, bool bot,
                         char token[ACCOUNT_TOKEN_SIZE]);

/* The browser's own account is signed out at all others; tickets that were given before, and
 * the bearer token, are void. False when the batch is spoilt. */
bool accounts_end_others(const struct request *request);

/* Takes a one-time password of the account's, once. */
store_answer accounts_use_totp(struct hub *hub, const store_account *account, ff_span code);

/* Whose token it is. */
store_answer accounts_find_token(struct store *store, ff_span token, store_account *account);

#endif
