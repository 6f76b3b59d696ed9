/* Passwords that are asked for, and what is done when they were right (account_job.h). What must
 * hold: threads hash passwords and nothing else; whoever was asked about is looked up again when
 * the answer comes, for meanwhile account and browser may have changed; and each ticket of an
 * attempt is given back once, whether anybody still waits for the answer or not. */
#include "server/commands/accounts.h"

#include "server/commands/account_security.h"
#include "server/commands/account_signing.h"
#include "server/database/store_nodes.h"
#include "server/session/client.h"
#include "server/session/connections.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One that never began still has the passwords. */
static void free_job(job *done) {
    sodium_memzero(done, sizeof(account_job));
    free(done);
}

bool accounts_ask(const struct request *request, const account_question *question) {
    assert(request->client); /* a password comes by a connection that can be told */
    account_job *asked = calloc(1, sizeof *asked);
    if (!asked)
        return false;
    asked->password.job.free = free_job;
    snprintf(asked->password.job.address, sizeof asked->password.job.address, "%s",
             request->address);
    asked->task = question->task;
    asked->client = client_number(request->client);
    asked->ticket = question->ticket;
    asked->bot = question->bot;
    if (question->account) {
        asked->person = question->account->person;
        asked->epoch = question->account->epoch;
    }
    if (question->code.size > 0 && question->code.size < sizeof asked->code)
        memcpy(asked->code, question->code.data, question->code.size);
    if (question->name)
        strncat(asked->name, question->name, sizeof asked->name - 1);
    password_question password = {question->old, question->fresh,
                                  question->account ? question->account->hash : NULL};
    if (passwords_ask(request->hub->options.passwords, &password, &asked->password))
        return true;
    free(asked);
    return false;
}

/* The second step, where the account has one. */
static attempt_end check_totp(const struct request *request, const account_job *done,
                              const store_account *account) {
    if (!account->totp_on)
        return ATTEMPT_RIGHT;
    if (!done->code[0]) {
        request_refuse(request, "code-needed", "this account asks for a one-time code as well");
        return ATTEMPT_UNKNOWN;
    }
    store_answer used = accounts_use_totp(request->hub, account, ff_span_of(done->code));
    if (used == STORE_NONE)
        request_refuse(request, "wrong-code", "this is not the code of now, or it has been used");
    return used == STORE_FOUND  ? ATTEMPT_RIGHT
           : used == STORE_NONE ? ATTEMPT_WRONG
                                : ATTEMPT_UNKNOWN;
}

/* What is done for each task when the password was right, and the one-time code too where the
 * account asks for one. A recovery code stands for both; a secret is made where there is none. */
static const struct {
    const char *type;
    bool needs_code;
    account_finish *finish;
} tasks[] = {
    [ACCOUNT_REGISTER] = {"register", false, account_finish_register},
    [ACCOUNT_SIGN_IN] = {"sign-in", true, account_finish_sign_in},
    [ACCOUNT_CHANGE_PASSWORD] = {"password", true, account_finish_password},
    [ACCOUNT_ERASE] = {"erase", true, account_finish_erase},
    [ACCOUNT_RECOVER] = {"recover", false, account_finish_recover},
    [ACCOUNT_NEW_RECOVERY] = {"recovery", true, account_finish_new_recovery},
    [ACCOUNT_TOTP_BEGIN] = {"totp", false, account_finish_totp_begin},
    [ACCOUNT_TOTP_END] = {"totp-off", true, account_finish_totp_end},
    [ACCOUNT_NEW_TOKEN] = {"token", true, account_finish_token},
};

/* The account as it is now: one that has gone, or has another password since it was asked,
 * is as a wrong password. */
static attempt_end finish_known(const struct request *request, const account_job *done) {
    store_account account = {0};
    bool known = !person_is_nobody(&done->person);
    store_answer found =
        known ? store_find_account(request->hub->options.store, &done->person, &account)
              : STORE_NONE;
    if (found == STORE_FAILED) {
        request_cannot_read(request);
        return ATTEMPT_UNKNOWN;
    }
    if (!done->password.answer.right || (known && account.epoch != done->epoch) ||
        (known && found == STORE_NONE)) {
        request_refuse(request, "wrong-password", "name and password do not belong together");
        return ATTEMPT_WRONG;
    }
    attempt_end end =
        tasks[done->task].needs_code ? check_totp(request, done, &account) : ATTEMPT_RIGHT;
    if (end == ATTEMPT_RIGHT)
        tasks[done->task].finish(request, done, &account);
    return end;
}

static attempt_end finish(const struct request *request, const account_job *done) {
    if (done->password.answer.failed) {
        request_refuse(request, "too-many", "the server has no memory for this now; try again");
        return ATTEMPT_UNKNOWN;
    }
    if (!client_is_dismissed(request->client))
        return finish_known(request, done);
    request_refuse(request, "signed-in", "this browser has been signed in or out meanwhile");
    return done->password.answer.right ? ATTEMPT_UNKNOWN : ATTEMPT_WRONG;
}

/* Strangers have their tries at a name of all servers together. */
static void tell_others(struct hub *hub, const attempt_ticket *ticket) {
    char key[17];
    snprintf(key, sizeof key, "%016llx", (unsigned long long)ticket->name);
    store_tell(hub->options.store, "tried", key);
}

/* Who has gone before the answer has tried all the same. */
static void take_answer(struct hub *hub, const account_job *done) {
    assert(done->task < sizeof tasks / sizeof *tasks);
    struct client *client = hub_find_client(hub, done->client);
    attempt_end end = done->password.answer.right ? ATTEMPT_UNKNOWN : ATTEMPT_WRONG;
    if (client) {
        struct request request = request_of_client(hub, client, tasks[done->task].type);
        request_prepare_failure(&request);
        end = finish(&request, done);
    }
    attempts_end(&hub->attempts, &done->ticket, end, (uint64_t)hub_now(hub));
    if (end == ATTEMPT_WRONG && done->ticket.name)
        tell_others(hub, &done->ticket);
}

void accounts_take_answers(struct hub *hub) {
    for (job *done; (done = workers_take(hub->options.passwords)); done->free(done))
        take_answer(hub, (const account_job *)done);
}
