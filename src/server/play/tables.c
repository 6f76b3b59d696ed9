/* Which games are in memory, and their way to and from the store. What must hold: between batches
 * each table says what the store says, or has no game and is read anew; a table whose clock runs,
 * that is followed, or whose computer thinks, is not forgotten. */
#include "server/play/tables.h"

#include "flagfall/edition_text.h"
#include "server/database/store_nodes.h"
#include "server/play/ratings.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 4096 };

struct tables {
    struct store *store;
    const struct opponents *opponents;
    server_clock time;
    timer_heap timers; /* room for every table's */
    size_t count;
    uint64_t visited;
    unsigned long turnover;
    int64_t delay_ms;      /* with which spectators see games */
    struct table *delayed; /* the first of those that they see later */
    struct table *touched;
    struct table *first_waiting;
    struct table *last_waiting;
    size_t waiting;
    struct table *damaged; /* and not told of yet */
    struct table *bucket[BUCKETS];
};

const ff_player_kind *opponents_find(const struct opponents *opponents, ff_span name) {
    for (size_t i = 0; i < opponents->count; i++)
        if (ff_player_kind_is(opponents->kinds[i], name))
            return opponents->kinds[i];
    return NULL;
}

struct tables *tables_new(struct store *store, const struct opponents *opponents, time_pair now) {
    struct tables *tables = calloc(1, sizeof *tables);
    if (!tables)
        return NULL;
    tables->store = store;
    tables->opponents = opponents;
    if (server_clock_init(&tables->time, store, now))
        return tables;
    tables_free(tables);
    return NULL;
}

static void table_free(struct table *table) {
    table_state_close(&table->now);
    table_state_close(&table->delay.state);
    free(table);
}

void tables_free(struct tables *tables) {
    if (!tables)
        return;
    for (size_t i = 0; tables->count > 0; i++) {
        for (struct table *table = tables->bucket[i], *next; table; table = next) {
            next = table->place.next_in_bucket;
            tables->count--;
            table_free(table);
        }
    }
    server_clock_destroy(&tables->time);
    timer_heap_free(&tables->timers);
    free(tables);
}

unsigned long tables_turnover(const struct tables *tables) {
    return tables->turnover;
}

server_clock *tables_time(struct tables *tables) {
    return &tables->time;
}

size_t tables_count(const struct tables *tables) {
    return tables->count;
}

/* Ids are random, so any mixing of them will do (FNV-1a). */
static struct table **bucket_of(struct tables *tables, ff_span id) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < id.size; i++)
        hash = (hash ^ (unsigned char)id.data[i]) * 16777619u;
    return &tables->bucket[hash % BUCKETS];
}

static struct table *find_in_memory(struct tables *tables, ff_span id) {
    struct table *table = *bucket_of(tables, id);
    while (table && !ff_span_equals(id, table->row.id))
        table = table->place.next_in_bucket;
    return table;
}

bool tables_have(struct tables *tables, ff_span id) {
    return find_in_memory(tables, id) != NULL;
}

int64_t tables_delay_of(const struct tables *tables, const store_game *game) {
    int64_t own = (int64_t)game->terms.delay * 1000;
    return own > tables->delay_ms ? own : tables->delay_ms;
}

/* Names its computer players; one that this server lacks stays away. */
static void take_row(const struct tables *tables, struct table *table, const store_game *row) {
    table->row = *row;
    table->dropped = table->place.stale = false;
    table->delay.ms = tables_delay_of(tables, row);
    table->delay.on = table->delay.ms > 0;
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        table->computer[seat] =
            row->seat[seat].kind == SEAT_COMPUTER
                ? opponents_find(tables->opponents, ff_span_of(row->seat[seat].name))
                : NULL;
}

static struct table *table_new(struct tables *tables, const store_game *row) {
    struct table *table =
        timer_heap_reserve(&tables->timers, tables->count + 1) ? calloc(1, sizeof *table) : NULL;
    if (!table)
        return NULL;
    take_row(tables, table, row);
    table->audience.away[FF_RED] = table->audience.away[FF_BLUE] =
        server_clock_counting(&tables->time);
    return table;
}

/* In the list while its row says so. */
static void link_delayed(struct tables *tables, struct table *table) {
    if (!table->delay.on)
        return;
    table->delay.earlier = NULL;
    table->delay.next = tables->delayed;
    if (tables->delayed)
        tables->delayed->delay.earlier = table;
    tables->delayed = table;
}

static void unlink_delayed(struct tables *tables, struct table *table) {
    struct table_delay *delay = &table->delay;
    if (!delay->on)
        return;
    assert(delay->earlier || tables->delayed == table);
    *(delay->earlier ? &delay->earlier->delay.next : &tables->delayed) = delay->next;
    if (delay->next)
        delay->next->delay.earlier = delay->earlier;
}

static void link_table(struct tables *tables, struct table *table) {
    /* Two tables of one game would part: what is done at one the other does not know. */
    assert(!find_in_memory(tables, ff_span_of(table->row.id)));
    struct table **bucket = bucket_of(tables, ff_span_of(table->row.id));
    table->place.next_in_bucket = *bucket;
    *bucket = table;
    tables->count++;
    link_delayed(tables, table);
}

static void unlink_table(struct tables *tables, struct table *table) {
    struct table **at = bucket_of(tables, ff_span_of(table->row.id));
    while (*at && *at != table)
        at = &(*at)->place.next_in_bucket;
    assert(*at && tables->count > 0);
    *at = table->place.next_in_bucket;
    tables->count--;
    unlink_delayed(tables, table);
}

/* ---- clocks ---- */

/* To be called after each change of the state. */
static void set_alarm(struct tables *tables, struct table *table) {
    int64_t when =
        table->now.game && table->now.timed ? clock_deadline(&table->now.clock) : CLOCK_NEVER;
    if (when == CLOCK_NEVER)
        timer_heap_drop(&tables->timers, &table->place.timer);
    else
        timer_heap_set(&tables->timers, &table->place.timer, when);
}

struct table *tables_next_out(const struct tables *tables, int64_t *when) {
    heap_timer *first = timer_heap_first(&tables->timers);
    if (!first)
        return NULL;
    *when = first->when;
    return (struct table *)((char *)first - offsetof(struct table, place.timer));
}

void tables_drop_out(struct tables *tables, struct table *table) {
    timer_heap_drop(&tables->timers, &table->place.timer);
    tables_touch(tables, table);
}

static void close_state(struct tables *tables, struct table *table) {
    table_state_close(&table->now);
    set_alarm(tables, table);
}

/* ---- damage ---- */

/* The state stays until the end of the batch: whoever is at work on it may go on. */
static store_answer mark_damaged(struct tables *tables, struct table *table, const char *what) {
    tables_touch(tables, table);
    if (table->damage)
        return STORE_DAMAGED;
    table->damage = what;
    table->place.next_damaged = tables->damaged;
    tables->damaged = table;
    return STORE_DAMAGED;
}

static void close_damaged(struct tables *tables, struct table *table) {
    close_state(tables, table);
    table_state_close(&table->delay.state);
}

struct table *tables_next_damaged(struct tables *tables) {
    struct table *table = tables->damaged;
    while (table && !table->damage) /* mended since */
        table = table->place.next_damaged;
    tables->damaged = table ? table->place.next_damaged : NULL;
    return table;
}

void tables_forget_damage(struct tables *tables, ff_span id) {
    struct table *table = find_in_memory(tables, id);
    if (!table || !table->damage)
        return;
    close_damaged(tables, table);
    table->damage = NULL;
    tables_touch(tables, table);
}

/* ---- reading back ---- */

typedef struct reader {
    const struct tables *tables;
    struct table *table;
    bool refused;      /* an act could not be played */
    unsigned concerns; /* whom they do, as in tables_refresh */
} reader;

/* Reads on where it cannot play: the sum at the end tells whether that is damage. */
static bool replay(void *context, const store_act *act) {
    reader *at = context;
    act_refusal refusal;
    int64_t counts = server_clock_counting_at(&at->tables->time, act->time);
    at->refused =
        at->refused || !table_apply(&at->table->now, &at->table->edition, act, counts, &refusal);
    if (!at->refused)
        at->concerns |= act->kind == ACT_PLAN ? 1u << act->seat : NEWS_OF_ALL;
    return true;
}

/* Plays the log. What was written could be played, unless memory is out. */
static store_answer read_log(struct tables *tables, struct table *table) {
    reader at = {tables, table, false, 0};
    store_log log = {0};
    store_answer answer = store_visit_acts(tables->store, &table->row, &log, replay, &at);
    return answer == STORE_NONE && at.refused ? STORE_FAILED : answer;
}

/* What happens from now on is new. */
static void set_before(struct table *table) {
    table->before = (struct table_before){(uint8_t)table_phase(table), (uint8_t)table_turn(table)};
}

static struct table *take_in(struct tables *tables, struct table *table, const store_game *row);

/* Of several servers on one store another may change a game after its row has been read and before
 * its log is: then these do not fit each other, and both are read again. */
static bool is_overtaken(struct tables *tables, struct table *table) {
    store_game row;
    bool overtaken =
        store_is_shared(tables->store) &&
        store_find_game(tables->store, ff_span_of(table->row.id), &row) == STORE_FOUND &&
        row.seal != table->row.seal;
    if (overtaken)
        take_in(tables, table, &row);
    return overtaken;
}

/* Rebuilds the game from the log. */
static store_answer read_back(struct tables *tables, struct table *table) {
    store_answer answer = table_read_rules(tables->store, table);
    if (answer == STORE_DAMAGED)
        mark_damaged(tables, table, "rules");
    if (answer != STORE_FOUND)
        return answer;
    do {
        table_state_close(&table->now);
        if (!table_state_open(&table->now, &table->edition, &table->row.terms))
            return STORE_FAILED;
        answer = read_log(tables, table);
    } while (answer == STORE_DAMAGED && is_overtaken(tables, table));
    if (answer == STORE_DAMAGED)
        mark_damaged(tables, table, "log");
    if (answer == STORE_NONE)
        answer = store_find_next(tables->store, &table->row, table->next);
    if (answer == STORE_FOUND || answer == STORE_NONE) {
        table_summarize(table);
        set_before(table);
        set_alarm(tables, table);
        return STORE_FOUND;
    }
    close_state(tables, table);
    return answer;
}

void tables_touch(struct tables *tables, struct table *table) {
    if (table->place.touched)
        return;
    table->place.touched = true;
    table->place.next_touched = tables->touched;
    tables->touched = table;
}

/* ---- spectators who see later ---- */

void tables_delay(struct tables *tables, int64_t milliseconds) {
    tables->delay_ms = milliseconds;
}

typedef struct catching_up {
    const struct tables *tables;
    struct table *table;
    int64_t horizon; /* no act after this */
    bool arrived;
    bool changed; /* something that is seen */
} catching_up;

/* What a seat plans is told to nobody else: not even that there was something. */
static bool catch_up(void *context, const store_act *act) {
    catching_up *walk = context;
    act_refusal refusal;
    walk->arrived = act->time > walk->horizon;
    walk->table->delay.due = act->time + walk->table->delay.ms;
    int64_t counts = server_clock_counting_at(&walk->tables->time, act->time);
    bool applied = !walk->arrived && table_apply(&walk->table->delay.state, &walk->table->edition,
                                                 act, counts, &refusal);
    walk->changed |= applied && act->kind != ACT_PLAN;
    return applied;
}

/* Nothing of the log is read for it before there is something that is old enough. */
static bool is_up_to_date(const struct tables *tables, const struct table *table) {
    const table_state *past = &table->delay.state;
    return past->game && ((table->now.game && past->acts == table->now.acts) ||
                          tables->time.now < table->delay.due);
}

bool tables_advance(struct tables *tables, struct table *table, bool *changed) {
    catching_up walk = {tables, table, tables->time.now - table->delay.ms, false, false};
    table_state *past = &table->delay.state;
    bool ignored;
    changed = changed ? changed : &ignored;
    *changed = false;
    if (!table->delay.on || is_up_to_date(tables, table))
        return true;
    if (!past->game) {
        table->delay.read = (store_log){0};
        table->delay.due = 0;
    }
    if (!past->game && !table_state_open(past, &table->edition, &table->row.terms))
        return false;
    store_answer answer =
        store_visit_acts(tables->store, &table->row, &table->delay.read, catch_up, &walk);
    if (answer == STORE_DAMAGED && is_overtaken(tables, table))
        answer = STORE_FAILED; /* the rest is seen the next time */
    if (answer == STORE_DAMAGED)
        mark_damaged(tables, table, "log");
    *changed = walk.changed;
    return answer == STORE_NONE || (answer == STORE_FOUND && walk.arrived);
}

/* What was lost with a batch must not be taken for what the store has, nor be written into it. */
static bool row_stands(struct tables *tables, struct table *table) {
    store_game row;
    if (table->place.stale &&
        store_find_game(tables->store, ff_span_of(table->row.id), &row) == STORE_FOUND)
        take_in(tables, table, &row);
    return !table->damage && !table->place.stale;
}

void tables_visit(struct tables *tables, tables_visitor *visit, void *context) {
    tables->visited += tables->count;
    for (size_t i = 0; i < BUCKETS; i++)
        for (struct table *at = tables->bucket[i], *next; at; at = next) {
            next = at->place.next_in_bucket;
            if (row_stands(tables, at))
                visit(context, at);
        }
}

uint64_t tables_visited(const struct tables *tables) {
    return tables->visited;
}

void tables_visit_delayed(struct tables *tables, tables_visitor *visit, void *context) {
    for (struct table *at = tables->delayed, *next; at; at = next) {
        next = at->delay.next;
        if (row_stands(tables, at))
            visit(context, at);
    }
}

struct table *tables_peek(struct tables *tables, ff_span id) {
    struct table *table = find_in_memory(tables, id);
    return table && row_stands(tables, table) ? table : NULL;
}

/* ---- playing ---- */

/* `before`: how many acts it had before this change. */
static void mark_changed(struct tables *tables, struct table *table, unsigned before) {
    if (!table->place.changed && !table->place.doubtful)
        table->place.kept_acts = before;
    table->place.changed = true;
    tables_touch(tables, table);
}

/* First in memory, then in the store; where the store refuses, the batch is lost, and its end
 * brings the table back to what the store has. */
act_outcome tables_play(struct tables *tables, struct table *table, const store_act *act,
                        act_refusal *refusal) {
    act_refusal ignored;
    store_act timed = *act;
    /* Of several servers the clocks differ a little: no act is earlier than the one before it. */
    timed.time = tables->time.now > table->now.time ? tables->time.now : table->now.time;
    int64_t counts = server_clock_counting_at(&tables->time, timed.time);
    timed.left = STORE_NULL;
    unsigned number = table->now.acts;
    uint8_t before = table->row.phase;
    assert(!table->damage && table->now.game);
    if (!table_apply(&table->now, &table->edition, &timed, counts, refusal ? refusal : &ignored))
        return ACT_REFUSED;
    if (table->now.timed && act->seat != FF_NOBODY)
        timed.left = clock_left(&table->now.clock, (ff_seat)act->seat, counts);
    mark_changed(tables, table, number);
    table_summarize(table);
    tables->turnover += table->row.phase != before;
    set_alarm(tables, table);
    if (!store_add_act(tables->store, &table->row, number, &timed)) {
        if (store_met_damage(tables->store))
            mark_damaged(tables, table, "write"); /* or it would spoil a batch again and again */
        return ACT_SPOILT;
    }
    bool ends = before != PHASE_OVER && table->row.phase == PHASE_OVER;
    return !ends || ratings_settle(tables->store, &table->edition, &table->row) ? ACT_DONE
                                                                                : ACT_SPOILT;
}

act_outcome tables_finish(struct tables *tables, struct table *table, ff_ending ending,
                          ff_seat seat) {
    store_act act = {.kind = ACT_END, .seat = (uint8_t)seat};
    snprintf(act.text, sizeof act.text, "%s", ff_ending_word(ending));
    return tables_play(tables, table, &act, NULL);
}

act_outcome tables_begin(struct tables *tables, struct table *table, ff_seat seat) {
    store_act act = {.kind = ACT_BEGIN, .seat = (uint8_t)seat};
    if (!table->row.terms.timed || !table->row.terms.clock.setup)
        return ACT_DONE;
    return tables_play(tables, table, &act, NULL);
}

/* The army is committed to by a hash with a salt, which anybody may check after the game. A player
 * may bring the salt, and so need not trust the server's. */
static void promise(struct table *table, const store_act *act, ff_span salt) {
    store_seat *seat = &table->row.seat[act->seat];
    assert(salt.size < sizeof seat->salt);
    if (salt.size)
        memcpy(seat->salt, salt.data, salt.size);
    seat->salt[salt.size] = 0;
    if (!salt.size)
        commitment_salt(seat->salt);
    struct commitment what = {table->row.edition, seat_word((ff_seat)act->seat),
                              ff_span_of(act->text), ff_span_of(seat->salt)};
    commitment_compute(&what, seat->commitment);
}

act_outcome tables_set_up(struct tables *tables, struct table *table, const store_act *act,
                          ff_span salt, act_refusal *refusal) {
    act_outcome outcome = tables_play(tables, table, act, refusal);
    if (outcome != ACT_DONE)
        return outcome;
    promise(table, act, salt);
    return tables_update_seat(tables, table, (ff_seat)act->seat) ? ACT_DONE : ACT_SPOILT;
}

bool tables_update(struct tables *tables, struct table *table) {
    mark_changed(tables, table, table->now.acts);
    return table->dropped || store_update_game(tables->store, &table->row);
}

bool tables_update_seat(struct tables *tables, struct table *table, ff_seat seat) {
    tables->turnover++;
    mark_changed(tables, table, table->now.acts);
    return table->dropped || store_update_seat(tables->store, &table->row, seat);
}

/* Followers hear of it by the line of tables, as after a lost batch. */
void tables_forget_next(struct tables *tables, const store_game *gone) {
    struct table *old = gone->previous[0] ? tables_peek(tables, ff_span_of(gone->previous)) : NULL;
    if (!old || strcmp(old->next, gone->id) != 0)
        return;
    old->next[0] = 0;
    old->audience.untold = true;
    mark_changed(tables, old, old->now.acts);
    tables_wait(tables, old);
}

/* Ends a game in memory that is no longer in the store; its clock stops with it. */
static bool end_dropped(struct tables *tables, struct table *table) {
    store_act act = {
        .kind = ACT_END, .seat = FF_NOBODY, .text = "aborted", .time = tables->time.now};
    act_refusal ignored;
    bool ended = table_apply(&table->now, &table->edition, &act,
                             server_clock_counting(&tables->time), &ignored);
    table->dropped = true;
    table_summarize(table);
    set_alarm(tables, table);
    return ended;
}

/* The game is ended and taken out of the store in one batch: whoever has it on the screen is told
 * of an end, and after it there is nothing. */
bool tables_drop(struct tables *tables, struct table *table) {
    bool ended = end_dropped(tables, table);
    assert(ended), (void)ended;
    tables->turnover++;
    mark_changed(tables, table, table->now.acts - 1);
    tables_forget_next(tables, &table->row);
    return store_update_game(tables->store, &table->row) && /* or somebody has taken it meanwhile */
           store_drop_game(tables->store, &table->row);
}

/* ---- waiting for the computer ---- */

void tables_wait(struct tables *tables, struct table *table) {
    if (table->place.waiting)
        return;
    table->place.waiting = true;
    table->place.next_waiting = NULL;
    if (tables->last_waiting)
        tables->last_waiting->place.next_waiting = table;
    else
        tables->first_waiting = table;
    tables->last_waiting = table;
    tables->waiting++;
}

struct table *tables_next_waiting(struct tables *tables) {
    struct table *table = tables->first_waiting;
    if (!table)
        return NULL;
    tables->first_waiting = table->place.next_waiting;
    if (!tables->first_waiting)
        tables->last_waiting = NULL;
    assert(table->place.waiting);
    table->place.waiting = false;
    tables->waiting--;
    tables_touch(tables, table);
    return table;
}

static void leave_line(struct tables *tables, struct table *table) {
    struct table *before = NULL;
    assert(table->place.waiting);
    for (struct table *at = tables->first_waiting; at != table; at = at->place.next_waiting)
        before = at;
    if (before)
        before->place.next_waiting = table->place.next_waiting;
    else
        tables->first_waiting = table->place.next_waiting;
    if (tables->last_waiting == table)
        tables->last_waiting = before;
    table->place.waiting = false;
    tables->waiting--;
}

size_t tables_count_waiting(const struct tables *tables) {
    return tables->waiting;
}

/* ---- finding and adding ---- */

bool access_seated(const store_game *game, const struct person *person) {
    return game_seat_of(game, person) != FF_NOBODY;
}

/* A game that ended before both armies stood was nobody else's business. */
bool access_seen(const store_game *game, const struct person *person) {
    bool open = game->phase == PHASE_OVER ? game->started != 0
                                          : game->phase != PHASE_WAITING && game->terms.watch;
    return open || access_seated(game, person);
}

static struct table *take_in(struct tables *tables, struct table *table, const store_game *row) {
    if (table) {
        unlink_delayed(tables, table);
        take_row(tables, table, row);
        link_delayed(tables, table);
        return table;
    }
    table = table_new(tables, row);
    if (table)
        link_table(tables, table);
    return table;
}

/* Of a game whose row is damaged the id is known. */
static store_answer take_in_damaged(struct tables *tables, struct table *table, ff_span id) {
    store_game row = {.rematch = FF_NOBODY};
    memcpy(row.id, id.data, id.size);
    table = take_in(tables, table, &row);
    return table ? mark_damaged(tables, table, "row") : STORE_FAILED;
}

/* A game in memory that may not be seen takes the way of those that do not exist:
 * the store is asked. */
store_answer tables_find(struct tables *tables, ff_span id, tables_access *access,
                         const struct person *person, struct table **found) {
    store_game row;
    struct table *table = find_in_memory(tables, id);
    if (table && table->damage)
        return STORE_DAMAGED;
    if (!table || !table->now.game || (access && !access(&table->row, person))) {
        store_answer answer = store_find_game(tables->store, id, &row);
        if (answer == STORE_DAMAGED)
            return take_in_damaged(tables, table, id);
        if (answer != STORE_FOUND)
            return answer;
        if (access && !access(&row, person))
            return STORE_NONE;
        table = take_in(tables, table, &row);
        if (!table)
            return STORE_FAILED;
    }
    tables_touch(tables, table);
    store_answer answer = table->now.game ? STORE_FOUND : read_back(tables, table);
    if (answer == STORE_FOUND)
        *found = table;
    return answer;
}

/* ---- what another server has done ---- */

/* Plays what the log has more than the state; where that does not fit, all of it. */
static unsigned catch_up_with(struct tables *tables, struct table *table, const store_game *row) {
    store_log log = {.acts = table->now.acts, .sum = table->row.log};
    reader at = {tables, table, false, 0};
    take_in(tables, table, row);
    bool fits = store_visit_acts(tables->store, &table->row, &log, replay, &at) == STORE_NONE &&
                !at.refused;
    if (table->row.phase == PHASE_OVER) /* no other game has a rematch */
        fits = fits && store_find_next(tables->store, &table->row, table->next) != STORE_FAILED;
    if (!fits)
        return read_back(tables, table) == STORE_FOUND ? NEWS_OF_ALL : 0;
    table_summarize(table);
    set_before(table);
    set_alarm(tables, table);
    return at.concerns ? at.concerns : NEWS_OF_ALL;
}

unsigned tables_refresh(struct tables *tables, ff_span id, const store_game *row) {
    struct table *table = tables_peek(tables, id);
    tables->turnover++;
    if (!table || !table->now.game || table->dropped)
        return 0;
    assert(!table->place.changed); /* between two batches, or before anything is changed */
    tables_touch(tables, table);
    if (!row)
        return end_dropped(tables, table) ? NEWS_OF_ALL : 0; /* that one has called `tables_drop` */
    return row->seal != table->row.seal ? catch_up_with(tables, table, row) : 0;
}

/* Where the batch fails, whoever follows the game has not heard of it, and will. */
unsigned tables_hold(struct tables *tables, struct table *table) {
    store_game row;
    bool changed;
    unsigned acts = table->now.acts;
    if (!store_is_shared(tables->store) || table->place.changed || table->dropped ||
        !store_hold_game(tables->store, &table->row, &changed) || !changed)
        return 0;
    store_answer found = store_find_game(tables->store, ff_span_of(table->row.id), &row);
    if (found != STORE_FOUND && found != STORE_NONE) {
        store_spoil(tables->store);
        return 0;
    }
    unsigned concerns =
        tables_refresh(tables, ff_span_of(table->row.id), found == STORE_FOUND ? &row : NULL);
    mark_changed(tables, table, acts);
    return concerns;
}

static void reread(void *context, struct table *table) {
    struct tables *tables = context;
    store_game row;
    if (!table->now.game || table->dropped)
        return;
    tables_touch(tables, table);
    close_state(tables, table);
    if (store_find_game(tables->store, ff_span_of(table->row.id), &row) == STORE_FOUND) {
        take_in(tables, table, &row);
        read_back(tables, table);
    }
}

void tables_reread(struct tables *tables) {
    tables->turnover++;
    tables_visit(tables, reread, tables);
}

static bool add_to_store(struct tables *tables, struct table *table) {
    ff_buffer rules = {0};
    ff_edition_write(&table->edition, &rules);
    table->row.phase = (uint8_t)(table_is_waiting(table) ? PHASE_WAITING : PHASE_SETUP);
    bool added = !rules.failed &&
                 store_add_game(tables->store, &table->row, (ff_span){rules.data, rules.size});
    ff_buffer_free(&rules);
    return added;
}

/* First in the store, then among the tables: what could not be added is not there to be found, so
 * that nothing in the rest of a spoilt batch meets a game without a number. */
struct table *tables_add(struct tables *tables, const store_game *row, const ff_edition *edition) {
    const ff_edition *rules = edition ? edition : ff_edition_find(ff_span_of(row->edition));
    struct table *table = rules ? table_new(tables, row) : NULL;
    if (!table)
        return NULL;
    table->edition = *rules;
    table->row.created = tables->time.now;
    if (!table_state_open(&table->now, rules, &table->row.terms) || !add_to_store(tables, table)) {
        table_free(table);
        return NULL;
    }
    table->place.created = true;
    tables->turnover++;
    link_table(tables, table);
    mark_changed(tables, table, table->now.acts);
    bool begun =
        table_is_waiting(table) || tables_begin(tables, table, (ff_seat)table->row.by) == ACT_DONE;
    set_before(table);
    return begun ? table : NULL;
}

/* ---- the end of a batch ---- */

static void forget(struct tables *tables, struct table *table) {
    assert(!table->audience.followers && !table->place.touched);
    if (table->place.waiting)
        leave_line(tables, table);
    timer_heap_drop(&tables->timers, &table->place.timer);
    unlink_table(tables, table);
    table_free(table);
}

static bool is_idle(const struct table *table) {
    return !table->audience.followers && !table->asked[FF_RED] && !table->asked[FF_BLUE] &&
           !table->place.waiting && !table->damage;
}

/* Of a game whose clock runs it stays known when that runs out; of several servers to the keeper
 * alone, to whom each move of the others is news: there it is not read from the beginning each
 * time. */
static void put_away(struct tables *tables, struct table *table) {
    if (!table->place.timer.place || !store_keeps(tables->store)) {
        forget(tables, table);
        return;
    }
    if (store_is_shared(tables->store))
        return;
    table_state_close(&table->now);
    table_state_close(&table->delay.state);
}

/* Who came or went in a batch that was lost has come or gone all the same. */
static void settle_audience(struct tables *tables, struct table *table, bool committed) {
    struct table_audience *audience = &table->audience;
    if (!committed && audience->moved && audience->followers) {
        audience->untold = true;
        tables_wait(tables, table);
    }
    audience->moved = false;
}

void tables_end_batch(struct tables *tables, bool committed, tables_orphaned *orphaned,
                      void *context) {
    struct table *table = tables->touched;
    tables->touched = NULL;
    while (table) {
        struct table *next = table->place.next_touched;
        bool gone = !committed && table->place.created;
        if (!committed && table->place.changed) { /* back to what the store has, when asked for */
            close_state(tables, table);
            table->place.doubtful = table->place.stale = true;
            tables_wait(tables, table); /* a computer may owe what it has just given */
        }
        settle_audience(tables, table, committed);
        if (table->damage)
            close_damaged(tables, table);
        table->place.changed = table->place.created = table->place.touched = false;
        if (gone)
            orphaned(context, table);
        if (gone)
            forget(tables, table);
        else if (is_idle(table))
            put_away(tables, table);
        table = next;
    }
    assert(!tables->touched);
}
