/* The cookie by which a browser is known: 256 random bits, the day on which they were
 * last handed out, and a proof that this server did so. Nobody can invent one.
 *
 *     flagfall=SECRET DAY PROOF     64 + 8 + 32 hexadecimal digits, nothing between
 *
 * The store knows a cookie by a hash of the secret, never by the secret. A cookie of an
 * older Flagfall has the secret alone: it is read, and who is asked next (sessions.h)
 * takes it only where the store knows it from that time.
 *
 * Behind TLS it is called `__Host-flagfall`, so that no other host of the domain and
 * nothing without TLS can set it (RFC 6265bis, 4.1.3.2). Pure but for random numbers;
 * any thread. */
#ifndef FLAGFALL_SERVER_HTTP_COOKIES_H
#define FLAGFALL_SERVER_HTTP_COOKIES_H

#include "flagfall/base.h"
#include "server/base/person.h"

enum {
    COOKIE_SECRET = 32,  /* bytes */
    COOKIE_LINE = 256,   /* of a Set-Cookie header, terminated */
    COOKIE_DAYS = 400,   /* a browser keeps one so long after it was last handed out */
    COOKIE_KEY_SIZE = 32 /* of the store's key, from which all keys here are made */
};

struct cookie {
    struct person key; /* by which the store knows it */
    bool proved;       /* this server made it; or it is of an older Flagfall, or invented */
    uint32_t day;      /* of its proof, since 1970; 0 where it has none */
    uint8_t secret[COOKIE_SECRET];
};

/* Reads a Cookie header, by the name that is right for the scheme. False where there is
 * no such cookie, its proof is wrong, or older than COOKIE_DAYS at `now_ms` (since 1970). */
bool cookies_read(const uint8_t key[COOKIE_KEY_SIZE], ff_span header, bool secure, int64_t now_ms,
                  struct cookie *cookie);

/* A new one, which nobody has. */
void cookies_make(struct cookie *cookie);

/* The value of Set-Cookie that hands it out at `now_ms`, with its proof. */
void cookies_write(const uint8_t key[COOKIE_KEY_SIZE], const struct cookie *cookie, bool secure,
                   int64_t now_ms, char line[COOKIE_LINE]);

/* Is it a day since it was handed out, or more? Then it is handed out again, so that who
 * comes at times stays known. */
bool cookies_is_old(const struct cookie *cookie, int64_t now_ms);

#endif
