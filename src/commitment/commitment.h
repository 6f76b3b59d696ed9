/* Commitments: a seat's army, promised by a hash before the game and opened
 * after it, so that nobody can change it unseen, whoever runs the server.
 *
 * The hash is BLAKE2b with 256 bits of five lines joined by line feeds, without
 * one at the end:
 *
 *     flagfall/1
 *     EDITION     its id
 *     SEAT        red or blue
 *     SET-UP      the letters of the format "set-up"
 *     SALT        hexadecimal digits of 16 random bytes or more, as in the tag
 *
 * so that `printf 'flagfall/1\n...' | b2sum -l 256` gives the same. */
#ifndef FLAGFALL_COMMITMENT_H
#define FLAGFALL_COMMITMENT_H

#include "flagfall/base.h"

enum {
    COMMITMENT_TEXT = 65, /* room for the 64 digits and the terminator */
    SALT_TEXT = 33,       /* the same for a fresh salt of 16 bytes */
    SALT_DIGITS_MIN = 32,
    SALT_DIGITS_MAX = 256
};

typedef enum commitment_reason {
    COMMITMENT_OK,
    COMMITMENT_BAD_HASH, /* not 64 hexadecimal digits */
    COMMITMENT_BAD_SALT, /* not an even number, 32 to 256, of hexadecimal digits */
    COMMITMENT_MISMATCH, /* another army, edition, seat or salt than was promised */
} commitment_reason;

/* "bad-hash", "bad-salt", "mismatch"; never null. */
const char *commitment_reason_word(commitment_reason reason);

/* What a commitment is about. `setup` is any text without a line feed: the
 * letters are not looked at. */
struct commitment {
    const char *edition;
    const char *seat; /* "red" or "blue" */
    ff_span setup;
    ff_span salt;
};

/* The hash in lower case, terminated. False where the salt is bad. */
bool commitment_compute(const struct commitment *commitment, char hash[COMMITMENT_TEXT]);

/* Does the hash (digits in either case) promise this? A hash over the bytes of
 * the salt instead of its digits is good as well. */
commitment_reason commitment_verify(const struct commitment *commitment, ff_span hash);

/* A fresh salt from the system's random numbers. */
void commitment_salt(char salt[SALT_TEXT]);

#endif
