/* Another rank of a farm. The calling thread talks to the coordinator, the others work; between
 * them are two lists under one lock. What must hold: a task is in `todo`, being worked on, or its
 * result in `ready`, until it has been sent. */
#define _POSIX_C_SOURCE 200809L
#include "cluster/farm.h"
#include "cluster/farm_message.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Tasks at a time for each thread: the one it works on, and the next. */
enum { TASKS_A_THREAD = 2 };

typedef struct done_task {
    unsigned task;
    bool good;
    ff_buffer result;
} done_task;

typedef struct worker {
    cluster_link *link;
    const farm_work *work;
    atomic_bool stop;
    unsigned room; /* of each list, and how many tasks may be owed */
    uint64_t heard_ms;
    uint64_t beat_ms;
    bool all_here; /* so rank 0 says at the end */
    pthread_mutex_t lock;
    pthread_cond_t more; /* tasks, or the end */
    unsigned owed;       /* tasks that wait, are worked on or are ready: not yet being sent */
    unsigned todo_count;
    unsigned *todo;
    unsigned ready_count;
    done_task *ready;
} worker;

/* --- threads that work ------------------------------------------------------------------ */

static bool next_task(worker *w, unsigned *task) {
    pthread_mutex_lock(&w->lock);
    while (w->todo_count == 0 && !atomic_load(&w->stop))
        pthread_cond_wait(&w->more, &w->lock);
    bool found = !atomic_load(&w->stop);
    if (found) {
        *task = w->todo[0];
        memmove(w->todo, w->todo + 1, --w->todo_count * sizeof *w->todo);
    }
    pthread_mutex_unlock(&w->lock);
    return found;
}

static void *run(void *context) {
    worker *w = context;
    done_task d = {0};
    while (next_task(w, &d.task)) {
        d.result = (ff_buffer){0};
        d.good = w->work->work(w->work->context, d.task, &w->stop, &d.result) && !d.result.failed;
        pthread_mutex_lock(&w->lock);
        assert(w->ready_count < w->owed && w->owed <= w->room);
        w->ready[w->ready_count++] = d;
        pthread_mutex_unlock(&w->lock);
    }
    return NULL;
}

/* --- the thread that talks ---------------------------------------------------------------- */

static bool take_task(worker *w, unsigned task) {
    pthread_mutex_lock(&w->lock);
    bool good = w->owed < w->room;
    if (good) {
        w->owed++;
        w->todo[w->todo_count++] = task;
        pthread_cond_signal(&w->more);
    }
    pthread_mutex_unlock(&w->lock);
    return good;
}

/* False where one is lost: rank 0 would wait for it for ever. */
static bool send_results(worker *w, ff_error *error) {
    bool sent = true;
    pthread_mutex_lock(&w->lock);
    unsigned count = w->ready_count;
    done_task *list = count ? malloc(count * sizeof *list) : NULL;
    if (list) { /* else they are sent later */
        memcpy(list, w->ready, count * sizeof *list);
        w->ready_count = 0;
        w->owed -= count;
    }
    pthread_mutex_unlock(&w->lock);
    for (unsigned i = 0; list && i < count; i++) {
        sent &= farm_say(w->link, 0,
                         &(farm_message){.kind = list[i].good ? FARM_RESULT : FARM_FAILED,
                                         .task = list[i].task,
                                         .rest = {list[i].result.data, list[i].result.size}});
        ff_buffer_free(&list[i].result);
    }
    free(list);
    return sent || ff_fail(error, FF_ERROR_PEER, 0, 0, "a result cannot be sent");
}

/* What the coordinator says. False where this is the end: sent home, or turned away, with the
 * reason in `error`. */
static bool hear(worker *w, const farm_message *m, ff_error *error) {
    if (m->kind == FARM_TASK)
        return take_task(w, m->task) ||
               ff_fail(error, FF_ERROR_PEER, 0, 0, "rank 0 hands out more than was asked for");
    if (m->kind != FARM_HOME && m->kind != FARM_TURNED)
        return true;
    w->all_here = m->kind == FARM_HOME && m->task == 1;
    if (m->kind == FARM_TURNED)
        ff_fail(error, FF_ERROR_PEER, 0, 0, "turned away: this rank %.*s", (int)m->rest.size,
                m->rest.data);
    farm_say(w->link, 0, &(farm_message){.kind = FARM_BYE});
    return false;
}

static bool hear_all(worker *w, ff_error *error) {
    ff_buffer bytes = {0};
    farm_message m;
    unsigned from;
    bool go_on = true;
    while (go_on && w->link->receive(w->link, &from, &bytes)) {
        w->heard_ms = w->link->now_ms(w->link);
        if (from == 0 && bytes.size == 0)
            go_on = ff_fail(error, FF_ERROR_PEER, 0, 0, "rank 0 is gone");
        else if (from == 0 && farm_read((ff_span){bytes.data, bytes.size}, &m))
            go_on = hear(w, &m, error);
    }
    ff_buffer_free(&bytes);
    return go_on;
}

static bool is_heard(worker *w, ff_error *error) {
    uint64_t now = w->link->now_ms(w->link);
    if (now - w->beat_ms >= FARM_BEAT_MS) {
        farm_say(w->link, 0, &(farm_message){.kind = FARM_BEAT});
        w->beat_ms = now;
    }
    return now - w->heard_ms <= FARM_LOST_MS ||
           ff_fail(error, FF_ERROR_PEER, 0, 0, "rank 0 has not been heard of for %d seconds",
                   FARM_LOST_MS / 1000);
}

/* --- beginning and end ------------------------------------------------------------------- */

static void worker_close(worker *w) {
    while (w->ready_count > 0)
        ff_buffer_free(&w->ready[--w->ready_count].result);
    free(w->ready);
    free(w->todo);
    pthread_cond_destroy(&w->more);
    pthread_mutex_destroy(&w->lock);
}

static void stop(worker *w) {
    pthread_mutex_lock(&w->lock);
    atomic_store(&w->stop, true);
    pthread_cond_broadcast(&w->more);
    pthread_mutex_unlock(&w->lock);
}

bool farm_serve(cluster_link *link, const char *job, const farm_work *work, bool *all_here,
                ff_error *error) {
    worker w = {.link = link,
                .work = work,
                .lock = PTHREAD_MUTEX_INITIALIZER,
                .more = PTHREAD_COND_INITIALIZER};
    pthread_t *threads = calloc(work->threads, sizeof *threads);
    unsigned started = 0;
    *error = (ff_error){0};
    w.room = TASKS_A_THREAD * work->threads;
    w.todo = calloc(w.room, sizeof *w.todo);
    w.ready = calloc(w.room, sizeof *w.ready);
    bool good = threads && w.todo && w.ready;
    while (good && started < work->threads && !pthread_create(&threads[started], NULL, run, &w))
        started++;
    if (started == 0) {
        ff_fail(error, FF_ERROR_NO_MEMORY, 0, 0, "memory or threads are out");
    } else {
        w.heard_ms = w.beat_ms = link->now_ms(link);
        farm_say(link, 0,
                 &(farm_message){.kind = FARM_HELLO, .task = w.room, .rest = ff_span_of(job)});
        while (hear_all(&w, error) && is_heard(&w, error) && send_results(&w, error))
            link->wait(link);
        stop(&w);
    }
    while (started > 0)
        pthread_join(threads[--started], NULL);
    *all_here = w.all_here;
    worker_close(&w);
    free(threads);
    return error->code == FF_ERROR_NONE;
}
