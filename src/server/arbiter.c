#include "server/arbiter.h"

#include "server/sessions.h"

#include "server/store_guests.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Of one slice of the look at all games; the rest waits for the next one. */
enum {
    LOOKED_AT = 200,     /* games */
    ENDED_AT_ONCE = 20,  /* of these, that are ended */
    ROWS_AT_ONCE = 5000, /* read of the store for it: a long game is long to read */
};

#define MINUTE INT64_C(60000)
#define DAY (24 * 60 * MINUTE)

const arbiter_rules arbiter_usual = {.claim_timed_ms = MINUTE,
                                     .claim_ms = DAY,
                                     .idle_ms = 14 * DAY,
                                     .challenge_ms = DAY,
                                     .gone_ms = 5 * MINUTE,
                                     .unstarted_ms = 3 * DAY,
                                     .origin_ms = 30 * DAY};

static int64_t counting(const ff_hub *hub) {
    return timekeeper_counting(tables_time(hub->tables));
}

/* ---- clocks ---- */

static bool resume(void *context, const store_game *row) {
    ff_hub *hub = context;
    ff_table *table;
    if (!row->terms.timed)
        return true;
    store_answer found = tables_find(hub->tables, ff_span_of(row->id), NULL, NULL, &table);
    if (found != STORE_FOUND && found != STORE_DAMAGED) /* of which the hub tells */
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
    store_answer answer = tables_find(hub->tables, ff_span_of(table->row.id), NULL, NULL, &found);
    if (answer != STORE_FOUND) {
        if (answer != STORE_DAMAGED)
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
    tables_drop(hub->tables, table);
    hub_publish(hub, table);
}

/* The server's time that lies so long back in the time that counts. */
static int64_t time_before(const ff_hub *hub, int64_t milliseconds) {
    return hours_when(&tables_time(hub->tables)->hours, counting(hub) - milliseconds);
}

/* ---- who has gone from the lobby ---- */

static int compare_gone(const void *a, const void *b) {
    const arbiter_gone *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static int64_t gone_since(const ff_hub *hub, int64_t number) {
    const arbiter_list *before = &hub->arbiter.before;
    arbiter_gone key = {.number = number};
    const arbiter_gone *found =
        before->count ? bsearch(&key, before->gone, before->count, sizeof key, compare_gone) : NULL;
    return found ? found->since : counting(hub);
}

/* In order of their numbers; a slice that is looked at again brings some twice. Without memory
 * for it somebody's absence begins later. */
static void remember(arbiter_list *list, int64_t number, int64_t since) {
    if (list->count > 0 && list->gone[list->count - 1].number >= number)
        return;
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 64;
        arbiter_gone *gone = realloc(list->gone, room * sizeof *gone);
        if (!gone)
            return;
        *list = (arbiter_list){gone, list->count, room};
    }
    list->gone[list->count++] = (arbiter_gone){number, since};
}

/* Has it been gone for long enough? */
static bool has_left(ff_hub *hub, const store_game *game) {
    if (!game->terms.open || presence_has(hub->presence, &game->seat[game->by].person))
        return false;
    int64_t since = gone_since(hub, game->number);
    if (counting(hub) - since >= hub->options.rules.gone_ms)
        return true;
    remember(&hub->arbiter.now, game->number, since);
    return false;
}

/* ---- the look at all games, in slices ---- */

static bool is_forgotten_offer(ff_hub *hub, const store_game *game) {
    lobby_note(hub, game); /* where a turn that was not stored has left something wrong */
    return game->created < time_before(hub, hub->options.rules.challenge_ms) || has_left(hub, game);
}

/* What cannot be read is not idle. */
static bool is_idle(ff_hub *hub, const store_game *game) {
    int64_t time;
    return store_find_last_time(hub->options.store, game, &time) &&
           time < time_before(hub, hub->options.rules.idle_ms);
}

static bool is_of_guests(const store_game *game) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        if (game->seat[seat].kind == SEAT_ACCOUNT || game->seat[seat].kind == SEAT_BOT)
            return false;
    return true;
}

/* Guests who have not begun are not waited for as long as others. */
static bool is_left_before_it_began(ff_hub *hub, const store_game *game) {
    int64_t time;
    return is_idle(hub, game) ||
           (is_of_guests(game) && store_find_last_time(hub->options.store, game, &time) &&
            time < time_before(hub, hub->options.rules.unstarted_ms));
}

static void end_before_it_began(ff_hub *hub, ff_table *table) {
    bool asked = table->asked[FF_RED] || table->asked[FF_BLUE];
    if (table_phase(table) != PHASE_SETUP || !is_of_guests(&table->row) || asked) {
        end_idle(hub, table);
        return;
    }
    tables_drop(hub->tables, table);
    hub_publish(hub, table);
}

static bool never_began(ff_hub *hub, const store_game *game) {
    return game->ended < time_before(hub, hub->options.rules.unstarted_ms) &&
           !tables_have(hub->tables, ff_span_of(game->id));
}

/* The games that are looked at, one kind after another; without `end` they are taken out of
 * the store. */
static const struct {
    phase phase;
    bool (*is_over)(ff_hub *hub, const store_game *game);
    void (*end)(ff_hub *hub, ff_table *table);
} stages[] = {
    {PHASE_WAITING, is_forgotten_offer, take_back_offer},
    {PHASE_SETUP, is_left_before_it_began, end_before_it_began},
    {PHASE_PLAY, is_idle, end_idle},
    {PHASE_OVER, never_began, NULL},
};

enum { STAGES = sizeof stages / sizeof *stages };

/* A slice: games in order, and those of them that are to end. A list of the store's must not
 * change while it is read. */
typedef struct slice {
    ff_hub *hub;
    unsigned seen, count;
    int64_t last; /* the number of the last one seen */
    struct {
        int64_t number;
        char id[GAME_ID_SIZE];
    } ends[ENDED_AT_ONCE];
} slice;

static bool look_at(void *context, const store_game *game) {
    slice *part = context;
    part->seen++;
    part->last = game->number;
    if (!game->damaged && stages[part->hub->arbiter.stage].is_over(part->hub, game)) {
        part->ends[part->count].number = game->number;
        memcpy(part->ends[part->count++].id, game->id, GAME_ID_SIZE);
    }
    return part->count < ENDED_AT_ONCE;
}

static void end_one(ff_hub *hub, const slice *part, unsigned i) {
    ff_table *table;
    if (!stages[hub->arbiter.stage].end)
        store_drop_game(hub->options.store, &(store_game){.number = part->ends[i].number});
    else if (tables_find(hub->tables, ff_span_of(part->ends[i].id), NULL, NULL, &table) ==
             STORE_FOUND)
        stages[hub->arbiter.stage].end(hub, table);
}

/* Ends them, until enough has been read; the look goes on after the last that was ended. */
static void end_some(slice *part) {
    ff_hub *hub = part->hub;
    uint64_t most = store_rows(hub->options.store) + ROWS_AT_ONCE;
    for (unsigned i = 0; i < part->count; i++) {
        if (store_rows(hub->options.store) > most) {
            part->last = part->ends[i].number - 1;
            part->seen = LOOKED_AT; /* there is more */
            return;
        }
        end_one(hub, part, i);
    }
}

/* All have been looked at: who was gone is known for the next time. */
static void finish_look(arbiter_memory *memory) {
    arbiter_list room = memory->before;
    memory->before = memory->now;
    memory->now = (arbiter_list){room.gone, 0, room.room};
    memory->looking = false;
}

/* Where the store cannot be read the look goes on later. */
static void look_on(ff_hub *hub) {
    arbiter_memory *memory = &hub->arbiter;
    slice part = {.hub = hub, .last = memory->after};
    bool all = store_visit_phase(hub->options.store, stages[memory->stage].phase, memory->after,
                                 LOOKED_AT, look_at, &part);
    if (!all && part.count < ENDED_AT_ONCE)
        return;
    end_some(&part);
    memory->after = part.last;
    if (part.seen == LOOKED_AT || part.count == ENDED_AT_ONCE)
        return;
    memory->after = 0;
    if (++memory->stage == STAGES)
        finish_look(memory);
}

bool arbiter_sweep(ff_hub *hub) {
    arbiter_memory *memory = &hub->arbiter;
    hub_tick(hub);
    if (!store_is_working(hub->options.store))
        return false;
    if (!memory->looking && hub_now(hub) >= memory->next_ms) {
        memory->next_ms = hub_now(hub) + ARBITER_SWEEP_MS;
        memory->stage = 0;
        memory->after = 0;
        memory->looking = true;
        sessions_sweep(hub->options.store, hub_now(hub));
    }
    store_give_back(hub->options.store);
    if (!memory->looking)
        return false;
    store_forget_origins(hub->options.store, time_before(hub, hub->options.rules.origin_ms));
    look_on(hub);
    return memory->looking;
}
