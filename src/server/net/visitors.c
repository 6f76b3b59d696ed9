#include "server/net/visitors.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>

enum { BUCKETS = 4096 };

typedef struct visitor visitor;
struct visitor {
    visitor *next;
    ff_address group;
    unsigned connections;
    size_t held;   /* bytes of bodies, */
    size_t unread; /* and of what waits to be read */
};

struct ff_visitors {
    unsigned most;
    uint8_t key[crypto_shorthash_KEYBYTES]; /* nobody can aim at one bucket */
    visitor *bucket[BUCKETS];
};

ff_visitors *visitors_new(unsigned most) {
    ff_visitors *visitors = calloc(1, sizeof *visitors);
    if (!visitors)
        return NULL;
    visitors->most = most;
    randombytes_buf(visitors->key, sizeof visitors->key);
    return visitors;
}

void visitors_free(ff_visitors *visitors) {
    for (size_t i = 0; visitors && i < BUCKETS; i++)
        for (visitor *at = visitors->bucket[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    free(visitors);
}

/* Where the visitor hangs, or would. */
static visitor **place_of(const ff_visitors *visitors, const ff_address *group) {
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, group->bytes, sizeof group->bytes, visitors->key);
    visitor **at = (visitor **)&visitors->bucket[(hash[0] | hash[1] << 8) % BUCKETS];
    while (*at && !address_equals(&(*at)->group, group))
        at = &(*at)->next;
    return at;
}

/* The visitor's entry, a new one where there was none; null when memory is out. */
static visitor *meet(ff_visitors *visitors, const ff_address *address) {
    ff_address group = address_group(address);
    visitor **at = place_of(visitors, &group);
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

bool visitors_enter(ff_visitors *visitors, const ff_address *address) {
    visitor *entered = meet(visitors, address);
    if (!entered || entered->connections >= visitors->most)
        return false;
    entered->connections++;
    return true;
}

void visitors_leave(ff_visitors *visitors, const ff_address *address) {
    ff_address group = address_group(address);
    visitor **at = place_of(visitors, &group);
    if (!*at)
        return;
    (*at)->connections--;
    forget(at);
}

bool visitors_hold(ff_visitors *visitors, const ff_address *address, size_t bytes, size_t share) {
    visitor *holder = bytes > 0 ? meet(visitors, address) : NULL;
    if (bytes == 0)
        return true;
    if (!holder || (holder->held > 0 && holder->held + bytes > share))
        return false;
    holder->held += bytes;
    return true;
}

void visitors_release(ff_visitors *visitors, const ff_address *address, size_t bytes) {
    ff_address group = address_group(address);
    visitor **at = place_of(visitors, &group);
    if (!*at || bytes == 0)
        return;
    (*at)->held -= bytes;
    forget(at);
}

size_t visitors_unread(ff_visitors *visitors, const ff_address *address, size_t before,
                       size_t now) {
    ff_address group = address_group(address);
    visitor **at = place_of(visitors, &group);
    if (!*at && now > before && !meet(visitors, address))
        return SIZE_MAX;
    if (!*at)
        return 0;
    assert((*at)->unread >= before);
    size_t sum = (*at)->unread += now - before;
    forget(at);
    return sum;
}

unsigned visitors_of(const ff_visitors *visitors, const ff_address *address) {
    ff_address group = address_group(address);
    const visitor *found = *place_of(visitors, &group);
    return found ? found->connections : 0;
}
