/* Statements about accounts, armies and ratings. What must hold: a name is looked up as it is
 * compared, never as it is written; and what belongs to a person goes by its key alone. */
#include "server/store/store_accounts.h"

#include "server/store/store_parts.h"

#include <assert.h>
#include <string.h>

#define ACCOUNT_COLUMNS "person, name, hash, bot, banned, created"
#define ACCOUNT_ALL ACCOUNT_COLUMNS ", epoch, token IS NOT NULL, recovery, totp, totp_on, totp_step"

enum {
    ADD_ACCOUNT,
    SET_HASH,
    RAISE_EPOCH,
    SET_RECOVERY,
    SET_TOTP,
    USE_TOTP,
    DROP_TOKEN,
    SET_BANNED,
    SET_TOKEN,
    FIND_ACCOUNT,
    FIND_NAME,
    FIND_TOKEN,
    SAVE_ARMY,
    DROP_ARMY,
    LIST_ARMIES,
    FIND_RATING,
    SET_RATING,
    LIST_RATINGS,
    STATEMENTS
};

/* A new password ends what was granted under the old one: token and epoch change in the same
 * statement, so that no moment has one without the other. A rating is written only by a batch that
 * knew all games before (store_set_rating). */
static const char *const statements[STATEMENTS] = {
    [ADD_ACCOUNT] = "INSERT INTO account (" ACCOUNT_COLUMNS ", folded) VALUES (?,?,?,?,?,?,?)"
                    " ON CONFLICT DO NOTHING",
    [SET_HASH] = "UPDATE account SET hash = ?2, token = NULL, epoch = epoch + 1 WHERE person = ?1",
    [RAISE_EPOCH] = "UPDATE account SET token = NULL, epoch = epoch + 1 WHERE person = ?1",
    [SET_RECOVERY] = "UPDATE account SET recovery = ?2 WHERE person = ?1",
    [SET_TOTP] = "UPDATE account SET totp = ?2, totp_on = 0, totp_step = 0 WHERE person = ?1",
    [USE_TOTP] = "UPDATE account SET totp_on = 1, totp_step = ?2 WHERE person = ?1"
                 " AND totp_step < ?2",
    [DROP_TOKEN] = "UPDATE account SET token = NULL WHERE person = ?1",
    [SET_BANNED] = "UPDATE account SET banned = ?2 WHERE person = ?1",
    [SET_TOKEN] = "UPDATE account SET token = ?2, bot = CASE WHEN ?3 = 1 THEN 1 ELSE bot END WHERE "
                  "person = ?1",
    [FIND_ACCOUNT] = "SELECT " ACCOUNT_ALL " FROM account WHERE person = ?",
    [FIND_NAME] = "SELECT " ACCOUNT_ALL " FROM account WHERE folded = ?",
    [FIND_TOKEN] = "SELECT " ACCOUNT_ALL " FROM account WHERE token = ?",
    [SAVE_ARMY] = "INSERT INTO army (person, edition, name, letters) VALUES (?,?,?,?)"
                  " ON CONFLICT (person, edition, name) DO UPDATE SET letters = excluded.letters",
    [DROP_ARMY] = "DELETE FROM army WHERE person = ? AND edition = ? AND name = ?",
    [LIST_ARMIES] = "SELECT edition, name, letters FROM army WHERE person = ?"
                    " ORDER BY edition, name",
    [FIND_RATING] = "SELECT \"group\", rating, deviation, volatility, games, time FROM rating"
                    " WHERE person = ? AND \"group\" = ?",
    [SET_RATING] = "INSERT INTO rating"
                   " (person, \"group\", rating, deviation, volatility, games, time)"
                   " VALUES (?,?,?,?,?,?,?) ON CONFLICT (person, \"group\") DO UPDATE SET"
                   " rating = excluded.rating, deviation = excluded.deviation,"
                   " volatility = excluded.volatility, games = excluded.games,"
                   " time = excluded.time WHERE rating.games < excluded.games " CHANGES_ONE,
    [LIST_RATINGS] = "SELECT \"group\", rating, deviation, volatility, games, time FROM rating"
                     " WHERE person = ? ORDER BY \"group\"",
};

const store_part store_part_accounts = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_ACCOUNTS][which];
}

/* ---- accounts ---- */

bool store_add_account(struct store *store, const store_account *account, const char *folded,
                       bool *added) {
    struct statement *statement = statement_of(store, ADD_ACCOUNT);
    store_bind_person(statement, 1, &account->person);
    store_bind_text(statement, 2, account->name);
    store_bind_text(statement, 3, account->hash);
    store_bind_number(statement, 4, account->bot);
    store_bind_number(statement, 5, account->banned);
    store_bind_number(statement, 6, account->created);
    store_bind_text(statement, 7, folded);
    return store_begin(store) && store_run_asking(store, statement, added);
}

bool store_set_hash(struct store *store, const struct person *person, const char *hash) {
    store_bind_text(statement_of(store, SET_HASH), 2, hash);
    return store_run_for(store, statement_of(store, SET_HASH), person);
}

bool store_raise_epoch(struct store *store, const struct person *person) {
    return store_run_for(store, statement_of(store, RAISE_EPOCH), person);
}

bool store_set_recovery(struct store *store, const struct person *person,
                        const uint8_t hash[ACCOUNT_RECOVERY_SIZE]) {
    store_bind_bytes(statement_of(store, SET_RECOVERY), 2, hash, ACCOUNT_RECOVERY_SIZE);
    return store_run_for(store, statement_of(store, SET_RECOVERY), person);
}

bool store_set_totp(struct store *store, const struct person *person,
                    const uint8_t secret[ACCOUNT_TOTP_SIZE]) {
    store_bind_bytes(statement_of(store, SET_TOTP), 2, secret, ACCOUNT_TOTP_SIZE);
    return store_run_for(store, statement_of(store, SET_TOTP), person);
}

bool store_use_totp(struct store *store, const struct person *person, int64_t step, bool *used) {
    struct statement *statement = statement_of(store, USE_TOTP);
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, step);
    return store_begin(store) && store_run_asking(store, statement, used);
}

bool store_drop_token(struct store *store, const struct person *person) {
    return store_run_for(store, statement_of(store, DROP_TOKEN), person);
}

bool store_set_banned(struct store *store, const struct person *person, bool banned) {
    store_bind_number(statement_of(store, SET_BANNED), 2, banned);
    return store_run_for(store, statement_of(store, SET_BANNED), person);
}

bool store_set_token(struct store *store, const struct person *person, const uint8_t hash[32],
                     bool bot) {
    store_bind_bytes(statement_of(store, SET_TOKEN), 2, hash, 32);
    store_bind_number(statement_of(store, SET_TOKEN), 3, bot);
    return store_run_for(store, statement_of(store, SET_TOKEN), person);
}

/* Takes the row that the statement finds, and makes it ready for the next time. */
static store_answer take_account(struct store *store, struct statement *statement,
                                 store_account *account) {
    store_answer answer = store_step(store, statement, "reading an account");
    *account = (store_account){0};
    if (answer == STORE_FOUND) {
        store_column_person(statement, 0, &account->person);
        store_column_text(statement, 1, account->name, sizeof account->name);
        store_column_text(statement, 2, account->hash, sizeof account->hash);
        account->bot = store_column_number(statement, 3) != 0;
        account->banned = store_column_number(statement, 4) != 0;
        account->created = store_column_number(statement, 5);
        account->epoch = store_column_number(statement, 6);
        account->has_token = store_column_number(statement, 7) != 0;
        account->has_recovery =
            store_column_bytes(statement, 8, account->recovery, ACCOUNT_RECOVERY_SIZE);
        store_column_bytes(statement, 9, account->totp, ACCOUNT_TOTP_SIZE);
        account->totp_on = store_column_number(statement, 10) != 0;
        account->totp_step = store_column_number(statement, 11);
    }
    store_reset(statement);
    return answer;
}

store_answer store_find_account(struct store *store, const struct person *person,
                                store_account *account) {
    store_bind_person(statement_of(store, FIND_ACCOUNT), 1, person);
    return take_account(store, statement_of(store, FIND_ACCOUNT), account);
}

store_answer store_find_name(struct store *store, const char *folded, store_account *account) {
    store_bind_text(statement_of(store, FIND_NAME), 1, folded);
    return take_account(store, statement_of(store, FIND_NAME), account);
}

/* A token is found by its hash, so that a copy of the store signs nobody in. */
store_answer store_find_token(struct store *store, const uint8_t hash[32], store_account *account) {
    store_bind_bytes(statement_of(store, FIND_TOKEN), 1, hash, 32);
    return take_account(store, statement_of(store, FIND_TOKEN), account);
}

/* ---- saved armies ---- */

bool store_save_army(struct store *store, const struct person *person, const store_army *army) {
    struct statement *statement = statement_of(store, SAVE_ARMY);
    store_bind_text(statement, 2, army->edition);
    store_bind_text(statement, 3, army->name);
    store_bind_text(statement, 4, army->letters);
    return store_run_for(store, statement_of(store, SAVE_ARMY), person);
}

bool store_drop_army(struct store *store, const struct person *person, ff_span edition,
                     ff_span name) {
    struct statement *statement = statement_of(store, DROP_ARMY);
    store_bind_span(statement, 2, edition);
    store_bind_span(statement, 3, name);
    return store_run_for(store, statement_of(store, DROP_ARMY), person);
}

bool store_visit_armies(struct store *store, const struct person *person, store_army_visitor *visit,
                        void *context) {
    struct statement *statement = statement_of(store, LIST_ARMIES);
    store_answer answer = STORE_FOUND;
    bool going = true;
    store_bind_person(statement, 1, person);
    while (going && (answer = store_step(store, statement, "reading an account")) == STORE_FOUND) {
        store_army army;
        store_column_text(statement, 0, army.edition, sizeof army.edition);
        store_column_text(statement, 1, army.name, sizeof army.name);
        store_column_text(statement, 2, army.letters, sizeof army.letters);
        going = visit(context, &army);
    }
    store_reset(statement);
    return answer == STORE_NONE;
}

/* ---- ratings ---- */

static void read_rating(struct statement *statement, store_rating *rating) {
    store_column_text(statement, 0, rating->group, sizeof rating->group);
    rating->glicko = glicko_stored(store_column_real(statement, 1), store_column_real(statement, 2),
                                   store_column_real(statement, 3));
    rating->games = (unsigned)store_column_number(statement, 4);
    rating->time = store_column_number(statement, 5);
}

store_answer store_find_rating(struct store *store, const struct person *person, const char *group,
                               store_rating *rating) {
    struct statement *statement = statement_of(store, FIND_RATING);
    store_bind_person(statement, 1, person);
    store_bind_text(statement, 2, group);
    store_answer answer = store_step(store, statement, "reading an account");
    *rating = (store_rating){.glicko = glicko_new()};
    strncat(rating->group, group, sizeof rating->group - 1);
    if (answer == STORE_FOUND)
        read_rating(statement, rating);
    store_reset(statement);
    return answer == STORE_FAILED ? STORE_FAILED : STORE_FOUND;
}

bool store_set_rating(struct store *store, const struct person *person,
                      const store_rating *rating) {
    struct statement *statement = statement_of(store, SET_RATING);
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, person);
    store_bind_text(statement, 2, rating->group);
    store_bind_real(statement, 3, rating->glicko.rating);
    store_bind_real(statement, 4, rating->glicko.deviation);
    store_bind_real(statement, 5, rating->glicko.volatility);
    store_bind_number(statement, 6, rating->games);
    store_bind_number(statement, 7, rating->time);
    return store_run(store, statement);
}

bool store_visit_ratings(struct store *store, const struct person *person,
                         store_rating_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, LIST_RATINGS);
    store_answer answer = STORE_FOUND;
    bool going = true;
    store_bind_person(statement, 1, person);
    while (going && (answer = store_step(store, statement, "reading an account")) == STORE_FOUND) {
        store_rating rating;
        read_rating(statement, &rating);
        going = visit(context, &rating);
    }
    store_reset(statement);
    return answer == STORE_NONE;
}
