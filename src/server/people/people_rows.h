/* What the store keeps of accounts as others see them: what each shows of itself, and whom it
 * follows. Results are kept nowhere: they are read from the games (career.h). What is said in
 * store.h of batches holds here too. */
#ifndef FLAGFALL_SERVER_PEOPLE_PEOPLE_ROWS_H
#define FLAGFALL_SERVER_PEOPLE_PEOPLE_ROWS_H

#include "flagfall/base.h"
#include "server/base/person.h"
#include "server/database/store.h"

/* What an account shows to everybody: each has what those before it have. */
typedef enum profile_shows {
    SHOWS_NOTHING,
    SHOWS_RESULTS, /* ratings, results, badges, games that could be watched */
    SHOWS_SETUPS,  /* and the set-ups of those games */
    SHOWS_COUNT
} profile_shows;

/* "nothing", "results", "setups"; and back: false where it is none of them. */
const char *profile_shows_word(profile_shows shows);
bool profile_shows_find(ff_span word, profile_shows *shows);

/* FOUND or FAILED. SHOWS_RESULTS where the account has never said. */
store_answer people_find_shows(struct store *store, const struct person *person,
                               profile_shows *shows);
bool people_set_shows(struct store *store, const struct person *person, profile_shows shows);

/* ---- following ---- */

enum { FOLLOWS_MAX = 100 }; /* accounts that one account follows */

/* An account that is followed. */
typedef struct people_followed {
    struct person person;
    char name[64]; /* the account's, terminated */
    bool bot;
    profile_shows shows;
} people_followed;

typedef bool people_followed_visitor(void *context, const people_followed *followed);

/* Following twice is following once. False when the batch is spoilt. */
bool people_follow(struct store *store, const struct person *person, const struct person *followed,
                   int64_t now_ms);
bool people_unfollow(struct store *store, const struct person *person,
                     const struct person *followed);

/* FOUND: the one follows the other. */
store_answer people_find_follow(struct store *store, const struct person *person,
                                const struct person *followed);

/* Whom a person follows, by name, FOLLOWS_MAX at most. False when reading fails or the visitor
 * stops it. */
bool people_visit_followed(struct store *store, const struct person *person,
                           people_followed_visitor *visit, void *context);

#endif
