/* The cryptography of Web Push, all of it libcrypto's: the server's key by which push services know
 * it (VAPID, RFC 8292), and the sealing of a message so that only the browser can read it (RFC 8291
 * with the encoding aes128gcm of RFC 8188). Values and threads: a key may be used by several at
 * once. */
#ifndef FLAGFALL_SERVER_PUSH_PUSH_CRYPTO_H
#define FLAGFALL_SERVER_PUSH_PUSH_CRYPTO_H

#include "flagfall/base.h"

enum {
    PUSH_POINT = 65,     /* bytes of a public key: a point of P-256, not compressed */
    PUSH_SECRET = 16,    /* of a browser's secret beside it */
    PUSH_KEY_MAX = 256,  /* of the server's private key, in DER */
    PUSH_PUBLIC = 88,    /* room for a public key in base64url */
    PUSH_TEXT_MAX = 512, /* bytes of a message; each is filled up to it, so that its length says
                            nothing */
    PUSH_SEALED = 16 + 4 + 1 + PUSH_POINT + PUSH_TEXT_MAX + 1 + 16,
};

/* Makes a server's key. False where the system gives no random numbers. */
bool push_key_make(uint8_t der[PUSH_KEY_MAX], size_t *size);

struct push_key;

/* The key of these bytes. Null where they are none, or memory is out. */
struct push_key *push_key_open(const uint8_t *der, size_t size);
void push_key_free(struct push_key *key);

/* The public half, as browsers want it. The key's own. */
const char *push_key_public(const struct push_key *key);

/* Appends the header Authorization for a service ("https://push.example.net"), good until `expires`
 * (seconds since 1970); `contact` is the host's address, "mailto:" or "https:". */
bool push_key_authorize(const struct push_key *key, const char *audience, const char *contact,
                        int64_t expires, ff_buffer *out);

/* Are there certificates in this file (PEM), by which services can be known? */
bool push_authorities_are_good(const char *path);

/* Is it a public key that one can seal for? */
bool push_point_is_good(const uint8_t point[PUSH_POINT]);

/* Seals a text of PUSH_TEXT_MAX bytes at most, each time differently. */
bool push_seal(ff_span text, const uint8_t point[PUSH_POINT], const uint8_t secret[PUSH_SECRET],
               uint8_t sealed[PUSH_SEALED]);

#endif
