#include "server/thinkers.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { THREADS_MAX = 16 };

/* A question and, later, its answer. `view` points into the task itself. */
typedef struct task task;
struct task {
    task *next;
    const ff_player_kind *kind;
    uint64_t seed;
    ff_seat seat;
    ff_edition edition;
    ff_rules rules;
    ff_view view;
    ff_event *events;
    ff_move *moves;
    thinkers_answer answer;
};

typedef struct line {
    task *first;
    task *last;
} line;

struct ff_thinkers {
    unsigned limit;
    unsigned budget_ms;
    int fd;
    unsigned running; /* threads that have started */
    pthread_t thread[THREADS_MAX];
    /* What the threads share, under `lock`. */
    pthread_mutex_t lock;
    pthread_cond_t asked;
    unsigned count; /* questions not yet taken back as answers */
    bool stop;
    line questions;
    line answers;
};

static void line_add(line *at, task *job) {
    job->next = NULL;
    if (at->last)
        at->last->next = job;
    else
        at->first = job;
    at->last = job;
}

static task *line_take(line *at) {
    task *first = at->first;
    if (first)
        at->first = first->next;
    if (!at->first)
        at->last = NULL;
    return first;
}

static void task_free(task *job) {
    if (!job)
        return;
    free(job->events);
    free(job->moves);
    free(job);
}

/* ---- thinking ---- */

static void answer(task *job, unsigned budget_ms) {
    ff_player *player = ff_player_new(job->kind, job->seed);
    if (!player) {
        job->answer.failed = true;
        return;
    }
    if (job->answer.is_move)
        job->answer.move = player->move(player, &job->view, budget_ms);
    else
        player->set_up(player, &job->edition, job->seat, &job->answer.setup);
    player->free(player);
}

static void hand_back(ff_thinkers *thinkers, task *job) {
    pthread_mutex_lock(&thinkers->lock);
    line_add(&thinkers->answers, job);
    pthread_mutex_unlock(&thinkers->lock);
    eventfd_write(thinkers->fd, 1);
}

bool thinkers_think(ff_thinkers *thinkers) {
    pthread_mutex_lock(&thinkers->lock);
    task *job = line_take(&thinkers->questions);
    pthread_mutex_unlock(&thinkers->lock);
    if (!job)
        return false;
    answer(job, thinkers->budget_ms);
    hand_back(thinkers, job);
    return true;
}

/* Waits for a question; null when the thread is to end. */
static task *wait_for_task(ff_thinkers *thinkers) {
    task *job = NULL;
    pthread_mutex_lock(&thinkers->lock);
    while (!thinkers->stop && !(job = line_take(&thinkers->questions)))
        pthread_cond_wait(&thinkers->asked, &thinkers->lock);
    pthread_mutex_unlock(&thinkers->lock);
    return job;
}

static void *run(void *context) {
    ff_thinkers *thinkers = context;
    for (task *job; (job = wait_for_task(thinkers));) {
        answer(job, thinkers->budget_ms);
        hand_back(thinkers, job);
    }
    return NULL;
}

/* ---- asking ---- */

static bool copy_view(task *job, const ff_view *view) {
    size_t plies = view->plies, size = view->history.size;
    job->events = malloc((plies + 1) * sizeof *job->events);
    job->moves = malloc((size + 1) * sizeof *job->moves);
    if (!job->events || !job->moves)
        return false;
    if (plies)
        memcpy(job->events, view->events, plies * sizeof *job->events);
    if (size)
        memcpy(job->moves, view->history.moves, size * sizeof *job->moves);
    job->rules = *view->rules;
    job->view = *view;
    job->view.rules = &job->rules;
    job->view.events = job->events;
    job->view.history = (ff_history){job->moves, (uint32_t)size, (uint32_t)size + 1};
    return true;
}

static task *task_new(const thinkers_question *question) {
    task *job = calloc(1, sizeof *job);
    if (!job)
        return NULL;
    job->kind = question->kind;
    job->seed = question->seed;
    job->seat = question->seat;
    job->edition = *question->edition;
    job->answer.act = question->act;
    job->answer.is_move = question->view != NULL;
    snprintf(job->answer.game, sizeof job->answer.game, "%s", question->game);
    if (!question->view || copy_view(job, question->view))
        return job;
    task_free(job);
    return NULL;
}

bool thinkers_is_full(ff_thinkers *thinkers) {
    pthread_mutex_lock(&thinkers->lock);
    bool full = thinkers->count >= thinkers->limit;
    pthread_mutex_unlock(&thinkers->lock);
    return full;
}

bool thinkers_ask(ff_thinkers *thinkers, const thinkers_question *question) {
    task *job = thinkers_is_full(thinkers) ? NULL : task_new(question);
    if (!job)
        return false;
    pthread_mutex_lock(&thinkers->lock);
    thinkers->count++;
    line_add(&thinkers->questions, job);
    pthread_cond_signal(&thinkers->asked);
    pthread_mutex_unlock(&thinkers->lock);
    return true;
}

bool thinkers_take(ff_thinkers *thinkers, thinkers_answer *out) {
    eventfd_t ignored;
    eventfd_read(thinkers->fd, &ignored);
    pthread_mutex_lock(&thinkers->lock);
    task *job = line_take(&thinkers->answers);
    if (job)
        thinkers->count--;
    pthread_mutex_unlock(&thinkers->lock);
    if (!job)
        return false;
    *out = job->answer;
    task_free(job);
    return true;
}

int thinkers_fd(const ff_thinkers *thinkers) {
    return thinkers->fd;
}

/* ---- beginning and end ---- */

static bool start(ff_thinkers *thinkers, unsigned threads) {
    for (; thinkers->running < threads; thinkers->running++)
        if (pthread_create(&thinkers->thread[thinkers->running], NULL, run, thinkers) != 0)
            return false;
    return true;
}

ff_thinkers *thinkers_new(unsigned threads, unsigned limit, unsigned budget_ms) {
    ff_thinkers *thinkers = calloc(1, sizeof *thinkers);
    if (!thinkers)
        return NULL;
    thinkers->limit = limit;
    thinkers->budget_ms = budget_ms;
    pthread_mutex_init(&thinkers->lock, NULL);
    pthread_cond_init(&thinkers->asked, NULL);
    thinkers->fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (thinkers->fd >= 0 && start(thinkers, threads < THREADS_MAX ? threads : THREADS_MAX))
        return thinkers;
    thinkers_free(thinkers);
    return NULL;
}

static void stop(ff_thinkers *thinkers) {
    pthread_mutex_lock(&thinkers->lock);
    thinkers->stop = true;
    pthread_cond_broadcast(&thinkers->asked);
    pthread_mutex_unlock(&thinkers->lock);
    for (unsigned i = 0; i < thinkers->running; i++)
        pthread_join(thinkers->thread[i], NULL);
}

static void line_free(line *at) {
    for (task *job; (job = line_take(at));)
        task_free(job);
}

void thinkers_free(ff_thinkers *thinkers) {
    if (!thinkers)
        return;
    stop(thinkers);
    line_free(&thinkers->questions);
    line_free(&thinkers->answers);
    pthread_mutex_destroy(&thinkers->lock);
    pthread_cond_destroy(&thinkers->asked);
    if (thinkers->fd >= 0)
        close(thinkers->fd);
    free(thinkers);
}
