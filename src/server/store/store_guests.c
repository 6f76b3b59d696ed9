/* Guests' names; their seats by where they were taken from, and the space of games that are gone.
 * What must hold: the counts in table `tally` are kept by triggers (store_schema.c) and only read
 * here; no address is written, only what a keyed hash makes of it. */
#include "server/store/store_guests.h"

#include "server/store/store_parts.h"

#include <sodium.h>
#include <string.h>

enum {
    FIND_TALLY,
    FIND_OLDEST,
    FORGET,
    SET_NAME,
    DROP_NAME,
    FIND_NAME,
    OLD_NAME,
    SWEEP_NAMES,
    STATEMENTS
};

/* Games are numbered as they come, so the oldest hundred are those of the smallest numbers. */
#define OLDEST(limit)                                                                              \
    "(SELECT game, seat FROM seat INDEXED BY seat_origin WHERE origin IS NOT NULL"                 \
    " ORDER BY game LIMIT " limit ") AS oldest"

static const char *const statements[STATEMENTS] = {
    [FIND_TALLY] = "SELECT seats FROM tally WHERE origin = ?1",
    [FIND_OLDEST] = "SELECT created FROM " OLDEST("1") " CROSS JOIN game ON number = game",
    [FORGET] =
        "UPDATE seat SET origin = NULL WHERE (game, seat) IN (SELECT game, seat FROM " OLDEST(
            "100") " CROSS JOIN game ON number = game WHERE created < ?1)",
    [SET_NAME] = "INSERT INTO guest_name (person, name, time) VALUES (?1, ?2, ?3)"
                 " ON CONFLICT (person) DO UPDATE SET name = excluded.name, time = excluded.time",
    [DROP_NAME] = "DELETE FROM guest_name WHERE person = ?1",
    [FIND_NAME] = "SELECT name FROM guest_name WHERE person = ?1",
    [OLD_NAME] = "SELECT 1 FROM guest_name WHERE time < ?1 LIMIT 1",
    [SWEEP_NAMES] = ("DELETE FROM guest_name WHERE person IN (SELECT person FROM guest_name"
                     " WHERE time < ?1 LIMIT 50)"),
};

const store_part store_part_guests = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int index) {
    return store->statement[PART_GUESTS][index];
}

bool store_set_guest_name(struct store *store, const struct person *person, const char *name,
                          int64_t now) {
    struct statement *statement = statement_of(store, SET_NAME);
    if (!name[0])
        return store_run_for(store, statement_of(store, DROP_NAME), person);
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, person);
    store_bind_text(statement, 2, name);
    store_bind_number(statement, 3, now);
    return store_run(store, statement);
}

store_answer store_find_guest_name(struct store *store, const struct person *person,
                                   char name[SEAT_NAME_SIZE]) {
    struct statement *statement = statement_of(store, FIND_NAME);
    name[0] = 0;
    store_bind_person(statement, 1, person);
    store_answer answer = store_step(store, statement, "reading a guest's name");
    if (answer == STORE_FOUND)
        store_column_text(statement, 0, name, SEAT_NAME_SIZE);
    store_reset(statement);
    return answer;
}

bool store_sweep_guest_names(struct store *store, int64_t since) {
    return store_sweep(store, statement_of(store, OLD_NAME), statement_of(store, SWEEP_NAMES),
                       since);
}

/* Keyed by a secret of this store: two stores side by side do not tell that one address was in
 * both. 0 is nobody's origin, and in `tally` it stands for all guests together. */
int64_t store_origin_of(const struct store *store, const char *address) {
    uint8_t hash[crypto_shorthash_BYTES];
    int64_t origin;
    crypto_shorthash(hash, (const uint8_t *)address, strlen(address), store->secret);
    memcpy(&origin, hash, sizeof origin);
    return origin ? origin : 1;
}

/* A tally that is not there is 0. */
static bool read_tally(struct store *store, int64_t origin, uint64_t *seats) {
    struct statement *statement = statement_of(store, FIND_TALLY);
    store_bind_number(statement, 1, origin);
    store_answer answer = store_step(store, statement, "counting guests");
    *seats = answer == STORE_FOUND ? (uint64_t)store_column_number(statement, 0) : 0;
    store_reset(statement);
    return answer != STORE_FAILED;
}

bool store_count_guests(struct store *store, int64_t origin, uint64_t *all, uint64_t *of_origin) {
    return read_tally(store, 0, all) && read_tally(store, origin, of_origin);
}

/* One row of an index tells whether there is anything to do: this is asked often, and a batch that
 * is opened for nothing would be written. */
bool store_forget_origins(struct store *store, int64_t time) {
    struct statement *oldest = statement_of(store, FIND_OLDEST);
    bool old = store_step(store, oldest, "reading guests") == STORE_FOUND &&
               store_column_number(oldest, 0) < time;
    store_reset(oldest);
    if (!old)
        return true;
    store_bind_number(statement_of(store, FORGET), 1, time);
    return store_begin(store) && store_run(store, statement_of(store, FORGET));
}

bool store_give_back(struct store *store) {
    return store->engine->give_back(store);
}
