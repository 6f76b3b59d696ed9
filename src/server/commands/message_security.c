/* What protects an account: its password, recovery code, one-time codes and token, and where
 * it is signed in. What must hold: whatever lets somebody in later is given or taken away
 * only to who knows the password now; signing others out needs none. */
#include "server/base/sanitize.h"
#include "server/commands/account_security.h"
#include "server/commands/command_table.h"
#include "server/commands/message_accounts.h"
#include "server/encoding/encode.h"
#include "server/session/client.h"
#include "server/session/connections.h"

#include <string.h>

static void done(const struct request *request) {
    ff_buffer text = {0};
    encode_done(&text, request->type);
    request_send(request, &text);
}

/* Asks for the own account's password first. */
static void ask(struct request *request, account_task task, ff_span old, ff_span fresh) {
    store_account account;
    char key[SANITIZE_NAME_SIZE];
    if (!account_is_usable(request, old) || !account_find_own(request, &account))
        return;
    if (fresh.size > 0 && !account_may_become(request, fresh, account.name))
        return;
    sanitize_name_key(account.name, key);
    account_ask(request, key,
                &(account_question){.task = task,
                                    .account = &account,
                                    .old = old,
                                    .fresh = fresh,
                                    .code = request->command->code,
                                    .bot = request->command->bot});
}

static void handle_password(struct request *request) {
    if (account_is_usable(request, request->command->new))
        ask(request, ACCOUNT_CHANGE_PASSWORD, request->command->old, request->command->new);
}

static void handle_recovery(struct request *request) {
    ask(request, ACCOUNT_NEW_RECOVERY, request->command->password, (ff_span){"", 0});
}

static void handle_totp(struct request *request) {
    ask(request, ACCOUNT_TOTP_BEGIN, request->command->password, (ff_span){"", 0});
}

static void handle_totp_off(struct request *request) {
    ask(request, ACCOUNT_TOTP_END, request->command->password, (ff_span){"", 0});
}

/* From the first right code on they are asked for: so nobody is locked out by a secret that
 * no phone has. */
static void handle_totp_confirm(struct request *request) {
    static const uint8_t none[ACCOUNT_TOTP_SIZE] = {0};
    store_account account;
    if (!account_find_own(request, &account))
        return;
    if (account.totp_on || memcmp(account.totp, none, sizeof none) == 0) {
        request_refuse(request, "not-begun", "there are no one-time codes to be confirmed");
        return;
    }
    store_answer used = accounts_use_totp(request->hub, &account, request->command->code);
    if (used == STORE_FOUND)
        done(request);
    else if (used == STORE_NONE)
        request_refuse(request, "wrong-code", "this is not the code of now");
}

static void handle_account(struct request *request) {
    store_account account;
    ff_buffer text = {0};
    if (!account_find_own(request, &account))
        return;
    if (encode_account(&text, request->hub->options.store, &account,
                       client_cookie(request->client)))
        request_send(request, &text);
    else
        request_cannot_read(request);
    ff_buffer_free(&text);
}

static void handle_sign_out_others(struct request *request) {
    if (account_is_signed_in(request) && accounts_end_others(request))
        done(request);
}

static void handle_token(struct request *request) {
    ask(request, ACCOUNT_NEW_TOKEN, request->command->password, (ff_span){"", 0});
}

static void handle_revoke_token(struct request *request) {
    const struct person *person = &request->who->person;
    if (!account_is_signed_in(request) || !store_drop_token(request->hub->options.store, person))
        return;
    hub_dismiss_bots(request->hub, person);
    done(request);
}

const command_kind message_security[] = {
    {"account", COST_LIGHT, handle_account, {{0}}},
    {"password",
     COST_HEAVY,
     handle_password,
     {MESSAGE_NEEDS(TEXT, old), MESSAGE_NEEDS(TEXT, new), MESSAGE_MAY(TEXT, code)}},
    {"recovery",
     COST_HEAVY,
     handle_recovery,
     {MESSAGE_NEEDS(TEXT, password), MESSAGE_MAY(TEXT, code)}},
    {"totp", COST_HEAVY, handle_totp, {MESSAGE_NEEDS(TEXT, password)}},
    {"totp-confirm", COST_WRITE, handle_totp_confirm, {MESSAGE_NEEDS(TEXT, code)}},
    {"totp-off",
     COST_HEAVY,
     handle_totp_off,
     {MESSAGE_NEEDS(TEXT, password), MESSAGE_NEEDS(TEXT, code)}},
    {"sign-out-others", COST_WRITE, handle_sign_out_others, {{0}}},
    {"token",
     COST_HEAVY,
     handle_token,
     {MESSAGE_NEEDS(TEXT, password), MESSAGE_MAY(TEXT, code), MESSAGE_MAY(BOOL, bot)}},
    {"revoke-token", COST_WRITE, handle_revoke_token, {{0}}},
    {0},
};
