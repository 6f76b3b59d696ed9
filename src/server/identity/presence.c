/* Who is connected, guests and accounts alike. What must hold: each person that is connected stands
 * in the table once, with as many connections as have entered and not left. */
#include "server/identity/presence.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

typedef struct guest guest;
struct guest {
    guest *next;
    struct person person;
    unsigned connections;
};

struct presence {
    size_t count;
    guest *bucket[BUCKETS];
};

struct presence *presence_new(void) {
    return calloc(1, sizeof(struct presence));
}

void presence_free(struct presence *presence) {
    if (!presence)
        return;
    for (size_t i = 0; presence->count > 0; i++) {
        for (guest *at = presence->bucket[i], *next; at; at = next) {
            next = at->next;
            presence->count--;
            free(at);
        }
    }
    free(presence);
}

/* Where the person is linked, or would be. Keys are hashes: any bytes of them will do. */
static guest *const *place_of(const struct presence *presence, const struct person *person) {
    uint32_t hash;
    memcpy(&hash, person->key, sizeof hash);
    guest *const *at = &presence->bucket[hash % BUCKETS];
    while (*at && memcmp(&(*at)->person, person, sizeof *person) != 0)
        at = &(*at)->next;
    return at;
}

bool presence_enter(struct presence *presence, const struct person *person) {
    guest **at = (guest **)place_of(presence, person);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            return false;
        (*at)->person = *person;
        presence->count++;
    }
    (*at)->connections++;
    return true;
}

void presence_leave(struct presence *presence, const struct person *person) {
    guest **at = (guest **)place_of(presence, person);
    guest *gone = *at;
    assert(gone && gone->connections > 0); /* who leaves has entered */
    if (--gone->connections > 0)
        return;
    *at = gone->next;
    presence->count--;
    free(gone);
}

bool presence_has(const struct presence *presence, const struct person *person) {
    return *place_of(presence, person) != NULL;
}

size_t presence_count(const struct presence *presence) {
    return presence->count;
}
