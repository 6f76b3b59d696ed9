#include "server/arbiter.h"

#include "server/sessions.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { ENDED_AT_ONCE = 50 }; /* the next ones wait for the next time */

#define MINUTE INT64_C(60000)
#define DAY (24 * 60 * MINUTE)

const arbiter_rules arbiter_usual = {.claim_timed_ms = MINUTE,
                                     .claim_ms = DAY,
                                     .idle_ms = 14 * DAY,
                                     .challenge_ms = DAY,
                                     .gone_ms = 5 * MINUTE};

static int64_t counting(const ff_hub *hub) {
    return timekeeper_counting(tables_time(hub->tables));
}

/* ---- clocks ---- */

static bool resume(void *context, const store_game *row) {
    ff_hub *hub = context;
    ff_table *table;
    if (row->terms.timed &&
        tables_find(hub->tables, ff_span_of(row->id), NULL, NULL, &table) != STORE_FOUND)
        log_event(hub->options.log, LOG_ERROR, "bad-game", "game=%s", row->id);
    return true;
}

bool arbiter_resume(ff_hub *hub) {
    return store_visit_going(hub->options.store, 0, UINT32_MAX, resume, hub);
}

static void finish(ff_hub *hub, ff_table *table, ff_ending ending, ff_seat loser) {
    act_outcome outcome = tables_finish(hub->tables, table, ending, loser);
    assert(outcome != ACT_REFUSED), (void)outcome;
    hub_publish(hub, table);
}

/* A game that cannot be read is looked at again when somebody opens it. */
static void flag(ff_hub *hub, ff_table *table) {
    ff_table *found;
    const ff_clock *clock = &table->now.clock;
    if (tables_find(hub->tables, ff_span_of(table->row.id), NULL, NULL, &found) != STORE_FOUND) {
        log_event(hub->options.log, LOG_ERROR, "bad-game", "game=%s", table->row.id);
        tables_drop_out(hub->tables, table);
        return;
    }
    bool red = clock_is_out(clock, FF_RED, counting(hub));
    bool blue = clock_is_out(clock, FF_BLUE, counting(hub));
    if (red && blue)
        finish(hub, table, FF_BY_ABORT, FF_NOBODY);
    else if (red || blue)
        finish(hub, table, FF_BY_TIME, red ? FF_RED : FF_BLUE);
}

/* While the store fails nothing ends: time stands still. */
void arbiter_flag(ff_hub *hub) {
    ff_table *table;
    int64_t when;
    hub_tick(hub);
    while (store_is_working(hub->options.store) && (table = tables_next_out(hub->tables, &when)) &&
           when <= counting(hub))
        flag(hub, table);
}

/* ---- games that nobody cares for ---- */

/* Ids, because a list of the store's must not change while it is read. */
typedef struct id_list {
    char id[ENDED_AT_ONCE][GAME_ID_SIZE];
    unsigned count;
} id_list;

static bool add_id(void *context, const store_game *row) {
    id_list *list = context;
    memcpy(list->id[list->count++], row->id, sizeof row->id);
    return list->count < ENDED_AT_ONCE;
}

static bool has_computer(const ff_table *table) {
    return table->row.seat[FF_RED].kind == SEAT_COMPUTER ||
           table->row.seat[FF_BLUE].kind == SEAT_COMPUTER;
}

static void end_idle(ff_hub *hub, ff_table *table) {
    ff_seat turn = table_turn(table);
    if (table_phase(table) == PHASE_OVER)
        return;
    if (turn == FF_NOBODY || has_computer(table) || table_plies(table) < 2)
        finish(hub, table, FF_BY_ABORT, FF_NOBODY);
    else
        finish(hub, table, FF_BY_TIME, turn);
}

static void take_back_offer(ff_hub *hub, ff_table *table) {
    if (table_phase(table) != PHASE_WAITING)
        return;
    hub_drop(hub, table);
    hub_publish(hub, table);
}

static void end_all(ff_hub *hub, const id_list *list, void (*end)(ff_hub *, ff_table *)) {
    for (unsigned i = 0; i < list->count; i++) {
        ff_table *table;
        if (tables_find(hub->tables, ff_span_of(list->id[i]), NULL, NULL, &table) == STORE_FOUND)
            end(hub, table);
    }
}

/* The server's time that lies so long back in the time that counts. */
static int64_t time_before(const ff_hub *hub, int64_t milliseconds) {
    return hours_when(&tables_time(hub->tables)->hours, counting(hub) - milliseconds);
}

/* ---- the lobby ---- */

typedef struct lobby_look {
    ff_hub *hub;
    arbiter_memory seen;
    id_list ended;
} lobby_look;

static int64_t gone_since(const ff_hub *hub, int64_t number) {
    for (size_t i = 0; i < hub->arbiter.count; i++)
        if (hub->arbiter.gone[i].number == number)
            return hub->arbiter.gone[i].since;
    return counting(hub);
}

/* Without memory for it somebody's absence begins later. */
static void remember(arbiter_memory *seen, int64_t number, int64_t since) {
    arbiter_gone *gone = realloc(seen->gone, (seen->count + 1) * sizeof *gone);
    if (!gone)
        return;
    seen->gone = gone;
    seen->gone[seen->count++] = (arbiter_gone){number, since};
}

static bool look_at_offer(void *context, const store_game *row) {
    lobby_look *look = context;
    if (presence_has(look->hub->presence, &row->seat[row->by].person))
        return true;
    int64_t since = gone_since(look->hub, row->number);
    if (counting(look->hub) - since < look->hub->options.rules.gone_ms)
        remember(&look->seen, row->number, since);
    else if (look->ended.count < ENDED_AT_ONCE)
        add_id(&look->ended, row);
    return true;
}

static void sweep_lobby(ff_hub *hub) {
    lobby_look look = {.hub = hub};
    store_visit_challenges(hub->options.store, UINT32_MAX, look_at_offer, &look);
    free(hub->arbiter.gone);
    hub->arbiter.gone = look.seen.gone;
    hub->arbiter.count = look.seen.count;
    end_all(hub, &look.ended, take_back_offer);
}

/* Where the store cannot be read nothing is found. */
void arbiter_sweep(ff_hub *hub) {
    const arbiter_rules *rules = &hub->options.rules;
    ff_store *store = hub->options.store;
    id_list idle = {.count = 0}, old = {.count = 0};
    hub_tick(hub);
    if (hub_now(hub) < hub->arbiter.next_ms || !store_is_working(store))
        return;
    hub->arbiter.next_ms = hub_now(hub) + ARBITER_SWEEP_MS;
    store_visit_idle(store, time_before(hub, rules->idle_ms), add_id, &idle);
    end_all(hub, &idle, end_idle);
    store_visit_old_offers(store, time_before(hub, rules->challenge_ms), add_id, &old);
    end_all(hub, &old, take_back_offer);
    sweep_lobby(hub);
    sessions_sweep(store, hub_now(hub));
}
