/* Statements about profiles and followers. What must hold: an account that has never said what it
 * shows has no row, so that the usual can be changed for all of them at once. */
#include "server/people/people_rows.h"

#include "format/words.h"
#include "server/store/store_parts.h"

#include <assert.h>
#include <stddef.h>

enum { FIND_SHOWS, SET_SHOWS, FOLLOW, UNFOLLOW, FIND_FOLLOW, LIST_FOLLOWED, STATEMENTS };

static const char *const statements[STATEMENTS] = {
    [FIND_SHOWS] = "SELECT shows FROM profile WHERE person = ?1",
    [SET_SHOWS] = "INSERT INTO profile (person, shows) VALUES (?1, ?2)"
                  " ON CONFLICT (person) DO UPDATE SET shows = excluded.shows",
    [FOLLOW] = "INSERT INTO follow (person, followed, time) VALUES (?1, ?2, ?3)"
               " ON CONFLICT (person, followed) DO NOTHING",
    [UNFOLLOW] = "DELETE FROM follow WHERE person = ?1 AND followed = ?2",
    [FIND_FOLLOW] = "SELECT 1 FROM follow WHERE person = ?1 AND followed = ?2",
    [LIST_FOLLOWED] = "SELECT account.person, name, bot, shows FROM follow"
                      " JOIN account ON account.person = follow.followed"
                      " LEFT JOIN profile ON profile.person = follow.followed"
                      " WHERE follow.person = ?1 ORDER BY folded LIMIT ?2",
};

const store_part store_part_people = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_PEOPLE][which];
}

static const char *const words[SHOWS_COUNT] = {"nothing", "results", "setups"};

const char *profile_shows_word(profile_shows shows) {
    assert(shows < SHOWS_COUNT); /* as people_find_shows gives it, whatever the file has */
    return words[shows];
}

bool profile_shows_find(ff_span word, profile_shows *shows) {
    int place = word_place(word, words, SHOWS_COUNT);
    if (place >= 0)
        *shows = (profile_shows)place;
    return place >= 0;
}

/* What was never said is as usual; a number that this program does not know shows nothing. */
static profile_shows read_shows(const struct statement *statement, int at) {
    int64_t kept = store_column_maybe(statement, at);
    if (kept == STORE_NULL)
        return SHOWS_RESULTS;
    return kept > 0 && kept < SHOWS_COUNT ? (profile_shows)kept : SHOWS_NOTHING;
}

store_answer people_find_shows(struct store *store, const struct person *person,
                               profile_shows *shows) {
    struct statement *statement = statement_of(store, FIND_SHOWS);
    store_bind_person(statement, 1, person);
    store_answer answer = store_step(store, statement, "reading a profile");
    *shows = answer == STORE_FOUND ? read_shows(statement, 0) : SHOWS_RESULTS;
    store_reset(statement);
    return answer == STORE_FAILED ? STORE_FAILED : STORE_FOUND;
}

bool people_set_shows(struct store *store, const struct person *person, profile_shows shows) {
    struct statement *statement = statement_of(store, SET_SHOWS);
    store_bind_number(statement, 2, (int64_t)shows);
    return store_run_for(store, statement, person);
}

/* ---- following ---- */

bool people_follow(struct store *store, const struct person *person, const struct person *followed,
                   int64_t now_ms) {
    struct statement *statement = statement_of(store, FOLLOW);
    store_bind_person(statement, 2, followed);
    store_bind_number(statement, 3, now_ms);
    return store_run_for(store, statement, person);
}

bool people_unfollow(struct store *store, const struct person *person,
                     const struct person *followed) {
    struct statement *statement = statement_of(store, UNFOLLOW);
    store_bind_person(statement, 2, followed);
    return store_run_for(store, statement, person);
}

store_answer people_find_follow(struct store *store, const struct person *person,
                                const struct person *followed) {
    struct statement *statement = statement_of(store, FIND_FOLLOW);
    store_bind_person(statement, 1, person);
    store_bind_person(statement, 2, followed);
    store_answer answer = store_step(store, statement, "reading who follows whom");
    store_reset(statement);
    return answer;
}

/* An account that was erased is in no row of `account`, and so in nobody's list. */
bool people_visit_followed(struct store *store, const struct person *person,
                           people_followed_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, LIST_FOLLOWED);
    store_answer answer = STORE_FOUND;
    bool going = true;
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, FOLLOWS_MAX);
    while (going &&
           (answer = store_step(store, statement, "reading who follows whom")) == STORE_FOUND) {
        people_followed found = {.bot = store_column_number(statement, 2) != 0,
                                 .shows = read_shows(statement, 3)};
        store_column_person(statement, 0, &found.person);
        store_column_text(statement, 1, found.name, sizeof found.name);
        going = visit(context, &found);
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}
