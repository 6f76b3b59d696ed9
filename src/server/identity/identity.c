/* A person's account, as far as others may know of it. What must hold: what could not be read is
 * not taken for a guest. */
#include "server/identity/identity.h"

#include "server/base/sanitize.h"
#include "server/identity/guest_bans.h"
#include "server/play/ratings.h"
#include "server/store/store_guests.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool identity_read(struct store *store, const struct person *person, struct identity *identity) {
    store_account account;
    store_answer found = store_find_account(store, person, &account);
    store_answer banned = found == STORE_NONE ? guest_bans_find(store, person) : STORE_NONE;
    *identity = (struct identity){.person = *person,
                                  .has_account = found == STORE_FOUND,
                                  .bot = account.bot,
                                  .banned = account.banned || banned == STORE_FOUND};
    memcpy(identity->name, account.name, sizeof identity->name);
    return found != STORE_FAILED && banned != STORE_FAILED;
}

static bool sit_account(struct store *store, const struct identity *identity,
                        const ff_edition *edition, store_seat *seat) {
    store_rating rating;
    if (store_find_rating(store, &identity->person, ratings_group(edition), &rating) != STORE_FOUND)
        return false;
    seat->kind = identity->bot ? SEAT_BOT : SEAT_ACCOUNT;
    seat->rating = lround(rating.glicko.rating);
    memcpy(seat->name, identity->name, sizeof identity->name);
    return true;
}

static bool sit_guest(struct store *store, const struct person *person, store_seat *seat) {
    char name[SEAT_NAME_SIZE];
    store_answer found = store_find_guest_name(store, person, name);
    if (found == STORE_FOUND)
        snprintf(seat->name, sizeof seat->name, "%.*s" GUEST_MARK,
                 (int)(sizeof seat->name - sizeof GUEST_MARK), name);
    return found != STORE_FAILED;
}

bool identity_sit(struct store *store, const struct person *person, const ff_edition *edition,
                  store_seat *seat) {
    struct identity identity;
    *seat = (store_seat){
        .kind = SEAT_GUEST, .person = *person, .rating = STORE_NULL, .change = STORE_NULL};
    return identity_read(store, person, &identity) &&
           (identity.has_account ? sit_account(store, &identity, edition, seat)
                                 : sit_guest(store, person, seat));
}

store_answer identity_find(struct store *store, ff_span name, struct person *person) {
    char clean[SANITIZE_NAME_SIZE], key[SANITIZE_NAME_SIZE];
    store_account account;
    if (!sanitize_name(name, clean))
        return STORE_NONE;
    sanitize_name_key(clean, key);
    store_answer found = store_find_name(store, key, &account);
    *person = account.person;
    return found;
}
