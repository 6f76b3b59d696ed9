#include "flagfall/notation.h"
#include "server/accounts.h"
#include "server/clean.h"
#include "server/wire.h"

#include <stdio.h>
#include <string.h>

enum { ARMIES_MAX = 100, ARMY_NAME_MAX = 30 };

/* ---- what is refused ---- */

static bool is_signed_in(ff_request *request) {
    if (request->who->has_account)
        return true;
    request_refuse(request, "not-signed-in", "this is for accounts");
    return false;
}

static bool is_guest(ff_request *request) {
    if (!request->who->has_account)
        return true;
    request_refuse(request, "signed-in", "sign out first");
    return false;
}

static bool read_name(ff_request *request, char name[CLEAN_NAME_SIZE]) {
    if (clean_name(request->command->name, name))
        return true;
    request_refuse(request, "bad-name",
                   "a name has 2 to 20 letters and digits, and . _ - or a space between them");
    return false;
}

static bool is_usable(ff_request *request, ff_span password) {
    if (password_is_usable(password))
        return true;
    request_refuse(request, "bad-password", "a password has 8 to 128 bytes");
    return false;
}

/* Guessing is slow, from one address and at one name, which is told by its key: no key
 * looks like an address, as a name may. */
static bool may_try(ff_request *request, const char *key) {
    ff_hub *hub = request->hub;
    uint64_t now = (uint64_t)hub_now(request->hub);
    ff_span address = ff_span_of(request->address);
    if (limits_take(&hub->tries, address, now) && limits_take(&hub->tries, ff_span_of(key), now))
        return true;
    request_refuse(request, "rate", "too many tries; wait a minute");
    return false;
}

static void ask(ff_request *request, const account_question *question) {
    if (!accounts_ask(request, question))
        request_refuse(request, "too-many", "too many passwords are being checked; try again");
}

/* ---- signing in and out ---- */

static void handle_register(ff_request *request) {
    char name[CLEAN_NAME_SIZE], key[CLEAN_NAME_SIZE];
    store_account taken;
    if (!is_guest(request) || !read_name(request, name) ||
        !is_usable(request, request->command->password))
        return;
    clean_name_key(name, key);
    if (!may_try(request, key))
        return;
    store_answer found = store_find_name(request->hub->options.store, key, &taken);
    if (found == STORE_FAILED)
        request_cannot_read(request);
    else if (found == STORE_FOUND)
        request_refuse(request, "name-taken", "this name, or one like it, is taken");
    else
        ask(request,
            &(account_question){ACCOUNT_REGISTER, name, NULL, {0}, request->command->password});
}

/* Whether there is somebody of that name is not told, by words or by time. */
static void handle_sign_in(ff_request *request) {
    char name[CLEAN_NAME_SIZE], key[CLEAN_NAME_SIZE];
    store_account account = {0};
    if (!is_guest(request) || !read_name(request, name) ||
        !is_usable(request, request->command->password))
        return;
    clean_name_key(name, key);
    if (!may_try(request, key))
        return;
    if (store_find_name(request->hub->options.store, key, &account) == STORE_FAILED)
        request_cannot_read(request);
    else
        ask(request,
            &(account_question){ACCOUNT_SIGN_IN, NULL, &account, request->command->password, {0}});
}

static void handle_sign_out(ff_request *request) {
    if (is_signed_in(request))
        accounts_sign_out(request);
}

static bool find_own(ff_request *request, store_account *account) {
    char key[CLEAN_NAME_SIZE];
    if (!is_signed_in(request))
        return false;
    clean_name_key(request->who->name, key);
    if (!may_try(request, key))
        return false;
    if (store_find_account(request->hub->options.store, &request->who->person, account) ==
        STORE_FOUND)
        return true;
    return request_cannot_read(request);
}

static void handle_password(ff_request *request) {
    store_account account;
    if (is_usable(request, request->command->old) && is_usable(request, request->command->new) &&
        find_own(request, &account))
        ask(request, &(account_question){ACCOUNT_CHANGE_PASSWORD, NULL, &account,
                                         request->command->old, request->command->new});
}

static void handle_erase(ff_request *request) {
    store_account account;
    if (!request->who->has_account)
        accounts_erase(request);
    else if (is_usable(request, request->command->password) && find_own(request, &account))
        ask(request,
            &(account_question){ACCOUNT_ERASE, NULL, &account, request->command->password, {0}});
}

static void handle_token(ff_request *request) {
    char token[ACCOUNT_TOKEN_SIZE];
    ff_buffer text = {0};
    if (!is_signed_in(request) ||
        !accounts_make_token(request->hub->options.store, &request->who->person,
                             request->command->bot, token))
        return;
    wire_token(&text, token);
    request_send(request, &text);
}

/* ---- saved armies ---- */

static bool count_army(void *context, const store_army *army) {
    (void)army;
    ++*(unsigned *)context;
    return true;
}

static void tell_armies(ff_request *request) {
    ff_buffer text = {0};
    if (wire_armies(&text, request->hub->options.store, &request->who->person))
        request_send(request, &text);
    else
        ff_buffer_free(&text);
}

static bool read_army(ff_request *request, store_army *army) {
    ff_setup setup;
    char name[4 * ARMY_NAME_MAX + 1];
    if (!request_find_edition(request))
        return false;
    ff_setup_reason why = ff_setup_parse(request->command->letters, request->rules, &setup, NULL);
    if (why != FF_SETUP_OK) {
        request_refuse(request, ff_setup_reason_word(why), "this is not an army of the edition");
        return false;
    }
    if (!clean_line(request->command->name, ARMY_NAME_MAX, name)) {
        request_refuse(request, "bad-name", "an army's name has 1 to 30 characters");
        return false;
    }
    *army = (store_army){0};
    strncat(army->edition, request->rules->id, sizeof army->edition - 1);
    strncat(army->name, name, sizeof army->name - 1);
    ff_setup_write(&setup, request->rules, army->letters);
    return true;
}

static void handle_save_army(ff_request *request) {
    store_army army;
    unsigned count = 0;
    ff_store *store = request->hub->options.store;
    const ff_person *person = &request->who->person;
    if (!is_signed_in(request) || !read_army(request, &army))
        return;
    store_visit_armies(store, person, count_army, &count);
    if (count >= ARMIES_MAX)
        request_refuse(request, "too-many", "you have 100 armies: drop one first");
    else if (store_save_army(store, person, &army))
        tell_armies(request);
}

static void handle_drop_army(ff_request *request) {
    if (is_signed_in(request) && store_drop_army(request->hub->options.store, &request->who->person,
                                                 request->command->edition, request->command->name))
        tell_armies(request);
}

const command_kind message_accounts[] = {
    {"register",
     COST_HEAVY,
     handle_register,
     {MESSAGE_NEEDS(TEXT, name), MESSAGE_NEEDS(TEXT, password)}},
    {"sign-in",
     COST_HEAVY,
     handle_sign_in,
     {MESSAGE_NEEDS(TEXT, name), MESSAGE_NEEDS(TEXT, password)}},
    {"sign-out", COST_WRITE, handle_sign_out, {{0}}},
    {"password", COST_HEAVY, handle_password, {MESSAGE_NEEDS(TEXT, old), MESSAGE_NEEDS(TEXT, new)}},
    {"erase", COST_HEAVY, handle_erase, {MESSAGE_MAY(TEXT, password)}},
    {"token", COST_WRITE, handle_token, {MESSAGE_MAY(BOOL, bot)}},
    {"save-army",
     COST_WRITE,
     handle_save_army,
     {MESSAGE_NEEDS(TEXT, edition), MESSAGE_NEEDS(TEXT, name), MESSAGE_NEEDS(TEXT, letters)}},
    {"drop-army",
     COST_WRITE,
     handle_drop_army,
     {MESSAGE_NEEDS(TEXT, edition), MESSAGE_NEEDS(TEXT, name)}},
    {0},
};
