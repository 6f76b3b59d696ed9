/* Identity: whether somebody has an account, and a name in a seat. */
#ifndef FLAGFALL_SERVER_IDENTITY_IDENTITY_H
#define FLAGFALL_SERVER_IDENTITY_IDENTITY_H

#include "server/store/store_accounts.h"
#include "server/store/store_games.h"

/* What stands behind a name that a guest has chosen, wherever it is shown. No account's name has
 * such signs, so a guest is never taken for an account, and may be called like one: whether there
 * is such an account is asked of nobody. */
#define GUEST_MARK " (Guest)"

/* A person, as others may know it. */
struct identity {
    struct person person;
    bool has_account; /* or is a guest, who has no name */
    bool bot;
    bool banned;
    char name[ACCOUNT_NAME_SIZE];
};

/* Who a person is; whose a cookie is, sessions.h knows. False when the store cannot be
 * read. */
bool identity_read(struct store *store, const struct person *person, struct identity *identity);

/* Seats a person: kind, key, name (a guest's with its mark), and an account's rating for this
 * edition. False when the store cannot be read. */
bool identity_sit(struct store *store, const struct person *person, const ff_edition *edition,
                  store_seat *seat);

/* The person whose account has this name. */
store_answer identity_find(struct store *store, ff_span name, struct person *person);

#endif
