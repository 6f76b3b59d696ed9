/* The store's accounts: who signs in, from which browsers, with which armies and
 * ratings. What is said in store.h of batches holds here too. */
#ifndef FLAGFALL_SERVER_STORE_STORE_ACCOUNTS_H
#define FLAGFALL_SERVER_STORE_STORE_ACCOUNTS_H

#include "flagfall/setup.h"
#include "server/base/glicko.h"
#include "server/base/passwords.h"
#include "server/base/person.h"
#include "server/database/store.h"

enum {
    ACCOUNT_NAME_SIZE = 64, /* room for a name and its terminator */
    ARMY_NAME_SIZE = 128,
    RATING_GROUP_SIZE = 16,
    ACCOUNT_RECOVERY_SIZE = 32,
    ACCOUNT_TOTP_SIZE = 20, /* as RFC 4226 recommends for HMAC-SHA-1 */
};

typedef struct store_account {
    struct person person;
    char name[ACCOUNT_NAME_SIZE];
    char hash[PASSWORD_HASH_SIZE]; /* of the password; empty: nobody can sign in by one */
    bool bot;
    bool banned;
    int64_t created; /* milliseconds since 1970 */
    int64_t epoch;   /* how often all have been signed out: what was granted before is void */
    bool has_token;
    bool has_recovery;
    uint8_t recovery[ACCOUNT_RECOVERY_SIZE]; /* hash of the recovery code */
    uint8_t totp[ACCOUNT_TOTP_SIZE];         /* secret of one-time passwords, or zeros */
    bool totp_on;                            /* they are asked for */
    int64_t totp_step;                       /* the last that was used */
} store_account;

/* ---- accounts ---- */

/* `folded` is the name as it is compared: no two accounts have the same, and no person has two. Who
 * is not `added` (may be null) was too late, perhaps after another server: nothing is written. */
bool store_add_account(struct store *store, const store_account *account, const char *folded,
                       bool *added);
/* What was granted before is void, the bearer token too. */
bool store_raise_epoch(struct store *store, const struct person *person);
/* A new password, and the same. */
bool store_set_hash(struct store *store, const struct person *person, const char *hash);
bool store_set_banned(struct store *store, const struct person *person, bool banned);

/* The hash of the code with which a lost password is replaced. */
bool store_set_recovery(struct store *store, const struct person *person,
                        const uint8_t hash[ACCOUNT_RECOVERY_SIZE]);

/* The secret of one-time passwords, null: none; and which step has been used last. Not `used`: by
 * this step or a later one somebody was let in already, perhaps at another server just now. */
bool store_set_totp(struct store *store, const struct person *person,
                    const uint8_t secret[ACCOUNT_TOTP_SIZE]);
bool store_use_totp(struct store *store, const struct person *person, int64_t step, bool *used);

/* The account has no bearer token any more. */
bool store_drop_token(struct store *store, const struct person *person);

/* The account's bearer token, by its hash; with `bot` it is a bot's from now on. */
bool store_set_token(struct store *store, const struct person *person, const uint8_t hash[32],
                     bool bot);

/* The account of a person, of a name as it is compared, of a token by its hash. */
store_answer store_find_account(struct store *store, const struct person *person,
                                store_account *account);
store_answer store_find_name(struct store *store, const char *folded, store_account *account);
store_answer store_find_token(struct store *store, const uint8_t hash[32], store_account *account);

/* ---- saved armies ---- */

typedef struct store_army {
    char edition[32];
    char name[ARMY_NAME_SIZE];
    char letters[FF_ZONE_MAX + 1];
} store_army;

typedef bool store_army_visitor(void *context, const store_army *army);

/* In the place of one of the same edition and name. */
bool store_save_army(struct store *store, const struct person *person, const store_army *army);
bool store_drop_army(struct store *store, const struct person *person, ff_span edition,
                     ff_span name);
bool store_visit_armies(struct store *store, const struct person *person, store_army_visitor *visit,
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
store_answer store_find_rating(struct store *store, const struct person *person, const char *group,
                               store_rating *rating);

/* After one more game than the store knows of; where it knows of as many already the batch has met
 * a conflict (store.h). False when the batch is spoilt. */
bool store_set_rating(struct store *store, const struct person *person, const store_rating *rating);
bool store_visit_ratings(struct store *store, const struct person *person,
                         store_rating_visitor *visit, void *context);

#endif
