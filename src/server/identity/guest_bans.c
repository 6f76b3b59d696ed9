/* Statements about guests who are kept out. What must hold: whoever was at a game before a guest of
 * the same address was banned is not kept from it. */
#include "server/identity/guest_bans.h"

#include "server/store/store_guests.h"
#include "server/store/store_parts.h"

enum { ADD, DROP, OLD, SWEEP, LIST, FIND, FIND_ORIGIN, CLOSED, HAS_GAME, STATEMENTS };

static const int64_t HOUR = 3600000;

static const char *const statements[STATEMENTS] = {
    [ADD] = "INSERT INTO guest_ban (person, label, origin, since) VALUES (?1, ?2, ?3, ?4)"
            " ON CONFLICT (person) DO UPDATE SET label = excluded.label,"
            " origin = excluded.origin, since = excluded.since",
    [DROP] = "DELETE FROM guest_ban WHERE label = ?1",
    [OLD] = "SELECT 1 FROM guest_ban WHERE since < ?1 LIMIT 1",
    [SWEEP] = "DELETE FROM guest_ban WHERE since < ?1",
    [LIST] = "SELECT person, label, origin, since FROM guest_ban ORDER BY since DESC, label",
    [FIND] = "SELECT 1 FROM guest_ban WHERE person = ?1",
    [FIND_ORIGIN] = "SELECT origin FROM seat WHERE person = ?1 AND origin IS NOT NULL"
                    " ORDER BY game DESC LIMIT 1",
    [CLOSED] = "SELECT since FROM guest_ban WHERE origin = ?1 AND since >= ?2"
               " ORDER BY since LIMIT 1",
    [HAS_GAME] = "SELECT 1 FROM seat CROSS JOIN game ON number = game"
                 " WHERE seat.person = ?1 AND created < ?2 LIMIT 1",
};

const store_part store_part_guest_bans = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_GUEST_BANS][which];
}

/* ---- the host's list ---- */

bool guest_bans_add(struct store *store, const guest_ban *made) {
    struct statement *statement = statement_of(store, ADD);
    if (!store_begin(store))
        return false;
    store_bind_person(statement, 1, &made->person);
    store_bind_text(statement, 2, made->label);
    store_bind_maybe(statement, 3, made->origin);
    store_bind_number(statement, 4, made->since);
    return store_run(store, statement);
}

bool guest_bans_drop(struct store *store, ff_span label, bool *had) {
    struct statement *statement = statement_of(store, DROP);
    if (!store_begin(store))
        return false;
    store_bind_span(statement, 1, label);
    return store_run_asking(store, statement, had);
}

bool guest_bans_sweep(struct store *store, int64_t now) {
    return store_sweep(store, statement_of(store, OLD), statement_of(store, SWEEP),
                       now - GUEST_BAN_DAYS * 24 * HOUR);
}

bool guest_bans_visit(struct store *store, guest_ban_visitor *visit, void *context) {
    struct statement *statement = statement_of(store, LIST);
    store_answer answer = STORE_NONE;
    bool going = true;
    while (going && (answer = store_step(store, statement, "reading bans")) == STORE_FOUND) {
        guest_ban ban = {.origin = store_column_maybe(statement, 2),
                         .since = store_column_number(statement, 3)};
        store_column_person(statement, 0, &ban.person);
        store_column_text(statement, 1, ban.label, sizeof ban.label);
        going = visit(context, &ban);
    }
    store_reset(statement);
    return going && answer == STORE_NONE;
}

bool guest_bans_origin(struct store *store, const struct person *guest, int64_t *origin) {
    struct statement *statement = statement_of(store, FIND_ORIGIN);
    store_bind_person(statement, 1, guest);
    store_answer answer = store_step(store, statement, "reading where a guest came from");
    *origin = answer == STORE_FOUND ? store_column_number(statement, 0) : STORE_NULL;
    store_reset(statement);
    return answer != STORE_FAILED;
}

/* ---- who is let in ---- */

store_answer guest_bans_find(struct store *store, const struct person *guest) {
    struct statement *statement = statement_of(store, FIND);
    store_bind_person(statement, 1, guest);
    store_answer answer = store_step(store, statement, "reading bans");
    store_reset(statement);
    return answer;
}

/* Since when an address is closed to guests who were not there before. */
static store_answer find_closed(struct store *store, int64_t origin, int64_t now, int64_t *since) {
    struct statement *statement = statement_of(store, CLOSED);
    store_bind_number(statement, 1, origin);
    store_bind_number(statement, 2, now - GUEST_BAN_ADDRESS_HOURS * HOUR);
    store_answer answer = store_step(store, statement, "reading bans");
    *since = answer == STORE_FOUND ? store_column_number(statement, 0) : 0;
    store_reset(statement);
    return answer;
}

static store_answer find_game(struct store *store, const struct person *person, int64_t since) {
    struct statement *statement = statement_of(store, HAS_GAME);
    store_bind_person(statement, 1, person);
    store_bind_number(statement, 2, since);
    store_answer answer = store_step(store, statement, "reading a guest's games");
    store_reset(statement);
    return answer;
}

bool guest_bans_shut(struct store *store, const struct person *guest, const char *address,
                     int64_t now, bool *shut) {
    int64_t since;
    store_answer closed = find_closed(store, store_origin_of(store, address), now, &since);
    store_answer known = closed == STORE_FOUND ? find_game(store, guest, since) : STORE_FOUND;
    *shut = known == STORE_NONE;
    return closed != STORE_FAILED && known != STORE_FAILED;
}
