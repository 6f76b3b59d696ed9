/* Games that end without anybody's move: by their clocks, because nobody comes back, because they
 * are not kept any longer. What must hold: nothing ends while the store fails; a look at all games
 * takes a slice of them in each batch, and goes on after the last game that it has seen, so that
 * none is left out by what comes and goes meanwhile. */
#include "server/session/adjudicator.h"

#include "base/array.h"
#include "server/identity/sessions.h"
#include "server/moderation/reports.h"
#include "server/session/erasing.h"
#include "server/session/subscriptions.h"
#include "server/store/store_accounts.h"
#include "server/store/store_chat.h"
#include "server/store/store_guests.h"
#include "server/store/store_push.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FLAGGED_AT_ONCE = 20 }; /* games that end by their clocks in one batch */

/* Of one slice of the look at all games; the rest waits for the next one. */
enum {
    LOOKED_AT = 200,     /* games */
    ENDED_AT_ONCE = 20,  /* of these, that are ended */
    ROWS_AT_ONCE = 5000, /* read of the store for it: a long game is long to read */
};

#define MINUTE INT64_C(60000)
#define HOUR (60 * MINUTE)
#define DAY (24 * HOUR)

const adjudicator_rules adjudicator_usual = {.claim_timed_ms = MINUTE,
                                             .claim_ms = DAY,
                                             .idle_ms = 14 * DAY,
                                             .challenge_ms = DAY,
                                             .gone_ms = 5 * MINUTE,
                                             .unstarted_ms = 3 * DAY,
                                             .origin_ms = 30 * DAY,
                                             .keep_guest_games_ms = 400 * DAY,
                                             .vacation_days = 30};

static int64_t counting(const struct hub *hub) {
    return server_clock_counting(tables_time(hub->tables));
}

/* ---- clocks ---- */

static void finish(struct hub *hub, struct table *table, ff_ending ending, ff_seat loser) {
    act_outcome outcome = tables_finish(hub->tables, table, ending, loser);
    assert(outcome != ACT_REFUSED), (void)outcome;
    hub_publish(hub, table);
}

/* A game that cannot be read is looked at again when somebody opens it. */
static void flag(struct hub *hub, struct table *table) {
    struct table *found;
    const struct clock *clock = &table->now.clock;
    store_answer answer = tables_find(hub->tables, ff_span_of(table->row.id), NULL, NULL, &found);
    if (answer != STORE_FOUND) {
        if (answer != STORE_DAMAGED)
            log_event(hub->options.log, LOG_ERROR, "bad-game", "game=%s", table->row.id);
        metrics_count(hub->options.metrics, METRICS_NOT_ENDED);
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

/* The game whose clock has been out for longest; null where there is none. While the store fails
 * nothing ends: time stands still. And of several servers one does it. */
static struct table *next_out(struct hub *hub) {
    int64_t when;
    struct table *table = hub_keeps(hub) ? tables_next_out(hub->tables, &when) : NULL;
    return table && when <= counting(hub) ? table : NULL;
}

/* Somebody may begin thousands of games so that their clocks run out at one moment. */
bool adjudicator_flag(struct hub *hub) {
    adjudicator_memory *memory = &hub->adjudicator;
    struct table *table;
    hub_tick(hub);
    if (memory->flag_batch != hub->batch)
        memory->flagged = 0;
    memory->flag_batch = hub->batch;
    while ((table = next_out(hub)) && memory->flagged < FLAGGED_AT_ONCE) {
        memory->flagged++;
        flag(hub, table);
    }
    return table != NULL;
}

void adjudicator_flag_game(struct hub *hub, struct table *table) {
    if (table->now.timed && hub_keeps(hub) && clock_deadline(&table->now.clock) <= counting(hub))
        flag(hub, table);
}

int64_t adjudicator_overdue_ms(const struct hub *hub) {
    int64_t when;
    bool runs = hub_keeps(hub) && tables_next_out(hub->tables, &when) != NULL;
    return runs && counting(hub) > when ? counting(hub) - when : 0;
}

/* ---- games that nobody cares for ---- */

/* A game that was hardly begun is nobody's loss; else who was to move has lost. A computer player
 * is not given a win for somebody's absence. */
static void end_idle(struct hub *hub, struct table *table) {
    ff_seat turn = table_turn(table);
    if (table_phase(table) == PHASE_OVER)
        return;
    if (turn == FF_NOBODY || game_has_computer(&table->row) || table_plies(table) < 2)
        finish(hub, table, FF_BY_ABORT, FF_NOBODY);
    else
        finish(hub, table, FF_BY_TIME, turn);
}

static void take_back_offer(struct hub *hub, struct table *table) {
    if (table_phase(table) != PHASE_WAITING)
        return;
    tables_drop(hub->tables, table);
    hub_publish(hub, table);
}

/* The server's time that lies so long back in the time that counts. */
static int64_t time_before(const struct hub *hub, int64_t milliseconds) {
    return gaps_when(&tables_time(hub->tables)->gaps, counting(hub) - milliseconds);
}

/* ---- who has gone from the lobby ---- */

static int compare_gone(const void *a, const void *b) {
    const adjudicator_gone *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Since when it was gone at the last look; one that was there then has gone just now. */
static int64_t gone_since(const struct hub *hub, int64_t number) {
    const adjudicator_list *before = &hub->adjudicator.before;
    adjudicator_gone key = {.number = number};
    const adjudicator_gone *found =
        before->count ? bsearch(&key, before->gone, before->count, sizeof key, compare_gone) : NULL;
    return found ? found->since : counting(hub);
}

/* In order of their numbers; a slice that is looked at again brings some twice. Without memory
 * for it somebody's absence begins later. */
static void remember(adjudicator_list *list, int64_t number, int64_t since) {
    if (list->count > 0 && list->gone[list->count - 1].number >= number)
        return;
    adjudicator_gone *gone = array_with_room(list->gone, list->count, &list->room, sizeof *gone);
    if (!gone)
        return;
    list->gone = gone;
    list->gone[list->count++] = (adjudicator_gone){number, since};
}

/* Has it been gone for long enough? */
static bool has_left(struct hub *hub, const store_game *game) {
    if (!game->terms.open || hub_is_connected(hub, &game->seat[game->by].person))
        return false;
    int64_t since = gone_since(hub, game->number);
    if (counting(hub) - since >= hub->options.rules.gone_ms)
        return true;
    remember(&hub->adjudicator.now, game->number, since);
    return false;
}

/* ---- the look at all games, in slices ---- */

static bool is_forgotten_offer(struct hub *hub, const store_game *game) {
    lobby_note(&hub->lobby, game); /* where a turn that was not stored has left something wrong */
    return game->created < time_before(hub, hub->options.rules.challenge_ms) || has_left(hub, game);
}

/* What cannot be read is not idle; a correspondence game ends by its clock alone. */
static bool is_idle(struct hub *hub, const store_game *game) {
    int64_t time;
    return !game_is_correspondence(game) && store_find_last_time(hub->options.store, game, &time) &&
           time < time_before(hub, hub->options.rules.idle_ms);
}

/* Who registers keeps the seats that it took as a guest. What cannot be read may be an
 * account's. */
static bool is_of_guest(struct hub *hub, const store_seat *seat) {
    store_account account;
    return !seat_has_person(seat) ||
           (seat->kind == SEAT_GUEST &&
            store_find_account(hub->options.store, &seat->person, &account) == STORE_NONE);
}

static bool is_of_guests(struct hub *hub, const store_game *game) {
    return is_of_guest(hub, &game->seat[FF_RED]) && is_of_guest(hub, &game->seat[FF_BLUE]);
}

/* Guests who have not begun are not waited for as long as others. */
static bool is_left_before_it_began(struct hub *hub, const store_game *game) {
    int64_t time;
    const adjudicator_rules *rules = &hub->options.rules;
    return !game_is_correspondence(game) && store_find_last_time(hub->options.store, game, &time) &&
           (time < time_before(hub, rules->idle_ms) ||
            (time < time_before(hub, rules->unstarted_ms) && is_of_guests(hub, game)));
}

static void end_before_it_began(struct hub *hub, struct table *table) {
    bool asked = table->asked[FF_RED] || table->asked[FF_BLUE];
    if (table_phase(table) != PHASE_SETUP || !is_of_guests(hub, &table->row) || asked) {
        end_idle(hub, table);
        return;
    }
    tables_drop(hub->tables, table);
    hub_publish(hub, table);
}

static bool never_began(struct hub *hub, const store_game *game) {
    return game->ended < time_before(hub, hub->options.rules.unstarted_ms) &&
           !tables_have(hub->tables, ff_span_of(game->id));
}

static void take_game(struct hub *hub, const store_game *game) {
    tables_forget_next(hub->tables, game);
    store_drop_game(hub->options.store, game);
}

/* ---- what is kept for a time alone ---- */

static bool is_older(const struct hub *hub, const store_game *game, int64_t kept_ms) {
    return kept_ms && game->ended < time_before(hub, kept_ms);
}

/* What is in memory is somebody's just now, and kept until it is nobody's. */
static bool is_kept_no_longer(struct hub *hub, const store_game *game) {
    const adjudicator_rules *rules = &hub->options.rules;
    return !tables_have(hub->tables, ff_span_of(game->id)) &&
           (is_older(hub, game, rules->keep_games_ms) ||
            (is_older(hub, game, rules->keep_guest_games_ms) && is_of_guests(hub, game)));
}

static bool has_old_chat(struct hub *hub, const store_game *game) {
    return !tables_have(hub->tables, ff_span_of(game->id)) &&
           store_has_chat(hub->options.store, game,
                          time_before(hub, hub->options.rules.keep_chat_ms));
}

static void take_chat(struct hub *hub, const store_game *game) {
    store_drop_chat(hub->options.store, game, time_before(hub, hub->options.rules.keep_chat_ms));
}

/* How old a game must be for it to be looked at; 0: none is. */
static int64_t age_of_games(const adjudicator_rules *rules) {
    int64_t guests = rules->keep_guest_games_ms, all = rules->keep_games_ms;
    return guests && (!all || guests < all) ? guests : all;
}

static int64_t age_of_chat(const adjudicator_rules *rules) {
    return rules->keep_chat_ms;
}

/* The games that are looked at, one kind after another: those of a phase, or, where there is
 * an `age`, those that ended so long ago. What is over ends at its table, or is taken out of
 * the store, where no table has it. */
static const struct {
    phase phase;
    int64_t (*age)(const adjudicator_rules *rules);
    bool (*is_over)(struct hub *hub, const store_game *game);
    void (*end)(struct hub *hub, struct table *table);
    void (*take)(struct hub *hub, const store_game *game);
} stages[] = {
    {PHASE_WAITING, NULL, is_forgotten_offer, take_back_offer, NULL},
    {PHASE_SETUP, NULL, is_left_before_it_began, end_before_it_began, NULL},
    {PHASE_PLAY, NULL, is_idle, end_idle, NULL},
    {PHASE_OVER, NULL, never_began, NULL, take_game},
    {PHASE_OVER, age_of_games, is_kept_no_longer, NULL, take_game},
    {PHASE_OVER, age_of_chat, has_old_chat, NULL, take_chat},
};

static_assert(sizeof stages / sizeof *stages == ADJUDICATOR_STAGES,
              "the memory has a place for each");

/* A slice: games in order, and those of them that are to end. A list of the store's must not
 * change while it is read. */
typedef struct slice {
    struct hub *hub;
    unsigned seen, count;
    store_ended last; /* the last one seen; by numbers alone: time 0 */
    struct {
        store_ended place;
        char id[GAME_ID_SIZE];
    } ends[ENDED_AT_ONCE];
} slice;

static bool look_at(void *context, const store_game *game) {
    slice *part = context;
    unsigned stage = part->hub->adjudicator.stage;
    assert(part->count < ENDED_AT_ONCE);
    part->seen++;
    part->last.number = game->number;
    if (!game->damaged && stages[stage].is_over(part->hub, game)) {
        part->ends[part->count].place = part->last;
        memcpy(part->ends[part->count++].id, game->id, GAME_ID_SIZE);
    }
    return part->count < ENDED_AT_ONCE;
}

static void end_one(struct hub *hub, const slice *part, unsigned i) {
    unsigned stage = hub->adjudicator.stage;
    struct table *table;
    if (stages[stage].take)
        stages[stage].take(hub, &(store_game){.number = part->ends[i].place.number});
    else if (tables_find(hub->tables, ff_span_of(part->ends[i].id), NULL, NULL, &table) ==
             STORE_FOUND)
        stages[stage].end(hub, table);
}

/* Ends them, until enough has been read or deleted; the look goes on after the last that was
 * ended. */
static void end_some(slice *part) {
    struct hub *hub = part->hub;
    uint64_t most = store_rows(hub->options.store) + ROWS_AT_ONCE;
    for (unsigned i = 0; i < part->count; i++) {
        if (store_rows(hub->options.store) > most) {
            part->last = part->ends[i].place;
            part->last.number--;
            part->seen = LOOKED_AT; /* there is more */
            return;
        }
        end_one(hub, part, i);
    }
}

/* Is there such a kind of games this time? */
static bool is_looked_at(const struct hub *hub, unsigned stage) {
    return !stages[stage].age ||
           (hub->adjudicator.keeping && stages[stage].age(&hub->options.rules) > 0);
}

/* True when there is no game after those that were seen. */
static bool visit(struct hub *hub, slice *part) {
    unsigned stage = hub->adjudicator.stage;
    if (!stages[stage].age)
        return store_visit_phase(hub->options.store, stages[stage].phase, part->last.number,
                                 LOOKED_AT, look_at, part);
    int64_t before = time_before(hub, stages[stage].age(&hub->options.rules));
    return store_visit_ended(hub->options.store, &part->last, before, LOOKED_AT, look_at, part);
}

/* Where the store cannot be read the look goes on later. */
static void look_on(struct hub *hub) {
    adjudicator_memory *memory = &hub->adjudicator;
    slice part = {.hub = hub, .last = memory->after};
    bool all = visit(hub, &part);
    if (!all && part.count < ENDED_AT_ONCE)
        return;
    end_some(&part);
    memory->after = part.last;
    if (part.seen == LOOKED_AT || part.count == ENDED_AT_ONCE)
        return;
    if (stages[memory->stage].age)
        memory->kept[memory->stage] = part.last;
    do
        memory->stage++;
    while (memory->stage < ADJUDICATOR_STAGES && !is_looked_at(hub, memory->stage));
    if (memory->stage < ADJUDICATOR_STAGES) {
        memory->after = memory->kept[memory->stage];
        return;
    }
    /* All have been looked at: who was gone is known for the next time. */
    adjudicator_list room = memory->before;
    memory->before = memory->now;
    memory->now = (adjudicator_list){room.gone, 0, room.room};
    memory->looking = false;
}

bool adjudicator_sweep(struct hub *hub) {
    adjudicator_memory *memory = &hub->adjudicator;
    hub_tick(hub);
    if (!hub_keeps(hub))
        return false;
    bool erasing = erasing_go_on(hub); /* before anything is written */
    if (!memory->looking && hub_now(hub) >= memory->next_ms) {
        memory->next_ms = hub_now(hub) + ADJUDICATOR_SWEEP_MS;
        memory->stage = 0;
        memory->after = (store_ended){0};
        memory->looking = true;
        memory->keeping = hub_now(hub) >= memory->keeping_ms;
        if (memory->keeping)
            memory->keeping_ms = hub_now(hub) + HOUR;
        if (hub_now(hub) >= memory->anew_ms) {
            memory->anew_ms = hub_now(hub) + DAY;
            memset(memory->kept, 0, sizeof memory->kept);
        }
        sessions_sweep(hub->options.store, hub_now(hub));
        reports_sweep(hub->options.store, hub_now(hub) - REPORTS_KEPT_DAYS * DAY);
    }
    store_give_back(hub->options.store);
    if (!memory->looking)
        return erasing;
    store_forget_origins(hub->options.store, time_before(hub, hub->options.rules.origin_ms));
    store_forget_push_origins(hub->options.store, time_before(hub, hub->options.rules.origin_ms));
    look_on(hub);
    return memory->looking || erasing;
}

int64_t adjudicator_look_ms(const struct hub *hub) {
    const adjudicator_memory *memory = &hub->adjudicator;
    return memory->looking ? hub_now(hub) - (memory->next_ms - ADJUDICATOR_SWEEP_MS) : 0;
}
