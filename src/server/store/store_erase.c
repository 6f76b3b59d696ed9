/* Statements that delete what the store has of a person. What must hold: whoever is to be forgotten
 * stays in table `erasing` until nothing of the person is left; and a malformed page costs what is
 * on it, not what is elsewhere. */
#include "server/store/store_erase.h"

#include "server/store/store_accounts.h"
#include "server/store/store_guests.h"
#include "server/store/store_parts.h"
#include "server/store/store_sessions.h"

#include <string.h>

#define LINES_AT_ONCE "500" /* a slice, for which the event loop waits */

enum {
    HAS_TRACES,
    ERASE_ACCOUNT,
    ERASE_ARMIES,
    ERASE_RATINGS,
    ERASE_PROFILE,
    ERASE_FOLLOWS,
    ERASE_TRIES,
    ERASE_SOLVER,
    ERASE_REPORTS,
    ERASE_VACATION,
    BEGIN,
    FIND,
    PUT,
    FORGET,
    ERASE_LINES,
    ERASE_MUTES,
    ERASE_FOLLOWERS,
    LEAVE_SEAT,
    STATEMENTS
};

static const char *const statements[STATEMENTS] = {
    [HAS_TRACES] = "SELECT 1 WHERE EXISTS (SELECT 1 FROM seat WHERE person = ?1)"
                   " OR EXISTS (SELECT 1 FROM chat WHERE person = ?1)"
                   " OR EXISTS (SELECT 1 FROM mute WHERE person = ?1)"
                   " OR EXISTS (SELECT 1 FROM chat_report WHERE person = ?1)"
                   " OR EXISTS (SELECT 1 FROM tournament_player WHERE person = ?1)"
                   " OR EXISTS (SELECT 1 FROM push WHERE person = ?1)"
                   " OR EXISTS (SELECT 1 FROM guest_name WHERE person = ?1)",
    [ERASE_ACCOUNT] = "DELETE FROM account WHERE person = ?1",
    [ERASE_ARMIES] = "DELETE FROM army WHERE person = ?1",
    [ERASE_RATINGS] = "DELETE FROM rating WHERE person = ?1",
    [ERASE_PROFILE] = "DELETE FROM profile WHERE person = ?1",
    [ERASE_FOLLOWS] = "DELETE FROM follow WHERE person = ?1",
    [ERASE_TRIES] = "DELETE FROM puzzle_try WHERE person = ?1",
    [ERASE_SOLVER] = "DELETE FROM puzzle_solver WHERE person = ?1",
    [ERASE_REPORTS] = "DELETE FROM chat_report WHERE person = ?1",
    [ERASE_VACATION] = "DELETE FROM vacation WHERE person = ?1",
    [BEGIN] = "INSERT INTO erasing (person, stage, after, missed) VALUES (?1, 0, 0, 0)"
              " ON CONFLICT (person) DO UPDATE SET stage = 0, after = 0, missed = 0",
    [FIND] = "SELECT person, stage, after, missed FROM erasing WHERE stage < 2 LIMIT 1",
    [PUT] = "UPDATE erasing SET stage = ?2, after = ?3, missed = ?4 WHERE person = ?1",
    [FORGET] = "DELETE FROM erasing WHERE person = ?1",
    [ERASE_LINES] = "DELETE FROM chat WHERE (game, number) IN (SELECT game, number FROM chat"
                    " WHERE person = ?1 LIMIT " LINES_AT_ONCE ")",
    [ERASE_MUTES] = "DELETE FROM mute WHERE (game, person) IN (SELECT game, person FROM mute"
                    " WHERE person = ?1 LIMIT " LINES_AT_ONCE ")",
    [ERASE_FOLLOWERS] = ("DELETE FROM follow WHERE (person, followed) IN (SELECT person, followed"
                         " FROM follow WHERE followed = ?1 LIMIT " LINES_AT_ONCE ")"),
    [LEAVE_SEAT] = ("UPDATE seat SET kind = 1, person = NULL, name = '' WHERE game = ?2"
                    " AND person = ?1"),
};

const store_part store_part_erase = {statements, STATEMENTS};

static struct statement *statement_of(struct store *store, int which) {
    return store->statement[PART_ERASE][which];
}

store_answer store_has_traces(struct store *store, const struct person *person) {
    struct statement *statement = statement_of(store, HAS_TRACES);
    store_bind_person(statement, 1, person);
    store_answer answer = store_step(store, statement, "looking for a person");
    store_reset(statement);
    return answer;
}

/* The account goes last but one, and then the note that the rest is to follow. All is one batch:
 * either nobody can sign in any more and the rest will follow, or nothing has happened. */
bool store_erase_person(struct store *store, const struct person *person) {
    static const int all[] = {ERASE_ARMIES,  ERASE_RATINGS, ERASE_PROFILE, ERASE_FOLLOWS,
                              ERASE_TRIES,   ERASE_SOLVER,  ERASE_REPORTS, ERASE_VACATION,
                              ERASE_ACCOUNT, BEGIN};
    bool ok = store_end_sessions(store, person, NULL, true) && store_forget_places(store, person) &&
              store_set_guest_name(store, person, "", 0);
    for (size_t i = 0; ok && i < sizeof all / sizeof *all; i++)
        ok = store_run_for(store, statement_of(store, all[i]), person);
    return ok;
}

store_answer store_find_erasing(struct store *store, store_erasing *who) {
    struct statement *statement = statement_of(store, FIND);
    store_answer answer = store_step(store, statement, "reading who is to be forgotten");
    *who = (store_erasing){.after = 0};
    if (answer == STORE_FOUND) {
        store_column_person(statement, 0, &who->person);
        who->stage = store_column_number(statement, 1) == ERASE_CHAT ? ERASE_CHAT : ERASE_SEATS;
        who->after = store_column_number(statement, 2);
        who->missed = store_column_number(statement, 3) != 0;
    }
    store_reset(statement);
    return answer;
}

bool store_put_erasing(struct store *store, const store_erasing *who) {
    if (who->stage == ERASE_DONE && !who->missed)
        return store_run_for(store, statement_of(store, FORGET), &who->person);
    struct statement *statement = statement_of(store, PUT);
    store_bind_number(statement, 2, (int)who->stage);
    store_bind_number(statement, 3, who->after);
    store_bind_number(statement, 4, who->missed);
    return store_run_for(store, statement, &who->person);
}

/* ---- seats ---- */

/* A damaged game is not sealed again, or it would pass for a sound one. */
bool store_leave_game(struct store *store, const store_game *game, const struct person *person) {
    store_game left = *game;
    if (game->damaged) {
        store_bind_number(statement_of(store, LEAVE_SEAT), 2, game->number);
        return store_run_for(store, statement_of(store, LEAVE_SEAT), person);
    }
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        if (memcmp(&left.seat[seat].person, person, sizeof *person) != 0)
            continue;
        seat_leave(&left.seat[seat]);
        if (!store_update_seat(store, &left, (ff_seat)seat))
            return false;
    }
    return true;
}

/* ---- chat, and followers ---- */

bool store_erase_chat(struct store *store, const struct person *person, bool *more) {
    *more = false;
    for (int which = ERASE_LINES; which <= ERASE_FOLLOWERS; which++) {
        if (!store_begin(store))
            return false;
        store_bind_person(statement_of(store, which), 1, person);
        uint64_t before = store_rows(store);
        if (!store_run_delete(store, statement_of(store, which)))
            return false;
        *more |= store_rows(store) > before;
    }
    return true;
}
