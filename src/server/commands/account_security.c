/* What protects an account beside its password: the recovery code, one-time codes, the bearer
 * token, and signing everybody else out. What must hold: of codes and tokens the store has hashes,
 * but for the secret of one-time codes, which must be known. */
#include "server/commands/account_security.h"

#include "server/encoding/encode.h"
#include "server/identity/totp.h"
#include "server/session/client.h"
#include "server/session/connections.h"

#include <sodium.h>
#include <string.h>

enum { TOKEN_BYTES = 32 };

static const char TOKEN_PREFIX[] = "fft_"; /* so that a leaked one can be found by tools */

bool account_make_recovery(struct store *store, const struct person *person,
                           char code[RECOVERY_TEXT]) {
    uint8_t hash[ACCOUNT_RECOVERY_SIZE];
    if (!recovery_make(code, hash))
        return store_spoil(store);
    return store_set_recovery(store, person, hash);
}

/* By the wall clock, as the phone goes by it: server time stands still in outages. */
store_answer accounts_use_totp(struct hub *hub, const store_account *account, ff_span code) {
    int64_t step;
    bool used;
    time_pair now = time_source_now(hub->options.time);
    if (!totp_check(account->totp, code, now.wall / 1000, account->totp_step, &step))
        return STORE_NONE;
    if (!store_use_totp(hub->options.store, &account->person, step, &used))
        return STORE_FAILED;
    return used ? STORE_FOUND : STORE_NONE;
}

/* The old code is worth nothing from here on. */
void account_finish_new_recovery(const struct request *request, const account_job *done,
                                 const store_account *account) {
    char code[RECOVERY_TEXT];
    ff_buffer text = {0};
    (void)done;
    if (!account_make_recovery(request->hub->options.store, &account->person, code))
        return;
    encode_recovery(&text, code);
    request_send(request, &text);
}

/* The secret is kept at once, and asked for from the first code that is right. */
void account_finish_totp_begin(const struct request *request, const account_job *done,
                               const store_account *account) {
    uint8_t secret[ACCOUNT_TOTP_SIZE];
    char text[TOTP_TEXT], uri[TOTP_URI];
    totp_picture picture;
    struct store *store = request->hub->options.store;
    ff_buffer message = {0};
    (void)done;
    if (account->totp_on) {
        request_refuse(request, "begun", "one-time codes are asked for already");
        return;
    }
    totp_make(secret);
    if (!totp_write(secret, account->name, text, uri) || !totp_draw(uri, &picture)) {
        store_spoil(store);
        return;
    }
    if (!store_set_totp(store, &account->person, secret))
        return;
    encode_totp(&message, text, uri, &picture);
    request_send(request, &message);
}

void account_finish_totp_end(const struct request *request, const account_job *done,
                             const store_account *account) {
    ff_buffer text = {0};
    (void)done;
    if (!store_set_totp(request->hub->options.store, &account->person, NULL))
        return;
    encode_done(&text, request->type);
    request_send(request, &text);
}

/* Whoever came by the token of before is sent away. */
void account_finish_token(const struct request *request, const account_job *done,
                          const store_account *account) {
    char token[ACCOUNT_TOKEN_SIZE];
    ff_buffer text = {0};
    if (!accounts_make_token(request->hub->options.store, &account->person, done->bot, token))
        return;
    hub_dismiss_bots(request->hub, &account->person);
    encode_token(&text, token);
    request_send(request, &text);
}

/* ---- everybody else ---- */

bool accounts_end_others(const struct request *request) {
    struct store *store = request->hub->options.store;
    const struct person *person = &request->who->person, *here = client_cookie(request->client);
    hub_dismiss_others(request->hub, person, here);
    return store_raise_epoch(store, person) && store_end_sessions(store, person, here, true);
}

/* ---- tokens ---- */

static void hash_token(ff_span token, uint8_t hash[32]) {
    crypto_generichash(hash, 32, (const unsigned char *)token.data, token.size, NULL, 0);
}

bool accounts_make_token(struct store *store, const struct person *person, bool bot,
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
store_answer accounts_find_token(struct store *store, ff_span token, store_account *account) {
    uint8_t hash[32];
    hash_token(token, hash);
    return store_find_token(store, hash, account);
}
