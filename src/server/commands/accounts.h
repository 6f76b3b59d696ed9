/* Accounts: what waits for a password's hash, and what becomes of it. The messages
 * are in message_accounts.c; those that need a hash are asked for here and answered
 * in a later batch, where the client is still there. */
#ifndef FLAGFALL_SERVER_COMMANDS_ACCOUNTS_H
#define FLAGFALL_SERVER_COMMANDS_ACCOUNTS_H

#include "server/commands/message_request.h"
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

typedef struct account_question {
    account_task task;
    const char *name;             /* of who registers, clean; may be null otherwise */
    const store_account *account; /* whose password it is; null: nobody's, or a new one's */
    ff_span old, fresh;           /* as in password_question */
    ff_span code;                 /* a one-time password, where one is needed */
    bool bot;                     /* whose token is asked for is a bot from now on */
    attempt_ticket ticket;        /* its place in the line */
} account_question;

/* False when too many wait already, or memory is out. */
bool accounts_ask(const ff_request *request, const account_question *question);

/* Answers what has come, in the batch that is open. */
void accounts_take_answers(ff_hub *hub);

/* Signs the account out at the client's browser, which is its guest again. */
void accounts_sign_out(const ff_request *request);

/* Deletes what the store has of the client's person; see `erase` in the protocol. */
void accounts_erase(const ff_request *request);

/* A new bearer token for the account: 256 random bits, of which the store keeps a hash.
 * False when the batch is spoilt. */
enum { ACCOUNT_TOKEN_SIZE = 48 };
bool accounts_make_token(ff_store *store, const ff_person *person, bool bot,
                         char token[ACCOUNT_TOKEN_SIZE]);

/* The browser's own account is signed out at all others; tickets that were given before, and
 * the bearer token, are void. False when the batch is spoilt. */
bool accounts_end_others(const ff_request *request);

/* Takes a one-time password of the account's, once. */
store_answer accounts_use_totp(ff_hub *hub, const store_account *account, ff_span code);

/* Whose token it is. */
store_answer accounts_find_token(ff_store *store, ff_span token, store_account *account);

#endif
