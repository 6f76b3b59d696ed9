/* Who of those that wait meets whom. What must hold: a ticket is in one pair at most; both of a
 * pair are in its pool, and each is within the other's window. Entries of a pool stand in the order
 * of their ratings, so whoever is close stands close: each is compared with a few that follow, and
 * the closest pairs are taken first. */
#include "server/matchmaking/pairing.h"

#include <assert.h>
#include <stdlib.h>

/* Two that may meet. */
typedef struct candidate {
    int64_t waited_ms; /* both together */
    pairing pair;
    int32_t gap;
} candidate;

int32_t pairing_window(int64_t waited_ms) {
    return waited_ms >= PAIRING_OPEN_MS
               ? PAIRING_ANY_RATING
               : PAIRING_WINDOW + (int32_t)(waited_ms * PAIRING_WIDENS / 1000);
}

static int compare_entries(const void *a, const void *b) {
    const pairing_entry *x = a, *y = b;
    if (x->pool != y->pool)
        return x->pool < y->pool ? -1 : 1;
    if (x->rating != y->rating)
        return x->rating < y->rating ? -1 : 1;
    return (x->ticket > y->ticket) - (x->ticket < y->ticket);
}

static int compare_candidates(const void *a, const void *b) {
    const candidate *x = a, *y = b;
    if (x->gap != y->gap)
        return x->gap < y->gap ? -1 : 1;
    if (x->waited_ms != y->waited_ms)
        return x->waited_ms > y->waited_ms ? -1 : 1;
    return x->pair.ticket[0] != y->pair.ticket[0]
               ? (x->pair.ticket[0] < y->pair.ticket[0] ? -1 : 1)
               : (x->pair.pool > y->pair.pool) - (x->pair.pool < y->pair.pool);
}

static int32_t gap_of(const pairing_entry *a, const pairing_entry *b) {
    return a->rating < b->rating ? b->rating - a->rating : a->rating - b->rating;
}

static bool may_meet(const pairing_entry *a, const pairing_entry *b) {
    int32_t gap = gap_of(a, b);
    return a->pool == b->pool && a->ticket != b->ticket && (!a->bot || b->bots) &&
           (!b->bot || a->bots) && gap <= pairing_window(a->waited_ms) &&
           gap <= pairing_window(b->waited_ms);
}

/* People alone; and all who play with bots, who would else be hidden from each other behind
 * those who do not. */
static bool is_person(const pairing_entry *entry) {
    return !entry->bot;
}

static bool is_open(const pairing_entry *entry) {
    return entry->bot || entry->bots;
}

/* Adds who may meet among those for whom `counts` holds. */
static size_t compare_neighbours(const pairing_entry *entries, size_t count,
                                 bool (*counts)(const pairing_entry *), candidate *out) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned compared = 0;
        for (size_t j = i + 1; counts(&entries[i]) && j < count && compared < PAIRING_NEIGHBOURS &&
                               entries[j].pool == entries[i].pool;
             j++) {
            if (!counts(&entries[j]))
                continue;
            compared++;
            if (may_meet(&entries[i], &entries[j]))
                out[found++] =
                    (candidate){.waited_ms = entries[i].waited_ms + entries[j].waited_ms,
                                .pair = {{entries[i].ticket, entries[j].ticket}, entries[i].pool},
                                .gap = gap_of(&entries[i], &entries[j])};
        }
    }
    return found;
}

static size_t take_closest(candidate *candidates, size_t count, bool *taken, pairing *pairs) {
    size_t found = 0;
    qsort(candidates, count, sizeof *candidates, compare_candidates);
    for (size_t i = 0; i < count; i++) {
        const uint32_t *ticket = candidates[i].pair.ticket;
        if (taken[ticket[0]] || taken[ticket[1]])
            continue;
        taken[ticket[0]] = taken[ticket[1]] = true;
        pairs[found++] = candidates[i].pair;
    }
    return found;
}

/* Two passes, people and bots, each with PAIRING_NEIGHBOURS candidates an entry at most. */
size_t pairing_find(pairing_entry *entries, size_t count, size_t tickets, pairing *pairs) {
    if (count < 2)
        return 0;
    assert(tickets > 0);
    candidate *candidates = malloc(2 * PAIRING_NEIGHBOURS * count * sizeof *candidates);
    bool *taken = calloc(tickets, sizeof *taken);
    size_t found = 0;
    if (candidates && taken) {
        qsort(entries, count, sizeof *entries, compare_entries);
        size_t some = compare_neighbours(entries, count, is_person, candidates);
        some += compare_neighbours(entries, count, is_open, candidates + some);
        found = take_closest(candidates, some, taken, pairs);
    }
    free(candidates);
    free(taken);
    return found;
}
