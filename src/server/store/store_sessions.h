/* The store's sessions: who a browser is, by the hash of its cookie. A guest who has never
 * signed in needs none. What is said in store.h of batches holds here too; times are in
 * milliseconds since 1970. */
#ifndef FLAGFALL_SERVER_STORE_STORE_SESSIONS_H
#define FLAGFALL_SERVER_STORE_STORE_SESSIONS_H

#include "server/base/person.h"
#include "server/database/store.h"

#include <stddef.h>

typedef struct store_session {
    struct person cookie;  /* its hash */
    struct person account; /* whose browser it is; nobody: the guest's */
    struct person guest;   /* who it is where nobody is signed in; nobody: another cookie is in
                          this one's place, since `used` */
    struct person device;  /* the account that has signed in here last, even if it is out again */
    bool old;              /* of a Flagfall whose cookies had no proof */
    int64_t created;       /* when this cookie was made */
    int64_t used;          /* when it came last, told at most once a day */
} store_session;

/* 32 random bytes of this store, to make keys of. */
const uint8_t *store_session_key(const struct store *store);

/* The session of a cookie, by its hash. */
store_answer store_find_session(struct store *store, const struct person *cookie,
                                store_session *session);

/* In the place of one of the same cookie. */
bool store_put_session(struct store *store, const store_session *session);

/* The same of one that has another cookie in its place from now on. Not `replaced`: it had already,
 * perhaps by another server just now. */
bool store_replace_session(struct store *store, const store_session *gone, bool *replaced);

/* The cookie has come now. */
bool store_touch_session(struct store *store, const struct person *cookie, int64_t now);

/* Signs the account out everywhere but at one cookie (may be null), so that it is not woken there
 * any more, and forgets its other devices where `forget` is set. */
bool store_end_sessions(struct store *store, const struct person *account, const struct person *but,
                        bool forget);

/* Signs the account out where it has not been for longest, so that it is not woken there any more,
 * and forgets that it was there: all but STORE_BROWSERS of those that know it, and `but`. */
enum { STORE_BROWSERS = 50 };
bool store_trim_sessions(struct store *store, const struct person *account,
                         const struct person *but);

/* Where an account is signed in, the latest first, `limit` at most. */
typedef bool store_session_visitor(void *context, const store_session *session);
bool store_visit_sessions(struct store *store, const struct person *account, unsigned limit,
                          store_session_visitor *visit, void *context);

/* ---- addresses from which an account has been signed in to, as hashes ---- */

enum { STORE_PLACE_SIZE = 16 };

/* The account has been signed in to from there now; was it since then; and all are forgotten. */
bool store_note_place(struct store *store, const struct person *account,
                      const uint8_t place[STORE_PLACE_SIZE], int64_t now);
store_answer store_find_place(struct store *store, const struct person *account,
                              const uint8_t place[STORE_PLACE_SIZE], int64_t since);
bool store_forget_places(struct store *store, const struct person *account);

/* ---- the end ---- */

/* Deletes some sessions and places that have not been used since then: a slice, so that
 * nobody waits for it. Writes nothing where there are none. */
bool store_sweep_sessions(struct store *store, int64_t sessions_since, int64_t places_since);

#endif
