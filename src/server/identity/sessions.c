/* Who a cookie is, and tickets for another one. What must hold: an account is reached
 * through a session's `account` alone, never as somebody's guest (the person of an account
 * was a guest once, whose cookie somebody may have kept); a ticket is good for one cookie,
 * once, and not after its account has signed everybody out. */
#include "server/identity/sessions.h"

#include "server/identity/guest_bans.h"
#include "server/store/store_guests.h"
#include "server/store/store_push.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { KEY_OF_TICKETS = 2, KEY_OF_PLACES = 3 };

static const int64_t DAY = 86400000;

/* ---- who it is ---- */

/* When the account is signed out here, if the browser does not come before. */
static int64_t end_of(const store_session *session) {
    int64_t idle = session->used + SESSION_IDLE_DAYS * DAY;
    int64_t all = session->created + SESSION_DAYS * DAY;
    return idle < all ? idle : all;
}

/* A session ends after so long without its browser, and after so long in any case. */
static bool is_signed_in(const store_session *session, int64_t now) {
    return !person_is_nobody(&session->account) && now < end_of(session);
}

static session_answer identify(struct store *store, const struct person *person, bool is_account,
                               struct identity *who) {
    if (!identity_read(store, person, who))
        return SESSION_FAILED;
    return who->has_account == is_account ? SESSION_FOUND : SESSION_NONE;
}

static session_answer identify_session(struct store *store, const store_session *session,
                                       int64_t now, struct identity *who) {
    if (person_is_nobody(&session->guest))
        return now - session->used < SESSION_REPLACED_MS ? SESSION_REPLACED : SESSION_NONE;
    bool in = is_signed_in(session, now);
    return identify(store, in ? &session->account : &session->guest, in, who);
}

/* A cookie whose proof is missing is somebody's only where the store knows it from before there
 * were proofs: else anybody could make up cookies, and the store would fill with them. */
static session_answer identify_cookie(struct store *store, const struct person *cookie, bool proved,
                                      int64_t now, struct identity *who) {
    store_session session;
    switch (store_find_session(store, cookie, &session)) {
    case STORE_FOUND:
        return proved || session.old ? identify_session(store, &session, now, who) : SESSION_NONE;
    case STORE_NONE:
        return proved ? identify(store, cookie, false, who) : SESSION_NONE;
    default:
        return SESSION_FAILED;
    }
}

session_answer sessions_identify(struct store *store, const struct cookie *cookie, int64_t now,
                                 struct identity *who) {
    return identify_cookie(store, &cookie->key, cookie->proved, now, who);
}

session_answer sessions_identify_key(struct store *store, const struct person *cookie, int64_t now,
                                     struct identity *who) {
    return identify_cookie(store, cookie, true, now, who);
}

/* Who was signed in until it was too late is so no more: that it comes now, as a guest, must
 * not let the account in next time. */
bool sessions_touch(struct store *store, const struct person *cookie, int64_t now, int64_t *again) {
    store_session session;
    store_answer found = store_find_session(store, cookie, &session);
    *again = INT64_MAX;
    if (found != STORE_FOUND)
        return found != STORE_FAILED;
    bool had_account = !person_is_nobody(&session.account), in = is_signed_in(&session, now);
    bool late = now - session.used >= DAY;
    if (late || in != had_account)
        session.used = now;
    if (in)
        *again = end_of(&session) < now + DAY ? end_of(&session) : now + DAY;
    if (in == had_account)
        return !late || store_touch_session(store, cookie, now);
    session.account = (struct person){{0}};
    return store_put_session(store, &session);
}

/* The session of a cookie, as it would be written where there is none. */
static bool find_session(struct store *store, const struct person *cookie, int64_t now,
                         store_session *session) {
    store_answer found = store_find_session(store, cookie, session);
    if (found == STORE_NONE)
        *session =
            (store_session){.cookie = *cookie, .guest = *cookie, .created = now, .used = now};
    return found != STORE_FAILED;
}

bool sessions_leave(struct store *store, const struct person *cookie, const struct person *guest,
                    int64_t now) {
    store_session session;
    if (!find_session(store, cookie, now, &session))
        return store_spoil(store);
    session.account = (struct person){{0}};
    if (guest)
        session.guest = *guest;
    return store_put_session(store, &session);
}

/* ---- who has been here before ---- */

bool sessions_knows_browser(struct store *store, const struct person *cookie,
                            const struct person *account) {
    store_session session;
    return store_find_session(store, cookie, &session) == STORE_FOUND &&
           memcmp(&session.device, account, sizeof *account) == 0;
}

/* Of the account too, so that the store does not tell who has been at the same address. */
static void hash_place(const struct store *store, const char *address, const struct person *account,
                       uint8_t place[STORE_PLACE_SIZE]) {
    uint8_t key[crypto_generichash_KEYBYTES];
    crypto_generichash_state state;
    crypto_kdf_derive_from_key(key, sizeof key, KEY_OF_PLACES, "flagfall",
                               store_session_key(store));
    crypto_generichash_init(&state, key, sizeof key, STORE_PLACE_SIZE);
    crypto_generichash_update(&state, account->key, sizeof account->key);
    crypto_generichash_update(&state, (const unsigned char *)address, strlen(address));
    crypto_generichash_final(&state, place, STORE_PLACE_SIZE);
    sodium_memzero(key, sizeof key);
}

bool sessions_knows_address(struct store *store, const char *address, const struct person *account,
                            int64_t now) {
    uint8_t place[STORE_PLACE_SIZE];
    hash_place(store, address, account, place);
    return store_find_place(store, account, place, now - SESSION_PLACE_DAYS * DAY) == STORE_FOUND;
}

bool sessions_note_address(struct store *store, const char *address, const struct person *account,
                           int64_t now) {
    uint8_t place[STORE_PLACE_SIZE];
    hash_place(store, address, account, place);
    return store_find_place(store, account, place, now - DAY) == STORE_FOUND ||
           store_note_place(store, account, place, now);
}

/* ---- tickets ---- */

enum { SEALED = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + sizeof(session_grant) };

static_assert(sodium_base64_ENCODED_LEN(SEALED, sodium_base64_VARIANT_URLSAFE_NO_PADDING) <=
                  TICKET_SIZE,
              "a ticket has room");

static void key_of_tickets(const struct store *store, uint8_t key[crypto_secretbox_KEYBYTES]) {
    crypto_kdf_derive_from_key(key, crypto_secretbox_KEYBYTES, KEY_OF_TICKETS, "flagfall",
                               store_session_key(store));
}

void sessions_seal(struct store *store, session_grant *grant, int64_t now,
                   char ticket[TICKET_SIZE]) {
    uint8_t sealed[SEALED], key[crypto_secretbox_KEYBYTES];
    grant->until = now + TICKET_MS;
    key_of_tickets(store, key);
    randombytes_buf(sealed, crypto_secretbox_NONCEBYTES);
    crypto_secretbox_easy(sealed + crypto_secretbox_NONCEBYTES, (const unsigned char *)grant,
                          sizeof *grant, sealed, key);
    sodium_bin2base64(ticket, TICKET_SIZE, sealed, sizeof sealed,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(key, sizeof key);
}

static bool open_ticket(const struct store *store, ff_span ticket, session_grant *grant) {
    uint8_t sealed[SEALED], key[crypto_secretbox_KEYBYTES];
    size_t size = 0;
    if (sodium_base642bin(sealed, sizeof sealed, ticket.data, ticket.size, NULL, &size, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) != 0 ||
        size != sizeof sealed)
        return false;
    key_of_tickets(store, key);
    bool opened =
        crypto_secretbox_open_easy((unsigned char *)grant, sealed + crypto_secretbox_NONCEBYTES,
                                   sizeof sealed - crypto_secretbox_NONCEBYTES, sealed, key) == 0;
    sodium_memzero(key, sizeof key);
    return opened;
}

/* An account may have gone since, or have signed everybody out. */
static session_answer check_account(struct store *store, const session_grant *grant) {
    store_account account;
    if (person_is_nobody(&grant->account))
        return SESSION_FOUND;
    store_answer found = store_find_account(store, &grant->account, &account);
    if (found == STORE_FAILED)
        return SESSION_FAILED;
    return found == STORE_FOUND && account.epoch == grant->epoch ? SESSION_FOUND : SESSION_NONE;
}

/* That the old cookie is nobody's afterwards is also what makes its ticket good only once. Who the
 * browser was is not woken there any more. */
session_answer sessions_redeem(struct store *store, const struct person *cookie, ff_span ticket,
                               int64_t now, struct cookie *fresh) {
    session_grant grant;
    store_session before;
    if (!open_ticket(store, ticket, &grant) || grant.until < now ||
        sodium_memcmp(&grant.cookie, cookie, sizeof *cookie) != 0)
        return SESSION_NONE;
    session_answer good = check_account(store, &grant);
    if (good != SESSION_FOUND)
        return good;
    if (!find_session(store, cookie, now, &before))
        return SESSION_FAILED;
    if (person_is_nobody(&before.guest))
        return SESSION_NONE;
    store_session gone = {.cookie = *cookie, .created = now, .used = now};
    bool replaced;
    if (!store_replace_session(store, &gone, &replaced))
        return SESSION_FAILED;
    if (!replaced)
        return SESSION_NONE;
    cookies_make(fresh);
    store_session after = {.cookie = fresh->key,
                           .account = grant.account,
                           .guest = grant.guest,
                           .device =
                               person_is_nobody(&grant.account) ? before.device : grant.account,
                           .created = now,
                           .used = now};
    bool stored = store_put_session(store, &after) && store_drop_push_by(store, cookie) &&
                  (person_is_nobody(&after.account) ||
                   store_trim_sessions(store, &after.account, &after.cookie));
    return stored ? SESSION_FOUND : SESSION_FAILED;
}

/* ---- the end ---- */

bool sessions_sweep(struct store *store, int64_t now) {
    return store_sweep_push(store, now - COOKIE_DAYS * DAY) && guest_bans_sweep(store, now) &&
           store_sweep_guest_names(store, now - COOKIE_DAYS * DAY) &&
           store_sweep_sessions(store, now - (COOKIE_DAYS + 1) * DAY,
                                now - SESSION_PLACE_DAYS * DAY);
}
