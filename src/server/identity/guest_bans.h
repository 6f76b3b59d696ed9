/* Guests whom the host keeps out, by what one of them has said. A guest is known by a cookie alone,
 * which takes a click to be rid of: for a day its address is closed as well, but for those who
 * have an account or a game from before. Of the address a keyed hash is kept (store_guests.h). */
#ifndef FLAGFALL_SERVER_IDENTITY_GUEST_BANS_H
#define FLAGFALL_SERVER_IDENTITY_GUEST_BANS_H

#include "server/store/store_games.h"

enum {
    GUEST_BAN_DAYS = 400,         /* that a guest is kept out, as long as a cookie is good */
    GUEST_BAN_ADDRESS_HOURS = 24, /* that its address is closed to new guests */
    GUEST_BAN_LABEL = 64,
};

typedef struct guest_ban {
    struct person person;
    char label[GUEST_BAN_LABEL]; /* what the host calls it by: GAME/LINE */
    int64_t origin;              /* of its address, by store_origin_of; STORE_NULL: not known */
    int64_t since;               /* ms since 1970 */
} guest_ban;

/* In the store's batch; false when it is spoilt. Who is banned again is so from now on. */
bool guest_bans_add(struct store *store, const guest_ban *made);

/* `had`: there was one of that label. */
bool guest_bans_drop(struct store *store, ff_span label, bool *had);

/* Deletes some that are over. */
bool guest_bans_sweep(struct store *store, int64_t now);

/* Is this guest one of them? */
store_answer guest_bans_find(struct store *store, const struct person *guest);

/* The newest first; the visitor returns false to stop. Then, and when reading fails, false. */
typedef bool guest_ban_visitor(void *context, const guest_ban *ban);
bool guest_bans_visit(struct store *store, guest_ban_visitor *visit, void *context);

/* From where a guest has taken its newest seat of which that is still known; STORE_NULL: nowhere.
 * False where it cannot be read. */
bool guest_bans_origin(struct store *store, const struct person *guest, int64_t *origin);

/* Is a guest kept out because its address is closed, and it had no game before? False where the
 * store cannot be read. */
bool guest_bans_shut(struct store *store, const struct person *guest, const char *address,
                     int64_t now, bool *shut);

#endif
