#include "server/play/thinkers.h"

#include "server/base/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A question and, later, its answer. `view` points into the task itself. */
typedef struct task {
    job job; /* first */
    const ff_player_kind *kind;
    uint64_t seed;
    unsigned budget_ms;
    ff_seat seat;
    ff_edition edition;
    ff_rules rules;
    ff_view view;
    ff_event *events;
    ff_move *moves;
    thinkers_answer answer;
} task;

struct ff_thinkers {
    ff_workers *workers;
    unsigned budget_ms;
};

static void task_free(job *asked) {
    task *question = (task *)asked;
    free(question->events);
    free(question->moves);
    free(question);
}

/* ---- thinking ---- */

static void think(job *asked) {
    task *question = (task *)asked;
    ff_player *player = ff_player_new(question->kind, question->seed);
    if (!player) {
        question->answer.failed = true;
        return;
    }
    if (question->answer.is_move)
        question->answer.move = player->move(player, &question->view, question->budget_ms);
    else
        player->set_up(player, &question->edition, question->seat, &question->answer.setup);
    player->free(player);
}

bool thinkers_think(ff_thinkers *thinkers) {
    return workers_work(thinkers->workers);
}

/* ---- asking ---- */

static bool copy_view(task *made, const ff_view *view) {
    size_t plies = view->plies, size = view->history.size;
    made->events = malloc((plies + 1) * sizeof *made->events);
    made->moves = malloc((size + 1) * sizeof *made->moves);
    if (!made->events || !made->moves)
        return false;
    if (plies)
        memcpy(made->events, view->events, plies * sizeof *made->events);
    if (size)
        memcpy(made->moves, view->history.moves, size * sizeof *made->moves);
    made->rules = *view->rules;
    made->view = *view;
    made->view.rules = &made->rules;
    made->view.events = made->events;
    made->view.history = (ff_history){made->moves, (uint32_t)size, (uint32_t)size + 1};
    return true;
}

static unsigned budget_of(const thinkers_question *question, unsigned most_ms) {
    bool less = question->budget_ms && question->budget_ms < most_ms;
    return less ? question->budget_ms : most_ms;
}

static task *task_new(const thinkers_question *question, unsigned budget_ms) {
    task *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->job = (job){.work = think, .free = task_free};
    made->kind = question->kind;
    made->seed = question->seed;
    made->budget_ms = budget_of(question, budget_ms);
    made->seat = question->seat;
    made->edition = *question->edition;
    made->answer.act = question->act;
    made->answer.seat = question->seat;
    made->answer.is_move = question->view != NULL;
    snprintf(made->answer.game, sizeof made->answer.game, "%s", question->game);
    if (!question->view || copy_view(made, question->view))
        return made;
    task_free(&made->job);
    return NULL;
}

bool thinkers_is_full(ff_thinkers *thinkers) {
    return workers_are_full(thinkers->workers);
}

unsigned thinkers_count(ff_thinkers *thinkers) {
    return workers_count(thinkers->workers);
}

bool thinkers_ask(ff_thinkers *thinkers, const thinkers_question *question) {
    task *made = task_new(question, thinkers->budget_ms);
    if (!made)
        return false;
    if (workers_ask(thinkers->workers, &made->job))
        return true;
    task_free(&made->job);
    return false;
}

bool thinkers_take(ff_thinkers *thinkers, thinkers_answer *out) {
    job *done = workers_take(thinkers->workers);
    if (!done)
        return false;
    *out = ((task *)done)->answer;
    task_free(done);
    return true;
}

int thinkers_fd(const ff_thinkers *thinkers) {
    return workers_fd(thinkers->workers);
}

/* ---- beginning and end ---- */

ff_thinkers *thinkers_new(unsigned threads, unsigned limit, unsigned budget_ms) {
    ff_thinkers *thinkers = malloc(sizeof *thinkers);
    if (!thinkers)
        return NULL;
    *thinkers = (ff_thinkers){workers_new(threads, limit), budget_ms};
    if (thinkers->workers)
        return thinkers;
    free(thinkers);
    return NULL;
}

void thinkers_free(ff_thinkers *thinkers) {
    if (!thinkers)
        return;
    workers_free(thinkers->workers);
    free(thinkers);
}
