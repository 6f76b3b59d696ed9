/* Statements about profiles and followers. */
#include "server/people/people_rows.h"

#include "server/store/store_parts.h"

#include <stddef.h>

enum { FIND_SHOWS, SET_SHOWS, STATEMENTS };

static const char *const statements[STATEMENTS] = {
    [FIND_SHOWS] = "SELECT shows FROM profile WHERE person = ?1",
    [SET_SHOWS] = "INSERT INTO profile (person, shows) VALUES (?1, ?2)"
                  " ON CONFLICT (person) DO UPDATE SET shows = excluded.shows",
};

const store_part store_part_people = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_PEOPLE][which];
}

static const char *const words[SHOWS_COUNT] = {"nothing", "results", "setups"};

const char *profile_shows_word(profile_shows shows) {
    return words[shows];
}

bool profile_shows_find(ff_span word, profile_shows *shows) {
    for (int i = 0; i < SHOWS_COUNT; i++) {
        if (!ff_span_equals(word, words[i]))
            continue;
        *shows = (profile_shows)i;
        return true;
    }
    return false;
}

/* A number that this program does not know shows nothing. */
store_answer people_find_shows(struct store *store, const struct person *person,
                               profile_shows *shows) {
    struct statement *statement = statement_of(store, FIND_SHOWS);
    store_bind_person(statement, 1, person);
    store_answer answer = store_step(store, statement, "reading a profile");
    *shows = SHOWS_RESULTS;
    if (answer == STORE_FOUND) {
        int64_t kept = store_column_number(statement, 0);
        *shows = kept > 0 && kept < SHOWS_COUNT ? (profile_shows)kept : SHOWS_NOTHING;
    }
    store_reset(statement);
    return answer == STORE_FAILED ? STORE_FAILED : STORE_FOUND;
}

bool people_set_shows(struct store *store, const struct person *person, profile_shows shows) {
    struct statement *statement = statement_of(store, SET_SHOWS);
    store_bind_number(statement, 2, (int64_t)shows);
    return store_run_for(store, statement, person);
}
