#define _POSIX_C_SOURCE 200809L
#include "arena/match.h"

#include "arena/game_record.h"
#include "arena/stopwatch.h"
#include "base/hash.h"

#include <pthread.h>
#include <stdlib.h>

/* What a game left behind for the one thread that gathers. */
typedef struct outcome {
    bool done;
    ff_result result;
    ff_record record; /* freed as soon as it has been taken */
} outcome;

typedef struct hall {
    const match_plan *plan;
    pthread_mutex_t lock; /* guards what follows */
    unsigned next;        /* game to be played */
    unsigned taken;       /* games whose records are out */
    bool failed;
    outcome *outcomes; /* a game each */
    match_score *score;
    stopwatch watch[2];
} hall;

/* A player that stands before another, gives the army it was told to and looks
 * at the clock. */
typedef struct seconded {
    ff_player player;
    const match_entrant *entrant;
    ff_player *principal;
    ff_setup setup;
    stopwatch *watch;
} seconded;

static void seconded_set_up(ff_player *player, const ff_edition *edition, ff_seat seat,
                            ff_setup *setup) {
    seconded *self = (seconded *)player;
    if (self->entrant->own_army)
        self->principal->set_up(self->principal, edition, seat, &self->setup);
    *setup = self->setup;
}

static ff_move seconded_move(ff_player *player, const ff_view *view, unsigned budget_ms) {
    seconded *self = (seconded *)player;
    uint64_t start = stopwatch_now();
    ff_move move = self->principal->move(self->principal, view, budget_ms);
    stopwatch_add(self->watch, stopwatch_now() - start);
    return move;
}

static uint64_t seed_of(const match_plan *plan, unsigned game, unsigned entrant) {
    return ff_hash_number(ff_hash_number(plan->seed, game), entrant);
}

/* The army of a seat, the same for both games of a pair. */
static void draw_army(const match_plan *plan, unsigned game, ff_seat seat, ff_setup *setup) {
    ff_rng rng;
    ff_rng_seed(&rng, ff_hash_number(seed_of(plan, game / 2, (unsigned)seat), 1));
    plan->set_up(plan->edition, &rng, setup);
}

/* Fills the chair of a seat; false when memory is out. */
static bool seat_player(const match_plan *plan, unsigned game, ff_seat seat, stopwatch watch[2],
                        seconded *chair) {
    unsigned index = (unsigned)seat ^ (game & 1u);
    const match_entrant *entrant = &plan->entrant[index];
    *chair = (seconded){.player = {.set_up = seconded_set_up, .move = seconded_move},
                        .entrant = entrant,
                        .watch = &watch[index]};
    draw_army(plan, game, seat, &chair->setup);
    chair->principal = entrant->create(entrant->context, seed_of(plan, game, index));
    return chair->principal;
}

static bool play_seated(const match_plan *plan, unsigned game, stopwatch watch[2],
                        seconded chair[2], ff_game *board) {
    return seat_player(plan, game, FF_RED, watch, &chair[FF_RED]) &&
           seat_player(plan, game, FF_BLUE, watch, &chair[FF_BLUE]) &&
           ff_referee_play(board, &chair[FF_RED].player, &chair[FF_BLUE].player, plan->budget_ms);
}

/* What one of the two has done wrong, or null. */
static const char *fault_of(const seconded chair[2]) {
    const char *fault = NULL;
    for (int seat = FF_RED; seat <= FF_BLUE && !fault; seat++)
        if (chair[seat].entrant->fault)
            fault = chair[seat].entrant->fault(chair[seat].principal);
    return fault;
}

static bool describe(const match_plan *plan, unsigned game, const ff_game *board,
                     const seconded chair[2], outcome *out) {
    ff_view view;
    ff_game_view(board, FF_NOBODY, false, &view);
    out->result = (ff_result)view.result;
    if (!plan->take)
        return true;
    const char *names[2] = {plan->entrant[game & 1].name, plan->entrant[~game & 1].name};
    const ff_setup *setups[2] = {&chair[FF_RED].setup, &chair[FF_BLUE].setup};
    return game_record_fill(&out->record, &view, names, setups, fault_of(chair));
}

static bool play_game(const match_plan *plan, unsigned game, stopwatch watch[2], outcome *out) {
    seconded chair[2] = {{.principal = NULL}, {.principal = NULL}};
    ff_game *board = ff_game_new(plan->edition, &plan->options);
    bool good = board && play_seated(plan, game, watch, chair, board) &&
                describe(plan, game, board, chair, out);
    for (int seat = FF_RED; seat <= FF_BLUE; seat++)
        if (chair[seat].principal)
            chair[seat].principal->free(chair[seat].principal);
    ff_game_free(board);
    return good;
}

static void count(match_score *score, unsigned red, ff_result result) {
    for (unsigned entrant = 0; entrant < 2; entrant++) {
        ff_result victory = entrant == red ? FF_RED_WINS : FF_BLUE_WINS;
        score[entrant].games++;
        if (result == FF_DRAW || result == FF_ONGOING)
            score[entrant].drawn++;
        else if (result == victory)
            score[entrant].won++;
        else
            score[entrant].lost++;
    }
}

/* Hands out what is ready, in order. The lock is held. */
static void gather(hall *h) {
    while (h->taken < h->plan->games && h->outcomes[h->taken].done) {
        outcome *o = &h->outcomes[h->taken];
        count(h->score, h->taken & 1, o->result);
        if (h->plan->take)
            h->plan->take(h->plan->context, &o->record);
        ff_record_free(&o->record);
        h->taken++;
    }
}

/* Books a game, -1 for none, and answers with the next one to be played, -1 when
 * there is none. */
static long book(hall *h, long game, bool good) {
    long next = -1;
    pthread_mutex_lock(&h->lock);
    if (game >= 0 && good) {
        h->outcomes[game].done = true;
        gather(h);
    }
    h->failed |= !good;
    if (!h->failed && h->next < h->plan->games)
        next = h->next++;
    pthread_mutex_unlock(&h->lock);
    return next;
}

static void *work(void *context) {
    hall *h = context;
    stopwatch *watch = calloc(2, sizeof *watch);
    bool good = watch;
    for (long game = -1; (game = book(h, game, good)) >= 0;)
        good = play_game(h->plan, (unsigned)game, watch, &h->outcomes[game]);
    pthread_mutex_lock(&h->lock);
    for (int i = 0; watch && i < 2; i++)
        stopwatch_merge(&h->watch[i], &watch[i]);
    pthread_mutex_unlock(&h->lock);
    free(watch);
    return NULL;
}

/* Runs the threads; this one works too, so that a match is always played. */
static void employ(hall *h) {
    unsigned started = 0, wanted = h->plan->jobs - 1;
    pthread_t *threads = calloc(wanted + 1u, sizeof *threads);
    while (threads && started < wanted && !pthread_create(&threads[started], NULL, work, h))
        started++;
    work(h);
    while (started > 0)
        pthread_join(threads[--started], NULL);
    free(threads);
}

static void close_books(hall *h) {
    for (unsigned i = 0; i < 2; i++) {
        h->score[i].ms_mean = stopwatch_mean_ms(&h->watch[i]);
        h->score[i].ms_p99 = stopwatch_percentile_ms(&h->watch[i], 99);
    }
    for (unsigned game = h->taken; game < h->plan->games; game++)
        ff_record_free(&h->outcomes[game].record);
    free(h->outcomes);
}

bool match_play(const match_plan *plan, match_score score[2]) {
    score[0] = score[1] = (match_score){0};
    hall *h = calloc(1, sizeof *h);
    if (!h)
        return false;
    h->plan = plan;
    h->score = score;
    h->outcomes = calloc(plan->games + 1u, sizeof *h->outcomes);
    bool good = h->outcomes && pthread_mutex_init(&h->lock, NULL) == 0;
    if (good) {
        employ(h);
        pthread_mutex_destroy(&h->lock);
        close_books(h);
        good = !h->failed;
    } else {
        free(h->outcomes);
    }
    free(h);
    return good;
}

void match_score_write(const match_score *score, const char *name, ff_buffer *out) {
    ff_buffer_format(out,
                     "%s games=%u won=%u drawn=%u lost=%u points=%.1f ms_mean=%.3f ms_p99=%.3f\n",
                     name, score->games, score->won, score->drawn, score->lost,
                     score->won + score->drawn / 2.0, score->ms_mean, score->ms_p99);
}
