#include "server/identity/presence.h"

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

typedef struct guest guest;
struct guest {
    guest *next;
    ff_person person;
    unsigned connections;
};

struct ff_presence {
    size_t count;
    guest *bucket[BUCKETS];
};

ff_presence *presence_new(void) {
    return calloc(1, sizeof(ff_presence));
}

void presence_free(ff_presence *presence) {
    if (!presence)
        return;
    for (size_t i = 0; i < BUCKETS; i++) {
        for (guest *at = presence->bucket[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    }
    free(presence);
}

/* Where the person is linked, or would be. Keys are hashes: any bytes of them will do. */
static guest *const *place_of(const ff_presence *presence, const ff_person *person) {
    uint32_t hash;
    memcpy(&hash, person->key, sizeof hash);
    guest *const *at = &presence->bucket[hash % BUCKETS];
    while (*at && memcmp(&(*at)->person, person, sizeof *person) != 0)
        at = &(*at)->next;
    return at;
}

bool presence_enter(ff_presence *presence, const ff_person *person) {
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

void presence_leave(ff_presence *presence, const ff_person *person) {
    guest **at = (guest **)place_of(presence, person);
    guest *gone = *at;
    if (--gone->connections > 0)
        return;
    *at = gone->next;
    presence->count--;
    free(gone);
}

bool presence_has(const ff_presence *presence, const ff_person *person) {
    return *place_of(presence, person) != NULL;
}

size_t presence_count(const ff_presence *presence) {
    return presence->count;
}
