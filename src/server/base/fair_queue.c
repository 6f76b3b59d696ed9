/* Three levels of rings below one root: addresses, persons, connections. The nodes of addresses
 * and persons are made when the first below them waits, and freed when none does.
 *
 * What must hold: a node stands in its parent's ring exactly while somebody below it waits (or
 * it is a connection that waits itself), and a parent's `first` is the one whose turn it is. */
#include "server/base/fair_queue.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096, KEY_BYTES = 96 };

struct fair_queue {
    fair_node root;
    uint8_t secret[crypto_shorthash_KEYBYTES]; /* nobody can aim at another's node */
    fair_node *bucket[BUCKETS];                /* of addresses and persons, by key */
};

fair_queue *fair_queue_new(void) {
    fair_queue *queue = calloc(1, sizeof *queue);
    if (queue)
        randombytes_buf(queue->secret, sizeof queue->secret);
    return queue;
}

void fair_queue_free(fair_queue *queue) {
    assert(!queue || !queue->root.first);
    free(queue);
}

bool fair_queue_is_empty(const fair_queue *queue) {
    return !queue->root.first;
}

/* ---- rings ---- */

/* At the end of the parent's ring. */
static void link_node(fair_node *node, fair_node *parent) {
    fair_node *first = parent->first;
    node->parent = parent;
    node->next = first ? first : node;
    node->before = first ? first->before : node;
    node->next->before = node;
    node->before->next = node;
    if (!first)
        parent->first = node;
}

static void unlink_node(fair_node *node) {
    fair_node *parent = node->parent;
    assert(parent && parent->first);
    node->next->before = node->before;
    node->before->next = node->next;
    if (parent->first == node)
        parent->first = node->next == node ? NULL : node->next;
    node->parent = node->next = node->before = NULL;
}

/* ---- addresses and persons ---- */

/* A name below a parent, hashed: equal keys are the same one. A name that does not fit is cut:
 * two that differ only behind the cut wait as if they were one. */
static uint64_t key_of(const fair_queue *queue, uint64_t above, ff_span name) {
    uint8_t bytes[KEY_BYTES] = {0};
    uint64_t key;
    static_assert(sizeof key == crypto_shorthash_BYTES, "a key is a short hash");
    size_t size = name.size < KEY_BYTES - sizeof above ? name.size : KEY_BYTES - sizeof above;
    memcpy(bytes, &above, sizeof above);
    memcpy(bytes + sizeof above, name.data, size);
    crypto_shorthash((uint8_t *)&key, bytes, sizeof above + size, queue->secret);
    return key;
}

static fair_node **place_of(fair_queue *queue, uint64_t key) {
    fair_node **at = &queue->bucket[key % BUCKETS];
    while (*at && (*at)->key != key)
        at = &(*at)->next_in_bucket;
    return at;
}

/* The node of a key, made below `parent` where there is none; null when memory is out. */
static fair_node *meet(fair_queue *queue, fair_node *parent, uint64_t key) {
    fair_node **at = place_of(queue, key);
    if (*at)
        return *at;
    *at = calloc(1, sizeof **at);
    if (!*at)
        return NULL;
    (*at)->key = key;
    link_node(*at, parent);
    return *at;
}

/* Those that nobody waits below any more. */
static void forget_empty(fair_queue *queue, fair_node *node) {
    while (node != &queue->root && !node->first) {
        fair_node *parent = node->parent, **at = place_of(queue, node->key);
        assert(*at == node);
        *at = node->next_in_bucket;
        unlink_node(node);
        free(node);
        node = parent;
    }
}

/* ---- turns ---- */

bool fair_queue_put(fair_queue *queue, fair_node *connection, ff_span address, ff_span person) {
    assert(!connection->parent && !connection->first);
    uint64_t where = key_of(queue, 0, address);
    fair_node *from = meet(queue, &queue->root, where);
    fair_node *who = from ? meet(queue, from, key_of(queue, where, person)) : NULL;
    if (!who) {
        if (from)
            forget_empty(queue, from);
        return false;
    }
    link_node(connection, who);
    return true;
}

/* Whose turn it is in a ring: who has credit, each getting some as the ring goes round. This ends,
 * and soon: nobody owes more than FAIR_DEBT_MAX, and each round pays FAIR_CREDIT of it. */
static fair_node *turn_of(fair_node *parent) {
    for (;;) {
        fair_node *first = parent->first;
        if (first->credit > 0)
            return first;
        first->credit += FAIR_CREDIT;
        if (first->credit > 0)
            return first;
        parent->first = first->next;
    }
}

fair_node *fair_queue_first(fair_queue *queue) {
    fair_node *at = &queue->root;
    if (!at->first)
        return NULL;
    while (at->first)
        at = turn_of(at);
    return at;
}

/* The work is charged at every level, so that neither many connections of a person nor many
 * persons at an address get more than one that is alone. */
void fair_queue_finish(fair_queue *queue, fair_node *connection, unsigned points) {
    fair_node *person = connection->parent;
    assert(person && !connection->first);
    for (fair_node *at = connection; at != &queue->root; at = at->parent) {
        at->credit -= points;
        if (at->credit < -FAIR_DEBT_MAX)
            at->credit = -FAIR_DEBT_MAX;
        if (at->credit <= 0 && at->parent->first == at)
            at->parent->first = at->next;
    }
    if (connection->credit > 0)
        connection->credit = 0; /* who comes again begins with a round's credit */
    unlink_node(connection);
    forget_empty(queue, person);
}
