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

#endif
