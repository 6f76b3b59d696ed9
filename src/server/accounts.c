#include "server/accounts.h"

#include "server/clean.h"
#include "server/sessions.h"
#include "server/wire.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN_BYTES = 32 };

static const char TOKEN_PREFIX[] = "fft_"; /* so that a leaked one can be found by tools */

/* What is to be done once the password is known. */
typedef struct account_job {
    password_job password; /* first */
    account_task task;
    uint64_t client; /* its number: it may have gone */
    ff_person person;
    char name[CLEAN_NAME_SIZE];
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
    if (question->account)
        asked->person = question->account->person;
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
static void sign(const ff_request *request, session_grant *grant) {
    ff_buffer text = {0};
    ff_identity who;
    char ticket[TICKET_SIZE];
    ff_store *store = request->hub->options.store;
    bool is_guest = person_is_nobody(&grant->account);
    grant->cookie = *client_cookie(request->client);
    sessions_seal(store, grant, hub_now(request->hub), ticket);
    if (people_identify(store, is_guest ? &grant->guest : &grant->account, &who) &&
        wire_signed(&text, store, &who, ticket)) {
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
        sign(request, &(session_grant){.guest = guest.person});
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

typedef struct forgetting {
    ff_hub *hub;
    const ff_person *person;
} forgetting;

/* Tables in memory go by what they know, finished games too. */
static void forget_seat(void *context, ff_table *table) {
    const forgetting *at = context;
    ff_seat seat = table_viewer(table, at->person);
    if (seat == FF_NOBODY)
        return;
    table->row.seat[seat].kind = SEAT_GUEST;
    table->row.seat[seat].name[0] = 0;
    table->row.seat[seat].person = (ff_person){0};
    tables_update_seat(at->hub->tables, table, seat);
    hub_publish(at->hub, table);
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
    tables_visit(hub->tables, forget_seat, &(forgetting){hub, &person});
    if (!store_erase_person(store, &person) || !become_new_guest(request, &grant.guest))
        return;
    hub_dismiss_others(hub, &person, client_cookie(request->client));
    sign(request, &grant);
}

/* ---- what becomes of a hash ---- */

/* The account is the guest's own person, so that its games are the account's; the
 * browser gets another guest for the time after, with its old cookie at once. Somebody may
 * have been faster. */
static void finish_register(const ff_request *request, const account_job *done) {
    char key[CLEAN_NAME_SIZE];
    session_grant grant = {.account = request->who->person};
    ff_store *store = request->hub->options.store;
    store_account taken, made = {.person = grant.account, .created = hub_now(request->hub)};
    clean_name_key(done->name, key);
    strncat(made.name, done->name, sizeof made.name - 1);
    memcpy(made.hash, done->password.answer.hash, sizeof made.hash);
    store_answer found = store_find_name(store, key, &taken);
    if (found == STORE_FOUND)
        request_refuse(request, "name-taken", "this name, or one like it, is taken");
    else if (found == STORE_FAILED)
        request_cannot_read(request);
    else if (store_add_account(store, &made, key) && become_new_guest(request, &grant.guest))
        sign(request, &grant);
}

/* A browser that were signed in to an account that may not come could not come either. */
static void finish_sign_in(const ff_request *request, const account_job *done) {
    store_account account;
    if (store_find_account(request->hub->options.store, &done->person, &account) != STORE_FOUND)
        request_cannot_read(request);
    else if (account.banned)
        request_refuse(request, "banned", "the host has banned this account");
    else
        sign(request, &(session_grant){.account = account.person,
                                       .guest = request->who->person,
                                       .epoch = account.epoch});
}

/* Whoever came by the old password, or by a token, is out. */
static void finish_password(const ff_request *request, const account_job *done) {
    ff_store *store = request->hub->options.store;
    const ff_person *cookie = client_cookie(request->client);
    store_account account;
    store_session session;
    if (!store_set_hash(store, &done->person, done->password.answer.hash) ||
        !store_end_sessions(store, &done->person, cookie, true))
        return;
    if (store_find_account(store, &done->person, &account) != STORE_FOUND ||
        store_find_session(store, cookie, &session) != STORE_FOUND) {
        store_spoil(store);
        return;
    }
    hub_dismiss_others(request->hub, &done->person, cookie);
    sign(request, &(session_grant){
                      .account = account.person, .guest = session.guest, .epoch = account.epoch});
}

static void finish_erase(const ff_request *request, const account_job *done) {
    (void)done;
    accounts_erase(request);
}

/* What is done for each task when the password was right. */
static const struct {
    const char *type;
    void (*finish)(const ff_request *request, const account_job *done);
} tasks[] = {
    [ACCOUNT_REGISTER] = {"register", finish_register},
    [ACCOUNT_SIGN_IN] = {"sign-in", finish_sign_in},
    [ACCOUNT_CHANGE_PASSWORD] = {"password", finish_password},
    [ACCOUNT_ERASE] = {"erase", finish_erase},
};

static void finish(const ff_request *request, const account_job *done) {
    request_prepare_failure(request);
    if (done->password.answer.failed)
        request_refuse(request, "too-many", "the server has no memory for this now; try again");
    else if (client_is_dismissed(request->client))
        request_refuse(request, "signed-in", "this browser has been signed in or out meanwhile");
    else if (!done->password.answer.right)
        request_refuse(request, "wrong-password", "name and password do not belong together");
    else
        tasks[done->task].finish(request, done);
}

void accounts_take_answers(ff_hub *hub) {
    for (job *done; (done = workers_take(hub->options.passwords)); free(done)) {
        const account_job *answer = (const account_job *)done;
        ff_client *client = hub_find_client(hub, answer->client);
        if (!client)
            continue;
        ff_request request = request_of_client(hub, client, tasks[answer->task].type);
        finish(&request, answer);
    }
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
