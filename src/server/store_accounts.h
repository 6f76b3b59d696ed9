/* The store's accounts: who signs in, from which browsers, with which armies and
 * ratings. What is said in store.h of turns holds here too. */
#ifndef FLAGFALL_SERVER_STORE_ACCOUNTS_H
#define FLAGFALL_SERVER_STORE_ACCOUNTS_H

#include "flagfall/setup.h"
#include "server/glicko.h"
#include "server/passwords.h"
#include "server/store.h"

enum {
    ACCOUNT_NAME_SIZE = 64, /* room for a name and its terminator */
    ARMY_NAME_SIZE = 128,
    RATING_GROUP_SIZE = 16,
};

typedef struct store_account {
    ff_person person;
    char name[ACCOUNT_NAME_SIZE];
    char hash[PASSWORD_HASH_SIZE]; /* of the password; empty: nobody can sign in by one */
    bool bot;
    bool banned;
    int64_t created; /* milliseconds since 1970 */
} store_account;

/* ---- who a cookie is ---- */

/* The person behind a cookie (its hash): whoever it is signed in as, or the guest that
 * it stands for. */
store_answer store_identify(ff_store *store, const ff_person *cookie, ff_person *person);

/* From now on the cookie is `person`, and `guest` once that has signed out. */
bool store_sign_in(ff_store *store, const ff_person *cookie, const ff_person *person,
                   const ff_person *guest);
bool store_sign_out(ff_store *store, const ff_person *cookie);

/* All other browsers of this person. `cookie` may be null: all browsers. */
bool store_sign_out_others(ff_store *store, const ff_person *person, const ff_person *cookie);

/* ---- accounts ---- */

/* `folded` is the name as it is compared: no two accounts have the same. */
bool store_add_account(ff_store *store, const store_account *account, const char *folded);
bool store_set_hash(ff_store *store, const ff_person *person, const char *hash);
bool store_set_banned(ff_store *store, const ff_person *person, bool banned);

/* The account's bearer token, by its hash; with `bot` it is a bot's from now on. */
bool store_set_token(ff_store *store, const ff_person *person, const uint8_t hash[32], bool bot);

store_answer store_find_account(ff_store *store, const ff_person *person, store_account *account);
store_answer store_find_name(ff_store *store, const char *folded, store_account *account);
store_answer store_find_token(ff_store *store, const uint8_t hash[32], store_account *account);

/* ---- saved armies ---- */

typedef struct store_army {
    char edition[32];
    char name[ARMY_NAME_SIZE];
    char letters[FF_ZONE_MAX + 1];
} store_army;

typedef bool store_army_visitor(void *context, const store_army *army);

/* In the place of one of the same edition and name. */
bool store_save_army(ff_store *store, const ff_person *person, const store_army *army);
bool store_drop_army(ff_store *store, const ff_person *person, ff_span edition, ff_span name);
bool store_visit_armies(ff_store *store, const ff_person *person, store_army_visitor *visit,
                        void *context);

/* ---- ratings, one for each group of editions ---- */

typedef struct store_rating {
    char group[RATING_GROUP_SIZE];
    glicko glicko;
    unsigned games;
    int64_t time; /* of the last one, milliseconds since 1970 */
} store_rating;

typedef bool store_rating_visitor(void *context, const store_rating *rating);

/* A new player's where there is none yet. */
store_answer store_find_rating(ff_store *store, const ff_person *person, const char *group,
                               store_rating *rating);
bool store_set_rating(ff_store *store, const ff_person *person, const store_rating *rating);
bool store_visit_ratings(ff_store *store, const ff_person *person, store_rating_visitor *visit,
                         void *context);

/* ---- the end ---- */

/* All that is a person's: account, armies, ratings, chat, and the name in games. */
bool store_erase_person(ff_store *store, const ff_person *person);

#endif
