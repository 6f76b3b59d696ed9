/* Rounds of games and lessons. What must hold: everything that a round does is decided by
 * the state before it and the numbers of its games, whoever plays them and when. */
#define _POSIX_C_SOURCE 200809L
#include "learn/school.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"

/* A round under way. */
typedef struct term {
    school *school;
    const school_plan *plan;
    school_report *report;
    net now;
    practice_terms terms;
    atomic_uint next; /* task: 0 is to learn, the others are games */
    atomic_bool failed;
    lessons taught[SCHOOL_GAMES];
    practice_game played[SCHOOL_GAMES];
    int rival_seat[SCHOOL_GAMES]; /* the chair of the network against a rival; -1 */
} term;

school *school_new(uint64_t seed) {
    school *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    s->seed = seed;
    s->inputs = 100;
    model_begin(&s->model, seed);
    return s;
}

void school_free(school *s) {
    if (s)
        lessons_free(&s->kept);
    free(s);
}

/* --- a game --------------------------------------------------------------------------- */

/* By their shares among those that have begun. */
static const ff_edition *draw_edition(const school_plan *plan, uint64_t game, ff_rng *rng) {
    unsigned all = 0;
    for (unsigned i = 0; i < plan->editions; i++)
        all += plan->edition[i].from <= game ? plan->edition[i].share : 0;
    unsigned lot = all ? rng_below(rng, all) : 0;
    for (unsigned i = 0; i < plan->editions; i++) {
        unsigned share = plan->edition[i].from <= game ? plan->edition[i].share : 0;
        if (lot < share)
            return &plan->edition[i].edition;
        lot -= share;
    }
    return &plan->edition[0].edition;
}

/* The rival of a game, or null. */
static const ff_player_kind *draw_rival(const school_plan *plan, unsigned lot) {
    for (unsigned i = 0; i < plan->rivals; i++) {
        if (lot < plan->rival[i].share)
            return plan->rival[i].kind;
        lot -= plan->rival[i].share;
    }
    return NULL;
}

static unsigned shares_of_rivals(const school_plan *plan) {
    unsigned all = 0;
    for (unsigned i = 0; i < plan->rivals; i++)
        all += plan->rival[i].share;
    return all;
}

static bool play_game(term *r, unsigned index) {
    const school *s = r->school;
    const school_plan *plan = r->plan;
    uint64_t number = s->games + index;
    ff_rng rng;
    ff_rng_seed(&rng, ff_hash_number(s->seed, number));
    const ff_edition *edition = draw_edition(plan, number, &rng);
    practice_seat seats[2] = {{.net = &r->now, .learns = true}, {.net = &r->now, .learns = true}};
    unsigned lot = rng_below(&rng, 100), other = rng_below(&rng, 2);
    uint64_t seed = rng_next(&rng);
    const ff_player_kind *kind = draw_rival(plan, lot);
    unsigned rivals = shares_of_rivals(plan);
    r->rival_seat[index] = kind ? (int)(1 - other) : -1;
    if (kind) {
        ff_player *player = ff_player_new(kind, seed);
        if (!player)
            return false;
        seats[other] = (practice_seat){.player = player};
    } else if (lot < rivals + plan->past && s->snapshots) {
        unsigned there = s->snapshots < SCHOOL_SNAPSHOTS ? s->snapshots : SCHOOL_SNAPSHOTS;
        seats[other] = (practice_seat){.net = &s->snapshot[rng_below(&rng, there)]};
    }
    bool played =
        practice_play(edition, seats, &r->terms, seed, &r->taught[index], &r->played[index]);
    if (kind)
        seats[other].player->free(seats[other].player);
    return played;
}

/* --- a round -------------------------------------------------------------------------- */

static void learn(term *r) {
    school *s = r->school;
    ff_rng rng;
    ff_rng_seed(&rng, ff_hash_number(s->seed ^ 0x6c6573736f6e, s->games));
    double rate = r->plan->rate / s->inputs / (1 + (double)s->games / r->plan->rate_half);
    r->report->loss = model_learn(&s->model, &s->kept, (float)rate, &rng);
    model_average(&s->model, 0.02f);
    s->learned += s->kept.count;
}

static void *work(void *context) {
    term *r = context;
    unsigned task;
    while ((task = atomic_fetch_add(&r->next, 1)) <= SCHOOL_GAMES && !atomic_load(&r->failed)) {
        if (task == 0)
            learn(r);
        else if (!play_game(r, task - 1))
            atomic_store(&r->failed, true);
    }
    return NULL;
}

static bool work_all(term *r) {
    pthread_t thread[FF_THREADS_MAX];
    unsigned started = 0;
    while (started + 1 < r->plan->threads && pthread_create(&thread[started], NULL, work, r) == 0)
        started++;
    work(r);
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return !atomic_load(&r->failed);
}

static void count_game(term *r, unsigned index) {
    const practice_game *g = &r->played[index];
    school_report *report = r->report;
    report->games++;
    report->plies += g->plies;
    report->draws += g->result == FF_DRAW;
    if (r->rival_seat[index] >= 0) {
        ff_result won = r->rival_seat[index] == FF_RED ? FF_RED_WINS : FF_BLUE_WINS;
        report->rival_games++;
        report->rival_points += g->result == won ? 2 : g->result == FF_DRAW;
    }
}

/* What was played becomes what is learned next, in the order of the games. */
static bool collect(term *r) {
    school *s = r->school;
    lessons_clear(&s->kept);
    for (unsigned i = 0; i < SCHOOL_GAMES; i++) {
        if (!lessons_join(&s->kept, &r->taught[i]))
            return false;
        count_game(r, i);
    }
    r->report->lessons = s->kept.count;
    if (s->kept.count)
        s->inputs += 0.05 * ((double)s->kept.size / (double)s->kept.count - s->inputs);
    r->report->inputs = s->inputs;
    return true;
}

static void take_snapshot(school *s, const school_plan *plan) {
    if (s->games / plan->snapshot == (s->games - SCHOOL_GAMES) / plan->snapshot)
        return;
    model_round(&s->model.mean, &s->snapshot[s->snapshots % SCHOOL_SNAPSHOTS]);
    s->snapshots++;
}

bool school_round(school *s, const school_plan *plan, school_report *report) {
    term *r = calloc(1, sizeof *r);
    if (!r)
        return false;
    memset(report, 0, sizeof *report);
    r->school = s;
    r->plan = plan;
    r->report = report;
    double heat = plan->heat * pow(0.5, (double)s->games / plan->heat_half);
    heat = heat > plan->heat_last ? heat : plan->heat_last;
    r->terms = (practice_terms){.discount = (float)plan->discount,
                                .lambda = (float)plan->lambda,
                                .heat = (unsigned)(heat * NET_WIN),
                                .bold = 20,
                                .nodes = plan->nodes};
    model_round(&s->model.weights, &r->now);
    bool good = work_all(r) && collect(r);
    if (good) {
        s->games += SCHOOL_GAMES;
        take_snapshot(s, plan);
    }
    for (unsigned i = 0; i < SCHOOL_GAMES; i++)
        lessons_free(&r->taught[i]);
    free(r);
    return good;
}
