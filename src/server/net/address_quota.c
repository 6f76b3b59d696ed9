/* How much an address has: connections, bytes of bodies, bytes that it has not read. An address is
 * a group of them (`address_group`), as large as one household has. What must hold: an address
 * stands in the table exactly while it has a connection, a body or unread bytes; so the table is as
 * large as what the server holds, whoever comes. */
#include "server/net/address_quota.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

enum { BUCKETS = 4096 };

typedef struct visitor visitor;
struct visitor {
    visitor *next;
    struct address group;
    unsigned connections;
    size_t held;   /* bytes of bodies, */
    size_t unread; /* and of what waits to be read */
};

struct address_quota {
    unsigned most;
    uint8_t key[crypto_shorthash_KEYBYTES]; /* nobody can aim at one bucket */
    visitor *bucket[BUCKETS];
};

address_quota *address_quota_new(unsigned most) {
    assert(most > 0); /* one that is refused is in the table for what it has already */
    address_quota *quota = calloc(1, sizeof *quota);
    if (!quota)
        return NULL;
    quota->most = most;
    randombytes_buf(quota->key, sizeof quota->key);
    return quota;
}

void address_quota_free(address_quota *quota) {
    for (size_t i = 0; quota && i < BUCKETS; i++)
        for (visitor *at = quota->bucket[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    free(quota);
}

/* Where the visitor hangs, or would. */
static visitor **place_of(const address_quota *quota, const struct address *group) {
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, group->bytes, sizeof group->bytes, quota->key);
    visitor **at = (visitor **)&quota->bucket[(hash[0] | hash[1] << 8) % BUCKETS];
    while (*at && !address_equals(&(*at)->group, group))
        at = &(*at)->next;
    return at;
}

/* The visitor's entry, a new one where there was none; null when memory is out. */
static visitor *meet(address_quota *quota, const struct address *address) {
    struct address group = address_group(address);
    visitor **at = place_of(quota, &group);
    if (!*at && (*at = calloc(1, sizeof **at)))
        (*at)->group = group;
    return *at;
}

/* Who has nothing left is forgotten. */
static void forget(visitor **at) {
    visitor *gone = *at;
    if (gone->connections > 0 || gone->held > 0 || gone->unread > 0)
        return;
    *at = gone->next;
    free(gone);
}

bool address_quota_enter(address_quota *quota, const struct address *address) {
    visitor *entered = meet(quota, address);
    if (!entered || entered->connections >= quota->most)
        return false;
    entered->connections++;
    return true;
}

void address_quota_leave(address_quota *quota, const struct address *address) {
    struct address group = address_group(address);
    visitor **at = place_of(quota, &group);
    if (!*at)
        return;
    assert((*at)->connections > 0);
    (*at)->connections--;
    forget(at);
}

/* One body is always allowed, however large the share: a second has to fit beside it. */
bool address_quota_hold(address_quota *quota, const struct address *address, size_t bytes,
                        size_t share) {
    visitor *holder = bytes > 0 ? meet(quota, address) : NULL;
    if (bytes == 0)
        return true;
    if (!holder || (holder->held > 0 && holder->held + bytes > share))
        return false;
    holder->held += bytes;
    return true;
}

void address_quota_release(address_quota *quota, const struct address *address, size_t bytes) {
    struct address group = address_group(address);
    visitor **at = place_of(quota, &group);
    if (!*at || bytes == 0)
        return;
    assert((*at)->held >= bytes);
    (*at)->held -= bytes;
    forget(at);
}

size_t address_quota_unread(address_quota *quota, const struct address *address, size_t before,
                            size_t now) {
    struct address group = address_group(address);
    visitor **at = place_of(quota, &group);
    if (!*at && now > before && !meet(quota, address))
        return SIZE_MAX;
    if (!*at)
        return 0;
    assert((*at)->unread >= before);
    size_t sum = (*at)->unread += now - before;
    forget(at);
    return sum;
}
