/* Sealing messages for browsers, and naming this server to their services. What must hold: each
 * message has a key pair and a salt of its own, so that no key of the content and no nonce is ever
 * used twice. */
#include "server/push/push_crypto.h"

#include <assert.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SALT = 16, SHARED = 32, CONTENT_KEY = 16, NONCE = 12, TAG = 16, SIGNATURE = 64 };

struct push_key {
    EVP_PKEY *pair;
    char public[PUSH_PUBLIC];
};

static void add_base64(ff_buffer *out, const void *bytes, size_t size) {
    char text[1024]; /* the longest is of the claims: 640 bytes make 854 characters */
    assert(sodium_base64_ENCODED_LEN(size, sodium_base64_VARIANT_URLSAFE_NO_PADDING) <=
           sizeof text);
    sodium_bin2base64(text, sizeof text, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    ff_buffer_text(out, text);
}

static bool read_point(const EVP_PKEY *pair, uint8_t point[PUSH_POINT]) {
    size_t size = 0;
    return EVP_PKEY_get_octet_string_param(pair, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT,
                                           &size) == 1 &&
           size == PUSH_POINT && point[0] == POINT_CONVERSION_UNCOMPRESSED;
}

/* ---- the server's key ---- */

bool push_key_make(uint8_t der[PUSH_KEY_MAX], size_t *size) {
    EVP_PKEY *pair = EVP_EC_gen("P-256");
    int length = pair ? i2d_PrivateKey(pair, NULL) : 0;
    bool made = length > 0 && length <= PUSH_KEY_MAX && i2d_PrivateKey(pair, &der) == length;
    *size = made ? (size_t)length : 0;
    EVP_PKEY_free(pair);
    return made;
}

struct push_key *push_key_open(const uint8_t *der, size_t size) {
    struct push_key *key = calloc(1, sizeof *key);
    uint8_t point[PUSH_POINT];
    if (!key)
        return NULL;
    key->pair = d2i_PrivateKey(EVP_PKEY_EC, NULL, &der, (long)size);
    if (key->pair && read_point(key->pair, point)) {
        sodium_bin2base64(key->public, sizeof key->public, point, sizeof point,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING);
        return key;
    }
    push_key_free(key);
    return NULL;
}

void push_key_free(struct push_key *key) {
    if (!key)
        return;
    EVP_PKEY_free(key->pair);
    free(key);
}

const char *push_key_public(const struct push_key *key) {
    return key->public;
}

/* libcrypto writes a signature as two numbers in DER, a token wants them as 32 bytes each. */
static bool flatten(const uint8_t *der, size_t size, uint8_t flat[SIGNATURE]) {
    ECDSA_SIG *signature = d2i_ECDSA_SIG(NULL, &der, (long)size);
    bool done = signature && BN_bn2binpad(ECDSA_SIG_get0_r(signature), flat, SIGNATURE / 2) > 0 &&
                BN_bn2binpad(ECDSA_SIG_get0_s(signature), flat + SIGNATURE / 2, SIGNATURE / 2) > 0;
    ECDSA_SIG_free(signature);
    return done;
}

static bool sign(EVP_PKEY *pair, const ff_buffer *text, uint8_t signature[SIGNATURE]) {
    uint8_t der[128];
    size_t size = sizeof der;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool done = context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, pair) == 1 &&
                EVP_DigestSign(context, der, &size, (const uint8_t *)text->data, text->size) == 1 &&
                flatten(der, size, signature);
    EVP_MD_CTX_free(context);
    return done;
}

/* A token of RFC 7519: head and claims in base64url, and the signature of both. `audience` is an
 * origin that push_services_find has made and `contact` the host's option, which is read strictly:
 * neither can end the string of JSON that it stands in. */
bool push_key_authorize(const struct push_key *key, const char *audience, const char *contact,
                        int64_t expires, ff_buffer *out) {
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    ff_buffer token = {0};
    char claims[640];
    uint8_t signature[SIGNATURE];
    int size = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}",
                        audience, (long long)expires, contact);
    bool done = size > 0 && (size_t)size < sizeof claims;
    if (done) {
        add_base64(&token, head, sizeof head - 1);
        ff_buffer_byte(&token, '.');
        add_base64(&token, claims, (size_t)size);
        done = !token.failed && sign(key->pair, &token, signature);
    }
    if (done) {
        ff_buffer_text(out, "vapid t=");
        ff_buffer_add(out, token.data, token.size);
        ff_buffer_byte(out, '.');
        add_base64(out, signature, sizeof signature);
        ff_buffer_format(out, ", k=%s", key->public);
    }
    ff_buffer_free(&token);
    return done && !out->failed;
}

bool push_authorities_are_good(const char *path) {
    X509_STORE *authorities = X509_STORE_new();
    bool good = authorities && X509_STORE_load_file(authorities, path) == 1;
    X509_STORE_free(authorities);
    return good;
}

/* ---- sealing ---- */

/* The point is what a browser's page has sent, so that it may be anything. */
static EVP_PKEY *open_point(const uint8_t point[PUSH_POINT]) {
    EVP_PKEY *key = NULL;
    uint8_t copy[PUSH_POINT];
    char group[] = "P-256";
    memcpy(copy, point, sizeof copy);
    OSSL_PARAM values[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
        OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, copy, sizeof copy),
        OSSL_PARAM_construct_end()};
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (!context || point[0] != POINT_CONVERSION_UNCOMPRESSED ||
        EVP_PKEY_fromdata_init(context) != 1 ||
        EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, values) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(context);
    return key;
}

/* A point that is not on the curve would make a shared secret that can be guessed; it is checked
 * when a browser subscribes, so that sealing need not. */
bool push_point_is_good(const uint8_t point[PUSH_POINT]) {
    EVP_PKEY *public = open_point(point);
    EVP_PKEY_CTX *context = public ? EVP_PKEY_CTX_new_from_pkey(NULL, public, NULL) : NULL;
    bool good = context && EVP_PKEY_public_check(context) == 1;
    EVP_PKEY_CTX_free(context);
    EVP_PKEY_free(public);
    return good;
}

static bool agree(EVP_PKEY *own, EVP_PKEY *other, uint8_t shared[SHARED]) {
    size_t size = SHARED;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL);
    bool done = context && EVP_PKEY_derive_init(context) == 1 &&
                EVP_PKEY_derive_set_peer(context, other) == 1 &&
                EVP_PKEY_derive(context, shared, &size) == 1 && size == SHARED;
    EVP_PKEY_CTX_free(context);
    return done;
}

typedef struct bytes {
    const uint8_t *data;
    size_t size;
} bytes;

/* HKDF with SHA-256 (RFC 5869), both steps. */
static bool derive(bytes salt, bytes key, bytes info, uint8_t *out, size_t size) {
    EVP_KDF *method = EVP_KDF_fetch(NULL, "HKDF", NULL);
    EVP_KDF_CTX *context = method ? EVP_KDF_CTX_new(method) : NULL;
    char digest[] = "SHA256";
    OSSL_PARAM values[] = {
        OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt.data, salt.size),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, (void *)key.data, key.size),
        OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info.data, info.size),
        OSSL_PARAM_construct_end()};
    bool done = context && EVP_KDF_derive(context, out, size, values) == 1;
    EVP_KDF_CTX_free(context);
    EVP_KDF_free(method);
    return done;
}

/* RFC 8291, section 3.4: the browser's secret goes in, so that who knows only its public key, as a
 * push service does, can seal nothing for it. */
static bool derive_input(const uint8_t shared[SHARED], const uint8_t secret[PUSH_SECRET],
                         const uint8_t browser[PUSH_POINT], const uint8_t server[PUSH_POINT],
                         uint8_t input[SHARED]) {
    static const char label[] = "WebPush: info"; /* its terminator belongs to it */
    uint8_t info[sizeof label + 2 * PUSH_POINT];
    memcpy(info, label, sizeof label);
    memcpy(info + sizeof label, browser, PUSH_POINT);
    memcpy(info + sizeof label + PUSH_POINT, server, PUSH_POINT);
    return derive((bytes){secret, PUSH_SECRET}, (bytes){shared, SHARED}, (bytes){info, sizeof info},
                  input, SHARED);
}

static bool encrypt(const uint8_t key[CONTENT_KEY], const uint8_t nonce[NONCE], const uint8_t *text,
                    int size, uint8_t *out) {
    int written = 0, rest = 0;
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    bool done = context && EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
                EVP_EncryptUpdate(context, out, &written, text, size) == 1 &&
                EVP_EncryptFinal_ex(context, out + written, &rest) == 1 && written + rest == size &&
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG, out + size) == 1;
    EVP_CIPHER_CTX_free(context);
    return done;
}

/* The one record of RFC 8188: the text, the mark of the last record, and zeros. */
static bool seal_record(ff_span text, const uint8_t salt[SALT], const uint8_t input[SHARED],
                        uint8_t *out) {
    static const char key_label[] = "Content-Encoding: aes128gcm"; /* both with terminator */
    static const char nonce_label[] = "Content-Encoding: nonce";
    uint8_t key[CONTENT_KEY], nonce[NONCE], record[PUSH_TEXT_MAX + 1] = {0};
    memcpy(record, text.data, text.size);
    record[text.size] = 2;
    const bytes of = {salt, SALT}, from = {input, SHARED};
    return derive(of, from, (bytes){(const uint8_t *)key_label, sizeof key_label}, key,
                  sizeof key) &&
           derive(of, from, (bytes){(const uint8_t *)nonce_label, sizeof nonce_label}, nonce,
                  sizeof nonce) &&
           encrypt(key, nonce, record, sizeof record, out);
}

/* Salt, size of records, size of the server's key, the key (RFC 8188, section 2.1), and the record
 * with its tag: each is written where it is to stand. */
bool push_seal(ff_span text, const uint8_t point[PUSH_POINT], const uint8_t secret[PUSH_SECRET],
               uint8_t sealed[PUSH_SEALED]) {
    static const uint8_t record_size[4] = {0, 0, 0x10, 0}; /* 4,096: more than one record has */
    uint8_t shared[SHARED], input[SHARED], *own = sealed + SALT + sizeof record_size + 1;
    EVP_PKEY *browser = open_point(point), *pair = EVP_EC_gen("P-256");
    assert(text.size <= PUSH_TEXT_MAX);
    memcpy(sealed + SALT, record_size, sizeof record_size);
    own[-1] = PUSH_POINT;
    bool done = browser && pair && RAND_bytes(sealed, SALT) == 1 && read_point(pair, own) &&
                agree(pair, browser, shared) && derive_input(shared, secret, point, own, input) &&
                seal_record(text, sealed, input, own + PUSH_POINT);
    EVP_PKEY_free(browser);
    EVP_PKEY_free(pair);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(input, sizeof input);
    return done;
}
