/* What is done once a password is known to be right: the inside of accounts.c, which asks for
 * the password and then calls one of these. account_signing.c has who a browser is from then on;
 * account_security.c what protects the account. */
#ifndef FLAGFALL_SERVER_COMMANDS_ACCOUNT_TASKS_H
#define FLAGFALL_SERVER_COMMANDS_ACCOUNT_TASKS_H

#include "server/base/sanitize.h"
#include "server/commands/accounts.h"
#include "server/identity/recovery.h"

enum { ACCOUNT_CODE_SIZE = 16 };

/* What is to be done once the password is known. */
typedef struct account_job {
    password_job password; /* first */
    account_task task;
    uint64_t client; /* its number: it may have gone */
    ff_person person;
    int64_t epoch; /* of the account, when it was asked */
    attempt_ticket ticket;
    char code[ACCOUNT_CODE_SIZE];
    char name[SANITIZE_NAME_SIZE];
    bool bot;
} account_job;

/* Each answers the request. `account` is as it is now; of who registers, zeros. */
typedef void account_finish(const ff_request *request, const account_job *done,
                            const store_account *account);
account_finish account_finish_register;
account_finish account_finish_sign_in;
account_finish account_finish_password;
account_finish account_finish_recover;
account_finish account_finish_erase;
account_finish account_finish_new_recovery;
account_finish account_finish_totp_begin;
account_finish account_finish_totp_end;
account_finish account_finish_token;

/* A new recovery code of the account's, to be told. False where the turn is spoilt. */
bool account_make_recovery(ff_store *store, const ff_person *person, char code[RECOVERY_TEXT]);

#endif
