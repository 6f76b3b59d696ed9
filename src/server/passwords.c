#include "server/passwords.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static_assert(PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash fits");

/* Strength of libsodium's class "interactive": 64 MiB, two passes. */
#define OPERATIONS crypto_pwhash_OPSLIMIT_INTERACTIVE
#define MEMORY crypto_pwhash_MEMLIMIT_INTERACTIVE

bool password_is_usable(ff_span password) {
    return password.size >= PASSWORD_MIN && password.size <= PASSWORD_MAX &&
           !memchr(password.data, 0, password.size);
}

static void make_hash(password_job *asked, const char *password) {
    asked->answer.failed |=
        crypto_pwhash_str(asked->answer.hash, password, strlen(password), OPERATIONS, MEMORY) != 0;
}

/* Where nobody is known a hash is made instead, of the same cost. */
static void check(password_job *asked) {
    size_t size = strlen(asked->old);
    if (asked->known[0]) {
        asked->answer.right = crypto_pwhash_str_verify(asked->known, asked->old, size) == 0;
        return;
    }
    make_hash(asked, asked->old);
    asked->answer.hash[0] = 0;
    asked->answer.right = false;
}

static void work(job *self) {
    password_job *asked = (password_job *)self;
    asked->answer = (password_answer){.right = true};
    if (asked->old[0])
        check(asked);
    if (asked->fresh[0] && asked->answer.right)
        make_hash(asked, asked->fresh);
    sodium_memzero(asked->old, sizeof asked->old);
    sodium_memzero(asked->fresh, sizeof asked->fresh);
}

static bool copy(char *to, ff_span password) {
    if (password.size > PASSWORD_MAX || (password.size && memchr(password.data, 0, password.size)))
        return false;
    if (password.size)
        memcpy(to, password.data, password.size);
    to[password.size] = 0;
    return true;
}

bool passwords_ask(ff_workers *workers, const password_question *question, password_job *asked) {
    asked->job.work = work;
    snprintf(asked->known, sizeof asked->known, "%s", question->known ? question->known : "");
    if (copy(asked->old, question->old) && copy(asked->fresh, question->fresh) &&
        workers_ask(workers, &asked->job))
        return true;
    sodium_memzero(asked->old, sizeof asked->old);
    sodium_memzero(asked->fresh, sizeof asked->fresh);
    return false;
}
