/* Who a browser is: it signs in and out, registers, gets another password, or is forgotten. What
 * must hold: an account is reached by the next cookie alone (identity/sessions.h). */
#include "server/commands/account_signing.h"

#include "server/commands/account_security.h"
#include "server/encoding/encode.h"
#include "server/identity/sessions.h"
#include "server/session/adjudicator.h"
#include "server/session/client.h"
#include "server/session/connections.h"
#include "server/session/erasing.h"
#include "server/store/store_guests.h"
#include "server/tournaments/tournaments.h"

#include <sodium.h>
#include <string.h>

/* ---- signing in and out ---- */

/* With its next cookie the browser is whom the grant names: tells it so, with a ticket for
 * that cookie, and closes all its connections. */
static void sign(const struct request *request, session_grant *grant, const char *recovery) {
    ff_buffer text = {0};
    struct identity who;
    char ticket[TICKET_SIZE];
    struct store *store = request->hub->options.store;
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

void accounts_sign_out(const struct request *request) {
    struct identity guest;
    struct store *store = request->hub->options.store;
    const struct person *cookie = client_cookie(request->client);
    int64_t now = hub_now(request->hub);
    if (!sessions_leave(store, cookie, NULL, now))
        return;
    if (sessions_identify_key(store, cookie, now, &guest) == SESSION_FOUND)
        sign(request, &(session_grant){.guest = guest.person}, NULL);
    else
        request_cannot_read(request);
}

/* The browser is nobody who has been, from now on and with its next cookie. */
static bool become_new_guest(const struct request *request, struct person *guest) {
    randombytes_buf(guest->key, sizeof guest->key);
    return sessions_leave(request->hub->options.store, client_cookie(request->client), guest,
                          hub_now(request->hub));
}

/* ---- deleting a person's data ---- */

typedef struct game_ids {
    char id[STORE_OPEN_MOST][GAME_ID_SIZE];
    unsigned count;
} game_ids;

static bool note_id(void *context, const store_game *game) {
    game_ids *ids = context;
    memcpy(ids->id[ids->count++], game->id, GAME_ID_SIZE);
    return ids->count < STORE_OPEN_MOST;
}

/* Gives a game up: what has not begun ends for nobody, what has begun is lost. */
static void give_up(struct hub *hub, ff_span id, const struct person *person) {
    struct table *table;
    if (tables_find(hub->tables, id, access_seated, person, &table) != STORE_FOUND)
        return;
    adjudicator_flag_game(hub, table);
    phase now = table_phase(table);
    if (now == PHASE_WAITING)
        tables_drop(hub->tables, table);
    else if (now == PHASE_PLAY)
        tables_finish(hub->tables, table, FF_BY_RESIGN, table_viewer(table, person));
    else if (now == PHASE_SETUP)
        tables_finish(hub->tables, table, FF_BY_ABORT, FF_NOBODY);
}

void accounts_erase(const struct request *request) {
    struct hub *hub = request->hub;
    struct store *store = hub->options.store;
    struct person person = request->who->person;
    session_grant grant = {.epoch = 0};
    game_ids ids = {0};
    if (!store_visit_open(store, &person, STORE_OPEN_MOST, note_id, &ids) &&
        ids.count < STORE_OPEN_MOST) {
        request_cannot_read(request);
        return;
    }
    for (unsigned i = 0; i < ids.count; i++)
        give_up(hub, ff_span_of(ids.id[i]), &person);
    if (hub->tournaments)
        tournaments_forget(hub->tournaments, &person);
    if (!erasing_begin(hub, &person) || !become_new_guest(request, &grant.guest))
        return;
    hub_dismiss_others(hub, &person, client_cookie(request->client));
    sign(request, &grant, NULL);
}

/* ---- what becomes of a password that was right ---- */

/* The browser is the account's with its next cookie, and its address is known from now on. */
static void sign_in(const struct request *request, session_grant *grant, const char *recovery) {
    if (sessions_note_address(request->hub->options.store, request->address, &grant->account,
                              hub_now(request->hub)))
        sign(request, grant, recovery);
}

/* Somebody was faster, perhaps at another server: with the name, or with this browser's cookie. */
static void refuse_late(const struct request *request, const struct person *person) {
    store_account own;
    store_answer found = store_find_account(request->hub->options.store, person, &own);
    if (found == STORE_FAILED)
        request_cannot_read(request);
    else if (found == STORE_FOUND)
        request_refuse(request, "signed-in", "this browser has been signed in or out meanwhile");
    else
        request_refuse(request, "name-taken", "this name, or one like it, is taken");
}

/* The account is the guest's own person, so that its games are the account's; the
 * browser gets another guest for the time after, with its old cookie at once. What the guest was
 * called is kept no longer. */
void account_finish_register(const struct request *request, const account_job *done,
                             const store_account *nobody) {
    char key[SANITIZE_NAME_SIZE], code[RECOVERY_TEXT];
    session_grant grant = {.account = request->who->person};
    struct store *store = request->hub->options.store;
    store_account made = {.person = grant.account, .created = hub_now(request->hub)};
    bool added;
    (void)nobody;
    sanitize_name_key(done->name, key);
    strncat(made.name, done->name, sizeof made.name - 1);
    memcpy(made.hash, done->password.answer.hash, sizeof made.hash);
    if (!store_add_account(store, &made, key, &added))
        return;
    if (!added)
        refuse_late(request, &made.person);
    else if (store_set_guest_name(store, &made.person, "", made.created) &&
             become_new_guest(request, &grant.guest) &&
             account_make_recovery(store, &made.person, code))
        sign_in(request, &grant, code);
}

/* A browser that were signed in to an account that may not come could not come either. */
void account_finish_sign_in(const struct request *request, const account_job *done,
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
static bool replace_password(const struct request *request, const account_job *done,
                             const struct person *here) {
    struct store *store = request->hub->options.store;
    hub_dismiss_others(request->hub, &done->person, here);
    return store_set_hash(store, &done->person, done->password.answer.hash) &&
           store_end_sessions(store, &done->person, here, true) &&
           store_forget_places(store, &done->person);
}

/* This browser too is let in by its next cookie alone, and a guest until then. */
void account_finish_password(const struct request *request, const account_job *done,
                             const store_account *account) {
    struct store *store = request->hub->options.store;
    const struct person *cookie = client_cookie(request->client);
    store_session session;
    if (!replace_password(request, done, cookie))
        return;
    if (store_find_session(store, cookie, &session) != STORE_FOUND) {
        store_spoil(store);
        return;
    }
    if (!sessions_leave(store, cookie, NULL, hub_now(request->hub)))
        return;
    sign_in(request,
            &(session_grant){
                .account = account->person, .guest = session.guest, .epoch = account->epoch + 1},
            NULL);
}

/* The code stands for what was lost: the password, and what makes one-time codes. */
void account_finish_recover(const struct request *request, const account_job *done,
                            const store_account *account) {
    static const struct person nobody = {{0}};
    struct store *store = request->hub->options.store;
    char code[RECOVERY_TEXT];
    if (account->banned)
        request_refuse(request, "banned", "the host has banned this account");
    else if (replace_password(request, done, &nobody) &&
             store_set_totp(store, &account->person, NULL) &&
             account_make_recovery(store, &account->person, code))
        sign_in(request,
                &(session_grant){.account = account->person,
                                 .guest = request->who->person,
                                 .epoch = account->epoch + 1},
                code);
}

void account_finish_erase(const struct request *request, const account_job *done,
                          const store_account *account) {
    (void)done, (void)account;
    accounts_erase(request);
}
