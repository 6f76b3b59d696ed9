/* One-time passwords. What must hold: a code that was taken once is never taken again, not
 * even within its 30 seconds (RFC 6238, 5.2). */
#include "server/identity/totp.h"

#include <assert.h>
#include <liboath/oath.h>
#include <qrencode.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DIGITS = 6, STEP_SECONDS = 30, WINDOW = 1 };

void totp_make(uint8_t secret[ACCOUNT_TOTP_SIZE]) {
    randombytes_buf(secret, ACCOUNT_TOTP_SIZE);
}

/* RFC 3986: all but letters and digits as %XX. */
static void encode(const char *name, char *out, size_t room) {
    assert(room > 0);
    for (; *name && room > 3; name++) {
        unsigned char byte = (unsigned char)*name;
        bool plain = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                     (byte >= 'A' && byte <= 'Z');
        int size = snprintf(out, room, plain ? "%c" : "%%%02X", byte);
        out += size;
        room -= (size_t)size;
    }
    *out = 0;
}

bool totp_write(const uint8_t secret[ACCOUNT_TOTP_SIZE], const char *name, char text[TOTP_TEXT],
                char uri[TOTP_URI]) {
    char label[3 * ACCOUNT_NAME_SIZE], *letters = NULL;
    size_t size = 0;
    bool made =
        oath_base32_encode((const char *)secret, ACCOUNT_TOTP_SIZE, &letters, &size) == OATH_OK &&
        size == TOTP_TEXT - 1;
    if (made) {
        memcpy(text, letters, TOTP_TEXT);
        encode(name, label, sizeof label);
        snprintf(uri, TOTP_URI, "otpauth://totp/Flagfall:%s?secret=%s&issuer=Flagfall", label,
                 text);
    }
    free(letters);
    return made;
}

bool totp_draw(const char *uri, totp_picture *picture) {
    enum { ANY_VERSION = 0, DARK = 1 };
    QRcode *code = QRcode_encodeString8bit(uri, ANY_VERSION, QR_ECLEVEL_M);
    if (!code)
        return false;
    picture->side = (unsigned)code->width;
    for (unsigned i = 0; i < picture->side * picture->side; i++)
        picture->row[i / picture->side][i % picture->side] = code->data[i] & DARK ? '1' : '0';
    sodium_memzero(code->data, (size_t)picture->side * picture->side);
    QRcode_free(code);
    return true;
}

/* Six digits; a space between them, as phones show one, is nothing. */
static bool read_code(ff_span code, char digits[DIGITS + 1]) {
    unsigned count = 0;
    for (size_t i = 0; i < code.size; i++) {
        if (code.data[i] == ' ')
            continue;
        if (code.data[i] < '0' || code.data[i] > '9' || count == DIGITS)
            return false;
        digits[count++] = code.data[i];
    }
    digits[count] = 0;
    return count == DIGITS;
}

bool totp_check(const uint8_t secret[ACCOUNT_TOTP_SIZE], ff_span code, int64_t now, int64_t last,
                int64_t *step) {
    char digits[DIGITS + 1];
    int position = 0;
    uint64_t counter = 0;
    if (!read_code(code, digits) ||
        oath_totp_validate4((const char *)secret, ACCOUNT_TOTP_SIZE, (time_t)now, STEP_SECONDS, 0,
                            WINDOW, &position, &counter, 0, digits) < 0)
        return false;
    *step = (int64_t)counter;
    return *step > last;
}
