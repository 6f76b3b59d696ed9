/* Messages about one's account: registering, signing in and out, password, armies, data. What must
 * hold: signing in tells neither by words nor by time whether there is such an account, and each
 * guess at a password is counted before it is looked at (attempts.h). */
#include "server/commands/message_accounts.h"
#include "flagfall/notation.h"
#include "server/base/sanitize.h"
#include "server/commands/account_signing.h"
#include "server/commands/command_table.h"
#include "server/encoding/encode.h"
#include "server/identity/names.h"
#include "server/identity/recovery.h"
#include "server/identity/sessions.h"
#include "server/session/client.h"
#include "server/store/store_erase.h"
#include "server/store/store_guests.h"

#include <stdio.h>
#include <string.h>

enum { ARMIES_MAX = 100, ARMY_NAME_MAX = 30 };

/* ---- what is refused ---- */

bool account_is_signed_in(struct request *request) {
    if (request->who->has_account)
        return true;
    request_refuse(request, "not-signed-in", "this is for accounts");
    return false;
}

bool account_is_guest(struct request *request) {
    if (!request->who->has_account)
        return true;
    request_refuse(request, "signed-in", "sign out first");
    return false;
}

static bool read_name(struct request *request, char name[SANITIZE_NAME_SIZE],
                      char key[SANITIZE_NAME_SIZE]) {
    if (sanitize_name(request->command->name, name)) {
        sanitize_name_key(name, key);
        return true;
    }
    request_refuse(request, "bad-name",
                   "a name has 2 to 20 letters and digits, and . _ - or a space between them");
    return false;
}

bool account_is_usable(struct request *request, ff_span password) {
    if (password_is_usable(password))
        return true;
    request_refuse(request, "bad-password", "a password has 8 to 128 bytes");
    return false;
}

bool account_may_become(struct request *request, ff_span password, const char *name) {
    if (!account_is_usable(request, password))
        return false;
    if (!password_is_common(password, name))
        return true;
    request_refuse(request, "common-password", "everybody would try this password first");
    return false;
}

bool account_find_own(struct request *request, store_account *account) {
    if (!account_is_signed_in(request))
        return false;
    if (store_find_account(request->hub->options.store, &request->who->person, account) ==
        STORE_FOUND)
        return true;
    return request_cannot_read(request);
}

/* ---- asking ---- */

/* Counts the try before the password is looked at. The browser that the account knows has a count
 * of its own; the address that it knows is not held up by what strangers try at the name. */
static bool begin(struct request *request, const char *key, account_question *question) {
    struct hub *hub = request->hub;
    struct store *store = hub->options.store;
    const struct person *cookie = client_cookie(request->client);
    const char *address = request->address;
    const store_account *account = question->account;
    bool exists = account && !person_is_nobody(&account->person);
    attempt wanted = {.address = ff_span_of(address), .name = ff_span_of(key), .browser = {"", 0}};
    if (exists && sessions_knows_browser(store, cookie, &account->person))
        wanted.browser = (ff_span){(const char *)cookie->key, sizeof cookie->key};
    else if (exists)
        wanted.known_address =
            sessions_knows_address(store, address, &account->person, hub_now(hub));
    attempt_answer answer = attempts_begin(&hub->attempts, &hub->tries, &wanted,
                                           (uint64_t)hub_now(hub), &question->ticket);
    if (answer == ATTEMPT_LATER)
        request_refuse(request, "rate", "too many tries; wait a while");
    else if (answer == ATTEMPT_FULL)
        request_refuse(request, "too-many", "too many passwords are being checked; try again");
    return answer == ATTEMPT_GO;
}

static void give_up(struct request *request, const account_question *question) {
    attempts_end(&request->hub->attempts, &question->ticket, ATTEMPT_UNKNOWN,
                 (uint64_t)hub_now(request->hub));
}

static void ask(struct request *request, const account_question *question) {
    if (accounts_ask(request, question))
        return;
    give_up(request, question);
    request_refuse(request, "too-many", "too many passwords are being checked; try again");
}

void account_ask(struct request *request, const char *key, account_question *question) {
    if (begin(request, key, question))
        ask(request, question);
}

/* ---- signing in and out ---- */

static bool is_free(struct request *request, const char *key) {
    store_account taken;
    store_answer found = store_find_name(request->hub->options.store, key, &taken);
    if (found == STORE_FAILED)
        return request_cannot_read(request);
    if (found == STORE_FOUND)
        request_refuse(request, "name-taken", "this name, or one like it, is taken");
    return found == STORE_NONE;
}

/* Which names there are is told no faster than passwords are tried. */
static void handle_register(struct request *request) {
    char name[SANITIZE_NAME_SIZE], key[SANITIZE_NAME_SIZE];
    if (!account_is_guest(request) || !read_name(request, name, key) ||
        !account_may_become(request, request->command->password, name))
        return;
    account_question question = {
        .task = ACCOUNT_REGISTER, .name = name, .fresh = request->command->password};
    if (names_is_reserved(key, &request->hub->options.opponents))
        request_refuse(request, "name-reserved", "this name, or one like it, is not for players");
    else if (begin(request, "", &question)) {
        if (is_free(request, key))
            ask(request, &question);
        else
            give_up(request, &question);
    }
}

/* Whether there is somebody of that name is not told, by words or by time. */
static void handle_sign_in(struct request *request) {
    char name[SANITIZE_NAME_SIZE], key[SANITIZE_NAME_SIZE];
    store_account account = {0};
    if (!account_is_guest(request) || !read_name(request, name, key) ||
        !account_is_usable(request, request->command->password))
        return;
    if (store_find_name(request->hub->options.store, key, &account) == STORE_FAILED)
        request_cannot_read(request);
    else
        account_ask(request, key,
                    &(account_question){.task = ACCOUNT_SIGN_IN,
                                        .account = &account,
                                        .old = request->command->password,
                                        .code = request->command->code});
}

static void handle_sign_out(struct request *request) {
    if (account_is_signed_in(request))
        accounts_sign_out(request);
}

/* A code that cannot be guessed needs no count by name: nobody can keep the owner from it. */
static void handle_recover(struct request *request) {
    char name[SANITIZE_NAME_SIZE], key[SANITIZE_NAME_SIZE];
    store_account account = {0};
    if (!account_is_guest(request) || !read_name(request, name, key) ||
        !account_may_become(request, request->command->password, name))
        return;
    store_answer found = store_find_name(request->hub->options.store, key, &account);
    if (found == STORE_FAILED)
        request_cannot_read(request);
    else if (found == STORE_NONE || !account.has_recovery ||
             !recovery_check(request->command->recovery, account.recovery))
        request_refuse(request, "wrong-recovery", "name and recovery code do not belong together");
    else
        account_ask(request, "",
                    &(account_question){.task = ACCOUNT_RECOVER,
                                        .account = &account,
                                        .fresh = request->command->password});
}

/* Of who has nothing nothing is written, or anybody could fill the store by asking. */
static void erase_guest(struct request *request) {
    store_session session;
    ff_buffer text = {0};
    struct store *store = request->hub->options.store;
    store_answer came = store_find_session(store, client_cookie(request->client), &session);
    store_answer left = store_has_traces(store, &request->who->person);
    if (came == STORE_FAILED || left == STORE_FAILED) {
        request_cannot_read(request);
    } else if (came == STORE_FOUND || left == STORE_FOUND) {
        accounts_erase(request);
    } else {
        encode_done(&text, request->type);
        request_send(request, &text);
    }
}

/* A guest may ask it as often as others try passwords: it may write each time. */
static void handle_erase(struct request *request) {
    store_account account;
    char key[SANITIZE_NAME_SIZE];
    if (!request->who->has_account) {
        if (limits_take(&request->hub->tries, ff_span_of(request->address),
                        (uint64_t)hub_now(request->hub)))
            erase_guest(request);
        else
            request_refuse(request, "rate", "too often; wait a minute");
    } else if (account_is_usable(request, request->command->password) &&
               account_find_own(request, &account)) {
        sanitize_name_key(account.name, key);
        account_ask(request, key,
                    &(account_question){.task = ACCOUNT_ERASE,
                                        .account = &account,
                                        .old = request->command->password,
                                        .code = request->command->code});
    }
}

/* ---- a guest's name ---- */

/* It is shown with a mark, so whose account it may be is neither asked nor told. The host's and the
 * computer players' names are refused all the same. As often as others try passwords. */
static void handle_guest_name(struct request *request) {
    char name[SANITIZE_NAME_SIZE] = "", key[SANITIZE_NAME_SIZE];
    ff_buffer text = {0};
    if (!account_is_guest(request))
        return;
    if (request->command->name.size > 0 && !read_name(request, name, key))
        return;
    if (name[0] && names_is_reserved(key, &request->hub->options.opponents)) {
        request_refuse(request, "name-reserved", "this name, or one like it, is not for players");
        return;
    }
    if (!limits_take(&request->hub->tries, ff_span_of(request->address),
                     (uint64_t)hub_now(request->hub))) {
        request_refuse(request, "rate", "too often; wait a minute");
        return;
    }
    if (!store_set_guest_name(request->hub->options.store, &request->who->person, name,
                              hub_now(request->hub)))
        return;
    encode_called(&text, name);
    request_send(request, &text);
}

/* ---- saved armies ---- */

/* How many armies there are but for one of that name, in whose place the new one comes. */
typedef struct army_count {
    const store_army *fresh;
    unsigned others;
} army_count;

static bool count_army(void *context, const store_army *army) {
    army_count *count = context;
    count->others += strcmp(army->edition, count->fresh->edition) != 0 ||
                     strcmp(army->name, count->fresh->name) != 0;
    return true;
}

static void tell_armies(struct request *request) {
    ff_buffer text = {0};
    if (encode_armies(&text, request->hub->options.store, &request->who->person))
        request_send(request, &text);
    else
        request_cannot_read(request);
    ff_buffer_free(&text);
}

static bool read_army(struct request *request, store_army *army) {
    ff_setup setup;
    char name[4 * ARMY_NAME_MAX + 1];
    if (!request_find_edition(request))
        return false;
    ff_setup_reason why = ff_setup_parse(request->command->letters, request->rules, &setup, NULL);
    if (why != FF_SETUP_OK) {
        request_refuse(request, ff_setup_reason_word(why), "this is not an army of the edition");
        return false;
    }
    if (!sanitize_line(request->command->name, ARMY_NAME_MAX, name)) {
        request_refuse(request, "bad-name", "an army's name has 1 to 30 characters");
        return false;
    }
    *army = (store_army){0};
    snprintf(army->edition, sizeof army->edition, "%s", request->rules->id);
    snprintf(army->name, sizeof army->name, "%s", name);
    ff_setup_write(&setup, request->rules, army->letters);
    return true;
}

static void handle_save_army(struct request *request) {
    store_army army;
    army_count count = {&army, 0};
    struct store *store = request->hub->options.store;
    const struct person *person = &request->who->person;
    if (!account_is_signed_in(request) || !read_army(request, &army))
        return;
    if (!store_visit_armies(store, person, count_army, &count))
        request_cannot_read(request);
    else if (count.others >= ARMIES_MAX)
        request_refuse(request, "too-many", "you have 100 armies: drop one first");
    else if (store_save_army(store, person, &army))
        tell_armies(request);
}

static void handle_drop_army(struct request *request) {
    if (account_is_signed_in(request) &&
        store_drop_army(request->hub->options.store, &request->who->person,
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
     {MESSAGE_NEEDS(TEXT, name), MESSAGE_NEEDS(TEXT, password), MESSAGE_MAY(TEXT, code)}},
    {"sign-out", COST_WRITE, handle_sign_out, {{0}}},
    {"recover",
     COST_HEAVY,
     handle_recover,
     {MESSAGE_NEEDS(TEXT, name), MESSAGE_NEEDS(TEXT, recovery), MESSAGE_NEEDS(TEXT, password)}},
    {"erase", COST_HEAVY, handle_erase, {MESSAGE_MAY(TEXT, password), MESSAGE_MAY(TEXT, code)}},
    {"guest-name", COST_WRITE, handle_guest_name, {MESSAGE_NEEDS(TEXT, name)}},
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
