/* Reading and writing the browser's cookie. What must hold: a cookie is `proved` only
 * where its proof is the keyed hash of exactly this secret and day, compared in constant
 * time; and a secret leaves this file only in a Set-Cookie header. */
#include "server/http/cookies.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
    PROOF_BYTES = 16,
    SECRET_DIGITS = 2 * COOKIE_SECRET,
    DAY_DIGITS = 8,
    PROOF_DIGITS = 2 * PROOF_BYTES,
    VALUE_DIGITS = SECRET_DIGITS + DAY_DIGITS + PROOF_DIGITS,
    DAY_MS = 86400000,
    KEY_OF_PROOFS = 1, /* number of the key that is made of the store's */
};

static_assert(COOKIE_KEY_SIZE == crypto_kdf_KEYBYTES, "keys are made of the store's key");

static const char *name_of(bool secure) {
    return secure ? "__Host-flagfall=" : "flagfall=";
}

static uint32_t day_of(int64_t now_ms) {
    return now_ms > 0 ? (uint32_t)(now_ms / DAY_MS) : 0;
}

static void prove(const uint8_t key[COOKIE_KEY_SIZE], const uint8_t secret[COOKIE_SECRET],
                  uint32_t day, uint8_t proof[PROOF_BYTES]) {
    uint8_t own[crypto_generichash_KEYBYTES], text[COOKIE_SECRET + 4];
    memcpy(text, secret, COOKIE_SECRET);
    for (unsigned i = 0; i < 4; i++)
        text[COOKIE_SECRET + i] = (uint8_t)(day >> 8 * i);
    crypto_kdf_derive_from_key(own, sizeof own, KEY_OF_PROOFS, "flagfall", key);
    crypto_generichash(proof, PROOF_BYTES, text, sizeof text, own, sizeof own);
    sodium_memzero(own, sizeof own);
    sodium_memzero(text, sizeof text);
}

static void find_key(struct cookie *cookie) {
    static const char purpose[] = "flagfall guest";
    crypto_generichash(cookie->key.key, sizeof cookie->key.key, cookie->secret, COOKIE_SECRET,
                       (const unsigned char *)purpose, sizeof purpose - 1);
}

static bool read_hex(ff_span text, uint8_t *bytes, size_t size) {
    size_t read = 0;
    return sodium_hex2bin(bytes, size, text.data, text.size, NULL, &read, NULL) == 0 &&
           read == size;
}

/* ---- reading ---- */

static bool check_proof(const uint8_t key[COOKIE_KEY_SIZE], ff_span digits, struct cookie *cookie) {
    uint8_t day[4], said[PROOF_BYTES], right[PROOF_BYTES];
    if (!read_hex((ff_span){digits.data, DAY_DIGITS}, day, sizeof day) ||
        !read_hex((ff_span){digits.data + DAY_DIGITS, PROOF_DIGITS}, said, sizeof said))
        return false;
    cookie->day = (uint32_t)day[0] << 24 | (uint32_t)day[1] << 16 | (uint32_t)day[2] << 8 | day[3];
    prove(key, cookie->secret, cookie->day, right);
    return sodium_memcmp(said, right, sizeof right) == 0;
}

/* A day that is still to come is no fault of the browser's: our clock was set back. */
static bool read_value(const uint8_t key[COOKIE_KEY_SIZE], ff_span value, int64_t now_ms,
                       struct cookie *cookie) {
    *cookie = (struct cookie){.proved = value.size == VALUE_DIGITS};
    if ((value.size != SECRET_DIGITS && !cookie->proved) ||
        !read_hex((ff_span){value.data, SECRET_DIGITS}, cookie->secret, COOKIE_SECRET))
        return false;
    find_key(cookie);
    if (!cookie->proved)
        return true;
    ff_span digits = {value.data + SECRET_DIGITS, DAY_DIGITS + PROOF_DIGITS};
    return check_proof(key, digits, cookie) &&
           (int64_t)day_of(now_ms) - (int64_t)cookie->day <= COOKIE_DAYS;
}

/* "a=b; flagfall=HEX; c=d": the first of that name. */
static bool find_value(ff_span header, const char *name, ff_span *value) {
    size_t size = strlen(name);
    const char *at = header.data, *end = header.data + header.size;
    while (at < end) {
        const char *stop = memchr(at, ';', (size_t)(end - at));
        if (!stop)
            stop = end;
        while (at < stop && *at == ' ')
            at++;
        if ((size_t)(stop - at) > size && memcmp(at, name, size) == 0) {
            *value = (ff_span){at + size, (size_t)(stop - at) - size};
            return true;
        }
        at = stop + 1;
    }
    return false;
}

/* An older Flagfall used one name for both schemes; of its cookies, which have no proof,
 * that name is still read behind TLS. */
bool cookies_read(const uint8_t key[COOKIE_KEY_SIZE], ff_span header, bool secure, int64_t now_ms,
                  struct cookie *cookie) {
    ff_span value;
    if (find_value(header, name_of(secure), &value) && read_value(key, value, now_ms, cookie))
        return true;
    return secure && find_value(header, name_of(false), &value) && value.size == SECRET_DIGITS &&
           read_value(key, value, now_ms, cookie);
}

/* ---- writing ---- */

void cookies_make(struct cookie *cookie) {
    *cookie = (struct cookie){.proved = true};
    randombytes_buf(cookie->secret, sizeof cookie->secret);
    find_key(cookie);
}

void cookies_write(const uint8_t key[COOKIE_KEY_SIZE], const struct cookie *cookie, bool secure,
                   int64_t now_ms, char line[COOKIE_LINE]) {
    char secret[SECRET_DIGITS + 1], digits[PROOF_DIGITS + 1];
    uint8_t proof[PROOF_BYTES];
    uint32_t day = day_of(now_ms);
    prove(key, cookie->secret, day, proof);
    sodium_bin2hex(secret, sizeof secret, cookie->secret, COOKIE_SECRET);
    sodium_bin2hex(digits, sizeof digits, proof, sizeof proof);
    int size =
        snprintf(line, COOKIE_LINE, "%s%s%08x%s; HttpOnly; SameSite=Strict; Path=/; Max-Age=%d%s",
                 name_of(secure), secret, day, digits, COOKIE_DAYS * (DAY_MS / 1000),
                 secure ? "; Secure" : "");
    assert(size > 0 && size < COOKIE_LINE);
    (void)size;
    sodium_memzero(secret, sizeof secret);
}

bool cookies_is_old(const struct cookie *cookie, int64_t now_ms) {
    return day_of(now_ms) > cookie->day;
}
