/* Who may try a password now, so that guessing is slow and nobody's guessing keeps the
 * owner out. Counted are:
 *
 *     an address, all names together: ten tries at once, then ten a minute
 *     an address at one name: five wrong tries, then a wait that doubles with each
 *     a name, by strangers: ten wrong tries at once, then one a minute
 *     a browser that has signed in to the account before: as an address at one name,
 *         and by none of the other counts (a "device cookie", as OWASP calls it)
 *     all such browsers at one address: twenty tries at once, then one a second, right or wrong
 *
 * A stranger is who comes neither from such a browser nor from an address from which
 * somebody has signed in to the account. However many addresses an attacker has, a name
 * is tried by all of them together no more than once a minute, and the owner still gets
 * in from the own browser and the own address.
 *
 * Of several servers on one store each counts by itself, but a name's count by strangers: of
 * each wrong try the others hear (`attempts_hear`).
 *
 * Hashes are made one after the other, in turns between addresses (workers.h): so many questions
 * wait, of one address ATTEMPTS_EACH at most, and as many places are kept for known browsers, of
 * one address as many. Memory only; one thread; `now_ms` on any clock that is not set back. */
#ifndef FLAGFALL_SERVER_IDENTITY_ATTEMPTS_H
#define FLAGFALL_SERVER_IDENTITY_ATTEMPTS_H

#include "server/base/limits.h"

enum {
    ATTEMPTS_STRANGERS = 16, /* questions of all who are no known browsers that wait at once */
    ATTEMPTS_KNOWN = 16,     /* and of known browsers */
    ATTEMPTS_WAITING = ATTEMPTS_STRANGERS + ATTEMPTS_KNOWN,
    ATTEMPTS_EACH = 4,              /* of either, of one address; and of one known browser */
    ATTEMPTS_FREE = 5,              /* wrong tries before one has to wait: */
    ATTEMPTS_WAIT_MS = 1000,        /* so long first, */
    ATTEMPTS_WAIT_MOST_MS = 900000, /* so long at most, */
    ATTEMPTS_MEMORY_MS = 86400000,  /* and forgotten after that */
    ATTEMPTS_SLOTS = 4096,
};

/* Who tries what. */
typedef struct attempt {
    ff_span address;
    ff_span name;    /* its key; empty: nothing is guessed at, a hash is made */
    ff_span browser; /* of a browser that has signed in to this account; else empty */
    bool known_address;
} attempt;

/* A place in the line, to be given back. */
typedef struct attempt_ticket {
    uint64_t who;   /* whose wrong tries are counted; 0: nobody's */
    uint64_t name;  /* the same at all servers; 0: not counted */
    uint64_t line;  /* of the browser where it is known, else of the address */
    uint64_t place; /* of the address */
    bool known;
} attempt_ticket;

typedef enum attempt_answer { ATTEMPT_GO, ATTEMPT_LATER, ATTEMPT_FULL } attempt_answer;
typedef enum attempt_end { ATTEMPT_RIGHT, ATTEMPT_WRONG, ATTEMPT_UNKNOWN } attempt_end;

typedef struct attempts_slot {
    uint64_t who; /* 0: free */
    uint32_t wrong;
    uint64_t time_ms; /* of the last one */
} attempts_slot;

struct attempts {
    limits_table names;
    limits_table known; /* tries of known browsers, by address */
    uint8_t secret[16];
    attempts_slot slot[ATTEMPTS_SLOTS];
    attempt_ticket waiting[ATTEMPTS_WAITING];
    unsigned count;
};

/* Nobody has tried anything yet. Draws a new secret; there is nothing to free. */
void attempts_init(struct attempts *attempts);

/* May it be tried? With ATTEMPT_GO it is counted as wrong, and has a place in the line,
 * until `attempts_end`. `addresses` is the count of all strangers' tries of an address. */
attempt_answer attempts_begin(struct attempts *attempts, limits_table *addresses,
                              const attempt *wanted, uint64_t now_ms, attempt_ticket *ticket);

/* It is known whether it was right; ATTEMPT_UNKNOWN: it was not tried, and is no wrong try. Of the
 * tries that an address has it is one in any case. */
void attempts_end(struct attempts *attempts, const attempt_ticket *ticket, attempt_end end,
                  uint64_t now_ms);

/* A stranger's try was wrong at another server, where its ticket had this name: it counts as one
 * that was made here. */
void attempts_hear(struct attempts *attempts, uint64_t name, uint64_t now_ms);

#endif
