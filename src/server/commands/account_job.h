/* What waits for a password's hash, and is done once the password is known to be right: accounts.c
 * asks for the hash and then calls one of `account_finish`, of which account_signing.h has those
 * that say who a browser is from then on, account_security.h those that protect the account. */
#ifndef FLAGFALL_SERVER_COMMANDS_ACCOUNT_JOB_H
#define FLAGFALL_SERVER_COMMANDS_ACCOUNT_JOB_H

#include "server/base/sanitize.h"
#include "server/request/message_request.h"
#include "server/store/store_accounts.h"

typedef enum account_task {
    ACCOUNT_REGISTER,
    ACCOUNT_SIGN_IN,
    ACCOUNT_CHANGE_PASSWORD,
    ACCOUNT_ERASE,
    ACCOUNT_RECOVER,      /* a new password for who has the recovery code */
    ACCOUNT_NEW_RECOVERY, /* a new recovery code */
    ACCOUNT_TOTP_BEGIN,   /* a secret for one-time passwords, not yet asked for */
    ACCOUNT_TOTP_END,
    ACCOUNT_NEW_TOKEN, /* a new bearer token */
} account_task;

enum { ACCOUNT_CODE_SIZE = 16 };

/* What is to be done once the password is known. */
typedef struct account_job {
    password_job password; /* first */
    account_task task;
    uint64_t client; /* its number: it may have gone */
    struct person person;
    int64_t epoch; /* of the account, when it was asked */
    attempt_ticket ticket;
    char code[ACCOUNT_CODE_SIZE];
    char name[SANITIZE_NAME_SIZE];
    bool bot;
} account_job;

/* Each answers the request. `account` is as it is now; of who registers, zeros. */
typedef void account_finish(const struct request *request, const account_job *done,
                            const store_account *account);

#endif
