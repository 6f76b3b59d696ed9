/* Computer players think on threads. What must hold: a question has a copy of all that it is about,
 * a view and nothing else, so that the game may go on or end meanwhile, and no player sees more
 * than its seat. */
#include "server/play/computer_workers.h"

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
    computer_workers_answer answer;
} task;

struct computer_workers {
    struct workers *workers;
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

bool computer_workers_think(computer_workers *computers) {
    return workers_work(computers->workers);
}

/* ---- asking ---- */

/* A view points into its game, which may change while a thread thinks. One place more than needed,
 * since malloc(0) may give null. */
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

static task *task_new(const computer_workers_question *question, unsigned budget_ms) {
    task *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->job = (job){.work = think, .free = task_free};
    made->kind = question->kind;
    made->seed = question->seed;
    /* The host's bound, or less where a clock runs out before. */
    made->budget_ms =
        question->budget_ms && question->budget_ms < budget_ms ? question->budget_ms : budget_ms;
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

bool computer_workers_is_full(computer_workers *computers) {
    return workers_are_full(computers->workers);
}

workers_load computer_workers_measure(computer_workers *computers) {
    return workers_measure(computers->workers);
}

bool computer_workers_ask(computer_workers *computers, const computer_workers_question *question) {
    task *made = task_new(question, computers->budget_ms);
    if (!made)
        return false;
    if (workers_ask(computers->workers, &made->job))
        return true;
    task_free(&made->job);
    return false;
}

bool computer_workers_take(computer_workers *computers, computer_workers_answer *out) {
    job *done = workers_take(computers->workers);
    if (!done)
        return false;
    *out = ((task *)done)->answer;
    task_free(done);
    return true;
}

int computer_workers_fd(const computer_workers *computers) {
    return workers_fd(computers->workers);
}

/* ---- beginning and end ---- */

computer_workers *computer_workers_new(unsigned threads, unsigned limit, unsigned budget_ms) {
    computer_workers *computers = malloc(sizeof *computers);
    if (!computers)
        return NULL;
    *computers = (computer_workers){workers_new(threads, limit), budget_ms};
    if (computers->workers)
        return computers;
    free(computers);
    return NULL;
}

void computer_workers_free(computer_workers *computers) {
    if (!computers)
        return;
    workers_free(computers->workers);
    free(computers);
}
