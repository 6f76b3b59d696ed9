/* A game as a record (docs/formats.md). What must hold: only a game that is over is written, since
 * a record has both armies. */
#define _POSIX_C_SOURCE 200809L

#include "server/play/game_export.h"

#include "server/play/tables.h"
#include "server/store/store_open.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>

static bool add(ff_record *record, const char *name, const char *value) {
    return !value[0] || ff_record_add_tag(record, name, ff_span_of(value));
}

static const char *name_of(const store_seat *seat) {
    return seat->name[0] ? seat->name : "Guest";
}

/* A tag of one seat: "RedSalt". */
static bool add_of_seat(ff_record *record, ff_seat seat, const char *what, const char *value) {
    char name[32];
    snprintf(name, sizeof name, "%s%s", seat == FF_RED ? "Red" : "Blue", what);
    return add(record, name, value);
}

static bool add_seat(const struct table *table, ff_seat which, ff_record *record) {
    const store_seat *seat = &table->row.seat[which];
    char rating[24] = ""; /* nothing is written of what is not known */
    if (seat->rating != STORE_NULL)
        snprintf(rating, sizeof rating, "%" PRId64, seat->rating);
    return add_of_seat(record, which, "Setup", table->now.letters[which]) &&
           add_of_seat(record, which, "Commitment", seat->commitment) &&
           add_of_seat(record, which, "Salt", seat->salt) &&
           add_of_seat(record, which, "Rating", rating);
}

static bool add_date(ff_record *record, int64_t milliseconds) {
    time_t seconds = (time_t)(milliseconds / 1000);
    struct tm when;
    char text[16] = "";
    if (gmtime_r(&seconds, &when))
        strftime(text, sizeof text, "%Y-%m-%d", &when);
    return add(record, "Date", text);
}

static bool add_terms(ff_record *record, const game_terms *terms) {
    char clock[96] = "";
    if (terms->timed && clock_days(&terms->clock))
        snprintf(clock, sizeof clock, "days=%u", clock_days(&terms->clock));
    else if (terms->timed)
        snprintf(clock, sizeof clock, "bank=%u free=%u increment=%u", (unsigned)terms->clock.bank,
                 (unsigned)terms->clock.free, (unsigned)terms->clock.increment);
    return add(record, "Clock", clock) && add(record, "Memory", terms->memory ? "yes" : "") &&
           add(record, "Rated", terms->rated ? "yes" : "");
}

static bool add_times(ff_record *record, const struct table *table) {
    const struct move_times *times = table_times(table);
    ff_buffer text = {0};
    if (times)
        move_times_write(times, &text);
    bool good = !times || (!text.failed &&
                           ff_record_add_tag(record, "MoveTimes", (ff_span){text.data, text.size}));
    ff_buffer_free(&text);
    return good;
}

static bool add_moves(ff_record *record, const ff_view *view) {
    for (unsigned i = 0; i < view->plies; i++) {
        const ff_event *event = &view->events[i];
        if (!ff_record_add_move(record, FF_FROM(event->move), FF_TO(event->move),
                                event->battle != FF_NO_BATTLE, (ff_span){NULL, 0}))
            return false;
    }
    return true;
}

bool game_export_record(const struct table *table, ff_record *record) {
    const store_game *row = &table->row;
    ff_view view;
    ff_record_clear(record);
    if (!row->started || !ff_game_is_over(table->now.game))
        return false;
    table_view(table, FF_NOBODY, &view);
    return add(record, "Edition", row->edition) && add(record, "Game", row->id) &&
           add_date(record, row->started) && add(record, "Red", name_of(&row->seat[FF_RED])) &&
           add(record, "Blue", name_of(&row->seat[FF_BLUE])) && add_seat(table, FF_RED, record) &&
           add_seat(table, FF_BLUE, record) && add_terms(record, &row->terms) &&
           add(record, "Result", ff_result_word((ff_result)view.result)) &&
           add(record, "Termination", ff_ending_word((ff_ending)view.ending)) &&
           add_times(record, table) && add_moves(record, &view);
}

/* What is over is anybody's to read, if it was a game at all; before, nobody's, seated or not. */
bool game_export_access(const store_game *game, const struct person *person) {
    (void)person;
    return game->phase == PHASE_OVER && game->started != 0;
}

/* The tables are the thread's own, and have this game alone. */
store_answer game_export_read(const char *location, const char *id, ff_record *record) {
    static const struct opponents nobody = {.count = 0};
    ff_error error;
    struct table *table;
    struct store *store = store_open_snapshot(location, &error);
    struct tables *tables = store ? tables_new(store, &nobody, (time_pair){0}) : NULL;
    store_answer found = tables ? tables_find(tables, ff_span_of(id), game_export_access,
                                              &(struct person){{0}}, &table)
                                : STORE_FAILED;
    if (found == STORE_FOUND && !game_export_record(table, record))
        found = STORE_FAILED;
    tables_free(tables);
    store_close(store);
    return found;
}
