/* Passwords: made into hashes, and checked against them, off the event loop.
 *
 * Argon2id costs much memory and time on purpose, so there is one thread for it and
 * a short line: who comes when it is full is refused, and a flood of sign-ins costs
 * no more memory than one. The password itself is wiped as soon as it has been
 * used, and never leaves this module.
 *
 * Asking and taking are for one thread, the event loop's. */
#ifndef FLAGFALL_SERVER_BASE_PASSWORDS_H
#define FLAGFALL_SERVER_BASE_PASSWORDS_H

#include "flagfall/base.h"
#include "server/base/workers.h"

enum {
    PASSWORD_MIN = 8, /* bytes */
    PASSWORD_MAX = 128,
    PASSWORD_HASH_SIZE = 128, /* as text, with its terminator */
};

/* What is to be done: first check `old` against the hash `known` where `old` is not
 * empty, then make a hash of `fresh` where that is not empty. Who is unknown has an
 * empty `known`: that takes as long as any other check, and fails. */
typedef struct password_question {
    ff_span old;
    ff_span fresh;
    const char *known;
} password_question;

typedef struct password_answer {
    bool failed;                   /* memory ran out, nothing is known */
    bool right;                    /* `old` was right, or not asked for */
    char hash[PASSWORD_HASH_SIZE]; /* of `fresh`, empty where it was not asked for */
} password_answer;

/* Derived by who asks, to carry what the answer is for. `answer` is filled before
 * it is taken back. */
typedef struct password_job {
    job job; /* first; `work` is set by passwords_ask, `free` by who asks */
    password_answer answer;
    char old[PASSWORD_MAX + 1];
    char fresh[PASSWORD_MAX + 1];
    char known[PASSWORD_HASH_SIZE];
} password_job;

/* Can this be a password at all? */
bool password_is_usable(ff_span password);

/* Is it one of the few that are tried first everywhere, or the account's own name? */
bool password_is_common(ff_span password, const char *name);

/* False, and the job stays the caller's, when the line is full or a password is
 * too long to be one. */
bool passwords_ask(struct workers *workers, const password_question *question, password_job *asked);

#endif
