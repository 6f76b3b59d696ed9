/* Web Push in the store: the server's key for it, and where browsers want to be woken. What is said
 * in store.h of batches holds here too. */
#ifndef FLAGFALL_SERVER_STORE_STORE_PUSH_H
#define FLAGFALL_SERVER_STORE_STORE_PUSH_H

#include "server/base/person.h"
#include "server/database/store.h"

#include <stddef.h>

enum {
    STORE_PUSH_EACH = 5,       /* subscriptions of one person: the newest are kept */
    STORE_PUSH_GUESTS = 20000, /* of all guests together, */
    STORE_PUSH_SHARE = 100,    /* and of those at one address */
    STORE_PUSH_ENDPOINT = 1024,
    STORE_PUSH_POINT = 65,
    STORE_PUSH_SECRET = 16,
    STORE_PUSH_KEY = 256,
    STORE_PUSH_CONTACT = 256,
};

/* ---- the server's key ---- */

typedef struct store_push_key {
    uint8_t der[STORE_PUSH_KEY];
    size_t size;
    char contact[STORE_PUSH_CONTACT]; /* of the host, "mailto:" or "https:" */
} store_push_key;

/* The key, and whom a service may write to about it; STORE_NONE: this server wakes nobody. */
store_answer store_read_push_key(struct store *store, store_push_key *key);

/* In the place of another one, or none (null). Subscriptions were made for the key of before, and
 * go with it. */
bool store_set_push_key(struct store *store, const store_push_key *key);

/* ---- subscriptions ---- */

typedef struct store_push {
    struct person person; /* who is woken there */
    struct person cookie; /* by which the browser has asked for it, as a hash */
    char endpoint[STORE_PUSH_ENDPOINT];
    uint8_t point[STORE_PUSH_POINT], secret[STORE_PUSH_SECRET];
    bool guest;
    int64_t origin; /* the guest's (store_origin_of), 0: none is kept */
    int64_t time;   /* when the browser has last asked for it, ms since 1970 */
} store_push;

typedef bool store_push_visitor(void *context, const store_push *push);

/* The subscription of an endpoint. */
store_answer store_find_push(struct store *store, const char *endpoint, store_push *push);

/* In the place of one of the same endpoint, whosever it was; the person's oldest one too many
 * goes. */
bool store_put_push(struct store *store, const store_push *push);
bool store_drop_push(struct store *store, const char *endpoint);

/* All of a person, but those that were asked for by one cookie (may be null). All that were asked
 * for by a cookie. And those of an account by cookies that are not signed in to it any more. */
bool store_drop_push_of(struct store *store, const struct person *person, const struct person *but);
bool store_drop_push_by(struct store *store, const struct person *cookie);
bool store_drop_push_strays(struct store *store, const struct person *account);

/* All of a person, the oldest first. False when reading fails or the visitor stops it. */
bool store_visit_push(struct store *store, const struct person *person, store_push_visitor *visit,
                      void *context);

/* Is there room for one more of a guest's, of all together and of those of its origin? STORE_NONE:
 * there is not. */
store_answer store_has_push_room(struct store *store);
store_answer store_has_push_share(struct store *store, int64_t origin);

/* Deletes some that no browser has asked for since then; and forgets of some the origin. */
bool store_sweep_push(struct store *store, int64_t since);
bool store_forget_push_origins(struct store *store, int64_t since);

#endif
