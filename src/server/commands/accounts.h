/* Accounts: what waits for a password's hash, and what becomes of it. The messages
 * are in message_accounts.c; those that need a hash are asked for here and answered
 * in a later batch, where the client is still there. */
#ifndef FLAGFALL_SERVER_COMMANDS_ACCOUNTS_H
#define FLAGFALL_SERVER_COMMANDS_ACCOUNTS_H

#include "server/commands/account_job.h"

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
bool accounts_ask(const struct request *request, const account_question *question);

/* Answers what has come, in the batch that is open. */
void accounts_take_answers(struct hub *hub);

#endif
