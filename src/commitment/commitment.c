/* The hash over a seat's army, by libsodium's BLAKE2b (RFC 7693), as docs/formats.md describes
 * it for those who check it with other programs. What must hold: an army cannot be changed once
 * its hash is given, nor be found from the hash. The salt is for the latter: without it armies
 * could be tried out. */
#include "commitment/commitment.h"

#include <sodium.h>
#include <string.h>

enum { HASH_BYTES = 32, SALT_BYTES_MAX = SALT_DIGITS_MAX / 2 };

const char *commitment_reason_word(commitment_reason reason) {
    static const char *const words[] = {"ok", "bad-hash", "bad-salt", "mismatch"};
    return words[reason];
}

/* All of `text` as bytes; returns how many, 0 where it is not good. */
static size_t digits_read(ff_span text, unsigned char *bytes, size_t most) {
    size_t size;
    const char *end;
    if (sodium_hex2bin(bytes, most, text.data, text.size, NULL, &size, &end) != 0)
        return 0;
    return end == text.data + text.size ? size : 0;
}

static size_t salt_read(ff_span salt, unsigned char bytes[SALT_BYTES_MAX]) {
    return salt.size < SALT_DIGITS_MIN ? 0 : digits_read(salt, bytes, SALT_BYTES_MAX);
}

static void line_add(crypto_generichash_state *state, const char *data, size_t size) {
    crypto_generichash_update(state, (const unsigned char *)data, size);
    crypto_generichash_update(state, (const unsigned char *)"\n", 1);
}

static void hash_of(const struct commitment *c, const void *salt, size_t salt_size,
                    unsigned char hash[HASH_BYTES]) {
    static const char version[] = "flagfall/1";
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, HASH_BYTES);
    line_add(&state, version, strlen(version));
    line_add(&state, c->edition, strlen(c->edition));
    line_add(&state, c->seat, strlen(c->seat));
    line_add(&state, c->setup.data, c->setup.size);
    /* The last line has no line feed. */
    crypto_generichash_update(&state, salt, salt_size);
    crypto_generichash_final(&state, hash, HASH_BYTES);
}

bool commitment_compute(const struct commitment *commitment, char hash[COMMITMENT_TEXT]) {
    unsigned char salt[SALT_BYTES_MAX], bytes[HASH_BYTES];
    hash[0] = 0;
    if (sodium_init() < 0 || !salt_read(commitment->salt, salt))
        return false;
    hash_of(commitment, commitment->salt.data, commitment->salt.size, bytes);
    sodium_bin2hex(hash, COMMITMENT_TEXT, bytes, sizeof bytes);
    return true;
}

commitment_reason commitment_verify(const struct commitment *commitment, ff_span hash) {
    unsigned char promised[HASH_BYTES], salt[SALT_BYTES_MAX], bytes[HASH_BYTES];
    if (hash.size != 2 * HASH_BYTES || digits_read(hash, promised, sizeof promised) != HASH_BYTES)
        return COMMITMENT_BAD_HASH;
    size_t salt_size = salt_read(commitment->salt, salt);
    if (salt_size == 0)
        return COMMITMENT_BAD_SALT;
    hash_of(commitment, commitment->salt.data, commitment->salt.size, bytes);
    if (memcmp(bytes, promised, sizeof bytes) == 0)
        return COMMITMENT_OK;
    /* The other way to read the description: the bytes of the salt, not its digits. */
    hash_of(commitment, salt, salt_size, bytes);
    bool good = memcmp(bytes, promised, sizeof bytes) == 0;
    return good ? COMMITMENT_OK : COMMITMENT_MISMATCH;
}

void commitment_salt(char salt[SALT_TEXT]) {
    unsigned char bytes[(SALT_TEXT - 1) / 2];
    if (sodium_init() < 0)
        sodium_misuse(); /* no random numbers on this machine: nothing may go on */
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(salt, SALT_TEXT, bytes, sizeof bytes);
}
