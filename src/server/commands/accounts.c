#include "server/commands/accounts.h"

#include "server/base/sanitize.h"
#include "server/encoding/encode.h"
#include "server/identity/recovery.h"
#include "server/identity/sessions.h"
#include "server/identity/totp.h"
#include "server/session/client.h"
#include "server/session/connections.h"
#include "server/session/erasing.h"
#include "server/session/subscriptions.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_BYTES = 32, CODE_SIZE = 16 };

static const char TOKEN_PREFIX[] = "fft_"; /* so that a leaked one can be found by tools */

/* What is to be done once the password is known. */
typedef struct account_job {
    password_job password; /* first */
    account_task task;
    uint64_t client; /* its number: it may have gone */
    ff_person person;
    int64_t epoch; /* of the account, when it was asked */
    attempt_ticket ticket;
    char code[CODE_SIZE];
    char name[SANITIZE_NAME_SIZE];
    bool bot;
} account_job;

static void free_job(job *done) {
    free(done);
}

bool accounts_ask(const ff_request *request, const account_question *question) {
    account_job *asked = calloc(1, sizeof *asked);
    if (!asked)
        return false;
    asked->password.job.free = free_job;
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

/* ---- signing in and out ---- */

/* With its next cookie the browser is whom the grant names: tells it so, with a ticket for
 * that cookie, and closes all its connections. */
static void sign(const ff_request *request, session_grant *grant, const char *recovery) {
    ff_buffer text = {0};
    ff_identity who;
    char ticket[TICKET_SIZE];
    ff_store *store = request->hub->options.store;
    bool is_guest = person_is_nobody(&grant->account);
    grant->cookie = *client_cookie(request->client);
    sessions_seal(store, grant, hub_now(request->hub), ticket);
    if (identity_read(store, is_guest ? &grant->guest : &grant->account, &who) &&
        encode_signed(&text, store, &who, ticket, recovery)) {
        request_send(request, &text);
        hub_dismiss_browser(request->hub, client_cookie(request->client));
    } else {
        ff_buffer_free(&text);
        request_cannot_read(request);
    }
}

void accounts_sign_out(const ff_request *request) {
    ff_identity guest;
    ff_store *store = request->hub->options.store;
    const ff_person *cookie = client_cookie(request->client);
    int64_t now = hub_now(request->hub);
    if (!sessions_leave(store, cookie, NULL, now))
        return;
    if (sessions_identify_key(store, cookie, now, &guest) == SESSION_FOUND)
        sign(request, &(session_grant){.guest = guest.person}, NULL);
    else
        request_cannot_read(request);
}

/* The browser is nobody who has been, from now on and with its next cookie. */
static bool become_new_guest(const ff_request *request, ff_person *guest) {
    randombytes_buf(guest->key, sizeof guest->key);
    return sessions_leave(request->hub->options.store, client_cookie(request->client), guest,
                          hub_now(request->hub));
}

/* ---- deleting a person's data ---- */

enum { ERASED_GAMES_MAX = 64 }; /* more than may go on at once */

typedef struct game_ids {
    char id[ERASED_GAMES_MAX][GAME_ID_SIZE];
    unsigned count;
} game_ids;

static bool note_id(void *context, const store_game *game) {
    game_ids *ids = context;
    memcpy(ids->id[ids->count++], game->id, GAME_ID_SIZE);
    return ids->count < ERASED_GAMES_MAX;
}

/* Gives a game up: what has not begun ends for nobody, what has begun is lost. */
static void give_up(ff_hub *hub, ff_span id, const ff_person *person) {
    ff_table *table;
    if (tables_find(hub->tables, id, access_seated, person, &table) != STORE_FOUND)
        return;
    phase now = table_phase(table);
    if (now == PHASE_WAITING)
        tables_drop(hub->tables, table);
    else if (now == PHASE_PLAY)
        tables_finish(hub->tables, table, FF_BY_RESIGN, table_viewer(table, person));
    else
        tables_finish(hub->tables, table, FF_BY_ABORT, FF_NOBODY);
}

void accounts_erase(const ff_request *request) {
    ff_hub *hub = request->hub;
    ff_store *store = hub->options.store;
    ff_person person = request->who->person;
    session_grant grant = {.epoch = 0};
    game_ids ids = {0};
    if (!store_visit_open(store, &person, ERASED_GAMES_MAX, note_id, &ids) &&
        ids.count < ERASED_GAMES_MAX) {
        request_cannot_read(request);
        return;
    }
    for (unsigned i = 0; i < ids.count; i++)
        give_up(hub, ff_span_of(ids.id[i]), &person);
    if (!erasing_begin(hub, &person) || !become_new_guest(request, &grant.guest))
        return;
    hub_dismiss_others(hub, &person, client_cookie(request->client));
    sign(request, &grant, NULL);
}

/* ---- what becomes of a hash ---- */

/* A new recovery code of the account's, to be told. False where the batch is spoilt. */
static bool make_recovery(ff_store *store, const ff_person *person, char code[RECOVERY_TEXT]) {
    uint8_t hash[ACCOUNT_RECOVERY_SIZE];
    if (!recovery_make(code, hash))
        return store_spoil(store);
    return store_set_recovery(store, person, hash);
}

/* The browser is the account's with its next cookie, and its address is known from now on. */
static void sign_in(const ff_request *request, session_grant *grant, const char *recovery) {
    if (sessions_note_address(request->hub->options.store, request->address, &grant->account,
                              hub_now(request->hub)))
        sign(request, grant, recovery);
}

/* The account is the guest's own person, so that its games are the account's; the
 * browser gets another guest for the time after, with its old cookie at once. Somebody may
 * have been faster. */
static void finish_register(const ff_request *request, const account_job *done,
                            const store_account *nobody) {
    char key[SANITIZE_NAME_SIZE], code[RECOVERY_TEXT];
    session_grant grant = {.account = request->who->person};
    ff_store *store = request->hub->options.store;
    store_account taken, made = {.person = grant.account, .created = hub_now(request->hub)};
    (void)nobody;
    sanitize_name_key(done->name, key);
    strncat(made.name, done->name, sizeof made.name - 1);
    memcpy(made.hash, done->password.answer.hash, sizeof made.hash);
    store_answer found = store_find_name(store, key, &taken);
    if (found == STORE_FOUND)
        request_refuse(request, "name-taken", "this name, or one like it, is taken");
    else if (found == STORE_FAILED)
        request_cannot_read(request);
    else if (store_add_account(store, &made, key) && become_new_guest(request, &grant.guest) &&
             make_recovery(store, &made.person, code))
        sign_in(request, &grant, code);
}

store_answer accounts_use_totp(ff_hub *hub, const store_account *account, ff_span code) {
    int64_t step;
    time_pair now = time_source_now(hub->options.time);
    if (!totp_check(account->totp, code, now.wall / 1000, account->totp_step, &step))
        return STORE_NONE;
    return store_use_totp(hub->options.store, &account->person, step) ? STORE_FOUND : STORE_FAILED;
}

/* The second step, where the account has one. */
static attempt_end check_totp(const ff_request *request, const account_job *done,
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

/* A browser that were signed in to an account that may not come could not come either. */
static void finish_sign_in(const ff_request *request, const account_job *done,
                           const store_account *account) {
    (void)done;
    if (account->banned)
        request_refuse(request, "banned", "the host has banned this account");
    else
        sign_in(request,
                &(session_grant){.account = account->person,
                                 .guest = request->who->person,
                                 .epoch = account->epoch},
                NULL);
}

/* Whoever came by the old password, or by a token, is out; and so is who comes now with a
 * ticket of before. Other browsers and addresses are strangers again. */
static bool replace_password(const ff_request *request, const account_job *done,
                             const ff_person *here) {
    ff_store *store = request->hub->options.store;
    hub_dismiss_others(request->hub, &done->person, here);
    return store_set_hash(store, &done->person, done->password.answer.hash) &&
           store_end_sessions(store, &done->person, here, true) &&
           store_forget_places(store, &done->person);
}

/* This browser too is let in by its next cookie alone, and a guest until then. */
static void finish_password(const ff_request *request, const account_job *done,
                            const store_account *account) {
    ff_store *store = request->hub->options.store;
    const ff_person *cookie = client_cookie(request->client);
    store_session session;
    if (!replace_password(request, done, cookie))
        return;
    if (store_find_session(store, cookie, &session) != STORE_FOUND)
        store_spoil(store);
    if (!sessions_leave(store, cookie, NULL, hub_now(request->hub)))
        return;
    sign_in(request,
            &(session_grant){
                .account = account->person, .guest = session.guest, .epoch = account->epoch + 1},
            NULL);
}

/* The code stands for what was lost: the password, and what makes one-time codes. */
static void finish_recover(const ff_request *request, const account_job *done,
                           const store_account *account) {
    static const ff_person nobody = {{0}};
    ff_store *store = request->hub->options.store;
    char code[RECOVERY_TEXT];
    if (account->banned)
        request_refuse(request, "banned", "the host has banned this account");
    else if (replace_password(request, done, &nobody) &&
             store_set_totp(store, &account->person, NULL) &&
             make_recovery(store, &account->person, code))
        sign_in(request,
                &(session_grant){.account = account->person,
                                 .guest = request->who->person,
                                 .epoch = account->epoch + 1},
                code);
}

static void finish_erase(const ff_request *request, const account_job *done,
                         const store_account *account) {
    (void)done, (void)account;
    accounts_erase(request);
}

static void finish_new_recovery(const ff_request *request, const account_job *done,
                                const store_account *account) {
    char code[RECOVERY_TEXT];
    ff_buffer text = {0};
    (void)done;
    if (!make_recovery(request->hub->options.store, &account->person, code))
        return;
    encode_recovery(&text, code);
    request_send(request, &text);
}

/* The secret is kept at once, and asked for from the first code that is right. */
static void finish_totp_begin(const ff_request *request, const account_job *done,
                              const store_account *account) {
    uint8_t secret[ACCOUNT_TOTP_SIZE];
    char text[TOTP_TEXT], uri[TOTP_URI];
    ff_store *store = request->hub->options.store;
    ff_buffer message = {0};
    (void)done;
    if (account->totp_on) {
        request_refuse(request, "begun", "one-time codes are asked for already");
        return;
    }
    totp_make(secret);
    if (!totp_write(secret, account->name, text, uri)) {
        store_spoil(store);
        return;
    }
    if (!store_set_totp(store, &account->person, secret))
        return;
    encode_totp(&message, text, uri);
    request_send(request, &message);
}

static void finish_totp_end(const ff_request *request, const account_job *done,
                            const store_account *account) {
    ff_buffer text = {0};
    (void)done;
    if (!store_set_totp(request->hub->options.store, &account->person, NULL))
        return;
    encode_done(&text, request->type);
    request_send(request, &text);
}

/* Whoever came by the token of before is sent away. */
static void finish_token(const ff_request *request, const account_job *done,
                         const store_account *account) {
    char token[ACCOUNT_TOKEN_SIZE];
    ff_buffer text = {0};
    if (!accounts_make_token(request->hub->options.store, &account->person, done->bot, token))
        return;
    hub_dismiss_bots(request->hub, &account->person);
    encode_token(&text, token);
    request_send(request, &text);
}

/* What is done for each task when the password was right, and the one-time code too where the
 * account asks for one. A recovery code stands for both; a secret is made where there is none. */
static const struct {
    const char *type;
    bool needs_code;
    void (*finish)(const ff_request *request, const account_job *done,
                   const store_account *account);
} tasks[] = {
    [ACCOUNT_REGISTER] = {"register", false, finish_register},
    [ACCOUNT_SIGN_IN] = {"sign-in", true, finish_sign_in},
    [ACCOUNT_CHANGE_PASSWORD] = {"password", true, finish_password},
    [ACCOUNT_ERASE] = {"erase", true, finish_erase},
    [ACCOUNT_RECOVER] = {"recover", false, finish_recover},
    [ACCOUNT_NEW_RECOVERY] = {"recovery", true, finish_new_recovery},
    [ACCOUNT_TOTP_BEGIN] = {"totp", false, finish_totp_begin},
    [ACCOUNT_TOTP_END] = {"totp-off", true, finish_totp_end},
    [ACCOUNT_NEW_TOKEN] = {"token", true, finish_token},
};

/* The account as it is now: one that has gone, or has another password since it was asked,
 * is as a wrong password. */
static attempt_end finish_known(const ff_request *request, const account_job *done) {
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

static attempt_end finish(const ff_request *request, const account_job *done) {
    if (done->password.answer.failed) {
        request_refuse(request, "too-many", "the server has no memory for this now; try again");
        return ATTEMPT_UNKNOWN;
    }
    if (!client_is_dismissed(request->client))
        return finish_known(request, done);
    request_refuse(request, "signed-in", "this browser has been signed in or out meanwhile");
    return done->password.answer.right ? ATTEMPT_UNKNOWN : ATTEMPT_WRONG;
}

/* Who has gone before the answer has tried all the same. */
static void take_answer(ff_hub *hub, const account_job *done) {
    ff_client *client = hub_find_client(hub, done->client);
    attempt_end end = done->password.answer.right ? ATTEMPT_UNKNOWN : ATTEMPT_WRONG;
    if (client) {
        ff_request request = request_of_client(hub, client, tasks[done->task].type);
        request_prepare_failure(&request);
        end = finish(&request, done);
    }
    attempts_end(&hub->attempts, &done->ticket, end, (uint64_t)hub_now(hub));
}

void accounts_take_answers(ff_hub *hub) {
    for (job *done; (done = workers_take(hub->options.passwords)); free(done))
        take_answer(hub, (const account_job *)done);
}

/* ---- everybody else ---- */

bool accounts_end_others(const ff_request *request) {
    ff_store *store = request->hub->options.store;
    const ff_person *person = &request->who->person, *here = client_cookie(request->client);
    hub_dismiss_others(request->hub, person, here);
    return store_raise_epoch(store, person) && store_end_sessions(store, person, here, true);
}

/* ---- tokens ---- */

static void hash_token(ff_span token, uint8_t hash[32]) {
    crypto_generichash(hash, 32, (const unsigned char *)token.data, token.size, NULL, 0);
}

bool accounts_make_token(ff_store *store, const ff_person *person, bool bot,
                         char token[ACCOUNT_TOKEN_SIZE]) {
    uint8_t random[TOKEN_BYTES], hash[32];
    size_t prefix = sizeof TOKEN_PREFIX - 1;
    randombytes_buf(random, sizeof random);
    memcpy(token, TOKEN_PREFIX, prefix);
    sodium_bin2base64(token + prefix, ACCOUNT_TOKEN_SIZE - prefix, random, sizeof random,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    hash_token(ff_span_of(token), hash);
    return store_set_token(store, person, hash, bot);
}

/* The store looks for the hash: how long that takes says nothing of the token. */
store_answer accounts_find_token(ff_store *store, ff_span token, store_account *account) {
    uint8_t hash[32];
    hash_token(token, hash);
    return store_find_token(store, hash, account);
}
