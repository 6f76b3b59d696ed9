/* Tickets, and the pairs that a look has found. What must hold: a person has one ticket at most;
 * a pair is given out only while both of its tickets are still what they were when it was
 * found. */
#include "server/matchmaking/match_queue.h"

#include <assert.h>
#include <stdlib.h>

struct match_queue {
    match_here *is_here;
    const struct hub *hub;
    match_ticket *ticket[QUEUE_ROOM];
    size_t count, entries;
    pairing found[QUEUE_ROOM / 2]; /* by the last look, the rest to be given out from `next` */
    struct person of[QUEUE_ROOM / 2][2];
    size_t pairs, next;
    int64_t look_ms; /* when the next look is due */
};

struct match_queue *match_queue_new(match_here *is_here, const struct hub *hub) {
    struct match_queue *queue = calloc(1, sizeof *queue);
    if (queue) {
        queue->is_here = is_here;
        queue->hub = hub;
    }
    return queue;
}

static void drop(struct match_queue *queue, size_t at) {
    assert(at < queue->count && queue->entries >= queue->ticket[at]->wish.pools);
    queue->entries -= queue->ticket[at]->wish.pools;
    free(queue->ticket[at]);
    queue->ticket[at] = queue->ticket[--queue->count];
}

void match_queue_free(struct match_queue *queue) {
    if (!queue)
        return;
    while (queue->count > 0)
        drop(queue, queue->count - 1);
    free(queue);
}

/* Its place; `count` where there is none. */
static size_t find(const struct match_queue *queue, const struct person *person) {
    size_t at = 0;
    while (at < queue->count && !person_is(&queue->ticket[at]->wish.person, person))
        at++;
    return at;
}

const match_ticket *match_queue_find(const struct match_queue *queue, const struct person *person) {
    size_t at = find(queue, person);
    return at < queue->count ? queue->ticket[at] : NULL;
}

bool match_queue_leave(struct match_queue *queue, const struct person *person) {
    size_t at = find(queue, person);
    if (at == queue->count)
        return false;
    drop(queue, at);
    return true;
}

size_t match_queue_count(const struct match_queue *queue) {
    return queue->count;
}

void match_queue_visit(const struct match_queue *queue, match_visitor *visit, void *context) {
    for (size_t i = 0; i < queue->count; i++)
        visit(context, queue->ticket[i]);
}

/* ---- entering ---- */

/* In the place of the person's earlier one. False where memory is out. */
static bool put(struct match_queue *queue, const match_ticket *ticket) {
    size_t at = find(queue, &ticket->wish.person);
    if (at == QUEUE_ROOM)
        return false;
    if (at == queue->count) {
        if (!(queue->ticket[at] = calloc(1, sizeof *ticket)))
            return false;
        queue->count++;
    }
    queue->entries += ticket->wish.pools;
    queue->entries -= queue->ticket[at]->wish.pools; /* what it had before; 0 of a new one */
    *queue->ticket[at] = *ticket;
    assert(queue->count <= QUEUE_ROOM && queue->entries >= ticket->wish.pools);
    return true;
}

/* Another wish of the same person takes the place of the first, with the time that it has waited.
 */
match_entered match_queue_enter(struct match_queue *queue, const match_wish *wish, int64_t now) {
    const match_ticket *before = match_queue_find(queue, &wish->person);
    const match_ticket ticket = {.wish = *wish, .since = before ? before->since : now, .seen = now};
    unsigned neighbours = 0;
    for (size_t i = 0; i < queue->count; i++)
        neighbours += queue->ticket[i]->wish.origin == wish->origin;
    if (!before && neighbours >= QUEUE_ADDRESS_TICKETS)
        return MATCH_ADDRESS_FULL;
    if ((!before && queue->count >= QUEUE_TICKETS) ||
        queue->entries + wish->pools - (before ? before->wish.pools : 0) > QUEUE_ENTRIES)
        return MATCH_FULL;
    return put(queue, &ticket) ? MATCH_ENTERED : MATCH_FULL;
}

void match_queue_put(struct match_queue *queue, const match_ticket *ticket) {
    put(queue, ticket);
}

/* ---- pairs ---- */

void match_queue_doubt(struct match_queue *queue) {
    for (size_t i = 0; i < queue->count; i++)
        queue->ticket[i]->seen = INT64_MIN / 2;
}

const match_ticket *match_queue_lost(const struct match_queue *queue, int64_t now) {
    for (size_t i = 0; i < queue->count; i++)
        if (now - queue->ticket[i]->seen >= QUEUE_GRACE_MS)
            return queue->ticket[i];
    return NULL;
}

/* An edition, a clock, rated or not, as one number: who has the same may meet. */
static uint32_t pool_number(const match_wish *wish, const match_pool *pool) {
    return ((uint32_t)pool->edition << 17) | ((uint32_t)pool->clock << 1) | wish->rated;
}

static size_t fill_entries(const struct match_queue *queue, int64_t now, pairing_entry *entries) {
    size_t count = 0;
    for (size_t i = 0; i < queue->count; i++) {
        const match_ticket *ticket = queue->ticket[i];
        for (unsigned p = 0; ticket->seen == now && p < ticket->wish.pools; p++)
            entries[count++] =
                (pairing_entry){.ticket = (uint32_t)i,
                                .pool = pool_number(&ticket->wish, &ticket->wish.pool[p]),
                                .rating = ticket->wish.pool[p].rating,
                                .bot = ticket->wish.bot,
                                .bots = ticket->wish.bots,
                                .waited_ms = ticket->since < now ? now - ticket->since : 0};
    }
    return count;
}

static void find_pairs(struct match_queue *queue, int64_t now) {
    queue->pairs = queue->next = 0;
    pairing_entry *entries = queue->count > 1 ? calloc(queue->entries, sizeof *entries) : NULL;
    if (!entries)
        return;
    size_t count = fill_entries(queue, now, entries);
    queue->pairs = pairing_find(entries, count, queue->count, queue->found);
    for (size_t i = 0; i < queue->pairs; i++)
        for (int side = 0; side < 2; side++)
            queue->of[i][side] = queue->ticket[queue->found[i].ticket[side]]->wish.person;
    free(entries);
}

/* Pairs that the look before has left are given out first. */
bool match_queue_look(struct match_queue *queue, int64_t now) {
    if (queue->next < queue->pairs || now < queue->look_ms)
        return false;
    queue->look_ms = now + QUEUE_PAUSE_MS;
    /* Who loses the connection for a moment keeps its place, but meets nobody meanwhile. */
    for (size_t i = 0; i < queue->count; i++)
        if (queue->is_here(queue->hub, &queue->ticket[i]->wish.person))
            queue->ticket[i]->seen = now;
    find_pairs(queue, now);
    return true;
}

/* Would it still play so? It may have left, or been entered anew, since the look. */
static bool take_side(struct match_queue *queue, size_t which, int side, match_pair *pair) {
    size_t at = find(queue, &queue->of[which][side]);
    if (at == queue->count || !queue->is_here(queue->hub, &queue->of[which][side]))
        return false;
    const match_wish *wish = &queue->ticket[at]->wish;
    unsigned p = 0;
    while (p < wish->pools && pool_number(wish, &wish->pool[p]) != queue->found[which].pool)
        p++;
    if (p == wish->pools)
        return false;
    pair->of[side] = *queue->ticket[at];
    pair->edition = wish->pool[p].edition;
    pair->clock = wish->pool[p].clock;
    pair->rated = wish->rated;
    return true;
}

bool match_queue_next(struct match_queue *queue, match_pair *pair) {
    while (queue->next < queue->pairs) {
        size_t which = queue->next++;
        if (!take_side(queue, which, 0, pair) || !take_side(queue, which, 1, pair))
            continue;
        match_queue_leave(queue, &pair->of[0].wish.person);
        match_queue_leave(queue, &pair->of[1].wish.person);
        return true;
    }
    return false;
}
