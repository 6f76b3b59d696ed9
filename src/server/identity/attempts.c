/* Counting wrong passwords. What must hold: the wrong ones of a known browser are counted under
 * that browser's own key alone, so that wrong ones of others never refuse it (places in the line
 * are shared by address, so many tries at once from beside it may, for a while); every ticket that
 * was given out is given back once. */
#include "server/identity/attempts.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

enum { PROBES = 8, NAMES_BURST = 10, KNOWN_BURST = 20, KNOWN_PER_SECOND = 1 };

static const double NAMES_PER_SECOND = 1.0 / 60;

void attempts_init(struct attempts *attempts) {
    memset(attempts, 0, sizeof *attempts);
    limits_init(&attempts->names, NAMES_BURST, NAMES_PER_SECOND);
    limits_init(&attempts->known, KNOWN_BURST, KNOWN_PER_SECOND);
    randombytes_buf(attempts->secret, sizeof attempts->secret);
}

/* ---- keys: who, at what name, as one number that nobody can choose ---- */

/* But for names, which other servers have to know by the same number: to find two names with one
 * number, of which one is somebody's, takes 2^63 hashes, and they would share a count. */
static const uint8_t *secret_of(const struct attempts *attempts, char kind) {
    return kind == 'n' ? NULL : attempts->secret;
}

static uint64_t key_of(const struct attempts *attempts, char kind, ff_span a, ff_span b) {
    uint64_t key;
    crypto_generichash_state state;
    static_assert(sizeof attempts->secret >= crypto_generichash_KEYBYTES_MIN, "a key");
    uint8_t hash[crypto_generichash_BYTES_MIN];
    const uint8_t *secret = secret_of(attempts, kind);
    crypto_generichash_init(&state, secret, secret ? sizeof attempts->secret : 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)&kind, 1);
    crypto_generichash_update(&state, (const unsigned char *)&a.size, sizeof a.size);
    crypto_generichash_update(&state, (const unsigned char *)a.data, a.size);
    crypto_generichash_update(&state, (const unsigned char *)b.data, b.size);
    crypto_generichash_final(&state, hash, sizeof hash);
    memcpy(&key, hash, sizeof key);
    return key | 1; /* 0 is nobody's */
}

/* ---- wrong tries ---- */

/* The slot of whoever it is; where all are taken that of who has tried least. What was long ago is
 * forgotten, of the same one as well. */
static attempts_slot *slot_of(struct attempts *attempts, uint64_t who, uint64_t now_ms) {
    attempts_slot *least = NULL;
    for (unsigned i = 0; i < PROBES; i++) {
        attempts_slot *at = &attempts->slot[(who + i) % ATTEMPTS_SLOTS];
        bool forgotten = !at->who || at->wrong == 0 || now_ms - at->time_ms > ATTEMPTS_MEMORY_MS;
        if (forgotten)
            *at = (attempts_slot){.who = at->who == who ? who : 0};
        if (at->who == who)
            return at;
        if (!least || at->wrong < least->wrong)
            least = at;
    }
    *least = (attempts_slot){.who = who, .time_ms = now_ms};
    return least;
}

/* How long one has to wait after so many wrong tries. */
static uint64_t wait_after(uint32_t wrong) {
    if (wrong < ATTEMPTS_FREE)
        return 0;
    uint32_t doubled = wrong - ATTEMPTS_FREE;
    uint64_t wait = doubled < 20 ? (uint64_t)ATTEMPTS_WAIT_MS << doubled : ATTEMPTS_WAIT_MOST_MS;
    return wait < ATTEMPTS_WAIT_MOST_MS ? wait : ATTEMPTS_WAIT_MOST_MS;
}

/* ---- the line ---- */

/* Hashing a password takes a thread for long: strangers together get some places, browsers that are
 * known to an account others, and nobody more than a few of either. Anybody may have many browsers
 * that are known to accounts of his own: so they are counted by their address as well. */
static bool has_place(const struct attempts *attempts, const attempt_ticket *wanted) {
    unsigned kind = 0, own = 0, near = 0;
    for (unsigned i = 0; i < attempts->count; i++) {
        const attempt_ticket *at = &attempts->waiting[i];
        kind += at->known == wanted->known;
        own += at->line == wanted->line;
        near += at->known == wanted->known && at->place == wanted->place;
    }
    return own < ATTEMPTS_EACH && near < ATTEMPTS_EACH &&
           kind < (wanted->known ? ATTEMPTS_KNOWN : ATTEMPTS_STRANGERS);
}

/* ---- trying ---- */

static attempt_ticket ticket_of(const struct attempts *attempts, const attempt *wanted) {
    attempt_ticket ticket = {.known = wanted->browser.size > 0};
    ff_span from = ticket.known ? wanted->browser : wanted->address;
    char kind = ticket.known ? 'b' : 'a';
    ticket.line = key_of(attempts, kind, from, (ff_span){"", 0});
    ticket.place = key_of(attempts, 'a', wanted->address, (ff_span){"", 0});
    if (wanted->name.size > 0)
        ticket.who = key_of(attempts, kind, from, wanted->name);
    if (wanted->name.size > 0 && !ticket.known && !wanted->known_address)
        ticket.name = key_of(attempts, 'n', wanted->name, (ff_span){"", 0});
    return ticket;
}

static ff_span bytes_of(const uint64_t *key) {
    return (ff_span){(const char *)key, sizeof *key};
}

/* A try counts as wrong from its beginning, so that many at once are not one; what turns out right,
 * or was not tried for a fault of ours, is given back (`attempts_end`). */
attempt_answer attempts_begin(struct attempts *attempts, limits_table *addresses,
                              const attempt *wanted, uint64_t now_ms, attempt_ticket *ticket) {
    *ticket = ticket_of(attempts, wanted);
    attempts_slot *slot = ticket->who ? slot_of(attempts, ticket->who, now_ms) : NULL;
    if (slot && now_ms - slot->time_ms < wait_after(slot->wrong))
        return ATTEMPT_LATER;
    if (!has_place(attempts, ticket))
        return ATTEMPT_FULL;
    if (!limits_take(ticket->known ? &attempts->known : addresses, wanted->address, now_ms))
        return ATTEMPT_LATER;
    if (ticket->name && !limits_take(&attempts->names, bytes_of(&ticket->name), now_ms))
        return ATTEMPT_LATER;
    if (slot) {
        slot->wrong++;
        slot->time_ms = now_ms;
    }
    assert(attempts->count < sizeof attempts->waiting / sizeof *attempts->waiting);
    attempts->waiting[attempts->count++] = *ticket;
    return ATTEMPT_GO;
}

void attempts_end(struct attempts *attempts, const attempt_ticket *ticket, attempt_end end,
                  uint64_t now_ms) {
    unsigned i = 0;
    while (i < attempts->count && (attempts->waiting[i].line != ticket->line ||
                                   attempts->waiting[i].place != ticket->place))
        i++;
    assert(i < attempts->count);
    attempts->waiting[i] = attempts->waiting[--attempts->count];
    if (end == ATTEMPT_WRONG)
        return;
    if (ticket->name)
        limits_give_back(&attempts->names, bytes_of(&ticket->name), now_ms);
    if (!ticket->who)
        return;
    attempts_slot *slot = slot_of(attempts, ticket->who, now_ms);
    if (end == ATTEMPT_RIGHT)
        slot->wrong = 0;
    else if (slot->wrong > 0)
        slot->wrong--;
}

/* More than there are, too: what is missing has to come back first, here as there. */
void attempts_hear(struct attempts *attempts, uint64_t name, uint64_t now_ms) {
    limits_spend(&attempts->names, bytes_of(&name), now_ms, 1);
}
