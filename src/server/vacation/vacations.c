/* What must hold: row and acts are of one batch, and nothing is played before all the games have
 * been read. */
#define _POSIX_C_SOURCE 200809L

#include "server/vacation/vacations.h"

#include "server/encoding/encode_parts.h"
#include "server/session/adjudicator.h"
#include "server/session/subscriptions.h"
#include "server/vacation/vacation_rows.h"

#include <assert.h>
#include <string.h>
#include <time.h>

enum { LOOK_MS = 1000 }; /* between two looks at who comes back */

static const int64_t day_ms = 86400000;

/* ---- days ---- */

static int64_t year_of(int64_t time_ms) {
    struct tm parts = {0};
    time_t seconds = (time_t)(time_ms / 1000);
    gmtime_r(&seconds, &parts);
    return parts.tm_year + 1900;
}

/* That have begun from one moment to the other, the first of them at once. */
static int64_t days_between(int64_t since, int64_t until) {
    return until > since ? (until - since + day_ms - 1) / day_ms : 1;
}

/* With each year the days are as many as before. */
static void begin_year(vacation_row *row, int64_t now) {
    if (row->until || row->year == year_of(now))
        return;
    row->year = year_of(now);
    row->used = 0;
}

/* Used, with those for which it is away now. */
static int64_t days_of(const vacation_row *row) {
    return row->used + (row->until ? days_between(row->since, row->until) : 0);
}

/* ---- games ---- */

/* False when the batch is spoilt. */
static bool set_away(struct hub *hub, struct table *table, ff_seat seat, bool away) {
    store_act act = {.kind = ACT_VACATION, .seat = (uint8_t)seat};
    strcpy(act.text, away ? "on" : "off");
    return table_state_is_away(&table->now, seat) == away ||
           tables_play(hub->tables, table, &act, NULL) == ACT_DONE;
}

typedef struct game_ids {
    char id[STORE_OPEN_MOST][GAME_ID_SIZE];
    unsigned count;
} game_ids;

static bool goes_on(phase now) {
    return now == PHASE_SETUP || now == PHASE_PLAY;
}

static bool note_id(void *context, const store_game *game) {
    game_ids *ids = context;
    if (!game->damaged && game_is_correspondence(game) && goes_on(game->phase))
        memcpy(ids->id[ids->count++], game->id, GAME_ID_SIZE);
    return true;
}

/* Is it that seat's turn, or does the game wait for its army? */
static bool awaits(const struct table *table, ff_seat seat) {
    bool needs_army = table_phase(table) == PHASE_SETUP && !table->now.letters[seat][0];
    return needs_army || table_turn(table) == seat;
}

/* For the first game that waits for the person. */
static void wake(struct hub *hub, const struct person *person, struct table *const *tables,
                 unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        ff_seat seat = table_viewer(tables[i], person);
        if (awaits(tables[i], seat)) {
            wakes_note_back(hub->wakes, tables[i], seat);
            return;
        }
    }
}

/* A game that is damaged is played by nobody. */
static bool set_in_games(struct hub *hub, const struct person *person, bool away) {
    game_ids ids = {.count = 0};
    struct table *table[STORE_OPEN_MOST];
    unsigned count = 0;
    if (!store_visit_open(hub->options.store, person, STORE_OPEN_MOST, note_id, &ids))
        return false;
    for (unsigned i = 0; i < ids.count; i++) {
        store_answer found =
            tables_find(hub->tables, ff_span_of(ids.id[i]), access_seated, person, &table[count]);
        if (found == STORE_FAILED)
            return false;
        if (found != STORE_FOUND)
            continue;
        adjudicator_flag_game(hub, table[count]);
        hub_hold(hub, table[count]);
        count += goes_on(table_phase(table[count]));
    }
    for (unsigned i = 0; i < count; i++) {
        if (!set_away(hub, table[i], table_viewer(table[i], person), away))
            return false;
        hub_publish(hub, table[i]);
    }
    if (!away)
        wake(hub, person, table, count);
    return true;
}

bool vacations_begin_game(struct hub *hub, struct table *table) {
    bool done = true;
    if (!game_is_correspondence(&table->row) || table_is_waiting(table))
        return true;
    for (int seat = FF_RED; done && seat <= FF_BLUE; seat++) {
        vacation_row row = {.until = 0};
        const store_seat *of = &table->row.seat[seat];
        done = !seat_has_person(of) ||
               (vacation_hold(hub->options.store, &of->person, &row) == STORE_FOUND &&
                (!row.until || set_away(hub, table, (ff_seat)seat, true)));
    }
    return done || store_spoil(hub->options.store);
}

/* ---- leaving and returning ---- */

static vacation_days days_here(const struct hub *hub, const vacation_row *row) {
    return (vacation_days){row->until, days_of(row), hub->options.rules.vacation_days};
}

/* `ended`: just now. */
static void write_days(const vacation_days *days, bool ended, ff_buffer *out) {
    encode_open(out, "vacation");
    encode_maybe_number(out, "until", days->until ? days->until : STORE_NULL);
    encode_number(out, "used", days->used);
    encode_number(out, "allowed", days->allowed);
    encode_bool(out, "ended", ended);
    encode_close(out);
}

static store_answer find(struct hub *hub, const struct person *person, vacation_row *row) {
    store_answer answer = vacation_find(hub->options.store, person, row);
    begin_year(row, hub_now(hub));
    return answer;
}

/* To be changed. */
static store_answer hold(struct hub *hub, const struct person *person, vacation_row *row) {
    store_answer answer = vacation_hold(hub->options.store, person, row);
    begin_year(row, hub_now(hub));
    return answer;
}

bool vacations_find(struct hub *hub, const struct person *person, vacation_days *days) {
    vacation_row row;
    bool found = find(hub, person, &row) == STORE_FOUND;
    *days = days_here(hub, &row);
    return found;
}

bool vacations_write(struct hub *hub, const struct person *person, ff_buffer *out) {
    vacation_days days;
    bool found = vacations_find(hub, person, &days);
    if (found)
        write_days(&days, false, out);
    return found;
}

/* All connections of its person hear how it stands. */
static void tell(struct hub *hub, const vacation_row *row, bool ended) {
    ff_buffer text = {0};
    vacation_days days = days_here(hub, row);
    write_days(&days, ended, &text);
    for (struct client *at = NULL; (at = hub_client_of(hub, &row->person, at));)
        hub_send(hub, at, &text);
    ff_buffer_free(&text);
}

static vacation_outcome keep(struct hub *hub, const vacation_row *row) {
    if (!vacation_put(hub->options.store, row))
        return VACATION_FAILED;
    tell(hub, row, !row->until);
    return VACATION_DONE;
}

vacation_outcome vacations_leave(struct hub *hub, const struct person *person, int64_t days) {
    vacation_row row;
    int64_t now = hub_now(hub), allowed = hub->options.rules.vacation_days;
    assert(days > 0);
    if (allowed == 0)
        return VACATION_NOT_ALLOWED;
    if (hold(hub, person, &row) != STORE_FOUND)
        return VACATION_FAILED;
    if (days > allowed)
        return VACATION_TOO_LONG;
    bool away = row.until > 0;
    row.since = away ? row.since : now;
    row.until = now + days * day_ms;
    if (days_of(&row) > allowed)
        return VACATION_TOO_LONG;
    return away || set_in_games(hub, person, true) ? keep(hub, &row) : VACATION_FAILED;
}

static vacation_outcome end(struct hub *hub, vacation_row *row) {
    int64_t now = hub_now(hub);
    row->used += days_between(row->since, now < row->until ? now : row->until);
    row->since = row->until = 0;
    return set_in_games(hub, &row->person, false) ? keep(hub, row) : VACATION_FAILED;
}

void vacations_tell(struct hub *hub, const struct person *person) {
    vacation_row row;
    if (find(hub, person, &row) == STORE_FOUND)
        tell(hub, &row, !row.until);
}

vacation_outcome vacations_return(struct hub *hub, const struct person *person) {
    vacation_row row;
    if (hold(hub, person, &row) != STORE_FOUND)
        return VACATION_FAILED;
    if (row.until)
        return end(hub, &row);
    tell(hub, &row, false);
    return VACATION_DONE;
}

/* What fails hinders no other, and is tried again at the next look. */
void vacations_pulse(struct hub *hub) {
    vacation_row row;
    struct store *store = hub->options.store;
    hub_tick(hub);
    if (!hub_keeps(hub) || hub_now(hub) < hub->vacations_ms)
        return;
    if (vacation_find_due(store, hub->vacations_after, hub_now(hub), &row) == STORE_FOUND) {
        int64_t until = row.until;
        struct person person = row.person;
        bool held = hold(hub, &person, &row) == STORE_FOUND;
        if (!held || (row.until == until && end(hub, &row) != VACATION_DONE))
            hub->vacations_after = until;
    } else {
        hub->vacations_after = 0;
        hub->vacations_ms = hub_now(hub) + LOOK_MS;
    }
}
