/* Fair turns over origins and their persons. A person is found by its key, an origin by its
 * number, each in a table of hashes: both are hashes themselves. Persons who have a number stand in
 * a list of their origin, newest first, and origins that have such a person in a list of the whole.
 *
 * What must hold: a person stands in its origin's list exactly while it has a number, and an
 * origin in the whole list exactly while a person stands in its own. */
#include "server/session/fair_list.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

typedef struct origin origin;
typedef struct member member;

struct member {
    member *next_in_bucket;
    struct person person;
    origin *from;
    member *next, *before;     /* of the origin, while it has numbers */
    int64_t number[FAIR_KEPT]; /* newest first */
    unsigned count;
};

struct origin {
    origin *next_in_bucket;
    int64_t number;
    unsigned members; /* persons who are here, with numbers or without */
    member *first;
    origin *next, *before; /* of the list, while `first` is there */
    /* While numbers are chosen: whose turn it is, which of its numbers, and how many of the
     * origin have been chosen. */
    member *turn;
    unsigned depth, chosen;
};

struct fair_list {
    origin *first;
    size_t origins; /* in the table */
    member *member[BUCKETS];
    origin *origin[BUCKETS];
};

fair_list *fair_list_new(void) {
    return calloc(1, sizeof(fair_list));
}

static void free_bucket(fair_list *list, size_t i) {
    for (member *at = list->member[i], *next; at; at = next) {
        next = at->next_in_bucket;
        free(at);
    }
    for (origin *at = list->origin[i], *next; at; at = next) {
        next = at->next_in_bucket;
        free(at);
    }
}

/* Where there is no origin there is no person either. */
void fair_list_free(fair_list *list) {
    for (size_t i = 0; list && list->origins > 0 && i < BUCKETS; i++)
        free_bucket(list, i);
    free(list);
}

/* ---- finding ---- */

static member **place_of(fair_list *list, const struct person *person) {
    uint32_t hash;
    memcpy(&hash, person->key, sizeof hash);
    member **at = &list->member[hash % BUCKETS];
    while (*at && memcmp(&(*at)->person, person, sizeof *person) != 0)
        at = &(*at)->next_in_bucket;
    return at;
}

static origin **origin_place(fair_list *list, int64_t number) {
    origin **at = &list->origin[(uint64_t)number % BUCKETS];
    while (*at && (*at)->number != number)
        at = &(*at)->next_in_bucket;
    return at;
}

/* ---- the two lists ---- */

static void unlink_origin(fair_list *list, origin *gone) {
    assert(gone->before || list->first == gone);
    *(gone->before ? &gone->before->next : &list->first) = gone->next;
    if (gone->next)
        gone->next->before = gone->before;
    gone->next = gone->before = NULL;
}

static void link_origin(fair_list *list, origin *added) {
    assert(!added->next && !added->before);
    added->next = list->first;
    if (added->next)
        added->next->before = added;
    list->first = added;
}

static void unlink_member(fair_list *list, member *gone) {
    origin *from = gone->from;
    assert(gone->before || from->first == gone);
    *(gone->before ? &gone->before->next : &from->first) = gone->next;
    if (gone->next)
        gone->next->before = gone->before;
    gone->next = gone->before = NULL;
    if (!from->first)
        unlink_origin(list, from);
}

/* In front of its origin, and the origin in front of all. */
static void link_member(fair_list *list, member *added) {
    origin *from = added->from;
    if (from->first)
        unlink_origin(list, from);
    link_origin(list, from);
    added->next = from->first;
    if (added->next)
        added->next->before = added;
    from->first = added;
}

/* ---- persons ---- */

/* The origin of that number, made where there is none; null when memory is out. */
static origin *meet_origin(fair_list *list, int64_t number) {
    origin **at = origin_place(list, number);
    if (!*at && (*at = calloc(1, sizeof **at))) {
        (*at)->number = number;
        list->origins++;
    }
    return *at;
}

bool fair_list_enter(fair_list *list, const struct person *person, int64_t from) {
    member **at = place_of(list, person);
    origin *met = *at ? NULL : meet_origin(list, from);
    if (!met)
        return false;
    *at = calloc(1, sizeof **at);
    if (!*at)
        return false; /* the origin is met again, or freed with the list */
    (*at)->person = *person;
    (*at)->from = met;
    met->members++;
    return true;
}

void fair_list_leave(fair_list *list, const struct person *person) {
    member **at = place_of(list, person), *gone = *at;
    if (!gone)
        return;
    if (gone->count > 0)
        unlink_member(list, gone);
    origin **from = origin_place(list, gone->from->number);
    assert(*from == gone->from && (*from)->members > 0);
    if (--(*from)->members == 0) {
        origin *empty = *from;
        assert(!empty->first);
        *from = empty->next_in_bucket;
        list->origins--;
        free(empty);
    }
    *at = gone->next_in_bucket;
    free(gone);
}

/* ---- numbers ---- */

/* Where the number stands, or would stand after the last. */
static unsigned index_of(const member *of, int64_t number) {
    unsigned i = 0;
    while (i < of->count && of->number[i] != number)
        i++;
    return i;
}

void fair_list_put(fair_list *list, const struct person *person, int64_t number) {
    member *of = *place_of(list, person);
    if (!of || index_of(of, number) < of->count)
        return;
    if (of->count > 0)
        unlink_member(list, of);
    of->count += of->count < FAIR_KEPT;
    memmove(of->number + 1, of->number, (of->count - 1) * sizeof of->number[0]);
    of->number[0] = number;
    link_member(list, of);
}

void fair_list_drop(fair_list *list, const struct person *person, int64_t number) {
    member *of = *place_of(list, person);
    unsigned i = of ? index_of(of, number) : 0;
    if (!of || i == of->count)
        return;
    assert(of->count <= FAIR_KEPT);
    of->count--;
    memmove(of->number + i, of->number + i + 1, (of->count - i) * sizeof of->number[0]);
    if (of->count == 0)
        unlink_member(list, of);
}

/* ---- choosing ---- */

/* The origin's next number in turn: each person's newest, then each one's second. False where
 * it has had its share. */
static bool take_turn(origin *from, int64_t *number) {
    while (from->depth < FAIR_OF_PERSON && from->chosen < FAIR_OF_ORIGIN) {
        member *at = from->turn;
        from->turn = at->next ? at->next : from->first;
        unsigned depth = from->depth;
        from->depth += !at->next;
        if (depth < at->count) {
            *number = at->number[depth];
            from->chosen++;
            return true;
        }
    }
    return false;
}

/* Round after round, a number of each origin in a round: so the first `most` of all origins are
 * told before the second of any. It ends with a round in which no origin has one left. */
size_t fair_list_choose(fair_list *list, int64_t *numbers, size_t most) {
    size_t count = 0, origins = 0;
    for (origin *at = list->first; at && origins < most; at = at->next, origins++) {
        at->turn = at->first;
        at->depth = at->chosen = 0;
    }
    for (size_t before = most; count < most && count != before;) {
        size_t i = 0;
        before = count;
        for (origin *at = list->first; i < origins && count < most; at = at->next, i++)
            count += take_turn(at, &numbers[count]);
    }
    return count;
}
