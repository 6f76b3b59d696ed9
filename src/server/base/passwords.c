/* Passwords are hashed and compared by threads of their own: each takes 64 MB and tens of
 * milliseconds. What must hold: that somebody is not known costs as much time as a wrong password,
 * and copies of passwords that are made here are wiped. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "server/base/passwords.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>

static_assert(PASSWORD_HASH_SIZE >= crypto_pwhash_STRBYTES, "a hash fits");

/* Strength of libsodium's class "interactive": 64 MiB, two passes. */
#define OPERATIONS crypto_pwhash_OPSLIMIT_INTERACTIVE
#define MEMORY crypto_pwhash_MEMLIMIT_INTERACTIVE

bool password_is_usable(ff_span password) {
    return password.size >= PASSWORD_MIN && password.size <= PASSWORD_MAX &&
           !memchr(password.data, 0, password.size);
}

/* Of those long enough: what lists of leaked passwords begin with, and what this game
 * suggests. */
static const char *const common[] = {
    "password",   "password1",  "password12", "password123", "passw0rd",   "12345678", "123456789",
    "1234567890", "12341234",   "123123123",  "11111111",    "00000000",   "87654321", "987654321",
    "qwertyui",   "qwertyuiop", "qwerty12",   "qwerty123",   "1q2w3e4r",   "1qaz2wsx", "asdfghjkl",
    "abcd1234",   "abc12345",   "iloveyou",   "iloveyou1",   "sunshine",   "princess", "football",
    "baseball",   "superman",   "starwars",   "trustno1",    "welcome1",   "letmein1", "whatever",
    "stratego",   "stratego1",  "flagfall",   "flagfall1",   "wachtwoord", "passwort", "motdepasse",
};

bool password_is_common(ff_span password, const char *name) {
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strlen(common[i]) == password.size &&
            strncasecmp(common[i], password.data, password.size) == 0)
            return true;
    return strlen(name) == password.size && strncasecmp(name, password.data, password.size) == 0;
}

static void make_hash(password_job *asked, const char *password) {
    asked->answer.failed |=
        crypto_pwhash_str(asked->answer.hash, password, strlen(password), OPERATIONS, MEMORY) != 0;
}

/* Is there the memory that a hash takes? libsodium says of a check that had none what it says of
 * a wrong password, in errno too: so it is tried once more, without being used. */
static bool has_room(void) {
    void *room = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return false;
    munmap(room, MEMORY);
    return true;
}

/* Where nobody is known a hash is made instead, of the same cost. */
static void check(password_job *asked) {
    size_t size = strlen(asked->old);
    if (asked->known[0]) {
        asked->answer.right = crypto_pwhash_str_verify(asked->known, asked->old, size) == 0;
        asked->answer.failed |= !asked->answer.right && !has_room();
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

bool passwords_ask(struct workers *workers, const password_question *question,
                   password_job *asked) {
    asked->job.work = work;
    snprintf(asked->known, sizeof asked->known, "%s", question->known ? question->known : "");
    if (copy(asked->old, question->old) && copy(asked->fresh, question->fresh) &&
        workers_ask(workers, &asked->job))
        return true;
    sodium_memzero(asked->old, sizeof asked->old);
    sodium_memzero(asked->fresh, sizeof asked->fresh);
    return false;
}
