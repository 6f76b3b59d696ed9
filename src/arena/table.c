/* One game played by the referee, with another before each player that gives the army and looks
 * at the clock. What must hold: whoever needs more time than it has loses, whatever it answers;
 * and the referee knows of nothing but two players. */
#include "arena/table.h"

#include "arena/game_record.h"
#include "base/clock.h"
#include "base/hash.h"

#include <stdlib.h>

enum { NS_PER_MS = 1000000 };

/* What is answered once the game is over: no move at all. */
#define NO_MOVE FF_MOVE(FF_OFF_BOARD, 0)

typedef struct table table;

/* A player that stands before another, gives the army it was told to and looks
 * at the clock. */
typedef struct timed_player {
    ff_player player; /* first: the referee knows no more of it */
    table *table;
    const match_entrant *entrant;
    ff_player *principal;
    ff_setup setup;
    stopwatch *watch;
    uint64_t left_ns; /* on its clock */
} timed_player;

struct table {
    const match_plan *plan;
    const atomic_bool *stop;
    ff_game *board;
    timed_player player[2];
    int *scores; /* FF_PLIES_MAX of them, where they are kept */
};

static void timed_set_up(ff_player *player, const ff_edition *edition, ff_seat seat,
                         ff_setup *setup) {
    timed_player *self = (timed_player *)player;
    if (self->entrant->own_army || self->table->plan->own_armies)
        self->principal->set_up(self->principal, edition, seat, &self->setup);
    *setup = self->setup;
}

/* What bounds the next move. */
static ff_limits limits_of(const timed_player *c) {
    const match_time *time = &c->table->plan->time;
    const timed_player *both = c->table->player;
    return (ff_limits){.size = sizeof(ff_limits),
                       .clocks = time->game_ms > 0,
                       .left_ms = {(unsigned)(both[FF_RED].left_ns / NS_PER_MS),
                                   (unsigned)(both[FF_BLUE].left_ns / NS_PER_MS)},
                       .increment_ms = time->increment_ms,
                       .nodes = time->nodes};
}

/* Stops the clock; false when it has run out. */
static bool pay(timed_player *c, uint64_t ns) {
    const match_time *time = &c->table->plan->time;
    stopwatch_add(c->watch, ns);
    if (time->game_ms == 0)
        return true;
    if (ns > c->left_ns)
        return false;
    c->left_ns += (uint64_t)time->increment_ms * NS_PER_MS - ns;
    return true;
}

static ff_move timed_move(ff_player *player, const ff_view *view, unsigned budget_ms) {
    timed_player *self = (timed_player *)player;
    (void)budget_ms;
    if (atomic_load(self->table->stop)) {
        ff_game_end(self->table->board, FF_BY_ABORT, FF_NOBODY);
        return NO_MOVE;
    }
    ff_seat seat = (ff_seat)view->viewer;
    ff_limits limits = limits_of(self);
    unsigned budget =
        limits.clocks ? ff_limits_budget(&limits, seat) : self->table->plan->time.move_ms;
    ff_player_limit(self->principal, &limits);
    uint64_t start = clock_now_ns();
    ff_move move = self->principal->move(self->principal, view, budget);
    bool in_time = pay(self, clock_now_ns() - start);
    ff_thought thought = {.size = sizeof thought};
    if (self->table->scores && view->plies < FF_PLIES_MAX)
        self->table->scores[view->plies] =
            ff_player_thought(self->principal, &thought) && thought.depth > 0 ? thought.score
                                                                              : NO_SCORE;
    if (in_time)
        return move;
    ff_game_end(self->table->board, FF_BY_TIME, seat);
    return NO_MOVE;
}

/* A player's own seed in each game: no two games are alike, and a game played again is. */
static uint64_t seed_of(const match_plan *plan, unsigned game, unsigned entrant) {
    return hash_number(hash_seed(plan->seed, game), entrant);
}

/* Fills the player of a seat; false when memory is out. */
static bool seat_player(table *t, const fixture *f, ff_seat seat, stopwatch *watch) {
    const match_plan *plan = t->plan;
    unsigned index = f->player[(unsigned)seat ^ f->red];
    const match_entrant *entrant = &plan->entrant[index];
    timed_player *c = &t->player[seat];
    *c = (timed_player){
        .player = {.size = sizeof(ff_player), .set_up = timed_set_up, .move = timed_move},
        .table = t,
        .entrant = entrant,
        .watch = watch,
        .left_ns = (uint64_t)plan->time.game_ms * NS_PER_MS};
    /* The army of a seat is the same for both games of a pair and for all pairings. */
    ff_rng rng;
    ff_rng_seed(&rng, hash_number(seed_of(plan, f->number / 2, (unsigned)seat), 1));
    plan->set_up(plan->edition, &rng, &c->setup);
    c->principal = entrant->create(entrant->context, seed_of(plan, f->number, index));
    return c->principal;
}

static bool write_record(const table *t, const ff_view *view, ff_buffer *out) {
    const timed_player *red = &t->player[FF_RED], *blue = &t->player[FF_BLUE];
    const char *names[2] = {red->entrant->name, blue->entrant->name};
    const ff_setup *setups[2] = {&red->setup, &blue->setup};
    ff_record record = {.line = 0};
    const char *fault = NULL; /* what one of the two has done wrong */
    int loser = view->result == FF_RED_WINS ? FF_BLUE : FF_RED;
    for (int i = 0; i < 2 && !fault; i++) { /* who has lost by it first */
        const timed_player *c = &t->player[i ? !loser : loser];
        fault = c->entrant->fault ? c->entrant->fault(c->principal) : NULL;
    }
    bool good = game_record_fill(&record, view, names, setups, fault, t->scores);
    if (good)
        ff_record_write(&record, out);
    ff_record_free(&record);
    return good && !out->failed;
}

static bool describe(const table *t, unsigned index, sheet *out) {
    ff_view view;
    ff_game_view(t->board, FF_NOBODY, false, &view);
    out->game = (match_game){.index = index,
                             .result = (ff_result)view.result,
                             .ending = (ff_ending)view.ending,
                             .plies = view.plies,
                             .watch = out->watch};
    if (!write_record(t, &view, &out->record))
        return false;
    out->game.record = (ff_span){out->record.data, out->record.size};
    return true;
}

static void show_end(const table *t) {
    for (int seat = FF_RED; seat <= FF_BLUE; seat++) {
        const timed_player *c = &t->player[seat];
        ff_view view;
        if (!c->entrant->over)
            continue;
        ff_game_view(t->board, (ff_seat)seat, false, &view);
        c->entrant->over(c->principal, &view);
    }
}

bool table_play(const match_plan *plan, unsigned index, const atomic_bool *stop, sheet *out) {
    fixture f = schedule_fixture(&plan->schedule, index);
    table t = {.plan = plan, .stop = stop, .board = ff_game_new(plan->edition, &plan->options)};
    out->watch = calloc(2, sizeof *out->watch);
    t.scores = plan->scores ? malloc(FF_PLIES_MAX * sizeof *t.scores) : NULL;
    bool good = t.board && out->watch && (t.scores || !plan->scores) &&
                seat_player(&t, &f, FF_RED, &out->watch[FF_RED]) &&
                seat_player(&t, &f, FF_BLUE, &out->watch[FF_BLUE]) &&
                ff_referee_play(t.board, &t.player[FF_RED].player, &t.player[FF_BLUE].player, 0) &&
                describe(&t, index, out);
    if (good)
        show_end(&t);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        if (t.player[seat].principal)
            t.player[seat].principal->free(t.player[seat].principal);
    ff_game_free(t.board);
    free(t.scores);
    return good;
}
