/* One-time passwords by the clock (RFC 6238): six digits, a new one each 30 seconds, made by
 * a phone that has been told the secret. The algorithm is liboath's; here is what a server
 * has to see to around it. */
#ifndef FLAGFALL_SERVER_IDENTITY_TOTP_H
#define FLAGFALL_SERVER_IDENTITY_TOTP_H

#include "server/store/store_accounts.h"

enum {
    TOTP_TEXT = 33, /* the secret in base 32, terminated */
    TOTP_URI = 384,
    TOTP_MODULES = 177, /* of a QR code's side, at most */
};

/* A QR code: rows of '1' (dark) and '0', from the top. */
typedef struct totp_picture {
    unsigned side;
    char row[TOTP_MODULES][TOTP_MODULES];
} totp_picture;

/* Draws a new secret at random. */
void totp_make(uint8_t secret[ACCOUNT_TOTP_SIZE]);

/* The secret to be typed, and as the URI that a phone reads, with the account's name.
 * False when memory is out. */
bool totp_write(const uint8_t secret[ACCOUNT_TOTP_SIZE], const char *name, char text[TOTP_TEXT],
                char uri[TOTP_URI]);

/* The URI as phones read it from a screen. False when memory is out. */
bool totp_draw(const char *uri, totp_picture *picture);

/* Is it the code of now (seconds since 1970), of the step before it or of the one after, and
 * of a step after `last`? Each step is good once: `step` becomes the next `last`. */
bool totp_check(const uint8_t secret[ACCOUNT_TOTP_SIZE], ff_span code, int64_t now, int64_t last,
                int64_t *step);

#endif
