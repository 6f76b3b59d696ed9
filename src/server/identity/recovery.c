/* Making and checking recovery codes. What must hold: what is hashed is the 32 letters
 * alone, however they were typed. */
#include "server/identity/recovery.h"

#include <liboath/oath.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 20, LETTERS = 32, GROUP = 4 };

static void hash_letters(const char letters[LETTERS], uint8_t hash[ACCOUNT_RECOVERY_SIZE]) {
    static const char purpose[] = "flagfall recovery";
    crypto_generichash(hash, ACCOUNT_RECOVERY_SIZE, (const unsigned char *)letters, LETTERS,
                       (const unsigned char *)purpose, sizeof purpose - 1);
}

static void write_groups(const char *letters, char code[RECOVERY_TEXT]) {
    for (unsigned i = 0; i < LETTERS; i++) {
        if (i > 0 && i % GROUP == 0)
            *code++ = '-';
        *code++ = letters[i];
    }
    *code = 0;
}

bool recovery_make(char code[RECOVERY_TEXT], uint8_t hash[ACCOUNT_RECOVERY_SIZE]) {
    char random[BYTES], *letters = NULL;
    size_t size = 0;
    randombytes_buf(random, sizeof random);
    bool made =
        oath_base32_encode(random, sizeof random, &letters, &size) == OATH_OK && size == LETTERS;
    if (made) {
        write_groups(letters, code);
        hash_letters(letters, hash);
        sodium_memzero(letters, size);
    }
    free(letters);
    sodium_memzero(random, sizeof random);
    return made;
}

/* The letter that was meant, 0 where a sign means nothing. */
static char letter_of(char sign) {
    /* No code has these digits: they are written for the letters that look like them. */
    static const char from[] = "018", to[] = "OIB";
    const char *at = memchr(from, sign, sizeof from - 1);
    if (at)
        return to[at - from];
    if (sign >= 'a' && sign <= 'z')
        return (char)(sign - 'a' + 'A');
    return sign == '-' || sign == ' ' ? 0 : sign;
}

bool recovery_check(ff_span code, const uint8_t hash[ACCOUNT_RECOVERY_SIZE]) {
    char letters[LETTERS];
    uint8_t said[ACCOUNT_RECOVERY_SIZE];
    unsigned count = 0;
    for (size_t i = 0; i < code.size && count <= LETTERS; i++) {
        char letter = letter_of(code.data[i]);
        if (letter && count < LETTERS)
            letters[count] = letter;
        count += letter != 0;
    }
    bool good = count == LETTERS;
    if (good)
        hash_letters(letters, said);
    sodium_memzero(letters, sizeof letters);
    return good && sodium_memcmp(said, hash, sizeof said) == 0;
}
